// Makes path games from arcs between named nodes.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>

#include "allnash/flow_game.hpp"
#include "allnash/path_game.hpp"

namespace allnash::flows {

/// Takes the arcs of both players, then payoffs. Each call throws InputError, one line.
class PathMaker {
 public:
  /// All arcs of a player, 0 or 1; `where` stands for them in messages. A graph has one node that
  /// no arc enters and one that none leaves.
  void set_arcs(int player, std::span<const PathArc> arcs, const std::string& where);
  void add_payoff(const PathPayoff& payoff);
  /// Refuses a graph with a cycle.
  FlowGame take();

 private:
  using Numbered = std::map<std::string, Index, std::less<>>;

  FlowGame game_;
  std::array<Numbered, 2> features_;
  std::set<std::pair<Index, Index>> paid_;
};

}  // namespace allnash::flows
