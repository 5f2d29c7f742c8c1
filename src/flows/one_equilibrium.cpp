// Finds one equilibrium of a game on flows by double oracle, for games on which floating point
// cannot tell the played arcs apart. Best responses are exact. So where the two bounds meet, they
// prove the value and the equilibrium by weak duality (docs/research/theory.md, section 15),
// whatever was rounded on the way.
#include <optional>
#include <utility>
#include <vector>

#include "allnash/responses.hpp"
#include "base/at.hpp"
#include "flows/flow_responses.hpp"
#include "flows/parts.hpp"

namespace allnash::flows {
namespace {

/// A mixture of strategies that were met, as the answer shows it.
std::vector<PlayedStrategy> shown_mixture(const FlowResponses& game, const Graph& graph,
                                          Player player, const std::vector<LikelyStrategy>& given) {
  std::vector<PlayedStrategy> result;
  for (const auto& [strategy, probability] : given) {
    PlayedStrategy played;
    for (const int a : game.arcs(player, strategy)) played.arcs.push_back(graph.given_arc[at(a)]);
    played.probability = probability;
    result.push_back(std::move(played));
  }
  return result;
}

/// How often it takes each arc, by the numbers of the game.
std::vector<Rational> flow_of(const Graph& graph, const std::vector<PlayedStrategy>& mixture) {
  std::vector<Rational> flow(at(graph.arcs()));
  for (const auto& [arcs, probability] : mixture) {
    for (const Index arc : arcs) flow[at(arc)] += probability;
  }
  return flow;
}

}  // namespace

std::optional<OptimalFlows> solve_by_responses(FlowAnswer& answer, const Form& form,
                                               std::optional<double> time_limit,
                                               const StopFlag* stop) {
  FlowResponses game(form);
  ResponseOptions options;
  options.time_limit = time_limit;
  ResponseHooks hooks;
  hooks.stop = stop;
  const ResponseAnswer found = solve_responses(game, options, hooks);
  answer.responses = found.responses;
  answer.payoffs = found.payoffs;
  answer.iterations += found.iterations;
  const bool ended = found.status == ResponseAnswer::Status::equilibrium;
  const auto take = [&](Player player) {
    const bool row = player == Player::row;
    const Graph& graph = form.side[row ? 0 : 1];
    FlowPlayer& shown = row ? answer.row : answer.column;
    shown.mixture = shown_mixture(game, graph, player, row ? found.row : found.column);
    shown.flow = flow_of(graph, shown.mixture);
  };
  if (!ended) {
    answer.stopped_by = found.stopped_by;
    if (found.low && (!answer.low || *answer.low < *found.low)) {
      answer.low = found.low;
      take(Player::row);
    }
    if (found.high && (!answer.high || *found.high < *answer.high)) {
      answer.high = found.high;
      take(Player::column);
    }
    return {};
  }
  answer.status = FlowAnswer::Status::equilibrium;
  answer.stopped_by.clear();
  answer.value = found.value;
  answer.low.reset();
  answer.high.reset();
  take(Player::row);
  take(Player::column);
  OptimalFlows optimal;
  optimal.value = *found.value;
  for (const int player : {0, 1}) {
    const Graph& graph = form.side[player];
    const std::vector<Rational>& flow = (player == 0 ? answer.row : answer.column).flow;
    // Over the least common denominator the numerators and it have no factor in common.
    optimal.unit[at(player)] = exact::common_denominator(flow);
    Numbers& whole = optimal.flow[at(player)];
    whole.resize(flow.size());
    for (int a = 0; a < graph.arcs(); ++a) {
      exact::scale_to_integer(whole[at(a)].raw(), flow[at(graph.given_arc[at(a)])],
                              optimal.unit[at(player)]);
    }
  }
  return optimal;
}

}  // namespace allnash::flows
