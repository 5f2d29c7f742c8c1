// Exact linear systems: lines of rationals as lines of integers, ranks, and solutions.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "allnash/rational.hpp"
#include "exact/integer.hpp"

namespace allnash::exact {

/// The least common multiple of the denominators.
Integer common_denominator(std::span<const Rational> values);

/// out = value * scale, which must be an integer.
void scale_to_integer(fmpz* out, const Rational& value, const Integer& scale);

/// The prime that ranks are looked for modulo. Sums of thousands of products fit a word, which
/// makes elimination twice as fast as modulo a prime that fills one.
ulong prime_for_ranks();

/// Rows and columns of a largest square part of the matrix that is invertible modulo a prime, and
/// so invertible. Columns are preferred from the left. Modulo the prime the part is as large as the
/// rank; over the integers the rank may be larger, which is rare and shows when a solution is
/// checked against the rows left out.
struct InvertiblePart {
  std::vector<slong> rows;
  std::vector<slong> columns;
};
InvertiblePart invertible_part(const IntegerMatrix& matrix);

/// The solution of matrix * x = right, exact, by p-adic lifting; nothing when the matrix is
/// singular.
std::optional<std::vector<Rational>> solve(const IntegerMatrix& matrix, const IntegerMatrix& right);

}  // namespace allnash::exact
