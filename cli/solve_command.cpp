#include <cstdio>
#include <functional>
#include <sstream>

#include "allnash/allnash.hpp"
#include "commands.hpp"
#include "open.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "report.hpp"
#include "signals.hpp"
#include "trace.hpp"

namespace allnash::cli {
namespace {

std::unique_ptr<PayoffSource> open_source(const Arguments& arguments, const MakeCrew& make_crew) {
  if (arguments.game != "oracle") return with_names(open_named(arguments), arguments);
  OracleSettings oracle = arguments.oracle;
  if (oracle.rows == 0) {
    const LedgerShape shape = ledger_shape(*arguments.options.ledger);
    oracle.rows = shape.rows;
    oracle.columns = shape.columns;
  }
  auto crew = oracle.command.empty() ? nullptr : make_crew(oracle);
  return with_names(oracle_game(oracle, std::move(crew)), arguments);
}

/// A ledger alone may not be enough.
Result solve_from_ledger(const std::function<Result()>& solve_it, const Arguments& arguments) {
  try {
    return solve_it();
  } catch (const SourceError& error) {
    if (arguments.game != "oracle" || !arguments.oracle.command.empty()) throw;
    throw SourceError(std::string(error.what()) +
                      ", and the ledger does not have it; --plan tells what is left to ask");
  }
}

/// Why there is no plan.
std::string plan_note(const std::string& reason) {
  const bool limit = reason == "budget" || reason == "time limit";
  return "no plan: " + (limit ? "stopped by the " + reason : reason) + "\n";
}

ProgressLine::Manner manner_of(const Arguments& arguments) {
  if (arguments.quiet) return ProgressLine::Manner::silent;
  if (ProgressLine::has_terminal()) return ProgressLine::Manner::updated;
  // Whoever runs a simulator over a weekend looks into its log.
  return arguments.game == "oracle" ? ProgressLine::Manner::each_minute
                                    : ProgressLine::Manner::silent;
}

Result solve_watched(PayoffSource& game, const Arguments& arguments, std::ostream* certificate,
                     Trace* trace) {
  const StopOnSignal stop;
  ProgressLine line(manner_of(arguments));
  Hooks hooks;
  hooks.observer = &line;
  if (trace != nullptr) {
    trace->pass_progress_to(hooks.observer);
    hooks.observer = trace;
  }
  hooks.stop = &stop.flag();
  hooks.certificate = certificate;
  return solve(game, arguments.options, hooks);
}

/// The next batch as CSV.
int run_plan(PayoffSource& game, const Arguments& arguments) {
  const StopOnSignal stop;
  Hooks hooks;
  hooks.stop = &stop.flag();
  const Plan next = plan(game, arguments.options, hooks);
  if (!next.stop_reason.empty()) {
    std::fputs(plan_note(next.stop_reason).c_str(), stderr);
    return exit_stopped;
  }
  std::string table = "row,column\n";
  for (const Entry& entry : next.entries) {
    table += std::to_string(entry.row) + "," + std::to_string(entry.column) + "\n";
  }
  write_standard_output(table);
  if (next.entries.empty()) {
    std::fputs("nothing is left to ask: solve will answer from the ledger\n", stderr);
  }
  return exit_proved;
}

int exit_code(Status status) {
  switch (status) {
    case Status::proved:
    case Status::no_strict_saddle_point:
      return exit_proved;
    case Status::failure:
      return exit_answer_is_no;
    case Status::stopped:
      return exit_stopped;
  }
  return exit_fault;
}

}  // namespace

int run_solve(const Arguments& arguments, const MakeCrew& make_crew) {
  install_state_handler();
  const bool certificate_shown = arguments.certificate == "-";
  std::ostringstream shown;
  std::optional<OutputFile> certificate;
  if (arguments.certificate && !certificate_shown) certificate.emplace(*arguments.certificate);
  if (arguments.trace && arguments.trace == arguments.certificate) {
    throw InputError("--trace: " + *arguments.trace + " is the certificate's file");
  }
  std::optional<Trace> trace;
  if (arguments.trace) trace.emplace(*arguments.trace);
  const auto game = open_source(arguments, make_crew);
  if (arguments.plan) return run_plan(*game, arguments);
  std::ostream* proof = certificate ? &certificate->stream() : nullptr;
  if (certificate_shown) proof = &shown;
  const Result result = solve_from_ledger(
      [&] { return solve_watched(*game, arguments, proof, trace ? &*trace : nullptr); }, arguments);
  const bool proved = result.status == Status::proved;
  if (certificate && proved) certificate->commit();
  if (certificate_shown) {
    write_standard_output(shown.str());
    std::fputs(report(result).c_str(), stderr);
  } else {
    write_standard_output(arguments.json ? to_json(result) + "\n"
                                         : report(result, Style::of_standard_output()));
  }
  if (trace) trace->commit();
  if (arguments.certificate && !proved) {
    const std::string name = certificate_shown ? "certificate" : *arguments.certificate;
    std::fputs((name + ": not written: there is no proof\n").c_str(), stderr);
  }
  return exit_code(result.status);
}

}  // namespace allnash::cli
