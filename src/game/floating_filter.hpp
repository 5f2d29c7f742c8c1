// A floating look at half-spaces, to spare the exact one where the sign is beyond doubt.
#pragma once

#include <vector>

#include "exact/integer.hpp"

namespace allnash::game {

/// Every vector is scaled by a power of two so that its entries lie in [-1, 1].
class FloatingFilter {
 public:
  explicit FloatingFilter(const exact::IntegerMatrix& half_spaces);

  /// The ray that the next questions are about.
  void look_at(const fmpz* ray);
  /// True only if the ray lies strictly inside. False says nothing.
  [[nodiscard]] bool surely_inside(slong row) const;

 private:
  slong width_;
  double doubt_;
  std::vector<double> rows_;
  std::vector<double> ray_;
};

}  // namespace allnash::game
