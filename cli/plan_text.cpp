#include "plan_text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "text.hpp"

namespace allnash::cli {
namespace {

constexpr std::size_t player_width = 26;
constexpr std::size_t most_pairs = 20;
constexpr std::size_t first_pairs = 3;  // on the first screen

std::string name_of(const std::vector<std::string>& labels, Index index) {
  return printable(labels[static_cast<std::size_t>(index)], player_width);
}

/// "A against B"
std::string pair_text(const Ranking& ranking, const Entry& entry) {
  return name_of(ranking.row_labels, entry.row) + " against " +
         name_of(ranking.column_labels, entry.column);
}

using Count = std::pair<Entry, std::int64_t>;

/// Pairs with their numbers of matches, in the order of their first match.
std::vector<Count> by_pair(const std::vector<Entry>& matches) {
  std::vector<Count> counts;
  std::map<Entry, std::size_t> places;
  for (const Entry& one : matches) {
    const auto [found, fresh] = places.try_emplace(one, counts.size());
    if (fresh) counts.emplace_back(one, 0);
    ++counts[found->second].second;
  }
  return counts;
}

std::string question_text(const Ranking& ranking, const Enough& enough) {
  switch (enough.question) {
    case Purpose::order:
      return "the order of all";
    case Purpose::play:
      return "what to play";
    case Purpose::pair:
      return name_of(ranking.row_labels, enough.pair->row) + " or " +
             name_of(ranking.column_labels, enough.pair->column);
    default:
      return ranking.field ? "what to bring" : "who is first";
  }
}

std::string answer_text(const Ranking& ranking, const Enough& enough) {
  if (enough.settled) return "yes";
  if (enough.more) return fmt::format("about {} more matches", grouped(*enough.more));
  std::string text = "never, or after 50 times as many matches";
  const char* between = ": ";
  for (const Entry& pair : enough.never) {
    text += between + name_of(ranking.row_labels, pair.row) + " and " +
            name_of(ranking.column_labels, pair.column);
    between = ", ";
  }
  return enough.never.empty() ? text : text + " are too close";
}

/// What the matches of a plan are to tell.
std::string purpose_text(const Ranking& ranking, Purpose purpose) {
  switch (purpose) {
    case Purpose::estimate:
      return "to know better what to play";
    case Purpose::promise:
      return fmt::format("for the promise; with all {} the guarantee is likely about {:.4f}",
                         grouped(std::ranges::count(ranking.next_for, purpose)),
                         ranking.forecast.value_or(ranking.low.to_double()));
    case Purpose::order:
      return "to know the order of all";
    case Purpose::play:
      return "to know what to play";
    case Purpose::pair:
      return "to know which of the two wins more";
    default:
      return ranking.field ? "to know what to bring" : "to know who is first";
  }
}

std::string lines_for(const Ranking& ranking, Purpose purpose) {
  std::vector<Entry> matches;
  for (std::size_t t = 0; t < ranking.next.size(); ++t) {
    if (ranking.next_for[t] == purpose) matches.push_back(ranking.next[t]);
  }
  if (matches.empty()) return "";
  std::string text =
      fmt::format("\nPlay next, the most useful first, {}:\n", purpose_text(ranking, purpose));
  const std::vector<Count> counts = by_pair(matches);
  for (std::size_t t = 0; t < std::min(counts.size(), most_pairs); ++t) {
    text += fmt::format("  {:>6} x  {}\n", grouped(counts[t].second),
                        pair_text(ranking, counts[t].first));
  }
  if (counts.size() > most_pairs) text += "  ... and others: --json lists all\n";
  return text;
}

}  // namespace

std::string enough_text(const Ranking& ranking) {
  std::string said;
  for (const Enough& one : ranking.enough) {
    said +=
        (said.empty() ? "" : "; ") + question_text(ranking, one) + ": " + answer_text(ranking, one);
  }
  std::string text = said.empty() ? "" : paragraph("enough?", said);
  if (ranking.soon.empty()) return text;
  std::vector<Count> counts = by_pair(ranking.soon);
  const bool all = counts.size() <= first_pairs;
  counts.resize(std::min(counts.size(), first_pairs));
  std::string next;
  for (const auto& [entry, count] : counts) {
    next += next.empty() ? "" : ", ";
    if (count > 1) next += grouped(count) + " x ";
    next += pair_text(ranking, entry);
  }
  return text + paragraph("next", next + (all ? "" : ", ...") + ":  --plan 50");
}

std::string plan_text(const Ranking& ranking) {
  std::string text;
  for (const Purpose purpose : {Purpose::top, Purpose::order, Purpose::play, Purpose::pair,
                                Purpose::estimate, Purpose::promise}) {
    text += lines_for(ranking, purpose);
  }
  return text;
}

}  // namespace allnash::cli
