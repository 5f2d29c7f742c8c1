#include "methods/paper/subsets.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "allnash/error.hpp"
#include "exact/fraction.hpp"

namespace allnash::methods {

namespace {

std::size_t at(Index index) { return static_cast<std::size_t>(index); }

// The largest c with C(c, k) <= rank, for k >= 2: a guess from C(c, k) ~ (c - (k - 1) / 2)^k / k!,
// then steps.
Index largest_member(Index rank, Index k, Index most) {
  double product = static_cast<double>(rank);
  for (Index t = 2; t <= k; ++t) product *= static_cast<double>(t);
  const double root = k == 2 ? std::sqrt(product) : std::pow(product, 1.0 / static_cast<double>(k));
  const double guess = root + static_cast<double>(k - 1) / 2;
  Index c = std::clamp(static_cast<Index>(guess), k - 1, most);
  const auto above = [&](Index member) {
    const Index value = binomial(member, k);
    return value < 0 || value > rank;
  };
  while (above(c)) --c;  // C(k - 1, k) = 0 ends it
  while (c < most && !above(c + 1)) ++c;
  return c;
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
  if (count_ >= 0) return;
  throw InputError("the subsets of " + std::to_string(k) + " of " + std::to_string(n) + " " + what +
                   " cannot be numbered with 63 bits");
}

Index Subsets::rank(std::span<const Index> subset) const {
  Index rank = 0;
  for (Index t = 0; t < k_; ++t) rank += binomial(subset[at(t)], t + 1);
  return rank;
}

void Subsets::subset(Index rank, std::span<Index> subset) const {
  Index most = n_ - 1;
  for (Index t = k_ - 1; t > 0; --t) {
    const Index member = largest_member(rank, t + 1, most);
    subset[at(t)] = member;
    rank -= binomial(member, t + 1);
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

}  // namespace allnash::methods
