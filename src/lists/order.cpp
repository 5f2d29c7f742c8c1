#include "lists/order.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <optional>
#include <string>

#include "allnash/error.hpp"
#include "base/text.hpp"
#include "lists/words.hpp"

namespace allnash::lists {
namespace {

/// A time that can be compared: seconds, or a date that begins with its year.
struct Time {
  std::optional<double> number;
  std::string date;
  [[nodiscard]] bool like(const Time& other) const {
    return number.has_value() == other.number.has_value();
  }
  [[nodiscard]] bool before(const Time& other) const {
    return number ? *number < *other.number : date < other.date;
  }
};

std::optional<Time> time_in(const std::string& cell) {
  const std::string text = without_blanks(cell);
  constexpr std::size_t year = 4;
  const auto is_digit = [](unsigned char c) { return std::isdigit(c) != 0; };
  const bool dated = text.size() > year && (text[year] == '-' || text[year] == '/') &&
                     std::all_of(text.begin(), text.begin() + year, is_digit);
  if (dated) return Time{{}, text};
  if (const auto number = number_in<double>(text)) return Time{*number, ""};
  return {};
}

/// The logarithm, to base 2, of how many orders of so many outcomes there are for each in which
/// equal ones stand together.
double bits_of_grouping(const std::map<std::uint32_t, std::int64_t>& counts) {
  double plays = 0;
  double log_orders = -std::lgamma(static_cast<double>(counts.size()) + 1);
  for (const auto& [outcome, count] : counts) {
    plays += static_cast<double>(count);
    log_orders -= std::lgamma(static_cast<double>(count) + 1);
  }
  return (log_orders + std::lgamma(plays + 1)) / std::log(2.0);
}

}  // namespace

void refuse_newest_first(const Sheet& sheet, std::size_t time) {
  constexpr int enough = 3;
  int falls = 0;
  const Sheet::Line* first = nullptr;
  std::optional<Time> last;
  for (const Sheet::Line& line : sheet.lines) {
    auto now = time_in(line.cells[time]);
    if (!now || (last && !now->like(*last))) continue;
    if (last && last->before(*now)) return;
    if (last && now->before(*last)) {
      ++falls;
      if (first == nullptr) first = &line;
    }
    last = std::move(now);
  }
  if (falls < enough) return;
  sheet.refuse(*first, "its " + sheet.headings[time] +
                           " is before that of the line before it, and so on to the end; a log has "
                           "its oldest match first");
}

void refuse_sorted(const Record& log) {
  constexpr double a_million = 20;  // bits
  struct Pairing {
    std::map<std::uint32_t, std::int64_t> counts;
    std::uint32_t last = 0;
  };
  std::map<Entry, Pairing> pairings;
  for (const Play& play : log.plays) {
    Pairing& pairing = pairings[{play.row, play.column}];
    std::int64_t& count = pairing.counts[play.outcome];
    if (count > 0 && pairing.last != play.outcome) return;  // it came back
    ++count;
    pairing.last = play.outcome;
  }
  double bits = 0;
  for (const auto& [entry, pairing] : pairings) bits += bits_of_grouping(pairing.counts);
  if (bits < a_million) return;
  throw InputError(
      log.name +
      ": it is sorted by outcome: every pairing has all its matches of one outcome, "
      "then all of the next; a log is in the order of playing, and matches whose order "
      "is lost are given as counts");
}

}  // namespace allnash::lists
