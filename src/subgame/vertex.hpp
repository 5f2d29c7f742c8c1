// Finds an exact vertex of each optimal set, and from the two vertices both supports.
//
// It is for games on which the guesses of the interior point are wrong: some strategies are played
// so seldom, or fall short by so little, that the path does not tell them from the others in time.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "base/stop_token.hpp"
#include "exact/matrix.hpp"
#include "game/pair.hpp"
#include "game/players.hpp"
#include "subgame/float_game.hpp"

namespace allnash::subgame {

/// An optimal pair of vertices. A strategy of the basis may be played with probability 0.
struct ExactVertex {
  game::Pair pair;
  game::Block basis;                         ///< as many rows as columns, sorted
  game::Both<std::vector<Rational>> played;  ///< by strategy
  game::Both<std::vector<Rational>> slack;   ///< by strategy: what it falls short by

  /// True when every strategy is played or falls short: then there is no other optimal pair.
  [[nodiscard]] bool is_strict() const;
};

/// What came of looking for one.
struct VertexSearch {
  std::optional<ExactVertex> vertex;
  game::Block nearest;  ///< where there is none: the basis with the least fault; empty if none
};

/// By the simplex method in floating point. Where the exact solution of its basis shows that it is
/// not optimal, the difference is solved for in floating point, many times enlarged, until it is
/// (Gleixner, Steffy and Wolter 2016). That does not help where lines differ by rounding alone.
[[nodiscard]] VertexSearch find_vertex(const exact::Matrix& game, const FloatGame& floating,
                                       std::size_t threads, const StopToken& stop);

/// The game of the strategies that the vertex leaves undecided: played with probability 0 though in
/// the basis, or outside it though they fall short by nothing.
///
/// Moving away from the vertex, what two lists of variables may become is  e = G z,  both at least
/// 0; and a move of the other player is  w >= 0,  w G <= 0.  So which strategies some optimal pair
/// plays is which z and w are positive in a strictly complementary pair of the game with the
/// payoffs G turned, where both players may also do nothing, which pays 0. Its lines are brought to
/// one size, which changes no support, so that what is tiny in the game is not tiny here.
class UndecidedGame {
 public:
  /// Nothing when stopped. Game and vertex must outlive it.
  [[nodiscard]] static std::optional<UndecidedGame> at(const exact::Matrix& game,
                                                       const ExactVertex& vertex,
                                                       const StopToken& stop);
  [[nodiscard]] const exact::Matrix& payoffs() const { return payoffs_; }

  /// A step from the vertex, from a strictly complementary pair of this game to one of the whole;
  /// from one that is so nearly, to one whose supports are right. Nothing when the pair is none, or
  /// when stopped.
  [[nodiscard]] std::optional<game::Pair> step(const game::Pair& pair, const StopToken& stop) const;

 private:
  /// How a strategy that is not decided may move.
  struct Undecided {
    game::Player player;
    Index strategy;
    bool in_basis;  ///< then its slack moves, otherwise its probability
    Rational unit;  ///< what a move of 1 in this game is in the whole
  };

  UndecidedGame(const exact::Matrix& game, const ExactVertex& vertex);
  [[nodiscard]] bool fill(const StopToken& stop);
  void bring_to_size();
  [[nodiscard]] std::optional<MixedStrategy> stepped(game::Player player,
                                                     const std::vector<Rational>& change,
                                                     const std::vector<Index>& joining,
                                                     const StopToken& stop) const;

  const exact::Matrix& game_;
  const ExactVertex& vertex_;
  std::vector<Undecided> raised_;    // z
  std::vector<Undecided> blocking_;  // e, and w
  exact::Matrix payoffs_;            // a row for each z, a column for each e, and the zeros last
};

}  // namespace allnash::subgame
