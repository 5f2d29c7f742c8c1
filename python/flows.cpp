// Games too large to write down: path games and game trees.
#include <pybind11/stl.h>

#include <sstream>

#include "bindings.hpp"
#include "flow_solution.hpp"
#include "numbers.hpp"

namespace allnash::python {
namespace {

py::object fraction_or_none(const std::optional<Rational>& number) {
  return number ? to_fraction(*number) : py::none();
}

/// How many numbers, and the largest change.
py::tuple restored_pair(const Restored& what) {
  return py::make_tuple(what.numbers, to_fraction(what.largest));
}

/// The labels of an arc's tail, of its heads, and of itself.
py::tuple arc_tuple(const FlowSide& side, Index number) {
  const FlowArc& arc = side.arcs[static_cast<std::size_t>(number)];
  const auto label = [&](Index node) {
    return py::str(side.nodes[static_cast<std::size_t>(node)]);
  };
  py::list heads;
  for (const Index head : arc.heads) heads.append(label(head));
  return py::make_tuple(label(arc.tail), py::tuple(heads), arc.label);
}

/// (number, arc, flow) of the played arcs.
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

/// The same of all arcs.
py::list arc_list(const FlowSolution& solution, bool is_row) {
  const std::vector<Rational>& flow = solution.player(is_row).flow;
  py::list result;
  for (std::size_t a = 0; a < solution.side(is_row).arcs.size(); ++a) {
    const auto number = static_cast<Index>(a);
    result.append(py::make_tuple(number, arc_tuple(solution.side(is_row), number),
                                 to_fraction(flow.empty() ? Rational() : flow[a])));
  }
  return result;
}

/// (arc, arc, payoff) of each pair of arcs that pay.
py::list arc_payoffs(const FlowSolution& solution) {
  const auto with_feature = [](const FlowSide& side) {
    std::vector<std::vector<std::size_t>> arcs(static_cast<std::size_t>(side.features));
    for (std::size_t a = 0; a < side.arcs.size(); ++a) {
      if (side.arcs[a].feature) arcs[static_cast<std::size_t>(*side.arcs[a].feature)].push_back(a);
    }
    return arcs;
  };
  const auto rows = with_feature(solution.game->rows);
  const auto columns = with_feature(solution.game->columns);
  py::list result;
  for (const FlowPayoff& one : solution.game->payoffs) {
    const py::object payoff = to_fraction(one.payoff);
    for (const std::size_t row : rows[static_cast<std::size_t>(one.row_feature)]) {
      for (const std::size_t column : columns[static_cast<std::size_t>(one.column_feature)]) {
        result.append(py::make_tuple(row, column, payoff));
      }
    }
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

/// Arcs are (tail, head, feature), with an empty string for no feature; payoffs are (feature,
/// feature, number).
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

/// Information sets are (mover, label, actions, chances), mover 0 for chance; nodes, in the order
/// of the tree, are (set, None), or for an end (None, payoff to the first player).
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

// Games and solutions as tuples, for pickle: numbers as text, labels as bytes, which need not be
// UTF-8.

py::bytes packed(const std::string& text) { return {text}; }
py::bytes packed(const Rational& number) { return {number.to_string()}; }
template <typename Thing>
py::object packed(const std::optional<Thing>& thing) {
  return thing ? py::object(packed(*thing)) : py::none();
}
void put(const py::handle& state, std::string& text) { text = state.cast<std::string>(); }
void put(const py::handle& state, Rational& number) {
  number = Rational::parse(state.cast<std::string>());
}
template <typename Thing>
void put(const py::handle& state, std::optional<Thing>& thing) {
  thing.reset();
  if (!state.is_none()) put(state, thing.emplace());
}

template <typename Thing, typename State>
py::list list_of(const std::vector<Thing>& things, const State& state) {
  py::list result;
  for (const Thing& one : things) result.append(state(one));
  return result;
}
/// Calls `take` for each item of a list, cast to Item.
template <typename Item, typename Thing, typename Take>
void put_list(const py::handle& state, std::vector<Thing>& things, const Take& take) {
  for (const py::handle item : state.cast<py::list>()) {
    take(py::reinterpret_borrow<Item>(item), things.emplace_back());
  }
}

py::tuple state_of_side(const FlowSide& side) {
  return py::make_tuple(list_of(side.nodes, [](const std::string& label) { return packed(label); }),
                        list_of(side.arcs,
                                [](const FlowArc& arc) {
                                  return py::make_tuple(arc.tail, arc.heads, arc.feature,
                                                        packed(arc.label));
                                }),
                        side.features);
}
void put_side(const py::tuple& state, FlowSide& side) {
  put_list<py::object>(state[0], side.nodes,
                       [](const py::object& label, std::string& to) { put(label, to); });
  put_list<py::tuple>(state[1], side.arcs, [](const py::tuple& one, FlowArc& arc) {
    arc.tail = one[0].cast<Index>();
    arc.heads = one[1].cast<std::vector<Index>>();
    arc.feature = one[2].cast<std::optional<Index>>();
    put(one[3], arc.label);
  });
  side.features = state[2].cast<Index>();
}

py::tuple state_of_restored(const Restored& what) {
  return py::make_tuple(what.numbers, packed(what.largest));
}
void put_restored(const py::tuple& state, Restored& what) {
  what.numbers = state[0].cast<Index>();
  put(state[1], what.largest);
}

py::tuple state_of_game(const FlowGame& game) {
  return py::make_tuple(
      game.kind == FlowGame::Kind::tree, state_of_side(game.rows), state_of_side(game.columns),
      list_of(game.payoffs,
              [](const FlowPayoff& one) {
                return py::make_tuple(one.row_feature, one.column_feature, packed(one.payoff));
              }),
      packed(game.constant), state_of_restored(game.restored_chances),
      state_of_restored(game.restored_payoffs));
}
std::shared_ptr<FlowGame> game_with(const py::tuple& state) {
  auto game = std::make_shared<FlowGame>();
  game->kind = state[0].cast<bool>() ? FlowGame::Kind::tree : FlowGame::Kind::paths;
  put_side(state[1], game->rows);
  put_side(state[2], game->columns);
  put_list<py::tuple>(state[3], game->payoffs, [](const py::tuple& one, FlowPayoff& payoff) {
    payoff.row_feature = one[0].cast<Index>();
    payoff.column_feature = one[1].cast<Index>();
    put(one[2], payoff.payoff);
  });
  put(state[4], game->constant);
  put_restored(state[5], game->restored_chances);
  put_restored(state[6], game->restored_payoffs);
  return game;
}

py::tuple state_of_player(const FlowPlayer& player) {
  return py::make_tuple(player.strategies, player.support_size, player.support, player.dimension,
                        player.dimension_proved,
                        list_of(player.flow, [](const Rational& amount) { return packed(amount); }),
                        list_of(player.mixture,
                                [](const PlayedStrategy& played) {
                                  return py::make_tuple(played.arcs, packed(played.probability));
                                }),
                        packed(player.unlisted));
}
void put_player(const py::tuple& state, FlowPlayer& player) {
  player.strategies = state[0].cast<std::string>();
  player.support_size = state[1].cast<std::string>();
  player.support = state[2].cast<std::vector<Index>>();
  player.dimension = state[3].cast<Index>();
  player.dimension_proved = state[4].cast<bool>();
  put_list<py::object>(state[5], player.flow,
                       [](const py::object& amount, Rational& to) { put(amount, to); });
  put_list<py::tuple>(state[6], player.mixture, [](const py::tuple& one, PlayedStrategy& played) {
    played.arcs = one[0].cast<std::vector<Index>>();
    put(one[1], played.probability);
  });
  put(state[7], player.unlisted);
}

py::object state_of_stop(const std::optional<Stop>& stop) {
  if (!stop) return py::none();
  return py::make_tuple(static_cast<int>(stop->reason), stop->text);
}

py::tuple state_of_solution(const FlowSolution& solution) {
  const FlowAnswer& answer = solution.answer;
  return py::make_tuple(
      std::const_pointer_cast<FlowGame>(solution.game), static_cast<int>(answer.status),
      state_of_stop(answer.stop), packed(answer.value), packed(answer.low), packed(answer.high),
      state_of_player(answer.row), state_of_player(answer.column), answer.iterations,
      answer.responses, answer.payoffs, answer.seconds, packed(solution.certificate));
}
std::shared_ptr<FlowSolution> solution_with(const py::tuple& state) {
  auto solution = std::make_shared<FlowSolution>();
  FlowAnswer& answer = solution->answer;
  solution->game = state[0].cast<std::shared_ptr<FlowGame>>();
  answer.status = static_cast<Status>(state[1].cast<int>());
  if (!state[2].is_none()) {
    const py::tuple stop = state[2];
    answer.stop = {static_cast<StopReason>(stop[0].cast<int>()), stop[1].cast<std::string>()};
  }
  put(state[3], answer.value);
  put(state[4], answer.low);
  put(state[5], answer.high);
  put_player(state[6], answer.row);
  put_player(state[7], answer.column);
  answer.iterations = state[8].cast<std::int64_t>();
  answer.responses = state[9].cast<std::int64_t>();
  answer.payoffs = state[10].cast<std::int64_t>();
  answer.seconds = state[11].cast<double>();
  put(state[12], solution->certificate);
  return solution;
}

FlowOptions flow_options(std::optional<double> time_limit, const std::string& method) {
  FlowOptions options;
  options.time_limit = time_limit;
  if (method == "flows") options.method = FlowMethod::flows;
  if (method == "responses") options.method = FlowMethod::responses;
  return options;
}

/// After Ctrl-C the solution has the answer so far.
std::shared_ptr<FlowSolution> solved(const std::shared_ptr<FlowGame>& game,
                                     std::optional<double> time_limit, const std::string& method) {
  auto solution = std::make_shared<FlowSolution>();
  solution->game = game;
  const FlowOptions options = flow_options(time_limit, method);
  solution->answer = watched_to_the_end(
      [&](const StopFlag& flag) {
        std::ostringstream certificate;
        FlowAnswer answer =
            solve_flows(*game, options, {.stop = &flag, .certificate = &certificate});
        solution->certificate = std::move(certificate).str();
        return answer;
      },
      solution->interrupted);
  return solution;
}

/// The same of a game that is opened first, by its name.
std::shared_ptr<FlowSolution> opened_and_solved(const std::string& name,
                                                std::optional<double> time_limit,
                                                const std::string& method) {
  auto solution = std::make_shared<FlowSolution>();
  const FlowOptions options = flow_options(time_limit, method);
  solution->answer = watched_to_the_end(
      [&](const StopFlag& flag) {
        std::ostringstream certificate;
        auto [game, answer] =
            open_and_solve_flows(name, options, {.stop = &flag, .certificate = &certificate});
        solution->game = std::make_shared<FlowGame>(std::move(game));
        solution->certificate = std::move(certificate).str();
        return answer;
      },
      solution->interrupted);
  return solution;
}

/// The solution of a game whose reading was interrupted, or else ended by the time limit.
std::shared_ptr<FlowSolution> unread_game(bool interrupted) {
  auto solution = std::make_shared<FlowSolution>();
  auto game = std::make_shared<FlowGame>();
  game->kind = FlowGame::Kind::tree;
  solution->game = std::move(game);
  solution->answer.stop = interrupted ? Stop{StopReason::interrupted, "interrupt"}
                                      : Stop{StopReason::time_limit, "time limit"};
  solution->interrupted = interrupted;
  return solution;
}

}  // namespace

void define_flows(py::module_& module) {
  py::class_<FlowGame, std::shared_ptr<FlowGame>>(module, "FlowGame")
      .def(py::pickle(&state_of_game, &game_with))
      .def_property_readonly("tree",
                             [](const FlowGame& game) { return game.kind == FlowGame::Kind::tree; })
      .def_property_readonly("arcs",
                             [](const FlowGame& game) {
                               return std::pair(game.rows.arcs.size(), game.columns.arcs.size());
                             })
      .def_property_readonly(
          "restored_chances",
          [](const FlowGame& game) { return restored_pair(game.restored_chances); })
      .def_property_readonly("restored_payoffs", [](const FlowGame& game) {
        return restored_pair(game.restored_payoffs);
      });
  module.def("names_flow_game", [](const std::string& name) { return names_flow_game(name); });
  module.def("path_game", path_game_from);
  module.def("tree_game", tree_game_from);
  module.def("read_efg", [](const std::string& text, const std::string& name) {
    std::istringstream in(text);
    return std::make_shared<FlowGame>(tree_game(read_efg(in, name), name));
  });
  module.def("unread_game", unread_game);
  module.def("solve_flows", solved);
  module.def("open_and_solve_flows", opened_and_solved);
  py::class_<FlowSolution, std::shared_ptr<FlowSolution>>(module, "FlowSolution")
      .def(py::pickle(&state_of_solution, &solution_with))
      .def_property_readonly(
          "game",
          [](const FlowSolution& one) { return std::const_pointer_cast<FlowGame>(one.game); })
      .def_property_readonly(
          "status",
          [](const FlowSolution& one) { return std::string(status_name(one.answer.status)); })
      .def_property_readonly("stopped_by",
                             [](const FlowSolution& one) {
                               return one.answer.stop ? one.answer.stop->text : std::string();
                             })
      .def_readonly("interrupted", &FlowSolution::interrupted)
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
      .def("arc_payoffs", arc_payoffs)
      .def("arcs", arc_list)
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
