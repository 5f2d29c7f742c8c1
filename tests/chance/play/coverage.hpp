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
// Controls are counted in the same runs: claims that spend too much and must be seen to fail. And
// every attempt is audited: what its arms have drawn, by a log of all plays in the order of asking,
// and what all attempts together spend of delta.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "chance/play/chance_game.hpp"
#include "chance/play/run.hpp"
#include "payoffs/asking/round.hpp"

namespace allnash::coverage {

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

/// Strategies by numbers that stay theirs while others come and go; none: by their places.
struct Names {
  std::vector<Index> rows;
  std::vector<Index> columns;

  [[nodiscard]] Entry of(Entry entry) const {
    if (rows.empty()) return entry;
    return {rows[static_cast<std::size_t>(entry.row)],
            columns[static_cast<std::size_t>(entry.column)]};
  }
};

/// Every play that was asked, in the order of asking, and what it paid if it came back.
struct PlayLog {
  struct Cell {
    std::vector<std::int64_t> numbers;
    std::vector<Rational> paid{0};         // by the first so many of its plays that came back
    std::vector<std::int64_t> missing{0};  // of the first so many
  };
  std::int64_t count = 0;
  std::map<Entry, Cell> cells;
};

/// A source as it is, with a log.
class Logged final : public Source {
 public:
  Logged(Source& source, PlayLog& log, Names names = {})
      : Source(source.rows(), source.columns(), source.labels(),
               {.random = source.traits().random, .seeded = source.traits().seeded}),
        source_(source),
        log_(log),
        names_(std::move(names)) {}
  void answer(std::span<const Question> asked, Answers& answers) override {
    Listening listening(answers, asked.size());
    source_.answer(asked, listening);
    for (std::size_t t = 0; t < asked.size(); ++t) {
      const std::optional<Rational>& paid = listening.paid[t];
      PlayLog::Cell& cell = log_.cells[names_.of(asked[t].entry)];
      cell.numbers.push_back(log_.count++);
      cell.paid.push_back(cell.paid.back() + paid.value_or(0));
      cell.missing.push_back(cell.missing.back() + (paid ? 0 : 1));
    }
  }

 private:
  class Listening final : public Answers {
   public:
    Listening(Answers& answers, std::size_t count) : paid(count), answers_(answers) {}
    void take(std::span<const std::size_t> which, std::span<const Rational> payoffs) override {
      for (std::size_t t = 0; t < which.size(); ++t) paid[which[t]] = payoffs[t];
      answers_.take(which, payoffs);
    }
    [[nodiscard]] bool stopped() const override { return answers_.stopped(); }

    std::vector<std::optional<Rational>> paid;

   private:
    Answers& answers_;
  };

  Source& source_;
  PlayLog& log_;
  Names names_;
};

/// What happened at some moment of a run, or of all runs of a ledger.
struct Events {
  bool guarantee = false;         ///< low above what the strategy earns
  bool together = false;          ///< an arm of some attempt whose mean was excluded
  bool guarantee_at_two = false;  ///< the first, had every level been 2
  bool together_at_two = false;   ///< the second, had every level been 2
  bool without_attempts = false;  ///< the second, had every attempt had all of delta
  bool without_union = false;     ///< the second, had every arm had its attempt's whole part
  bool strange_draws = false;     ///< an arm's draws are not the first plays after its freeze
  bool overspent = false;         ///< what all attempts may fail with adds up to more than delta
  std::int64_t attempts = 0;
};

/// Watches one run, or runs one after another of one ledger.
class Watcher {
 public:
  Watcher(const Rational& delta, const PlayLog& log) : delta_(delta), log_(log) {}

  /// What the next run plays.
  void follow(const Game& game, Names names = {}) {
    game_ = &game;
    names_ = std::move(names);
  }

  void look(const chance::Attempt& attempt) {
    events.attempts = std::max(events.attempts, attempt.number);
    look_at(attempt.row, true, attempt);
    if (!game_->symmetric) look_at(attempt.column, false, attempt);
    Rational guarantees;
    Rational joint;
    for (const auto& [key, part] : spent_) (std::get<2>(key) < 0 ? guarantees : joint) += part;
    note(events.overspent, guarantees + joint > delta_ || joint > delta_ / Rational(5));
  }

  Events events;

 private:
  static std::size_t at(Index i) { return static_cast<std::size_t>(i); }
  [[nodiscard]] double mean_of(const MixedStrategy& strategy, Index arm, bool is_row) const {
    Rational sum;
    for (const Weight& one : strategy) {
      const Rational& paid = is_row ? game_->at(one.strategy, arm) : game_->at(arm, one.strategy);
      sum += one.probability * (is_row ? paid : Rational(1) - paid);
    }
    return sum.to_double();
  }

  void look_at(const chance::Half& half, bool is_row, const chance::Attempt& attempt) {
    constexpr std::int64_t grid = 1'000'000;
    double least = 1;
    std::int64_t low = grid;
    std::int64_t low_at_two = grid;
    const auto r = static_cast<double>(attempt.number);
    double attempts = std::log(r * (r + 1));
    if (!attempt.spends.empty()) {
      const chance::ErrorBudget budget(delta_, attempt.spends);
      const Rational all = budget.of_attempt(attempt.number, 1, 1, false).all;
      attempts = chance::log_of_level(delta_ / all);
    }
    const double joint_part = chance::joint_part(attempt.spends).to_double();
    for (std::size_t t = 0; t < half.arms.size(); ++t) {
      const chance::Arm& arm = half.arms[t];
      audit(half, static_cast<Index>(t), is_row, attempt.number);
      const double mean = mean_of(half.strategy, static_cast<Index>(t), is_row);
      least = std::min(least, mean);
      const double level = chance::log_of_level(arm.level);
      const auto lower = [&](std::int64_t& bound, double log_level) {
        bound = std::min(bound, chance::guessed_bound(arm.sequence, arm.draws, log_level, grid));
      };
      lower(low, level);
      lower(low_at_two, std::log(2.0));
      if (!above(arm, mean)) continue;
      const double seen = chance::GuessedValue(arm.sequence, arm.draws).log_at(mean);
      const double joint = chance::log_of_level(arm.together);
      note(events.together, seen >= joint);
      note(events.together_at_two, seen >= std::log(2.0));
      note(events.without_attempts, seen >= joint - attempts);
      note(events.without_union, seen >= attempts - std::log(joint_part * delta_.to_double()));
    }
    note(events.guarantee, static_cast<double>(low) > least * grid + 1);
    note(events.guarantee_at_two, static_cast<double>(low_at_two) > least * grid + 1);
  }

