// `allnash solve` for games known by best responses.
#include <fmt/core.h>

#include <algorithm>

#include "allnash/large.hpp"
#include "commands.hpp"
#include "kinds.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "signals.hpp"
#include "text.hpp"

namespace allnash::cli {
namespace {

constexpr std::size_t shown_responses = 10;
constexpr std::size_t response_width = 44;

std::string player_text(const char* name, const char* what, Index met,
                        const std::vector<LikelyStrategy>& mixture) {
  std::string text = std::string("\n") + name + " player\n" + padded("  met", 13) + grouped(met) +
                     (met == 1 ? " strategy\n" : " strategies\n");
  if (mixture.empty()) return text;
  text += std::string("  ") + what + ":\n";
  const std::size_t shown = std::min(shown_responses, mixture.size());
  for (std::size_t t = 0; t < shown; ++t) {
    text += "  " + padded(printable(mixture[t].strategy, response_width), response_width + 2) +
            shortened(mixture[t].probability) + "\n";
  }
  if (shown < mixture.size()) {
    text += fmt::format("  and {} more: see --json\n", mixture.size() - shown);
  }
  return text;
}

std::string long_status(const ResponseAnswer& answer) {
  switch (answer.status) {
    case Status::equilibrium:
      return "equilibrium: the value and one equilibrium, if responses are as the oracle says";
    case Status::within:
      return "within: the value lies between low and high, if responses are as the oracle says";
    case Status::no_better_response:
      return "no better response found: exact for the strategies met, nothing is proved about "
             "others";
    default:
      break;
  }
  const StopReason reason = answer.stop->reason;
  const bool limit = reason == StopReason::budget || reason == StopReason::time_limit;
  return "stopped by the " + answer.stop->text + (limit ? ": bounds hold" : "");
}

std::string response_answer_text(const ResponseAnswer& answer) {
  std::string text;
  const auto bound = [](const std::optional<Rational>& number) {
    return number ? described(*number) : std::string("unknown");
  };
  if (answer.value) {
    text += line("value", described(*answer.value));
  } else {
    if (answer.restricted_value) text += line("among met", described(*answer.restricted_value));
    text += line("low", bound(answer.low));
    text += line("high", bound(answer.high));
  }
  text += line("status", long_status(answer));
  const char* what = "a strategy that guarantees its bound";
  if (answer.value) what = "one optimal strategy";
  if (answer.restricted_value) what = "a strategy that is optimal among those met";
  text += player_text("row", what, answer.row_strategies_met, answer.row);
  text += player_text("column", what, answer.column_strategies_met, answer.column);
  text += "\n" + line("responses", grouped(answer.responses));
  text += line("payoffs", grouped(answer.payoffs));
  if (answer.recalled) text += line("recalled", grouped(*answer.recalled) + " of these");
  text += line("iterations", grouped(answer.iterations));
  return text + line("time", fmt::format("{:.3f} s", answer.seconds));
}

ResponseAnswer solve_program(const Arguments& arguments, std::ostream* certificate) {
  ResponseOptions options;
  options.respond_to = arguments.respond_to.value_or(RespondTo::centre);
  options.budget = arguments.options.budget;
  options.time_limit = arguments.options.time_limit;
  options.epsilon = arguments.options.epsilon;
  options.ledger = arguments.options.ledger;
  options.game_id = arguments.options.game_id;
  const StopOnSignal stop;
  ProgressLine progress(ProgressLine::manner_of(arguments.quiet, true));
  Hooks hooks;
  hooks.stop = &stop.flag();
  hooks.observer = &progress;
  hooks.certificate = certificate;
  const auto game = response_program(arguments.oracle);
  return solve_responses(*game, options, hooks);
}

}  // namespace

int run_responses(const Arguments& arguments) {
  refuse_options_of_others(kind_of(arguments.game, false), arguments);
  install_state_handler();
  Proof proof(arguments.certificate, false);
  const ResponseAnswer answer = solve_program(arguments, proof.stream());
  const bool ended = answer.status != Status::stopped;
  const auto print = [&] {
    print_answer(
        arguments, [&] { return to_json(answer); },
        [&](Style) { return response_answer_text(answer); });
  };
  do_all({print, [&] { proof.commit(ended ? "" : "the run was stopped"); }});
  const bool answered = ended && answer.status != Status::no_better_response;
  return answered ? exit_proved : exit_stopped;
}

}  // namespace allnash::cli
