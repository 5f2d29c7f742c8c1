#include "answer.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "text.hpp"

namespace allnash::cli {
namespace {

constexpr std::size_t name_width = 28;  // longest printed name of a strategy
constexpr std::size_t player_indent = 13;
constexpr std::size_t most_names = 12;    // of a support that are printed
constexpr std::size_t most_weights = 10;  // of a strategy that are printed
constexpr std::size_t most_vertices = 10;
constexpr std::size_t most_lines = 30;  // of a player's extreme strategies that are printed

std::string player_line(const std::string& label, const std::string& text) {
  return padded("  " + label, player_indent) + text + "\n";
}

std::string percent(const Rational& probability) {
  if (probability == Rational(1)) return "100%";
  const double value = 100 * probability.to_double();
  if (value < 0.005) return "<0.01%";
  if (value >= 99.995) return ">99.99%";
  return fmt::format("{:.2f}%", value);
}

/// One player's part of the answer.
struct PlayerAnswer {
  const MixedStrategy& strategy;
  const OptimalSet& set;
  const std::vector<std::string>& labels;
  const char* kind;
  Index strategies;
  const MixedStrategy* sensible = nullptr;  ///< what to play, where that is known
};

std::string name_of(Index strategy, const PlayerAnswer& player) {
  if (player.labels.empty()) return fmt::format("{} {}", player.kind, strategy);
  return printable(player.labels[static_cast<std::size_t>(strategy)], name_width);
}

/// The first few strategies, by name.
std::string list_of(const std::vector<Index>& strategies, const PlayerAnswer& player,
                    bool bare = false) {
  std::string names;
  for (std::size_t t = 0; t < std::min(strategies.size(), most_names); ++t) {
    if (t > 0) names += ", ";
    names += bare ? std::to_string(strategies[t]) : name_of(strategies[t], player);
  }
  return strategies.size() > most_names ? names + ", ..." : names;
}

std::string support_text(const PlayerAnswer& player) {
  const std::vector<Index>& support = player.set.support;
  const std::string text =
      fmt::format("{} of {} {}s: {}", grouped(std::ssize(support)), grouped(player.strategies),
                  player.kind, list_of(support, player, player.labels.empty()));
  return wrapped(text, player_indent, player_indent);
}

/// Lines such as `rock 1/3 33.33%`, all but the first indented.
std::string lines_of(const PlayerAnswer& player, const MixedStrategy& strategy) {
  const std::size_t shown = std::min(strategy.size(), most_weights);
  std::vector<std::string> names;
  std::vector<std::string> weights;
  std::size_t width = 0;
  std::size_t weight_width = 0;
  for (std::size_t t = 0; t < shown; ++t) {
    names.push_back(name_of(strategy[t].strategy, player));
    weights.push_back(shortened(strategy[t].probability));
    width = std::max(width, width_of(names.back()));
    weight_width = std::max(weight_width, weights.back().size());
  }
  const std::string next = "\n" + std::string(player_indent, ' ');
  std::string text;
  for (std::size_t t = 0; t < shown; ++t) {
    text += fmt::format("{}{}  {:>{}}  {:>7}", t == 0 ? "" : next, padded(names[t], width),
                        weights[t], weight_width, percent(strategy[t].probability));
  }
  const std::string more = unless_none("... and {} more; --json lists them",
                                       static_cast<std::int64_t>(strategy.size() - shown));
  return more.empty() ? text : text + next + more;
}

/// The strategy that is shown in place of extreme ones: the only one, or that of the proof.
std::string proof_text(const PlayerAnswer& player) {
  std::string text = player_line("strategy", lines_of(player, player.strategy));
  if (player.set.dimension > 0) {
    text += player_line("", "one that plays the whole support; no extreme strategies are listed");
  }
  return text;
}

std::string vertices_text(const PlayerAnswer& player) {
  const OptimalSet& set = player.set;
  if (set.dimension == 0 || set.vertices.empty()) return proof_text(player);
  std::string text;
  std::size_t shown = 0;
  std::size_t lines = 0;
  for (; shown < std::min(set.vertices.size(), most_vertices) && lines < most_lines; ++shown) {
    const MixedStrategy& vertex = set.vertices[shown];
    text += player_line(fmt::format("extreme {}", shown + 1), lines_of(player, vertex));
    lines += std::min(vertex.size(), most_weights + 1);
  }
  text += unless_none("  ... and {} more; --json lists them\n",
                      static_cast<std::int64_t>(set.vertices.size() - shown));
  if (!set.vertices_complete) text += "  there are more; --vertices N lists up to N\n";
  return text;
}

std::string dimension_text(const OptimalSet& set) {
  if (set.dimension == 0) return "0: the optimal strategy is unique";
  if (!set.vertices_complete) return grouped(set.dimension);
  return fmt::format("{}: the mixtures of {} extreme strategies", grouped(set.dimension),
                     grouped(static_cast<std::int64_t>(set.vertices.size())));
}

std::string player_text(const PlayerAnswer& player) {
  const bool choice = player.sensible != nullptr && player.set.dimension > 0;
  return player_line("dimension", dimension_text(player.set)) +
         player_line("support", support_text(player)) +
         (choice ? player_line("play", lines_of(player, *player.sensible)) : "") +
         vertices_text(player);
}

std::string numbers_text(const std::vector<Index>& numbers) {
  std::string text;
  for (std::size_t t = 0; t < std::min(numbers.size(), most_weights); ++t) {
    text += fmt::format("{}{}", t == 0 ? "" : " ", numbers[t]);
  }
  return numbers.size() > most_weights ? text + " ..." : text;
}

/// The kernels, as square subgames with the numbers of the extreme strategies that they determine.
std::string kernels_text(const Equilibria& result, Style style) {
  if (!result.kernels_complete) return "";
  std::string text = style.heading("kernels") + "\n";
  const std::size_t shown = std::min(result.kernels.size(), most_vertices);
  for (std::size_t t = 0; t < shown; ++t) {
    const Kernel& kernel = result.kernels[t];
    text += fmt::format("  row extreme {}, column extreme {}: rows {}, columns {}\n",
                        kernel.row_vertex + 1, kernel.column_vertex + 1, numbers_text(kernel.rows),
                        numbers_text(kernel.columns));
  }
  text += unless_none("  ... and {} more; --json lists them\n",
                      static_cast<std::int64_t>(result.kernels.size() - shown));
  if (!*result.kernels_complete) text += "  there are more; --vertices N lists up to N\n";
  return text + "\n";
}

std::string bounds_text(const Result& result) {
  if (result.value) return line("value", described(*result.value) + ", known by symmetry");
  if (!result.low && !result.high) return line("value", "not bounded yet");
  if (!result.low) return line("value", "at most " + described(*result.high));
  if (!result.high) return line("value", "at least " + described(*result.low));
  std::string text =
      line("value", fmt::format("from {} to {}", shortened(*result.low), shortened(*result.high)));
  const std::string low = decimal(*result.low, 6);
  const std::string high = decimal(*result.high, 6);
  const std::string gap = decimal(*result.high - *result.low, 6);
  if (low.empty() || high.empty() || gap.empty()) return text;
  return text + line("", fmt::format("about {} to {}, a gap of {}", low, high, gap));
}

/// The number of payoffs of the game, which may exceed an integer.
std::string payoff_count(const Result& result) {
  const Rational rows(result.rows);
  const Rational count = result.symmetric ? rows * (rows - Rational(1)) / Rational(2)
                                          : rows * Rational(result.columns);
  return grouped(count.to_string());
}

/// Why the run has no value to report.
std::string stop_text(const Result& result) {
  if (result.status == Status::no_strict_saddle_point) {
    return line("answer", "no strict saddle point, and this method looks for nothing else");
  }
  if (result.status == Status::within) {
    return line("answer", "the value to within " + described(*result.epsilon));
  }
  if (result.status == Status::failure) {
    return line("answer", "failure: supports of other sizes, or an unlucky draw") +
           line("", "if it was an unlucky draw, another --seed may succeed");
  }
  if (result.stop->reason == StopReason::interrupted) return line("stopped", "on request");
  return line("stopped", "by the " + result.stop->text);
}

/// The upper limits on probabilities that a game of chance proves.
std::string caps_text(const PlayerAnswer& player, const std::vector<Cap>& caps) {
  std::vector<Index> excluded;
  for (const Cap& cap : caps) {
    if (cap.most < Rational(1, 100)) excluded.push_back(cap.strategy);
  }
  if (!excluded.empty()) {
    const std::string list = wrapped(list_of(excluded, player), player_indent, player_indent);
    return player_line("excluded", list) +
           player_line("", "each has a probability below 0.01 in every equilibrium");
  }
  if (caps.empty()) return "";
  const auto least = std::ranges::min_element(caps, {}, &Cap::most);
  return player_line("caps",
                     fmt::format("{} of {} {}s have an upper limit; the least: {} at {}",
                                 grouped(std::ssize(caps)), grouped(player.strategies), player.kind,
                                 name_of(least->strategy, player), percent(least->most)));
}

/// The strategies behind the bounds, for an answer that is bounds.
std::string strategies_text(const Result& result, Style style) {
  const auto half = [](const PlayerAnswer& player, const std::string& guarantee,
                       const std::vector<Cap>& caps) {
    if (player.strategy.empty()) return player_line("strategy", "none yet");
    return player_line("strategy", lines_of(player, player.strategy)) + player_line("", guarantee) +
           caps_text(player, caps);
  };
  const OptimalSet unknown;
  const ByPlay none;
  const ByPlay& chance = result.by_play ? *result.by_play : none;
  std::string text =
      "\n" + style.heading(result.symmetric ? "Either player" : row_player.heading) + "\n";
  text += half({result.row_strategy, unknown, result.row_labels, "row", result.rows},
               result.low ? "guarantees at least " + described(*result.low) : "", chance.row_caps);
  if (!result.symmetric) {
    text += "\n" + style.heading(column_player.heading) + "\n";
    text +=
        half({result.column_strategy, unknown, result.column_labels, "column", result.columns},
             result.high ? "concedes at most " + described(*result.high) : "", chance.column_caps);
  }
  return text + "\n";
}

std::string rounds_text(const Result& result) {
  return fmt::format("in {} round{}", grouped(result.rounds), result.rounds == 1 ? "" : "s");
}

std::string ledger_text(const Result& result) {
  if (!result.recalled) return "";
  std::string text = fmt::format("{} from the file, {} new", grouped(*result.recalled),
                                 grouped(result.queries - *result.recalled));
  if (result.rechecked) {
    text += fmt::format("; {} asked again, as they were", grouped(*result.rechecked));
  }
  return line("ledger", text);
}

std::string notes_text(const Result& result) {
  std::string text;
  for (const std::string& note : result.notes) text += paragraph("note", note);
  return text;
}

/// Queries that were not needed, or that were sent to two workers.
std::string extra_text(const Result& result) {
  std::string text;
  if (result.in_vain) {
    text += line("in vain", grouped(*result.in_vain) + " more, asked ahead and not needed");
  }
  if (result.hedged) {
    text += line("hedged", grouped(*result.hedged) + " asked of a second worker, too");
  }
  return text;
}

/// How few plays the same claim takes in the mean, whatever the method.
std::string plays_floor_text(const PlaysFloor& floor) {
  std::string counts;
  if (floor.seen) counts = grouped(*floor.seen) + " if payoffs are as these plays showed";
  if (floor.seen && floor.sure) counts += ", ";
  if (floor.sure) counts += grouped(*floor.sure) + " whatever they are";
  if (counts.empty()) return counts;
  // The bounds take the whole confidence, so the floor is a promise beside them.
  const char* const also = floor.sure ? " (a promise of its own, with the same confidence)" : "";
  return paragraph("floor", counts + also +
                                ": on average no method takes fewer plays that certifies these "
                                "strategies to these bounds");
}

std::string chance_text(const Result& result, Style style) {
  const ByPlay& by_play = *result.by_play;
  std::string text;
  if (result.status == Status::stopped) text += stop_text(result);
  text += bounds_text(result);
  text += line("confidence",
               decimal_text(*result.confidence) + ": the probability that all bounds below hold");
  text += strategies_text(result, style);
  text += line("plays",
               fmt::format("{}, of {} {}, {}", grouped(result.queries), grouped(by_play.entries),
                           result.symmetric ? "matches" : "entries", rounds_text(result)));
  text += plays_floor_text(by_play.floor);
  text += ledger_text(result) + extra_text(result);
  if (by_play.failures > 0) {
    text += line("failures",
                 by_play.failures == 1
                     ? "1 play was lost and counts as the worst outcome, even if it came back later"
                     : grouped(by_play.failures) +
                           " plays were lost and count as the worst outcome, even those that came "
                           "back later");
  }
  return text + line("attempts", grouped(by_play.attempts)) + notes_text(result);
}

std::string query_text(const Result& result) {
  const std::int64_t mirrored = result.mirrored.value_or(0);
  const std::string of =
      fmt::format("{} of {} {}", grouped(result.queries - mirrored), payoff_count(result),
                  result.symmetric ? "matches" : "payoffs");
  const std::string text = mirrored == 0
                               ? of
                               : fmt::format("{}: {}, {} of them both ways",
                                             grouped(result.queries), of, grouped(mirrored));
  return text + ", " + rounds_text(result);
}

std::string spent_text(const Result& result) {
  std::string text = shortened(*result.cost);
  if (result.recalled_cost) {
    text += fmt::format(" ({} from the file, {} new)", shortened(*result.recalled_cost),
                        shortened(*result.cost - *result.recalled_cost));
  }
  if (!result.floor_cost) return text;
  text += fmt::format("; that of the floor is {}", shortened(*result.floor_cost));
  if (result.floor_cost->sign() == 0) return text;
  return text + fmt::format(", ratio {:.3f}", (*result.cost / *result.floor_cost).to_double());
}

std::string cost_text(const Result& result) {
  std::string text = line("queries", query_text(result)) + ledger_text(result) + extra_text(result);
  if (result.repeats) text += line("repeats", grouped(*result.repeats) + ", none differed");
  if (result.status == Status::proved) {
    text += paragraph(
        "floor",
        fmt::format("{}: no method that finds all equilibria of every game asks fewer{}",
                    grouped(*result.floor()), result.range_used ? " without the range" : ""));
    text += line("ratio", fmt::format("{:.3f}", *result.ratio()));
  }
  if (result.cost) text += line("cost", spent_text(result));
  if (result.hindsight) {
    text += line(
        "hindsight",
        fmt::format("{} of these prove the answer, given the range: {:.3f} times as many",
                    grouped(*result.hindsight),
                    static_cast<double>(result.queries) / static_cast<double>(*result.hindsight)));
    text += paragraph(
        "", result.range_floor
                ? fmt::format("no method that knows the range, and finds all equilibria of every "
                              "game in it, asks fewer than {}",
                              grouped(*result.range_floor))
                : "the least for this pair of strategies; there are others");
  }
  if (result.payoff_range && !result.range_used) {
    text += line("range", "checked, but not used: this method would ask the same without it");
  }
  return text + notes_text(result);
}

}  // namespace

Style Style::of_standard_output() {
  const char* none = std::getenv("NO_COLOR");
  return {::isatty(STDOUT_FILENO) != 0 && (none == nullptr || *none == '\0')};
}

std::string Style::heading(const std::string& text) const {
  return bold ? "\x1b[1m" + text + "\x1b[0m" : text;
}

std::string equilibria_text(const Result& result, Style style, const PlayerNames& row,
                            const PlayerNames& column, const SensibleStrategies& sensible) {
  return style.heading(row.heading) + "\n" +
         player_text({result.row_strategy, result.row(), result.row_labels, row.strategy,
                      result.rows, sensible.row ? &*sensible.row : nullptr}) +
         "\n" + style.heading(column.heading) + "\n" +
         player_text({result.column_strategy, result.column(), result.column_labels,
                      column.strategy, result.columns,
                      sensible.column ? &*sensible.column : nullptr});
}

std::string answer_text(const Result& result, Style style, const SensibleStrategies& sensible) {
  std::string text = line("game", shape_text(result.rows, result.columns, result.symmetric));
  if (!result.solved_as.empty()) text += line("solved as", result.solved_as);
  if (result.averaged_plays) {
    const char* what = result.status == Status::proved ? "answer" : "bounds";
    text += line(what, fmt::format("exact, for these averages of {} plays",
                                   grouped(*result.averaged_plays)));
  }
  if (result.by_play) {
    text += chance_text(result, style);
  } else if (result.status == Status::proved) {
    text += line("value", style.heading(described(*result.value)));
    text += "\n" + equilibria_text(result, style, row_player, column_player, sensible) + "\n" +
            kernels_text(*result.equilibria, style);
  } else {
    text += stop_text(result) + bounds_text(result);
    const bool told = result.status == Status::stopped || result.status == Status::within;
    if (told) text += strategies_text(result, style);
  }
  if (!result.by_play) text += cost_text(result);
  return text + line("method", result.method) +
         line("time", fmt::format("{:.3f} s", result.seconds));
}

}  // namespace allnash::cli
