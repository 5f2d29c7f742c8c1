// Integer forms of rational lines, and the directions in which none of them changes.
#pragma once

#include <vector>

#include "exact/integer.hpp"
#include "exact/matrix.hpp"

namespace allnash::exact {

/// Each row times the least common multiple of its denominators.
IntegerMatrix clear_denominators(const Matrix& lines);

/// The null space of a set of lines, in reduced form: direction t is 1 at coordinate free[t] and 0
/// at the other free coordinates.
struct NullSpace {
  std::vector<Index> free;
  Matrix directions;  ///< a direction a row
};

/// Exact. Costs little more than an elimination modulo a word when the null space is zero.
NullSpace null_space(const IntegerMatrix& lines);

/// The first rows that are independent of those before them. `rank` is the rank that is expected;
/// the caller sees by their number when it is another.
std::vector<slong> independent_rows(const IntegerMatrix& lines, slong rank);

}  // namespace allnash::exact
