// The sensible plan of a player, completed at the sets that own moves rule out.
//
// There the plan says nothing. Own slips, rarer than all of the opponent's, decide: at each set
// where own moves lead, every action that is not taken is taken now and then, all equally. What
// follows is a game of its own, in which the opponent has only the arcs that lose nothing against
// the plan; the plan of the sets that then are reached is the sensible one of that game. Sets that
// it rules out in turn wait for a second slip, and so on (docs/research/all_equilibria.md,
// theorem C).
#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "allnash/choice.hpp"
#include "allnash/run.hpp"
#include "core/base/at.hpp"
#include "large/choice/parts.hpp"
#include "large/choice/sensible.hpp"

namespace allnash::large {
namespace {

using allnash::at;
using exact::Integer;

/// The sensible flow of the game, by its arcs.
struct Found {
  std::vector<Rational> flow;
  bool only = true;
  std::vector<Rational> lost;
  std::string lines;  // of the certificate, if asked for
};

std::optional<Found> sensible_flow(const Form& form, const Proof& proof, int player,
                                   const StopToken& stop, bool lines = false) {
  const Graph& mine = form.side[player];
  Found found;
  found.flow.resize(at(mine.arcs()));
  const auto face = OptimalFace::of(form, proof, player, stop);
  if (!face) return std::nullopt;
  auto chosen = slip_point(form, *face, stop);
  if (!chosen) return std::nullopt;
  for (int a = 0; a < mine.arcs(); ++a) {
    found.flow[at(mine.given_arc[a])] = face->flow()[at(a)].at(chosen->point);
  }
  found.only = chosen->only;
  if (lines) found.lines = slip_lines(form, *face, *chosen);
  found.lost = std::move(chosen->lost);
  return found;
}

std::optional<Found> other_flow(const Form& form, const Proof& proof, int player, Choice choice,
                                const Rational& value, const StopToken& stop) {
  const auto face = OptimalFace::of(form, proof, player, stop);
  if (!face) return std::nullopt;
  auto flow = choice == Choice::vertex ? vertex_flow(form, *face, stop)
                                       : entropy_flow(form, *face, proof, value, stop);
  if (!flow) return std::nullopt;
  Found found;
  found.flow = *std::move(flow);
  found.only = face->dimension() == 0;
  return found;
}

/// The plan of a path game as a mixture of strategies.
void list_strategies(SensiblePlan& plan, const Graph& graph, const StopToken& stop) {
  constexpr std::size_t most_listed_arcs = 500'000;
  const Integer unit = exact::common_denominator(plan.flow);
  Numbers flow(at(graph.arcs()));
  for (int a = 0; a < graph.arcs(); ++a) {
    exact::scale_to_integer(flow[at(a)].raw(), plan.flow[at(graph.given_arc[a])], unit);
  }
  Decomposition found = decomposed(graph, std::move(flow), unit, most_listed_arcs, stop);
  plan.mixture = std::move(found.mixture);
  plan.unlisted = std::move(found.unlisted);
}

class Completion {
 public:
  Completion(const FlowGame& game, int player, SensiblePlan& plan)
      : game_(game),
        mine_(player == 0 ? game.rows : game.columns),
        theirs_(player == 0 ? game.columns : game.rows),
        player_(player),
        plan_(plan),
        allowed_(theirs_.arcs.size(), 1),
        arcs_at_(mine_.nodes.size()) {
    for (std::size_t a = 0; a < mine_.arcs.size(); ++a) {
      arcs_at_[at(mine_.arcs[a].tail)].push_back(static_cast<Index>(a));
    }
    plan_.behaviour.assign(mine_.arcs.size(), Rational());
    plan_.own_slips.assign(mine_.nodes.size(), -1);
  }

  void run(const Form& form, const RunLimits& limits) {
    note(plan_.flow, 0);
    std::vector<Index> same(theirs_.arcs.size());
    std::iota(same.begin(), same.end(), 0);
    narrow(form, plan_.flow, same);
    for (int slips = 1; !limits.token().stopped(); ++slips) {
      if (!go_on(slips, limits)) break;
    }
    // Where nothing is known, any action.
    for (std::size_t n = 0; n < arcs_at_.size(); ++n) {
      if (plan_.own_slips[n] >= 0) continue;
      for (const Index a : arcs_at_[n]) {
        plan_.behaviour[at(a)] = Rational(1) / Rational(std::ssize(arcs_at_[n]));
      }
    }
  }

 private:
  /// Takes over the behaviour of a flow at the nodes that it reaches.
  void note(const std::vector<Rational>& flow, int slips) {
    for (std::size_t n = 0; n < arcs_at_.size(); ++n) {
      if (plan_.own_slips[n] >= 0) continue;
      Rational all;
      for (const Index a : arcs_at_[n]) all += flow[at(a)];
      if (all.sign() == 0) continue;
      plan_.own_slips[n] = slips;
      for (const Index a : arcs_at_[n]) plan_.behaviour[at(a)] = flow[at(a)] / all;
    }
  }

