// Writes the text `allnash-flows 1` of docs/certificate_format.md.
#include <algorithm>
#include <cstddef>
#include <map>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "exact/access.hpp"
#include "flows/parts.hpp"

namespace allnash::flows {
namespace {

std::string text_of(const exact::Integer& value) {
  return exact::quotient(value.raw(), exact::Integer(1).raw()).to_string();
}

void write_graph(std::ostream& out, const char* player, const FlowSide& side) {
  out << player << "-nodes " << side.nodes.size() << '\n';
  out << player << "-arcs " << side.arcs.size() << '\n';
  for (const FlowArc& arc : side.arcs) {
    out << arc.tail << ' ';
    if (arc.feature) {
      out << *arc.feature;
    } else {
      out << '-';
    }
    for (const Index head : arc.heads) out << ' ' << head;
    out << '\n';
  }
}

void write_flow(std::ostream& out, const char* player, const Graph& graph, const Numbers& flow,
                const exact::Integer& unit) {
  std::vector<std::pair<Index, int>> arcs;
  for (int a = 0; a < graph.arcs(); ++a) {
    if (fmpz_sgn(flow[a].raw()) > 0) arcs.emplace_back(graph.given_arc[a], a);
  }
  std::ranges::sort(arcs);
  out << player << "-flow " << text_of(unit) << ' ' << arcs.size() << '\n';
  for (const auto& [given, arc] : arcs) out << given << ' ' << text_of(flow[arc]) << '\n';
}

/// The game itself, after the value.
void write_game(std::ostream& out, const Rational& value, const FlowGame& game) {
  out << "allnash-flows 1\nvalue " << value.to_string() << "\nconstant "
      << game.constant.to_string() << '\n';
  write_graph(out, "row", game.rows);
  write_graph(out, "column", game.columns);
  std::map<std::pair<Index, Index>, Rational> sums;
  for (const FlowPayoff& one : game.payoffs) {
    sums[{one.row_feature, one.column_feature}] += one.payoff;
  }
  std::erase_if(sums, [](const auto& one) { return one.second.sign() == 0; });
  out << "payoffs " << sums.size() << '\n';
  for (const auto& [features, payoff] : sums) {
    out << features.first << ' ' << features.second << ' ' << payoff.to_string() << '\n';
  }
}

const char* name_of(int player) { return player == 0 ? "row" : "column"; }

}  // namespace

void write_certificate(std::ostream& out, const FlowGame& game, const Form& form,
                       const ExactPair& pair) {
  write_game(out, pair.value, game);
  for (const int player : {0, 1}) {
    const Graph& graph = form.side[player];
    const char* const name = name_of(player);
    out << name << "-strategies " << text_of(strategies(graph)) << '\n';
    out << name << "-support " << text_of(strategies(graph, pair.played[player])) << '\n';
    write_flow(out, name, graph, pair.flow[player], pair.unit[player]);
  }
  out << "end\n";
}

void write_certificate(std::ostream& out, const FlowGame& game, const Form& form,
                       const OptimalFlows& optimal) {
  write_game(out, optimal.value, game);
  for (const int player : {0, 1}) {
    const Graph& graph = form.side[player];
    out << name_of(player) << "-strategies " << text_of(strategies(graph)) << '\n';
    write_flow(out, name_of(player), graph, optimal.flow[player], optimal.unit[player]);
  }
  out << "end\n";
}

}  // namespace allnash::flows
