// Attempts held against the truth: how often does what the theorem excludes happen?
//
// That a whole run ends in a false claim is so rare that counting those shows nothing: with every
// level replaced by 2 there were none. What is counted here is the event that the theorem bounds,
// at every moment at which a run may end, on games on which it is as likely as it can be:
//
//   the guarantee   low > min_j xA[j]; at its most likely with one column on the boundary and the
//                   others far from it
//   all together    M(mean) >= the joint level for any arm of any attempt: what caps rest on; at
//                   its most likely with many arms alike and several attempts
//
// Controls are counted in the same runs: claims that spend too much and must be seen to fail.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "allnash/allnash.hpp"
#include "ledger/plays.hpp"
#include "methods/literature/literature.hpp"

namespace allnash::coverage {

struct Game {
  std::string name;
  Index rows = 0;
  Index columns = 0;
  std::vector<Rational> payoffs;  // in [0, 1]
  bool symmetric = false;

  [[nodiscard]] const Rational& at(Index i, Index j) const {
    return payoffs[static_cast<std::size_t>(i * columns + j)];
  }
};

/// One row; the first column is the worst, by far.
inline Game one_on_the_boundary(Index columns) {
  Game game{"one column on the boundary", 1, columns, {Rational(1, 2)}};
  game.payoffs.resize(static_cast<std::size_t>(columns), Rational(19, 20));
  return game;
}

inline Game all_equal(Index size) {
  return {"all equal", size, size,
          std::vector<Rational>(static_cast<std::size_t>(size * size), Rational(1, 2))};
}

/// What happened at some moment of a run.
struct Events {
  bool guarantee = false;         ///< low above what the strategy earns
  bool together = false;          ///< an arm of some attempt whose mean was excluded
  bool guarantee_at_two = false;  ///< the first, had every level been 2
  bool together_at_two = false;   ///< the second, had every level been 2
  bool without_attempts = false;  ///< the second, had every attempt had all of delta
  bool without_union = false;     ///< the second, had every arm had its attempt's whole part
  bool strange_draws = false;     ///< an attempt with draws from before its freeze
  std::int64_t attempts = 0;
};

class Watcher {
 public:
  Watcher(const Game& game, const Rational& delta, const ledger::Ledger& ledger)
      : game_(game), delta_(delta.to_double()), ledger_(ledger) {}

  void look(const methods::noisy::Attempt& attempt) {
    if (attempt.number != events.attempts) {
      events.attempts = attempt.number;
      before_ = ledger_.played().count;
    }
    look_at(attempt.row, true, attempt.number);
    if (!game_.symmetric) look_at(attempt.column, false, attempt.number);
  }

  Events events;

 private:
  [[nodiscard]] double mean_of(const MixedStrategy& strategy, Index arm, bool is_row) const {
    Rational sum;
    for (const Weight& one : strategy) {
      const Rational& paid = is_row ? game_.at(one.strategy, arm) : game_.at(arm, one.strategy);
      sum += one.probability * (is_row ? paid : Rational(1) - paid);
    }
    return sum.to_double();
  }

  void look_at(const methods::noisy::Half& half, bool is_row, std::int64_t number) {
    std::int64_t draws = 0;
    constexpr std::int64_t grid = 1'000'000;
    double least = 1;
    std::int64_t low = grid;
    std::int64_t low_at_two = grid;
    const auto r = static_cast<double>(number);
    for (std::size_t t = 0; t < half.arms.size(); ++t) {
      const methods::noisy::Arm& arm = half.arms[t];
      const double mean = mean_of(half.strategy, static_cast<Index>(t), is_row);
      least = std::min(least, mean);
      draws += chance::count_of(arm.draws);
      const double level = chance::log_of_level(arm.level);
      low = std::min(low, chance::guessed_bound(arm.sequence, arm.draws, level, grid));
      low_at_two =
          std::min(low_at_two, chance::guessed_bound(arm.sequence, arm.draws, std::log(2.0), grid));
      if (!above(arm, mean)) continue;
      const double seen = chance::GuessedValue(arm.sequence, arm.draws).log_at(mean);
      const double joint = chance::log_of_level(arm.together);
      note(events.together, seen >= joint);
      note(events.together_at_two, seen >= std::log(2.0));
      note(events.without_attempts, seen >= joint - std::log(r * (r + 1)));
      note(events.without_union, seen >= std::log(5 * r * (r + 1) / delta_));
    }
    // A play is drawn once by each player. In a symmetric game the diagonal is drawn without one.
    note(events.strange_draws, !game_.symmetric && draws > ledger_.played().count - before_);
    note(events.guarantee, static_cast<double>(low) > least * grid + 1);
    note(events.guarantee_at_two, static_cast<double>(low_at_two) > least * grid + 1);
  }

