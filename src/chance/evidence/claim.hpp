// The claim that the plays of an attempt prove: bounds on the value, caps on strategies, and all
// that a certificate contains about them.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "allnash/rational.hpp"
#include "allnash/result.hpp"
#include "chance/evidence/attempt.hpp"
#include "chance/evidence/fixed_plan.hpp"
#include "chance/evidence/floor.hpp"
#include "core/game/players.hpp"

namespace allnash::chance {

/// The evidence about one strategy of the opponent, by betting.
struct Betting {
  Bets bets;
  Sample draws;
};
using Count = std::variant<Betting, Binomial, Bernstein>;

struct ArmClaim {
  Count count;
  std::int64_t group = 0;  ///< of newcomers, from 1; 0: an arm of the freeze
  Rational joint = 0;      ///< its error probability in a statement on all arms together
};

/// An upper limit on a strategy's probability in every equilibrium, since the opponent earns much
/// against it: with the frozen strategy, as its arm shows, or with a mixture, as the box shows.
struct CapClaim {
  Cap cap;
  Rational earned = 0;  ///< lower bound on the frozen strategy's payoff, scaled to [0, 1]
  MixedStrategy mixture = {};
};

/// One player's strategy, an arm for each of the opponent's, and caps on some of the opponent's.
/// Without arms the box proves the strategy's payoff.
struct HalfClaim {
  MixedStrategy strategy;
  std::vector<ArmClaim> arms;
  std::vector<CapClaim> caps;
};

/// The interval of a pairing that was played, scaled to [0, 1].
struct Interval {
  Entry entry;
  std::int64_t plays = 0;
  Rational least_sum;  ///< equal to `most_sum` unless only a rounded mean is known
  Rational most_sum;
  Rational low;
  Rational high;
};

/// What the certificate of a game of chance says. Many members: each is a line of it.
struct ConfidenceClaim {
  Index rows = 0;
  Index columns = 0;
  bool symmetric = false;
  PayoffRange range;
  bool fixed_schedule = false;  ///< results did not decide who met whom
  Rational epsilon;
  Rational delta;
  std::optional<std::int64_t> attempt;  ///< its number; nothing: it was frozen together with others
  /// What it and each attempt before it spends of the error budget left to it; empty: as usual.
  std::vector<Rational> spends = {};
  std::int64_t frozen_together = 1;  ///< number of attempts that share delta equally
  bool newcomers = false;            ///< half of the budget is kept for newcomers
  Rational low;
  Rational high;
  std::optional<std::vector<Interval>> box = {};  ///< the basis of caps, if arms are not
  HalfClaim row;
  HalfClaim column;  ///< empty in a symmetric game
  FloorClaims floors = {};
};

/// The results of an attempt: bounds, scaled to [0, 1], and caps.
struct Shown {
  Rational low;
  Rational high;
  game::Both<std::vector<Cap>> caps;
};
/// Computes the results of an attempt, which must have every arm. Bounds are multiples of 1/grid
/// and are saved in the attempt.
Shown shown_by(Attempt& attempt, bool symmetric, std::int64_t grid);
/// The bounds on the value that are stated when the players' strategies have these guarantees,
/// scaled to [0, 1]; in a symmetric game the first serves both. Bounds cross only in the cases that
/// fail, with probability at most delta. A lower bound may always be lowered, so it is stated no
/// higher than the upper one, or than a value that is known.
struct StatedBounds {
  Rational low;
  Rational high;
};
StatedBounds stated_bounds(const Rational& row, const Rational& column, bool symmetric);
/// The same from known bounds on each arm's mean.
Shown shown_with(Attempt& attempt, const std::vector<Rational>& row_bounds,
                 const std::vector<Rational>& column_bounds, bool symmetric, std::int64_t grid);
/// The claim that the plays of an attempt prove, without the shape of the game and the tolerances.
/// `low` and `high` are the bounds of `shown_by`, as payoffs. Requires arms of bets.
ConfidenceClaim claim_of(const Attempt& attempt, bool symmetric, PayoffRange range,
                         const Rational& low, const Rational& high);

/// Writes the claim's certificate (docs/certificate_format.md): of live runs, leagues in a ledger,
/// logs and charts.
/// `more` are lines that stand before the last one.
void write_certificate(std::ostream& out, const ConfidenceClaim& claim,
                       const std::string& more = "");

}  // namespace allnash::chance
