// Exact solutions of square systems of whole numbers, from floating ones.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "allnash/rational.hpp"
#include "base/stop_token.hpp"
#include "exact/integer.hpp"

namespace allnash::subgame {

/// The solution of matrix * x = right, one column. Exact where there is one. Nothing when stopped,
/// or when doubles will not do: entries too large, a matrix singular or near it. BLAS must be kept
/// to one thread.
[[nodiscard]] std::optional<std::vector<Rational>> solve_by_lifting(
    const exact::IntegerMatrix& matrix, const exact::IntegerMatrix& right, const StopToken& stop);

/// The solutions of both matrix * x = (0, ..., 0, 1). `ratio`, not 0, is about what the denominator
/// of the second is over that of the first, as determinants have it: where it is right but for a
/// small factor the second takes half as many steps. On up to two threads.
[[nodiscard]] std::array<std::optional<std::vector<Rational>>, 2> solve_both_by_lifting(
    const std::array<const exact::IntegerMatrix*, 2>& matrices, const Rational& ratio,
    std::size_t threads, const StopToken& stop);

}  // namespace allnash::subgame
