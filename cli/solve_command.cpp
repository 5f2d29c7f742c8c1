#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>

#include "allnash/allnash.hpp"
#include "answer.hpp"
#include "choice_text.hpp"
#include "commands.hpp"
#include "output.hpp"
#include "page.hpp"
#include "progress.hpp"
#include "signals.hpp"

namespace allnash::cli {
namespace {

/// Takes a missing shape of an oracle from the names, or else from the ledger file.
OracleSettings with_shape(const Arguments& arguments, Labels& names) {
  OracleSettings oracle = arguments.oracle;
  if (oracle.rows == 0) oracle.rows = std::ssize(names.rows);
  if (oracle.columns == 0) oracle.columns = std::ssize(names.columns);
  if (oracle.rows > 0 && oracle.columns > 0) return oracle;
  const LedgerShape shape = ledger_shape(*arguments.options.ledger);
  if (oracle.rows == 0) {
    oracle.rows = shape.rows;
    names.rows = shape.row_labels;
  }
  if (oracle.columns == 0) {
    oracle.columns = shape.columns;
    names.columns = shape.column_labels;
  }
  return oracle;
}

std::unique_ptr<Source> open_source(const Arguments& arguments, const MakeCrew& make_crew) {
  Labels names = given_names(arguments);
  if (arguments.game == "oracle") {
    OracleSettings oracle = with_shape(arguments, names);
    oracle.random = arguments.noisy;
    auto crew = oracle.command.empty() ? nullptr : make_crew(oracle);
    return with_names(oracle_game(oracle, std::move(crew)), std::move(names));
  }
  auto game = with_names(open_named(arguments), std::move(names));
  if (!arguments.noisy) return game;
  return coin_game(std::move(game), *arguments.options.payoff_range);
}

/// Explains the error of a ledger alone that lacks a payoff.
Result solve_from_ledger(const std::function<Result()>& solve_it, const Arguments& arguments) {
  try {
    return solve_it();
  } catch (const SourceError& error) {
    if (arguments.game != "oracle" || !arguments.oracle.command.empty()) throw;
    throw SourceError(std::string(error.what()) +
                      ", and the ledger does not have it; --plan lists what is left to ask");
  }
}

/// Why there is no plan.
std::string plan_note(const Stop& stop) {
  const bool limit = stop.reason == StopReason::budget || stop.reason == StopReason::time_limit;
  return "no plan: " + (limit ? "stopped by the " + stop.text : stop.text) + "\n";
}

/// Further observers of the run; each may be null.
struct Observers {
  Trace* trace = nullptr;
  Page* page = nullptr;
};

void tell_idle(double idle, const Arguments& arguments, const Source& game) {
  if (arguments.quiet || arguments.options.ahead > 0 || !game.traits().asks_ahead ||
      idle <= 1.0 / 3)
    return;
  const std::string text = fmt::format(
      "workers were idle for {:.0f} % of the time in which others were waited for; --ahead 10% "
      "gives "
      "them what will probably be needed next\n",
      100 * idle);
  std::fputs(text.c_str(), stderr);
}

Result solve_watched(Source& game, const Arguments& arguments, Source* costs,
                     std::ostream* certificate, const Observers& observers) {
  const StopOnSignal stop;
  ProgressLine line(ProgressLine::manner_of(arguments.quiet, arguments.game == "oracle"));
  Hooks hooks;
  hooks.observer = &line;
  if (observers.trace != nullptr) {
    observers.trace->pass_progress_to(hooks.observer);
    hooks.observer = observers.trace;
  }
  if (observers.page != nullptr) hooks.observer = &observers.page->watch(game, hooks.observer);
  hooks.stop = &stop.flag();
  hooks.certificate = certificate;
  hooks.costs = costs;
  Result result = solve(game, arguments.options, hooks);
  line.clear();
  tell_idle(line.idle(), arguments, game);
  return result;
}

/// If the run fails, the page must no longer show it as running.
template <typename Solve>
Result telling_page(Page* page, const Solve& solve) {
  try {
    return solve();
  } catch (const std::exception& error) {
    if (page != nullptr) page->give_up(error.what());
    throw;
  }
}

Plan next_plan(Source& game, const Arguments& arguments, const Hooks& hooks) {
  if (!arguments.lease) return plan(game, arguments.options, hooks);
  const auto hand_out = [&] {
    const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
    const Leases leases{arguments.out, std::chrono::seconds(*arguments.lease), now};
    return plan(game, arguments.options, leases, hooks);
  };
  return patiently(arguments.wait, hand_out, hooks.stop);
}

/// Exit code 3: entries are handed out, and there is nothing else to ask for now.
int tell_leases(const Plan& next) {
  if (next.done) {
    std::fputs("nothing is left to ask: solve will answer from the ledger\n", stderr);
    return exit_proved;
  }
  if (const std::size_t out = next.out.size(); out > 0) {
    std::fprintf(stderr, "%zu %s of earlier plans %s still out; --plan --json lists them\n", out,
                 out == 1 ? "entry" : "entries", out == 1 ? "is" : "are");
  }
  return next.questions.empty() ? exit_stopped : exit_proved;
}

/// Prints the next batch as CSV or JSON.
int run_plan(Source& game, const Arguments& arguments, Source* costs) {
  const StopOnSignal stop;
  Hooks hooks;
  hooks.costs = costs;
  hooks.stop = &stop.flag();
  const Plan next = next_plan(game, arguments, hooks);
  if (next.stop) {
    std::fputs(plan_note(*next.stop).c_str(), stderr);
    return exit_stopped;
  }
  write_standard_output(arguments.json ? to_json(next, game) + "\n" : to_csv(next, game));
  if (next.until) return tell_leases(next);
  if (const std::size_t out = next.out.size(); out > 0) {
    std::fprintf(
        stderr,
        "%zu plays of earlier plans are still pending: import what they paid, or `lost` for "
        "those that will never come back; --plan --json lists them\n",
        out);
    return next.questions.empty() ? exit_stopped : exit_proved;
  }
  if (next.questions.empty()) {
    std::fputs("nothing is left to ask: solve will answer from the ledger\n", stderr);
  }
  return exit_proved;
}

int exit_code(Status status) {
  switch (status) {
    case Status::proved:
    case Status::within:
    case Status::certified:
    case Status::no_strict_saddle_point:
    case Status::equilibrium:
      return exit_proved;
    case Status::failure:
      return exit_answer_is_no;
    case Status::no_better_response:
    case Status::stopped:
      return exit_stopped;
  }
  return exit_fault;
}

/// The lists of extreme strategies that could not be proved, and why.
std::string lists_left_out(const Result& result, const std::string& certificate) {
  std::string text;
  const auto look = [&](const OptimalSet& set, const char* player) {
    if (set.list_proved()) return;
    text += certificate + ": does not state the extreme " + player + " strategies, because " +
            (set.vertices_complete ? "the proof would be too large" : "their list is cut") + "\n";
  };
  look(result.row(), "row");
  if (!result.symmetric) look(result.column(), "column");
  return text;
}

/// Whether numerator or denominator exceeds the limit for certificates (docs/certificate_format.md,
/// "Limits").
bool too_long(const Rational& number) {
  constexpr std::size_t most_digits = 100'000;
  constexpr std::size_t as_hexadecimal = 83'000;  // fewer than `most_digits` in decimal
  const auto above = [](const std::string& digits, std::size_t most) {
    return digits.size() - (digits.starts_with('-') ? 1 : 0) > most;
  };
  return (above(number.numerator_digits(16), as_hexadecimal) &&
          above(number.numerator_digits(), most_digits)) ||
         (above(number.denominator_digits(16), as_hexadecimal) &&
          above(number.denominator_digits(), most_digits));
}

/// True results that checkers refuse because of their limits.
std::string beyond_the_limits(const Result& result, const std::string& certificate) {
  const auto long_in = [](const MixedStrategy& strategy) {
    return std::ranges::any_of(strategy,
                               [](const Weight& weight) { return too_long(weight.probability); });
  };
  const bool too_much = (result.value && too_long(*result.value)) || long_in(result.row_strategy) ||
                        long_in(result.column_strategy);
  if (!too_much) return "";
  return certificate +
         ": allnash-check will reject it, because it holds a number of more than 100,000 digits\n";
}

int solve_game(Source& game, const Arguments& arguments, Source* costs, Proof& proof,
               const Observers& observers) {
  if (arguments.plan) return run_plan(game, arguments, costs);
  if (arguments.ranges && arguments.noisy) {
    throw InputError("--ranges: a game of chance has no proved equilibria");
  }
  const Result result = telling_page(observers.page, [&] {
    return solve_from_ledger(
        [&] {
          return solve_watched(game, arguments, costs, arguments.ranges ? nullptr : proof.stream(),
                               observers);
        },
        arguments);
  });
  const StopOnSignal stop;
  const Choices choices = choices_for(arguments, result, stop.flag());
  if (arguments.ranges && proof.stream() != nullptr &&
      (result.status == Status::proved || result.status == Status::within)) {
    write_certificate(*proof.stream(), result, choices.ranges ? choices.ranges->lines : "");
  }
  const bool proved =
      exit_code(result.status) == exit_proved && result.status != Status::no_strict_saddle_point;
  // The answer first: a full disk must not lose what was paid for.
  const auto answer = [&] {
    print_answer(
        arguments, [&] { return to_json(result, choices); },
        [&](Style style) {
          return answer_text(result, style, choices.strategies) +
                 (result.equilibria ? choices_text(choices, result) : "");
        });
  };
  const auto certificate = [&] { proof.commit(proved ? "" : "there is no proof"); };
  const auto trace = [&] {
    if (observers.trace != nullptr) observers.trace->commit();
  };
  const auto page = [&] {
    if (observers.page != nullptr) observers.page->commit(result, proved ? proof.text() : "");
  };
  do_all({answer, certificate, trace, page});
  if (arguments.certificate && proved) {
    std::fputs(beyond_the_limits(result, proof.name()).c_str(), stderr);
  }
  if (arguments.options.certificate_vertices && result.status == Status::proved) {
    std::fputs(lists_left_out(result, proof.name()).c_str(), stderr);
  }
  return exit_code(result.status);
}

}  // namespace

int run_solve(const Arguments& arguments, const MakeCrew& make_crew) {
  if (names_flow_game(arguments.game)) return run_flows(arguments);
  if (arguments.game == "responses") return run_responses(arguments);
  install_state_handler();
  Proof proof(arguments.certificate, arguments.certificate && arguments.report && arguments.noisy);
  if (arguments.trace && arguments.trace == arguments.certificate) {
    throw InputError("--trace: " + *arguments.trace + " is the certificate's file");
  }
  std::optional<Trace> trace;
  if (arguments.trace) trace.emplace(*arguments.trace);
  std::optional<Page> page;
  if (arguments.report) page.emplace(arguments);
  const Observers observers{trace ? &*trace : nullptr, page ? &*page : nullptr};
  Arguments within = arguments;
  std::unique_ptr<Source> game;
  std::unique_ptr<Source> costs;
  if (arguments.game == "oracle") {
    game = open_source(arguments, make_crew);
    costs = open_costs(arguments, *game);
  } else {
    const ReadingLimit limit(arguments.options.time_limit);
    game = open_source(arguments, make_crew);
    costs = open_costs(arguments, *game);
    within.options.time_limit = limit.left();
  }
  return solve_game(*game, within, costs.get(), proof, observers);
}

}  // namespace allnash::cli
