// Writes the text `allnash-flows 1` of docs/certificate_format.md.
#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/exact/access.hpp"
#include "large/graphs/parts.hpp"

namespace allnash::large {
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

/// Calls use(features, payoff) for each pair of features with a payoff, in order.
template <typename Use>
void each_payoff(const std::vector<PlacedPayoff>& payoffs, const Use& use) {
  Rational sum;
  for (std::size_t t = 0; t < payoffs.size();) {
    const PlacedPayoff& first = payoffs[t];
    const auto equal = [&](const PlacedPayoff& one) {
      return one.row_feature == first.row_feature && one.column_feature == first.column_feature;
    };
    const Rational* payoff = first.payoff;
    for (++t; t < payoffs.size() && equal(payoffs[t]); ++t) {
      sum = *payoff + *payoffs[t].payoff;
      payoff = &sum;
    }
    if (payoff->sign() != 0) use(first, *payoff);
  }
}

void append_number(std::string& text, int number) {
  std::array<char, 16> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  text.append(digits.data(), end);
  text += ' ';
}

/// Of millions of payoffs most equal the one before: its text is used again.
void write_payoffs(std::ostream& out, const FlowGame& game) {
  const std::vector<PlacedPayoff> payoffs = sorted_payoffs(game);
  Index count = 0;
  each_payoff(payoffs, [&](const PlacedPayoff&, const Rational&) { ++count; });
  out << "payoffs " << count << '\n';
  constexpr std::size_t block = 1 << 16;
  std::string text;
  Rational last;
  std::string last_text;
  each_payoff(payoffs, [&](const PlacedPayoff& features, const Rational& payoff) {
    if (last_text.empty() || payoff != last) {
      last = payoff;
      last_text = payoff.to_string() + '\n';
    }
    append_number(text, features.row_feature);
    append_number(text, features.column_feature);
    text += last_text;
    if (text.size() < block) return;
    out << text;
    text.clear();
  });
  out << text;
}

/// Writes the value and the game.
void write_game(std::ostream& out, const Rational& value, const FlowGame& game) {
  out << "allnash-flows 1\nvalue " << value.to_string() << "\nconstant "
      << game.constant.to_string() << '\n';
  write_graph(out, "row", game.rows);
  write_graph(out, "column", game.columns);
  write_payoffs(out, game);
}

const char* name_of(int player) { return player == 0 ? "row" : "column"; }

}  // namespace

void write_certificate(std::ostream& out, const FlowGame& game, const Form& form,
                       const ExactPair& pair, std::string_view more) {
  write_game(out, pair.value, game);
  for (const int player : {0, 1}) {
    const Graph& graph = form.side[player];
    const char* const name = name_of(player);
    out << name << "-strategies " << text_of(strategies(graph)) << '\n';
    out << name << "-support " << text_of(strategies(graph, pair.played[player])) << '\n';
    write_flow(out, name, graph, pair.flow[player], pair.unit[player]);
  }
  out << more << "end\n";
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

}  // namespace allnash::large
