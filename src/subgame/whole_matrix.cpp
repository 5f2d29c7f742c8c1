#include "subgame/whole_matrix.hpp"

#include <cblas.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace allnash::subgame {

namespace {

// Its lowest bits, as a number from -2^(bits - 1) up to 2^(bits - 1); the rest is divided by
// 2^bits.
std::int32_t take_low(exact::Wide& value, int bits) {
  const exact::Wide half = exact::Wide{1} << (bits - 1);
  const exact::Wide rest = (value + half) >> bits;
  const auto low = static_cast<std::int32_t>(value - (rest << bits));
  value = rest;
  return low;
}

std::int64_t summed(const std::int32_t* left, const std::int32_t* right, std::size_t count) {
  std::int64_t sum = 0;
  for (std::size_t t = 0; t < count; ++t) sum += std::int64_t{left[t]} * right[t];
  return sum;
}

}  // namespace

exact::Wide wide(const fmpz* value) {
  ulong high = 0;
  ulong low = 0;
  fmpz_get_signed_uiui(&high, &low, value);
  return (static_cast<exact::Wide>(static_cast<slong>(high)) << 64) | low;
}

std::optional<WholeMatrix> WholeMatrix::of(const exact::IntegerMatrix& matrix) {
  if (matrix.rows() != matrix.columns()) return std::nullopt;
  const slong bits = std::abs(fmpz_mat_max_bits(matrix.raw()));
  if (bits > most_bits) return std::nullopt;
  WholeMatrix result(matrix);
  if (bits > most_narrow_bits) result.cut(matrix, bits);
  result.measure();
  return result;
}

WholeMatrix::WholeMatrix(const exact::IntegerMatrix& matrix)
    : size_(static_cast<std::size_t>(matrix.rows())) {
  rounded_.reserve(size_ * size_);
  for (slong row = 0; row < matrix.rows(); ++row) {
    for (slong column = 0; column < matrix.columns(); ++column) {
      rounded_.push_back(fmpz_get_d(matrix.at(row, column)));
    }
  }
}

void WholeMatrix::measure() {
  constexpr double rounding = 1 + 1e-9;
  for (std::size_t row = 0; row < size_; ++row) {
    const double* line = &rounded_[row * size_];
    widest_ = std::max(widest_, std::sqrt(std::inner_product(line, line + size_, line, 0.0)));
    double sum = 0;
    for (std::size_t t = 0; t < size_; ++t) sum += std::abs(line[t]);
    norm_ = std::max(norm_, sum);
  }
  widest_ *= rounding;
  norm_ *= rounding;
}

void WholeMatrix::cut(const exact::IntegerMatrix& matrix, slong bits) {
  parts_.resize(static_cast<std::size_t>(bits / part_bits + 1));  // one bit more for the sign
  for (auto& part : parts_) part.reserve(size_ * size_);
  for (slong row = 0; row < matrix.rows(); ++row) {
    for (slong column = 0; column < matrix.columns(); ++column) {
      Wide entry = wide(matrix.at(row, column));
      for (auto& part : parts_) part.push_back(take_low(entry, part_bits));
    }
  }
}

void WholeMatrix::take_off(const std::vector<double>& whole, std::vector<Wide>& rest) const {
  parts_.empty() ? take_off_narrow(whole, rest) : take_off_wide(whole, rest);
}

void WholeMatrix::take_off_narrow(const std::vector<double>& whole, std::vector<Wide>& rest) const {
  const int size = static_cast<int>(size_);
  std::vector<double> product(size_);
  cblas_dgemv(CblasRowMajor, CblasNoTrans, size, size, 1, rounded_.data(), size, whole.data(), 1, 0,
              product.data(), 1);
  for (std::size_t t = 0; t < size_; ++t) rest[t] -= static_cast<std::int64_t>(product[t]);
}

void WholeMatrix::take_off_wide(const std::vector<double>& whole, std::vector<Wide>& rest) const {
  std::vector<std::int32_t> vector(size_);
  for (std::size_t t = 0; t < size_; ++t) vector[t] = static_cast<std::int32_t>(whole[t]);
  for (std::size_t row = 0; row < size_; ++row) {
    for (std::size_t p = 0; p < parts_.size(); ++p) {
      const std::int32_t* line = &parts_[p][row * size_];
      Wide sum = 0;
      for (std::size_t first = 0; first < size_; first += most_summed) {
        sum += summed(line + first, &vector[first], std::min(most_summed, size_ - first));
      }
      rest[row] -= sum << (static_cast<int>(p) * part_bits);
    }
  }
}

}  // namespace allnash::subgame
