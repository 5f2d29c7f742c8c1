// bench_floors GAMES_FOLDER [--seeds N]: plays beside the floor for plays of the mixture that was
// certified, as a table, and what the difference is made of.
//
// At the true rates the floor of the mixture and its bounds is known. Certifying it in rounds of
// the mixture costs what `by rounds` says with the best stake for the true rates; what is left of
// the plays after the freeze is luck, the division of delta, hedged stakes and bounds that were
// reached late.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "allnash/allnash.hpp"
#include "chance/play/coverage.hpp"
#include "chance/play/plays_floor.hpp"

namespace allnash {
namespace {

using coverage::Game;

const Rational delta(1, 20);

double median(std::vector<double> numbers) {
  std::ranges::sort(numbers);
  const std::size_t middle = numbers.size() / 2;
  return numbers.size() % 2 == 1 ? numbers[middle] : (numbers[middle - 1] + numbers[middle]) / 2;
}

Game table(const std::string& name, Index rows, const std::vector<const char*>& payoffs,
           bool symmetric) {
  Game game{name, rows, static_cast<Index>(payoffs.size()) / rows, {}, symmetric};
  for (const char* payoff : payoffs) game.payoffs.push_back(Rational::parse(payoff));
  return game;
}

/// The five decks are the first ones of examples/decks.csv: rates of three digits, a tie being
/// half.
std::vector<Game> games() {
  return {table("rock, paper, scissors, .7 and .3", 3,
                {"0.5", "0.3", "0.7", "0.7", "0.5", "0.3", "0.3", "0.7", "0.5"}, true),
          table("five decks", 5,
                {"0.500", "0.479", "0.764", "0.824", "0.638", "0.521", "0.500", "0.606", "0.761",
                 "0.367", "0.236", "0.394", "0.500", "0.679", "0.316", "0.176", "0.239", "0.321",
                 "0.500", "0.206", "0.362", "0.633", "0.684", "0.794", "0.500"},
                true),
          table("penalty kicks", 3,
                {"0.50", "0.90", "0.95", "0.75", "0.90", "0.20", "0.90", "0.80", "0.95", "0.90",
                 "0.50", "0.75"},
                false)};
}

struct Run {
  double plays = 0;
  double explored = 0;  ///< before the last freeze
  double attempts = 0;
  double seen = 0;  ///< the floor at the rates that the plays showed
  double sure = 0;
  double truly = 0;  ///< at the true rates
  double by_rounds = 0;
  bool holds = true;
};

/// Both halves of an attempt at the true rates: what rounds of the mixtures cost, and the floor.
class Ideal {
 public:
  Ideal(const Game& game, chance::Attempt attempt, Rational low, Rational high)
      : game_(game), attempt_(std::move(attempt)), low_(std::move(low)), high_(std::move(high)) {
    set(attempt_.row, true, low_.to_double());
    if (!game.symmetric) set(attempt_.column, false, 1 - high_.to_double());
  }
  [[nodiscard]] double floor() const {
    const auto floors = chance::plays_floor(attempt_, low_, high_, delta, {});
    return floors.seen ? static_cast<double>(floors.seen->plays) : 0;
  }
  [[nodiscard]] double by_rounds() const {
    double sum = 0;
    for (const auto& [entry, plays] : plays_) sum += plays;
    return sum;
  }

 private:
  void set(chance::Half& half, bool is_row, double bound) {
    constexpr std::int64_t many = 1000;
    for (Index arm = 0; arm < std::ssize(half.arms); ++arm) {
      std::vector<std::pair<double, double>> cells;  // probability and mean
      double centre = 0;
      for (std::size_t t = 0; t < half.strategy.size(); ++t) {
        const auto& [own, part] = half.strategy[t];
        const Rational mean = is_row ? game_.at(own, arm) : Rational(1) - game_.at(arm, own);
        chance::Evidence draws;
        const std::int64_t won = std::llround(mean.to_double() * many);
        if (won < many) draws.add(0, many - won);
        if (won > 0) draws.add(1, won);
        half.arms[at(arm)].draws[t] = draws;
        centre += part.to_double() * mean.to_double();
        if (!half.symmetric || own != arm) cells.emplace_back(part.to_double(), mean.to_double());
      }
      const double rounds = std::log(1 / delta.to_double()) / growth(cells, centre, bound);
      for (const auto& [own, part] : half.strategy) {
        if (half.symmetric && own == arm) continue;
        Entry entry = is_row ? Entry{own, arm} : Entry{arm, own};
        if (half.symmetric && entry.row > entry.column) std::swap(entry.row, entry.column);
        plays_[entry] = std::max(plays_[entry], rounds * part.to_double());
      }
    }
  }

