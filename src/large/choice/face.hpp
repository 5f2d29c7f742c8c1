// All optimal flows of one player, in coordinates of their own.
//
// Claim (docs/research/all_equilibria.md, theorem F). Let (x, y) be the pair of flows that proves
// all equilibria; E and F are the arcs that x and y play. Each node that E reaches has a default
// arc; the flows of the other arcs of E are coordinates, those of the defaults follow. The
// opponent's nodes are worth what his best arc earns: at a node that F does not reach, the amount
// by which it is worth more is a coordinate, too. The other arcs of F lose nothing, which are
// linear equations on the flows; as many flows as there are independent ones follow from the rest.
// Then the player's optimal flows are those with
//
//   coordinates >= 0,  flow of every arc of E >= 0,  loss of every arc outside of F >= 0.
//
// Coordinates that share no such row vary on their own: the optimal flows are a product of blocks.
#pragma once

#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "allnash/rational.hpp"
#include "core/base/stop_token.hpp"
#include "core/lp/polyhedron.hpp"
#include "large/graphs/exact_pair.hpp"
#include "large/graphs/form.hpp"

namespace allnash::large {

/// A constant plus numbers times coordinates.
struct Affine {
  Rational constant;
  std::vector<std::pair<int, Rational>> terms;  ///< coordinates ascending, factors not 0

  [[nodiscard]] bool is_constant() const { return terms.empty(); }
  [[nodiscard]] Rational at(const std::vector<Rational>& point) const;
};

/// The proof of all equilibria, as far as it is needed here.
struct Proof {
  std::array<Numbers, 2> flow;  ///< by arc, times the unit
  std::array<exact::Integer, 2> unit;
  ArcSets played;
  std::array<std::optional<Index>, 2> dimension;  ///< of the optimal flows, where it is proved
};

/// Coordinates that vary together. Its polyhedron numbers them from 0.
struct FaceBlock {
  std::vector<int> coordinates;  ///< of the face, ascending
  int dimension = 0;             ///< how many of them are flows
  lp::Polyhedron polyhedron;
  std::vector<int> rows;  ///< of the face, by row of the polyhedron
};

/// All optimal flows of one player, in coordinates of their own. Many members: the coordinates, the
/// conditions and the way back to flows only have a meaning together.
class OptimalFace {
 public:
  /// Requires a pair that proves all equilibria. Nothing when stopped.
  static std::optional<OptimalFace> of(const Form& form, const Proof& proof, int player,
                                       const StopToken& stop);

  [[nodiscard]] int player() const { return player_; }
  [[nodiscard]] int coordinates() const { return static_cast<int>(point_.size()); }
  /// The first coordinates are flows, the others losses: the dimension of the optimal flows.
  [[nodiscard]] int dimension() const { return dimension_; }
  /// By arc of the player: its part of one unit.
  [[nodiscard]] const std::vector<Affine>& flow() const { return flow_; }
  /// By arc of the opponent: what it loses, times the scale of the form. Where flows are not
  /// optimal for any worth of nodes, the worth is the coordinates'.
  [[nodiscard]] const std::vector<Affine>& loss() const { return loss_; }
  /// The coordinates of the given flow.
  [[nodiscard]] const std::vector<Rational>& point() const { return point_; }

  [[nodiscard]] const std::vector<FaceBlock>& blocks() const { return blocks_; }
  /// By coordinate: its block, and its number there.
  [[nodiscard]] const std::vector<std::pair<int, int>>& place() const { return place_; }

  /// What is at least 0 in the polytope and may be 0: the coordinates, then these rows. Each is a
  /// positive multiple of the flow of an arc or the loss of an arc of the opponent.
  struct Row {
    bool own = true;
    int arc = 0;
    Rational scale;  ///< the row is this times the flow or loss
    lp::WholeRow whole;
  };
  [[nodiscard]] const std::vector<Row>& rows() const { return rows_; }
  /// By arc of the player, or of the opponent: the variable that its flow or loss is a positive
  /// multiple of, a coordinate or `coordinates()` plus a row; -1 for none.
  [[nodiscard]] const std::vector<int>& flow_variable() const { return flow_variable_; }
  [[nodiscard]] const std::vector<int>& loss_variable() const { return loss_variable_; }

  /// Amounts on the opponent's arcs that prove a bound (theorem R): the numbers of certificates,
  /// signed on the arcs that he plays, conserved at all nodes but the first. `multipliers` are
  /// those of variables (in units of the variable), `weights` the numbers on the player's arcs
  /// whose most they prove. Nothing when stopped.
  [[nodiscard]] std::optional<std::vector<Rational>> amounts_against(
      const std::vector<std::pair<int, Rational>>& weights,
      const std::vector<std::pair<int, Rational>>& multipliers, const StopToken& stop) const;
  /// The same for the most of a weighted sum of losses: what the weights and the multipliers are on
  /// the opponent's arcs.
  [[nodiscard]] std::optional<std::vector<Rational>> amounts_for(
      std::vector<Rational> weights, const std::vector<std::pair<int, Rational>>& multipliers,
      const StopToken& stop) const;
  /// The opponent's arcs that equilibria play.
  [[nodiscard]] const std::vector<char>& opponent_played() const { return played_[1 - player_]; }

 private:
  class Maker;
  [[nodiscard]] std::optional<std::vector<Rational>> completed(
      std::vector<Rational> own, std::vector<Rational> amount,
      const std::vector<std::pair<int, Rational>>& multipliers, const StopToken& stop) const;

  /// Equations on the flows, solved for as many of them.
  struct Elimination {
    std::vector<int> arcs;   // of the opponent, whose losses are 0, one an equation
    std::vector<int> flows;  // the free arcs of the player that follow
    exact::IntegerMatrix square{0, 0};
  };

  const Form* form_ = nullptr;
  int player_ = 0;
  int dimension_ = 0;
  std::vector<Affine> flow_;
  std::vector<Affine> loss_;
  std::vector<Rational> point_;
  std::vector<FaceBlock> blocks_;
  std::vector<std::pair<int, int>> place_;
  std::vector<Row> rows_;
  std::vector<int> flow_variable_;
  std::vector<int> loss_variable_;
  // For proofs.
  std::vector<Elimination> eliminations_;
  std::vector<int> default_of_;        // of the player's nodes; -1 where E does not come
  std::vector<int> opponent_default_;  // of the opponent's nodes
  std::vector<char> reached_;          // the opponent's nodes that F reaches
  ArcSets played_;
};

}  // namespace allnash::large
