#include "game/floating_filter.hpp"

#include <cmath>

namespace allnash::game {
namespace {

void scale_down(const fmpz* vector, slong width, double* scaled) {
  const slong bits = std::abs(_fmpz_vec_max_bits(vector, width));
  for (slong c = 0; c < width; ++c) {
    slong exponent = 0;
    const double mantissa = fmpz_get_d_2exp(&exponent, vector + c);
    // Far below the largest entry; the doubt covers it.
    scaled[c] =
        exponent < bits - 1000 ? 0 : std::ldexp(mantissa, static_cast<int>(exponent - bits));
  }
}

}  // namespace

FloatingFilter::FloatingFilter(const exact::IntegerMatrix& half_spaces)
    : width_(half_spaces.columns()),
      // Each of the width_ products is off by less than 4 units of 2^-52, each of the sums, which
      // stay below width_, by less than width_ units.
      doubt_(std::ldexp(static_cast<double>(width_ * (width_ + 8)), -51)),
      rows_(at(half_spaces.rows() * width_)),
      ray_(at(width_)) {
  for (slong row = 0; row < half_spaces.rows(); ++row) {
    scale_down(half_spaces.row(row), width_, rows_.data() + row * width_);
  }
}

void FloatingFilter::look_at(const fmpz* ray) { scale_down(ray, width_, ray_.data()); }

bool FloatingFilter::surely_inside(slong row) const {
  const double* half_space = rows_.data() + row * width_;
  double sum = 0;
  for (slong c = 0; c < width_; ++c) sum += half_space[c] * ray_[at(c)];
  return sum > doubt_;
}

}  // namespace allnash::game
