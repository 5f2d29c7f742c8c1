// The parts of the lazy method: its random sample, its phases (lazy.cpp has their order), and the
// variant that `auto` uses.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/random.hpp"
#include "search/lazy/block.hpp"
#include "search/run.hpp"

namespace allnash::methods {

/// What is drawn for one player.
struct Draw {
  std::vector<std::uint32_t> order;  ///< by strategy: lower numbers are seen first and win ties
  Lines lines;                       ///< a few strategies, sorted
  Lines others;                      ///< as many others, for a second look
};

/// The small random block that the lazy method starts from: it tells noise from structure, and
/// forecasts learn from it. Drawn once a run, from the seed.
struct Sample : Both<Draw> {
  /// Incomplete, and not to be used, when the run was stopped meanwhile.
  explicit Sample(const Run& run);
  /// Reads the block of the lines. True when it shows no structure that forecasts could use; where
  /// that is in doubt and the game is large, the block of the others is read, too, and decides.
  /// Nothing when the run must end.
  [[nodiscard]] std::optional<bool> looks_like_noise(Run& run) const;
  /// True when it holds no third payoff, as in games of wins and losses. Requires that it was read.
  [[nodiscard]] bool shows_two_payoffs(const game::Known& known) const;

 private:
  void prefer_cheap(const Run& run, Random& random);
};

/// How plainly a table of payoffs is more than independent noise: the share of its variance that
/// row and column effects (a number a row, a number a column) or two products of such numbers
/// explain, over the largest share that they would explain of noise. It is above 1 in games of
/// skill, of few features, on smooth kernels, and for a constant table; of noise, one table in a
/// thousand or two is just above. Rows have one length; needs at least two rows and two columns.
double structure_in(std::vector<std::vector<double>> table);

/// The lazy method, but where payoffs look like noise the other method goes first, if there is one:
/// for a saddle point, or with a tolerance one that answers.
Outcome lazy_or(Run& run, Method in_noise);

/// Reads lines whole, those of the start, then a row and a column a round, until what is known
/// shows an equilibrium as floating point sees it, and returns its strategies. Empty when the run
/// must end.
std::optional<game::Block> search_noise(Run& run, game::Block start);

/// The search, and the proof that it ends in, from a block of strategies to start with. Forecasts
/// are of no use in noise.
Outcome search_lazily(Run& run, Sample sample, const Block& start, bool trust_forecasts);

/// The player's strategies that stand out, with what the opponent plays against them: lines to
/// read. Both empty when none does. `whole` are opponents known against all; `further` are others,
/// drawn at random. Nothing when the run must end.
[[nodiscard]] std::optional<Block> standouts(Run& run, Player player, const Lines& whole,
                                             const Lines& further);

}  // namespace allnash::methods
