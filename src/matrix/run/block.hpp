// Equilibria of a block: the game on some strategies of each player, of which every payoff is
// known.
#pragma once

#include <limits>
#include <optional>
#include <utility>

#include "core/base/stop_token.hpp"
#include "core/game/pair.hpp"
#include "core/game/view.hpp"
#include "core/lp/float_dictionary.hpp"
#include "core/lp/float_game.hpp"
#include "matrix/run/run.hpp"

namespace allnash::matrix {

using game::Block;
using game::Both;
using game::Lines;
using game::Player;
using game::View;

/// An equilibrium of the block in floating point. Strategies are numbered as in the game.
struct FloatEquilibrium {
  Both<FloatMix> mix;
  double value = 0;  ///< the row player's
  double reach = 0;  ///< half the range of the block's payoffs, once far ones are moved nearer
  /// Strategies of the block that earn the value up to rounding errors: where an exact solution
  /// starts.
  Block near;
};

/// Moves payoffs that are much farther from the median than most others nearer to it, in their
/// order. Beside them floating point would see no difference between the others; and a strategy
/// with such a payoff is played just seldom enough, however large it is.
struct Nearer {
  double median = 0;
  double limit = std::numeric_limits<double>::infinity();  ///< the distance that is not changed
  [[nodiscard]] double operator()(double payoff) const;
};

/// Solves blocks in floating point, each starting from the last solution: consecutive blocks share
/// most of their strategies.
class FloatSolver {
 public:
  /// Unknown payoffs of a block are those that the view assumes.
  explicit FloatSolver(const View& view)
      : rows_(view.player() == Player::row ? view : view.opponent()) {}

  /// One extreme equilibrium. Nothing if the floating solver fails or is stopped.
  std::optional<FloatEquilibrium> solve(const Block& block, const StopToken& stop);
  /// Elementary operations so far (Run::work).
  [[nodiscard]] std::int64_t work() const { return work_; }

 private:
  void draw_nearer(const Block& block);
  [[nodiscard]] std::vector<double> payoffs_of(const Block& block) const;
  [[nodiscard]] lp::FloatGame floating_game(const Block& block) const;
  [[nodiscard]] std::optional<FloatEquilibrium> solve_grown(const Block& block,
                                                            const StopToken& stop);
  [[nodiscard]] std::optional<FloatEquilibrium> solve_anew(const Block& block,
                                                           const StopToken& stop);

  View rows_;  // from the row player's side
  Nearer nearer_;
  std::size_t looked_at_ = 0;  // size of the block that `nearer_` is from
  Block last_;
  lp::Basis basis_;  // of the last block
  /// The last block that `solve_grown` solved; payoffs are less the shift, divided by the unit.
  struct Grown {
    Block block;
    lp::FloatDictionary dictionary;
    double shift = 0;
    double unit = 1;
    lp::FloatDictionary::Vertex wanted = lp::FloatDictionary::Vertex::only;
    int failures = 0;  // in a row
    int pause = 0;     // number of blocks to skip after failures
  };
  Grown grown_;
  std::int64_t work_ = 0;
};

enum class Ties { join, stay_out };

/// The strictly complementary pair of the block, exactly. It is solved on `part` first, which grows
/// while another strategy of the block beats or ties the solution, or on the whole block if
/// floating point cannot have told which part matters. With Ties::stay_out the result is an
/// equilibrium of the block, strictly complementary on a part of it. Requires that the block is
/// known, or that the view, of either player, assumes the unknown payoffs. Nothing when stopped.
/// Adds the elementary operations to `work`, if given.
std::optional<game::Pair> exact_equilibrium(const View& view, const Block& block, Block part,
                                            const StopToken& stop, Ties ties = Ties::join,
                                            std::int64_t* work = nullptr);
/// The same for a block that is known.
inline std::optional<game::Pair> exact_equilibrium(const game::Known& known, const Block& block,
                                                   Block part, const StopToken& stop,
                                                   Ties ties = Ties::join,
                                                   std::int64_t* work = nullptr) {
  return exact_equilibrium(View(known, Player::row), block, std::move(part), stop, ties, work);
}

/// The elementary operations that the exact solution of a game of this size takes, estimated.
[[nodiscard]] std::int64_t work_of_exact(std::size_t rows, std::size_t columns);

/// The strategies with positive probability, rising.
[[nodiscard]] Lines support_of(const FloatMix& mix);

/// A strategy's expected payoff against an opponent's mixed strategy, exactly.
Rational earned(const View& view, Index own, const MixedStrategy& opponent);

/// The best response's payoff against an opponent's strategy, exactly. Requires that the opponent's
/// strategies are known whole. Nothing when stopped.
std::optional<Rational> most_earned(const View& view, const MixedStrategy& opponent,
                                    const StopToken& stop);

/// Responses outside the block: for each player the best one if it beats the value, else all that
/// tie it. Requires that the lines of the pair's supports are known whole.
Block responses_outside(const game::Known& known, const game::Pair& pair, const Block& block);

/// A bound on the error of a sum of `terms` probabilities times payoffs up to `largest` in size,
/// when payoffs, probabilities, products and sums are rounded, towards zero too.
double rounding(std::size_t terms, double largest);

}  // namespace allnash::matrix
