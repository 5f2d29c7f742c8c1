// All equilibria in hand: what may vary, which one to play, and where a strategy loses.
#include <pybind11/stl.h>

#include <tuple>

#include "answer.hpp"
#include "bindings.hpp"
#include "flow_solution.hpp"
#include "numbers.hpp"

namespace allnash::python {
namespace {

/// (least, most, exact, least reached, most reached).
py::tuple range_tuple(const Range& range) {
  return py::make_tuple(to_fraction(range.least), to_fraction(range.most), range.exact,
                        to_fraction(range.reached.first), to_fraction(range.reached.second));
}

py::list fractions(const std::vector<Rational>& numbers) {
  py::list list;
  for (const Rational& number : numbers) list.append(to_fraction(number));
  return list;
}

/// Of a player: (number, range, range at its information set or None) of each choice, and
/// (dimension, choices, extreme points or None) of each block.
py::tuple ranges_tuple(const PlayerRanges& found) {
  py::list ranges;
  for (const ChoiceRange& one : found.ranges) {
    ranges.append(
        py::make_tuple(one.choice, range_tuple(one.flow),
                       one.share ? py::object(range_tuple(*one.share)) : py::object(py::none())));
  }
  py::list blocks;
  for (const FreeBlock& one : found.blocks) {
    py::object vertices = py::none();
    if (one.vertices) {
      py::list list;
      for (const std::vector<Rational>& vertex : *one.vertices) list.append(fractions(vertex));
      vertices = std::move(list);
    }
    blocks.append(py::make_tuple(one.dimension, one.choices, vertices));
  }
  return py::make_tuple(ranges, blocks);
}

RangeQuestion question_about(bool is_row, const std::vector<std::string>& names,
                             std::optional<double> time_limit, bool lines) {
  RangeQuestion question;
  question.row = is_row;
  question.column = !is_row;
  question.names = names;
  question.time_limit = time_limit;
  question.lines = lines;
  return question;
}

/// The ranges of one player, and of a tree the blocks as JSON, with probabilities by set.
py::tuple flow_ranges(const FlowSolution& solution, bool is_row,
                      const std::vector<std::string>& names, std::optional<double> time_limit) {
  Choices choices;
  choices.ranges = watched([&](const StopFlag& flag) {
    RangeQuestion question = question_about(is_row, names, time_limit, false);
    question.stop = &flag;
    return ranges_of(*solution.game, solution.answer, question);
  });
  const PlayerRanges& found = is_row ? *choices.ranges->row : *choices.ranges->column;
  const bool tree = solution.game->kind == FlowGame::Kind::tree && !found.blocks.empty();
  return py::make_tuple(ranges_tuple(found),
                        tree ? to_json(solution.answer, *solution.game, choices) : std::string());
}

py::object answer_ranges(const Answer& answer, bool is_row, std::optional<double> time_limit) {
  (void)known(answer);
  const ChoiceRanges found = watched([&](const StopFlag& flag) {
    RangeQuestion question = question_about(is_row, {}, time_limit, false);
    question.stop = &flag;
    return ranges_of(answer.result, question);
  });
  return ranges_tuple(is_row ? *found.row : *found.column);
}

ChoiceLimits limits_within(std::optional<double> time_limit, const StopFlag& flag) {
  ChoiceLimits limits;
  limits.time_limit = time_limit;
  limits.stop = &flag;
  return limits;
}

/// The certificate with lines for each bound on what varies, and for sensible plans.
std::string flow_certificate(const FlowSolution& solution, std::optional<double> time_limit) {
  const ChoiceRanges found = watched([&](const StopFlag& flag) {
    RangeQuestion question = question_about(true, {}, time_limit, true);
    question.column = true;
    question.stop = &flag;
    return ranges_of(*solution.game, solution.answer, question);
  });
  const SensiblePlans plans = watched([&](const StopFlag& flag) {
    ChoiceLimits limits = limits_within(time_limit, flag);
    limits.lines = true;
    return sensible_of(*solution.game, solution.answer, limits);
  });
  std::ostringstream out;
  write_certificate(out, *solution.game, solution.answer,
                    found.lines + (plans.row ? plans.row->lines : "") +
                        (plans.column ? plans.column->lines : ""));
  return std::move(out).str();
}

std::string answer_certificate(const Answer& answer, std::optional<double> time_limit) {
  (void)known(answer);
  const ChoiceRanges found = watched([&](const StopFlag& flag) {
    RangeQuestion question = question_about(true, {}, time_limit, true);
    question.column = true;
    question.stop = &flag;
    return ranges_of(answer.result, question);
  });
  std::ostringstream out;
  write_certificate(out, answer.result, found.lines);
  return std::move(out).str();
}

/// (flow by arc, whether it is the only one, what the opponent's slips lose, probabilities by arc,
/// own slips by node), or None where a limit ended the search.
py::object plan_tuple(const std::optional<SensiblePlan>& plan) {
  if (!plan) return py::none();
  return py::make_tuple(fractions(plan->flow), plan->only, fractions(plan->lost),
                        fractions(plan->behaviour), plan->own_slips);
}

py::object flow_sensible(const FlowSolution& solution, bool is_row,
                         std::optional<double> time_limit) {
  const SensiblePlans plans = watched([&](const StopFlag& flag) {
    return sensible_of(*solution.game, solution.answer, limits_within(time_limit, flag));
  });
  return plan_tuple(is_row ? plans.row : plans.column);
}

/// The same of another choice than the sensible one.
py::object flow_chosen(const FlowSolution& solution, bool is_row, const std::string& how) {
  const SensiblePlans plans = watched([&](const StopFlag& flag) {
    return chosen_of(*solution.game, solution.answer,
                     how == "vertex" ? Choice::vertex : Choice::max_entropy,
                     limits_within({}, flag));
  });
  return plan_tuple(is_row ? plans.row : plans.column);
}

py::object answer_sensible(const Answer& answer, bool is_row, std::optional<double> time_limit) {
  (void)known(answer);
  const SensibleStrategies found = watched([&](const StopFlag& flag) {
    return sensible_of(answer.result, limits_within(time_limit, flag));
  });
  const auto& strategy = is_row ? found.row : found.column;
  return strategy ? py::object(to_dict(*strategy)) : py::object(py::none());
}

/// (number, how often, loss) of each.
py::list loss_list(const std::vector<LossAt>& losses) {
  py::list list;
  for (const LossAt& one : losses) {
    list.append(py::make_tuple(one.choice, to_fraction(one.often), to_fraction(one.loss)));
  }
  return list;
}

py::dict details_of(const Judgement& judgement) {
  py::dict fields;
  fields["guaranteed"] = to_fraction(judgement.guaranteed);
  fields["exploitability"] = to_fraction(judgement.exploitability);
  fields["optimal"] = judgement.optimal;
  fields["mistakes"] = loss_list(judgement.mistakes);
  fields["punished"] = loss_list(judgement.punished);
  fields["reply"] = fractions(judgement.reply);
  fields["distance"] =
      judgement.distance ? py::object(to_fraction(*judgement.distance)) : py::object(py::none());
  fields["nearest"] = fractions(judgement.nearest);
  return fields;
}

py::dict flow_judged(const FlowSolution& solution, bool is_row, const py::list& flow,
                     std::optional<double> time_limit) {
  std::vector<Rational> amounts;
  for (const py::handle amount : flow) amounts.push_back(to_rational(amount));
  return details_of(watched([&](const StopFlag& flag) {
    return judge_flow(*solution.game, solution.answer, is_row, amounts,
                      limits_within(time_limit, flag));
  }));
}

py::tuple pair_of_fractions(const std::pair<Rational, Rational>& pair) {
  return py::make_tuple(to_fraction(pair.first), to_fraction(pair.second));
}

py::dict answer_judged(const Answer& answer, bool is_row, const py::list& strategy,
                       std::optional<double> time_limit) {
  (void)known(answer);
  std::vector<Rational> weights;
  for (const py::handle weight : strategy) weights.push_back(to_rational(weight));
  const TableJudgement found = watched([&](const StopFlag& flag) {
    return judge_table(answer.result, is_row, weights, limits_within(time_limit, flag));
  });
  py::dict fields;
  if (found.details) fields = details_of(*found.details);
  fields["value"] = pair_of_fractions(found.value);
  fields["guaranteed"] = pair_of_fractions(found.guaranteed);
  fields["exploitability"] = pair_of_fractions(found.exploitability);
  fields["optimal"] = found.optimal ? py::object(py::bool_(*found.optimal)) : py::none();
  fields["ask_next"] = found.ask_next
                           ? py::object(py::make_tuple(found.ask_next->row, found.ask_next->column))
                           : py::object(py::none());
  return fields;
}

py::tuple read_pair(const ReadStrategy& read) {
  return py::make_tuple(fractions(read.flow), read.repaired);
}

/// The flow by arc, and the sets whose probabilities were divided by their sum. `given` is
/// (arc, probability).
py::tuple flow_of_behaviour(const FlowSolution& solution, bool is_row, const py::list& given,
                            const std::string& where) {
  std::vector<std::optional<Rational>> probabilities(solution.side(is_row).arcs.size());
  for (const py::handle one : given) {
    const auto [arc, probability] = one.cast<std::pair<std::size_t, py::object>>();
    probabilities.at(arc) = to_rational(probability);
  }
  return read_pair(behaviour_given(*solution.game, is_row, probabilities, where));
}

/// By node but the first, in their order: its label, and (number, label, label of the head or None)
/// of each of its arcs. Of path games with the first.
py::list flow_sets(const FlowSolution& solution, bool is_row) {
  const FlowSide& side = solution.side(is_row);
  std::vector<py::list> arcs(side.nodes.size());
  for (std::size_t a = 0; a < side.arcs.size(); ++a) {
    const FlowArc& arc = side.arcs[a];
    py::object head = py::none();
    if (!arc.heads.empty()) head = py::str(side.nodes[static_cast<std::size_t>(arc.heads.front())]);
    arcs[static_cast<std::size_t>(arc.tail)].append(py::make_tuple(a, arc.label, head));
  }
  py::list result;
  const std::size_t first = solution.game->kind == FlowGame::Kind::tree ? 1 : 0;
  for (std::size_t n = first; n < side.nodes.size(); ++n) {
    result.append(py::make_tuple(side.nodes[n], arcs[n]));
  }
  return result;
}

}  // namespace

void define_choices(py::module_& module) {
  module.def("flow_ranges", flow_ranges);
  module.def("answer_ranges", answer_ranges);
  module.def("flow_certificate", flow_certificate);
  module.def("answer_certificate", answer_certificate);
  module.def("flow_sensible", flow_sensible);
  module.def("flow_chosen", flow_chosen);
  module.def("answer_sensible", answer_sensible);
  module.def("flow_judged", flow_judged);
  module.def("answer_judged", answer_judged);
  module.def("flow_of_behaviour", flow_of_behaviour);
  module.def("flow_sets", flow_sets);
  module.def("uniform_flow", [](const FlowSolution& solution, bool is_row) {
    return read_pair(uniform_play(*solution.game, is_row));
  });
  module.def("read_behaviour", [](const FlowSolution& solution, bool is_row,
                                  const std::string& text, const std::string& where) {
    return read_pair(read_behaviour(text, where, *solution.game, is_row));
  });
  module.def("read_strategy", [](const Answer& answer, bool is_row, const std::string& text,
                                 const std::string& where) {
    const Result& result = answer.result;
    return read_pair(read_strategy(text, where, is_row ? result.row_labels : result.column_labels,
                                   is_row ? result.rows : result.columns));
  });
}

}  // namespace allnash::python
