#include "league/reading/sides.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

#include "core/base/text.hpp"
#include "league/reading/copies.hpp"
#include "league/reading/tally.hpp"

namespace allnash::reading {

namespace {

using OutcomeCounts = std::map<std::uint32_t, std::int64_t>;

double log_factorial(double count) { return std::lgamma(count + 1); }

std::int64_t sum_of(const OutcomeCounts& counts) {
  std::int64_t sum = 0;
  for (const auto& [outcome, count] : counts) sum += count;
  return sum;
}

/// The logarithm of the number of orders of `times` copies of these outcomes.
double log_orders(const OutcomeCounts& counts, double times = 1) {
  double log = log_factorial(times * static_cast<double>(sum_of(counts)));
  for (const auto& [outcome, count] : counts) {
    log -= log_factorial(times * static_cast<double>(count));
  }
  return log;
}

/// How the two lines of a match are found.
enum class Together {
  by_outcome,  ///< they are of one pairing and have the same result
  by_time,     ///< and they have the same time
  by_order,    ///< and each side lists its matches in the same order
};

/// A line, as the two sides are compared.
struct Compared {
  std::uint32_t pairing = 0;
  std::uint32_t outcome = 0;
  std::int64_t group = 0;  ///< a time, or the place in the order of its side
  std::int64_t line = 0;
  bool turned = false;
  [[nodiscard]] auto kind() const { return std::tuple(pairing, group, outcome); }
};

/// The lines, in their order. The matches are of these pairings.
std::vector<Compared> compared(const std::vector<SeatedMatch>& matches, const Numbered& pairings,
                               Together together) {
  std::map<std::string_view, std::int64_t> times;
  std::vector<std::array<std::int64_t, 2>> listed(pairings.entries.size());  // from each side
  std::vector<Compared> lines;
  lines.reserve(matches.size());
  for (std::size_t t = 0; t < matches.size(); ++t) {
    const SeatedMatch& match = matches[t];
    const std::uint32_t pairing = pairings.numbers[t];
    std::int64_t group = 0;
    if (together == Together::by_time) {
      group = times.try_emplace(*match.time, std::ssize(times)).first->second;
    } else if (together == Together::by_order) {
      group = listed[pairing][match.turned ? 1 : 0]++;
    }
    lines.push_back({pairing, match.outcome, group, match.line, match.turned});
  }
  return lines;
}

/// By pairing first, for which a count of each serves.
std::vector<Compared> sorted_by_kind(const std::vector<Compared>& lines) {
  std::vector<std::size_t> ends;
  for (const Compared& one : lines) {
    if (ends.size() <= one.pairing + std::size_t{1}) ends.resize(one.pairing + std::size_t{2});
    ++ends[one.pairing + std::size_t{1}];
  }
  for (std::size_t t = 1; t < ends.size(); ++t) ends[t] += ends[t - 1];
  std::vector<std::size_t> next = ends;
  std::vector<Compared> sorted(lines.size());
  for (const Compared& one : lines) sorted[next[one.pairing]++] = one;
  for (std::size_t t = 1; t < ends.size(); ++t) {
    const auto begin = sorted.begin();
    std::sort(begin + static_cast<std::ptrdiff_t>(ends[t - 1]),
              begin + static_cast<std::ptrdiff_t>(ends[t]),
              [](const Compared& one, const Compared& other) { return one.kind() < other.kind(); });
  }
  return sorted;
}

/// Compares what a log says from the two sides of its pairings.
class BothSides {
 public:
  BothSides(const std::vector<SeatedMatch>& matches, const std::vector<Rational>& outcomes)
      : kinds_(std::max<double>(2, static_cast<double>(outcomes.size()))) {
    find_shares(matches, outcomes);
  }

  struct Agreement {
    double bits = 0;
    std::int64_t alone = 0;  ///< lines without a mirror
  };
  /// The bits that speak for a log with every match twice. With `likely`, equal results count that
  /// are sure to be equal where the same player always wins.
  [[nodiscard]] Agreement agreement(const std::vector<Compared>& unsorted, bool likely) const {
    const std::vector<Compared> lines = sorted_by_kind(unsorted);
    double logs = 0;
    std::int64_t alone = 0;
    for (auto line = lines.begin(); line != lines.end();) {
      const std::uint32_t pairing = line->pairing;
      OutcomeCounts pair;
      double within = 0;  // the orders within the groups
      while (line != lines.end() && line->pairing == pairing) {
        const std::int64_t group = line->group;
        OutcomeCounts both;
        while (line != lines.end() && line->pairing == pairing && line->group == group) {
          const auto kind = line->kind();
          std::array<std::int64_t, 2> sides{};
          for (; line != lines.end() && line->kind() == kind; ++line) ++sides[line->turned ? 1 : 0];
          alone += std::abs(sides[0] - sides[1]);
          const std::int64_t twice = std::min(sides[0], sides[1]);
          if (twice == 0) continue;
          both[std::get<2>(kind)] = twice;
          pair[std::get<2>(kind)] += twice;
        }
        if (both.size() > 1) within += log_orders(both);
      }
      if (!pair.empty()) logs += log_orders(pair) - within + log_of_pair(pair, likely);
    }
    const auto count = static_cast<double>(lines.size());
    const double bits = logs / std::log(2.0) - static_cast<double>(alone) * bits_needed(count);
    return {bits, alone};
  }

