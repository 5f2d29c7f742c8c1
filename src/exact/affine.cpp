#include "exact/affine.hpp"

#include <flint/fmpq.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "exact/access.hpp"
#include "exact/linear_system.hpp"

namespace allnash::exact {
namespace {

/// Places of the first non-zero entry of each row of a matrix in echelon form.
std::vector<slong> pivots(const IntegerMatrix& matrix, slong rank) {
  std::vector<slong> places;
  slong column = 0;
  for (slong row = 0; row < rank; ++row, ++column) {
    while (fmpz_is_zero(matrix.at(row, column)) != 0) ++column;
    places.push_back(column);
  }
  return places;
}

/// With the coordinates of these columns, rising, still to be found.
NullSpace space_of(const std::vector<slong>& bound, slong columns) {
  NullSpace result;
  for (slong column = 0; column < columns; ++column) {
    if (!std::ranges::binary_search(bound, column)) result.free.push_back(column);
  }
  result.directions = Matrix(std::ssize(result.free), columns);
  for (Index t = 0; t < result.directions.rows(); ++t) {
    result.directions.at(t, result.free[at(t)]) = Rational(1);
  }
  return result;
}

NullSpace null_space_by_elimination(IntegerMatrix lines) {
  Integer scale;
  const slong rank = fmpz_mat_rref(lines.raw(), scale.raw(), lines.raw());
  const std::vector<slong> bound = pivots(lines, rank);
  NullSpace result = space_of(bound, lines.columns());
  fmpz_neg(scale.raw(), scale.raw());
  for (Index t = 0; t < result.directions.rows(); ++t) {
    for (slong r = 0; r < rank; ++r) {
      result.directions.at(t, bound[at(r)]) =
          quotient(lines.at(r, result.free[at(t)]), scale.raw());
    }
  }
  return result;
}

// What an elimination in whole numbers takes, in steps of a nanosecond or so: numbers grow to the
// size of the minors.
double steps_of_elimination(const IntegerMatrix& lines) {
  const auto rank = static_cast<double>(lines.rows());
  const double bits = static_cast<double>(std::abs(fmpz_mat_max_bits(lines.raw()))) + 8;
  return 50 * rank * rank * static_cast<double>(lines.columns()) * (rank * bits / 64 + 1);
}

/// Direction by direction, by a solution of the square part each. Requires independent lines, and
/// the columns of an invertible part, rising.
std::optional<NullSpace> null_space_by_solving(const IntegerMatrix& lines,
                                               const std::vector<slong>& bound,
                                               const StopToken& stop) {
  const slong rank = lines.rows();
  IntegerMatrix square(rank, rank);
  for (slong r = 0; r < rank; ++r) {
    for (slong c = 0; c < rank; ++c) fmpz_set(square.at(r, c), lines.at(r, bound[at(c)]));
  }
  const auto system = PadicSystem::of(square, stop);
  if (!system) return std::nullopt;
  NullSpace result = space_of(bound, lines.columns());
  IntegerMatrix right(rank, 1);
  for (Index t = 0; t < result.directions.rows(); ++t) {
    for (slong r = 0; r < rank; ++r) fmpz_neg(right.at(r, 0), lines.at(r, result.free[at(t)]));
    auto solved = system->solve(right, stop);
    if (!solved) return std::nullopt;
    for (slong r = 0; r < rank; ++r) {
      result.directions.at(t, bound[at(r)]) = std::move((*solved)[at(r)]);
    }
  }
  return result;
}

}  // namespace

IntegerMatrix chosen_rows(const IntegerMatrix& lines, const std::vector<slong>& rows) {
  IntegerMatrix chosen(static_cast<slong>(rows.size()), lines.columns());
  for (std::size_t t = 0; t < rows.size(); ++t) {
    _fmpz_vec_set(chosen.row(static_cast<slong>(t)), lines.row(rows[t]), lines.columns());
  }
  return chosen;
}

IntegerMatrix clear_denominators(const Matrix& lines) {
  IntegerMatrix result(lines.rows(), lines.columns());
  for (Index i = 0; i < lines.rows(); ++i) {
    const Integer scale = common_denominator(lines.row(i));
    for (Index j = 0; j < lines.columns(); ++j) {
      scale_to_integer(result.at(i, j), lines.at(i, j), scale);
    }
  }
  return result;
}

std::optional<NullSpace> null_space(const IntegerMatrix& lines, const StopToken& stop) {
  constexpr double at_once = 1e8;  // steps, about a tenth of a second
  const auto modular = eliminated(lines, stop);
  if (!modular) return std::nullopt;
  if (modular->rank() == lines.columns()) return NullSpace{};
  IntegerMatrix chosen = chosen_rows(lines, modular->rows());
  if (steps_of_elimination(chosen) <= at_once) return null_space_by_elimination(std::move(chosen));
  return null_space_by_solving(chosen, modular->columns(), stop);
}

std::optional<std::vector<slong>> independent_rows(const IntegerMatrix& lines,
                                                   const StopToken& stop) {
  IntegerMatrix columns(lines.columns(), lines.rows());
  fmpz_mat_transpose(columns.raw(), lines.raw());
  const auto modular = eliminated(columns, stop);
  if (!modular) return std::nullopt;
  return modular->columns();
}

}  // namespace allnash::exact
