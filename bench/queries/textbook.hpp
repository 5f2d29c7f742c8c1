// The double oracle method as textbooks give it, kept for comparison: what the library's methods
// save, they save over this.
//
// It is floating point throughout and stops at one equilibrium, so that its answer is not proved
// and ties are ignored.
#pragma once

#include <chrono>
#include <cstdint>

#include "allnash/allnash.hpp"

namespace bench {

struct TextbookRun {
  bool stopped = false;  ///< by the deadline; then the counts are of a run cut short
  double value = 0;
  std::int64_t queries = 0;  ///< distinct payoffs asked
  std::int64_t rounds = 0;   ///< batches they were asked in
};

/// Starts from one random row and column. Each turn solves the game on the working sets, reads the
/// whole row or column of every strategy played there, and takes up the best response of each
/// player; ends when neither gains more than 1e-9 of the range of the payoffs seen. Keeps a table
/// of the whole game in memory.
TextbookRun textbook(allnash::Source& game, std::uint64_t seed,
                     std::chrono::steady_clock::time_point deadline);

}  // namespace bench
