// The payoffs of a game that are known so far. All other rooms read A[i][j] here.
#pragma once

#include <algorithm>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "allnash/known_payoffs.hpp"
#include "allnash/payoff_range.hpp"
#include "exact/matrix.hpp"
#include "game/seen.hpp"

namespace allnash::game {

/// What may be said of a game before anything of it is known.
struct GameShape {
  Index rows = 1;
  Index columns = 1;
  /// A[i][j] + A[j][i] is `sum`: a match is two entries, and the diagonal is half of it, and known.
  bool symmetric = false;
  Rational sum = {};
  std::optional<PayoffRange> range = {};  ///< every payoff lies in it
};

class Known final : public KnownPayoffs {
 public:
  explicit Known(GameShape shape);

  [[nodiscard]] Index rows() const override { return shape_.rows; }
  [[nodiscard]] Index columns() const override { return shape_.columns; }
  [[nodiscard]] bool symmetric() const { return shape_.symmetric; }
  /// The sum of the two payoffs of a match, in a symmetric game.
  [[nodiscard]] const Rational& sum() const { return shape_.sum; }
  /// What a symmetric game is worth to both.
  [[nodiscard]] const Rational& symmetric_value() const { return half_; }
  [[nodiscard]] const std::optional<PayoffRange>& range() const { return shape_.range; }

  [[nodiscard]] bool knows(Index row, Index column) const override {
    if (!shape_.symmetric) return seen_.knows(row, column);
    return row == column || seen_.knows(std::min(row, column), std::max(row, column));
  }
  [[nodiscard]] Rational payoff(Index row, Index column) const override;
  /// A double next to the payoff, for floating guesses; NaN when it has not been seen.
  [[nodiscard]] double approximate(Index row, Index column) const;
  [[nodiscard]] std::vector<Entry> entries() const override;
  [[nodiscard]] std::int64_t count() const { return count_; }  ///< of the entries
  /// Distinct payoffs that the game has in all (matches, when symmetric).
  [[nodiscard]] std::int64_t size() const;

  [[nodiscard]] bool knows_row(Index row) const {  ///< every entry of it
    return known_in_row(row) == shape_.columns;
  }
  [[nodiscard]] bool knows_column(Index column) const {  ///< every entry of it
    return known_in_column(column) == shape_.rows;
  }
  [[nodiscard]] Index known_in_row(Index row) const {  ///< how many entries of it
    return Index{in_row_[at(row)]} + (shape_.symmetric ? 1 : 0);
  }
  [[nodiscard]] Index known_in_column(Index column) const {
    return shape_.symmetric ? known_in_row(column) : in_column_[at(column)];
  }
  // The lines known whole, in the order that they came to be, or would have, had every round been
  // answered in the order in which it was asked.
  [[nodiscard]] std::span<const Index> whole_rows() const { return whole_rows_; }
  [[nodiscard]] std::span<const Index> whole_columns() const {
    return shape_.symmetric ? whole_rows_ : whole_columns_;
  }

  /// Requires that the entry is not known and, in a symmetric game, lies above the diagonal.
  void learn(Entry entry, const Rational& payoff);
  /// A round is over, which asked for these: from here on it does not matter in which order its
  /// answers came.
  void settle(std::span<const Entry> asked);
  // Make room for a line of which much is to come.
  void expect_row(Index row);
  void expect_column(Index column);

 private:
  [[noreturn]] static void refuse(Index row, Index column);

  GameShape shape_;
  Rational half_;
  // In a symmetric game only entries above the diagonal are stored, one for each match, and each
  // counts for both of its players.
  Seen seen_;
  std::vector<std::uint32_t> in_row_;
  std::vector<std::uint32_t> in_column_;  // none in a symmetric game
  std::vector<Index> whole_rows_;
  std::vector<Index> whole_columns_;
  std::size_t settled_rows_ = 0;
  std::size_t settled_columns_ = 0;
  std::int64_t count_ = 0;
};

/// No method that is right on all games asks fewer: every entry in the rows and columns of the two
/// supports, of sizes k1 and k2. In a symmetric game, matches, and the two supports are one.
[[nodiscard]] std::int64_t query_floor(Index rows, Index columns, Index k1, Index k2,
                                       bool symmetric);

// Read hundreds of millions of times a run, so here and inline.

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

/// A matrix as a game that is known whole. It must outlive this.
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
