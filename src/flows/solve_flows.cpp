// Solves a game on flows completely: the central path in floating point, guesses at the played
// arcs, and the exact pair that proves one of the guesses. Where rounding errors spoil all guesses,
// double oracle finds one equilibrium.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <ostream>
#include <utility>

#include "allnash/flows.hpp"
#include "base/stop_token.hpp"
#include "flows/arc_cuts.hpp"
#include "flows/central_path.hpp"
#include "flows/exact_pair.hpp"
#include "flows/form.hpp"
#include "flows/met_pair.hpp"
#include "flows/parts.hpp"
#include "subgame/blas.hpp"

namespace allnash {
namespace flows {
namespace {

using exact::Integer;
using Clock = StopToken::Clock;

struct Search {
  std::optional<ExactPair> pair;
  std::array<std::vector<double>, 2> flow;  // at the last point of the path
  std::int64_t iterations = 0;
};

/// Tries to prove guesses: the likely ones, or all when the path cannot be continued. True when the
/// search is over.
bool prove(const Form& form, ArcCuts& cuts, bool all,
           const std::array<std::vector<double>, 2>& slack, Search& search, const StopToken& stop) {
  // Wrong guesses have many conditions, so guesses with few are tried first.
  constexpr std::size_t few_conditions = 100;
  const std::size_t most_conditions = all ? 1000 : 4000;
  for (std::size_t most = all ? few_conditions : most_conditions; most <= most_conditions;
       most *= 2) {
    for (const ArcCuts::Pair& guess : cuts.pairs(all)) {
      Attempt attempt =
          exact_pair(form, {guess[0]->played, guess[1]->played}, search.flow, slack, most, stop);
      if (attempt.pair) search.pair = std::move(attempt.pair);
      if (search.pair || attempt.refusal == Refusal::stopped) return true;
      if (!all || attempt.refusal != Refusal::too_large) cuts.refuse(guess, attempt.refusal);
    }
  }
  return false;
}

void follow(const Form& form, Search& search, const StopToken& stop) {
  using Path = CentralPath;
  const NewtonPattern pattern(form);
  std::optional<NewtonPattern> larger;  // for the end, when rounding errors stop the smaller system
  auto path = std::make_unique<Path>(pattern);
  ArcCuts cuts(form);
  std::array<std::vector<double>, 2> slack;
  const auto look = [&] {
    for (const int player : {0, 1}) {
      search.flow[player] = path->flow(player);
      slack[player] = path->slack(player);
    }
    cuts.look(search.flow, slack, path->mu());
  };
  look();
  bool last = false;
  while (!last) {
    const Path::Step step = path->advance(stop);
    if (step == Path::Step::stopped) return;
    if (step == Path::Step::stuck && !larger) {
      larger.emplace(form, true);
      path = std::make_unique<Path>(*larger, *path);
      continue;
    }
    last = step == Path::Step::stuck;
    if (!last) {
      ++search.iterations;
      look();
    }
    if (prove(form, cuts, last, slack, search, stop)) return;
  }
}

/// Decomposes a flow into few pure strategies: repeatedly takes the widest one with as much flow as
/// it carries. Each removes an arc, so there are at most as many as arcs. None when stopped.
std::vector<PlayedStrategy> decomposed(const Graph& graph, Numbers flow, const Integer& unit,
                                       const StopToken& stop) {
  std::vector<PlayedStrategy> result;
  Integer left = unit;
  while (fmpz_sgn(left.raw()) > 0) {
    if (stop.stopped()) return {};
    std::vector<char> reached(at(graph.nodes), 0);
    if (graph.nodes > 0) reached[0] = 1;
    std::vector<int> arcs;
    const Integer* least = &left;
    for (int n = 0; n < graph.nodes; ++n) {
      if (reached[n] == 0) continue;
      int best = graph.first[n];
      for (int a = best + 1; a < graph.first[n + 1]; ++a) {
        if (fmpz_cmp(flow[a].raw(), flow[best].raw()) > 0) best = a;
      }
      arcs.push_back(best);
      if (fmpz_cmp(flow[best].raw(), least->raw()) < 0) least = &flow[best];
      for (const int head : graph.heads_of(best)) reached[head] = 1;
    }
    const Integer amount = *least;
    PlayedStrategy played;
    played.probability = exact::quotient(amount.raw(), unit.raw());
    fmpz_sub(left.raw(), left.raw(), amount.raw());
    for (const int a : arcs) {
      fmpz_sub(flow[a].raw(), flow[a].raw(), amount.raw());
      played.arcs.push_back(graph.given_arc[a]);
    }
    result.push_back(std::move(played));
  }
  return result;
}

std::string digits(const Integer& value) {
  return exact::quotient(value.raw(), Integer(1).raw()).to_string();
}

void describe_flow(FlowPlayer& player, const Graph& graph, const Numbers& flow,
                   const Integer& unit) {
  player.flow.assign(at(graph.arcs()), Rational());
  for (int a = 0; a < graph.arcs(); ++a) {
    player.flow[at(graph.given_arc[a])] = exact::quotient(flow[a].raw(), unit.raw());
  }
}

void describe(FlowAnswer& answer, const Form& form, const ExactPair& pair, const StopToken& stop) {
  answer.status = FlowAnswer::Status::proved;
  answer.value = pair.value;
  for (const int p : {0, 1}) {
    FlowPlayer& player = p == 0 ? answer.row : answer.column;
    const Graph& graph = form.side[p];
    player.support_size = digits(strategies(graph, pair.played[p]));
    for (int a = 0; a < graph.arcs(); ++a) {
      if (pair.played[p][a] != 0) player.support.push_back(graph.given_arc[a]);
    }
    std::ranges::sort(player.support);
    player.dimension = pair.free[p] - pair.rank;
    player.dimension_proved = pair.rank_proved;
    describe_flow(player, graph, pair.flow[p], pair.unit[p]);
    player.mixture = decomposed(graph, pair.flow[p], pair.unit[p], stop);
  }
}

void describe_bounds(FlowAnswer& answer, const Form& form, const Search& search) {
  for (const int p : {0, 1}) {
    if (search.flow[p].empty() && form.side[p].arcs() > 0) continue;
    const auto promised = guarantee(form, p, search.flow[p]);
    if (!promised) continue;
    (p == 0 ? answer.low : answer.high) = promised->bound;
    FlowPlayer& player = p == 0 ? answer.row : answer.column;
    describe_flow(player, form.side[p], promised->flow, promised->unit);
    // A stopped run returns soon, without the decomposition of a large flow.
    constexpr int few_arcs = 5000;
    if (form.side[p].arcs() <= few_arcs) {
      player.mixture = decomposed(form.side[p], promised->flow, promised->unit, {});
    }
  }
}

}  // namespace
}  // namespace flows

FlowAnswer solve_flows(const FlowGame& game, const FlowOptions& options, const FlowHooks& hooks) {
  using namespace flows;
  const auto begin = Clock::now();
  std::optional<Clock::time_point> deadline;
  if (options.time_limit) {
    deadline = begin + std::chrono::duration_cast<Clock::duration>(
                           std::chrono::duration<double>(*options.time_limit));
  }
  const StopToken stop(hooks.stop, deadline);
  const Form form = form_of(game);
  FlowAnswer answer;
  answer.row.strategies = digits(strategies(form.side[0]));
  answer.column.strategies = digits(strategies(form.side[1]));
  Search search;
  if (options.method != FlowMethod::responses) {
    const subgame::SingleThreadedBlas blas;
    follow(form, search, stop);
  }
  answer.iterations = search.iterations;
  if (search.pair) {
    describe(answer, form, *search.pair, stop);
    if (hooks.certificate != nullptr)
      write_certificate(*hooks.certificate, game, form, *search.pair);
  } else {
    answer.stopped_by = stop.interrupted()   ? "interrupt"
                        : stop.out_of_time() ? "time limit"
                                             : "precision";
    describe_bounds(answer, form, search);
  }
  const bool other_way = answer.stopped_by == "precision" && options.method != FlowMethod::flows;
  if (other_way || options.method == FlowMethod::responses) {
    std::optional<double> left;
    if (deadline) {
      left = std::max(0.0, std::chrono::duration<double>(*deadline - Clock::now()).count());
    }
    const auto optimal = solve_by_responses(answer, form, left, hooks.stop);
    std::optional<ExactPair> pair;
    if (optimal && options.method != FlowMethod::responses) {
      pair = pair_from_strategies(answer, form, stop);
    }
    if (pair) {
      describe(answer, form, *pair, stop);
      if (hooks.certificate != nullptr) write_certificate(*hooks.certificate, game, form, *pair);
    } else if (optimal && hooks.certificate != nullptr) {
      write_certificate(*hooks.certificate, game, form, *optimal);
    }
  }
  answer.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  return answer;
}

}  // namespace allnash
