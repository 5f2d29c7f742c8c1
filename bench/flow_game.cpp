// flow_game GAME: a game on flows as numbers that any program reads. For each player a line with
// the counts of nodes, arcs and features, then a line an arc: tail, feature or -1, heads. Then the
// constant and the count of payoffs, and a line for each: two features and what they pay.
#include <cstdio>
#include <string>

#include "allnash/large.hpp"

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const allnash::FlowGame game = allnash::open_flow_game(argv[1]);
  for (const allnash::FlowSide* side : {&game.rows, &game.columns}) {
    std::printf("%zu %zu %lld\n", side->nodes.size(), side->arcs.size(),
                static_cast<long long>(side->features));
    for (const allnash::FlowArc& arc : side->arcs) {
      std::string line = std::to_string(arc.tail) + " " + std::to_string(arc.feature.value_or(-1));
      for (const allnash::Index head : arc.heads) line += " " + std::to_string(head);
      std::puts(line.c_str());
    }
  }
  std::printf("%.17g %zu\n", game.constant.to_double(), game.payoffs.size());
  for (const allnash::FlowPayoff& one : game.payoffs) {
    std::printf("%lld %lld %.17g\n", static_cast<long long>(one.row_feature),
                static_cast<long long>(one.column_feature), one.payoff.to_double());
  }
}
