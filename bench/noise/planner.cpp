// bench_planner [--leagues N] [--players MOST] [--only TABLE]: how many matches it takes until it
// is settled who scores most, by plan and by round robin, and how long planning takes. Prints two
// tables.
#include <fmt/format.h>

#include <cstdio>
#include <ctime>
#include <string>
#include <utility>

#include "league/estimate/planned_leagues.hpp"

namespace allnash {
namespace {

void matches_table(int leagues, int most_players) {
  fmt::print(
      "| players, league | leagues | round robin, median | plan, median | plan / round robin | "
      "right "
      "when settled: round robin, plan |\n| --- | ---: | ---: | ---: | ---: | ---: |\n");
  double sum = 0;
  int lines = 0;
  planned::Compared all;
  for (const auto& [players, part] : {std::pair(12, 4), std::pair(20, 2), std::pair(50, 1)}) {
    if (players > most_players) continue;
    for (const planned::Family& family : planned::families()) {
      const int some = std::max(1, leagues * part / 4);
      const planned::Compared found =
          planned::compared(family, static_cast<std::size_t>(players), some, 97, 400 * players);
      fmt::print("| {}, {} | {} | {} | {} | {:.2f} | {} of {}, {} of {} |\n", players, family.name,
                 some, found.robin, found.plan, found.ratio, found.robin_right, found.robin_settled,
                 found.right, found.settled);
      std::fflush(stdout);
      sum += std::log(found.ratio);
      ++lines;
      all.settled += found.settled;
      all.right += found.right;
      all.robin_settled += found.robin_settled;
      all.robin_right += found.robin_right;
    }
  }
  fmt::print("| all, geometric mean of the lines | | | | {:.2f} | {} of {}, {} of {} |\n",
             std::exp(sum / lines), all.robin_right, all.robin_settled, all.right, all.settled);
}

/// Of this process, in milliseconds: others may be at work on the machine.
double processor_time() { return 1e3 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

void time_table() {
  fmt::print(
      "\n| players, question | covariance | batch of 1 | 50 | 500 | forecast |\n| --- | ---: | "
      "---: | "
      "---: | ---: | ---: |\n");
  for (const std::size_t players : {50U, 100U, 200U, 300U}) {
    planned::Luck luck(players);
    planned::PlayedLeague matches(planned::true_rates(planned::families()[0], players, luck), 5);
    planned::RoundRobin robin(players, matches.luck());
    for (std::size_t t = 0; t < players * 25; ++t) {
      const auto [a, b] = robin.next();
      matches.play(a, b, 1);
    }
    const league::PairingSums sums = matches.sums();
    const league::DrawnLeagues leagues = league::draw_leagues(sums, 1, 1, {});
    for (const bool order : {false, true}) {
      std::string line = fmt::format("| {}, {} |", players, order ? "order" : "top");
      league::PlanQuestion question{order, order ? 0.05 : 0.02, {}};
      question.field.assign(players, 1 / static_cast<double>(players));
      const double first = processor_time();
      const league::NormalLeague known =
          league::normal_league(sums, leagues.likeliest, leagues.coins, leagues.rows);
      line += fmt::format(" {:.1f} ms |", processor_time() - first);
      const std::vector<double> scores = league::expected_scores(known, question.field);
      for (const std::int64_t batch : {1, 50, 500}) {
        const auto start = processor_time();
        (void)league::Planner(known, question, scores).batch(batch);
        line += fmt::format(" {:.1f} ms |", processor_time() - start);
      }
      const auto start = processor_time();
      const auto forecast = league::forecast_of(league::Planner(known, question, scores), {});
      line += fmt::format(" {:.0f} ms, {} |", processor_time() - start,
                          forecast->more ? std::to_string(*forecast->more) : "never");
      fmt::print("{}\n", line);
    }
  }
}

}  // namespace
}  // namespace allnash

int main(int argc, char** argv) {
  int leagues = 24;
  int most_players = 50;
  std::string only;
  for (int t = 1; t + 1 < argc; t += 2) {
    const std::string option = argv[t];
    if (option == "--leagues") leagues = std::stoi(argv[t + 1]);
    if (option == "--players") most_players = std::stoi(argv[t + 1]);
    if (option == "--only") only = argv[t + 1];
  }
  if (only != "times") allnash::matches_table(leagues, most_players);
  if (only != "matches") allnash::time_table();
}
