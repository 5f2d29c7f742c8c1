// Owners of FLINT integers and integer matrices, and the few things we ask of them.
#pragma once

#include <flint/fmpz.h>
#include <flint/fmpz_mat.h>
#include <flint/fmpz_vec.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "allnash/rational.hpp"
#include "base/at.hpp"

namespace allnash::exact {

class Integer {
 public:
  Integer() noexcept = default;
  explicit Integer(std::int64_t value) { fmpz_set_si(&value_, value); }
  Integer(const Integer& other) { fmpz_set(&value_, &other.value_); }
  Integer(Integer&& other) noexcept { std::swap(value_, other.value_); }
  Integer& operator=(const Integer& other) {
    fmpz_set(&value_, &other.value_);
    return *this;
  }
  Integer& operator=(Integer&& other) noexcept {
    std::swap(value_, other.value_);
    return *this;
  }
  ~Integer() { fmpz_clear(&value_); }

  fmpz* raw() noexcept { return &value_; }
  [[nodiscard]] const fmpz* raw() const noexcept { return &value_; }

 private:
  fmpz value_ = 0;
};

class IntegerMatrix {
 public:
  IntegerMatrix(slong rows, slong columns) { fmpz_mat_init(value_, rows, columns); }
  IntegerMatrix(const IntegerMatrix& other) { fmpz_mat_init_set(value_, other.value_); }
  IntegerMatrix(IntegerMatrix&& other) noexcept {
    fmpz_mat_init(value_, 0, 0);
    fmpz_mat_swap(value_, other.value_);
  }
  IntegerMatrix& operator=(IntegerMatrix other) noexcept {
    fmpz_mat_swap(value_, other.value_);
    return *this;
  }
  ~IntegerMatrix() { fmpz_mat_clear(value_); }

  fmpz_mat_struct* raw() noexcept { return value_; }
  [[nodiscard]] const fmpz_mat_struct* raw() const noexcept { return value_; }
  [[nodiscard]] slong rows() const noexcept { return value_->r; }
  [[nodiscard]] slong columns() const noexcept { return value_->c; }
  fmpz* at(slong row, slong column) noexcept { return fmpz_mat_entry(value_, row, column); }
  [[nodiscard]] const fmpz* at(slong row, slong column) const noexcept {
    return fmpz_mat_entry(value_, row, column);
  }
  fmpz* row(slong row) noexcept { return value_->rows[row]; }
  [[nodiscard]] const fmpz* row(slong row) const noexcept { return value_->rows[row]; }

 private:
  fmpz_mat_t value_;
};

/// numerator / denominator, in lowest terms. Requires a non-zero denominator.
Rational quotient(const fmpz* numerator, const fmpz* denominator);
/// Each over the denominator, which must be positive: quicker than one by one.
std::vector<Rational> quotients(const std::vector<Integer>& numerators, const Integer& denominator);

}  // namespace allnash::exact
