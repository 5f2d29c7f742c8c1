// bench_league GAMES_FOLDER [--logs N] [--seeds N] [--append FILE]: what `rank` guarantees from
// matches already played, beside the value, on logs drawn from games that are known; and what the
// later runs of a league's ledger take.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <random>
#include <sstream>

#include "allnash/allnash.hpp"
#include "known_leagues.hpp"

namespace allnash {
namespace {

std::string line_of(const League& league, bool fixed, int logs, double wanted) {
  std::vector<double> gaps;
  int misses = 0;
  for (int log = 0; log < logs; ++log) {
    Coins coins(static_cast<std::uint64_t>(1'000'000 + log));
    std::istringstream in(fixed ? counts_of(league, coins) : log_of(league, coins));
    RankOptions options;
    options.resamples = 0;
    options.seed = static_cast<std::uint64_t>(log + 1);
    const Ranking ranking = rank(read_matches(in, "log"), options);
    gaps.push_back(0.5 - ranking.low.to_double());
    misses +=
        ranking.low.to_double() > earned_at_least(league, ranking, ranking.row_strategy) ? 1 : 0;
  }
  std::ranges::sort(gaps);
  const auto part = [&](double share) {
    return gaps[static_cast<std::size_t>(share * static_cast<double>(gaps.size() - 1))];
  };
  return fmt::format("| {} | {} | {} | {:.3f} | {:.4f} | {:.4f} to {:.4f} | {} |\n", league.name,
                     league.all_plays(), fixed ? "fixed" : "any", wanted, part(0.5), part(0.1),
                     part(0.9), misses);
}

std::string table_of(const std::string& games, int logs) {
  std::string text =
      "| league | matches | schedule | wanted | value - guarantee | 10 % to 90 % | false |\n"
      "| --- | ---: | --- | ---: | ---: | ---: | ---: |\n";
  const auto add = [&](const League& league, double fixed, double any, int times = 1) {
    text += line_of(league, true, times * logs, fixed) + line_of(league, false, times * logs, any);
    fmt::print(stderr, "{}\n", league.name);
  };
  add(averages("14 decks, their own counts", games + "/played/decks14.csv"), 0.060, 0.065);
  const std::string rrps = games + "/real/rrps43.csv";
  add(win_rates("rrps43, coins, 100 a pair", rrps, 0.0005, 100), 0.070, 0.080);
  add(win_rates("rrps43, coins, 1000 a pair", rrps, 0.0005, 1000), 0.027, 0.028);
  // The median of 40 of these is off by 0.005, and they take no time.
  add(win_rates("soccer, 200 a pair", games + "/real/mujoco_soccer10.csv", 1, 200), 0.068, 0.072,
      10);
  return text;
}

// ---------------------------------------------------------------------------- the life of a league

/// Some of a league's agents, in a ledger of their own.
class Life {
 public:
  Life(const League& league, std::uint64_t seed)
      : league_(league),
        seed_(seed),
        path_(std::filesystem::temp_directory_path() /
              fmt::format("allnash-life-{}-{}.db", ::getpid(), seed)) {
    forget();
  }
  ~Life() { forget(); }
  Life(const Life&) = delete;
  Life& operator=(const Life&) = delete;

  /// How many plays the source was asked for.
  [[nodiscard]] double plays(const std::vector<Index>& agents, const Rational& epsilon) const {
    std::vector<double> means;
    Labels labels;
    for (const Index i : agents) {
      labels.rows.push_back(std::to_string(i));
      for (const Index j : agents) means.push_back(league_.means[league_.at(i, j)]);
    }
    // A table of doubles is no table of coins whose mirror images sum to 1 exactly.
    std::vector<Rational> payoffs;
    for (const double mean : means) {
      payoffs.emplace_back(static_cast<std::int64_t>(std::llround(mean * 10000)), 10000);
    }
    for (std::size_t i = 0; i < agents.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        payoffs[i * agents.size() + j] = Rational(1) - payoffs[j * agents.size() + i];
      }
    }
    labels.columns = labels.rows;
    const auto size = std::ssize(agents);
    const auto game =
        coin_game(table_game(size, size, std::move(payoffs), labels), PayoffRange{0, 1});
    Options options;
    options.payoff_range = PayoffRange{0, 1};
    options.symmetric = true;
    options.epsilon = epsilon;
    options.seed = seed_;
    options.ledger = path_.string();
    options.game_id = "league";
    const Result result = solve(*game, options);
    if (result.status != Status::certified) throw std::runtime_error("not certified");
    return static_cast<double>(result.queries - *result.recalled);
  }

