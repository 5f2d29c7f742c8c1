// The certificate: the strictly complementary pair and the entries that prove it, as text.
// docs/certificate_format.md specifies it.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string_view>
#include <vector>

#include "core/game/pair.hpp"

namespace allnash::certificate {

/// The lists of extreme strategies to state with their proofs, if any.
struct Lists {
  const OptimalSet* row = nullptr;
  const OptimalSet* column = nullptr;
};

/// Writes the certificate of a pair that `game::fault_in` accepts. Asks `game` only for the entries
/// in the rows and the columns that the pair plays (in a symmetric game: its rows). With a range
/// some of them may be unknown. `more` are further lines, before the end.
void write(std::ostream& out, const KnownPayoffs& game, const game::Pair& pair, bool symmetric,
           const std::optional<PayoffRange>& range = {}, const Lists& lists = {},
           std::string_view more = {});

/// Bounds on the value, at most epsilon apart (in a symmetric game: the lower one within epsilon of
/// the known value), and strategies that attain them.
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

}  // namespace allnash::certificate
