// The compiled part of the Python module, allnash._allnash. It has only what the Python files
// around it need; they hold what users see.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "answer.hpp"
#include "bindings.hpp"
#include "numbers.hpp"
#include "run.hpp"

namespace allnash::python {
namespace {

/// A game and the Python objects that it refers to.
struct Game {
  std::unique_ptr<Source> source;
  py::object kept;
};

Floats floats_as(bool decimals) { return decimals ? Floats::decimal : Floats::binary; }

Game from_array(const py::buffer& array, bool decimals, std::vector<std::string> row_labels,
                std::vector<std::string> column_labels) {
  auto source = array_game(array.request(), floats_as(decimals),
                           {std::move(row_labels), std::move(column_labels)});
  if (!source) throw py::type_error("an array of this type is not a table of numbers");
  return {std::move(source), array};
}

Game from_numbers(Index rows, Index columns, const py::list& numbers, bool decimals,
                  std::vector<std::string> row_labels, std::vector<std::string> column_labels) {
  std::vector<Entry> entries;
  entries.reserve(static_cast<std::size_t>(rows * columns));
  for (Index row = 0; row < rows; ++row) {
    for (Index column = 0; column < columns; ++column) entries.push_back({row, column});
  }
  std::vector<Rational> values;
  read_numbers(numbers, entries, floats_as(decimals), values);
  return {table_game(rows, columns, std::move(values),
                     Labels{std::move(row_labels), std::move(column_labels)}),
          py::none()};
}

template <typename Number>
py::bytes bytes_of(const std::vector<Number>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number)};
}

py::bytes entry_bytes(const std::vector<Entry>& entries) {
  static_assert(sizeof(Entry) == 2 * sizeof(std::int64_t));
  return bytes_of(entries);
}

/// A run and its open questions. Many functions: each is one that Python calls.
class DrivenRun {
 public:
  DrivenRun(py::object game, const Options& options, const std::string& trace, py::object costs)
      : game_(std::move(game)),
        costs_(std::move(costs)),
        run_(*game_.cast<Game&>().source, options, trace, costs_of(costs_)) {}
  DrivenRun(Shape shape, Floats floats, const Options& options, const std::string& trace,
            py::object costs)
      : costs_(std::move(costs)),
        floats_(floats),
        random_(shape.random),
        durable_(options.ledger.has_value()),
        noted_(durable_ && shape.random && !shape.seeded && !shape.lost_by_chance),
        run_(std::move(shape), options, trace, costs_of(costs_)) {}

  DrivenRun(const DrivenRun&) = delete;
  DrivenRun& operator=(const DrivenRun&) = delete;
  // If the thread cannot be joined the program cannot continue.
  // NOLINTNEXTLINE(bugprone-exception-escape)
  ~DrivenRun() { end(); }

  std::string wait(double seconds) {
    const py::gil_scoped_release free;
    const char* const state = run_.exchange().wait(std::chrono::duration<double>(seconds));
    return run_.exchange().pricing() ? "pricing" : state;
  }

  /// The questions as bytes, and the count of numbers in each.
  py::tuple asked() {
    asked_ = run_.exchange().asked();
    answered_.assign(asked_.size(), false);
    met_.clear();
    return py::make_tuple(question_bytes(asked_, random_), random_ ? 3 : 2);
  }

  /// Delivers the payoffs of asked()[which]. If one is not a payoff, those before it are still
  /// delivered.
  void answer(const std::vector<std::size_t>& which, const py::object& payoffs) {
    std::vector<Entry> entries;
    for (const std::size_t t : which) {
      if (answered_.at(t)) throw py::value_error(entry_name(asked_[t].entry) + ": answered twice");
      entries.push_back(asked_[t].entry);
    }
    std::vector<Rational> read;
    try {
      read_numbers(payoffs, entries, floats_, read);
    } catch (...) {
      deliver(which, std::move(read));
      throw;
    }
    deliver(which, std::move(read));
  }

  /// Reports that the payoff of asked()[which] cannot be had, for the reason `why`. None if the run
  /// goes on without it, otherwise the reason with advice.
  py::object do_without(std::size_t which, std::string why) {
    if (answered_.at(which)) throw py::value_error("answered twice");
    {
      const py::gil_scoped_release free;
      if (run_.exchange().do_without(which, why)) {
        answered_[which] = true;
        return py::none();
      }
    }
    return py::cast(why);
  }