  /// A Beta law shows nothing above the average.
  static bool above(const methods::noisy::Arm& arm, double mean) {
    if (!std::holds_alternative<chance::BetaMixture>(arm.sequence)) return true;
    const chance::Evidence& draws = arm.draws.front();
    return draws.sum_approximate() > mean * static_cast<double>(draws.count());
  }
  static void note(bool& event, bool now) { event = event || now; }

  const Game& game_;
  double delta_;
  const ledger::Ledger& ledger_;
  std::int64_t before_ = 0;  // plays before this attempt
};

struct Held {
  Events events;
  methods::Bounds bounds;
  methods::Outcome outcome;
};

using methods::Method;

/// One run of a method, watched, on plays of this game.
inline Held watched(const Game& game, Source& source, Method method, const Rational& epsilon,
                    const Rational& delta, std::uint64_t seed, const StopFlag* stop = nullptr) {
  Options options;
  options.payoff_range = PayoffRange{0, 1};
  options.epsilon = epsilon;
  options.seed = seed;
  const StopToken token(stop);
  ledger::LedgerSettings settings{game.symmetric, {}, token};
  settings.seed = seed;
  settings.range = options.payoff_range;
  ledger::Ledger ledger(source, settings);
  methods::Run run{ledger, options, token};
  run.chance = {delta, epsilon};
  Watcher watcher(game, delta, ledger);
  run.chance->on_look = [&](const methods::noisy::Attempt& attempt) { watcher.look(attempt); };
  methods::Outcome outcome = method(run);
  return {watcher.events, run.bounds, std::move(outcome)};
}

struct Counts {
  int runs = 0;
  int guarantee = 0;
  int together = 0;
  int guarantee_at_two = 0;
  int together_at_two = 0;
  int without_attempts = 0;
  int without_union = 0;
  int strange_draws = 0;
  int false_claims = 0;  ///< what the answer says at the end
  std::int64_t attempts = 0;
  std::int64_t most_attempts = 0;
};

/// Whether the strategies guarantee what is said of them.
inline bool holds(const Game& game, const methods::Bounds& bounds) {
  const auto& [row, column] = bounds.best;
  for (Index j = 0; j < game.columns && row; ++j) {
    Rational earned;
    for (const Weight& one : row->strategy) earned += one.probability * game.at(one.strategy, j);
    if (earned < *bounds.low) return false;
  }
  for (Index i = 0; i < game.rows && column; ++i) {
    Rational paid;
    for (const Weight& one : column->strategy) paid += one.probability * game.at(i, one.strategy);
    if (paid > *bounds.high) return false;
  }
  return true;
}

inline Counts count(const Game& game, Method method, const Rational& epsilon, const Rational& delta,
                    int runs) {
  const auto coins =
      coin_game(table_game(game.rows, game.columns, game.payoffs), PayoffRange{0, 1});
  Counts counts;
  for (int run = 0; run < runs; ++run) {
    const Held held =
        watched(game, *coins, method, epsilon, delta, static_cast<std::uint64_t>(run));
    const Events& events = held.events;
    ++counts.runs;
    counts.guarantee += events.guarantee ? 1 : 0;
    counts.together += events.together ? 1 : 0;
    counts.guarantee_at_two += events.guarantee_at_two ? 1 : 0;
    counts.together_at_two += events.together_at_two ? 1 : 0;
    counts.without_attempts += events.without_attempts ? 1 : 0;
    counts.without_union += events.without_union ? 1 : 0;
    counts.strange_draws += events.strange_draws ? 1 : 0;
    counts.false_claims += holds(game, held.bounds) ? 0 : 1;
    counts.attempts += events.attempts;
    counts.most_attempts = std::max(counts.most_attempts, events.attempts);
  }
  return counts;
}

/// The most of a true claim, but for one time in ten thousand or so.
inline int allowed(int runs, double probability) {
  const double mean = runs * probability;
  return static_cast<int>(mean + 4 * std::sqrt(mean * (1 - probability)));
}

}  // namespace allnash::coverage
