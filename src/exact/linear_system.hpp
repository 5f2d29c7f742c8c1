// Exact linear systems: rationals made into integers line by line; rank and null space by
// elimination modulo a prime; solutions by p-adic lifting. The work is done in pieces, and the stop
// token is looked at between them.
#pragma once

#include <flint/nmod_mat.h>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "allnash/rational.hpp"
#include "base/stop_token.hpp"
#include "exact/access.hpp"
#include "exact/matrix.hpp"

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

/// Its rows and columns are those of a largest square part of the matrix that is invertible modulo
/// a prime, and so invertible. Columns are preferred from the left. Modulo the prime the part is as
/// large as the rank; over the integers the rank may be larger, which is rare and shows when a
/// solution is checked against the rows left out. Nothing when stopped.
std::optional<ModularElimination> invertible_part(const IntegerMatrix& matrix,
                                                  const StopToken& stop = {});

/// The matrix eliminated modulo a prime that leaves it its rank: it has the largest rank modulo so
/// many primes that no larger minor, by Hadamard's bound, is divisible by them all. Nothing when
/// stopped.
std::optional<ModularElimination> eliminated(const IntegerMatrix& matrix, const StopToken& stop);

/// Square systems of whole numbers of any size, solved exactly by p-adic lifting (Dixon 1982), in
/// steps between which a stop is heard.
class PadicSystem {
 public:
  /// Nothing when stopped, or when the matrix is singular (or so modulo two large primes). The
  /// matrix must outlive it.
  static std::optional<PadicSystem> of(const IntegerMatrix& matrix, const StopToken& stop);

  /// The solution of matrix * x = right, one column. Nothing when stopped.
  [[nodiscard]] std::optional<std::vector<Rational>> solve(const IntegerMatrix& right,
                                                           const StopToken& stop) const;

 private:
  PadicSystem(const IntegerMatrix& matrix, ulong prime, ModularElimination modular)
      : matrix_(matrix), prime_(prime), modular_(std::move(modular)) {}

  const IntegerMatrix& matrix_;
  ulong prime_;
  ModularElimination modular_;
};

/// The same for one right side.
std::optional<std::vector<Rational>> solve(const IntegerMatrix& matrix, const IntegerMatrix& right,
                                           const StopToken& stop = {});

/// Each row times the least common multiple of its denominators.
IntegerMatrix clear_denominators(const Matrix& lines);

[[nodiscard]] IntegerMatrix chosen_rows(const IntegerMatrix& lines, const std::vector<slong>& rows);

/// The null space of a set of lines, in reduced form: direction t is 1 at coordinate free[t] and 0
/// at the other free coordinates.
struct NullSpace {
  std::vector<Index> free;
  Matrix directions;  ///< a direction a row
};

/// Exact. Nothing when stopped.
std::optional<NullSpace> null_space(const IntegerMatrix& lines, const StopToken& stop = {});

/// The first rows that are independent of those before them. Nothing when stopped.
std::optional<std::vector<slong>> independent_rows(const IntegerMatrix& lines,
                                                   const StopToken& stop = {});

}  // namespace allnash::exact
