// The parts of the lazy method: its random sample, its phases (lazy.cpp has their order), and the
// variant that `auto` uses.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/random.hpp"
#include "matrix/run/block.hpp"
#include "matrix/run/run.hpp"

namespace allnash::matrix {

/// The random draws for one player.
struct Draw {
  std::vector<std::uint32_t> order;  ///< random ranks; lower ones are seen first and win ties
  Lines lines;                       ///< a few strategies, sorted
  Lines others;                      ///< as many others, for a second test
};

/// The small random block that the lazy method starts from: it tells noise from structure, and
/// forecasts are fitted to it. Drawn once a run, from the seed.
struct Sample : Both<Draw> {
  /// Incomplete, and not to be used, if the run was stopped meanwhile.
  explicit Sample(const Run& run);
  /// Reads the block of the lines. True if it shows no structure that forecasts could use; if that
  /// is in doubt and the game is large, the block of the others is read, too, and decides. Nothing
  /// when the run must end.
  [[nodiscard]] std::optional<bool> looks_like_noise(Run& run) const;
  /// True if the block, which must have been read, has at most two payoffs, such as win and loss.
  [[nodiscard]] bool shows_two_payoffs(const game::Known& known) const;

 private:
  void prefer_cheap(const Run& run, Random& random);
};

/// A test statistic for structure in a table of payoffs: the share of its variance that row and
/// column effects (a number a row, a number a column) or two products of such numbers explain, over
/// the largest share that they would explain of noise. It is above 1 in games of skill, of few
/// features, on smooth kernels, and for a constant table; for noise, one table in a thousand or two
/// is just above. Rows have one length. Requires two rows and two columns.
double structure_in(std::vector<std::vector<double>> table);

/// The lazy method. If payoffs look like noise and `in_noise` is given, that method goes first: a
/// search for a saddle point, or with a tolerance one that answers.
Outcome lazy_or(Run& run, Method in_noise);

/// Reads lines whole, those of the start, then a row and a column a round, until the known payoffs
/// have an equilibrium in floating point, and returns its strategies. Empty when the run must end.
std::optional<game::Block> search_noise(Run& run, game::Block start);

/// The search from a starting block, and the proof that it ends in. Forecasts are not used in
/// noise.
Outcome search_lazily(Run& run, Sample sample, const Block& start, bool trust_forecasts);

/// The player's strategies that stand out, and the opponent's best mixture against them: lines to
/// read. Both empty if none does. `whole` are opponents known against all; `further` are others,
/// drawn at random. Nothing when the run must end.
[[nodiscard]] std::optional<Block> standouts(Run& run, Player player, const Lines& whole,
                                             const Lines& further);

}  // namespace allnash::matrix
