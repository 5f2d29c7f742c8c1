// What is known of payoffs before any is asked.
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
