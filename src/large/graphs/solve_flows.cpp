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

#include "allnash/large.hpp"
#include "core/base/pace.hpp"
#include "core/base/stop_token.hpp"
#include "core/lp/blas.hpp"
#include "large/graphs/arc_cuts.hpp"
#include "large/graphs/central_path.hpp"
#include "large/graphs/exact_pair.hpp"
#include "large/graphs/form.hpp"
#include "large/graphs/met_pair.hpp"
#include "large/graphs/parts.hpp"

namespace allnash {
namespace large {
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
      PairSearch attempt =
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
  const NewtonPattern pattern(form, false, stop);
  std::optional<NewtonPattern> larger;  // for the end, when rounding errors stop the smaller system
  auto path = std::make_unique<Path>(pattern, stop);
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
      larger.emplace(form, true, stop);
      path = std::make_unique<Path>(*larger, *path, stop);
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

/// Strategies are listed until they have this many arcs together. A stopped run returns soon, and
/// who asks about a tree wants its behaviour.
constexpr std::size_t most_listed_arcs = 20'000'000;
constexpr std::size_t few_listed_arcs = 500'000;

void describe_strategy(FlowPlayer& player, bool tree, const Graph& graph, const Numbers& flow,
                       const Integer& unit, std::size_t most_listed, const StopToken& stop) {
  describe_flow(player, graph, flow, unit);
  Decomposition found = decomposed(graph, flow, unit, tree ? few_listed_arcs : most_listed, stop);
  player.mixture = std::move(found.mixture);
  player.unlisted = std::move(found.unlisted);
}

void describe(FlowAnswer& answer, bool tree, const Form& form, const ExactPair& pair,
              const StopToken& stop) {
  answer.status = Status::proved;
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
    describe_strategy(player, tree, graph, pair.flow[p], pair.unit[p], most_listed_arcs, stop);
  }
}

/// What the flows of a stopped run guarantee.
void describe_bounds(FlowAnswer& answer, bool tree, const Form& form, const Search& search) {
  // A run that is stopped has this long to compute what it guarantees.
  const StopToken soon(nullptr, Clock::now() + std::chrono::milliseconds(400));
  for (const int p : {0, 1}) {
    const auto promised = guarantee(
        form, p, search.flow[p].empty() ? CentralPath::mean_walk(form.side[p]) : search.flow[p],
        soon);
    if (!promised) continue;
    (p == 0 ? answer.low : answer.high) = promised->bound;
    describe_strategy(p == 0 ? answer.row : answer.column, tree, form.side[p], promised->flow,
                      promised->unit, few_listed_arcs, soon);
  }
}

}  // namespace

Stop stop_of(const StopToken& stop) {
  if (stop.interrupted()) return {StopReason::interrupted, "interrupt"};
  return {StopReason::time_limit, "time limit"};
}

RunLimits::RunLimits(const FlowOptions& options, const Hooks& hooks)
    : deadline(deadline_after(begin, options.time_limit)), flag(hooks.stop) {}

double RunLimits::seconds() const {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

std::optional<double> RunLimits::seconds_left() const {
  if (!deadline) return {};
  return std::max(0.0, std::chrono::duration<double>(*deadline - Clock::now()).count());
}

FlowAnswer solve_within(const FlowGame& game, FlowMethod method, const RunLimits& limits,
                        std::ostream* certificate) {
  const StopToken stop = limits.token();
  const Stop imprecise{StopReason::precision, "precision"};
  FlowAnswer answer;
  std::optional<Form> made;
  try {
    made.emplace(form_of(game, stop));
  } catch (const Stopped&) {
    answer.stop = stop_of(stop);
    return answer;
  }
  const Form& form = *made;
  const bool tree = game.kind == FlowGame::Kind::tree;
  answer.row.strategies = digits(strategies(form.side[0]));
  answer.column.strategies = digits(strategies(form.side[1]));
  Search search;
  if (method != FlowMethod::responses) {
    answer.stop = imprecise;
    const lp::SingleThreadedBlas blas;
    try {
      follow(form, search, stop);
    } catch (const Stopped&) {  // the last point of the path is what is known
    } catch (const TooLarge&) {
      answer.stop = Stop{StopReason::size, "size"};
    }
    if (!search.pair && stop.stopped()) answer.stop = stop_of(stop);
  } else {
    answer.stop = stop.stopped() ? stop_of(stop) : imprecise;
  }
  answer.iterations = search.iterations;
  if (search.pair) {
    answer.stop.reset();
    describe(answer, tree, form, *search.pair, stop);
    if (certificate != nullptr) write_certificate(*certificate, game, form, *search.pair);
  } else {
    describe_bounds(answer, tree, form, search);
  }
  const bool stuck = answer.stop && (answer.stop->reason == StopReason::precision ||
                                     answer.stop->reason == StopReason::size);
  if ((stuck && method != FlowMethod::flows) || method == FlowMethod::responses) {
    const auto optimal = solve_by_responses(answer, form, limits.seconds_left(), limits.flag);
    std::optional<ExactPair> pair;
    if (optimal && method != FlowMethod::responses) pair = pair_from_strategies(answer, form, stop);
    if (pair) {
      describe(answer, tree, form, *pair, stop);
      if (certificate != nullptr) write_certificate(*certificate, game, form, *pair);
    } else if (optimal && certificate != nullptr) {
      write_certificate(*certificate, game, form, *optimal);
    }
  }
  return answer;
}

}  // namespace large

FlowAnswer solve_flows(const FlowGame& game, const FlowOptions& options, const Hooks& hooks) {
  const large::RunLimits limits(options, hooks);
  FlowAnswer answer = large::solve_within(game, options.method, limits, hooks.certificate);
  answer.seconds = limits.seconds();
  return answer;
}

}  // namespace allnash
