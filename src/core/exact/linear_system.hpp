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
#include "core/base/stop_token.hpp"
#include "core/exact/access.hpp"
#include "core/exact/matrix.hpp"

namespace allnash::exact {

/// The prime modulo which ranks are computed. Sums of thousands of products fit into a word, which
/// makes elimination twice as fast as with a prime of full word size.
ulong prime_for_ranks();

/// A matrix modulo a prime in row echelon form, eliminated from the left.
class ModularElimination {
 public:
  /// Nothing when stopped.
  [[nodiscard]] static std::optional<ModularElimination> of(const IntegerMatrix& matrix,
                                                            ulong prime, const StopToken& stop);
  [[nodiscard]] slong rank() const { return static_cast<slong>(columns_.size()); }
  /// A maximal set of independent rows, and the columns of their pivots, ascending: the first
  /// columns that are independent of those before them.
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
  // LU factors if the matrix is invertible.
  std::unique_ptr<nmod_mat_struct, Clear> value_;
  std::vector<slong> order_;  // of the rows
  std::vector<slong> columns_;
  std::vector<ulong> inverses_;  // of the pivots, if the matrix is invertible
};

/// Finds the rows and columns of a largest square submatrix that is invertible modulo a prime, and
/// therefore invertible. Columns on the left are preferred. Its size is the rank modulo the prime.
/// The rank over the integers may be larger, which is rare and shows when a solution is checked
/// against the other rows. Nothing when stopped.
std::optional<ModularElimination> invertible_part(const IntegerMatrix& matrix,
                                                  const StopToken& stop = {});

/// The matrix eliminated modulo a prime that preserves its rank: the prime of largest rank among so
/// many that, by Hadamard's bound, they cannot all divide a larger minor. Nothing when stopped.
std::optional<ModularElimination> eliminated(const IntegerMatrix& matrix, const StopToken& stop);

/// Square systems of integers of any size, solved exactly by p-adic lifting (Dixon 1982), in steps
/// between which it can be stopped.
class PadicSystem {
 public:
  /// Nothing when stopped, or when the matrix is singular (or is so modulo two large primes). The
  /// matrix must outlive the system.
  static std::optional<PadicSystem> of(const IntegerMatrix& matrix, const StopToken& stop);

  /// The solution of matrix * x = right with one right side. Nothing when stopped.
  [[nodiscard]] std::optional<std::vector<Rational>> solve(const IntegerMatrix& right,
                                                           const StopToken& stop) const;

 private:
  PadicSystem(const IntegerMatrix& matrix, ulong prime, ModularElimination modular)
      : matrix_(matrix), prime_(prime), modular_(std::move(modular)) {}

  const IntegerMatrix& matrix_;
  ulong prime_;
  ModularElimination modular_;
};

/// Solves a single system.
std::optional<std::vector<Rational>> solve(const IntegerMatrix& matrix, const IntegerMatrix& right,
                                           const StopToken& stop = {});

/// Each row times the least common multiple of its denominators.
IntegerMatrix clear_denominators(const Matrix& lines);

[[nodiscard]] IntegerMatrix chosen_rows(const IntegerMatrix& lines, const std::vector<slong>& rows);

/// The null space of a set of lines in reduced form: direction t is 1 at coordinate free[t] and 0
/// at the other free coordinates.
struct NullSpace {
  std::vector<Index> free;
  Matrix directions;  ///< one a row
};

/// Exact. Nothing when stopped.
std::optional<NullSpace> null_space(const IntegerMatrix& lines, const StopToken& stop = {});

/// The indices of the first rows that are independent of those before them. Nothing when stopped.
std::optional<std::vector<slong>> independent_rows(const IntegerMatrix& lines,
                                                   const StopToken& stop = {});

}  // namespace allnash::exact
