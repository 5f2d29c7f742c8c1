// What the searches among subgames cost, by what it was for.
#pragma once

#include <vector>

#include "allnash/result.hpp"

namespace allnash::methods {

/// Candidates for the value, the saddle point, the check of C1 to C3.
enum class Phase { values, search, check };

struct SearchCounts {
  PhaseCounts values{"values"};
  PhaseCounts search{"search"};
  PhaseCounts check{"check"};
  [[nodiscard]] PhaseCounts& of(Phase phase) {
    return phase == Phase::values ? values : phase == Phase::search ? search : check;
  }
  /// Empty where no search was begun.
  [[nodiscard]] std::vector<PhaseCounts> list() const {
    if (search.calls + values.calls == 0) return {};
    return {values, search, check};
  }
};

}  // namespace allnash::methods