 private:
  /// How often the log has each outcome or its mirror, which say the same of a pairing that nobody
  /// knows.
  void find_shares(const std::vector<SeatedMatch>& matches, const std::vector<Rational>& outcomes) {
    std::map<Rational, double> counts;
    std::vector<double> seen(outcomes.size());
    for (const SeatedMatch& match : matches) ++seen[match.outcome];
    for (std::size_t t = 0; t < outcomes.size(); ++t) counts[outcomes[t]] += seen[t];
    for (const Rational& outcome : outcomes) {
      const auto mirror = counts.find(Rational(1) - outcome);
      const double both = counts[outcome] + (mirror == counts.end() ? 0 : mirror->second);
      shares_.push_back(both / (2 * static_cast<double>(matches.size())));
    }
  }

  /// Minus the logarithm of the probability that both sides have these outcomes.
  [[nodiscard]] double log_of_pair(const OutcomeCounts& counts, bool likely) const {
    const double orders = log_orders(counts);
    const double sure = log_orders(counts, 2) - 2 * orders;
    if (!likely) return sure;
    const auto plays = static_cast<double>(sum_of(counts));
    // After the outcomes of one side, each kind of outcome counts once more than it was seen.
    double even = std::lgamma(2 * plays + kinds_) - std::lgamma(plays + kinds_) - orders;
    double common = -orders;
    for (const auto& [outcome, count] : counts) {
      const auto times = static_cast<double>(count);
      even -= log_factorial(2 * times) - log_factorial(times);
      common -= times * std::log(shares_[outcome]);
    }
    return std::max(sure, std::min(even, common));
  }

  double kinds_;
  std::vector<double> shares_;
};

/// The first line whose match an earlier line has from the other side, and that line.
std::pair<std::int64_t, std::int64_t> first_mirror(const std::vector<Compared>& lines) {
  std::map<std::tuple<std::uint32_t, std::int64_t, std::uint32_t, bool>, std::int64_t> seen;
  for (const Compared& one : lines) {
    const auto other = seen.find({one.pairing, one.group, one.outcome, !one.turned});
    if (other != seen.end()) return {one.line, other->second};
    seen.try_emplace({one.pairing, one.group, one.outcome, one.turned}, one.line);
  }
  return {0, 0};
}

}  // namespace

std::string refuse_both_sides(const std::string& name, const std::vector<SeatedMatch>& matches,
                              const std::vector<Rational>& outcomes) {
  constexpr std::int64_t too_few = 20;
  const auto turned = std::ranges::count(matches, true, &SeatedMatch::turned);
  if (turned == 0 || turned == std::ssize(matches)) return "";
  std::vector<Entry> entries;
  for (const SeatedMatch& match : matches) entries.push_back(match.entry);
  const Numbered pairings = numbered(entries);
  const BothSides sides(matches, outcomes);
  const bool timed =
      std::ranges::all_of(matches, [](const SeatedMatch& match) { return match.time != nullptr; });
  bool agree = false;
  constexpr double ways = 3;
  for (const auto together : {Together::by_time, Together::by_order, Together::by_outcome}) {
    if (together == Together::by_time && !timed) continue;
    const std::vector<Compared> lines = compared(matches, pairings, together);
    const bool likely = together == (timed ? Together::by_time : Together::by_outcome);
    const auto found = sides.agreement(lines, likely);
    if (found.bits >= bits_needed(ways)) {
      const auto [line, other] = first_mirror(lines);
      refuse_line(name, line,
                  fmt::format("this is the match of line {} from the other side, and so on: the "
                              "log has every match twice, once for each side; each match counts "
                              "once (`distinct` says that these are different matches)",
                              other));
    }
    if (likely) agree = found.alone == 0;
  }
  if (!agree || std::ssize(matches) < too_few) return "";
  return "every pairing has the same results from either side: promises hold if these are "
         "different matches, and not each match once for each side";
}

}  // namespace allnash::reading
