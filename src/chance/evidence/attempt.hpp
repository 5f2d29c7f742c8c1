// One attempt at certifying bounds: the strategies, confidence sequences and error budgets that
// were fixed before its first play, and what its plays have shown since. Each part of the error
// budget is spent once.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "allnash/result.hpp"
#include "chance/evidence/sequence.hpp"
#include "core/base/at.hpp"
#include "payoffs/asking/kept.hpp"

namespace allnash::chance {

/// The error budget of an attempt. Most of it is for guarantees: the least that a frozen
/// strategy earns. Which opponent is the worst for it does not depend on the plays, so a guarantee
/// fails only if that opponent's arm fails. Every arm therefore has the whole part of its player,
/// without a union bound. A fifth is for statements on all arms together, in equal shares; a tenth
/// where attempts state what they spend; or a twentieth for a box, all intervals of which hold
/// together.
///
/// Where strategies may join later, half of the error budget is kept for newcomers. Which newcomers
/// there are may depend on earlier results. But those that join together, as one group, are fixed
/// with their arms, and the same argument holds for a group. So the q-th group has 1 / (q (q+1)) of
/// the kept part, and the p-th newcomer 1 / (p (p+1)) of the part kept for joint statements. All of
/// these sum to the kept part.
struct AttemptBudget {
  Rational all;
  std::int64_t players = 1;  ///< whose strategies are frozen
  std::int64_t arms = 1;     ///< of both, at the freeze
  bool newcomers = false;    ///< half is kept for newcomers
  Rational joint_part = {1, 5};

  /// For joint statements on several arms or pairings.
  [[nodiscard]] Rational joint() const { return all * joint_part; }
  /// The part for the guarantee of an arm of the freeze, or of group q = 1, 2, ... of newcomers.
  [[nodiscard]] Rational guarantee(std::int64_t group = 0) const;
  /// The part for joint statements of an arm of the freeze, or of newcomer p = 1, 2, ...
  [[nodiscard]] Rational together(std::int64_t newcomer = 0) const;

 private:
  [[nodiscard]] Rational part(std::int64_t number) const;
};

/// What attempt r = 1, 2, ... spends, unless it says otherwise, of what those before it left: a
/// series of such attempts has d / (r (r+1)) each.
[[nodiscard]] Rational usually_spends(std::int64_t number);
/// Whether all these attempts spend that.
[[nodiscard]] bool all_as_usual(std::span<const Rational> spends);
/// The part of an attempt's budget that is for joint statements on its arms.
[[nodiscard]] Rational joint_part(std::span<const Rational> spends);

/// The error budget of several attempts. Each spends a part of what is left, which may depend on
/// all that was seen before it was frozen: what they spend never sums to more than d. Each attempt
/// is opened once, in order, whatever run it belongs to.
class ErrorBudget {
 public:
  /// Requires 0 < total < 1. `spends`: the part of what was left that each earlier attempt spent.
  explicit ErrorBudget(Rational total, std::vector<Rational> spends = {});

  /// Opens the next attempt, which spends this part, in (0, 1), of what is left.
  AttemptBudget open_attempt(std::int64_t players, std::int64_t arms, bool newcomers = false,
                             const std::optional<Rational>& part = {});
  [[nodiscard]] std::int64_t attempts() const { return std::ssize(spends_); }
  [[nodiscard]] const std::vector<Rational>& spends() const { return spends_; }
  /// The budget of an attempt that was opened, from 1.
  [[nodiscard]] AttemptBudget of_attempt(std::int64_t number, std::int64_t players,
                                         std::int64_t arms, bool newcomers) const;

 private:
  Rational total_;
  std::vector<Rational> spends_;
};

/// An opponent's strategy. The mean of its draws is the frozen strategy's payoff against it, scaled
/// to [0, 1].
struct Arm {
  Sequence sequence;
  Rational level;          ///< 1 / error probability of its guarantee; 0: not in the attempt
  Sample draws{1};         ///< a stratum for each strategy that the frozen one plays
  Rational together = 1;   ///< 1 / its error probability in a joint statement
  std::int64_t since = 0;  ///< the first play that counts; earlier ones chose its bets
  std::int64_t group = 0;  ///< number of its group of newcomers, from 1
  /// Plays that wait for a whole round, by stratum, in the order of asking.
  std::vector<std::deque<Rational>> waiting = {};
};

/// One player's half of an attempt. Payoffs are the player's own, scaled to [0, 1].
struct Half {
  MixedStrategy strategy;
  Rational bound;  ///< to certify for every arm's mean; may be changed at any time
  std::vector<Arm> arms;
  std::vector<std::int64_t> round = {};  ///< plays of each strategy in a round of an arm
  bool symmetric = false;                ///< a strategy earns 1/2 against itself, unplayed
  std::vector<Rational> earned = {};     ///< joint lower bounds against each arm, once computed

  [[nodiscard]] std::int64_t round_size() const;

  // The first plays of each pairing after the freeze count, in the order of asking, whatever
  // purpose they were asked for: that choice does not depend on their payoffs. Plays of an arm are
  // added to its draws when they make a whole round.
  /// Takes a play of the strategy at place `stratum` against an arm.
  void take(std::size_t stratum, Index arm, const Rational& share);
  /// The plays of a stratum that `rounds` more rounds of an arm need, beyond those waiting.
  [[nodiscard]] std::int64_t lacks(std::size_t stratum, Index arm, std::int64_t rounds) const;
  /// The place of a strategy in the mixture, if it is played.
  [[nodiscard]] std::optional<std::size_t> place_of(Index strategy) const;
  /// Credits an arm with rounds that need no play: of a strategy against itself alone.
  void draw_unplayed(Index arm, std::int64_t rounds);

  /// Whether the arm's mean is shown to be at least `bound`, in floating point.
  [[nodiscard]] bool settled(const Arm& arm, const GuessedValue& value) const;
  /// The same, exactly.
  [[nodiscard]] bool proved(const Arm& arm) const;
  /// A lower bound on all arms' means, in floating point.
  [[nodiscard]] double guessed_bound(std::int64_t grid) const;
  /// An exact lower bound on each arm's mean, on a grid; at least `bound` where that is proved.
  /// Each holds with the confidence by itself; all together need not.
  [[nodiscard]] std::vector<Rational> lower_bounds(std::int64_t grid) const;
  /// Lower bounds that hold for all arms together.
  [[nodiscard]] std::vector<Rational> joint_bounds(std::int64_t grid) const;
};

struct Attempt {
  std::int64_t number = 0;
  Half row;
  Half column;              ///< empty in a symmetric game
  std::int64_t since = 0;   ///< the first play after the freeze
  bool newcomers = false;   ///< a part of its budget is kept for newcomers
  std::int64_t groups = 0;  ///< of newcomers, so far
  std::int64_t joined = 0;  ///< newcomers so far
  std::int64_t lost = 0;    ///< plays after the freeze that were lost
  /// The part that this attempt and each before it spends of the error budget left to it.
  std::vector<Rational> spends = {};

  /// Counts a play for every arm that it belongs to: in a symmetric game for those of both its
  /// strategies, otherwise for one of each player.
  void take(Entry entry, const asking::Paid& paid, std::int64_t play);
};

/// The payoff of a play, scaled to [0, 1], as that player sees it. Its payoff may be why a play was
/// lost, so a lost one counts as the worst.
Rational own_share(const asking::Paid& paid, bool is_row);

}  // namespace allnash::chance
