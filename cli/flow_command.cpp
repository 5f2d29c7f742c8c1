// `allnash solve` for games too large to write down.
#include <fmt/core.h>

#include <algorithm>

#include "allnash/choice.hpp"
#include "allnash/large.hpp"
#include "allnash/report.hpp"
#include "allnash/run.hpp"
#include "choice_text.hpp"
#include "commands.hpp"
#include "kinds.hpp"
#include "output.hpp"
#include "signals.hpp"
#include "text.hpp"

namespace allnash::cli {
namespace {

constexpr std::size_t shown_strategies = 10;
constexpr std::size_t strategy_width = 44;
constexpr std::size_t shown_sets = 30;
constexpr std::size_t set_width = 40;

/// A count of any length: all digits, or the first ones and their number.
std::string count_text(const std::string& digits) {
  constexpr std::size_t most = 24;
  if (digits.size() <= most) return grouped(digits);
  return fmt::format("{}.{}e{}", digits.substr(0, 1), digits.substr(1, 3), digits.size() - 1);
}

/// `unlisted`: the probability of strategies that the mixture does not have.
std::string mixture_text(const FlowSide& side, const std::vector<PlayedStrategy>& mixture,
                         const Rational& unlisted) {
  std::string text;
  const std::size_t shown = std::min(shown_strategies, mixture.size());
  for (std::size_t t = 0; t < shown; ++t) {
    const PlayedStrategy& played = mixture[t];
    text +=
        "  " +
        padded(printable(strategy_text(side, played.arcs), strategy_width), strategy_width + 2) +
        shortened(played.probability) + "\n";
  }
  if (unlisted.sign() != 0) {
    return text + "  and others; --json has how often each arc is taken\n";
  }
  return text +
         unless_none("  and {} more\n", std::ssize(mixture) - static_cast<std::int64_t>(shown));
}

/// Exact if short, otherwise rounded and marked.
std::string probability_text(const Rational& probability) {
  constexpr std::size_t short_enough = 9;
  std::string text = probability.to_string();
  if (text.size() <= short_enough) return text;
  return "~" + decimal(probability, 4);
}

/// The actions at each information set.
std::string behaviour_text(const FlowSide& side, const std::vector<Rational>& flow) {
  const std::vector<Behaviour> sets = behaviour_of(side, flow);
  if (sets.empty()) return "  nothing to decide\n";
  const std::size_t shown = std::min(shown_sets, sets.size());
  std::size_t column = 0;
  for (std::size_t t = 0; t < shown; ++t) {
    column = std::max(column, std::min(set_width, width_of(sets[t].set)) + 4);
  }
  std::vector<Item> items;
  for (std::size_t t = 0; t < shown; ++t) {
    std::string actions;
    for (const auto& [label, probability] : sets[t].actions) {
      actions += (actions.empty() ? "" : ", ") + printable(label, set_width) + " " +
                 probability_text(probability);
    }
    items.push_back({printable(sets[t].set, line_width - 2), std::move(actions)});
  }
  return two_columns(items, column) +
         unless_none("  and at {} more sets: see --json\n",
                     std::ssize(sets) - static_cast<std::int64_t>(shown));
}

std::string player_text(const char* name, const FlowSide& side, const FlowPlayer& player, bool tree,
                        bool optimal, const std::optional<SensiblePlan>& sensible) {
  std::string text = std::string("\n") + name + " player\n";
  const auto add = [&](const char* label, const std::string& what) {
    text += padded(std::string("  ") + label, 13) + what + "\n";
  };
  const std::string all =
      count_text(player.strategies) + (tree ? " reduced strategies" : " strategies");
  if (player.strategies.empty()) {
    add("has", "strategies that were not counted yet");
  } else if (player.support_size.empty()) {
    add("has", all);
  } else {
    add("support", count_text(player.support_size) + " of " + all);
    add("dimension", (player.dimension_proved ? "" : "at most ") + grouped(player.dimension) +
                         (tree ? ", of the optimal plans" : ", of the optimal flows"));
  }
  if (tree ? !player.flow.empty() : !player.mixture.empty()) {
    const bool several = player.dimension > 0 || !player.dimension_proved;
    text += sensible && several ? "  the optimal strategy to play:\n"
            : optimal           ? "  one optimal strategy:\n"
                                : "  a strategy that guarantees its bound:\n";
    text += tree       ? behaviour_text(side, sensible ? sensible->flow : player.flow)
            : sensible ? mixture_text(side, sensible->mixture, sensible->unlisted)
                       : mixture_text(side, player.mixture, player.unlisted);
  }
  return text;
}

std::string flow_answer_text(const FlowAnswer& answer, const FlowGame& game,
                             const Choices& choices) {
  std::string text;
  const bool made = !game.rows.nodes.empty();
  if (answer.value) {
    text += line("value", described(*answer.value));
    text += line("status", answer.status == Status::proved
                               ? "proved: all equilibria"
                               : "equilibrium: the value and one equilibrium, by best responses");
  } else {
    const auto bound = [](const std::optional<Rational>& number) {
      return number ? described(*number) : std::string("unknown");
    };
    text += line("low", bound(answer.low));
    text += line("high", bound(answer.high));
    text += line("status", answer.stop->reason == StopReason::precision
                               ? "stopped: floating point does not tell the played arcs apart"
                           : answer.stop->reason == StopReason::size
                               ? "stopped: the equations would take too much memory"
                               : "stopped by the " + answer.stop->text +
                                     (made ? "" : " before the game was made"));
  }
  if (!made) return text + line("time", fmt::format("{:.3f} s", answer.seconds));
  if (const Restored& chances = game.restored_chances; chances.numbers > 0) {
    text += line("chance",
                 fmt::format("{} rounded {} read as {}, changed by at most {:.2g}", chances.numbers,
                             chances.numbers == 1 ? "probability" : "probabilities",
                             chances.numbers == 1 ? "a fraction" : "fractions",
                             chances.largest.to_double()));
  }
  const bool tree = game.kind == FlowGame::Kind::tree;
  const bool optimal = answer.value.has_value();
  text += player_text("row", game.rows, answer.row, tree, optimal, choices.plans.row);
  text += player_text("column", game.columns, answer.column, tree, optimal, choices.plans.column);
  text += "\n" + line("arcs", grouped(std::ssize(game.rows.arcs)) + " and " +
                                  grouped(std::ssize(game.columns.arcs)));
  if (answer.responses > 0) text += line("responses", grouped(answer.responses));
  text += line("iterations", std::to_string(answer.iterations));
  text += line("time", fmt::format("{:.3f} s", answer.seconds));
  return text;
}

}  // namespace

int run_flows(const Arguments& arguments) {
  refuse_options_of_others(kind_of(arguments.game, false), arguments);
  std::optional<OutputFile> report;
  if (arguments.report) report.emplace(*arguments.report);
  Proof proof(arguments.certificate, report.has_value());
  FlowOptions options;
  options.method = arguments.flow_method.value_or(FlowMethod::automatic);
  options.time_limit = arguments.options.time_limit;
  Hooks hooks;
  const StopOnSignal stop;
  hooks.stop = &stop.flag();
  // With ranges and plans the certificate has further lines, which are found after the answer.
  const bool further = arguments.ranges || arguments.choose == "sensible";
  if (!further) hooks.certificate = proof.stream();
  const auto solved = open_and_solve_flows(arguments.game, options, hooks);
  const FlowGame& game = solved.first;
  const FlowAnswer& answer = solved.second;
  const bool proved = answer.status != Status::stopped;
  const Choices choices = choices_for(arguments, game, answer, stop.flag());
  if (further && proof.stream() != nullptr && proved) {
    if (answer.status == Status::proved) {
      const auto lines = [](const auto& part) { return part ? part->lines : std::string(); };
      write_certificate(
          *proof.stream(), game, answer,
          lines(choices.ranges) + lines(choices.plans.row) + lines(choices.plans.column));
    } else {
      throw InputError(std::string(arguments.ranges ? "--ranges" : "--choose sensible") +
                       ": only one equilibrium was found, so that nothing is known of all");
    }
  }
  const auto print = [&] {
    print_answer(
        arguments, [&] { return to_json(answer, game, choices); },
        [&](Style) {
          return flow_answer_text(answer, game, choices) + choices_text(choices, game);
        });
  };
  const auto prove = [&] { proof.commit(proved ? "" : "there is no proof"); };
  const auto page = [&] {
    if (!report) return;
    if (game.rows.nodes.empty()) {
      std::fputs(
          (*arguments.report + ": not written, because the game was not made in time\n").c_str(),
          stderr);
      return;
    }
    write_report(
        report->stream(), answer, game,
        {page_title(arguments, arguments.game), reported_options(arguments), proof.text()});
    report->commit();
  };
  do_all({print, prove, page});
  return proved ? exit_proved : exit_stopped;
}

}  // namespace allnash::cli
