// Builds a game on flows one information set at a time, for game trees and card games.
#pragma once

#include <string>
#include <utility>

#include "allnash/large.hpp"
#include "core/base/at.hpp"
#include "core/base/pace.hpp"
#include "core/base/stop_token.hpp"
#include "core/game/players.hpp"

namespace allnash::large {

class SequenceForm {
 public:
  /// The empty sequence: the arc at node 0 of each player.
  static constexpr Index no_move = 0;

  /// Each addition is a step of this pace. Only for as long as that lives.
  explicit SequenceForm(Pace& pace) : pace_(pace) {
    game_.kind = FlowGame::Kind::tree;
    for (FlowSide* const each : {&game_.rows, &game_.columns}) {
      each->nodes.emplace_back("start");
      each->arcs.push_back({0, {}, 0, "start"});
      each->features = 1;
    }
  }

  /// Adds an information set that follows the sequence `after`. Returns its node.
  Index add_set(game::Player player, Index after, std::string label) {
    pace_.step();
    FlowSide& its = changed(player);
    const auto node = static_cast<Index>(its.nodes.size());
    its.nodes.push_back(std::move(label));
    its.arcs[at(after)].heads.push_back(node);
    return node;
  }
  /// Adds an action at an information set. Returns its arc, which is also its feature.
  Index add_action(game::Player player, Index node, std::string label) {
    pace_.step();
    FlowSide& its = changed(player);
    const auto arc = static_cast<Index>(its.arcs.size());
    its.arcs.push_back({node, {}, arc, std::move(label)});
    its.features = arc + 1;
    return arc;
  }
  /// Adds the payoff of a pair of sequences, times the probability of chance moves. Called once for
  /// each pair.
  void pay(Index row_arc, Index column_arc, Rational payoff) {
    pace_.step();
    if (payoff.sign() == 0) return;
    if (row_arc == no_move && column_arc == no_move) {
      game_.constant += payoff;
    } else {
      game_.payoffs.push_back({row_arc, column_arc, std::move(payoff)});
    }
  }

  [[nodiscard]] const FlowSide& side(game::Player player) const {
    return player == game::Player::row ? game_.rows : game_.columns;
  }
  FlowGame take() && { return std::move(game_); }

 private:
  FlowSide& changed(game::Player player) {
    return player == game::Player::row ? game_.rows : game_.columns;
  }

  Pace& pace_;
  FlowGame game_;
};

}  // namespace allnash::large