 private:
  void forget() const {
    for (const char* ending : {"", "-wal", "-journal"}) {
      std::filesystem::remove(path_.string() + ending);
    }
  }
  const League& league_;
  std::uint64_t seed_;
  std::filesystem::path path_;
};

/// Agents whose strength alone decides.
League by_strength(Index size) {
  League league{fmt::format("Elo, {} agents", size), size, {}, {}};
  for (Index i = 0; i < size; ++i) {
    for (Index j = 0; j < size; ++j) {
      const auto edge = static_cast<double>(j - i) * 4 / static_cast<double>(size);
      league.means.push_back(1 / (1 + std::exp(-edge)));
    }
  }
  return league;
}

/// The agents from the strongest to the weakest, by their average.
std::vector<Index> by_average(const League& league) {
  std::vector<Index> order;
  for (Index i = 0; i < league.size; ++i) order.push_back(i);
  std::ranges::stable_sort(order, std::greater{}, [&](Index i) {
    double sum = 0;
    for (Index j = 0; j < league.size; ++j) sum += league.means[league.at(i, j)];
    return sum;
  });
  return order;
}

std::string life_line(const std::string& name, const char* what, double wanted,
                      std::vector<double> ratios) {
  std::ranges::sort(ratios);
  const auto part = [&](double share) {
    return ratios[static_cast<std::size_t>(share * static_cast<double>(ratios.size() - 1))];
  };
  return fmt::format("| {} | {} | {:.2f} | {:.3f} | {:.3f} to {:.3f} |\n", name, what, wanted,
                     part(0.5), part(0.1), part(0.9));
}

std::string life_of(const std::string& games, int seeds) {
  std::string text =
      "| league | what | wanted | plays / plays | 10 % to 90 % |\n"
      "| --- | --- | ---: | ---: | ---: |\n";
  const Rational tenth(1, 10);
  const auto add = [&](const League& league) {
    const std::vector<Index> order = by_average(league);
    std::vector<Index> first(order.begin(), order.begin() + std::min<Index>(league.size, 20));
    std::vector<double> tighter;
    std::vector<double> joined;
    for (int t = 1; t <= seeds; ++t) {
      const auto seed = static_cast<std::uint64_t>(t);
      double anew = 0;
      {
        const Life life(league, seed);
        anew = life.plays(first, Rational(7, 100));
      }
      {
        const Life life(league, seed);
        const double before = life.plays(first, tenth);
        tighter.push_back((before + life.plays(first, Rational(7, 100))) / anew);
      }
      if (league.size < 23) continue;
      const Life life(league, seed);
      const double before = life.plays(first, tenth);
      std::vector<Index> more = first;
      more.insert(more.end(), order.end() - 3, order.end());
      joined.push_back(life.plays(more, tenth) / before);
    }
    text += life_line(league.name, "epsilon 0.1, then 0.07 / 0.07 alone", 1.2, tighter);
    if (!joined.empty()) {
      text += life_line(league.name, "three weak ones join / the first 20", 0.25, joined);
    }
    fmt::print(stderr, "{}\n", league.name);
  };
  add(win_rates("rrps43", games + "/real/rrps43.csv", 0.0005, 0));
  add(by_strength(23));
  add(win_rates("soccer", games + "/real/mujoco_soccer10.csv", 1, 0));
  return text;
}

int run(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  int logs = 40;
  int seeds = 20;
  std::string file;
  for (std::size_t t = 1; t + 1 < words.size(); t += 2) {
    if (words[t] == "--logs") logs = std::stoi(words[t + 1]);
    if (words[t] == "--seeds") seeds = std::stoi(words[t + 1]);
    if (words[t] == "--append") file = words[t + 1];
  }
  const std::string text = fmt::format(
      R"(
## Matches already played

Logs are drawn at random from games that are known; {} logs a line, of soccer ten times as many. The median of what lies between the value and what `allnash rank`
guarantees, its spread, and how many guarantees were false.

{}
## The life of a league

One ledger for several runs; matches are coins with the win rates of a table, {} seeds a line: a smaller tolerance later, beside a run
that begins with it; and newcomers, beside what the first agents took.

{})",
      logs, logs > 0 ? table_of(words.at(0), logs) : "", seeds, life_of(words.at(0), seeds));
  if (file.empty()) {
    fmt::print("{}", text);
  } else {
    std::ofstream(file, std::ios::app) << text;
  }
  return 0;
}

}  // namespace
}  // namespace allnash

int main(int argc, char** argv) {
  try {
    return allnash::run(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_league: {}\n", error.what());
    return 2;
  }
}
