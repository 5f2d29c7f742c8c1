// A game in which looking for better responses climbs through all strategies: the higher level
// wins, most when it is just above, and so the top level is the equilibrium. Within a level there
// are `size` strategies: 1, or an odd number that beat one another in a circle. In random order,
// and not free.
#pragma once

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include "allnash/allnash.hpp"

namespace allnash::test {

class ClimbingGame final : public Source {
 public:
  /// Requires that `size` divides n.
  ClimbingGame(Index n, Index size, std::uint64_t seed)
      : Source(n, n), size_(size), rows_(order(n, seed)), columns_(order(n, seed + 1'000'000)) {}
  void payoffs(std::span<const Question> wanted, std::span<Rational> answers) override {
    for (std::size_t t = 0; t < wanted.size(); ++t) {
      const Index i = rows_[static_cast<std::size_t>(wanted[t].entry.row)];
      const Index j = columns_[static_cast<std::size_t>(wanted[t].entry.column)];
      const Index up = i / size_ - j / size_;
      answers[t] = up != 0 ? Rational(1, up) : in_circle(i % size_, j % size_);
    }
  }

 private:
  static std::vector<Index> order(Index n, std::uint64_t seed) {
    std::vector<Index> places(static_cast<std::size_t>(n));
    std::iota(places.begin(), places.end(), Index{0});
    std::mt19937_64 random(seed);
    for (std::size_t t = places.size(); t > 1; --t) std::swap(places[t - 1], places[random() % t]);
    return places;
  }
  // i beats the (size - 1) / 2 that follow it, by little.
  [[nodiscard]] Rational in_circle(Index i, Index j) const {
    if (i == j) return 0;
    const Index ahead = (j - i + size_) % size_;
    return ahead <= (size_ - 1) / 2 ? Rational(1, 1000) : Rational(-1, 1000);
  }

  Index size_;
  std::vector<Index> rows_;
  std::vector<Index> columns_;
};

}  // namespace allnash::test
