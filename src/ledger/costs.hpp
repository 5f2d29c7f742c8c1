// What asking for each entry costs.
#pragma once

#include <mutex>

#include "allnash/payoff_source.hpp"

namespace allnash::ledger {

class Costs {
 public:
  /// The source must outlive it. In a symmetric game a match costs what its entry with row < column
  /// does. Throws InputError unless the shape is right.
  Costs(PayoffSource& source, Index rows, Index columns, bool symmetric);

  /// Throws InputError when it is negative.
  [[nodiscard]] Rational of(Entry entry) const;

 private:
  PayoffSource& source_;
  bool symmetric_;
  mutable std::mutex mutex_;  // the players look around side by side
};

}  // namespace allnash::ledger
