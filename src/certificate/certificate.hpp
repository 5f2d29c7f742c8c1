// The certificate: the strictly complementary pair and the entries it rests on, as text.
// docs/certificate_format.md specifies it.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <vector>

#include "chance/sequence.hpp"
#include "game/pair.hpp"

namespace allnash::certificate {

/// The extreme strategies to be stated with their proof, where there is one.
struct Lists {
  const OptimalSet* row = nullptr;
  const OptimalSet* column = nullptr;
};

/// Writes the certificate of a pair that `game::fault_in` accepts. Asks `game` only for the entries
/// in the rows and the columns that the pair plays (in a symmetric game: its rows). Where payoffs
/// lie in a range some of them may be unknown.
void write(std::ostream& out, const KnownPayoffs& game, const game::Pair& pair, bool symmetric,
           const std::optional<PayoffRange>& range = {}, const Lists& lists = {});

/// Bounds on the value, at most epsilon apart (in a symmetric game: the low one that near to the
/// value), and strategies that attain them.
struct BoundsClaim {
  bool symmetric = false;
  std::optional<PayoffRange> range;
  Rational epsilon;
  Rational low;
  Rational high;
  MixedStrategy row;
  MixedStrategy column;  ///< in a symmetric game the row player's serves both
};
void write(std::ostream& out, const KnownPayoffs& game, const BoundsClaim& claim);

// Of a game of chance: what was frozen, what the plays of that attempt showed, and the bounds that
// follow.

struct ArmClaim {
  chance::Sequence sequence;
  chance::Sample draws;
  std::int64_t group = 0;  ///< of newcomers, from 1; 0: it was there at the freeze
  Rational joint;          ///< what it may fail with in a statement on all arms together
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

void write(std::ostream& out, const ConfidenceClaim& claim);

}  // namespace allnash::certificate
