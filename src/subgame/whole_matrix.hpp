// A square matrix of whole numbers whose products with whole vectors are exact and quick.
//
// Entries of up to 30 bits are doubles, and BLAS multiplies: sums below 2^53 are exact. Larger
// ones, which payoffs that are doubles have when they are made whole, are cut into parts of 25
// bits, and their products with vectors of 31 are summed in words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "exact/fraction.hpp"
#include "exact/integer.hpp"

namespace allnash::subgame {

/// Requires that it fits.
[[nodiscard]] exact::Wide wide(const fmpz* value);

class WholeMatrix {
 public:
  using Wide = exact::Wide;

  /// Nothing where entries are too large.
  [[nodiscard]] static std::optional<WholeMatrix> of(const exact::IntegerMatrix& matrix);

  [[nodiscard]] std::size_t size() const { return size_; }
  /// The nearest doubles or so, row by row.
  [[nodiscard]] const std::vector<double>& rounded() const { return rounded_; }
  /// The largest Euclidean norm of a row, and the largest sum of a row's sizes, rounded up.
  [[nodiscard]] double widest() const { return widest_; }
  [[nodiscard]] double norm() const { return norm_; }

  /// What a product, and what is taken off, must stay below: 2^room.
  [[nodiscard]] int room() const { return parts_.empty() ? narrow_room : wide_room; }
  /// Entries of the vector must stay below 2^vector_bits, whole as they are.
  [[nodiscard]] int vector_bits() const { return parts_.empty() ? 51 : 31; }
  /// rest -= matrix * whole. Requires whole numbers, and room.
  void take_off(const std::vector<double>& whole, std::vector<Wide>& rest) const;

 private:
  static constexpr int narrow_room = 52;  // sums of doubles are exact, with room to round
  static constexpr int wide_room = 125;
  static constexpr int most_narrow_bits = 30;
  static constexpr int most_bits = 90;  // what is left of the room are at least 20 bits a step
  static constexpr int part_bits = 25;
  static constexpr std::size_t most_summed = 128;  // products of 24 and 31 bits, in a word

  explicit WholeMatrix(const exact::IntegerMatrix& matrix);
  void measure();
  void cut(const exact::IntegerMatrix& matrix, slong bits);
  void take_off_narrow(const std::vector<double>& whole, std::vector<Wide>& rest) const;
  void take_off_wide(const std::vector<double>& whole, std::vector<Wide>& rest) const;

  std::size_t size_;
  std::vector<double> rounded_;
  std::vector<std::vector<std::int32_t>> parts_;  // the lowest bits first; none where narrow
  double widest_ = 0;
  double norm_ = 0;
};

}  // namespace allnash::subgame
