// Planning: a run that asks nothing. What its first round would ask is the plan, and then the run
// is over.
#pragma once

#include <utility>
#include <vector>

#include "allnash/source.hpp"

namespace allnash::ledger {

class Planned {
 public:
  void begin() { planning_ = true; }
  /// True when nothing may be asked.
  [[nodiscard]] bool planning() const { return planning_; }
  void make(std::vector<Question> round) {
    round_ = std::move(round);
    made_ = true;
  }
  [[nodiscard]] bool made() const { return made_; }
  /// All that the round would have asked, in that order.
  [[nodiscard]] const std::vector<Question>& round() const { return round_; }

 private:
  bool planning_ = false;
  bool made_ = false;
  std::vector<Question> round_;
};

}  // namespace allnash::ledger
