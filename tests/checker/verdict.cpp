#include "checker/verdict.hpp"

#include "checker/in_process.hpp"
#include "fuzz/game_text.hpp"

namespace allnash::test {

std::optional<std::string> fault_in(const std::string& certificate) {
  return ::fault_in(certificate);
}

std::string verdict_beside(const std::string& certificate, const std::string& game,
                           const std::string& name, bool labels) {
  try {
    const GameFile read = read_game(game, name, labels);
    const std::optional<std::string> fault = ::fault_in(certificate, read);
    return fault ? "rejected: " + *fault : "verified";
  } catch (const BadInput& reason) {
    return std::string("refused: ") + reason.what();
  }
}

namespace {

std::string text_of_table(const Game& game) {
  std::string text;
  for (::Index i = 0; i < game.rows(); ++i) {
    for (::Index j = 0; j < game.columns(); ++j) text += string(game.at(i, j)) + " ";
    text += "\n";
  }
  return text;
}

std::string text_of_tree(const GameTree& tree) {
  std::array<std::vector<PlainArc>, 2> arcs;
  for (const std::size_t side : {0, 1}) {
    for (const FlowArc& arc : (side == 0 ? tree.row : tree.column).arcs) {
      PlainArc& plain = arcs[side].emplace_back();
      plain.tail = std::to_string(arc.tail);
      plain.feature = std::to_string(*arc.feature);
      for (const ::Index head : arc.heads) plain.heads.push_back(std::to_string(head));
    }
  }
  std::map<std::pair<std::string, std::string>, std::string> payoffs;
  for (const auto& [pair, payoff] : tree.payoffs) {
    payoffs[{std::to_string(pair.first), std::to_string(pair.second)}] = ::text_of(payoff);
  }
  return text_of_flows(arcs, payoffs, ::text_of(tree.constant));
}

/// The graph of a side as certificates have it, which are checked for cycles.
void check_order(const PathGame::Side& side) {
  std::map<string, ::Index> nodes;
  const auto node = [&](const string& name) {
    return nodes.try_emplace(name, std::ssize(nodes)).first->second;
  };
  FlowSide graph;
  std::set<string> heads;
  for (const auto& words : side.arcs) heads.insert(words[1]);
  for (const auto& words : side.arcs) {
    if (!heads.contains(words[0])) node(words[0]);
  }
  for (const auto& words : side.arcs) {
    const ::Index tail = node(words[0]);
    graph.arcs.push_back({tail, {}, {node(words[1])}});
  }
  graph.nodes = std::ssize(nodes);
  order_nodes(graph, "");
}

std::string text_of_paths(const PathGame& game) {
  std::array<std::vector<PlainArc>, 2> arcs;
  for (const std::size_t side : {0, 1}) {
    check_order(side == 0 ? game.row : game.column);
    for (const auto& words : (side == 0 ? game.row : game.column).arcs) {
      arcs[side].push_back({words[0], words[2] == "-" ? "" : words[2], {words[1]}});
    }
  }
  std::map<std::pair<std::string, std::string>, std::string> payoffs;
  for (const auto& [pair, payoff] : game.payoffs) payoffs[pair] = ::text_of(payoff);
  return text_of_flows(arcs, payoffs, "0");
}

}  // namespace

std::string game_read(const std::string& game, const std::string& name, bool labels) {
  try {
    const GameFile read = read_game(game, name, labels);
    if (const auto* const tree = std::get_if<GameTree>(&read)) return text_of_tree(*tree);
    if (const auto* const paths = std::get_if<PathGame>(&read)) return text_of_paths(*paths);
    return text_of_table(std::get<Game>(read));
  } catch (const BadInput& reason) {
    return std::string("refused: ") + reason.what();
  } catch (const Rejected& reason) {
    return std::string("refused: ") + reason.what();
  }
}

}  // namespace allnash::test
