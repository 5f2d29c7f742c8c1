#include "choice_text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "text.hpp"

namespace allnash::cli {
namespace {

constexpr std::size_t most_choices = 20;
constexpr std::size_t choice_width = 40;
/// Sensible strategies that nobody asked for are found where the linear program is this small.
constexpr std::int64_t quick_entries = 20'000;

RangeQuestion question_of(const Arguments& arguments, const StopFlag& stop) {
  RangeQuestion question;
  question.stop = &stop;
  question.time_limit = arguments.options.time_limit;
  question.lines = arguments.certificate.has_value();
  const std::string& what = *arguments.ranges;
  question.row = what != "column";
  question.column = what != "row";
  if (!what.empty() && what != "row" && what != "column") question.names = {what};
  return question;
}

ChoiceLimits limits_of(const Arguments& arguments, const StopFlag& stop) {
  ChoiceLimits limits;
  limits.stop = &stop;
  limits.time_limit = arguments.options.time_limit;
  limits.lines = arguments.choose == "sensible" && arguments.certificate;
  if (!arguments.choose) limits.entries = quick_entries;
  return limits;
}

/// What brings strategies in is said of tables of which a page can be edited, where it is quickly
/// found or ranges are asked for.
constexpr Index most_lines_brought_in = 40;

void add_brings_in(Choices& choices, const Arguments& arguments, const Result& result,
                   const StopFlag& stop) {
  if (std::max(result.rows, result.columns) > most_lines_brought_in) return;
  ChoiceLimits limits;
  limits.stop = &stop;
  limits.time_limit = arguments.options.time_limit;
  if (!arguments.ranges) limits.entries = quick_entries;
  choices.brings_in = brings_in(result, limits);
}

/// What to look for; nothing for the strategy of the proof.
std::optional<Choice> wanted(const Arguments& arguments) {
  if (!arguments.choose || *arguments.choose == "sensible") return Choice::sensible;
  if (*arguments.choose == "vertex") return Choice::vertex;
  if (*arguments.choose == "max-entropy") return Choice::max_entropy;
  return std::nullopt;
}

std::string range_text(const Range& range) {
  if (range.least == range.most) return shortened(range.least);
  return shortened(range.least) + " to " + shortened(range.most) +
         (range.exact
              ? ""
              : fmt::format(" at the widest; reached: {} to {}", shortened(range.reached.first),
                            shortened(range.reached.second)));
}

std::string arc_text(const FlowSide& side, Index choice) {
  const FlowArc& arc = side.arcs[static_cast<std::size_t>(choice)];
  const std::string& tail = side.nodes[static_cast<std::size_t>(arc.tail)];
  const std::string to = arc.label.empty() && !arc.heads.empty()
                             ? "to " + side.nodes[static_cast<std::size_t>(arc.heads.front())]
                             : arc.label;
  return printable(tail + ": " + to, 2 * choice_width);
}

/// The lines of one player, those that vary first.
std::string ranges_text(const char* name, std::vector<std::pair<bool, Item>> items) {
  std::ranges::stable_sort(items, {}, [](const auto& item) { return !item.first; });
  std::string text = fmt::format("\n{} player, over all equilibria\n", name);
  const std::size_t shown = std::min(most_choices, items.size());
  std::vector<Item> lines;
  std::size_t column = 0;
  for (std::size_t t = 0; t < shown; ++t) {
    column = std::max(column, std::min(choice_width, width_of(items[t].second.what)) + 4);
    lines.push_back(items[t].second);
  }
  return text + two_columns(lines, column) +
         unless_none("  and {} more: see --json\n",
                     static_cast<std::int64_t>(items.size() - shown));
}

std::string blocks_text(const std::vector<FreeBlock>& blocks) {
  if (blocks.empty()) return "  nothing varies\n";
  std::map<Index, int> count;
  Index dimension = 0;
  for (const FreeBlock& block : blocks) {
    ++count[block.dimension];
    dimension += block.dimension;
  }
  std::string text = fmt::format("  {} dimension{}:", dimension, dimension == 1 ? "" : "s");
  for (const auto& [size, times] : count) {
    text += fmt::format(" {} block{} of {}", times, times == 1 ? "" : "s", size);
    if (size != count.rbegin()->first) text += ",";
  }
  return text + "\n";
}

std::string loss_lines(const std::vector<std::pair<std::string, const LossAt*>>& losses,
                       const char* what, const char* none) {
  std::string text = fmt::format("\n{}\n", what);
  if (losses.empty()) return text + "  " + none + "\n";
  std::vector<Item> items;
  const std::size_t shown = std::min(most_choices, losses.size());
  std::size_t column = 0;
  for (std::size_t t = 0; t < shown; ++t) {
    column = std::max(column, std::min(choice_width, width_of(losses[t].first)) + 4);
    items.push_back({losses[t].first, shortened(losses[t].second->loss) + " (taken " +
                                          shortened(losses[t].second->often) + ")"});
  }
  return text + two_columns(items, column) +
         unless_none("  and {} more: see --json\n",
                     static_cast<std::int64_t>(losses.size() - shown));
}

std::string repaired_text(const std::vector<std::string>& repaired) {
  if (repaired.empty()) return "";
  std::string names;
  for (std::size_t t = 0; t < std::min<std::size_t>(5, repaired.size()); ++t) {
    names += (t == 0 ? "" : ", ") + printable(repaired[t], choice_width);
  }
  return paragraph("repaired", fmt::format("probabilities were divided by their sum: {}{}", names,
                                           repaired.size() > 5 ? ", ..." : ""));
}

std::string verdict(bool optimal) { return optimal ? "yes: it is an equilibrium strategy" : "no"; }

std::string interval_text(const std::pair<Rational, Rational>& interval) {
  if (interval.first == interval.second) return described(interval.first);
  return shortened(interval.first) + " to " + shortened(interval.second);
}

std::string by_name(Index strategy, const std::vector<std::string>& labels, const char* kind) {
  return labels.empty() ? fmt::format("{} {}", kind, strategy)
                        : printable(labels[static_cast<std::size_t>(strategy)], choice_width);
}

/// What brings in the strategies of a player that no equilibrium plays; of a symmetric game those
/// of both.
std::string brings_in_text(const std::vector<BringsIn>& list, const Result& result, bool row) {
  std::vector<Item> items;
  std::size_t column = 0;
  const char* const other = row ? "column" : "row";
  const auto& labels = row ? result.row_labels : result.column_labels;
  const auto& others = row ? result.column_labels : result.row_labels;
  std::int64_t more = 0;
  for (const BringsIn& one : list) {
    if (one.row != row) continue;
    if (items.size() == most_choices) {
      ++more;
      continue;
    }
    const auto& [least, most] = one.short_by;
    std::string text = "short by " + shortened(least);
    if (least != most) text += " to " + shortened(most);
    if (!one.entry) {
      text += "; no change of one of its payoffs brings it in";
    } else {
      const Index against = row ? one.entry->column : one.entry->row;
      const Rational size = one.by.sign() < 0 ? -one.by : one.by;
      text += fmt::format("; {} against {} by {}", row ? "raise" : "lower",
                          by_name(against, others, other), shortened(size));
    }
    items.push_back({by_name(one.strategy, labels, row ? "row" : "column"), std::move(text)});
    column = std::max(column, std::min(choice_width, width_of(items.back().what)) + 4);
  }
  if (items.empty()) return "";
  return "  not played, and the smallest change of a payoff that brings it in\n" +
         two_columns(items, column) + unless_none("  and {} more: see --json\n", more);
}

}  // namespace

Choices choices_for(const Arguments& arguments, const FlowGame& game, const FlowAnswer& answer,
                    const StopFlag& stop) {
  Choices choices;
  if (answer.status != Status::proved) return choices;
  if (arguments.ranges) choices.ranges = ranges_of(game, answer, question_of(arguments, stop));
  if (const auto choice = wanted(arguments)) {
    choices.choice = *choice;
    choices.plans = chosen_of(game, answer, *choice, limits_of(arguments, stop));
  }
  return choices;
}

Choices choices_for(const Arguments& arguments, const Result& result, const StopFlag& stop) {
  Choices choices;
  if (!result.equilibria) return choices;
  if (arguments.ranges) choices.ranges = ranges_of(result, question_of(arguments, stop));
  if (const auto choice = wanted(arguments)) {
    choices.choice = *choice;
    choices.strategies = chosen_of(result, *choice, limits_of(arguments, stop));
  }
  add_brings_in(choices, arguments, result, stop);
  return choices;
}

std::string choices_text(const Choices& choices, const FlowGame& game) {
  if (!choices.ranges) return "";
  std::string text;
  for (const bool row : {true, false}) {
    const auto& ranges = row ? choices.ranges->row : choices.ranges->column;
    if (!ranges) continue;
    const FlowSide& side = row ? game.rows : game.columns;
    std::vector<std::pair<bool, Item>> items;
    for (const ChoiceRange& one : ranges->ranges) {
      if (game.kind == FlowGame::Kind::tree &&
          side.arcs[static_cast<std::size_t>(one.choice)].tail == 0) {
        continue;
      }
      const Range& range = one.share ? *one.share : one.flow;
      items.emplace_back(range.least != range.most,
                         Item{arc_text(side, one.choice), range_text(range)});
    }
    text += ranges_text(row ? "row" : "column", std::move(items)) + blocks_text(ranges->blocks);
    for (const std::string& block : free_text(game, row, *ranges)) {
      if (!block.empty()) text += "  free: " + wrapped(block, 8, 8) + "\n";
    }
  }
  return text;
}

std::string choices_text(const Choices& choices, const Result& result) {
  if (!choices.ranges) return "";
  std::string text;
  for (const bool row : {true, false}) {
    const auto& labels = row ? result.row_labels : result.column_labels;
    const char* const name = row ? "row" : "column";
    const auto& ranges = row ? choices.ranges->row : choices.ranges->column;
    if (!ranges) continue;
    std::vector<std::pair<bool, Item>> items;
    for (const ChoiceRange& one : ranges->ranges) {
      items.emplace_back(one.flow.least != one.flow.most,
                         Item{by_name(one.choice, labels, name), range_text(one.flow)});
    }
    text += ranges_text(name, std::move(items)) + blocks_text(ranges->blocks);
    if (choices.brings_in) text += brings_in_text(*choices.brings_in, result, row);
  }
  return text;
}

std::string judgement_text(const Judgement& judgement, const FlowGame& game, const Rational& value,
                           bool row, const std::vector<std::string>& repaired) {
  std::string text = line("value", described(value));
  text += line(row ? "guarantees" : "concedes", described(judgement.guaranteed));
  text += line("loses", described(judgement.exploitability));
  text += line("optimal", verdict(judgement.optimal));
  if (judgement.distance) text += line("distance", described(*judgement.distance));
  text += repaired_text(repaired);
  const auto lines = [&](bool of_row, const std::vector<LossAt>& losses) {
    std::vector<std::pair<std::string, const LossAt*>> named;
    for (const LossAt& one : losses) {
      named.emplace_back(arc_text(of_row ? game.rows : game.columns, one.choice), &one);
    }
    return named;
  };
  text += loss_lines(lines(row, judgement.mistakes), "own mistakes, and what they lose",
                     "none: it plays only what equilibria play");
  text +=
      loss_lines(lines(!row, judgement.punished),
                 "where the opponent should leave equilibrium play, and what that wins", "nowhere");
  return text;
}

std::string judgement_text(const MixtureJudgement& judgement, bool row,
                           const std::vector<std::string>& repaired) {
  return line("value", interval_text(judgement.value)) +
         line(row ? "guarantees" : "concedes", interval_text(judgement.guaranteed)) +
         line("loses", interval_text(judgement.exploitability)) +
         line("optimal", judgement.optimal ? verdict(*judgement.optimal) : "bounds do not tell") +
         line("best reply", printable(judgement.reply, 2 * choice_width)) + repaired_text(repaired);
}

std::string judgement_text(const TableJudgement& judgement, const Result& result, bool row,
                           const std::vector<std::string>& repaired) {
  std::string text;
  if (!result.solved_as.empty()) text += paragraph("solved as", result.solved_as);
  text += line("value", interval_text(judgement.value));
  text += line(row ? "guarantees" : "concedes", interval_text(judgement.guaranteed));
  text += line("loses", interval_text(judgement.exploitability));
  text += line("optimal",
               judgement.optimal ? verdict(*judgement.optimal) : "unread payoffs may decide that");
  if (judgement.ask_next) {
    text += line("ask next", fmt::format("row {}, column {}", judgement.ask_next->row,
                                         judgement.ask_next->column));
  }
  text += judgement.details && judgement.details->distance
              ? line("distance", described(*judgement.details->distance))
              : "";
  text += repaired_text(repaired);
  if (!judgement.details) return text;
  const auto lines = [&](bool of_row, const std::vector<LossAt>& losses) {
    std::vector<std::pair<std::string, const LossAt*>> named;
    for (const LossAt& one : losses) {
      named.emplace_back(by_name(one.choice, of_row ? result.row_labels : result.column_labels,
                                 of_row ? "row" : "column"),
                         &one);
    }
    return named;
  };
  text += loss_lines(lines(row, judgement.details->mistakes), "own mistakes, and what they lose",
                     "none: it plays only what equilibria play");
  text +=
      loss_lines(lines(!row, judgement.details->punished),
                 "where the opponent should leave equilibrium play, and what that wins", "nowhere");
  return text;
}

}  // namespace allnash::cli
