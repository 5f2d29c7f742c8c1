// Integer forms of rational lines, and the directions in which none of them changes.
#pragma once

#include <optional>
#include <vector>

#include "base/stop_token.hpp"
#include "exact/integer.hpp"
#include "exact/matrix.hpp"

namespace allnash::exact {

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
