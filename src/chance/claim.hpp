// The claim that the plays of an attempt prove: bounds on the value, caps on strategies, and all
// that a certificate says about them.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "allnash/payoff_range.hpp"
#include "allnash/result.hpp"
#include "chance/attempt.hpp"
#include "chance/fixed_plan.hpp"
#include "game/players.hpp"

namespace allnash::chance {

/// How the plays against one strategy of the opponent are counted.
struct Betting {
  Bets bets;
  Sample draws;
};
/// Plays counted by the uniform-mixture sequence.
struct Uniform {
  std::int64_t plays = 0;
  Rational sum;
};
using Count = std::variant<Betting, Uniform, Binomial, Bernstein>;

struct ArmClaim {
  Count count;
  std::int64_t group = 0;  ///< of newcomers, from 1; 0: it was there at the freeze
  Rational joint = 0;      ///< its error probability in a statement on all arms together
};

/// No equilibrium plays a strategy more than this, since something earns much against it: the
/// frozen strategy, as its arm shows, or a mixture of its player, as the box shows.
struct CapClaim {
  Cap cap;
  Rational earned = 0;  ///< by the frozen strategy, as a share of the range
  MixedStrategy mixture = {};
};

/// One player's strategy, an arm for each of the opponent's, and caps on some of these. Without
/// arms the box shows what the strategy earns.
struct HalfClaim {
  MixedStrategy strategy;
  std::vector<ArmClaim> arms;
  std::vector<CapClaim> caps;
};

/// The interval of a pairing that met: shares of the range.
struct Interval {
  Entry entry;
  std::int64_t plays = 0;
  Rational least_sum;  ///< of its plays; two where only a rounded mean is known
  Rational most_sum;
  Rational low;
  Rational high;
};

struct ConfidenceClaim {
  Index rows = 0;
  Index columns = 0;
  bool symmetric = false;
  PayoffRange range;
  bool fixed_schedule = false;  ///< results did not decide who met whom
  Rational epsilon;
  Rational delta;
  std::optional<std::int64_t> attempt;  ///< nothing: one of those that were frozen together
  std::int64_t frozen_together = 1;     ///< of which each has an equal part of delta
  bool newcomers = false;               ///< half of its budget is kept for them
  Rational low;
  Rational high;
  std::optional<std::vector<Interval>> box = {};  ///< what caps rest on, if not on arms
  HalfClaim row;
  HalfClaim column;  ///< nothing in a symmetric game
};

/// What an attempt shows: bounds as shares of the range, and caps.
struct Shown {
  Rational low;
  Rational high;
  game::Both<std::vector<Cap>> caps;
};
/// What the attempt shows; every arm must be in it. Bounds are multiples of 1/grid. The attempt
/// remembers them.
Shown shown_by(Attempt& attempt, bool symmetric, std::int64_t grid);
/// The bounds on the value that are stated when the players' strategies guarantee these shares of
/// the range; in a symmetric game the first serves both. Bounds that cross belong to the cases that
/// fail, with probability at most delta. A lower bound that is lowered stays shown, so it is stated
/// no higher than the upper one, or than a value that is known.
struct StatedBounds {
  Rational low;
  Rational high;
};
StatedBounds stated_bounds(const Rational& row, const Rational& column, bool symmetric);
/// The same from bounds on each arm's mean that are known already.
Shown shown_with(Attempt& attempt, const std::vector<Rational>& row_bounds,
                 const std::vector<Rational>& column_bounds, bool symmetric, std::int64_t grid);
/// What the plays of an attempt that was shown are evidence for, but for the shape of the game, and
/// the tolerances. The bounds are those that it showed, as payoffs.
ConfidenceClaim claim_of(const Attempt& attempt, bool symmetric, PayoffRange range,
                         const Rational& low, const Rational& high);

}  // namespace allnash::chance