  /// Up to `most` further questions for idle workers, as bytes.
  py::tuple ahead(std::size_t most) {
    std::vector<Question> some;
    {
      const py::gil_scoped_release free;
      some = run_.exchange().ahead(most);
    }
    py::bytes bytes = question_bytes(some, random_);
    return py::make_tuple(std::move(bytes), random_ ? 3 : 2);
  }

  /// Delivers the payoff, or the result of a play, of a question from `ahead`.
  void answer_ahead(Index row, Index column, const py::object& payoff, std::uint64_t seed) {
    std::vector<Rational> read;
    read_numbers(py::make_tuple(payoff), std::vector<Entry>{{row, column}}, floats_, read);
    run_.exchange().deliver_ahead({{row, column}, seed}, std::move(read.front()));
    wait_until_kept();
  }

  /// For plays: the tries at asked()[which] were lost and will be repeated.
  void lose(std::vector<std::size_t> which) { run_.exchange().lose(std::move(which)); }
  /// For a play from `ahead`: it was lost.
  void lose_ahead(Index row, Index column, std::uint64_t seed) {
    run_.exchange().lose_ahead({{row, column}, seed});
  }

  py::bytes unpriced() { return entry_bytes(run_.exchange().unpriced()); }

  /// Delivers the costs of unpriced().
  void price(const py::object& costs) {
    std::vector<Rational> read;
    read_numbers(costs, run_.exchange().unpriced(), Floats::decimal, read);
    run_.exchange().deliver_costs(std::move(read));
  }

  [[nodiscard]] bool answered(std::size_t t) const { return answered_.at(t); }

  /// Announces that asked()[which] will be played: true once that is recorded, if it must be; false
  /// when nothing more should be played.
  bool hand_out(std::vector<std::size_t> which) {
    if (!noted_) return !stopping();
    const py::gil_scoped_release free;
    return run_.exchange().hand_out(std::move(which));
  }
  /// Whether plays that are handed out and not answered are lost when the run ends.
  [[nodiscard]] bool noted() const { return noted_; }

  /// Reports what the executor's workers do, for progress: (`row`, `column`) has been awaited
  /// longest, for `seconds`, and workers were busy for this share of their time.
  void tell_waiting(std::int64_t in_flight, std::size_t workers, std::size_t busy, Index row,
                    Index column, double seconds, double share) {
    run_.exchange().tell_waiting({.in_flight = in_flight,
                                  .workers = workers,
                                  .busy = busy,
                                  .entry = {row, column},
                                  .seconds = seconds,
                                  .share = share,
                                  .answered = true});
  }
  /// Reports that `count` questions were also sent to a second worker.
  void hedge(std::int64_t count) { run_.exchange().hedge(count); }

  py::dict progress() {
    auto [now, stage] = run_.exchange().report();
    now.queries = std::max(now.queries, taken_);
    return progress_dict(now, stage);
  }

  void stop() { run_.stop(); }
  void let_go() { run_.exchange().let_go(); }
  bool stopping() { return run_.exchange().stopping(); }
  void end() {
    const py::gil_scoped_release free;
    run_.end();
  }
  std::shared_ptr<Answer> take() { return run_.take(); }

 private:
  void deliver(std::vector<std::size_t> which, std::vector<Rational> payoffs) {
    if (payoffs.empty()) return;
    which.resize(payoffs.size());
    for (const std::size_t t : which) {
      answered_[t] = true;
      const auto& [entry, seed] = asked_[t];
      if (seed != 0 || met_.insert(entry).second) ++taken_;
    }
    run_.exchange().deliver(which, std::move(payoffs));
    wait_until_kept();
  }
  void wait_until_kept() {
    if (!durable_) return;
    const py::gil_scoped_release free;
    run_.exchange().wait_until_done();
  }

  /// `costs` is a Game, None, or True if the driver states them.
  static Costs costs_of(const py::object& costs) {
    if (costs.is_none()) return {};
    if (py::isinstance<py::bool_>(costs)) return {nullptr, true};
    return {costs.cast<Game&>().source.get(), false};
  }

  py::object game_;
  py::object costs_;
  Floats floats_ = Floats::decimal;  // for payoffs from the driver
  bool random_ = false;
  bool durable_ = false;  // a delivered payoff is on disk before the next is computed
  bool noted_ = false;    // a play is recorded on disk before it starts
  std::vector<Question> asked_;
  std::vector<bool> answered_;
  std::set<Entry> met_;     // of those answered: a payoff that is asked twice counts once
  std::int64_t taken_ = 0;  // total of those answered, for progress within a batch
  Run run_;
};

