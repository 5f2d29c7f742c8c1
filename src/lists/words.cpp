#include "lists/words.hpp"

#include <algorithm>

#include "allnash/rank.hpp"
#include "base/text.hpp"

namespace allnash {
namespace lists {

std::string listed_sides() {
  std::string pairs;
  for (const Sides& pair : all_sides) {
    pairs += (pairs.empty() ? "" : "; ") + std::string(pair.first) + "," + pair.second;
  }
  return pairs;
}

bool is_known_heading(const std::string& word) {
  const std::string prefix = "winner_";
  const std::string rest = word.starts_with(prefix) ? word.substr(prefix.size()) : word;
  const auto names_side = [&](const Sides& pair) {
    return rest == pair.first || rest == pair.second;
  };
  return std::ranges::any_of(all_sides, names_side) || rest == "tie" || word == "winner" ||
         word == "sum_of_squares" || among(wins_words, word) || among(losses_words, word) ||
         among(ties_words, word) || among(plays_words, word) || among(mean_words, word) ||
         among(outcome_words, word) || among(time_words, word);
}

std::string without_blanks(std::string_view text) { return std::string(trimmed(text)); }

std::string plain_word(std::string_view text) { return lower_case(without_blanks(text)); }

std::string folded(std::string_view text) {
  std::string word = plain_word(text);
  std::erase_if(word, [](char c) { return c == ' ' || c == '\t'; });
  return word;
}

NameTable::Key key_of(const RankOptions& options) {
  return options.join_names ? NameTable::Key(folded) : NameTable::Key();
}

}  // namespace lists

std::string words_of_logs() {
  return "sides: " + lists::listed_sides() + "\nwinners: the name or the heading of a side; " +
         lists::listed(lists::first_words) + "; " + lists::listed(lists::second_words) +
         "; where strategies have such names, the whole log is read by name or the whole log by "
         "side\nties: " +
         lists::listed(lists::tie_words) + "\n";
}

}  // namespace allnash
