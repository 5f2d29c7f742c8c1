#include "league/words.hpp"

#include <algorithm>

#include "allnash/rank.hpp"
#include "exact/text.hpp"

namespace allnash {
namespace league {

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

std::string without_blanks(std::string_view text) {
  const char* const blanks = " \t\r";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return "";
  return std::string(text.substr(first, text.find_last_not_of(blanks) - first + 1));
}

std::string plain_word(std::string_view text) { return lower_case(without_blanks(text)); }

std::string folded(std::string_view text) {
  std::string word = plain_word(text);
  std::erase_if(word, [](char c) { return c == ' ' || c == '\t'; });
  return word;
}

}  // namespace league

std::string words_of_logs() {
  return "sides: " + league::listed_sides() + "\nwinners: the name or the heading of a side; " +
         league::listed(league::first_words) + "; " + league::listed(league::second_words) +
         "; where strategies are called so too, all by name or all by side\nties: " +
         league::listed(league::tie_words) + "\n";
}

}  // namespace allnash
