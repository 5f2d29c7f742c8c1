// What the plays of an attempt are evidence for: bounds on the value, caps on strategies, and all
// that a certificate says of them.
#pragma once

#include <cstdint>
#include <vector>

#include "allnash/payoff_range.hpp"
#include "allnash/result.hpp"
#include "chance/attempt.hpp"
#include "game/players.hpp"

namespace allnash::chance {

struct ArmClaim {
  Sequence sequence;
  Sample draws;
  std::int64_t group = 0;  ///< of newcomers, from 1; 0: it was there at the freeze
  Rational joint;          ///< its error probability in a statement on all arms together
};

/// No equilibrium plays a strategy more than this, as the frozen one earns so much against it.
struct CapClaim {
  Cap cap;
  Rational earned;  ///< a share of the range
};

/// One player's strategy, an arm for each of the opponent's, and caps on some of these.
struct HalfClaim {
  MixedStrategy strategy;
  std::vector<ArmClaim> arms;
  std::vector<CapClaim> caps;
};

struct ConfidenceClaim {
  Index rows = 0;
  Index columns = 0;
  bool symmetric = false;
  PayoffRange range;
  Rational epsilon;
  Rational delta;
  std::int64_t attempt = 1;
  bool newcomers = false;  ///< half of its budget is kept for them
  Rational low;
  Rational high;
  HalfClaim row;
  HalfClaim column;  ///< nothing in a symmetric game
};

/// What an attempt shows: bounds as shares of the range, and caps.
struct Shown {
  Rational low;
  Rational high;
  game::Both<std::vector<Cap>> caps;
};
/// Every arm must be in it. Bounds are multiples of 1/grid. The attempt keeps what it earns.
Shown shown_by(Attempt& attempt, bool symmetric, std::int64_t grid);
/// What the frozen row strategy earns at least. Bounds that cross are among the few that fail. What
/// is shown of a bound is shown of lower ones, so that the lower bound is stated no higher than the
/// upper one, or than a value that is known.
Rational lowest_of(const std::vector<Rational>& row_bounds, bool symmetric);
/// The same from bounds on each arm's mean that are known already.
Shown shown_with(Attempt& attempt, const std::vector<Rational>& row_bounds,
                 const std::vector<Rational>& column_bounds, bool symmetric, std::int64_t grid);
/// What the plays of an attempt that was shown are evidence for, but for the shape of the game, and
/// the tolerances. The bounds are those that it showed, as payoffs.
ConfidenceClaim claim_of(const Attempt& attempt, bool symmetric, PayoffRange range,
                         const Rational& low, const Rational& high);

}  // namespace allnash::chance
