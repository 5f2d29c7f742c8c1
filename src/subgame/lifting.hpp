// Exact solutions of square systems of whole numbers, from floating ones.
#pragma once

#include <optional>
#include <vector>

#include "allnash/rational.hpp"
#include "exact/integer.hpp"
#include "exact/stop_token.hpp"

namespace allnash::subgame {

/// The solution of matrix * x = right, one column. Exact where there is one. Nothing when stopped,
/// or when doubles will not do: entries too large, a matrix singular or near it. BLAS must be kept
/// to one thread.
[[nodiscard]] std::optional<std::vector<Rational>> solve_by_lifting(
    const exact::IntegerMatrix& matrix, const exact::IntegerMatrix& right, const StopToken& stop);

}  // namespace allnash::subgame
