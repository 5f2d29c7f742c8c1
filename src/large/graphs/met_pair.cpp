// From one equilibrium to all. Double oracle ends with strategies of both players that hold the
// value. The game among these, as a table, is solved exactly: its pair (x, y) plays just the
// strategies of the table that are best responses there. So no arc of x fails to be best against y;
// but a best response of the whole game may take arcs that x does not play. A strategy that takes
// such arcs is then added to the table, and it is a new one: if it were in the table, x would play
// it. When there is none left, the arcs that x plays are those of the best responses to y, and the
// other way round, which is what proves all equilibria (docs/research/theory.md, section 14).
//
// Exact throughout, so ties are told from what is nearly one. Tables of hundreds of strategies
// whose supports floating point cannot guess take long, hence the limit.
#include "large/graphs/met_pair.hpp"

#include <array>
#include <cstddef>
#include <set>
#include <utility>
#include <vector>

#include "core/base/at.hpp"
#include "core/exact/matrix.hpp"
#include "core/game/pair.hpp"
#include "core/lp/subgame.hpp"

namespace allnash::large {
namespace {

using exact::Integer;

constexpr std::size_t most_strategies = 120;  // of a player: some seconds of exact pivoting
constexpr int most_at_once = 20;              // strategies that are added for one player

class MetStrategies {
 public:
  MetStrategies(const FlowAnswer& answer, const Form& form, const StopToken& stop)
      : form_(form), stop_(stop) {
    for (const int p : {0, 1}) {
      const Graph& graph = form.side[p];
      std::vector<int> number(at(graph.arcs()));
      for (int a = 0; a < graph.arcs(); ++a) number[at(graph.given_arc[at(a)])] = a;
      for (const PlayedStrategy& one : (p == 0 ? answer.row : answer.column).mixture) {
        std::vector<int> arcs;
        for (const Index a : one.arcs) arcs.push_back(number[at(a)]);
        add(p, std::move(arcs));
      }
    }
  }

  std::optional<ExactPair> run() {
    while (met_[0].size() <= most_strategies && met_[1].size() <= most_strategies) {
      const std::optional<game::Pair> best = lp::solve(payoffs(), stop_);
      if (!best) return {};
      ExactPair pair;
      take_flow(pair, 0, best->row);
      take_flow(pair, 1, best->column);
      const bool row_new = add_responses(pair, 0, best->value);
      const bool column_new = add_responses(pair, 1, best->value);
      if (!row_new && !column_new) return finished(std::move(pair), best->value);
    }
    return {};
  }

 private:
  struct Strategy {
    std::vector<int> arcs;
    Numbers gains;  // what the opponent's features earn against it
  };

  void add(int player, std::vector<int> arcs) {
    if (!known_[at(player)].insert(arcs).second) return;
    const Graph& graph = form_.side[player];
    Numbers played(at(graph.features));
    for (const int a : arcs) {
      if (const int f = graph.feature[at(a)]; f >= 0) played[at(f)] += Integer(1);
    }
    met_[at(player)].push_back({std::move(arcs), gains(form_, 1 - player, played)});
  }

  /// Payoffs to the row player, times the scale, without the constant.
  [[nodiscard]] exact::Matrix payoffs() const {
    exact::Matrix table(std::ssize(met_[0]), std::ssize(met_[1]));
    for (Index i = 0; i < table.rows(); ++i) {
      for (Index j = 0; j < table.columns(); ++j) {
        Integer sum;
        for (const int a : met_[0][at(i)].arcs) {
          if (const int f = form_.side[0].feature[at(a)]; f >= 0) {
            sum += met_[1][at(j)].gains[at(f)];
          }
        }
        table.at(i, j) = exact::quotient(sum.raw(), Integer(1).raw());
      }
    }
    return table;
  }