  /// An arm is first seen when it is frozen, before its first play: from there the log has its
  /// draws. What it may fail with is settled then, too: a part of delta for all arms of its player
  /// and its group, and one for it alone.
  void audit(const chance::Half& half, Index arm, bool is_row, std::int64_t number) {
    const chance::Arm& one = half.arms[at(arm)];
    const Entry name = names_.of(is_row ? Entry{0, arm} : Entry{arm, 0});
    const Index who = is_row ? name.column : name.row;
    const std::int64_t since = since_.try_emplace({number, is_row, who}, log_.count).first->second;
    const auto spend = [&](Index part, const Rational& level) {
      const Rational now = Rational(1) / level;
      const Rational& before = spent_.try_emplace({number, is_row, part}, now).first->second;
      note(events.overspent, now > before);
    };
    spend(-1 - one.group, one.level);  // of a guarantee
    spend(who, one.together);
    for (std::size_t i = 0; i < half.strategy.size(); ++i) {
      const Index own = half.strategy[i].strategy;
      const Entry cell = is_row ? Entry{own, arm} : Entry{arm, own};
      const bool in_order = std::holds_alternative<chance::Bets>(one.sequence);
      note(events.strange_draws, !is_drawn(one.draws[i], cell, is_row, since, in_order));
    }
  }

  /// Whether these are the first plays of a pairing since then; one that has not come back counts
  /// as lost. Where each player has plays of its own (not in order), whether there are so many.
  [[nodiscard]] bool is_drawn(const chance::Evidence& draws, Entry entry, bool is_row,
                              std::int64_t since, bool in_order) const {
    if (draws.count() == 0) return true;
    const bool mirrored = game_->symmetric && entry.row > entry.column;
    if (mirrored) std::swap(entry.row, entry.column);
    if (game_->symmetric && entry.row == entry.column) {
      return draws.sum() == Rational(draws.count(), 2);
    }
    const auto found = log_.cells.find(names_.of(entry));
    if (found == log_.cells.end()) return false;
    const auto& [numbers, paid, missing] = found->second;
    const auto first = at(std::ranges::lower_bound(numbers, since) - numbers.begin());
    const std::size_t end = first + at(draws.count());
    if (end > numbers.size() || !in_order) return end <= numbers.size();
    const Rational sum = paid[end] - paid[first];
    if (is_row != mirrored) return draws.sum() == sum;
    return draws.sum() == Rational(draws.count() - (missing[end] - missing[first])) - sum;
  }

  /// A uniform mixture shows nothing above the average.
  static bool above(const chance::Arm& arm, double mean) {
    if (!std::holds_alternative<chance::UniformMixture>(arm.sequence)) return true;
    const chance::Evidence& draws = arm.draws.front();
    return draws.sum_approximate() > mean * static_cast<double>(draws.count());
  }
  static void note(bool& event, bool now) { event = event || now; }

  using Key = std::tuple<std::int64_t, bool, Index>;  // attempt, player, and of whom
  Rational delta_;
  const PlayLog& log_;
  const Game* game_ = nullptr;
  Names names_;
  std::map<Key, std::int64_t> since_;
  std::map<Key, Rational> spent_;
};

struct Held {
  Events events;
  matrix::Bounds bounds;
  chance::Outcome outcome;
};

using chance::Method;

/// One run of a method, watched, on plays of this game.
inline Held watched(const Game& game, Source& source, Method method, const Rational& epsilon,
                    const Rational& delta, std::uint64_t seed, const StopFlag* stop = nullptr) {
  Options options;
  options.payoff_range = PayoffRange{0, 1};
  options.epsilon = epsilon;
  options.seed = seed;
  const StopToken token(stop);
  asking::LedgerSettings settings{game.symmetric, {}, token};
  settings.seed = seed;
  settings.range = options.payoff_range;
  PlayLog log;
  Logged logged(source, log);
  asking::Ledger ledger(logged, settings);
  chance::Run run{ledger, options, token};
  run.delta = delta;
  Watcher watcher(delta, log);
  watcher.follow(game);
  run.on_look = [&](const chance::Attempt& attempt) { watcher.look(attempt); };
  chance::Outcome outcome = method(run);
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
  int overspent = 0;
  int false_claims = 0;  ///< what the answer says at the end
  std::int64_t attempts = 0;
  std::int64_t most_attempts = 0;
};

inline bool holds(const Game& game, const matrix::Bounds& bounds) {
  const auto strategy = [](const std::optional<matrix::Guarantee>& best) {
    return best ? best->strategy : MixedStrategy{};
  };
  const auto& [row, column] = bounds.best;
  return holds(game, strategy(row), bounds.low, strategy(column), bounds.high);
}

inline Counts count(const Game& game, Method method, const Rational& epsilon, const Rational& delta,
                    int runs) {
  const auto coins = game.coins();
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
    counts.overspent += events.overspent ? 1 : 0;
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
