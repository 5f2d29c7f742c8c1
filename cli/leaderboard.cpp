#include "leaderboard.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "text.hpp"

namespace allnash::cli {
namespace {

constexpr std::size_t widest_on_board = 26;
constexpr std::size_t most_rivals_named = 8;  // in a line
constexpr std::size_t most_on_screen = 20;    // unless all are asked for

using Player = Leaderboard::Player;

std::string name_of(const Ranking& ranking, Index player) {
  return printable(ranking.row_name(player), widest_on_board);
}

/// A score: as percent with as many decimals as the width of its interval deserves.
std::string shown_score(const Ranking& ranking, double score, double width) {
  if (!has_win_rates(ranking)) return fmt::format("{:.4g}", score);
  return percent_text(share_of(ranking, score), share_of(ranking, width) < 0.05 ? 1 : 0);
}

std::string shown_score(const Ranking& ranking, const Player& player) {
  const double width = player.high - player.low;
  return fmt::format("{} ({} to {})", shown_score(ranking, player.score, width),
                     shown_score(ranking, player.low, width),
                     shown_score(ranking, player.high, width));
}

/// A probability as a number of leagues.
std::string of_100(double probability) {
  if (probability >= 1) return "all";
  if (probability >= 0.995) return "more than 99 of 100";
  if (probability > 0 && probability < 0.005) return "fewer than 1 of 100";
  return fmt::format("{:.0f} of 100", 100 * probability);
}

/// The zone: points of a percentage, or payoff.
std::string zone_text(const Ranking& ranking) {
  const double zone = ranking.leaderboard->zone;
  if (has_win_rates(ranking)) return fmt::format("{:.4g} points", 100 * zone);
  return fmt::format("{:.4g}", zone * (ranking.range.high - ranking.range.low).to_double());
}

std::string field_words(const Ranking& ranking) {
  return ranking.field ? "this field" : "the field";
}

/// What is known of one player.
std::string about(const Ranking& ranking, const Player& player) {
  const std::string near = player.near_first > player.first
                               ? fmt::format(", within {} of the best in {}", zone_text(ranking),
                                             of_100(player.near_first))
                               : "";
  return fmt::format("scores {} against {}; first in {} leagues that fit the matches{}",
                     shown_score(ranking, player), field_words(ranking), of_100(player.first),
                     near);
}

/// A paragraph that begins with a name in the style of headings.
std::string named(const char* label, const std::string& name, const std::string& words,
                  Style style) {
  std::string text = wrapped(name + words, label_width, label_width);
  if (text.starts_with(name)) text = style.heading(name) + text.substr(name.size());
  return line(label, text);
}

const Player& player_of(const Leaderboard& board, Index index) {
  return *std::ranges::find(board.players, index, &Player::index);
}

/// Who may be first, from the `from`-th on, each with the probability of it.
std::string rivals_of(const Ranking& ranking, std::size_t from) {
  const Leaderboard& board = *ranking.leaderboard;
  const std::size_t end = std::min(board.may_be_first.size(), from + most_rivals_named);
  std::string text;
  for (std::size_t t = from; t < end; ++t) {
    const Player& one = player_of(board, board.may_be_first[t]);
    text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", name_of(ranking, one.index),
                        percent_text(one.first, 0));
  }
  return text +
         unless_none(" and {} more", static_cast<std::int64_t>(board.may_be_first.size() - end));
}

std::string others_are_not(const Leaderboard& board) {
  const auto others = static_cast<std::int64_t>(board.players.size() - board.may_be_first.size());
  if (others == 0) return "";
  return fmt::format("; the other {} {} not (95%)", grouped(others), others == 1 ? "is" : "are");
}

std::string clear_text(const Ranking& ranking, Style style) {
  const Leaderboard& board = *ranking.leaderboard;
  const Player& leader = board.players.front();
  std::string text =
      named("best", name_of(ranking, leader.index), ": " + about(ranking, leader), style);
  const bool alone = board.may_be_first.size() == 1 || board.may_be_first.front() != leader.index;
  if (!alone) {
    text += paragraph("else", "first may be " + rivals_of(ranking, 1) + others_are_not(board));
  }
  return text;
}

std::string rivals_text(const Ranking& ranking, Style style) {
  const Leaderboard& board = *ranking.leaderboard;
  const Player& leader = board.players.front();
  return paragraph("best", "one of " + rivals_of(ranking, 0) + others_are_not(board)) +
         named("leads", name_of(ranking, leader.index), ": " + about(ranking, leader), style);
}

std::string early_text(const Ranking& ranking, Style style) {
  const Leaderboard& board = *ranking.leaderboard;
  const Player& leader = board.players.front();
  const std::string matches =
      ranking.counted ? fmt::format(", {} matches", grouped(leader.matches)) : "";
  return paragraph("too early", fmt::format("{} of {} players may be first (95%)",
                                            grouped(std::ssize(board.may_be_first)),
                                            grouped(std::ssize(board.players)))) +
         named("leads", name_of(ranking, leader.index), ": " + about(ranking, leader) + matches,
               style);
}

std::string cycle_text(const Ranking& ranking) {
  if (ranking.estimate->cycles.empty()) return "";
  const auto& [strategies, draws] = ranking.estimate->cycles.front();
  std::string ring;
  for (const Index one : strategies) ring += name_of(ranking, one) + " over ";
  return fmt::format(
      "{}{} (in {} leagues)", ring, name_of(ranking, strategies.front()),
      of_100(static_cast<double>(draws) / static_cast<double>(ranking.estimate->draws)));
}

/// What the recommended mixture and the best single player earn against their worst opponents.
std::string of_mixing(const Ranking& ranking) {
  const Estimate& estimate = *ranking.estimate;
  const PayoffRange& range = ranking.range;
  const double single = range.low.to_double() +
                        (range.high - range.low).to_double() * ranking.leaderboard->best_single;
  const double width = estimate.worst_case.high - estimate.worst_case.low;
  return fmt::format("about {} against its worst opponent; the best single player {}",
                     shown_score(ranking, estimate.worst_case.median, width),
                     shown_score(ranking, single, width));
}

std::string cyclic_text(const Ranking& ranking, Style style) {
  const Player& leader = ranking.leaderboard->players.front();
  const std::string mixture = wrapped(
      mixture_line(ranking.estimate->row_strategy, ranking.row_labels), label_width, label_width);
  std::string text = line("play", style.heading(mixture)) +
                     paragraph("", "no single player is best: this mix has " + of_mixing(ranking));
  const std::string cycle = cycle_text(ranking);
  if (!cycle.empty()) text += paragraph("cycle", cycle);
  return text + paragraph("leads", name_of(ranking, leader.index) + ": " + about(ranking, leader));
}

std::string bring_text(const Ranking& ranking, Style style) {
  const Leaderboard& board = *ranking.leaderboard;
  const Player& leader = board.players.front();
  std::string text =
      named("bring", name_of(ranking, leader.index), ": " + about(ranking, leader), style);
  std::string then;
  for (std::size_t t = 1; t < std::min<std::size_t>(board.players.size(), 3); ++t) {
    then += (then.empty() ? "" : ", ") + name_of(ranking, board.players[t].index) + " " +
            shown_score(ranking, board.players[t]);
  }
  text += paragraph("then", then);
  if (board.beats_everybody >= 0.5) return text;
  const std::string cycle = cycle_text(ranking);
  text += paragraph("beware", fmt::format("nobody beats everybody (somebody does in {} leagues)",
                                          of_100(board.beats_everybody)) +
                                  (cycle.empty() ? "" : "; " + cycle));
  return text +
         paragraph("if others",
                   "adapt: " + mixture_line(ranking.estimate->row_strategy, ranking.row_labels) +
                       ": " + of_mixing(ranking));
}

std::string case_text(const Ranking& ranking, Style style) {
  switch (ranking.leaderboard->answer) {
    case BoardCase::bring:
      return bring_text(ranking, style);
    case BoardCase::clear:
      return clear_text(ranking, style);
    case BoardCase::cyclic:
      return cyclic_text(ranking, style);
    case BoardCase::rivals:
      return rivals_text(ranking, style);
    case BoardCase::early:
      break;
  }
  return early_text(ranking, style);
}

std::string order_text(const Leaderboard& board) {
  const auto players = std::ssize(board.players);
  return paragraph(
      "order", fmt::format("{} of {} pairs are in order, all at once with {}",
                           grouped(std::ssize(board.order)), grouped(players * (players - 1) / 2),
                           percent_text(board.order_confidence, 0)));
}

std::string comparison_text(const Ranking& ranking) {
  if (!ranking.comparison) return "";
  const Comparison& both = *ranking.comparison;
  const std::string first = name_of(ranking, both.first);
  const std::string second = name_of(ranking, both.second);
  std::string met = "they never met";
  if (both.average) {
    const std::string average =
        has_win_rates(ranking)
            ? " won " + percent_text(share_of(ranking, *both.average), 1) + " of these"
            : fmt::format(" earned {:.4g} a match", *both.average);
    met = fmt::format("they met {} {}, and {}{}", grouped(both.matches),
                      both.matches == 1 ? "time" : "times", first, average);
  }
  return paragraph(
      "compare", fmt::format("{} beats {} with probability {}, and scores more against {} with "
                             "probability {}; {}; {} {} in common",
                             first, second, percent_text(both.beats, 0), field_words(ranking),
                             percent_text(both.scores_more, 0), met, grouped(both.common_opponents),
                             both.common_opponents == 1 ? "opponent" : "opponents"));
}

/// A list of names, of which only the first are told unless all are asked for.
std::string names_of(const Ranking& ranking, const std::vector<Index>& players, bool all) {
  constexpr std::size_t few = 3;
  const std::size_t end = all ? players.size() : std::min(players.size(), few);
  std::string text;
  for (std::size_t t = 0; t < end; ++t) {
    text += (text.empty() ? "" : ", ") + name_of(ranking, players[t]);
  }
  return text + unless_none(" and {} more", static_cast<std::int64_t>(players.size() - end));
}

std::string shaky_text(const Ranking& ranking, bool all) {
  std::string words;
  if (ranking.shaky) {
    const auto& [matches, of, leader] = *ranking.shaky;
    words = fmt::format("without {} of the {} matches {} would be first", grouped(matches),
                        grouped(of), name_of(ranking, leader));
  }
  if (ranking.islands) {
    const auto& [fewer, players] = *ranking.islands;
    const auto count = std::ssize(players);
    words += words.empty() ? "" : "; ";
    words += count + 1 == std::ssize(ranking.leaderboard->players)
                 ? fmt::format("the first is linked to the rest by fewer than {} matches", fewer)
                 : fmt::format("{} {} linked to the first by fewer than {} matches: {}",
                               grouped(count), count == 1 ? "player is" : "players are", fewer,
                               names_of(ranking, players, all));
  }
  return words.empty() ? "" : paragraph("shaky", words);
}

std::string ranks_text(Index low, Index high) {
  return low == high ? std::to_string(low) : fmt::format("{}-{}", low, high);
}

std::string changed_text(const Ranking& ranking, bool all) {
  if (!ranking.changed) return "";
  const Changed& changed = *ranking.changed;
  std::string words;
  if (changed.since_look) {
    const Index leader = ranking.leaderboard->players.front().index;
    words = fmt::format("since the last look, with {} more {}: ", grouped(changed.since),
                        changed.since == 1 ? "match" : "matches");
    words += changed.leader_before == leader
                 ? name_of(ranking, leader) + " still leads"
                 : fmt::format("{} leads, not {}", name_of(ranking, leader),
                               name_of(ranking, changed.leader_before));
    for (const Changed::Moved& one : changed.moved) {
      words +=
          fmt::format("; {} from rank {} to {}", name_of(ranking, one.player),
                      ranks_text(one.low_before, one.high_before), ranks_text(one.low, one.high));
    }
    if (!changed.joined.empty()) words += "; new: " + names_of(ranking, changed.joined, all);
  }
  if (!changed.contradicting.empty()) {
    words += words.empty() ? "" : "; ";
    std::string better;
    for (const Changed::Surprise& one : changed.contradicting) {
      better += fmt::format("{}{} ({:+.1f} standard deviations)", better.empty() ? "" : ", ",
                            name_of(ranking, one.player), one.deviations);
    }
    words += fmt::format("{} {} unlike before{}: {}. Older matches of {} mislead",
                         grouped(std::ssize(changed.contradicting)),
                         changed.contradicting.size() == 1 ? "player plays" : "players play",
                         changed.since_look ? "" : " in the second half of the log", better,
                         changed.contradicting.size() == 1 ? "that player" : "these players");
  }
  return words.empty() ? "" : paragraph("changed", words);
}

}  // namespace

