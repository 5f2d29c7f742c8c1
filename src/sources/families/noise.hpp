// Hashed randomness: a number for each entry or strategy, the same on every machine, with nothing
// stored.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "allnash/index.hpp"
#include "base/random.hpp"

namespace allnash::sources {

/// Numbers by place. A game takes one of these for each use it makes of its seed, with a stream
/// number of its own, so that the uses are independent.
class Noise {
 public:
  Noise(std::uint64_t seed, std::uint64_t stream)
      : key_(mixed(mixed(seed + golden) + golden * (stream + 1))) {}

  [[nodiscard]] std::uint64_t word(Index i, Index j = 0) const {
    const std::uint64_t row = mixed(key_ + golden * (static_cast<std::uint64_t>(i) + 1));
    return mixed(row ^ (0xd1342543de82ef95U * (static_cast<std::uint64_t>(j) + 1)));
  }

  /// An integer in [low, high], by the high half of a product: its bias is below (high - low) /
  /// 2^64.
  [[nodiscard]] std::int64_t uniform(std::int64_t low, std::int64_t high, Index i,
                                     Index j = 0) const {
    __extension__ using Wide = unsigned __int128;
    const std::uint64_t count =
        static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low) + 1;
    const auto drawn = static_cast<std::uint64_t>((Wide{word(i, j)} * count) >> 64U);
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(low) + drawn);
  }

  [[nodiscard]] bool bit(Index i, Index j) const { return (word(i, j) >> 63U) != 0; }

 private:
  static constexpr std::uint64_t golden = 0x9e3779b97f4a7c15U;
  std::uint64_t key_;
};

/// Where a planted game hides: distinct random strategies, numbered in the order they were drawn.
class HidingPlaces {
 public:
  /// Requires count <= strategies.
  HidingPlaces(Index strategies, Index count, const Noise& noise) {
    for (Index draw = 0; this->count() < count; ++draw) {
      const Index strategy = noise.uniform(0, strategies - 1, draw);
      if (!numbers_.try_emplace(strategy, this->count()).second) continue;
      places_.push_back(strategy);
    }
  }

  [[nodiscard]] Index count() const { return static_cast<Index>(places_.size()); }
  [[nodiscard]] Index place(Index number) const {
    return places_[static_cast<std::size_t>(number)];
  }
  /// The number of the place at this strategy, or -1.
  [[nodiscard]] Index number(Index strategy) const {
    const auto found = numbers_.find(strategy);
    return found == numbers_.end() ? -1 : found->second;
  }

 private:
  std::vector<Index> places_;
  std::unordered_map<Index, Index> numbers_;
};

}  // namespace allnash::sources
