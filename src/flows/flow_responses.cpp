#include "flows/flow_responses.hpp"

#include <cstddef>
#include <string>
#include <utility>

#include "base/at.hpp"

namespace allnash::flows {
namespace {

int number_of(Player player) { return player == Player::row ? 0 : 1; }

std::size_t read_number(const std::string& strategy) { return std::stoull(strategy); }

/// The pure strategy that makes these choices, as far as its own choices lead to them.
std::vector<int> strategy_of(const Graph& graph, const std::vector<int>& choice) {
  std::vector<int> arcs;
  std::vector<char> reached(at(graph.nodes), 0);
  if (graph.nodes > 0) reached[0] = 1;
  for (int n = 0; n < graph.nodes; ++n) {
    if (reached[at(n)] == 0) continue;
    arcs.push_back(choice[at(n)]);
    for (const int head : graph.heads_of(arcs.back())) reached[at(head)] = 1;
  }
  return arcs;
}

void add_amounts(const Graph& graph, const std::vector<int>& arcs, const fmpz* weight,
                 Numbers& sums) {
  for (const int a : arcs) {
    const int f = graph.feature[at(a)];
    if (f < 0) continue;
    exact::Integer& sum = sums[at(f)];
    fmpz_add(sum.raw(), sum.raw(), weight);
  }
}

}  // namespace

std::string FlowResponses::met(int player, std::vector<int> arcs) {
  Met& known = met_[at(player)];
  const auto [place, fresh] = known.numbers.try_emplace(arcs, known.strategies.size());
  if (fresh) {
    known.strategies.push_back(std::move(arcs));
    known.gains.emplace_back();
  }
  return std::to_string(place->second);
}

const std::vector<int>& FlowResponses::arcs(Player player, const std::string& strategy) const {
  return met_[at(number_of(player))].strategies[read_number(strategy)];
}

/// What the features of the opponent earn it against this strategy of the player.
const Numbers& FlowResponses::gains_against(int player, std::size_t strategy) {
  Met& known = met_[at(player)];
  const Graph& graph = form_.side[player];
  Numbers& result = known.gains[strategy];
  if (result.empty() && form_.side[1 - player].features > 0) {
    Numbers sums(at(graph.features));
    add_amounts(graph, known.strategies[strategy], exact::Integer(1).raw(), sums);
    result = gains(form_, 1 - player, sums);
  }
  return result;
}

std::string FlowResponses::start(Player player) {
  const Graph& graph = form_.side[number_of(player)];
  const Numbers nothing(at(graph.features));
  return met(number_of(player), strategy_of(graph, best_response(graph, nothing).choice));
}

Rational FlowResponses::payoff(const std::string& row, const std::string& column) {
  const Numbers& gain = gains_against(1, read_number(column));
  const Graph& graph = form_.side[0];
  exact::Integer sum;
  for (const int a : arcs(Player::row, row)) {
    const int f = graph.feature[at(a)];
    if (f >= 0) fmpz_add(sum.raw(), sum.raw(), gain[at(f)].raw());
  }
  return exact::quotient(sum.raw(), form_.scale.raw()) + form_.constant;
}

allnash::Response FlowResponses::respond(Player player,
                                         std::span<const WeightedStrategy> opponent) {
  const int own = number_of(player);
  const int other = 1 - own;
  const Graph& theirs = form_.side[other];
  const Player them = player == Player::row ? Player::column : Player::row;
  Numbers played(at(theirs.features));
  Rational weights;
  for (const auto& [strategy, weight] : opponent) {
    add_amounts(theirs, arcs(them, strategy), exact::numerator(weight), played);
    weights += weight;
  }
  const flows::Response best = best_response(form_.side[own], gains(form_, own, played));
  const Rational earned = exact::quotient(best.best.raw(), form_.scale.raw());
  return {met(own, strategy_of(form_.side[own], best.choice)),
          (player == Player::row ? earned : -earned) + form_.constant * weights};
}

}  // namespace allnash::flows