std::string hanging_text(const Ranking& ranking, bool all) {
  return shaky_text(ranking, all) + changed_text(ranking, all);
}

std::string board_head(const Ranking& ranking, Style style) {
  return case_text(ranking, style) + order_text(*ranking.leaderboard) + comparison_text(ranking);
}

std::string board_table(const Ranking& ranking, bool all) {
  const Leaderboard& board = *ranking.leaderboard;
  const std::size_t shown =
      all ? board.players.size() : std::min(board.players.size(), most_on_screen);
  std::size_t width = 6;
  for (std::size_t t = 0; t < shown; ++t) {
    width = std::max(width, width_of(name_of(ranking, board.players[t].index)));
  }
  std::string text =
      fmt::format("  {:>7}  {}  {:>6}  {:<15}  {:>5}  {:>7}\n", "rank", padded("player", width),
                  "score", "middle 90%", "first", ranking.counted ? "matches" : "");
  for (std::size_t t = 0; t < shown; ++t) {
    const Player& one = board.players[t];
    const std::string rank = one.rank_low == one.rank_high
                                 ? std::to_string(one.rank_low)
                                 : fmt::format("{}-{}", one.rank_low, one.rank_high);
    // One decimal: rows are to be told apart.
    const std::string between =
        shown_score(ranking, one.low, 0) + " to " + shown_score(ranking, one.high, 0);
    text += fmt::format("  {:>7}  {}  {:>6}  {:<15}  {:>5}  {:>7}\n", rank,
                        padded(name_of(ranking, one.index), width),
                        shown_score(ranking, one.score, 0), between, percent_text(one.first, 0),
                        ranking.counted ? grouped(one.matches) : "");
  }
  text += unless_none("  ... and {} more: --all\n",
                      static_cast<std::int64_t>(board.players.size() - shown));
  const std::string words = fmt::format(
      "score: the mean payoff against {}, with its middle 90%; rank: the middle 90% of the ranks "
      "of this player alone; first: how likely nobody scores more. Estimates, from {} leagues "
      "drawn to fit the matches; none is a promise.",
      ranking.field ? "this field" : "all players alike", grouped(board.draws));
  return text + "\n" + wrapped(words, 0, 0) + "\n";
}

}  // namespace allnash::cli
