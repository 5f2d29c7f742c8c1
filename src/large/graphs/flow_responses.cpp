// Best responses in a game on flows, and one equilibrium by double oracle, for games on which
// floating point cannot tell the played arcs apart. Best responses are exact. So where the two
// bounds meet, they prove the value and the equilibrium by weak duality (docs/research/theory.md,
// section 15), whatever was rounded on the way.

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "allnash/large.hpp"
#include "core/base/at.hpp"
#include "large/graphs/parts.hpp"

namespace allnash::large {
namespace {

int number_of(Player player) { return player == Player::row ? 0 : 1; }

std::size_t read_number(const std::string& strategy) { return std::stoull(strategy); }

void add_amounts(const Graph& graph, const std::vector<int>& arcs, const fmpz* weight,
                 Numbers& sums) {
  for (const int a : arcs) {
    const int f = graph.feature[at(a)];
    if (f < 0) continue;
    exact::Integer& sum = sums[at(f)];
    fmpz_add(sum.raw(), sum.raw(), weight);
  }
}

/// A mixture of known strategies in the form of the answer.
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

/// The flow of a mixture, by the arc numbers of the game.
std::vector<Rational> flow_of(const Graph& graph, const std::vector<PlayedStrategy>& mixture) {
  std::vector<Rational> flow(at(graph.arcs()));
  for (const auto& [arcs, probability] : mixture) {
    for (const Index arc : arcs) flow[at(arc)] += probability;
  }
  return flow;
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

/// What the opponent's features earn against this strategy of the player.
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
  const large::Response best = best_response(form_.side[own], gains(form_, own, played));
  const Rational earned = exact::quotient(best.best.raw(), form_.scale.raw());
  return {met(own, strategy_of(form_.side[own], best.choice)),
          (player == Player::row ? earned : -earned) + form_.constant * weights};
}

std::optional<OptimalFlows> solve_by_responses(FlowAnswer& answer, const Form& form,
                                               std::optional<double> time_limit,
                                               const StopFlag* stop) {
  FlowResponses game(form);
  const ResponseAnswer found = solve_responses(game, {.time_limit = time_limit}, {.stop = stop});
  answer.responses = found.responses;
  answer.payoffs = found.payoffs;
  answer.iterations += found.iterations;
  const bool ended = found.status == Status::equilibrium;
  const auto take = [&](Player player) {
    const bool row = player == Player::row;
    const Graph& graph = form.side[row ? 0 : 1];
    FlowPlayer& shown = row ? answer.row : answer.column;
    shown.mixture = shown_mixture(game, graph, player, row ? found.row : found.column);
    shown.unlisted = Rational();
    shown.flow = flow_of(graph, shown.mixture);
  };
  if (!ended) {
    answer.stop = found.stop;
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
  answer.status = Status::equilibrium;
  answer.stop.reset();
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
    // Over the least common denominator, numerators and denominator have no common factor.
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

}  // namespace allnash::large
