// Elimination modulo a prime, in pieces between which a stop is heard.
#pragma once

#include <flint/nmod_mat.h>

#include <memory>
#include <optional>
#include <vector>

#include "base/stop_token.hpp"
#include "exact/integer.hpp"

namespace allnash::exact {

/// The prime that ranks are looked for modulo. Sums of thousands of products fit a word, which
/// makes elimination twice as fast as modulo a prime that fills one.
ulong prime_for_ranks();

/// A matrix modulo a prime, eliminated row by row from the left.
class ModularElimination {
 public:
  /// Nothing when stopped.
  [[nodiscard]] static std::optional<ModularElimination> of(const IntegerMatrix& matrix,
                                                            ulong prime, const StopToken& stop);
  [[nodiscard]] slong rank() const { return static_cast<slong>(columns_.size()); }
  /// As many rows as the rank that are independent, and the columns of their pivots, rising: the
  /// first columns that are independent of those before them.
  [[nodiscard]] std::vector<slong> rows() const {
    return {order_.begin(), order_.begin() + rank()};
  }
  [[nodiscard]] const std::vector<slong>& columns() const { return columns_; }

  /// The solution of matrix * x = right. Requires an invertible square matrix.
  [[nodiscard]] std::vector<ulong> solve(const std::vector<ulong>& right) const;

 private:
  ModularElimination(const IntegerMatrix& matrix, ulong prime);
  [[nodiscard]] bool eliminate(const StopToken& stop);
  void invert_pivots();
  slong eliminate_panel(slong first, slong last);
  [[nodiscard]] bool take_off(slong rank, slong first, slong last, const StopToken& stop);

  struct Clear {
    void operator()(nmod_mat_struct* matrix) const {
      nmod_mat_clear(matrix);
      delete matrix;
    }
  };
  // The two factors, where the matrix is invertible.
  std::unique_ptr<nmod_mat_struct, Clear> value_;
  std::vector<slong> order_;  // of the rows
  std::vector<slong> columns_;
  std::vector<ulong> inverses_;  // of the pivots of an invertible matrix
};

}  // namespace allnash::exact