  /// Plays on after one more own slip. False if no set is left, or no answer was found.
  bool go_on(int slips, const RunLimits& limits) {
    // The game after the slips: node 0 leads to all sets right after one.
    FlowSide own;
    own.nodes.emplace_back("slip");
    own.features = 1;
    own.arcs.push_back({0, {}, 0, "slip"});
    std::vector<Index> made(mine_.nodes.size(), -1);
    std::vector<Rational> weight;  // by feature of the new side
    weight.emplace_back(1);
    std::vector<Index> given;  // by arc of the new side
    given.push_back(-1);
    std::map<Index, std::vector<std::pair<Index, Rational>>> of_feature;
    const auto add_node = [&](Index node) {
      made[at(node)] = std::ssize(own.nodes);
      own.nodes.push_back(mine_.nodes[at(node)]);
      return made[at(node)];
    };
    std::vector<std::pair<Index, Rational>> queue;
    for (std::size_t n = 0; n < arcs_at_.size(); ++n) {
      if (plan_.own_slips[n] != slips - 1) continue;
      const Rational part = Rational(1) / Rational(std::ssize(arcs_at_[n]));
      for (const Index a : arcs_at_[n]) {
        if (plan_.behaviour[at(a)].sign() != 0) continue;
        const FlowArc& arc = mine_.arcs[at(a)];
        if (arc.heads.empty()) continue;
        if (arc.feature) of_feature[*arc.feature].emplace_back(0, part);
        for (const Index head : arc.heads) {
          if (arcs_at_[at(head)].empty()) continue;
          own.arcs[0].heads.push_back(add_node(head));
          queue.emplace_back(head, part);
        }
      }
    }
    if (queue.empty()) return false;
    for (std::size_t t = 0; t < queue.size(); ++t) {
      const auto [node, part] = queue[t];
      for (const Index a : arcs_at_[at(node)]) {
        const FlowArc& arc = mine_.arcs[at(a)];
        FlowArc copy{made[at(node)], {}, {}, arc.label};
        if (arc.feature) {
          copy.feature = own.features;
          of_feature[*arc.feature].emplace_back(own.features++, part);
        }
        for (const Index head : arc.heads) {
          copy.heads.push_back(made[at(head)] < 0 ? add_node(head) : made[at(head)]);
          queue.emplace_back(head, part);
        }
        own.arcs.push_back(std::move(copy));
        given.push_back(a);
      }
    }
    FlowGame after;
    after.kind = game_.kind;
    FlowSide other = theirs_;
    std::vector<Index> reached_given;
    prune(other, reached_given);
    for (const FlowPayoff& pay : game_.payoffs) {
      const auto found = of_feature.find(player_ == 0 ? pay.row_feature : pay.column_feature);
      if (found == of_feature.end()) continue;
      for (const auto& [feature, part] : found->second) {
        after.payoffs.push_back(player_ == 0
                                    ? FlowPayoff{feature, pay.column_feature, part * pay.payoff}
                                    : FlowPayoff{pay.row_feature, feature, part * pay.payoff});
      }
    }
    (player_ == 0 ? after.rows : after.columns) = std::move(own);
    (player_ == 0 ? after.columns : after.rows) = std::move(other);
    const FlowAnswer answer = solve_within(after, FlowMethod::automatic, limits, nullptr);
    if (answer.status != Status::proved) return false;
    const Form form = form_of(after);
    const auto found = sensible_flow(form, proof_of(form, answer), player_, limits.token());
    if (!found) return false;
    std::vector<Rational> flow(mine_.arcs.size());
    const FlowSide& its = player_ == 0 ? after.rows : after.columns;
    for (std::size_t a = 1; a < its.arcs.size(); ++a) flow[at(given[a])] = found->flow[a];
    plan_.only = plan_.only && found->only;
    note(flow, slips);
    narrow(form, found->flow, reached_given);
    return true;
  }

