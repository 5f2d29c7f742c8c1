// The games that queries are counted on.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace bench {

struct BenchGame {
  std::string name;
  std::string family;  ///< and its keys, besides size and seed
  bool seeded = true;  ///< its family has a seed
  std::int64_t size = 2000;
  double target = 0;  ///< queries / floor that `auto` is to reach at this size
  bool sized = true;  ///< its family has a size, n

  /// As `open_game` takes it.
  [[nodiscard]] std::string description(std::uint64_t seed) const;
};

/// All of them; the sizes of those that have one are in the proportion of `size` to 2000.
std::vector<BenchGame> bench_games(std::int64_t size);

}  // namespace bench
