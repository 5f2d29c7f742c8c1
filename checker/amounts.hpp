// Whole numbers over a common unit: the parts of a mixture or of a flow.
#pragma once

#include <vector>

#include "text.hpp"

namespace checker {

struct Amounts {
  Integer unit;
  std::vector<Index> at;  // strategies or arcs, rising
  std::vector<Integer> amount;

  /// Takes an index below `limit` and a whole number above 0, or of either sign but not 0. `what`
  /// is what the indices count, in messages.
  void take(Line& line, Index limit, const char* what, bool either_sign = false);
  /// Whether a number above 1 divides the unit and all amounts.
  [[nodiscard]] bool has_common_factor() const;
};

}  // namespace checker
