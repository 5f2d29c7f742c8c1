// Bounds with confidence.
//
// A certificate of plays claims bounds that hold with confidence 1 - delta: of live runs, leagues
// in a ledger, logs and charts. Payoffs are scaled to [0, 1]. A strategy x was frozen before the
// plays that count, and for each strategy j of the opponent, an *arm*, it must be shown that x
// earns at least m. Each arm names its kind of evidence: see evidence.hpp.
//
// In a symmetric game a strategy against itself earns 1/2 and is not played: every such draw of
// bets is 1/2, and the last two kinds leave it out, so that p = (m - x_j / 2) / (1 - x_j), and
// strata must show m less x_j / 2. A pairing of two frozen strategies has an arm of each, which
// must not contradict each other: see "one pairing in two arms" below. A box has an interval for
// each pairing that was played, whose lower end and, mirrored, upper end are proved by their sums.
// The lower ends bound the payoff of a strategy without arms. An equilibrium strategy z of the
// opponent concedes at most the value. So if something earns e_j against each j, and `least` or
// more against all, z_j <= (value - least) / (e_j - least): a *cap*, which is proved by arms, or by
// a mixture and the box.
//
// Which arm is the worst for x does not depend on the plays, so a bound is false only if that one
// arm fails, and d is the player's whole part for guarantees. The error probability of attempt r is
// delta / (r (r+1)), or, if attempts state what part each spends of what those before it left, what
// follows from that; that of a single attempt is delta, and that of one of N frozen together is
// delta / N. A fifth of that, or a tenth where parts are stated, or a twentieth for a box, is for
// statements on several arms or pairings at once, the rest for the guarantees of one or two
// players. If newcomers may join, half of it is kept for them, 1 / (q (q+1)) of that for their q-th
// group. docs/research/theory.md has the proofs. That plays were planned and strategies frozen
// beforehand is the word of whoever made the certificate.
#pragma once

#include <optional>
#include <vector>

#include "claim.hpp"
#include "evidence.hpp"
#include "players.hpp"

namespace checker {

/// An upper limit on a strategy's probability in every equilibrium.
struct Cap {
  std::size_t line = 0;
  Index strategy = 0;
  Fraction most;
  Fraction earned;   // payoff against it, if arms prove it
  Strategy mixture;  // whose payoff against it the box proves
};

/// One player's strategy, and the evidence about the opponent's.
struct Half {
  Strategy strategy;
  std::vector<Arm> arms;  // one for each of the opponent's, or none
  std::vector<Cap> caps;
};

struct Interval {
  Index row = 0;
  Index column = 0;
  Index plays = 0;
  Fraction least;  // bounds on the sum of the plays
  Fraction most;
  Fraction low;
  Fraction high;
};

/// What is known of the law of a cell's plays: E X is at most `mean`, E X (1 - X) at most `mixed`.
struct LawBounds {
  Fraction mean;
  Fraction mixed;
};

/// A line of a floor about an arm of a player's mixture: bounds on the laws of its cells, or an
/// alternative, which lowers their means.
struct FloorLine {
  std::size_t line = 0;
  bool is_row = true;  // the mixture's player
  Index arm = 0;
  std::vector<LawBounds> bounds;
  Fraction weight;
  std::vector<Fraction> means;
};

/// That no method certifies these mixtures to these bounds with fewer plays in the mean: see
/// floors.hpp.
struct Floor {
  std::size_t line = 0;
  bool sure = false;  // whatever the laws are; else if they are those that the plays showed
  Index plays = 0;
  std::vector<FloorLine> bounds;  // if sure: of the arms of the alternatives
  std::vector<FloorLine> alternatives;
};

struct Confidence : Claim {
  Fraction delta;
  Index attempt = 0;             // 0: one of `together` attempts that share delta
  std::vector<Fraction> spends;  // by attempt, the part of what is left; none: 1/2, 1/3, ...
  Index together = 1;
  bool newcomers = false;  // half is kept for newcomers
  bool box = false;        // caps are proved by a box, not by arms
  std::vector<Interval> intervals;
  Half row;
  Half column;  // empty in a symmetric game
  std::vector<Floor> floors;
  Players players;
};

Confidence read_confidence(string_view text, Lines& lines);
void check_confidence(const Confidence& claim);
/// The part of an attempt's error probability that is for statements on several arms or pairings.
Fraction joint_part(const Confidence& claim);
/// The confidence of a claim, as a short decimal if it has one.
string confidence_of(const Confidence& claim);

}  // namespace checker
