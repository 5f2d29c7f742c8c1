// Affine functions of a face's coordinates, as a linear program takes them.
#pragma once

#include <utility>
#include <vector>

#include "allnash/rational.hpp"
#include "core/exact/access.hpp"
#include "core/lp/polyhedron.hpp"
#include "large/choice/face.hpp"

namespace allnash::large {

/// The affine function times a positive number, in whole numbers.
inline lp::WholeRow whole_row(const Affine& affine, const Rational& less = {}) {
  std::vector<Rational> numbers = {affine.constant - less};
  for (const auto& [coordinate, factor] : affine.terms) numbers.push_back(factor);
  const exact::Integer scale = exact::common_denominator(numbers);
  lp::WholeRow row;
  exact::scale_to_integer(row.constant.raw(), numbers[0], scale);
  for (std::size_t t = 0; t < affine.terms.size(); ++t) {
    exact::Integer factor;
    exact::scale_to_integer(factor.raw(), numbers[t + 1], scale);
    row.terms.emplace_back(affine.terms[t].first, std::move(factor));
  }
  return row;
}

inline lp::Objective objective_of(const Affine& affine) { return whole_row(affine).terms; }

}  // namespace allnash::large
