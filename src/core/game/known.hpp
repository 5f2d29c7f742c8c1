// The payoffs of a game that are known so far. All other rooms read A[i][j] here.
#pragma once

#include <algorithm>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "allnash/rational.hpp"
#include "allnash/source.hpp"
#include "core/exact/matrix.hpp"
#include "core/game/seen.hpp"

namespace allnash::game {

/// What is known of a game before any payoff.
struct GameShape {
  Index rows = 1;
  Index columns = 1;
  /// A[i][j] + A[j][i] = `sum`: one match answers both entries, and diagonal entries are half the
  /// sum.
  bool symmetric = false;
  Rational sum = {};
  std::optional<PayoffRange> range = {};  ///< of every payoff
};

class Known final : public KnownPayoffs {
 public:
  explicit Known(GameShape shape);

  [[nodiscard]] Index rows() const override { return shape_.rows; }
  [[nodiscard]] Index columns() const override { return shape_.columns; }
  [[nodiscard]] bool symmetric() const { return shape_.symmetric; }
  /// The sum of the two payoffs of a match, in a symmetric game.
  [[nodiscard]] const Rational& sum() const { return shape_.sum; }
  /// The value of a symmetric game.
  [[nodiscard]] const Rational& symmetric_value() const { return half_; }
  [[nodiscard]] const std::optional<PayoffRange>& range() const { return shape_.range; }

  [[nodiscard]] bool knows(Index row, Index column) const override {
    if (!shape_.symmetric) return seen_.knows(row, column);
    return row == column || seen_.knows(std::min(row, column), std::max(row, column));
  }
  [[nodiscard]] Rational payoff(Index row, Index column) const override;
  /// A double nearest to the payoff, for floating-point guesses; NaN if unknown.
  [[nodiscard]] double approximate(Index row, Index column) const;
  [[nodiscard]] std::vector<Entry> entries() const override;
  [[nodiscard]] std::int64_t count() const { return count_; }  ///< of known entries
  /// Number of distinct payoffs of the game (matches, if symmetric).
  [[nodiscard]] std::int64_t size() const;

  [[nodiscard]] bool knows_row(Index row) const {  ///< all its entries
    return known_in_row(row) == shape_.columns;
  }
  [[nodiscard]] bool knows_column(Index column) const {  ///< all its entries
    return known_in_column(column) == shape_.rows;
  }
  [[nodiscard]] Index known_in_row(Index row) const {  ///< number of known entries
    return Index{in_row_[at(row)]} + (shape_.symmetric ? 1 : 0);
  }
  [[nodiscard]] Index known_in_column(Index column) const {
    return shape_.symmetric ? known_in_row(column) : in_column_[at(column)];
  }
  // The fully known lines in the order of their completion, as if the answers of every round had
  // come in the order of asking.
  [[nodiscard]] std::span<const Index> whole_rows() const { return whole_rows_; }
  [[nodiscard]] std::span<const Index> whole_columns() const {
    return shape_.symmetric ? whole_rows_ : whole_columns_;
  }

  /// Requires an unknown entry, above the diagonal in a symmetric game.
  void learn(Entry entry, const Rational& payoff);
  /// Ends a round that asked for these entries: the order in which its answers came no longer
  /// matters.
  void settle(std::span<const Entry> asked);
  // Allocate memory for a line that will be mostly known.
  void expect_row(Index row);
  void expect_column(Index column);

 private:
  [[noreturn]] static void refuse(Index row, Index column);

  GameShape shape_;
  Rational half_;
  // In a symmetric game only entries above the diagonal are stored, one for each match, counted for
  // both players.
  Seen seen_;
  std::vector<std::uint32_t> in_row_;
  std::vector<std::uint32_t> in_column_;  // empty in a symmetric game
  std::vector<Index> whole_rows_;
  std::vector<Index> whole_columns_;
  std::size_t settled_rows_ = 0;
  std::size_t settled_columns_ = 0;
  std::int64_t count_ = 0;
};

/// A lower bound on the queries of every method that is right on all games: the entries in the rows
/// and columns of the two supports, of sizes k1 and k2. In a symmetric game it counts matches, and
/// both supports are the same.
[[nodiscard]] std::int64_t query_floor(Index rows, Index columns, Index k1, Index k2,
                                       bool symmetric);

// Inline, since it is called hundreds of millions of times in a run.

inline Rational Known::payoff(Index row, Index column) const {
  if (shape_.symmetric && row == column) return half_;
  const bool mirrored = shape_.symmetric && row > column;
  if (mirrored) std::swap(row, column);
  Rational result;
  if (!seen_.read(row, column, result)) refuse(row, column);
  if (mirrored) fmpz_neg(exact::numerator(result), exact::numerator(result));
  if (mirrored && shape_.sum.sign() != 0) result += shape_.sum;
  return result;
}

inline double Known::approximate(Index row, Index column) const {
  if (shape_.symmetric && row == column) return half_.to_double();
  const bool mirrored = shape_.symmetric && row > column;
  if (mirrored) std::swap(row, column);
  double result = 0;
  if (!seen_.read(row, column, result)) return std::numeric_limits<double>::quiet_NaN();
  if (mirrored && shape_.sum.sign() != 0) return payoff(column, row).to_double();
  return mirrored ? -result : result;
}

/// A matrix as a fully known game. It must outlive this object.
class MatrixGame final : public KnownPayoffs {
 public:
  explicit MatrixGame(const exact::Matrix& matrix) : matrix_(matrix) {}
  [[nodiscard]] Index rows() const override { return matrix_.rows(); }
  [[nodiscard]] Index columns() const override { return matrix_.columns(); }
  [[nodiscard]] Rational payoff(Index row, Index column) const override {
    return matrix_.at(row, column);
  }

 private:
  const exact::Matrix& matrix_;
};

}  // namespace allnash::game
