// Games too large to write down: path games and game trees.
#include <pybind11/stl.h>

#include <sstream>

#include "bindings.hpp"
#include "numbers.hpp"

namespace allnash::python {
namespace {

/// A game that was solved, and what was found. The certificate is empty unless it is proved.
struct FlowSolution {
  std::shared_ptr<const FlowGame> game;
  FlowAnswer answer;
  std::string certificate;

  [[nodiscard]] const FlowSide& side(bool is_row) const {
    return is_row ? game->rows : game->columns;
  }
  [[nodiscard]] const FlowPlayer& player(bool is_row) const {
    return is_row ? answer.row : answer.column;
  }
};

py::object fraction_or_none(const std::optional<Rational>& number) {
  return number ? to_fraction(*number) : py::none();
}

/// Labels of the tail and of the heads, and its own.
py::tuple arc_tuple(const FlowSide& side, Index number) {
  const FlowArc& arc = side.arcs[static_cast<std::size_t>(number)];
  const auto label = [&](Index node) {
    return py::str(side.nodes[static_cast<std::size_t>(node)]);
  };
  py::list heads;
  for (const Index head : arc.heads) heads.append(label(head));
  return py::make_tuple(label(arc.tail), py::tuple(heads), arc.label);
}

/// (number, arc, how often it is played) of those that are played.
py::list flow_list(const FlowSolution& solution, bool is_row) {
  const std::vector<Rational>& flow = solution.player(is_row).flow;
  py::list result;
  for (std::size_t a = 0; a < flow.size(); ++a) {
    if (flow[a].sign() == 0) continue;
    const auto number = static_cast<Index>(a);
    result.append(
        py::make_tuple(number, arc_tuple(solution.side(is_row), number), to_fraction(flow[a])));
  }
  return result;
}

py::list support_list(const FlowSolution& solution, bool is_row) {
  py::list result;
  for (const Index arc : solution.player(is_row).support) {
    result.append(py::make_tuple(arc, arc_tuple(solution.side(is_row), arc)));
  }
  return result;
}

/// (text, probability) of each pure strategy of the mixture.
py::list mixture_list(const FlowSolution& solution, bool is_row) {
  py::list result;
  for (const PlayedStrategy& played : solution.player(is_row).mixture) {
    result.append(py::make_tuple(strategy_text(solution.side(is_row), played.arcs),
                                 to_fraction(played.probability)));
  }
  return result;
}

py::dict behaviour_dict(const FlowSolution& solution, bool is_row) {
  py::dict sets;
  const std::vector<Rational>& flow = solution.player(is_row).flow;
  if (flow.empty()) return sets;
  for (const Behaviour& set : behaviour_of(solution.side(is_row), flow)) {
    py::dict actions;
    for (const auto& [label, probability] : set.actions) {
      actions[py::str(label)] = to_fraction(probability);
    }
    sets[py::str(set.set)] = actions;
  }
  return sets;
}

std::vector<PathArc> arcs_from(const py::list& arcs) {
  std::vector<PathArc> result;
  for (const py::handle arc : arcs) {
    auto [tail, head, feature] = arc.cast<std::tuple<std::string, std::string, std::string>>();
    result.push_back({std::move(tail), std::move(head), std::move(feature)});
  }
  return result;
}

/// Arcs are (tail, head, feature), with an empty text for no feature; payoffs (feature, feature,
/// number).
std::shared_ptr<FlowGame> path_game_from(const py::list& row_arcs, const py::list& column_arcs,
                                         const py::list& payoffs, bool decimals) {
  const Floats floats = decimals ? Floats::decimal : Floats::binary;
  std::vector<PathPayoff> paid;
  for (const py::handle one : payoffs) {
    auto [row, column, number] = one.cast<std::tuple<std::string, std::string, py::object>>();
    paid.push_back({std::move(row), std::move(column), to_rational(number, floats)});
  }
  return std::make_shared<FlowGame>(path_game(arcs_from(row_arcs), arcs_from(column_arcs), paid));
}

/// Sets are (mover, label, actions, chances), mover 0 for chance; nodes, in the order of the tree,
/// (set, None) or, of an end, (None, what the first player gets).
std::shared_ptr<FlowGame> tree_game_from(const py::list& sets, const py::list& nodes,
                                         bool decimals) {
  const Floats floats = decimals ? Floats::decimal : Floats::binary;
  using Mover = GameTree::Mover;
  GameTree tree;
  for (const py::handle one : sets) {
    auto [mover, label, actions, chances] =
        one.cast<std::tuple<int, std::string, std::vector<std::string>, py::list>>();
    GameTree::InformationSet set;
    set.mover = mover == 0 ? Mover::chance : mover == 1 ? Mover::first : Mover::second;
    set.label = std::move(label);
    set.actions = std::move(actions);
    for (const py::handle chance : chances) set.chances.push_back(to_rational(chance, floats));
    tree.sets.push_back(std::move(set));
  }
  for (const py::handle one : nodes) {
    const auto [set, payoff] = one.cast<std::pair<std::optional<Index>, py::object>>();
    GameTree::Node node;
    node.set = set;
    if (!set) {
      const Rational won = to_rational(payoff, floats);
      node.outcome = std::ssize(tree.outcomes);
      tree.outcomes.push_back({won, -won});
    }
    tree.nodes.push_back(std::move(node));
  }
  return std::make_shared<FlowGame>(tree_game(tree, "tree"));
}

/// Ctrl-C ends the run with what it has.
std::shared_ptr<FlowSolution> solved(const std::shared_ptr<FlowGame>& game,
                                     std::optional<double> time_limit, const std::string& method) {
  auto solution = std::make_shared<FlowSolution>();
  solution->game = game;
  FlowOptions options;
  options.time_limit = time_limit;
  if (method == "flows") options.method = FlowMethod::flows;
  if (method == "responses") options.method = FlowMethod::responses;
  solution->answer = watched_to_the_end([&](const StopFlag& flag) {
    std::ostringstream certificate;
    FlowAnswer answer = solve_flows(*game, options, {&flag, &certificate});
    solution->certificate = std::move(certificate).str();
    return answer;
  });
  return solution;
}

}  // namespace

void define_flows(py::module_& module) {
  py::class_<FlowGame, std::shared_ptr<FlowGame>>(module, "FlowGame")
      .def_property_readonly("tree",
                             [](const FlowGame& game) { return game.kind == FlowGame::Kind::tree; })
      .def_property_readonly("arcs", [](const FlowGame& game) {
        return std::pair(game.rows.arcs.size(), game.columns.arcs.size());
      });
  module.def("names_flow_game", [](const std::string& name) { return names_flow_game(name); });
  module.def("open_flow_game", [](const std::string& name) {
    const py::gil_scoped_release free;
    return std::make_shared<FlowGame>(open_flow_game(name));
  });
  module.def("path_game", path_game_from);
  module.def("tree_game", tree_game_from);
  module.def("read_efg", [](const std::string& text, const std::string& name) {
    std::istringstream in(text);
    return std::make_shared<FlowGame>(tree_game(read_efg(in, name), name));
  });
  module.def("solve_flows", solved);
  py::class_<FlowSolution, std::shared_ptr<FlowSolution>>(module, "FlowSolution")
      .def_property_readonly(
          "game",
          [](const FlowSolution& one) { return std::const_pointer_cast<FlowGame>(one.game); })
      .def_property_readonly("status",
                             [](const FlowSolution& one) { return status_text(one.answer.status); })
      .def_property_readonly("stopped_by",
                             [](const FlowSolution& one) { return one.answer.stopped_by; })
      .def_property_readonly(
          "value", [](const FlowSolution& one) { return fraction_or_none(one.answer.value); })
      .def_property_readonly(
          "low", [](const FlowSolution& one) { return fraction_or_none(one.answer.low); })
      .def_property_readonly(
          "high", [](const FlowSolution& one) { return fraction_or_none(one.answer.high); })
      .def_property_readonly("iterations",
                             [](const FlowSolution& one) { return one.answer.iterations; })
      .def_property_readonly("seconds", [](const FlowSolution& one) { return one.answer.seconds; })
      .def_readonly("certificate", &FlowSolution::certificate)
      .def("strategies",
           [](const FlowSolution& one, bool is_row) { return one.player(is_row).strategies; })
      .def("support_size",
           [](const FlowSolution& one, bool is_row) { return one.player(is_row).support_size; })
      .def("dimension",
           [](const FlowSolution& one, bool is_row) {
             return std::pair(one.player(is_row).dimension, one.player(is_row).dimension_proved);
           })
      .def("flow", flow_list)
      .def("support", support_list)
      .def("mixture", mixture_list)
      .def("behaviour", behaviour_dict)
      .def("to_json", [](const FlowSolution& one) { return to_json(one.answer, *one.game); })
      .def("report", [](const FlowSolution& one, const std::string& title) {
        std::ostringstream out;
        write_report(out, one.answer, *one.game, {title, {}, one.certificate});
        return std::move(out).str();
      });
}

}  // namespace allnash::python
