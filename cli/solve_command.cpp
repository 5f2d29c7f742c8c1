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

std::unique_ptr<PayoffSource> open_source(const Arguments& arguments, const MakeCrew& make_crew) {
  if (arguments.game != "oracle") return open_game(arguments.game, arguments.labels);
  const OracleSettings& oracle = arguments.oracle;
  return oracle_game(oracle, oracle.command.empty() ? nullptr : make_crew(oracle));
}

ProgressLine::Manner manner_of(const Arguments& arguments) {
  if (arguments.quiet) return ProgressLine::Manner::silent;
  if (ProgressLine::has_terminal()) return ProgressLine::Manner::updated;
  // Whoever runs a simulator over a weekend looks into its log.
  return arguments.game == "oracle" ? ProgressLine::Manner::each_minute
                                    : ProgressLine::Manner::silent;
}

/// A game of chance, and what it is made of.
struct Played {
  std::unique_ptr<PayoffSource> payoffs;
  std::unique_ptr<PlaySource> plays;
};

Played open_plays(const Arguments& arguments, const MakeCrew& make_crew) {
  Played game;
  if (arguments.game != "oracle") {
    game.payoffs = open_game(arguments.game, arguments.labels);
    game.plays = coin_game(*game.payoffs, *arguments.options.payoff_range);
    return game;
  }
  const OracleSettings& oracle = arguments.oracle;
  game.plays = oracle_plays(oracle, oracle.command.empty() ? nullptr : make_crew(oracle));
  return game;
}

/// `Game` is a PayoffSource or a PlaySource.
template <typename Game>
Result solve_watched(Game& game, const Arguments& arguments, std::ostream* certificate,
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

const char* header(const Plan& /*plan*/) { return "row,column\n"; }
const char* header(const PlayPlan& /*plan*/) { return "row,column,seed\n"; }
const std::vector<Entry>& asked(const Plan& plan) { return plan.entries; }
const std::vector<Play>& asked(const PlayPlan& plan) { return plan.plays; }
std::string csv_line(const Entry& entry) {
  return std::to_string(entry.row) + "," + std::to_string(entry.column) + "\n";
}
std::string csv_line(const Play& play) {
  return std::to_string(play.entry.row) + "," + std::to_string(play.entry.column) + "," +
         std::to_string(play.seed) + "\n";
}

/// The next batch as CSV.
template <typename Game>
int run_plan(Game& game, const Arguments& arguments) {
  const StopOnSignal stop;
  Hooks hooks;
  hooks.stop = &stop.flag();
  const auto next = plan(game, arguments.options, hooks);
  if (!next.stop_reason.empty()) {
    const std::string note = "no plan: stopped by the " + next.stop_reason + "\n";
    std::fputs(note.c_str(), stderr);
    return exit_stopped;
  }
  std::string table = header(next);
  for (const auto& one : asked(next)) table += csv_line(one);
  write_standard_output(table);
  if (asked(next).empty()) {
    std::fputs("nothing is left to ask: solve will answer from the ledger\n", stderr);
  }
  return exit_proved;
}

int exit_code(Status status) {
  switch (status) {
    case Status::proved:
    case Status::certified:
    case Status::no_strict_saddle_point:
    case Status::failure:
      return exit_proved;
    case Status::stopped:
      return exit_stopped;
  }
  return exit_fault;
}

}  // namespace

namespace {

template <typename Game>
int solve_game(Game& game, const Arguments& arguments, std::optional<OutputFile>& certificate,
               std::optional<Trace>& trace) {
  if (arguments.plan) return run_plan(game, arguments);
  const Result result = solve_watched(
      game, arguments, certificate ? &certificate->stream() : nullptr, trace ? &*trace : nullptr);
  const bool proved = result.status == Status::proved || result.status == Status::certified;
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

}  // namespace

int run_solve(const Arguments& arguments, const MakeCrew& make_crew) {
  install_state_handler();
  std::optional<OutputFile> certificate;
  if (arguments.certificate) certificate.emplace(*arguments.certificate);
  if (arguments.trace && arguments.trace == arguments.certificate) {
    throw InputError("--trace: " + *arguments.trace + " is the certificate's file");
  }
  std::optional<Trace> trace;
  if (arguments.trace) trace.emplace(*arguments.trace);
  if (arguments.noisy) {
    const Played game = open_plays(arguments, make_crew);
    return solve_game(*game.plays, arguments, certificate, trace);
  }
  const auto game = open_source(arguments, make_crew);
  return solve_game(*game, arguments, certificate, trace);
}

}  // namespace allnash::cli
