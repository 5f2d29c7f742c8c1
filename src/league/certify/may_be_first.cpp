#include "league/certify/may_be_first.hpp"

#include <algorithm>

namespace allnash::league {

std::vector<Index> excluded_by(std::vector<const Comparison*> against, std::int64_t players,
                               const Rational& level) {
  std::ranges::stable_sort(against, [](const Comparison* left, const Comparison* right) {
    return left->evidence.exceeds(right->evidence);
  });
  const Rational bound = Rational(players - 1) / level;
  Least sum;
  std::vector<Index> by;
  for (const Comparison* const one : against) {
    sum.add(one->evidence);
    by.push_back(one->above);
    if (!sum.reaches(bound)) continue;
    std::ranges::sort(by);
    return by;
  }
  return {};
}

}  // namespace allnash::league