  /// Of log M by a play, at the best stake.
  static double growth(const std::vector<std::pair<double, double>>& cells, double centre,
                       double bound) {
    double best = 1e-12;
    for (double stake = 0.002; stake < 0.98; stake += 0.002) {
      double sum = -std::log(1 + stake * (bound - centre));
      for (const auto& [part, mean] : cells) {
        sum += part *
               (mean * std::log(1 + stake * (1 - mean)) + (1 - mean) * std::log(1 - stake * mean));
      }
      best = std::max(best, sum);
    }
    return best;
  }

  const Game& game_;
  chance::Attempt attempt_;
  Rational low_;
  Rational high_;
  std::map<Entry, double> plays_;
};

Run measured(const Game& game, const Rational& epsilon, std::uint64_t seed) {
  Options options;
  options.payoff_range = PayoffRange{0, 1};
  options.epsilon = epsilon;
  options.seed = seed;
  asking::LedgerSettings settings{game.symmetric, {}, {}};
  settings.seed = seed;
  settings.range = options.payoff_range;
  const auto coins = game.coins();
  asking::Ledger ledger(*coins, settings);
  chance::Run run{ledger, options};
  run.delta = delta;
  const chance::Outcome outcome = chance::certify_by_play(run);
  const Ideal ideal(game, *outcome.attempt, *run.bounds.low, *run.bounds.high);
  const auto plays_of = [](const std::optional<chance::FloorClaim>& floor) {
    return floor ? static_cast<double>(floor->plays) : 0;
  };
  return {static_cast<double>(run.plays.played().count),
          static_cast<double>(outcome.attempt->since),
          static_cast<double>(outcome.attempts),
          plays_of(outcome.floors.seen),
          plays_of(outcome.floors.sure),
          ideal.floor(),
          ideal.by_rounds(),
          coverage::holds(game, run.bounds)};
}

std::string row(const Game& game, const char* epsilon, int seeds) {
  std::vector<Run> runs;
  for (int seed = 1; seed <= seeds; ++seed) {
    runs.push_back(
        measured(game, Rational::parse(epsilon), 9000 + static_cast<std::uint64_t>(seed)));
  }
  const auto of = [&](const auto& number) {
    std::vector<double> numbers;
    for (const Run& run : runs) numbers.push_back(number(run));
    return median(numbers);
  };
  const auto below = [](const Run& run) { return run.plays < run.seen || run.plays < run.sure; };
  return fmt::format(
      "| {} | {} | {:.0f} | {:.0f} | {:.0f} | {:.1f} | {} | {:.0f} % | {:.0f} | {:.2f} | {:.2f} "
      "|\n",
      game.name, epsilon, of([](const Run& run) { return run.plays; }),
      of([](const Run& run) { return run.seen; }), of([](const Run& run) { return run.sure; }),
      of([](const Run& run) { return run.plays / run.seen; }), std::ranges::count_if(runs, below),
      of([](const Run& run) { return 100 * run.explored / run.plays; }),
      of([](const Run& run) { return run.attempts; }),
      of([](const Run& run) { return run.by_rounds / run.truly; }),
      of([](const Run& run) { return (run.plays - run.explored) / run.by_rounds; }));
}

int main_of(const std::vector<std::string>& words) {
  const auto found = std::ranges::find(words, "--seeds");
  const int seeds = found == words.end() ? 20 : std::stoi(*(found + 1));
  std::string text =
      "| game | epsilon | plays | floor as seen | floor sure | plays / floor | below | before the "
      "last freeze | attempts | by rounds / true floor | certifying / by rounds |\n"
      "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n";
  for (const Game& game : games()) {
    for (const char* epsilon : {"0.05", "0.02"}) text += row(game, epsilon, seeds);
  }
  fmt::print("{}", text);
  return 0;
}

}  // namespace
}  // namespace allnash

int main(int argc, char** argv) { return allnash::main_of({argv + 1, argv + argc}); }
