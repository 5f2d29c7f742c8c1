// The range in which all payoffs lie, if it is known beforehand.
#pragma once

#include "allnash/rational.hpp"

namespace allnash {

/// Every payoff lies in it, ends included.
struct PayoffRange {
  Rational low;
  Rational high;
  [[nodiscard]] bool holds(const Rational& payoff) const { return low <= payoff && payoff <= high; }
};

}  // namespace allnash
