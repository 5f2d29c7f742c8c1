// Mixed strategies side by side.
#pragma once

#include "allnash/result.hpp"

namespace allnash {

/// One order for extreme points: by dense vector, lexicographically, smaller first.
bool dense_less(const MixedStrategy& left, const MixedStrategy& right);

}  // namespace allnash