Options options_from(const std::vector<std::pair<std::string, std::string>>& given) {
  Options options;
  for (const auto& [name, text] : given) {
    const auto table = option_table();
    const auto info = std::ranges::find(table, name, &OptionInfo::name);
    if (info == table.end()) throw py::type_error("there is no option " + name);
    info->set(options, text);
  }
  return options;
}

MixedStrategy weights_from(const py::dict& weights, Index strategies) {
  MixedStrategy result;
  for (const auto& [strategy, probability] : weights) {
    const auto index = strategy.cast<Index>();
    if (index < 0 || index >= strategies) {
      throw py::index_error("there is no strategy " + std::to_string(index));
    }
    result.push_back({index, to_rational(probability)});
  }
  return result;
}

/// The message of an OptionError starts with the option's name: `time_limit: ...` for `time-limit`.
std::string keyword_first(std::string message) {
  const auto end = std::ranges::find_if(message, [](char c) { return c == ':' || c == ' '; });
  std::replace(message.begin(), end, '-', '_');
  return message;
}

/// Raises the exception of allnash of this name, with option names as keyword arguments.
void raise(const char* name, const std::string& message) {
  const auto text = py::reinterpret_steal<py::object>(
      PyUnicode_DecodeUTF8(message.data(), std::ssize(message), "backslashreplace"));
  const py::object words = py::module_::import("allnash._options").attr("in_words")(text);
  PyErr_SetObject(py::module_::import("allnash._allnash").attr(name).ptr(), words.ptr());
}

// pybind11 requires a parameter by value.
// NOLINTNEXTLINE(performance-unnecessary-value-param)
void translate_errors(std::exception_ptr thrown) {
  try {
    if (thrown) std::rethrow_exception(thrown);
  } catch (const OptionError& error) {
    raise("InputError", keyword_first(error.what()));
  } catch (const InUseError& error) {
    raise("InUseError", error.what());
  } catch (const InputError& error) {
    raise("InputError", error.what());
  } catch (const SourceError& error) {
    raise("SourceError", error.what());
  }
}

ReportPage page_of(const Answer& answer, const std::string& title) {
  ReportPage page = answer.page;
  page.title = title;
  return page;
}

using LabelTexts = std::pair<std::vector<std::string>, std::vector<std::string>>;

void define_games(py::module_& module) {
  py::class_<Game>(module, "Game")
      .def_property_readonly(
          "shape",
          [](const Game& game) { return std::pair(game.source->rows(), game.source->columns()); })
      .def_property_readonly("row_labels",
                             [](const Game& game) { return game.source->labels().rows; })
      .def_property_readonly("column_labels",
                             [](const Game& game) { return game.source->labels().columns; })
      .def("rename",
           [](Game& game, std::vector<std::string> rows, std::vector<std::string> columns) {
             game.source->rename({std::move(rows), std::move(columns)});
           })
      .def("symmetry_fault",
           [](const Game& game, const Options& options) {
             const SelfCheck* const check = game.source->self_check();
             if (check == nullptr) return py::object(py::none());
             const auto fault = check->symmetry_fault(mirror_sum(options.payoff_range));
             return fault ? py::object(py::make_tuple(fault->row, fault->column)) : py::none();
           })
      .def("range_of_matches",
           [](const Game& game) {
             const auto range = range_of_matches(*game.source);
             return range ? py::object(
                                py::make_tuple(to_fraction(range->low), to_fraction(range->high)))
                          : py::none();
           })
      .def("write", [](Game& game, const std::string& path) {
        std::ofstream out(path, std::ios::binary);
        write_game(*game.source, format_of(path), out);
        if (!out.flush()) throw InputError(path + ": cannot write");
      });
  module.def("open_game", [](const std::string& name, bool labels, bool header,
                             const std::string& separator, const std::string& decimal) {
    TextTable text;
    if (header) text.names = TextTable::Names::columns;
    if (labels) text.names = TextTable::Names::both;
    if (!separator.empty()) text.separator = separator.front();
    if (!decimal.empty()) text.decimal = decimal.front();
    return Game{open_game(name, text), py::none()};
  });
  module.def("check_costs", [](const Game& costs, Index rows, Index columns) {
    check_costs(*costs.source, rows, columns, "costs");
  });
  module.def("chart_game", [](const std::string& text) {
    std::istringstream in(text);
    TextTable table;
    table.names = TextTable::Names::both;
    return Game{read_csv(in, "table", table), py::none()};
  });
  module.def("array_game", from_array);
  module.def("table_game", from_numbers);
}

