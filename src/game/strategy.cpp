#include "allnash/result.hpp"

namespace allnash {

double Result::ratio() const {
  return floor == 0 ? 1.0 : static_cast<double>(queries) / static_cast<double>(floor);
}

bool dense_less(const MixedStrategy& left, const MixedStrategy& right) {
  // Where the sparse lists first differ, the dense vectors do too: the one whose next strategy has
  // the lower index holds a positive number against a zero, and is the larger.
  for (std::size_t t = 0;; ++t) {
    if (t == left.size() || t == right.size()) return t == left.size() && t < right.size();
    if (left[t].strategy != right[t].strategy) return left[t].strategy > right[t].strategy;
    if (left[t].probability != right[t].probability) {
      return left[t].probability < right[t].probability;
    }
  }
}

}  // namespace allnash
