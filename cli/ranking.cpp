
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>

#include "answer.hpp"
#include "arguments.hpp"
#include "leaderboard.hpp"
#include "plan_text.hpp"
#include "text.hpp"

namespace allnash::cli {
namespace {

constexpr std::size_t widest_name = 26;
constexpr std::size_t most_listed = 60;  // strategies in a table, unless all are asked for

std::size_t place(Index index) { return static_cast<std::size_t>(index); }

std::string share_text(double share) {
  if (share > 0 && share < 0.001) return "<0.1%";
  if (share < 1 && share >= 0.9995) return ">99.9%";
  return fmt::format("{:.3g}%", 100 * share);
}

/// Rounds an upper bound up to four decimals, percentages to two, so that the printed one holds.
double rounded_up(const Ranking& ranking, double bound) {
  const double unit = ranking.percent ? 1e2 : 1e4;
  return std::ceil(unit * bound) / unit;
}

/// An upper limit below 1 of a probability: to a tenth of a percent, or to as many decimals as tell
/// it from 1, and rounded up.
std::string limit_text(double cap) {
  constexpr int most_places = 8;
  double unit = 1e3;
  for (int places = 1; places <= most_places; ++places, unit *= 10) {
    const double limit = std::ceil(unit * cap) / unit;
    if (limit < 1) return fmt::format("{:.{}f}%", 100 * limit, places);
  }
  return "none";
}

/// An average to four digits, or to as many as tell it from an end of the range.
std::string average_text(double average, const PayoffRange& range) {
  constexpr int most_digits = 12;
  const auto is_end = [&](double number) {
    return number == range.low.to_double() || number == range.high.to_double();
  };
  for (int digits = 4;; ++digits) {
    std::string text = fmt::format("{:.{}g}", average, digits);
    if (digits == most_digits || is_end(average) || !is_end(std::stod(text))) return text;
  }
}

/// The data of one player's table.
struct PlayerTable {
  const std::vector<std::string>& labels;
  std::vector<double> shares;  // from the estimate, or from the averages
  bool has_shares;
  const std::vector<Estimate::Strategy>* estimated;  // null without an estimate
  std::int64_t draws;
  std::map<std::size_t, double> caps;
  std::vector<std::int64_t> matches;
  std::vector<double> averages;
  std::vector<std::size_t> tiers;  // empty without tiers
};

std::vector<double> shares_of(const MixedStrategy& strategy, std::size_t count) {
  std::vector<double> result(count);
  for (const auto& [index, weight] : strategy) result[place(index)] = weight.to_double();
  return result;
}

/// The tiers of the estimate, or, without draws, those of the averages.
const std::vector<Tier>* tiers_of(const Ranking& ranking) {
  if (ranking.estimate) return &ranking.estimate->tiers;
  return ranking.averages ? &ranking.averages->tiers : nullptr;
}

void count_matches(PlayerTable& table, const Ranking& ranking, bool row) {
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
  for (std::size_t t = 0; t < table.matches.size(); ++t) {
    if (table.matches[t] > 0) table.averages[t] /= static_cast<double>(table.matches[t]);
  }
}

PlayerTable player_table(const Ranking& ranking, bool row) {
  const auto& labels = row ? ranking.row_labels : ranking.column_labels;
  const std::size_t count = labels.size();
  PlayerTable table{labels, {}, false, nullptr, 0, {}, {}, {}, {}};
  table.matches.resize(count);
  table.averages.resize(count);
  count_matches(table, ranking, row);
  const auto take_shares = [&](const auto& answer) {
    table.shares = shares_of(row ? answer.row_strategy : answer.column_strategy, count);
    table.has_shares = true;
  };
  if (ranking.estimate) {
    take_shares(*ranking.estimate);
    table.estimated = row ? &ranking.estimate->rows : &ranking.estimate->columns;
    table.draws = ranking.estimate->draws;
  } else if (ranking.averages) {
    take_shares(*ranking.averages);
  }
  table.shares.resize(count);
  for (const auto& [index, most] : row ? ranking.row_caps : ranking.column_caps) {
    table.caps[place(index)] = most.to_double();
  }
  if (const auto* const tiers = tiers_of(ranking)) {
    table.tiers.resize(count);
    for (std::size_t t = 0; t < tiers->size(); ++t) {
      for (const Index index : row ? (*tiers)[t].rows : (*tiers)[t].columns) {
        table.tiers[place(index)] = t;
      }
    }
  }
  return table;
}

/// Strategies by tier, share, frequency of play and rating; without draws, by average.
std::vector<std::size_t> ranked(const PlayerTable& table, bool row) {
  std::vector<std::size_t> order(table.labels.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto key = [&](std::size_t t) {
    const double worth = table.estimated != nullptr ? (*table.estimated)[t].rating.median
                         : row                      ? table.averages[t]
                                                    : -table.averages[t];
    const std::int64_t played = table.estimated != nullptr ? (*table.estimated)[t].played : 0;
    return std::tuple(table.tiers.empty() ? 0 : table.tiers[t], -table.shares[t], -played, -worth);
  };
  std::ranges::stable_sort(order, {}, key);
  return order;
}

/// Rating, frequency of play and share of a strategy in the drawn leagues.
std::string drawn_text(const PlayerTable& table, std::size_t t) {
  if (table.estimated == nullptr) return "";
  const Estimate::Strategy& one = (*table.estimated)[t];
  const std::string rating =
      fmt::format("{:.0f} ({:.0f} to {:.0f})", one.rating.median, one.rating.low, one.rating.high);
  const double often = static_cast<double>(one.played) / static_cast<double>(table.draws);
  std::string least = percent_text(one.share.low, 0);
  least.pop_back();
  return fmt::format("  {:<19}  {:>6}  {:>8}", rating, percent_text(often, 0),
                     least + "-" + percent_text(one.share.high, 0));
}

std::string strategy_lines(const PlayerTable& table, bool row, const Ranking& ranking) {
  const std::size_t count = table.labels.size();
  std::size_t width = 8;
  for (const std::string& label : table.labels) {
    width = std::max(width, width_of(printable(label, widest_name)));
  }
  std::string text = "  " + padded("strategy", width) + "     play  tier  " +
                     (ranking.counted ? "matches" : "  rates") + "  average" +
                     (table.estimated != nullptr ? "  rating               played     share" : "") +
                     "  upper limit\n";
  std::size_t shown = 0;
  for (const std::size_t t : ranked(table, row)) {
    if (shown++ == most_listed) break;
    const auto cap = table.caps.find(t);
    const std::string play = !table.has_shares     ? "-"
                             : table.shares[t] > 0 ? share_text(table.shares[t])
                                                   : "0";
    text += fmt::format(
        "  {}  {:>7}  {:>4}  {:>7}  {:>7}{}  {}\n",
        padded(printable(table.labels[t], widest_name), width), play,
        table.tiers.empty() ? "-" : std::to_string(table.tiers[t] + 1), grouped(table.matches[t]),
        table.matches[t] > 0 ? average_text(table.averages[t], ranking.range) : "-",
        drawn_text(table, t), cap != table.caps.end() ? limit_text(cap->second) : "none");
  }
  return text + unless_none("  ... and {} more\n",
                            static_cast<std::int64_t>(count - std::min(count, most_listed)));
}

/// A player's mixture: that of the estimate or of the promise.
template <typename Answer>
std::string wrapped_mixture(const Answer& answer, const Ranking& ranking, bool row) {
  return wrapped(row ? mixture_line(answer.row_strategy, ranking.row_labels)
                     : mixture_line(answer.column_strategy, ranking.column_labels),
                 label_width, label_width);
}

std::string assumption(const Ranking& ranking) {
  const std::string common = "no player changed, and matches are independent; ";
  if (!ranking.counted) {
    return common +
           "how many matches a rate is of is not known: each drawn league takes it to be from 8 to "
           "2,048, as likely as the rates make it";
  }
  if (ranking.league && ranking.schedule == Schedule::fixed) {
    return common +
           "some matches came as counts: results may have decided who joined and when somebody "
           "looked, but neither who met whom nor how often between two looks, nor how long the "
           "first log was, nor whether or when a log was added, nor who left (schedule fixed)";
  }
  if (ranking.league) {
    return common +
           "results may have decided who met whom, who joined and when somebody looked, but not "
           "how long the first log was, nor whether or when a log was added, nor who left "
           "(schedule any)";
  }
  const std::string who =
      ranking.left_out.empty() ? "" : "; results did not decide who is left out";
  return common +
         (ranking.schedule == Schedule::any
              ? "results may have decided who met whom, but not how long the log is "
                "(schedule any)" +
                    who
              : "results decided neither who met whom nor how often (schedule fixed)" + who);
}

std::string of_league(const Ranking& ranking) {
  if (!ranking.league) return "";
  const auto& [recalled, attempts] = *ranking.league;
  return fmt::format("; {} were in the ledger, which has frozen {} {}", grouped(recalled),
                     grouped(attempts), attempts == 1 ? "mixture" : "mixtures");
}

std::string verb(const Ranking& ranking) { return has_win_rates(ranking) ? "wins" : "earns"; }
std::string per_match(const Ranking& ranking, double payoff) {
  return has_win_rates(ranking) ? percent_text(share_of(ranking, payoff), 2) + " of its matches"
                                : fmt::format("{:.4f} a match", payoff);
}

/// The likely payoff of a mixture that has a promise.
std::string likely_text(const Ranking& ranking, const std::optional<Middle>& worst_case) {
  if (!worst_case) return "";
  return fmt::format("; likely about {}", per_match(ranking, worst_case->median));
}

std::string value_text(const Ranking& ranking) {
  return ranking.value ? "; the value of the game is " + shortened(*ranking.value) : "";
}

/// The promise for the row player's mixture.
std::string row_promise(const Ranking& ranking) {
  const auto chosen =
      std::ranges::find(ranking.row_promises, ranking.row_strategy, &Promise::strategy);
  return fmt::format(
      "{} at least {} on average against any single {}{}{}", verb(ranking),
      per_match(ranking, -rounded_up(ranking, -ranking.low.to_double())),
      ranking.value ? "opponent" : "column",
      chosen == ranking.row_promises.end() ? "" : likely_text(ranking, chosen->worst_case),
      value_text(ranking));
}

std::string column_promise(const Ranking& ranking) {
  return fmt::format("any single row {} at most {} on average against it", verb(ranking),
                     per_match(ranking, rounded_up(ranking, ranking.high.to_double())));
}

/// The middle 80 % and the median, drawn on a scale from the worst to the best possible payoff.
std::string strip(const Ranking& ranking, const Middle& middle) {
  constexpr int width = 50;
  const double low = ranking.range.low.to_double();
  const double high = ranking.value.value_or(ranking.range.high).to_double();
  const auto column = [&](double payoff) {
    return std::clamp(static_cast<int>((payoff - low) / (high - low) * width), 0, width - 1);
  };
  std::string marks(static_cast<std::size_t>(width), '.');
  for (int t = column(middle.low); t <= column(middle.high); ++t) {
    marks[static_cast<std::size_t>(t)] = '=';
  }
  marks[static_cast<std::size_t>(column(middle.median))] = '|';
  const auto end = [&](double payoff) {
    return has_win_rates(ranking) ? fmt::format("{:.3g}%", 100 * share_of(ranking, payoff))
                                  : fmt::format("{:.4g}", payoff);
  };
  return end(low) + " " + marks + " " + end(high);
}

std::string middle_text(const Ranking& ranking, const Middle& middle) {
  const auto one = [&](double payoff) {
    return has_win_rates(ranking) ? percent_text(share_of(ranking, payoff), 1)
                                  : fmt::format("{:.4g}", payoff);
  };
  return fmt::format("{} about {} {}; {} to {} in 8 of 10 leagues that fit the matches",
                     verb(ranking), one(middle.median),
                     has_win_rates(ranking) ? "of its matches" : "a match", one(middle.low),
                     one(middle.high));
}

/// The estimate: what to play.
std::string estimate_text(const Ranking& ranking, Style style) {
  if (!ranking.estimate) {
    return line("play", ranking.interrupted
                            ? "no estimate: the run was interrupted"
                            : "no estimate: no leagues were drawn that fit the matches");
  }
  const Estimate& estimate = *ranking.estimate;
  const auto mixture = [&](bool row) { return wrapped_mixture(estimate, ranking, row); };
  std::string text = line("play", style.heading(mixture(true)));
  text += paragraph("", fmt::format("an estimate: against its worst {} it {}",
                                    ranking.symmetric ? "opponent" : "column",
                                    middle_text(ranking, estimate.worst_case)));
  text += line("", strip(ranking, estimate.worst_case));
  if (estimate.column_worst_case) {
    text += line("columns", style.heading(mixture(false)));
    text += paragraph("", "an estimate: the best row against it " +
                              middle_text(ranking, *estimate.column_worst_case));
    text += line("", strip(ranking, *estimate.column_worst_case));
  }
  return text;
}

/// Further promises at the same confidence.
std::string other_promises(const Ranking& ranking) {
  std::string text;
  for (const auto& [strategy, bound, worst_case] : ranking.row_promises) {
    if (strategy == ranking.row_strategy || bound <= ranking.range.low) continue;
    text +=
        line("and", wrapped(mixture_line(strategy, ranking.row_labels), label_width, label_width));
    text += paragraph("", fmt::format("{} at least {}{}", verb(ranking),
                                      per_match(ranking, -rounded_up(ranking, -bound.to_double())),
                                      likely_text(ranking, worst_case)));
  }
  return text;
}

/// The promises. A mixture that promises nothing is not shown: nobody would play it.
std::string promise_text(const Ranking& ranking, Style style) {
  if (!ranking.counted) return paragraph("promised", "nothing: " + with_dashes(ranking.why));
  const auto mixture = [&](bool row) {
    const std::string text = wrapped_mixture(ranking, ranking, row);
    return ranking.estimate ? text : style.heading(text);
  };
  std::string text;
  if (ranking.row_promised()) {
    text += line("promised", mixture(true)) + paragraph("", row_promise(ranking));
  } else {
    const std::string why = ranking.why.empty() ? "" : ": " + with_dashes(ranking.why);
    text += paragraph("promised", "nothing yet" + why + value_text(ranking));
  }
  text += other_promises(ranking);
  if (ranking.symmetric) return text;
  if (!ranking.column_promised()) return text + line("against", "nothing yet");
  return text + line("against", mixture(false)) + paragraph("", column_promise(ranking));
}

/// The guesses behind the estimate.
std::string guesses_text(const Ranking& ranking) {
  if (!ranking.estimate) return "";
  const std::int64_t guessed = ranking.estimate->guessed;
  const std::int64_t left_out = ranking.estimate->left_out;
  std::string text;
  if (guessed > 0) {
    text += paragraph("guessed", fmt::format("{} of {} pairings never met; the estimate takes them "
                                             "from the ratings",
                                             grouped(guessed), grouped(guessed + ranking.entries)));
  }
  if (left_out > 0) {
    text += paragraph("left out", fmt::format("{} strategies with low ratings: the estimate "
                                              "neither plays nor meets them",
                                              grouped(left_out)));
  }
  return text;
}

std::string confidence_line(const Ranking& ranking, std::string_view what) {
  return paragraph("sure",
                   fmt::format("{} confidence that {}{}", confidence_text(ranking.confidence), what,
                               ranking.league ? ", with all mixtures that are ever promised from "
                                                "this ledger"
                                              : ""));
}

/// What the answer rests on.
std::string facts_text(const Ranking& ranking) {
  std::string text;
  if (ranking.interrupted) {
    text += paragraph("stopped", "interrupted: what was not reached by then is left out");
  } else if (ranking.status == Status::stopped) {
    text += paragraph("stopped", "not certified to epsilon " + shortened(*ranking.epsilon));
  }
  text += ranking.counted
              ? paragraph("matches", fmt::format("{} of {} pairings{}", grouped(ranking.plays),
                                                 grouped(ranking.entries), of_league(ranking)))
              : paragraph("matches", fmt::format("nobody knows how many: rates of {} pairings",
                                                 grouped(ranking.entries)));
  text += enough_text(ranking);
  text += guesses_text(ranking);
  text += paragraph("assumed", assumption(ranking));
  for (const std::string& note : ranking.notes) {
    const std::string said = with_dashes(note);
    text += paragraph("note", printable(said, said.size()));
  }
  return text;
}

std::string head_text(const Ranking& ranking, Style style) {
  std::string text = estimate_text(ranking, style) + promise_text(ranking, style);
  if (ranking.counted) {
    text += confidence_line(ranking, (ranking.estimate ? "what is promised" : "this") +
                                         std::string(" and all upper limits below hold together"));
  }
  return text + certified_text(ranking) + facts_text(ranking);
}

/// A promise for the worst opponent is worth a line if it is within a tenth of the range of the
/// value; otherwise one line says how much it is. Requires a leaderboard.
std::string folded_text(const Ranking& ranking, Style style) {
  const Rational tenth = (ranking.range.high - ranking.range.low) / Rational(10);
  if (ranking.row_promised() && ranking.low >= *ranking.value - tenth) {
    return promise_text(ranking, style) + confidence_line(ranking, "what is promised holds");
  }
  const std::string most =
      ranking.row_promised()
          ? fmt::format("with {} confidence the most that is sure against every opponent is {}",
                        confidence_text(ranking.confidence),
                        per_match(ranking, -rounded_up(ranking, -ranking.low.to_double())))
          : "nothing is sure yet against every opponent" +
                (ranking.why.empty() ? "" : ": " + with_dashes(ranking.why));
  return paragraph("folded", most + "; --all has mixtures, ratings, tiers and upper limits");
}

std::string described_text(const Ranking& ranking) {
  std::string words;
  if (ranking.estimate) {
    words += fmt::format(
        "play, rating, played, share: from {} leagues drawn to fit the matches. rating: on the Elo "
        "scale, with its middle 80%; played: in how many of them an equilibrium plays the "
        "strategy; share: the middle half of how much; tier: those that are played in at least "
        "half "
        "of the leagues come first, then in at least a tenth, in some, in none. These are "
        "estimates "
        "and promise nothing. ",
        grouped(ranking.estimate->draws));
  }
  words +=
      "upper limit: no optimal mix plays the strategy more than that; none: too few matches to "
      "exclude anything from 0 to 100%.";
  if (ranking.averages && !ranking.estimate) {
    words += fmt::format(
        " The rest describes the averages of these matches and promises nothing. tier, play: the "
        "equilibria of the averages, whose exact value is {}.",
        shortened(ranking.averages->value));
  }
  return wrapped(words, 0, 0) + "\n";
}

std::string cycles_text(const Ranking& ranking) {
  if (!ranking.estimate || ranking.estimate->cycles.empty()) return "";
  constexpr std::size_t most = 3;
  std::string text = "\nCycles, in how many of the drawn leagues:\n";
  std::size_t shown = 0;
  for (const auto& [strategies, draws] : ranking.estimate->cycles) {
    if (shown++ == most) break;
    std::string ring;
    for (const Index one : strategies) {
      ring += printable(ranking.row_labels[place(one)], widest_name) + " over ";
    }
    text += fmt::format("  {:>6}  {}{}\n", grouped(draws), ring,
                        printable(ranking.row_labels[place(strategies[0])], widest_name));
  }
  return text;
}

/// The payoffs of strategies against the field, best first.
std::string field_text(const Ranking& ranking) {
  if (!ranking.field) return "";
  const auto line_of = [&](const std::string& name, const Middle& earning) {
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

std::string mixture_line(const MixedStrategy& strategy, const std::vector<std::string>& labels) {
  MixedStrategy sorted = strategy;
  std::ranges::stable_sort(sorted, std::greater(), &Weight::probability);
  std::string text;
  for (const auto& [index, weight] : sorted) {
    text += (text.empty() ? "" : ", ") + printable(labels[place(index)], widest_name) + " " +
            share_text(weight.to_double());
  }
  return text.empty() ? "no mixture can be chosen from these matches" : text;
}

bool has_win_rates(const Ranking& ranking) {
  return ranking.range.low == Rational(0) && (ranking.range.high == Rational(1) || ranking.percent);
}
double share_of(const Ranking& ranking, double payoff) {
  return ranking.percent ? payoff / 100 : payoff;
}
std::string ranking_text(const Ranking& ranking, Style style, bool all) {
  std::string text;
  if (ranking.leaderboard) {
    text += board_head(ranking, style);
    if (!all) {
      const Index leader = ranking.leaderboard->players.front().index;
      return text + folded_text(ranking, style) + certified_text(ranking, leader) +
             hanging_text(ranking, false) + facts_text(ranking) + "\n" +
             board_table(ranking, false) + plan_text(ranking);
    }
  }
  text += head_text(ranking, style);
  if (ranking.leaderboard) text += hanging_text(ranking, true);
  if (ranking.leaderboard) text += "\n" + board_table(ranking, true);
  text += "\n" + (ranking.symmetric ? std::string() : style.heading("Rows") + "\n") +
          strategy_lines(player_table(ranking, true), true, ranking);
  if (!ranking.symmetric) {
    text += "\n" + style.heading("Columns") + "\n" +
            strategy_lines(player_table(ranking, false), false, ranking);
  }
  return text + "\n" + described_text(ranking) + cycles_text(ranking) + field_text(ranking) +
         plan_text(ranking);
}

}  // namespace allnash::cli
