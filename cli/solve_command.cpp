#include <cstdio>

#include "allnash/allnash.hpp"
#include "commands.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "report.hpp"
#include "signals.hpp"
#include "trace.hpp"

namespace allnash::cli {
namespace {

Result solve_watched(PayoffSource& game, const Arguments& arguments, std::ostream* certificate,
                     Trace* trace) {
  const StopOnSignal stop;
  ProgressLine line;
  Hooks hooks;
  if (!arguments.quiet && ProgressLine::has_terminal()) hooks.observer = &line;
  if (trace != nullptr) {
    trace->pass_progress_to(hooks.observer);
    hooks.observer = trace;
  }
  hooks.stop = &stop.flag();
  hooks.certificate = certificate;
  return solve(game, arguments.options, hooks);
}

int exit_code(Status status) {
  switch (status) {
    case Status::proved:
    case Status::no_strict_saddle_point:
      return exit_proved;
    case Status::stopped:
      return exit_stopped;
  }
  return exit_fault;
}

}  // namespace

int run_solve(const Arguments& arguments) {
  std::optional<OutputFile> certificate;
  if (arguments.certificate) certificate.emplace(*arguments.certificate);
  if (arguments.trace && arguments.trace == arguments.certificate) {
    throw InputError("--trace: " + *arguments.trace + " is the certificate's file");
  }
  std::optional<Trace> trace;
  if (arguments.trace) trace.emplace(*arguments.trace);
  const auto game = open_game(arguments.game, arguments.labels);
  const Result result = solve_watched(
      *game, arguments, certificate ? &certificate->stream() : nullptr, trace ? &*trace : nullptr);
  const bool proved = result.status == Status::proved;
  if (certificate && proved) certificate->commit();
  write_standard_output(arguments.json ? to_json(result) + "\n"
                                       : report(result, Style::of_standard_output()));
  if (trace) trace->commit();
  if (certificate && !proved) {
    const std::string note = *arguments.certificate + ": not written: there is no proof\n";
    std::fputs(note.c_str(), stderr);
  }
  return exit_code(result.status);
}

}  // namespace allnash::cli
