#include "exact/linear_system.hpp"

#include <flint/fmpq_mat.h>
#include <flint/nmod_mat.h>
#include <flint/perm.h>
#include <flint/ulong_extras.h>

#include "exact/access.hpp"

namespace allnash::exact {

Integer common_denominator(std::span<const Rational> values) {
  Integer result(1);
  for (const Rational& value : values) {
    // Most often one that has been seen, and a division is quicker than a common divisor.
    if (value.is_integer() || fmpz_divisible(result.raw(), denominator(value)) != 0) continue;
    fmpz_lcm(result.raw(), result.raw(), denominator(value));
  }
  return result;
}

void scale_to_integer(fmpz* out, const Rational& value, const Integer& scale) {
  if (value.is_integer()) {
    fmpz_mul(out, numerator(value), scale.raw());
  } else {
    fmpz_divexact(out, scale.raw(), denominator(value));
    fmpz_mul(out, out, numerator(value));
  }
}

ulong prime_for_ranks() { return n_nextprime(UWORD(1) << 26, 0); }

namespace {

class ModularMatrix {
 public:
  ModularMatrix(const IntegerMatrix& matrix, ulong prime) {
    nmod_mat_init(value_, matrix.rows(), matrix.columns(), prime);
    fmpz_mat_get_nmod_mat(value_, matrix.raw());
  }
  ModularMatrix(const ModularMatrix&) = delete;
  ModularMatrix& operator=(const ModularMatrix&) = delete;
  ~ModularMatrix() { nmod_mat_clear(value_); }
  nmod_mat_struct* raw() { return value_; }

 private:
  nmod_mat_t value_;
};

}  // namespace

InvertiblePart invertible_part(const IntegerMatrix& matrix) {
  ModularMatrix modular(matrix, prime_for_ranks());
  std::vector<slong> order(static_cast<std::size_t>(matrix.rows()));
  for (std::size_t t = 0; t < order.size(); ++t) order[t] = static_cast<slong>(t);
  const slong rank = nmod_mat_lu(order.data(), modular.raw(), 0);

  InvertiblePart part;
  part.rows.assign(order.begin(), order.begin() + rank);
  // The upper factor is in echelon form: the first non-zero of each line, right of the one above.
  slong column = 0;
  for (slong row = 0; row < rank; ++row) {
    while (nmod_mat_get_entry(modular.raw(), row, column) == 0) ++column;
    part.columns.push_back(column++);
  }
  return part;
}

std::optional<std::vector<Rational>> solve(const IntegerMatrix& matrix,
                                           const IntegerMatrix& right) {
  IntegerMatrix residues(matrix.columns(), 1);
  Integer modulus;
  if (fmpz_mat_solve_dixon(residues.raw(), modulus.raw(), matrix.raw(), right.raw()) == 0) {
    return std::nullopt;
  }
  fmpq_mat_t solution;
  fmpq_mat_init(solution, matrix.columns(), 1);
  const int found = fmpq_mat_set_fmpz_mat_mod_fmpz(solution, residues.raw(), modulus.raw());
  std::vector<Rational> result(found != 0 ? static_cast<std::size_t>(matrix.columns()) : 0);
  for (std::size_t t = 0; t < result.size(); ++t) {
    fmpq_swap(raw(result[t]), fmpq_mat_entry(solution, static_cast<slong>(t), 0));
  }
  fmpq_mat_clear(solution);
  if (found == 0) return std::nullopt;
  return result;
}

}  // namespace allnash::exact
