// The payoffs that a run saw, kept after its end.
#pragma once

#include <vector>

#include "allnash/export.hpp"
#include "allnash/index.hpp"
#include "allnash/rational.hpp"

namespace allnash {

/// The payoffs that a run saw. After a proved answer it knows at least the rows of the row support
/// and the columns of the column support.
class ALLNASH_EXPORT KnownPayoffs {
 public:
  KnownPayoffs() = default;
  KnownPayoffs(const KnownPayoffs&) = delete;
  KnownPayoffs& operator=(const KnownPayoffs&) = delete;
  virtual ~KnownPayoffs() = default;

  [[nodiscard]] virtual Index rows() const = 0;
  [[nodiscard]] virtual Index columns() const = 0;
  /// Requires an entry inside the game. By default all are known. In a symmetric game a match makes
  /// two entries known.
  [[nodiscard]] virtual bool knows(Index row, Index column) const;
  /// Throws std::logic_error unless knows(row, column).
  [[nodiscard]] virtual Rational payoff(Index row, Index column) const = 0;
  /// Every entry that was asked, by row, then column. In a symmetric game, of each match the one
  /// with the lower row.
  [[nodiscard]] virtual std::vector<Entry> entries() const;
};

}  // namespace allnash
