#include "exact/affine.hpp"

#include <flint/fmpq.h>
#include <flint/nmod_mat.h>

#include "exact/access.hpp"
#include "exact/linear_system.hpp"

namespace allnash::exact {
namespace {

/// Places of the first non-zero entry of each row of a matrix in echelon form.
template <class IsZero>
std::vector<slong> pivots(slong rank, IsZero is_zero) {
  std::vector<slong> places;
  slong column = 0;
  for (slong row = 0; row < rank; ++row, ++column) {
    while (is_zero(row, column)) ++column;
    places.push_back(column);
  }
  return places;
}

class ModularMatrix {
 public:
  ModularMatrix(slong rows, slong columns, mp_limb_t prime) {
    nmod_mat_init(value_, rows, columns, prime);
  }
  ModularMatrix(const ModularMatrix&) = delete;
  ModularMatrix& operator=(const ModularMatrix&) = delete;
  ~ModularMatrix() { nmod_mat_clear(value_); }
  nmod_mat_struct* raw() noexcept { return value_; }

 private:
  nmod_mat_t value_;
};

/// Rows that are independent modulo a prime, hence independent; the rank modulo the prime may fall
/// short of the rank.
std::vector<slong> independent_modulo_prime(const IntegerMatrix& lines) {
  const mp_limb_t prime = prime_for_ranks();
  ModularMatrix columns(lines.columns(), lines.rows(), prime);
  for (slong i = 0; i < lines.rows(); ++i) {
    for (slong j = 0; j < lines.columns(); ++j) {
      nmod_mat_entry(columns.raw(), j, i) = fmpz_fdiv_ui(lines.at(i, j), prime);
    }
  }
  const slong rank = nmod_mat_rref(columns.raw());
  return pivots(rank, [&](slong row, slong column) {
    return nmod_mat_entry(columns.raw(), row, column) == 0;
  });
}

IntegerMatrix chosen_rows(const IntegerMatrix& lines, const std::vector<slong>& rows) {
  IntegerMatrix chosen(static_cast<slong>(rows.size()), lines.columns());
  for (std::size_t t = 0; t < rows.size(); ++t) {
    _fmpz_vec_set(chosen.row(static_cast<slong>(t)), lines.row(rows[t]), lines.columns());
  }
  return chosen;
}

NullSpace null_space_by_elimination(IntegerMatrix lines) {
  Integer scale;
  const slong rank = fmpz_mat_rref(lines.raw(), scale.raw(), lines.raw());
  const std::vector<slong> bound = pivots(
      rank, [&](slong row, slong column) { return fmpz_is_zero(lines.at(row, column)) != 0; });
  NullSpace result;
  for (slong column = 0, next = 0; column < lines.columns(); ++column) {
    if (next < rank && bound[at(next)] == column) {
      ++next;
    } else {
      result.free.push_back(column);
    }
  }
  result.directions = Matrix(static_cast<Index>(result.free.size()), lines.columns());
  fmpz_neg(scale.raw(), scale.raw());
  for (std::size_t t = 0; t < result.free.size(); ++t) {
    const auto row = static_cast<Index>(t);
    result.directions.at(row, result.free[t]) = Rational(1);
    for (slong r = 0; r < rank; ++r) {
      result.directions.at(row, bound[at(r)]) = quotient(lines.at(r, result.free[t]), scale.raw());
    }
  }
  return result;
}

/// True when every line is constant along every direction.
bool annihilates(const IntegerMatrix& lines, const Matrix& directions) {
  const IntegerMatrix integral = clear_denominators(directions);
  IntegerMatrix columns(integral.columns(), integral.rows());
  fmpz_mat_transpose(columns.raw(), integral.raw());
  IntegerMatrix product(lines.rows(), integral.rows());
  fmpz_mat_mul(product.raw(), lines.raw(), columns.raw());
  return fmpz_mat_is_zero(product.raw()) != 0;
}

}  // namespace

IntegerMatrix clear_denominators(const Matrix& lines) {
  IntegerMatrix result(lines.rows(), lines.columns());
  Integer scale;
  Integer factor;
  for (Index i = 0; i < lines.rows(); ++i) {
    fmpz_one(scale.raw());
    for (const Rational& entry : lines.row(i)) {
      if (!fmpz_is_one(denominator(entry))) {
        fmpz_lcm(scale.raw(), scale.raw(), denominator(entry));
      }
    }
    for (Index j = 0; j < lines.columns(); ++j) {
      const Rational& entry = lines.at(i, j);
      fmpz_divexact(factor.raw(), scale.raw(), denominator(entry));
      fmpz_mul(result.at(i, j), numerator(entry), factor.raw());
    }
  }
  return result;
}

NullSpace null_space(const IntegerMatrix& lines) {
  const std::vector<slong> rows = independent_modulo_prime(lines);
  if (static_cast<slong>(rows.size()) == lines.columns()) return {};
  NullSpace result = null_space_by_elimination(chosen_rows(lines, rows));
  if (annihilates(lines, result.directions)) return result;
  return null_space_by_elimination(lines);  // an unlucky prime
}

std::vector<slong> independent_rows(const IntegerMatrix& lines, slong rank) {
  std::vector<slong> rows = independent_modulo_prime(lines);
  if (static_cast<slong>(rows.size()) == rank) return rows;
  IntegerMatrix columns(lines.columns(), lines.rows());  // an unlucky prime
  fmpz_mat_transpose(columns.raw(), lines.raw());
  Integer scale;
  const slong found = fmpz_mat_rref(columns.raw(), scale.raw(), columns.raw());
  return pivots(
      found, [&](slong row, slong column) { return fmpz_is_zero(columns.at(row, column)) != 0; });
}

}  // namespace allnash::exact