  /// Takes arcs that are not allowed out of the opponent's side, with what only they lead to.
  void prune(FlowSide& side, std::vector<Index>& given) const {
    std::vector<FlowArc> kept;
    std::vector<char> reached(side.nodes.size(), 0);
    std::vector<std::vector<Index>> arcs(side.nodes.size());
    for (std::size_t b = 0; b < side.arcs.size(); ++b) {
      if (allowed_[b] != 0) arcs[at(side.arcs[b].tail)].push_back(static_cast<Index>(b));
    }
    std::vector<Index> queue = {0};
    reached[0] = 1;
    for (std::size_t t = 0; t < queue.size(); ++t) {
      for (const Index b : arcs[at(queue[t])]) {
        kept.push_back(side.arcs[at(b)]);
        given.push_back(b);
        for (const Index head : side.arcs[at(b)].heads) {
          if (std::exchange(reached[at(head)], 1) == 0) queue.push_back(head);
        }
      }
    }
    // Nodes keep their order and lose those that are not reached.
    std::vector<Index> number(side.nodes.size(), -1);
    std::vector<std::string> names;
    for (std::size_t n = 0; n < side.nodes.size(); ++n) {
      if (reached[n] == 0) continue;
      number[n] = std::ssize(names);
      names.push_back(side.nodes[n]);
    }
    for (FlowArc& arc : kept) {
      arc.tail = number[at(arc.tail)];
      for (Index& head : arc.heads) head = number[at(head)];
    }
    side.nodes = std::move(names);
    side.arcs = std::move(kept);
  }

  /// Of the arcs of this game, which are `given` ones, leaves those that lose nothing in it.
  void narrow(const Form& form, const std::vector<Rational>& flow,
              const std::vector<Index>& given) {
    const Graph& mine = form.side[player_];
    const Graph& theirs = form.side[1 - player_];
    std::vector<Rational> by_arc;
    for (int a = 0; a < mine.arcs(); ++a) by_arc.push_back(flow[at(mine.given_arc[a])]);
    const Integer unit = exact::common_denominator(by_arc);
    Numbers whole(by_arc.size());
    for (std::size_t a = 0; a < by_arc.size(); ++a) {
      exact::scale_to_integer(whole[a].raw(), by_arc[a], unit);
    }
    const Losses lost = losses_against(theirs, gains(form, 1 - player_, amounts(mine, whole)));
    for (int b = 0; b < theirs.arcs(); ++b) {
      if (!is_zero(lost.lost[at(b)])) allowed_[at(given[at(theirs.given_arc[b])])] = 0;
    }
  }

  const FlowGame& game_;
  const FlowSide& mine_;
  const FlowSide& theirs_;
  int player_;
  SensiblePlan& plan_;
  std::vector<char> allowed_;                // the opponent's arcs
  std::vector<std::vector<Index>> arcs_at_;  // by own node
};

}  // namespace
}  // namespace allnash::large

namespace allnash {

SensiblePlans sensible_of(const FlowGame& game, const FlowAnswer& answer,
                          const ChoiceLimits& limits) {
  return chosen_of(game, answer, Choice::sensible, limits);
}

SensiblePlans chosen_of(const FlowGame& game, const FlowAnswer& answer, Choice choice,
                        const ChoiceLimits& limits) {
  FlowOptions options;
  options.time_limit = limits.time_limit;
  Hooks hooks;
  hooks.stop = limits.stop;
  const large::RunLimits run(options, hooks);
  const StopToken stop = run.token();
  if (answer.status != Status::proved) {
    throw NotProved("such a strategy is known only where all equilibria are proved");
  }
  // About the entries of the linear programs.
  const auto arcs = std::ssize(game.rows.arcs) + std::ssize(game.columns.arcs);
  const auto small = [&](int p) {
    return ((p == 0 ? answer.row : answer.column).dimension + 1) * arcs <= limits.entries;
  };
  SensiblePlans plans;
  if (!small(0) && !small(1)) return plans;
  const large::Form form = large::form_of(game);
  const large::Proof proof = large::proof_of(form, answer);
  for (const int p : {0, 1}) {
    if (!small(p)) continue;
    auto found = choice == Choice::sensible
                     ? large::sensible_flow(form, proof, p, stop, limits.lines)
                     : large::other_flow(form, proof, p, choice, *answer.value, stop);
    if (!found) continue;
    SensiblePlan plan;
    plan.flow = std::move(found->flow);
    plan.only = found->only;
    plan.lost = std::move(found->lost);
    plan.lines = std::move(found->lines);
    if (game.kind == FlowGame::Kind::tree) {
      large::Completion(game, p, plan).run(form, run);
    } else {
      large::list_strategies(plan, form.side[p], stop);
    }
    (p == 0 ? plans.row : plans.column) = std::move(plan);
  }
  return plans;
}

void write_certificate(std::ostream& out, const FlowGame& game, const FlowAnswer& answer,
                       const std::string& lines) {
  const large::Form form = large::form_of(game);
  large::Proof proof = large::proof_of(form, answer);
  large::ExactPair pair;
  pair.played = std::move(proof.played);
  pair.flow = std::move(proof.flow);
  pair.unit = std::move(proof.unit);
  pair.value = *answer.value;
  large::write_certificate(out, game, form, pair, lines);
}

}  // namespace allnash
