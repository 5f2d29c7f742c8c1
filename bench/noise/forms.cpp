// bench_forms GAMES_FOLDER [--leagues N] [--first-seed S]: what each form of the same matches
// costs: a log, counts, a chart with counts and without. Prints a table.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <sstream>

#include "allnash/allnash.hpp"
#include "known_leagues.hpp"
#include "words.hpp"

namespace allnash {
namespace {

/// Every match of a league, in a random order, and what its pairings add up to.
struct Played {
  std::string log = "row,column,outcome\n";
  std::string counts = "row,column,wins,losses\n";
  std::string scores;  // charts: cells like 128-69-0
  std::string rates_with_counts;
  std::string rates;
};

Played play(const League& league, Coins& coins) {
  std::vector<Entry> deck;
  for (Index i = 0; i < league.size; ++i) {
    for (Index j = i + 1; j < league.size; ++j) {
      deck.insert(deck.end(), static_cast<std::size_t>(league.plays[league.at(i, j)]), {i, j});
    }
  }
  for (std::size_t t = deck.size(); t > 1; --t) std::swap(deck[t - 1], deck[coins.draw() % t]);
  std::vector<std::int64_t> won(league.means.size());
  Played played;
  for (const auto& [i, j] : deck) {
    const bool first = coins.uniform() < league.means[league.at(i, j)];
    ++won[first ? league.at(i, j) : league.at(j, i)];
    played.log += fmt::format("{},{},{}\n", i, j, first ? 1 : 0);
  }
  std::string head;
  for (Index j = 0; j < league.size; ++j) head += fmt::format(",{}", j);
  for (std::string* const chart : {&played.scores, &played.rates_with_counts, &played.rates}) {
    *chart = head + "\n";
  }
  for (Index i = 0; i < league.size; ++i) {
    std::array lines{std::to_string(i), std::to_string(i), std::to_string(i)};
    for (Index j = 0; j < league.size; ++j) {
      const std::int64_t wins = won[league.at(i, j)];
      const std::int64_t losses = won[league.at(j, i)];
      const std::int64_t plays = wins + losses;
      if (i < j && plays > 0) played.counts += fmt::format("{},{},{},{}\n", i, j, wins, losses);
      const std::string rate = fmt::format(
          "{:.1f}%", 100 * static_cast<double>(wins) / static_cast<double>(std::max(plays, 1L)));
      lines[0] += plays > 0 && i < j ? fmt::format(",{}-{}-0", wins, losses) : ",";
      lines[1] += plays > 0 && i < j ? fmt::format(",{} ({})", rate, plays) : ",";
      lines[2] += plays > 0 && i < j ? "," + rate : ",";
    }
    played.scores += lines[0] + "\n";
    played.rates_with_counts += lines[1] + "\n";
    played.rates += lines[2] + "\n";
  }
  return played;
}

struct Form {
  const char* name;
  std::string Played::*text;
  std::optional<Schedule> schedule;
};

const std::vector<Form>& forms() {
  static const std::vector<Form> all{{"log", &Played::log, {}},
                                     {"log, `--schedule fixed`", &Played::log, Schedule::fixed},
                                     {"counts", &Played::counts, {}},
                                     {"chart, cells `128-69-0`", &Played::scores, {}},
                                     {"chart, cells `65.0% (197)`", &Played::rates_with_counts, {}},
                                     {"chart, cells `65.0%`", &Played::rates, {}}};
  return all;
}

struct Answered {
  std::vector<double> gaps;
  std::vector<std::string> promises;
  double earned = 0;
  int held = 0;
  double seconds = 0;
};

Answered answered(const League& league, const Form& form, int leagues, std::uint64_t first_seed) {
  Answered all;
  for (int t = 0; t < leagues; ++t) {
    Coins coins(first_seed + static_cast<std::uint64_t>(t));
    const Played played = play(league, coins);
    std::istringstream in(played.*form.text);
    RankOptions options;
    options.schedule = form.schedule;
    const auto start = std::chrono::steady_clock::now();
    const Ranking ranking = rank(read_matches(in, "matches", options), options);
    all.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    const double width = (ranking.range.high - ranking.range.low).to_double();
    all.gaps.push_back(0.5 - ranking.low.to_double() / width);
    all.promises.push_back(ranking.low.to_string());
    const double earned = earned_at_least(league, ranking, ranking.estimate->row_strategy);
    const auto& [low, median, high] = ranking.estimate->worst_case;
    all.earned += earned;
    all.held += low / width - 1e-9 <= earned && earned <= high / width + 1e-9 ? 1 : 0;
  }
  std::ranges::sort(all.gaps);
  return all;
}

int run(const std::string& games, int leagues, std::uint64_t first_seed) {
  fmt::print(
      "| league | form | value - guarantee | the estimate truly earns | middle 80 % holds it | "
      "seconds |\n| --- | --- | ---: | ---: | ---: | ---: |\n");
  for (const League& league :
       {averages("14 decks, their own counts", games + "/played/decks14.csv"),
        win_rates("soccer, 100 a pair", games + "/real/mujoco_soccer10.csv", 1, 100),
        win_rates("rrps43, coins, 20 a pair", games + "/real/rrps43.csv", 0.0005, 20)}) {
    std::vector<std::vector<std::string>> fixed;
    for (const Form& form : forms()) {
      const Answered one = answered(league, form, leagues, first_seed);
      const double gap = one.gaps[one.gaps.size() / 2];
      fmt::print("| {} | {} | {} | {:.4f} | {} of {} | {:.2f} |\n", league.name, form.name,
                 gap < 0.5 ? fmt::format("{:.4f}", gap) : "nothing", one.earned / leagues, one.held,
                 leagues, one.seconds / leagues);
      std::fflush(stdout);
      if (fixed.size() < 4) fixed.push_back(one.promises);
    }
    if (fixed[1] != fixed[2] || fixed[2] != fixed[3]) {
      fmt::print(stderr, "{}: the promise depends on the form\n", league.name);
    }
  }
  return 0;
}

}  // namespace
}  // namespace allnash

int main(int count, char** arguments) {
  const std::vector<std::string> words(arguments + 1, arguments + count);
  if (words.empty()) return 2;
  const auto leagues = static_cast<int>(allnash::number_after(words, "--leagues", 20));
  const auto first_seed =
      static_cast<std::uint64_t>(allnash::number_after(words, "--first-seed", 3'000'000));
  return allnash::run(words[0], leagues, first_seed);
}