/// Writes the payoffs that a run saw into a ledger file, together with more payoffs.
void keep_in(const Answer& answer, const std::string& path, LabelTexts labels, const py::dict& more,
             bool decimals) {
  const Result& result = answer.result;
  std::vector<Entry> entries = known(answer).entries();
  std::vector<Rational> payoffs;
  for (const Entry& entry : entries) {
    payoffs.push_back(known(answer).payoff(entry.row, entry.column));
  }
  for (const auto& [place, payoff] : more) {
    const auto [row, column] = place.cast<std::pair<Index, Index>>();
    if (known(answer).knows(row, column)) continue;
    entries.push_back({row, column});
    payoffs.push_back(to_rational(payoff, floats_as(decimals)));
  }
  LedgerShape shape{result.rows, result.columns, result.symmetric};
  if (result.symmetric) shape.sum = mirror_sum(result.payoff_range);
  shape.row_labels = std::move(labels.first);
  shape.column_labels = std::move(labels.second);
  add_to_ledger(path, entries, payoffs, shape);
}

void define_answer(py::module_& module) {
  py::class_<Answer, std::shared_ptr<Answer>>(module, "Answer")
      .def(py::init(&answer_from))
      .def(py::pickle(&state_of, &answer_with))
      .def("get", field_of)
      .def("asked", [](const Answer& a) { return entry_bytes(asked_of(a)); })
      .def("payoff",
           [](const Answer& a, Index row, Index column) {
             return payoff_of(a, {row, column});
           })
      .def("keep_in", keep_in)
      .def("certificate", certificate_of)
      .def("contains",
           [](const Answer& a, bool is_row, const py::dict& weights, const py::object& tolerance) {
             const Player player{a, is_row};
             known(a);
             return contains(player, weights_from(weights, player.strategies()),
                             to_rational(tolerance));
           })
      .def("excesses",
           [](const Answer& a, bool is_row) {
             known(a);
             return bytes_of(excesses({a, is_row}));
           })
      .def("brings_in",
           [](const Answer& a) {
             known(a);
             return to_json(brings_in(a.result));
           })
      .def("to_json", [](const Answer& a) { return to_json(a.result); })
      .def("report_json", [](const Answer& a) { return report_json(a.result, page_of(a, "")); })
      .def("report", [](const Answer& a, const std::string& title) {
        std::ostringstream out;
        write_report(out, a.result, page_of(a, title));
        return std::move(out).str();
      });
}

void define_run(py::module_& module) {
  py::class_<Options>(module, "Options")
      .def(py::init(&options_from))
      .def_readwrite("symmetric", &Options::symmetric)
      .def_readwrite("ledger", &Options::ledger)
      .def_readonly("ahead", &Options::ahead)
      .def_property_readonly(
          "payoff_range", [](const Options& options) { return options.payoff_range.has_value(); });
  py::class_<DrivenRun>(module, "Run")
      .def(py::init<py::object, const Options&, const std::string&, py::object>())
      .def(py::init([](Index rows, Index columns, std::vector<std::string> row_labels,
                       std::vector<std::string> column_labels, bool decimals,
                       const Options& options, const std::string& trace, bool random, bool seeded,
                       py::object costs, bool lost_by_chance, bool anonymous, bool by_steps,
                       std::string hint) {
        return std::make_unique<DrivenRun>(Shape{rows,
                                                 columns,
                                                 {std::move(row_labels), std::move(column_labels)},
                                                 random,
                                                 seeded,
                                                 lost_by_chance,
                                                 anonymous,
                                                 by_steps,
                                                 std::move(hint)},
                                           floats_as(decimals), options, trace, std::move(costs));
      }))
      .def("wait", &DrivenRun::wait)
      .def("asked", &DrivenRun::asked)
      .def("answer", &DrivenRun::answer)
      .def("answered", &DrivenRun::answered)
      .def("do_without", &DrivenRun::do_without)
      .def("ahead", &DrivenRun::ahead)
      .def("answer_ahead", &DrivenRun::answer_ahead, py::arg("row"), py::arg("column"),
           py::arg("payoff"), py::arg("seed") = 0, py::pos_only())
      .def("lose", &DrivenRun::lose)
      .def("lose_ahead", &DrivenRun::lose_ahead)
      .def("unpriced", &DrivenRun::unpriced)
      .def("price", &DrivenRun::price)
      .def("hand_out", &DrivenRun::hand_out)
      .def("tell_waiting", &DrivenRun::tell_waiting)
      .def("hedge", &DrivenRun::hedge)
      .def_property_readonly("noted", &DrivenRun::noted)
      .def("progress", &DrivenRun::progress)
      .def("stop", &DrivenRun::stop)
      .def("let_go", &DrivenRun::let_go)
      .def_property_readonly("stopping", &DrivenRun::stopping)
      .def("end", &DrivenRun::end)
      .def("take", &DrivenRun::take);
}

