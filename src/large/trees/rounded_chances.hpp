// Probabilities of chance in a file whose writer rounded them to decimals, such as 0.333333.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "allnash/large.hpp"
#include "allnash/rational.hpp"

namespace allnash::large {

class RoundedChances {
 public:
  /// The probabilities, given as they are written and as numbers, of one chance move. Where they do
  /// not add up to exactly 1, the fractions of least denominator that they may have been rounded
  /// from, if these do. Otherwise unchanged.
  std::vector<Rational> read(const std::vector<std::string>& written,
                             std::vector<Rational> numbers);

  /// What was changed in all of them.
  [[nodiscard]] const Restored& what() const { return what_; }

 private:
  std::set<std::string> met_;  // those that were changed
  Restored what_;
};

}  // namespace allnash::large
