// A face of optimal strategies in coordinates of its own: as many as its dimension, and one
// half-space for each inequality that can matter.
#pragma once

#include <optional>
#include <span>

#include "allnash/result.hpp"
#include "exact/affine.hpp"
#include "exact/integer.hpp"
#include "exact/matrix.hpp"
#include "exact/stop_token.hpp"

namespace allnash::game {

/// Points are homogeneous, z = (w, t) with w > 0 and t / w the free coordinates.
struct HalfSpaces {
  exact::IntegerMatrix map;   ///< the strategy at z is map z, divided by its sum
  exact::IntegerMatrix rows;  ///< h.z >= 0: distinct directions, sorted, none constant
};

/// `interior` is dense on the support. `loose` has a line a row, a support strategy a column.
/// Nothing when stopped.
std::optional<HalfSpaces> half_spaces(const exact::NullSpace& hull,
                                      std::span<const Rational> interior,
                                      const exact::Matrix& loose, const Rational& value,
                                      const StopToken& stop);

}  // namespace allnash::game
