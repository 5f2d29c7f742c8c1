// What is certified of single players, for people to read.
#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "answer.hpp"
#include "arguments.hpp"
#include "text.hpp"

namespace allnash::cli {
namespace {

constexpr std::size_t widest_player = 26;

std::string player(const Ranking& ranking, Index index) {
  return printable(ranking.row_name(index), widest_player);
}

bool is_win_rate(const Ranking& ranking) {
  return ranking.range.low == Rational(0) && (ranking.range.high == Rational(1) || ranking.percent);
}

/// A certified score. It is a multiple of a thousandth of the range, and shown exactly.
std::string score_text(const Ranking& ranking, const Rational& score) {
  if (!is_win_rate(ranking)) return fmt::format("{:.6g}", score.to_double());
  const Rational share = (score - ranking.range.low) / (ranking.range.high - ranking.range.low);
  return fmt::format("{:.1f}%", 100 * share.to_double());
}

std::string score_words(const Ranking& ranking, const Rational& score) {
  return (is_win_rate(ranking) ? "wins at least " : "earns at least ") +
         score_text(ranking, score) +
         (is_win_rate(ranking) ? " of matches like its own" : " a match, in matches like its own");
}

std::string names_of(const Ranking& ranking, const std::vector<Index>& players) {
  std::string text;
  for (const Index one : players) text += (text.empty() ? "" : ", ") + player(ranking, one);
  return text;
}

/// The players below each player.
std::map<Index, std::vector<Index>> by_above(const std::vector<Certified::Pair>& pairs) {
  std::map<Index, std::vector<Index>> lists;
  for (const auto& [above, below] : pairs) lists[above].push_back(below);
  return lists;
}

std::string head(const char* title) { return std::string("\n") + title + "\n"; }

std::string item(const std::string& text) { return "  " + wrapped(text, 2, 4) + "\n"; }

/// A line for each player that is above others; those above most of them first.
std::string pair_lines(const Ranking& ranking, const std::vector<Certified::Pair>& pairs) {
  const auto lists = by_above(pairs);
  std::vector<std::pair<Index, std::vector<Index>>> sorted(lists.begin(), lists.end());
  std::ranges::stable_sort(sorted, std::ranges::greater{},
                           [](const auto& one) { return one.second.size(); });
  std::string text;
  for (const auto& [above, below] : sorted) {
    text += item(fmt::format("{} over {}: {}", player(ranking, above), below.size(),
                             names_of(ranking, below)));
  }
  return text.empty() ? item("none yet") : text;
}

std::string others(std::size_t count) {
  return fmt::format("{} {}", count, count == 1 ? "other" : "others");
}

/// The sentence on one player; empty if nothing is certified of it.
std::string words_on(const Ranking& ranking, Index leader) {
  const Certified& certified = *ranking.certified;
  std::vector<std::string> parts;
  const auto score = std::ranges::find(certified.own_score, leader, &Certified::Score::player);
  if (score != certified.own_score.end()) parts.push_back(score_words(ranking, score->low));
  const auto count = [&](const std::vector<Certified::Pair>& pairs) {
    return std::ranges::count(pairs, leader, &Certified::Pair::above);
  };
  if (const auto above = count(certified.same_field); above > 0) {
    parts.push_back("scores more than " + others(static_cast<std::size_t>(above)) +
                    " against the same opponents");
  }
  if (const auto above = count(certified.direct); above > 0) {
    parts.push_back("beats " + others(static_cast<std::size_t>(above)) + " head to head");
  }
  std::string text;
  for (std::size_t t = 0; t < parts.size(); ++t) {
    text += (t == 0                  ? player(ranking, leader) + " "
             : t + 1 == parts.size() ? ", and "
                                     : ", ") +
            parts[t];
  }
  return text;
}

std::optional<Index> highest(const Certified& certified) {
  const auto best = std::ranges::max_element(certified.own_score, {}, &Certified::Score::low);
  if (best == certified.own_score.end()) return {};
  return best->player;
}

std::string totals(const Ranking& ranking) {
  const Certified& certified = *ranking.certified;
  std::vector<std::string> parts;
  const auto add = [&](std::size_t count, const std::string& words) {
    if (count > 0) parts.push_back(fmt::format("{} {}", count, words));
  };
  add(certified.same_field.size(), "such orders in all");
  add(certified.direct.size(), "pairings have a sure favourite");
  const std::size_t players = ranking.row_labels.size();
  if (certified.may_be_first.size() < players) {
    parts.push_back(fmt::format("{} of {} may be first", certified.may_be_first.size(), players));
  }
  std::string text;
  for (const std::string& part : parts) text += "; " + part;
  return text;
}

}  // namespace

std::string certified_text(const Ranking& ranking, std::optional<Index> leader) {
  if (!ranking.certified) return "";
  const Certified& certified = *ranking.certified;
  std::string words = leader ? words_on(ranking, *leader) : "";
  if (words.empty()) leader = highest(certified);
  if (words.empty() && leader) words = words_on(ranking, *leader);
  if (words.empty()) words = "nothing yet of single players";
  words += totals(ranking);
  if (!certified.same_field.empty() && ranking.schedule == Schedule::any) {
    words += "; such orders hold if results did not decide who met whom";
  }
  if (!certified.withheld.empty()) {
    words += "; no comparisons: " + with_dashes(certified.withheld.front().why);
  }
  const std::string confidence = confidence_text(Rational(1) - certified.delta);
  return paragraph("certified", "(" + confidence + ") " + words + ":  --certified");
}

std::string certified_lists(const Ranking& ranking) {
  if (!ranking.certified) return "";
  const Certified& certified = *ranking.certified;
  std::string text =
      "\nCertified, all together with " + confidence_text(Rational(1) - certified.delta) + ":\n";
  text += head("Scores at least, in matches like its own");
  std::vector<Certified::Score> scores = certified.own_score;
  std::ranges::stable_sort(scores, std::ranges::greater{}, &Certified::Score::low);
  for (const auto& [index, low] : scores) {
    text += fmt::format("  {:>7}  {}\n", score_text(ranking, low), player(ranking, index));
  }
  if (certified.withheld.empty()) {
    text +=
        head("Scores more against the same opponents") + pair_lines(ranking, certified.same_field);
    text += head("May be first") + item(names_of(ranking, certified.may_be_first));
  } else {
    text += head("Not compared") + item(with_dashes(certified.withheld.front().why));
  }
  return text + head("Wins more than half, head to head") + pair_lines(ranking, certified.direct);
}

}  // namespace allnash::cli
