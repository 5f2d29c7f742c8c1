#include "checker/verdict.hpp"

#include "../../checker/graph.hpp"
#include "fuzz/game_text.hpp"

namespace allnash::test {

std::string verdict_beside(const std::string& certificate, const std::string& game,
                           const std::string& name, bool labels) {
  try {
    const checker::GameFile read = checker::read_game(game, name, labels);
    const std::optional<std::string> fault = fault_in(certificate, read);
    return fault ? "rejected: " + *fault : "verified";
  } catch (const checker::BadInput& reason) {
    return std::string("refused: ") + reason.what();
  }
}

namespace {

std::string text_of_table(const checker::Table& game) {
  std::string text;
  for (checker::Index i = 0; i < game.rows(); ++i) {
    for (checker::Index j = 0; j < game.columns(); ++j) text += std::string(game.at(i, j)) + " ";
    text += "\n";
  }
  return text;
}

std::string text_of_tree(const checker::GameTree& tree) {
  std::array<std::vector<PlainArc>, 2> arcs;
  for (const std::size_t side : {0, 1}) {
    for (const checker::FlowArc& arc : (side == 0 ? tree.row : tree.column).arcs) {
      PlainArc& plain = arcs[side].emplace_back();
      plain.tail = std::to_string(arc.tail);
      plain.feature = std::to_string(*arc.feature);
      for (const checker::Index head : arc.heads) plain.heads.push_back(std::to_string(head));
    }
  }
  std::map<std::pair<std::string, std::string>, std::string> payoffs;
  for (const auto& [pair, payoff] : tree.payoffs) {
    payoffs[{std::to_string(pair.first), std::to_string(pair.second)}] = checker::text_of(payoff);
  }
  return text_of_flows(arcs, payoffs, checker::text_of(tree.constant));
}

/// The graph of a side as certificates have it, which are checked for cycles.
void check_order(const checker::PathGame::Side& side) {
  std::map<std::string, checker::Index> nodes;
  const auto node = [&](const std::string& name) {
    return nodes.try_emplace(name, std::ssize(nodes)).first->second;
  };
  checker::OrderedGraph graph;
  std::set<std::string> heads;
  for (const auto& words : side.arcs) heads.insert(words[1]);
  for (const auto& words : side.arcs) {
    if (!heads.contains(words[0])) node(words[0]);
  }
  for (const auto& words : side.arcs) {
    const checker::Index tail = node(words[0]);
    graph.arcs.push_back({tail, {}, {node(words[1])}});
  }
  graph.nodes = std::ssize(nodes);
  checker::order_nodes(graph, "");
}

std::string text_of_paths(const checker::PathGame& game) {
  std::array<std::vector<PlainArc>, 2> arcs;
  for (const std::size_t side : {0, 1}) {
    check_order(side == 0 ? game.row : game.column);
    for (const auto& words : (side == 0 ? game.row : game.column).arcs) {
      arcs[side].push_back({words[0], words[2] == "-" ? "" : words[2], {words[1]}});
    }
  }
  std::map<std::pair<std::string, std::string>, std::string> payoffs;
  for (const auto& [pair, payoff] : game.payoffs) payoffs[pair] = checker::text_of(payoff);
  return text_of_flows(arcs, payoffs, "0");
}

}  // namespace

std::string game_read(const std::string& game, const std::string& name, bool labels) {
  try {
    const checker::GameFile read = checker::read_game(game, name, labels);
    if (const auto* const tree = std::get_if<checker::GameTree>(&read)) return text_of_tree(*tree);
    if (const auto* const paths = std::get_if<checker::PathGame>(&read))
      return text_of_paths(*paths);
    return text_of_table(std::get<checker::Table>(read));
  } catch (const checker::BadInput& reason) {
    return std::string("refused: ") + reason.what();
  } catch (const checker::Rejected& reason) {
    return std::string("refused: ") + reason.what();
  }
}

}  // namespace allnash::test
