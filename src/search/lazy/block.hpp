// Equilibria of a block: the game on some strategies of each player, of which every payoff is
// known.
#pragma once

#include <optional>
#include <utility>

#include "base/stop_token.hpp"
#include "game/pair.hpp"
#include "game/view.hpp"
#include "search/run.hpp"
#include "subgame/float_dictionary.hpp"
#include "subgame/float_game.hpp"

namespace allnash::methods {

using game::Block;
using game::Both;
using game::Lines;
using game::Player;
using game::View;

/// An equilibrium of the block in floating point. Strategies are numbered as in the game.
struct FloatEquilibrium {
  Both<FloatMix> mix;
  double value = 0;  ///< the row player's
  double reach = 0;  ///< half the range of the block's payoffs
  /// Strategies of the block that fall short of the value by nothing that floating point sees:
  /// where an exact solution starts.
  Block near;
};

/// Solves blocks in floating point, each from where the last one ended: the next shares most of its
/// strategies.
class FloatSolver {
 public:
  /// What is unknown of a block counts as the view says.
  explicit FloatSolver(const View& view)
      : rows_(view.player() == Player::row ? view : view.opponent()) {}

  /// One extreme equilibrium. Nothing when the floating solver fails or is stopped.
  std::optional<FloatEquilibrium> solve(const Block& block, const StopToken& stop);

 private:
  [[nodiscard]] std::optional<FloatEquilibrium> solve_grown(const Block& block,
                                                            const StopToken& stop);
  [[nodiscard]] std::optional<FloatEquilibrium> solve_anew(const Block& block,
                                                           const StopToken& stop);

  View rows_;  // the row player's
  Block last_;
  subgame::Basis basis_;  // of the last
  /// The last block that was solved so; over payoffs less the shift, in units.
  struct Grown {
    Block block;
    subgame::FloatDictionary dictionary;
    double shift = 0;
    double unit = 1;
    int failures = 0;  // in a row
    int pause = 0;     // how many blocks not to try, since one failed
  };
  Grown grown_;
};

enum class Ties { join, stay_out };

/// The strictly complementary pair of the block, exactly, solved on `part` of it first and enlarged
/// while another strategy of the block beats or ties it, or with all of the block where floating
/// point cannot have told which part matters. Where ties stay out it is an equilibrium
/// of the block, and strictly complementary on a part of it. Requires that the block is known, or
/// that the view, of either player, assumes what is not. Nothing when stopped.
std::optional<game::Pair> exact_equilibrium(const View& view, const Block& block, Block part,
                                            const StopToken& stop, Ties ties = Ties::join);
/// The same of a block that is known.
inline std::optional<game::Pair> exact_equilibrium(const game::Known& known, const Block& block,
                                                   Block part, const StopToken& stop,
                                                   Ties ties = Ties::join) {
  return exact_equilibrium(View(known, Player::row), block, std::move(part), stop, ties);
}

/// The strategies that are played, rising.
[[nodiscard]] Lines support_of(const FloatMix& mix);

/// What a strategy earns against an opponent's, exactly.
Rational earned(const View& view, Index own, const MixedStrategy& opponent);

/// What the best response to an opponent's strategy earns, exactly. Requires that the opponent's
/// strategies are known whole. Nothing when stopped.
std::optional<Rational> most_earned(const View& view, const MixedStrategy& opponent,
                                    const StopToken& stop);

/// Of all strategies of the game outside the block: the best one a player where one beats the
/// value, or else all that tie it. Requires that the lines of the pair's supports are known whole.
Block responses_outside(const game::Known& known, const game::Pair& pair, const Block& block);

/// How far a sum of so many probabilities times payoffs up to `largest` in size may be off when
/// payoffs, probabilities, products and sums are rounded, towards zero too.
double rounding(std::size_t terms, double largest);

}  // namespace allnash::methods
