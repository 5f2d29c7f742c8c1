#include "flows/path_maker.hpp"

#include <cstddef>
#include <optional>
#include <vector>

#include "allnash/error.hpp"
#include "base/at.hpp"
#include "base/text.hpp"
#include "flows/form.hpp"

namespace allnash {
namespace flows {
namespace {

/// The one node without a mark; none where all have one.
std::optional<Index> only_unmarked(const FlowSide& side, const std::vector<char>& marks,
                                   const std::string& what) {
  std::optional<Index> found;
  for (Index n = 0; n < std::ssize(side.nodes); ++n) {
    if (marks[at(n)] != 0) continue;
    if (found) {
      throw InputError(what + ", " + in_quotes(side.nodes[at(*found)]) + " and " +
                       in_quotes(side.nodes[at(n)]));
    }
    found = n;
  }
  return found;
}

/// A graph without a source has a cycle, which is named by whoever orders the nodes.
void put_source_first(FlowSide& side, const std::string& where) {
  std::vector<char> entered(side.nodes.size(), 0);
  std::vector<char> left(side.nodes.size(), 0);
  for (const FlowArc& arc : side.arcs) {
    left[at(arc.tail)] = 1;
    entered[at(arc.heads[0])] = 1;
  }
  const auto source = only_unmarked(side, entered, where + ": two sources");
  only_unmarked(side, left, where + ": two sinks");
  if (!source || *source == 0) return;
  std::swap(side.nodes[0], side.nodes[at(*source)]);
  const auto moved = [&](Index& node) {
    if (node == 0) {
      node = *source;
    } else if (node == *source) {
      node = 0;
    }
  };
  for (FlowArc& arc : side.arcs) {
    moved(arc.tail);
    moved(arc.heads[0]);
  }
}

}  // namespace

void PathMaker::set_arcs(int player, std::span<const PathArc> arcs, const std::string& where) {
  FlowSide& side = player == 0 ? game_.rows : game_.columns;
  Numbered& features = features_[static_cast<std::size_t>(player)];
  if (arcs.empty()) refuse(where, "a graph without arcs");
  Numbered nodes;
  const auto node = [&](const std::string& label) {
    const auto [known, is_new] = nodes.try_emplace(label, std::ssize(side.nodes));
    if (is_new) side.nodes.push_back(label);
    return known->second;
  };
  std::set<std::pair<Index, Index>> between;
  for (const auto& [tail, head, feature] : arcs) {
    FlowArc arc;
    arc.tail = node(tail);
    arc.heads = {node(head)};
    arc.label = tail + ">" + head;
    if (!feature.empty()) {
      arc.feature = features.try_emplace(feature, std::ssize(features)).first->second;
    }
    const bool parallel = !between.emplace(arc.tail, arc.heads[0]).second;
    if (parallel) arc.label += ":" + (feature.empty() ? "-" : feature);
    side.arcs.push_back(std::move(arc));
  }
  side.features = std::ssize(features);
  put_source_first(side, where);
}

void PathMaker::add_payoff(const PathPayoff& payoff) {
  const auto number = [&](int player, const std::string& feature) {
    const Numbered& features = features_[static_cast<std::size_t>(player)];
    const auto found = features.find(feature);
    if (found == features.end()) {
      throw InputError(in_quotes(feature) + " is no feature of the " +
                       (player == 0 ? "row" : "column") + " player's arcs");
    }
    return found->second;
  };
  const Index row = number(0, payoff.row_feature);
  const Index column = number(1, payoff.column_feature);
  if (!paid_.emplace(row, column).second) {
    throw InputError("the payoff of " + in_quotes(payoff.row_feature) + " and " +
                     in_quotes(payoff.column_feature) + " stands twice");
  }
  game_.payoffs.push_back({row, column, payoff.payoff});
}

FlowGame PathMaker::take() {
  (void)form_of(game_);
  return std::move(game_);
}

}  // namespace flows

FlowGame path_game(std::span<const PathArc> row_arcs, std::span<const PathArc> column_arcs,
                   std::span<const PathPayoff> payoffs) {
  flows::PathMaker maker;
  maker.set_arcs(0, row_arcs, "row graph");
  maker.set_arcs(1, column_arcs, "column graph");
  for (const PathPayoff& payoff : payoffs) maker.add_payoff(payoff);
  return maker.take();
}

}  // namespace allnash
