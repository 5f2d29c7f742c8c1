// One method on one game, over several seeds.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "games.hpp"

namespace bench {

/// One run. What a run asked that did not come to its end says nothing, so it holds no count.
struct Count {
  std::string failure;  ///< "stopped", "failed", "wrong value"; empty when there is a count
  std::int64_t queries = 0;
  std::optional<std::int64_t> rounds;  ///< absent when the run was not needed to know its queries
  double seconds = 0;
};

/// What a proved run says of the game: of one seed of a family.
struct Truth {
  double value = 0;
  std::int64_t floor = 0;
  std::size_t k1 = 0;
  std::size_t k2 = 0;
  bool operator==(const Truth&) const = default;
};

struct Settings {
  std::vector<std::string> methods;
  std::uint64_t seeds = 3;  ///< 1 .. seeds, of the family and of the method
  double limit = 120;       ///< seconds a run may take
};

/// The runs on one game: truths[s] and counts[m][s], by method and seed.
struct Measured {
  BenchGame game;
  std::vector<std::optional<Truth>> truths;  ///< absent when no run proved it
  std::vector<std::vector<Count>> counts;
};

/// Says on standard error how each run went.
Measured measure(const BenchGame& game, const Settings& settings);

}  // namespace bench
