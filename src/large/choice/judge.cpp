// Holds a flow against all equilibria.
//
// Claim (docs/research/all_equilibria.md, theorem J): with the losses r of arcs against the
// equilibrium flow y of the opponent, and of his arcs against the judged flow x, what x falls short
// of the value is  sum of x_a r_a + sum of y_b r_b,  all terms at least 0. So x is optimal just if
// all are 0.
#include <algorithm>

#include "allnash/choice.hpp"
#include "allnash/run.hpp"
#include "core/base/at.hpp"
#include "large/choice/parts.hpp"

namespace allnash::large {
namespace {

using allnash::at;
using exact::Integer;

Rational over(const Integer& number, const Integer& unit) {
  return exact::quotient(number.raw(), unit.raw());
}

struct Units {
  Numbers flow;  // by arc of the form
  Integer unit;
};

Units in_units(const Graph& graph, const std::vector<Rational>& by_given_arc) {
  Units result;
  result.unit = exact::common_denominator(by_given_arc);
  for (int a = 0; a < graph.arcs(); ++a) {
    Integer amount;
    exact::scale_to_integer(amount.raw(), by_given_arc[at(graph.given_arc[a])], result.unit);
    result.flow.push_back(std::move(amount));
  }
  return result;
}

void require_flow(const Graph& graph, const Units& units) {
  Numbers left(at(graph.nodes));
  if (graph.nodes > 0) left[0] = units.unit;
  for (int a = 0; a < graph.arcs(); ++a) {
    const Integer& flow = units.flow[at(a)];
    if (fmpz_sgn(flow.raw()) < 0) throw InputError("a probability below 0");
    left[at(graph.tail[a])] -= flow;
    for (const int head : graph.heads_of(a)) left[at(head)] += flow;
  }
  if (!std::ranges::all_of(left, is_zero)) {
    throw InputError("what arrives at a node does not leave it again");
  }
}

/// What is lost at arcs times how often they are taken.
std::vector<LossAt> losses(const Graph& graph, const Units& taken, const Numbers& lost,
                           const Integer& lost_unit) {
  std::vector<LossAt> result;
  for (int a = 0; a < graph.arcs(); ++a) {
    if (is_zero(taken.flow[at(a)]) || is_zero(lost[at(a)])) continue;
    const Rational often = over(taken.flow[at(a)], taken.unit);
    result.push_back({graph.given_arc[a], often, often * over(lost[at(a)], lost_unit)});
  }
  std::ranges::sort(result, [](const LossAt& one, const LossAt& two) {
    return one.loss == two.loss ? one.choice < two.choice : one.loss > two.loss;
  });
  return result;
}

std::vector<Rational> by_given(const Graph& graph, const std::vector<Affine>& flow,
                               const std::vector<Rational>& point) {
  std::vector<Rational> result(at(graph.arcs()));
  for (int a = 0; a < graph.arcs(); ++a) {
    result[at(graph.given_arc[a])] = flow[at(a)].at(point);
  }
  return result;
}

/// The row  bound + sign * affine + extra, for the coordinate `extra`, in whole numbers.
lp::WholeRow row_of(const Affine& affine, const Rational& less, int sign, int extra) {
  std::vector<Rational> numbers = {sign > 0 ? affine.constant - less : less - affine.constant};
  for (const auto& [coordinate, factor] : affine.terms) {
    numbers.push_back(sign > 0 ? factor : -factor);
  }
  numbers.emplace_back(1);
  const Integer scale = exact::common_denominator(numbers);
  lp::WholeRow row;
  exact::scale_to_integer(row.constant.raw(), numbers[0], scale);
  for (std::size_t t = 1; t < numbers.size(); ++t) {
    Integer factor;
    exact::scale_to_integer(factor.raw(), numbers[t], scale);
    row.terms.emplace_back(t <= affine.terms.size() ? affine.terms[t - 1].first : extra,
                           std::move(factor));
  }
  return row;
}

}  // namespace

Losses losses_against(const Graph& graph, const Numbers& gain) {
  Losses result;
  result.lost.resize(at(graph.arcs()));
  std::vector<Integer> worth(at(graph.nodes));
  std::vector<Integer> earned(at(graph.arcs()));
  for (int n = graph.nodes; n-- > 0;) {
    for (int a = graph.first[n]; a < graph.first[n + 1]; ++a) {
      if (graph.feature[a] >= 0) earned[at(a)] += gain[at(graph.feature[a])];
      for (const int head : graph.heads_of(a)) earned[at(a)] += worth[at(head)];
      if (a == graph.first[n] || fmpz_cmp(earned[at(a)].raw(), worth[at(n)].raw()) > 0) {
        worth[at(n)] = earned[at(a)];
      }
    }
    for (int a = graph.first[n]; a < graph.first[n + 1]; ++a) {
      result.lost[at(a)] = worth[at(n)];
      result.lost[at(a)] -= earned[at(a)];
    }
  }
  if (graph.nodes > 0) result.best = worth[0];
  return result;
}

bool add_nearest(Judgement& judgement, const Form& form, const Proof& proof, int player,
                 const std::vector<Rational>& flow, std::int64_t most_entries,
                 const StopToken& stop) {
  const Graph& mine = form.side[player];
  Rational least;  // what is not in question makes the distance at least this
  const auto raise = [&](const Rational& other, const Rational& own) {
    const Rational difference = other < own ? own - other : other - own;
    if (least < difference) least = difference;
  };
  const std::int64_t arcs = mine.arcs() + form.side[1 - player].arcs();
  if ((proof.dimension[player].value_or(arcs) + 1) * arcs > most_entries) return false;
  const auto face = OptimalFace::of(form, proof, player, stop);
  if (!face) return false;
  lp::Polyhedron polyhedron;
  polyhedron.coordinates = face->coordinates() + 1;
  polyhedron.point = face->point();
  for (const OptimalFace::Row& row : face->rows()) polyhedron.rows.push_back(row.whole);
  for (int a = 0; a < mine.arcs(); ++a) {
    const Affine& its = face->flow()[at(a)];
    const Rational& own = flow[at(mine.given_arc[a])];
    if (its.is_constant()) {
      raise(its.constant, own);
    } else {
      for (const int sign : {1, -1}) {
        polyhedron.rows.push_back(row_of(its, own, sign, face->coordinates()));
      }
    }
  }
  const auto entries = static_cast<std::int64_t>(polyhedron.rows.size()) * polyhedron.coordinates;
  if (entries > most_entries) return false;
  // The distance is counted from `least` on.
  for (std::size_t r = face->rows().size(); r < polyhedron.rows.size(); ++r) {
    lp::WholeRow& row = polyhedron.rows[r];
    const Integer& factor = row.terms.back().second;
    const Rational constant = over(row.constant, Integer(1)) + over(factor, Integer(1)) * least;
    const Integer scale = exact::common_denominator({&constant, 1});
    for (auto& term : row.terms) term.second *= scale;
    exact::scale_to_integer(row.constant.raw(), constant, scale);
  }
  Rational here;
  for (int a = 0; a < mine.arcs(); ++a) {
    const Rational there = face->flow()[at(a)].at(face->point());
    const Rational& own = flow[at(mine.given_arc[a])];
    here = std::max(here, there < own ? own - there : there - own);
  }
  polyhedron.point.push_back(here - least);
  auto program = lp::PolyhedronProgram::of(polyhedron, stop);
  lp::Objective closer;
  closer.emplace_back(face->coordinates(), Integer(-1));
  if (!program || !program->maximise(closer, stop)) return false;
  judgement.distance = least + program->value(face->coordinates());
  std::vector<Rational> point = program->point();
  point.pop_back();
  judgement.nearest = by_given(mine, face->flow(), point);
  return true;
}

Judgement judged(const Form& form, const Proof& proof, const Rational& value, int player,
                 const std::vector<Rational>& flow) {
  const Graph& mine = form.side[player];
  const Graph& theirs = form.side[1 - player];
  const Units own = in_units(mine, flow);
  require_flow(mine, own);
  const Units other{proof.flow[1 - player], proof.unit[1 - player]};
  const Losses against_own =
      losses_against(theirs, gains(form, 1 - player, amounts(mine, own.flow)));
  const Losses against_other =
      losses_against(mine, gains(form, player, amounts(theirs, other.flow)));
  Integer own_unit = own.unit;
  own_unit *= form.scale;
  Integer other_unit = other.unit;
  other_unit *= form.scale;
  Judgement result;
  const Rational earned = over(against_own.best, own_unit);
  result.guaranteed = (player == 0 ? -earned : earned) + form.constant;
  result.exploitability = player == 0 ? value - result.guaranteed : result.guaranteed - value;
  result.optimal = result.exploitability.sign() == 0;
  result.mistakes = losses(mine, own, against_other.lost, other_unit);
  result.punished = losses(theirs, other, against_own.lost, own_unit);
  result.reply.resize(at(theirs.arcs()));
  std::vector<char> reached(at(theirs.nodes), 0);
  if (theirs.nodes > 0) reached[0] = 1;
  for (int n = 0; n < theirs.nodes; ++n) {
    if (reached[at(n)] == 0) continue;
    int b = theirs.first[n];
    while (!is_zero(against_own.lost[at(b)])) ++b;
    result.reply[at(theirs.given_arc[b])] = Rational(1);
    for (const int head : theirs.heads_of(b)) reached[at(head)] = 1;
  }
  return result;
}

}  // namespace allnash::large

namespace allnash {

Judgement judge_flow(const FlowGame& game, const FlowAnswer& answer, bool row,
                     const std::vector<Rational>& flow, const ChoiceLimits& limits) {
  FlowOptions options;
  options.time_limit = limits.time_limit;
  Hooks hooks;
  hooks.stop = limits.stop;
  const large::RunLimits run(options, hooks);
  const large::Form form = large::form_of(game);
  const large::Proof proof = large::pair_of(form, answer);
  Judgement result = large::judged(form, proof, *answer.value, row ? 0 : 1, flow);
  if (answer.status != Status::proved) return result;
  large::add_nearest(result, form, proof, row ? 0 : 1, flow, limits.entries / 100, run.token());
  return result;
}

}  // namespace allnash