void define_tables(py::module_& module) {
  module.def("number_text", [](const py::object& number, bool decimals) {
    return to_rational(number, floats_as(decimals)).to_string();
  });
  module.def("option_table", [] { return option_rows(option_table()); });
  module.def("method_table", [] {
    py::list rows;
    for (const auto table : {method_table(), play_method_table()}) {
      for (const MethodInfo& info : table) rows.append(py::make_tuple(info.name, info.meaning));
    }
    return rows;
  });
  module.def("flow_family_table", [] {
    py::list rows;
    for (const FlowFamilyInfo& info : flow_families()) {
      rows.append(py::make_tuple(info.name, info.keys, info.meaning));
    }
    return rows;
  });
  module.def("family_table", [] {
    py::list rows;
    for (const FamilyInfo& info : families()) {
      rows.append(py::make_tuple(info.name, info.keys, info.meaning));
    }
    return rows;
  });
}

}  // namespace

py::bytes question_bytes(std::span<const Question> asked, bool plays) {
  std::vector<std::int64_t> numbers;
  for (const Question& one : asked) {
    numbers.insert(numbers.end(), {one.entry.row, one.entry.column});
    if (plays) numbers.push_back(static_cast<std::int64_t>(one.seed));
  }
  return bytes_of(numbers);
}

Rational mirror_sum(const std::optional<PayoffRange>& range) {
  return range ? range->low + range->high : Rational(0);
}

py::dict progress_dict(const Progress& now, const std::string& stage) {
  py::dict report;
  report["queries"] = now.queries;
  report["rounds"] = now.rounds;
  report["value"] = now.value;
  report["low"] = now.low;
  report["high"] = now.high;
  report["seconds"] = now.seconds;
  report["stage"] = stage;
  if (now.lost > 0) report["lost"] = now.lost;
  if (now.to_go) report["to_go"] = *now.to_go;
  if (now.waiting) {
    report["workers"] = now.waiting->workers;
    report["busy"] = now.waiting->busy;
    report["in_flight"] = now.waiting->in_flight;
  }
  return report;
}

}  // namespace allnash::python

PYBIND11_MODULE(_allnash, module) {
  using namespace allnash::python;
  module.attr("__version__") = allnash::version();
  module.attr("_choose_blas_kernels") = py::cpp_function(&allnash::choose_blas_kernels);
  module.attr("_blas_kernels") = py::cpp_function(&allnash::blas_kernels);
  // Another thread may be inside BLAS.
  if (py::module_::import("threading").attr("active_count")().cast<int>() == 1) {
    allnash::choose_blas_kernels();
  }
  const py::exception<allnash::InputError> input_error(module, "InputError", PyExc_ValueError);
  input_error.attr("__doc__") = "The game or an option is not right; the text says where and what.";
  py::exception<allnash::InUseError>(module, "InUseError", input_error).attr("__doc__") =
      "Another run has the ledger file open; it may be tried again later.";
  py::exception<allnash::SourceError>(module, "SourceError", PyExc_RuntimeError).attr("__doc__") =
      "What the payoffs come from failed; the text names the entry.";
  py::register_exception_translator(&translate_errors);
  define_games(module);
  define_answer(module);
  define_run(module);
  define_flows(module);
  define_choices(module);
  define_ledger(module);
  define_policies(module);
  define_ranking(module);
  define_responses(module);
  define_state_walk(module);
  define_tables(module);
}
