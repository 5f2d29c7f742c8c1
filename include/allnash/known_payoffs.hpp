// What a run saw, kept when it has ended.
#pragma once

#include <iosfwd>
#include <vector>

#include "allnash/payoff_source.hpp"
#include "allnash/rational.hpp"
#include "allnash/result.hpp"

namespace allnash {

/// The payoffs that a run saw. After a proved answer it knows at least the rows of the row support
/// and the columns of the column support.
class KnownPayoffs {
 public:
  KnownPayoffs() = default;
  KnownPayoffs(const KnownPayoffs&) = delete;
  KnownPayoffs& operator=(const KnownPayoffs&) = delete;
  virtual ~KnownPayoffs() = default;

  /// Requires an entry inside the game. In a symmetric game a match makes two entries known.
  [[nodiscard]] virtual bool knows(Index row, Index column) const = 0;
  /// Throws std::logic_error unless knows(row, column).
  [[nodiscard]] virtual Rational payoff(Index row, Index column) const = 0;
  /// Every entry that was asked, by row, then column. Of a match in a symmetric game, the one with
  /// the lower row.
  [[nodiscard]] virtual std::vector<Entry> entries() const = 0;
};

/// Writes the certificate of a proved answer, as Hooks::certificate would have received it. Throws
/// InputError when the result is not proved, std::logic_error when `known` is of another game.
void write_certificate(std::ostream& out, const Result& result, const KnownPayoffs& known);

}  // namespace allnash
