// Exact linear systems: lines of rationals as lines of integers, ranks, and solutions.
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "allnash/rational.hpp"
#include "base/stop_token.hpp"
#include "exact/integer.hpp"
#include "exact/modular.hpp"

namespace allnash::exact {

/// The least common multiple of the denominators.
Integer common_denominator(std::span<const Rational> values);

/// out = value * scale, which must be an integer.
void scale_to_integer(fmpz* out, const Rational& value, const Integer& scale);

/// Rows and columns of a largest square part of the matrix that is invertible modulo a prime, and
/// so invertible. Columns are preferred from the left. Modulo the prime the part is as large as the
/// rank; over the integers the rank may be larger, which is rare and shows when a solution is
/// checked against the rows left out. Nothing when stopped.
struct InvertiblePart {
  std::vector<slong> rows;
  std::vector<slong> columns;
};
std::optional<InvertiblePart> invertible_part(const IntegerMatrix& matrix,
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

}  // namespace allnash::exact
