// Declarations that the files of the compiled module share.
#pragma once

#include <pybind11/pybind11.h>

#include <future>
#include <span>
#include <string>

#include "allnash/allnash.hpp"

namespace allnash::python {

namespace py = pybind11;

/// 64-bit numbers: row, column and, for plays, a seed for each question.
py::bytes question_bytes(std::span<const Question> asked, bool plays);

/// The progress of a run as a dictionary.
py::dict progress_dict(const Progress& now, const std::string& stage);

/// The sum of the two payoffs of a match in a symmetric game.
Rational mirror_sum(const std::optional<PayoffRange>& range);

/// Rows (name, argument, meaning, default) of a table of options.
template <typename Table>
py::list option_rows(const Table& table) {
  py::list rows;
  for (const auto& info : table) {
    rows.append(py::make_tuple(info.name, info.argument, info.meaning, info.default_text));
  }
  return rows;
}

/// Runs `work`, with a stop flag, on another thread and returns its result. Ctrl-C raises the flag;
/// when the work has ended, Python's exception is passed to `stopped`.
template <typename Work, typename Stopped>
auto watched(const Work& work, const Stopped& stopped) {
  StopFlag flag;
  auto done = std::async(std::launch::async, [&] { return work(flag); });
  bool interrupted = false;
  while (!interrupted) {
    {
      const py::gil_scoped_release free;
      if (done.wait_for(std::chrono::milliseconds(50)) == std::future_status::ready) break;
    }
    interrupted = PyErr_CheckSignals() != 0;
  }
  if (interrupted) {
    py::error_already_set said;
    flag.raise();
    {
      const py::gil_scoped_release free;
      done.wait();
    }
    stopped(said);
  }
  return done.get();
}

/// The same; Ctrl-C raises KeyboardInterrupt, without a result.
template <typename Work>
auto watched(const Work& work) {
  return watched(work, [](py::error_already_set& said) { throw std::move(said); });
}

/// The same; after Ctrl-C returns the result so far, and `interrupted` is true.
template <typename Work>
auto watched_to_the_end(const Work& work, bool& interrupted) {
  return watched(work, [&](py::error_already_set& said) {
    if (!said.matches(PyExc_KeyboardInterrupt)) throw std::move(said);
    interrupted = true;
  });
}

void define_choices(py::module_& module);
void define_flows(py::module_& module);
void define_ledger(py::module_& module);
void define_policies(py::module_& module);
void define_ranking(py::module_& module);
void define_responses(py::module_& module);
void define_state_walk(py::module_& module);

}  // namespace allnash::python
