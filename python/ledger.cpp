// Ledger files for Python: the functions of allnash/ledger.hpp, and what a run would ask next.
#include <pybind11/stl.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <sstream>
#include <vector>

#include "answer.hpp"
#include "bindings.hpp"
#include "run.hpp"

namespace allnash::python {
namespace {

Hooks stopped_by(const StopFlag& flag) {
  Hooks hooks;
  hooks.stop = &flag;
  return hooks;
}

/// A lease of 0 seconds means a plan without leases.
py::tuple plan_of(Shape shape, const Options& options, const Leases& leases) {
  const Plan next = watched([&](const StopFlag& flag) {
    PayoffExchange nobody;
    const auto game = asked_game(shape, nobody);
    if (leases.lease.count() == 0) return plan(*game, options, stopped_by(flag));
    return plan(*game, options, leases, stopped_by(flag));
  });
  std::vector<std::int64_t> ends;
  for (const auto until : next.out_until) ends.push_back(until.time_since_epoch().count());
  return py::make_tuple(question_bytes(next.questions, shape.random),
                        question_bytes(next.out, shape.random), shape.random ? 3 : 2,
                        next.stop ? next.stop->text : std::string(), next.done, ends, next.ahead);
}

py::dict to_python(const Imported& done) {
  py::dict told;
  told["added"] = done.added;
  told["known"] = done.known;
  told["plays"] = done.plays;
  told["self_plays"] = done.self_plays;
  told["unasked"] = done.unasked;
  told["lost"] = done.lost;
  told["late"] = done.late;
  told["made"] = done.made;
  told["new_rows"] = done.new_rows;
  told["new_columns"] = done.new_columns;
  return told;
}

py::dict state_of_ledger(const std::string& path) {
  const LedgerState state = ledger_state(path);
  py::dict told;
  told["running"] = state.running;
  told["status"] = state.status;
  told["payoffs"] = state.payoffs;
  told["rows"] = state.rows;
  told["columns"] = state.columns;
  told["symmetric"] = state.symmetric;
  told["by_play"] = state.by_play;
  told["budget"] = state.budget;
  told["progress"] =
      state.progress ? py::object(progress_dict(*state.progress, state.stage)) : py::none();
  return told;
}

}  // namespace

void define_ledger(py::module_& module) {
  module.def("ledger_plan", [](Index rows, Index columns, std::vector<std::string> row_labels,
                               std::vector<std::string> column_labels, const Options& options,
                               bool by_play, bool seeded, std::optional<std::int64_t> out,
                               std::int64_t lease, std::int64_t now) {
    return plan_of(
        {rows, columns, {std::move(row_labels), std::move(column_labels)}, by_play, seeded},
        options,
        {out, std::chrono::seconds(lease), std::chrono::sys_seconds(std::chrono::seconds(now))});
  });
  module.def("ledger_import",
             [](const std::string& path, const std::string& text, const std::string& name,
                Index rows, Index columns, std::vector<std::string> row_labels,
                std::vector<std::string> column_labels, const Options& options, bool average) {
               ImportSettings settings;
               settings.game_id = options.game_id;
               if (average) settings.repeats = Repeats::average;
               if (rows > 0 || options.symmetric) {
                 settings.shape = {rows, columns, options.symmetric, std::move(row_labels),
                                   std::move(column_labels)};
                 if (options.symmetric) settings.shape->sum = mirror_sum(options.payoff_range);
               }
               std::istringstream in(text);
               return to_python(import_ledger(path, in, name, settings));
             });
  module.def("ledger_export", [](const std::string& path, bool sound) {
    std::ostringstream out;
    if (sound) {
      export_sound(path, out);
    } else {
      export_ledger(path, out);
    }
    return std::move(out).str();
  });
  module.def("ledger_merge", [](const std::string& path, const std::string& from) {
    return to_python(merge_ledger(from, Into{path}));
  });
  module.def("ledger_shape", [](const std::string& path) {
    const LedgerShape shape = ledger_shape(path);
    return py::make_tuple(shape.rows, shape.columns, shape.row_labels, shape.column_labels,
                          shape.symmetric);
  });
  module.def("ledger_info", [](const std::string& path) { return to_json(ledger_info(path)); });
  module.def("ledger_state", state_of_ledger);
  module.def("ledger_answer", [](const std::string& path) {
    LedgerReport told =
        watched([&](const StopFlag& flag) { return report_of_ledger(path, {}, stopped_by(flag)); });
    return std::make_shared<Answer>(Answer{std::move(told.result), std::move(told.page)});
  });
}

}  // namespace allnash::python
