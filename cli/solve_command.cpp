#include <cstdio>

#include "allnash/allnash.hpp"
#include "commands.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "report.hpp"
#include "signals.hpp"

namespace allnash::cli {
namespace {

Result solve_watched(PayoffSource& game, const Arguments& arguments, std::ostream* certificate) {
  const StopOnSignal stop;
  ProgressLine line;
  Hooks hooks;
  if (!arguments.quiet && ProgressLine::has_terminal()) hooks.observer = &line;
  hooks.stop = &stop.flag();
  hooks.certificate = certificate;
  return solve(game, arguments.options, hooks);
}

}  // namespace

int run_solve(const Arguments& arguments) {
  std::optional<OutputFile> certificate;
  if (arguments.certificate) certificate.emplace(*arguments.certificate);
  const auto game = open_game(arguments.game, arguments.labels);
  const Result result =
      solve_watched(*game, arguments, certificate ? &certificate->stream() : nullptr);
  const bool proved = result.status == Status::proved;
  if (certificate && proved) certificate->commit();
  write_standard_output(arguments.json ? to_json(result) + "\n"
                                       : report(result, Style::of_standard_output()));
  if (certificate && !proved) {
    const bool stopped = result.status == Status::stopped;
    const std::string note = *arguments.certificate + ": not written: " +
                             (stopped ? "nothing is proved yet\n" : "there is no saddle point\n");
    std::fputs(note.c_str(), stderr);
  }
  return result.status == Status::stopped ? exit_stopped : exit_proved;
}

}  // namespace allnash::cli
