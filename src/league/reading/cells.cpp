#include "league/reading/cells.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/base/text.hpp"
#include "core/exact/printed.hpp"
#include "league/reading/numbers.hpp"
#include "league/reading/words.hpp"

namespace allnash::reading {
namespace {

/// Replaces each of the words by another.
template <typename Words>
void replace_all(std::string& text, const Words& words, std::string_view by) {
  for (const std::string_view word : words) {
    for (std::size_t t = text.find(word); t != text.npos; t = text.find(word, t + by.size())) {
      text.replace(t, word.size(), by);
    }
  }
}

/// A count, or a count and a half.
std::optional<Rational> half_count_in(std::string_view text, char decimal_mark) {
  std::string word(trimmed(text));
  bool half = false;
  for (const std::string_view end :
       {std::string_view("\u00bd"), decimal_mark == ',' ? std::string_view(",5") : ".5"}) {
    if (half || !word.ends_with(end)) continue;
    word.resize(word.size() - end.size());
    half = true;
    if (word.empty()) word = "0";
  }
  if (word.ends_with(decimal_mark == ',' ? ",0" : ".0")) word.resize(word.size() - 2);
  const auto count = count_in(word, decimal_mark);
  if (!count) return {};
  return Rational(*count) + (half ? Rational(1, 2) : Rational(0));
}

bool is_rate(std::string_view text) {
  return !text.empty() && text.find_first_of("0123456789") != text.npos &&
         text.find_first_not_of("0123456789.,/%e+- ") == text.npos &&
         std::ranges::count(text, '%') <= (text.ends_with('%') ? 1 : 0);
}

/// Whether the text begins with a digit and could be a count, whose thousands may be grouped.
bool may_be_count(std::string_view text) {
  const auto fits = [](char c) {
    return std::string_view("0123456789.,' ").find(c) != std::string_view::npos ||
           static_cast<unsigned char>(c) >= 0x80U;
  };
  return !text.empty() && text.front() >= '0' && text.front() <= '9' &&
         std::ranges::all_of(text, fits);
}

/// The count in `197`, `n=197` or `197 games`, and whether more than a number says that it is one.
std::optional<std::pair<std::string, bool>> named_count_in(std::string_view text) {
  bool named = false;
  if (text.starts_with("n")) {
    text = trimmed(text.substr(1));
    if (!text.starts_with("=")) return {};
    text = trimmed(text.substr(1));
    named = true;
  }
  for (const std::string_view unit : {"games", "matches", "game", "match"}) {
    if (!text.ends_with(unit)) continue;
    text = trimmed(text.substr(0, text.size() - unit.size()));
    named = true;
    break;
  }
  if (!may_be_count(text)) return {};
  return std::pair(std::string(text), named);
}

}  // namespace

std::optional<Score> score_in(std::string_view text, char decimal_mark) {
  std::string word = plain_word(text);
  replace_all(word, std::array{"\u2010", "\u2013", "\u2014", "\u2212", ":"}, "-");
  std::vector<Rational> numbers;
  for (std::string_view rest = word;;) {
    const std::size_t end = rest.find('-');
    const auto number = half_count_in(rest.substr(0, end), decimal_mark);
    if (!number || numbers.size() == 3) return {};
    numbers.push_back(*number);
    if (end == rest.npos) break;
    rest.remove_prefix(end + 1);
  }
  if (numbers.size() < 2) return {};
  const bool with_draws = numbers.size() == 3;
  return Score{numbers[0], numbers[1], with_draws ? numbers[2] : Rational(0), with_draws};
}

bool is_empty_cell(std::string_view text) {
  const std::string word = plain_word(text);
  return is_unknown(word) || word == "mirror" || word == "x" || word == "*";
}

std::optional<ChartCell> chart_cell_in(std::string_view text, char decimal_mark) {
  std::string word = plain_word(text);
  if (is_empty_cell(word)) return {};
  std::ranges::replace_if(
      word, [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
  if (auto score = score_in(word, decimal_mark)) return ChartCell{{}, {}, std::move(score)};
  if (is_rate(word)) return ChartCell{word};
  // Two parts: one of them in brackets, or behind a `%`.
  std::size_t end = word.find_first_of("([");
  const bool brackets = end != word.npos && end > 0 && (word.back() == ')' || word.back() == ']');
  if (!brackets) {
    end = word.find("% ");
    if (end == word.npos) return {};
    ++end;
  }
  const std::string first(trimmed(std::string_view(word).substr(0, end)));
  std::string_view second = std::string_view(word).substr(end);
  if (brackets) second = second.substr(1, second.size() - 2);
  second = trimmed(second);
  const auto first_score = score_in(first, decimal_mark);
  const auto second_score = score_in(second, decimal_mark);
  if (first_score && is_rate(second)) return ChartCell{std::string(second), {}, first_score};
  if (!is_rate(first)) return {};
  if (second_score) return ChartCell{first, {}, second_score};
  const auto count = named_count_in(second);
  if (!count) return {};
  return ChartCell{first, count->first};
}

bool belongs(const std::string& rate, const Score& score, char decimal_mark) {
  const bool percent = rate.ends_with('%');
  std::string text;
  try {
    text = with_point(trimmed(percent ? rate.substr(0, rate.size() - 1) : rate), decimal_mark);
  } catch (const std::invalid_argument&) {
    return false;
  }
  const auto said = rational_in(text);
  if (!said || score.plays() == Rational(0)) return said.has_value();
  const Rational unit = power_of_ten(last_place(text).value_or(0));
  const Rational decided = score.wins + score.losses;
  const auto is = [&](const Rational& wins, const Rational& of) {
    if (of == Rational(0)) return false;
    const Rational miss = *said - wins / of * Rational(percent ? 100 : 1);
    return miss <= unit && -miss <= unit;
  };
  return is(score.points(), score.plays()) || is(score.wins, score.plays()) ||
         is(score.wins, decided);
}

}  // namespace allnash::reading
