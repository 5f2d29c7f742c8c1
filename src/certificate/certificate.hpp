// The certificate: the strictly complementary pair and the entries it rests on, as text.
// docs/certificate_format.md specifies it.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <vector>

#include "chance/claim.hpp"
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

/// Of what was played: live runs, leagues in a ledger, logs and charts.
void write(std::ostream& out, const chance::ConfidenceClaim& claim);

}  // namespace allnash::certificate