  void take_flow(ExactPair& pair, int player, const MixedStrategy& mixture) const {
    const auto arcs = at(form_.side[player].arcs());
    std::vector<Rational> flow(arcs);
    for (const auto& [strategy, probability] : mixture) {
      for (const int a : met_[at(player)][at(strategy)].arcs) flow[at(a)] += probability;
    }
    Integer& unit = pair.unit[at(player)];
    unit = exact::common_denominator(flow);
    pair.flow[at(player)].resize(arcs);
    pair.played[at(player)].assign(arcs, 0);
    for (std::size_t a = 0; a < arcs; ++a) {
      exact::scale_to_integer(pair.flow[at(player)][a].raw(), flow[a], unit);
      pair.played[at(player)][a] = flow[a].sign() > 0 ? 1 : 0;
    }
  }

  /// Adds best responses to the opponent's flow that earn more than the value, or that take arcs
  /// which the player's flow does not play. False if there are none.
  bool add_responses(const ExactPair& pair, int player, const Rational& value) {
    const int other = 1 - player;
    const Graph& graph = form_.side[player];
    const Numbers played = amounts(form_.side[other], pair.flow[at(other)]);
    const Response response = best_response(graph, gains(form_, player, played));
    const Rational earned = exact::quotient(response.best.raw(), pair.unit[at(other)].raw());
    if (earned != (player == 0 ? value : -value)) {
      add(player, strategy_of(graph, response.choice));
      return true;
    }
    std::vector<char> missing = response.tight;
    for (std::size_t a = 0; a < missing.size(); ++a) {
      if (pair.played[at(player)][a] != 0) missing[a] = 0;
    }
    int added = 0;
    for (; added < most_at_once; ++added) {
      std::vector<int> arcs = strategy_of(graph, through(graph, response.tight, missing));
      bool some = false;
      for (const int a : arcs) some = std::exchange(missing[at(a)], 0) != 0 || some;
      if (!some) break;
      add(player, std::move(arcs));
    }
    return added > 0;
  }

  /// By node, the tight arc through which a strategy takes the most missing ones.
  static std::vector<int> through(const Graph& graph, const std::vector<char>& tight,
                                  const std::vector<char>& missing) {
    std::vector<int> choice(at(graph.nodes), -1);
    std::vector<Index> most(at(graph.nodes), 0);
    for (int n = graph.nodes; n-- > 0;) {
      for (int a = graph.first[at(n)]; a < graph.first[at(n) + 1]; ++a) {
        if (tight[at(a)] == 0) continue;
        Index here = missing[at(a)] != 0 ? 1 : 0;
        for (const int head : graph.heads_of(a)) here += most[at(head)];
        if (choice[at(n)] >= 0 && here <= most[at(n)]) continue;
        choice[at(n)] = a;
        most[at(n)] = here;
      }
    }
    return choice;
  }

  [[nodiscard]] std::optional<ExactPair> finished(ExactPair pair, const Rational& value) const {
    pair.value = value / exact::quotient(form_.scale.raw(), Integer(1).raw()) + form_.constant;
    for (const int p : {0, 1}) {
      const Graph& graph = form_.side[p];
      for (int n = 0; n < graph.nodes; ++n) {
        Index here = 0;
        for (int a = graph.first[at(n)]; a < graph.first[at(n) + 1]; ++a) {
          here += pair.played[at(p)][at(a)];
        }
        pair.free[at(p)] += here > 0 ? here - 1 : 0;
      }
    }
    const std::optional<Index> rank = rank_of_conditions(form_, pair.played, 0, stop_);
    pair.rank = rank.value_or(0);
    pair.rank_proved = rank.has_value();
    return pair;
  }

  const Form& form_;
  const StopToken& stop_;
  std::array<std::vector<Strategy>, 2> met_;
  std::array<std::set<std::vector<int>>, 2> known_;
};

}  // namespace

std::optional<ExactPair> pair_from_strategies(const FlowAnswer& answer, const Form& form,
                                              const StopToken& stop) {
  return MetStrategies(answer, form, stop).run();
}

}  // namespace allnash::large
