// Numbers that were rounded before they came here, such as a third as a double or as 0.333333, and
// the fractions that they probably were.
#pragma once

#include <optional>

#include "allnash/rational.hpp"

namespace allnash {

/// What was restored in a game: how many distinct numbers, and the largest change of one.
struct Restored {
  Index numbers = 0;
  Rational largest;
};

/// The rational of least denominator from `low` to `high`; of several integers the one nearest to
/// zero. Requires low <= high.
[[nodiscard]] ALLNASH_EXPORT Rational simplest_between(const Rational& low, const Rational& high);

/// The rational of least denominator within 2^-50 of the number, relatively, if that denominator
/// is at most 2^20: 1/3 for the double next to it. Throws std::domain_error for NaN and infinities.
[[nodiscard]] ALLNASH_EXPORT std::optional<Rational> restored(double number);

}  // namespace allnash
