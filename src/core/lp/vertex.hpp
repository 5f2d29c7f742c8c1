// Finds an exact vertex of each optimal set, and from the two vertices both supports.
//
// It is for games on which the guesses of the interior point are wrong: some strategies are played
// so seldom, or fall short by so little, that the path does not tell them from the others in time.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/base/stop_token.hpp"
#include "core/exact/matrix.hpp"
#include "core/game/pair.hpp"
#include "core/game/players.hpp"
#include "core/lp/float_game.hpp"

namespace allnash::lp {

/// An optimal pair of vertices. A strategy of the basis may be played with probability 0.
struct ExactVertex {
  game::Pair pair;
  game::Block basis;                         ///< sorted; as many rows as columns
  game::Both<std::vector<Rational>> played;  ///< probability by strategy
  game::Both<std::vector<Rational>> slack;   ///< by strategy: how far it is from a best response

  /// True when every strategy is played or has a slack: then no other pair is optimal.
  [[nodiscard]] bool is_strict() const;
};

/// The outcome of a search for a vertex.
struct VertexSearch {
  std::optional<ExactVertex> vertex;
  game::Block nearest;  ///< without a vertex: the basis with the least violation, or an empty one
};

/// By the simplex method in floating point with iterative refinement: where the exact solution of
/// the basis is not optimal, floating point solves for the correction, scaled up, until it is
/// (Gleixner, Steffy and Wolter 2016). This fails where lines of the game differ by rounding errors
/// alone.
[[nodiscard]] VertexSearch find_vertex(const exact::Matrix& game, const FloatGame& floating,
                                       std::size_t threads, const StopToken& stop);

/// The game of the strategies that the vertex leaves undecided: in the basis with probability 0, or
/// outside it with slack 0.
///
/// A move away from the vertex changes two lists of variables by  e = G z,  both at least 0, and a
/// move of the other player by  w >= 0,  w G <= 0.  The positive z and w of a strictly
/// complementary pair of the game G transposed, with a strategy of payoff 0 added for both, decide
/// which strategies some optimal pair plays. Scaling its lines to one size changes no support, and
/// makes tiny payoffs of the original visible.
class UndecidedGame {
 public:
  /// Nothing when stopped. Game and vertex must outlive it.
  [[nodiscard]] static std::optional<UndecidedGame> at(const exact::Matrix& game,
                                                       const ExactVertex& vertex,
                                                       const StopToken& stop);
  [[nodiscard]] const exact::Matrix& payoffs() const { return payoffs_; }

  /// A step from the vertex that turns a strictly complementary pair of this game into one of the
  /// original; from one that is so up to rounding, into one with the right supports. Nothing when
  /// the pair is not one, or when stopped.
  [[nodiscard]] std::optional<game::Pair> step(const game::Pair& pair, const StopToken& stop) const;

 private:
  /// How an undecided strategy may change.
  struct Undecided {
    game::Player player;
    Index strategy;
    bool in_basis;  ///< then its slack changes, otherwise its probability
    Rational unit;  ///< a change of 1 in this game, in units of the original
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
  exact::Matrix payoffs_;            // a row for each z, a column for each e, and last the zeros
};

}  // namespace allnash::lp
