
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "answer.hpp"
#include "text.hpp"

namespace allnash::cli {
namespace {

constexpr std::size_t label_width = 11;
constexpr std::size_t widest_name = 26;
constexpr std::size_t most_listed = 60;  // strategies
constexpr std::size_t most_matches = 20;

std::size_t place(Index index) { return static_cast<std::size_t>(index); }

std::string share_text(double share) {
  if (share > 0 && share < 0.001) return "<0.1%";
  return fmt::format("{:.3g}%", 100 * share);
}

/// A bound from above to four decimals: what is printed holds, too.
double rounded_up(double bound) { return std::ceil(1e4 * bound) / 1e4; }

/// An upper limit of a probability, to a tenth of a percent, rounded up.
std::string limit_text(double cap) {
  return fmt::format("{:.1f}%", std::min(100.0, std::ceil(1e3 * cap) / 10));
}

/// What a table says of one player's strategies.
struct PlayerTable {
  const std::vector<std::string>& labels;
  const MixedStrategy& played;
  const std::vector<Cap>& caps;
  const MixedStrategy* of_averages;                   // null: none
  const std::vector<Resampled::Strategy>* resampled;  // null: none
  std::vector<std::int64_t> matches;
  std::vector<double> averages;
  std::vector<std::size_t> tiers;
};

std::vector<double> shares(const MixedStrategy& strategy, std::size_t count) {
  std::vector<double> result(count);
  for (const auto& [index, weight] : strategy) result[place(index)] = weight.to_double();
  return result;
}

PlayerTable player_table(const Ranking& ranking, bool row) {
  const auto& averages = ranking.averages;
  PlayerTable table{row ? ranking.row_labels : ranking.column_labels,
                    row ? ranking.row_strategy : ranking.column_strategy,
                    row ? ranking.row_caps : ranking.column_caps,
                    !averages ? nullptr
                    : row     ? &averages->row_strategy
                              : &averages->column_strategy,
                    !ranking.resampled ? nullptr
                    : row              ? &ranking.resampled->rows
                                       : &ranking.resampled->columns,
                    {},
                    {},
                    {}};
  const std::size_t count = table.labels.size();
  table.matches.resize(count);
  table.averages.resize(count);
  table.tiers.resize(count);
  const double sum = (ranking.range.low + ranking.range.high).to_double();
  const auto add = [&](Index index, std::int64_t plays, double mean) {
    table.matches[place(index)] += plays;
    table.averages[place(index)] += static_cast<double>(plays) * mean;
  };
  for (const auto& [tally, low, high] : ranking.pairings) {
    const double mean = tally.mean.to_double();
    if (row) add(tally.entry.row, tally.plays, mean);
    if (!row) add(tally.entry.column, tally.plays, mean);
    if (row && ranking.symmetric) add(tally.entry.column, tally.plays, sum - mean);
  }
  for (std::size_t t = 0; t < count; ++t) {
    if (table.matches[t] > 0) table.averages[t] /= static_cast<double>(table.matches[t]);
  }
  for (std::size_t t = 0; averages && t < averages->tiers.size(); ++t) {
    const Tier& tier = averages->tiers[t];
    for (const Index index : row ? tier.rows : tier.columns) table.tiers[place(index)] = t;
  }
  return table;
}

/// By tier, then by share, then by average.
std::vector<std::size_t> ranked(const PlayerTable& table, bool row) {
  std::vector<std::size_t> order(table.labels.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const std::vector<double> share = table.of_averages != nullptr
                                        ? shares(*table.of_averages, order.size())
                                        : std::vector<double>(order.size());
  const auto key = [&](std::size_t t) {
    return std::tuple(table.tiers[t], -share[t], row ? -table.averages[t] : table.averages[t]);
  };
  std::ranges::stable_sort(order, {}, key);
  return order;
}

std::string strategy_lines(const PlayerTable& table, bool row) {
  const std::size_t count = table.labels.size();
  std::size_t width = 8;
  for (const std::string& label : table.labels) {
    width = std::max(width, width_of(printable(label, widest_name)));
  }
  const std::vector<double> share =
      table.of_averages != nullptr ? shares(*table.of_averages, count) : std::vector<double>(count);
  std::map<std::size_t, double> cap;
  for (const auto& [index, most] : table.caps) cap[place(index)] = most.to_double();
  std::string text = "  " + padded("strategy", width) + "  tier  matches  average    share" +
                     "  bootstrap  upper limit\n";
  std::size_t shown = 0;
  for (const std::size_t t : ranked(table, row)) {
    if (shown++ == most_listed) break;
    const bool known = table.of_averages != nullptr;
    const std::string often = table.resampled == nullptr || table.matches[t] == 0
                                  ? "-"
                                  : fmt::format("{}", (*table.resampled)[t].played);
    text += fmt::format("  {}  {:>4}  {:>7}  {:>7}  {:>7}  {:>9}  {}\n",
                        padded(printable(table.labels[t], widest_name), width),
                        known ? std::to_string(table.tiers[t] + 1) : "-", grouped(table.matches[t]),
                        table.matches[t] > 0 ? fmt::format("{:.4g}", table.averages[t]) : "-",
                        !known         ? "-"
                        : share[t] > 0 ? share_text(share[t])
                                       : "0",
                        often, cap.contains(t) ? limit_text(cap[t]) : "none");
  }
  if (count > most_listed)
    text += fmt::format("  ... and {} more\n", grouped(std::ssize(table.labels) -
                                                       static_cast<std::ptrdiff_t>(most_listed)));
  return text;
}

std::string mixture_text(const MixedStrategy& strategy, const std::vector<std::string>& labels) {
  MixedStrategy sorted = strategy;
  std::ranges::stable_sort(sorted, std::greater(), &Weight::probability);
  std::string text;
  for (const auto& [index, weight] : sorted) {
    text += (text.empty() ? "" : ", ") + printable(labels[place(index)], widest_name) + " " +
            share_text(weight.to_double());
  }
  return text.empty() ? "no mixture can be chosen from these matches" : text;
}

std::string assumption(const Ranking& ranking) {
  const std::string common = "no player changed, and matches are independent; ";
  if (ranking.league) {
    return common +
           "results may have decided who met whom, who joined and when somebody looked, but not "
           "how long the first log was (schedule any)";
  }
  return common + (ranking.schedule == Schedule::any
                       ? "results may have decided who met whom, but not how long the log is "
                         "(schedule any)"
                       : "results decided neither who met whom nor how often (schedule fixed)");
}

std::string paragraph(const char* label, const std::string& text) {
  return line(label, wrapped(text, label_width, label_width));
}

std::string of_league(const Ranking& ranking) {
  if (!ranking.league) return "";
  const auto& [recalled, attempts] = *ranking.league;
  return fmt::format("; {} were in the ledger, which has frozen {} {}", grouped(recalled),
                     grouped(attempts), attempts == 1 ? "mixture" : "mixtures");
}

/// Of win rates a part of the matches, of other payoffs what a match pays.
bool has_win_rates(const Ranking& ranking) {
  return ranking.range.low == Rational(0) && ranking.range.high == Rational(1);
}
std::string verb(const Ranking& ranking) { return has_win_rates(ranking) ? "wins" : "earns"; }
std::string per_match(const Ranking& ranking, double payoff) {
  return has_win_rates(ranking) ? fmt::format("{:.2f}% of its matches", 100 * payoff)
                                : fmt::format("{:.4f} a match", payoff);
}

/// What the row player's mixture promises.
std::string row_promise(const Ranking& ranking) {
  const std::string value =
      ranking.value ? "; the value of the game is " + shortened(*ranking.value) : "";
  if (!ranking.row_promised()) {
    return "promises nothing yet" + (ranking.why.empty() ? "" : ": " + ranking.why) + value;
  }
  return fmt::format("{} at least {} on average against any single {}{}", verb(ranking),
                     per_match(ranking, -rounded_up(-ranking.low.to_double())),
                     ranking.value ? "opponent" : "column", value);
}

std::string column_promise(const Ranking& ranking) {
  if (!ranking.column_promised()) return "promises nothing yet";
  return fmt::format("any single row {} at most {} on average against it", verb(ranking),
                     per_match(ranking, rounded_up(ranking.high.to_double())));
}

std::string head_text(const Ranking& ranking, Style style) {
  const double confidence = 100 * ranking.confidence.to_double();
  std::string text =
      line("play", style.heading(wrapped(mixture_text(ranking.row_strategy, ranking.row_labels),
                                         label_width, label_width)));
  text += paragraph("", row_promise(ranking));
  if (!ranking.symmetric) {
    text += line("against", wrapped(mixture_text(ranking.column_strategy, ranking.column_labels),
                                    label_width, label_width));
    text += paragraph("", column_promise(ranking));
  }
  text += paragraph("sure", fmt::format("{:.4g}% confidence that this and all upper limits below "
                                        "hold together{}",
                                        confidence,
                                        ranking.league ? ", with all that is ever said from this "
                                                         "ledger"
                                                       : ""));
  if (ranking.status == Status::stopped) {
    text += paragraph("stopped", "not certified to epsilon " + shortened(*ranking.epsilon));
  }
  text += paragraph("matches", fmt::format("{} of {} pairings{}", grouped(ranking.plays),
                                           grouped(ranking.entries), of_league(ranking)));
  text += paragraph("assumed", assumption(ranking));
  for (const std::string& note : ranking.notes)
    text += paragraph("note", printable(note, note.size()));
  return text;
}

std::string described_text(const Ranking& ranking) {
  std::string words =
      "upper limit: no optimal mix plays the strategy more than that; none: too few matches to "
      "exclude anything from 0 to 100%.";
  if (ranking.averages) {
    words += fmt::format(
        " The rest describes the averages of these matches and promises nothing. tier, share: the "
        "equilibria of the averages, whose exact value is {}.",
        shortened(ranking.averages->value));
    if (ranking.resampled) {
      words += fmt::format(
          " bootstrap: how many of {} samples, drawn from the matches with replacement, have the "
          "strategy in an equilibrium.",
          grouped(ranking.resampled->times));
    }
  }
  return wrapped(words, 0, 0) + "\n";
}

std::string plan_text(const Ranking& ranking) {
  if (ranking.next.empty()) return "";
  std::vector<std::pair<Entry, std::int64_t>> groups;  // in the order of their first match
  std::map<Entry, std::size_t> places;
  for (const Entry& entry : ranking.next) {
    const auto [found, fresh] = places.try_emplace(entry, groups.size());
    if (fresh) groups.emplace_back(entry, 0);
    ++groups[found->second].second;
  }
  std::string text = fmt::format(
      "\nPlay next, the most useful first; with all {} the guarantee is likely about "
      "{:.4f}:\n",
      grouped(std::ssize(ranking.next)), *ranking.forecast);
  std::size_t shown = 0;
  for (const auto& [entry, times] : groups) {
    if (shown++ == most_matches) break;
    text += fmt::format("  {:>6} x  {} against {}\n", grouped(times),
                        printable(ranking.row_labels[place(entry.row)], widest_name),
                        printable(ranking.column_labels[place(entry.column)], widest_name));
  }
  if (groups.size() > most_matches) text += "  ... and others: --json lists all\n";
  return text;
}

/// What strategies earn against the field, best first.
std::string field_text(const Ranking& ranking) {
  if (!ranking.field) return "";
  const auto line_of = [&](const std::string& name, const Earning& earning) {
    return fmt::format("  {:<{}}  {:>8}  {} to {}\n", printable(name, widest_name), 24,
                       fmt::format("{:.4f}", earning.median), fmt::format("{:.4f}", earning.low),
                       fmt::format("{:.4f}", earning.high));
  };
  std::vector<std::size_t> order(ranking.field->rows.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::ranges::greater{},
                           [&](std::size_t i) { return ranking.field->rows[i].median; });
  std::string text = "\nAgainst the field, a match earns about (middle 80 %; an estimate):\n";
  if (ranking.field->mixture) text += line_of("the mix to play", *ranking.field->mixture);
  for (const std::size_t i : order) {
    text += line_of(ranking.row_name(static_cast<Index>(i)), ranking.field->rows[i]);
  }
  return text;
}

}  // namespace

std::string ranking_text(const Ranking& ranking, Style style) {
  std::string text = head_text(ranking, style);
  text += "\n" + (ranking.symmetric ? std::string() : style.heading("Rows") + "\n") +
          strategy_lines(player_table(ranking, true), true);
  if (!ranking.symmetric) {
    text += "\n" + style.heading("Columns") + "\n" +
            strategy_lines(player_table(ranking, false), false);
  }
  return text + "\n" + described_text(ranking) + field_text(ranking) + plan_text(ranking);
}

}  // namespace allnash::cli
