#include "matrix/research/paper/subsets.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "allnash/run.hpp"
#include "core/base/at.hpp"
#include "core/exact/fraction.hpp"

namespace allnash::matrix {

namespace {

Index pairs_below(Index member) {
  return static_cast<Index>(static_cast<exact::Wide>(member) * (member - 1) / 2);
}

}  // namespace

Index binomial(Index n, Index k) {
  if (k < 0 || k > n) return 0;
  k = std::min(k, n - k);
  exact::Wide product = 1;
  for (Index t = 1; t <= k; ++t) {
    // C(n, t - 1) (n - t + 1) / t; both factors are below 2^63.
    product = product * (n - t + 1) / t;
    if (product > std::numeric_limits<Index>::max()) return -1;
  }
  return static_cast<Index>(product);
}

Subsets::Subsets(Index n, Index k, const char* what) : n_(n), k_(k), count_(binomial(n, k)) {
  if (count_ < 0) {
    throw InputError("the subsets of " + std::to_string(k) + " of " + std::to_string(n) + " " +
                     what + " cannot be numbered with 63 bits");
  }
  for (Index size = 3; size <= k; ++size) {
    for (Index c = 0; c < n; ++c) {
      const Index value = binomial(c, size);
      table_.push_back(value < 0 ? std::numeric_limits<Index>::max() : value);
    }
  }
}

Index Subsets::choices(Index member, Index size) const {
  if (size == 1) return member;
  if (size == 2) return pairs_below(member);
  return table_[at((size - 3) * n_ + member)];
}

Index Subsets::largest_member(Index rank, Index size, Index most) const {
  if (size == 2) {
    const double root = std::sqrt(2 * static_cast<double>(rank));
    Index c = std::clamp(static_cast<Index>(root), Index{1}, most);
    while (pairs_below(c) > rank) --c;  // ends at 1, since no pair is below it
    while (c < most && pairs_below(c + 1) <= rank) ++c;
    return c;
  }
  const auto row = table_.begin() + (size - 3) * n_;
  return std::upper_bound(row + size, row + most + 1, rank) - row - 1;
}

Index Subsets::rank(std::span<const Index> subset) const {
  Index rank = 0;
  for (Index t = 0; t < k_; ++t) rank += choices(subset[at(t)], t + 1);
  return rank;
}

void Subsets::subset(Index rank, std::span<Index> subset) const {
  Index most = n_ - 1;
  for (Index t = k_ - 1; t > 0; --t) {
    Index& member = subset[at(t)];
    const bool stays = member >= t && member <= most && choices(member, t + 1) <= rank &&
                       (member == most || choices(member + 1, t + 1) > rank);
    if (!stays) member = largest_member(rank, t + 1, most);
    rank -= choices(member, t + 1);
    most = member - 1;
  }
  subset[0] = rank;
}

void Subsets::advance(std::span<Index> subset) const {
  Index t = 0;
  while (t + 1 < k_ && subset[at(t)] + 1 == subset[at(t + 1)]) {
    subset[at(t)] = t;
    ++t;
  }
  ++subset[at(t)];
}

}  // namespace allnash::matrix
