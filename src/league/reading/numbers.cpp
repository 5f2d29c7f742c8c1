#include "league/reading/numbers.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/base/text.hpp"
#include "core/exact/printed.hpp"

namespace allnash::reading {
namespace {

/// Marks between groups of digits in every locale: blank, no-break and narrow blanks, apostrophes.
constexpr std::array<std::string_view, 6> group_marks{" ",      "\u00a0", "\u202f",
                                                      "\u2009", "'",      "\u2019"};

bool are_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == text.npos;
}

/// The digits of groups of three, the first of one to three; nothing if the text is not that. By a
/// comma, groups before the last may have two digits, as in India.
std::optional<std::string> joined_groups(std::string_view text, std::string_view mark) {
  std::vector<std::string_view> groups;
  for (std::size_t end = text.find(mark); end != text.npos; end = text.find(mark)) {
    groups.push_back(text.substr(0, end));
    text.remove_prefix(end + mark.size());
  }
  if (groups.empty()) return {};
  groups.push_back(text);
  std::string digits;
  for (std::size_t t = 0; t < groups.size(); ++t) {
    const std::size_t size = groups[t].size();
    const bool last = t + 1 == groups.size();
    const bool fits = t == 0 ? size <= 3 : size == 3 || (size == 2 && !last && mark == ",");
    if (!are_digits(groups[t]) || !fits) return {};
    digits += groups[t];
  }
  return digits;
}

/// Whether a point may group the thousands of this text.
bool has_grouping_points(std::string_view text) {
  return !text.starts_with('0') && joined_groups(text, ".").has_value();
}

}  // namespace

std::string plain_count(std::string_view text, char decimal_mark) {
  text = trimmed(text);
  for (const std::string_view mark : group_marks) {
    if (auto digits = joined_groups(text, mark)) return *std::move(digits);
  }
  const bool comma = decimal_mark == ',';
  if (auto digits = joined_groups(text, comma ? "." : ",")) return *std::move(digits);
  if (!comma && has_grouping_points(text)) {
    const std::string_view whole = text.substr(0, text.find('.'));
    const std::string all = *joined_groups(text, ".");
    const bool zeros = text.substr(whole.size()).find_first_not_of(".0") == text.npos;
    throw std::invalid_argument(
        zeros ? fmt::format("'{}' may be {} or {}: with `decimal-mark ,` points group thousands; "
                            "otherwise write {}",
                            text, whole, all, whole)
              : fmt::format("'{}' is not a count: a whole number, 0 or more; with `decimal-mark ,` "
                            "points group thousands, and it is {}",
                            text, all));
  }
  return with_point(text, decimal_mark);
}

std::optional<std::int64_t> count_in(std::string_view text, char decimal_mark) {
  constexpr std::size_t longest = 9;
  try {
    const std::string digits = plain_count(text, decimal_mark);
    if (digits.size() > longest || !are_digits(digits)) return {};
    return number_in<std::int64_t>(digits);
  } catch (const std::invalid_argument&) {
    return {};
  }
}

std::string score_hint(std::string_view cell) {
  cell = trimmed(cell);
  const std::size_t between = cell.find_first_of("-:");
  if (between == cell.npos || !are_digits(trimmed(cell.substr(0, between))) ||
      !are_digits(trimmed(cell.substr(between + 1)))) {
    return "";
  }
  return fmt::format(
      "; a score such as {} may be of one match or of several: who won in a column "
      "'winner', or both numbers in columns 'wins' and 'losses'",
      cell);
}

void RateReader::look_at(std::string_view cell) {
  cell = trimmed(cell);
  if (!percent_ && cell.ends_with('%')) percent_ = std::string(cell);
}

std::optional<PayoffRange> RateReader::range() const {
  if (!percent_) return {};
  return given_.value_or(PayoffRange{0, 100});
}

std::string RateReader::number(std::string_view cell) const {
  cell = trimmed(cell);
  if (!percent_) return std::string(cell);
  const bool of_one = given_ && given_->low == Rational(0) && given_->high == Rational(1);
  if (cell.ends_with('%')) {
    const std::string number(trimmed(cell.substr(0, cell.size() - 1)));
    return of_one ? number + "e-2" : number;
  }
  if (given_) return std::string(cell);
  const auto bare = rational_in(cell);
  if (bare && bare->sign() > 0 && *bare <= Rational(1)) {
    const auto decimal = [](const Rational& one) { return shortest_text(one.to_double()); };
    throw std::invalid_argument(fmt::format(
        "'{}' has no %, and another cell has {}: it may be {}% or {}%; with `payoff-range 0,1` it "
        "is {}%, with `payoff-range 0,100` {}%",
        cell, *percent_, decimal(*bare * Rational(100)), decimal(*bare),
        decimal(*bare * Rational(100)), decimal(*bare)));
  }
  return std::string(cell);
}

}  // namespace allnash::reading
