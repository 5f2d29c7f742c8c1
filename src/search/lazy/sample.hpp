// The small random block that the lazy method starts from: it tells noise from structure, and
// forecasts learn from it. Drawn once a run, from the seed.
#pragma once

#include <cstdint>
#include <vector>

#include "base/random.hpp"
#include "search/lazy/block.hpp"
#include "search/run.hpp"

namespace allnash::methods {

/// What is drawn for one player.
struct Draw {
  std::vector<std::uint32_t> order;  ///< a number a strategy: who is seen first, and who wins ties
  Lines lines;                       ///< a few strategies, sorted
};

struct Sample : Both<Draw> {
  /// Of no use when the run was stopped meanwhile.
  explicit Sample(const Run& run);
  /// Reads the block of the lines. False when the run must end.
  [[nodiscard]] bool read(Run& run) const;
  /// True when it shows no structure that forecasts could use. Requires that it was read.
  [[nodiscard]] bool looks_like_noise(const game::Known& known) const;
  /// True when it holds no third payoff, as in games of wins and losses. Requires that it was read.
  [[nodiscard]] bool shows_two_payoffs(const game::Known& known) const;

 private:
  void prefer_cheap(const Run& run, Random& random);
};

/// True when a table of payoffs is plainly more than independent noise: when row and column effects
/// (a number a row, a number a column) or two products of such numbers explain more of its variance
/// than they would of noise. So it is with games of skill, of few features, on smooth kernels, and
/// with a constant table. Rows have one length; needs at least two rows and two columns.
bool shows_structure(std::vector<std::vector<double>> table);

}  // namespace allnash::methods
