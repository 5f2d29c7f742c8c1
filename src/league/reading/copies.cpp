#include "league/reading/copies.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <variant>

#include "allnash/run.hpp"
#include "core/base/at.hpp"
#include "core/base/random.hpp"
#include "core/base/text.hpp"
#include "league/reading/tally.hpp"
#include "league/reading/words.hpp"

namespace allnash::reading {

namespace {

using Matches32 = std::vector<std::uint32_t>;

/// An independent log is taken for a copy about once in this many logs.
constexpr double rare = 10'000;
/// Stretches inside both logs are found by windows of this many matches.
constexpr std::size_t window = 16;
/// A window with fewer bits is too common to start a search.
constexpr double least_bits_of_window = 4;
constexpr std::size_t most_places_of_window = 4;

/// For each place of the text: how many matches from there on agree with the start of the pattern
/// (Z algorithm, on the pattern followed by the text).
std::vector<std::uint32_t> beginnings(const Matches32& pattern, const Matches32& text) {
  Matches32 all = pattern;
  all.push_back(std::numeric_limits<std::uint32_t>::max());  // a separator that is no match
  all.insert(all.end(), text.begin(), text.end());
  std::vector<std::uint32_t> lengths(all.size());
  std::size_t begin = 0;
  std::size_t end = 0;
  for (std::size_t t = 1; t < all.size(); ++t) {
    std::size_t length = t < end ? std::min<std::size_t>(end - t, lengths[t - begin]) : 0;
    while (t + length < all.size() && all[length] == all[t + length]) ++length;
    lengths[t] = static_cast<std::uint32_t>(length);
    if (t + length > end) {
      begin = t;
      end = t + length;
    }
  }
  lengths.erase(lengths.begin(), lengths.begin() + std::ssize(pattern) + 1);
  return lengths;
}

double total_bits(const Matches32& matches, std::size_t first, std::size_t count,
                  const Bits& bits) {
  double sum = 0;
  for (std::size_t t = first; t < first + count; ++t) sum += bits[matches[t]];
  return sum;
}

/// The longest stretch that starts at the start of `one` and ends at the end of `one` or of
/// `other`; `first` is in `one`.
std::optional<Stretch> reaching_stretch(const Matches32& one, const Matches32& other) {
  const std::vector<std::uint32_t> lengths = beginnings(one, other);
  std::optional<Stretch> longest;
  for (std::size_t t = 0; t < other.size(); ++t) {
    const std::size_t length = lengths[t];
    if (length == 0 || (length < one.size() && t + length < other.size())) continue;
    if (longest && at(longest->count) >= length) continue;
    longest = {0, static_cast<std::int64_t>(t), static_cast<std::int64_t>(length)};
  }
  return longest;
}

/// Finds stretches anywhere, by hashes of every window-th window of the old log.
class Windows {
 public:
  explicit Windows(const Matches32& old) : old_(old) {
    for (std::size_t t = 0; t + window <= old.size(); t += window) {
      std::uint64_t hash = 0;
      for (std::size_t s = t; s < t + window; ++s) hash = hash * factor + Hash::hashed(old[s]);
      std::vector<std::size_t>& places = places_[hash];
      if (places.size() < most_places_of_window) places.push_back(t);
    }
  }

  /// Calls `visit(first, other, count)` for every maximal stretch found, until it returns true.
  template <typename Visit>
  bool visit_stretches(const Matches32& log, const Bits& bits, const Visit& visit) const {
    if (log.size() < window || places_.empty()) return false;
    std::vector<double> sums(log.size() + 1);  // bits of all matches before each place
    for (std::size_t t = 0; t < log.size(); ++t) sums[t + 1] = sums[t] + bits[log[t]];
    std::uint64_t last = 1;  // the factor of the match that leaves the window
    for (std::size_t t = 1; t < window; ++t) last *= factor;
    std::unordered_map<std::size_t, std::size_t> done;  // end of the search, by offset
    std::uint64_t hash = 0;
    for (std::size_t t = 0; t < log.size(); ++t) {
      if (t >= window) hash -= last * Hash::hashed(log[t - window]);
      hash = hash * factor + Hash::hashed(log[t]);
      if (t + 1 < window || sums[t + 1] - sums[t + 1 - window] < least_bits_of_window) continue;
      const auto found = places_.find(hash);
      if (found == places_.end()) continue;
      for (const std::size_t place : found->second) {
        if (extend(log, t + 1 - window, place, done, visit)) return true;
      }
    }
    return false;
  }

 private:
  static constexpr std::uint64_t factor = 0xd1342543de82ef95;

  template <typename Visit>
  bool extend(const Matches32& log, std::size_t first, std::size_t other,
              std::unordered_map<std::size_t, std::size_t>& done, const Visit& visit) const {
    const auto [seen, fresh] = done.try_emplace(first - other + old_.size(), 0);
    if (!fresh && seen->second > first) return false;
    std::size_t end = 0;
    while (first + end < log.size() && other + end < old_.size() &&
           log[first + end] == old_[other + end]) {
      ++end;
    }
    if (end < window) return false;
    std::size_t back = 0;
    while (back < first && back < other && log[first - back - 1] == old_[other - back - 1]) ++back;
    seen->second = first + end;
    return visit(first - back, other - back, end + back);
  }

  const Matches32& old_;
  std::unordered_map<std::uint64_t, std::vector<std::size_t>> places_;
};

/// A copied stretch that has the same direction in both logs.
std::optional<Stretch> forward_copy(const Matches32& log, const Matches32& old, const Bits& bits,
                                    const Places& places) {
  const auto own = static_cast<double>(log.size());
  const auto size = static_cast<double>(old.size());
  const auto is_copy = [&](std::size_t first, std::size_t count) {
    const bool within = count == log.size() || count == old.size();
    // Possible places: in either direction, at either end; anywhere if one log lies in the other.
    const double room = within ? 2 * (std::abs(own - size) + 1) : 4;
    return total_bits(log, first, count, bits) >= bits_needed(room * places.logs);
  };
  if (const auto begins = reaching_stretch(log, old)) {
    if (is_copy(0, at(begins->count))) return begins;
  }
  if (const auto ends = reaching_stretch(old, log)) {
    if (is_copy(at(ends->other), at(ends->count))) return Stretch{ends->other, 0, ends->count};
  }
  std::optional<Stretch> found;
  const double needed = bits_needed(2 * own * std::max(places.matches, 1.0));
  Windows(old).visit_stretches(
      log, bits, [&](std::size_t first, std::size_t other, std::size_t count) {
        if (total_bits(log, first, count, bits) < needed) return false;
        found = {static_cast<std::int64_t>(first), static_cast<std::int64_t>(other),
                 static_cast<std::int64_t>(count)};
        return true;
      });
  return found;
}

/// How often a stretch occurs in the log.
std::int64_t times_in(const Matches32& log, std::size_t first, std::size_t count) {
  const auto begin = log.begin() + static_cast<std::ptrdiff_t>(first);
  const Matches32 stretch(begin, begin + static_cast<std::ptrdiff_t>(count));
  return std::ranges::count(beginnings(stretch, log), static_cast<std::uint32_t>(count));
}

}  // namespace

std::size_t Numbering::KeyHash::operator()(const Key& key) const {
  const auto row = static_cast<std::uint64_t>(key.entry.row);
  const auto column = static_cast<std::uint64_t>(key.entry.column);
  return Hash::hashed(Hash::hashed(row) + 3 * Hash::hashed(column + 1) + key.outcome);
}

std::uint32_t Numbering::number_of(Entry entry, std::uint32_t outcome) {
  const auto [found, fresh] =
      numbers_.try_emplace({entry, outcome}, static_cast<std::uint32_t>(known_.size()));
  if (fresh) {
    outcomes_ = std::max(outcomes_, outcome + 1);
    const auto [pairing, first] =
        pairings_.try_emplace({entry, 0}, static_cast<std::uint32_t>(plays_.size()));
    if (first) plays_.push_back(0);
    known_.push_back({pairing->second, 0});
  }
  Known& known = known_[found->second];
  ++known.count;
  ++plays_[known.pairing];
  return found->second;
}

Bits Numbering::bits() const {
  Bits bits;
  const double outcomes = std::max<double>(outcomes_, 2);
  for (const auto& [pairing, count] : known_) {
    // Laplace's rule: each outcome is counted once more than it was seen.
    const double share =
        (static_cast<double>(count) + 1) / (static_cast<double>(plays_[pairing]) + outcomes);
    bits.push_back(-std::log2(share));
  }
  return bits;
}

double bits_of(const Sequence& log, std::int64_t first, std::int64_t count, const Bits& bits) {
  return total_bits(log.matches, at(first), at(count), bits);
}

double bits_needed(double places) { return std::log2(rare) + std::log2(std::max(places, 1.0)); }

std::int64_t gone_on_since(const Sequence& log, const Sequence& old, const Bits& bits,
                           double places) {
  const auto begins = reaching_stretch(log.matches, old.matches);
  if (!begins || bits_of(log, 0, begins->count, bits) < bits_needed(places)) return 0;
  return begins->count;
}

std::optional<Stretch> copy_of(const Sequence& log, const Sequence& old, const Bits& bits,
                               const Places& places) {
  if (log.matches.empty() || old.matches.empty()) return {};
  const auto forward = forward_copy(log.matches, old.matches, bits, places);
  const Matches32 turned(log.matches.rbegin(), log.matches.rend());
  auto backward = forward_copy(turned, old.matches, bits, places);
  // A reversed log has palindromes, which both directions find.
  if (!backward || (forward && forward->count >= backward->count)) return forward;
  backward->first = log.size() - backward->first - backward->count;
  backward->backward = true;
  return backward;
}

void refuse_own_copies(const Record& log) {
  Numbering numbering;
  Matches32 matches;
  matches.reserve(log.plays.size());
  for (const Play& play : log.plays) {
    matches.push_back(numbering.number_of({play.row, play.column}, play.outcome));
  }
  const Bits bits = numbering.bits();
  const auto line = [&](std::size_t match) { return std::to_string(log.plays[match].line); };
  const auto refuse = [&](std::size_t match, const std::string& what) {
    refuse_line(
        log.name, log.plays[match].line,
        what + "; each match counts once (`distinct` says that these are different matches)");
  };
  bool twice = matches.size() % 2 == 0;
  double evidence = 0;
  for (std::size_t t = 0; twice && t < matches.size(); t += 2) {
    twice = matches[t] == matches[t + 1];
    evidence += bits[matches[t]];
  }
  if (twice && evidence >= bits_needed(1)) {
    refuse(1,
           "this match is that of the line before it, and so on to the end: the log has every "
           "match twice, perhaps once for each side");
  }
  const auto size = static_cast<double>(matches.size());
  const double needed = bits_needed(size * size / 2);
  // A stretch that repeats many times is no copy: such a log was generated by a rule.
  int by_rule = 0;
  Windows(matches).visit_stretches(
      matches, bits, [&](std::size_t first, std::size_t other, std::size_t count) {
        if (other >= first || count > first - other) return false;
        if (total_bits(matches, first, count, bits) < needed) return false;
        if (times_in(matches, first, count) > 2) return ++by_rule == 8;
        refuse(first, "the matches from here to line " + line(first + count - 1) +
                          " are those of lines " + line(other) + " to " + line(other + count - 1) +
                          " once more");
        return true;
      });
}

// ------------------------------------------------------------------------------ counts

namespace {

/// The bits of two lines that agree: minus log2 of the probability that a pairing with the first
/// line's results shows the same sum again.
double bits_of_agreement(const Total& total) {
  const auto plays = static_cast<double>(total.plays);
  const double won = std::clamp(total.sum.to_double(), 0.0, plays);
  const double lost = plays - won;
  const auto log_beta = [](double a, double b) {
    return std::lgamma(a) + std::lgamma(b) - std::lgamma(a + b);
  };
  const double log_choices = -std::log1p(plays) - log_beta(won + 1, lost + 1);
  const double log_probability =
      log_choices + log_beta(2 * won + 1, 2 * lost + 1) - log_beta(won + 1, lost + 1);
  return -log_probability / std::log(2.0);
}

bool agree(const Total& one, const Total& other) {
  if (one.plays != other.plays) return false;
  const Rational apart = one.sum - other.sum;
  return (apart.sign() < 0 ? -apart : apart) <= one.rounding + other.rounding;
}

/// The first two lines of a pairing that agree, the bits of all such, and whether all agree.
struct Agreement {
  const CountLine* first = nullptr;
  const CountLine* second = nullptr;
  double bits = 0;
  bool all = true;
  void add(const CountLine& one, const CountLine& other) {
    if (!agree(one.total, other.total)) {
      all = false;
      return;
    }
    if (first == nullptr || other.number < second->number) {
      first = &one;
      second = &other;
    }
    bits += bits_of_agreement(one.total);
  }
};

}  // namespace

void refuse_mirrors(const std::string& name, const std::vector<CountLine>& lines) {
  std::map<Entry, std::vector<const CountLine*>> by_pairing;
  for (const CountLine& line : lines) {
    if (line.total.plays > 0) by_pairing[line.entry].push_back(&line);
  }
  Agreement mirrored;
  Agreement repeated;
  for (const auto& [entry, listed] : by_pairing) {
    if (listed.size() < 2) continue;
    if (listed.size() > 2) {
      repeated.all = false;
      mirrored.all = false;
      continue;
    }
    (listed[0]->turned != listed[1]->turned ? mirrored : repeated).add(*listed[0], *listed[1]);
  }
  const auto refuse = [&](const Agreement& found, const char* what) {
    refuse_line(name, found.second->number,
                fmt::format("these are the matches of line {}{}; list each pairing once",
                            found.first->number, what));
  };
  if (mirrored.first != nullptr && (mirrored.all || mirrored.bits >= bits_needed(1))) {
    refuse(mirrored, ", from the other side");
  }
  if (repeated.first != nullptr && repeated.all && repeated.bits >= bits_needed(1)) {
    refuse(repeated, " once more");
  }
}

namespace {

/// A time, comparable with others of its kind: seconds, or a date that starts with its year.
using Time = std::variant<double, std::string>;

std::optional<Time> time_in(const std::string& cell) {
  const std::string text = without_blanks(cell);
  constexpr std::size_t year = 4;
  const auto is_digit = [](unsigned char c) { return std::isdigit(c) != 0; };
  const bool dated = text.size() > year && (text[year] == '-' || text[year] == '/') &&
                     std::all_of(text.begin(), text.begin() + year, is_digit);
  if (dated) return text;
  return number_in<double>(text);
}

/// The matches of a pairing, as far as their order tells whether they were sorted.
struct Ordered {
  std::map<std::uint32_t, std::int64_t> counts;
  std::optional<std::uint32_t> last;
  std::int64_t groups = 0;  ///< of equal outcomes in a row
  std::int64_t rises = 0;   ///< from one group to the next
  std::int64_t falls = 0;

  /// `ranks` are the places of the outcomes in their order.
  void add(std::uint32_t outcome, const std::vector<std::size_t>& ranks) {
    ++counts[outcome];
    if (last == outcome) return;
    ++groups;
    if (last) ++(ranks[*last] < ranks[outcome] ? rises : falls);
    last = outcome;
  }
  [[nodiscard]] double plays() const {
    double sum = 0;
    for (const auto& [outcome, count] : counts) sum += static_cast<double>(count);
    return sum;
  }
  /// log2 of the number of orders of these outcomes.
  [[nodiscard]] double bits() const {
    double log_orders = std::lgamma(plays() + 1);
    for (const auto& [outcome, count] : counts) {
      log_orders -= std::lgamma(static_cast<double>(count) + 1);
    }
    return log_orders / std::log(2.0);
  }
  /// The same over the number of those in which equal outcomes are together.
  [[nodiscard]] double bits_of_grouping() const {
    return bits() - std::lgamma(static_cast<double>(counts.size()) + 1) / std::log(2.0);
  }
  /// The same over the number of those that rise or fall with no more turns, and `turn` bits less
  /// for each turn. Such orders are known by which of their rising or falling parts each match is
  /// in.
  [[nodiscard]] double bits_of_slope(double turn) const {
    if (counts.size() < 2) return 0;
    const auto turns = static_cast<double>(std::min(rises, falls));
    return bits() - 1 - plays() * std::log2(turns + 1) - turns * turn;
  }
};

/// For each number its place among all, in their order.
std::vector<std::size_t> ranks_of(const std::vector<Rational>& numbers) {
  std::vector<std::size_t> sorted(numbers.size());
  std::iota(sorted.begin(), sorted.end(), std::size_t{0});
  std::ranges::stable_sort(sorted, {}, [&](std::size_t t) { return numbers[t]; });
  std::vector<std::size_t> ranks(numbers.size());
  for (std::size_t place = 0; place < sorted.size(); ++place) ranks[sorted[place]] = place;
  return ranks;
}

/// A part of a log, and the bits by which equal outcomes stand together there.
struct Part {
  std::size_t first = 0;
  std::size_t count = 0;
  double bits = 0;
};

/// The part with the most bits. A match that repeats its pairing's last outcome has those of that
/// outcome, one that does not costs as many as it takes to name its place; so from any place on, an
/// order that chance made has b bits at some later place with a probability of at most 2^-b.
Part most_sorted_part(const Record& log, const Numbered& pairings,
                      const std::vector<Ordered>& ordered, double place) {
  std::vector<std::optional<std::uint32_t>> last(ordered.size());
  Part most;
  Part now;
  for (std::size_t t = 0; t < log.plays.size(); ++t) {
    const std::uint32_t outcome = log.plays[t].outcome;
    std::optional<std::uint32_t>& before = last[pairings.numbers[t]];
    if (now.bits <= 0) now = {t, 0, 0};
    ++now.count;
    if (before == outcome) {
      const Ordered& pairing = ordered[pairings.numbers[t]];
      now.bits += std::log2(pairing.plays() / static_cast<double>(pairing.counts.at(outcome)));
    } else if (before) {
      now.bits -= place;
    }
    before = outcome;
    if (now.bits > most.bits) most = now;
  }
  return most;
}

}  // namespace

std::optional<std::int64_t> turn_oldest_first(Sheet& sheet, std::size_t time) {
  constexpr std::int64_t enough = 3;
  constexpr std::int64_t falls_to_a_rise = 10;
  std::int64_t falls = 0;
  std::int64_t rises = 0;
  std::optional<Time> last;
  bool comparable = true;
  for (const Sheet::Line& line : sheet.lines) {
    auto now = time_in(line.cells[time]);
    if (!now || (last && now->index() != last->index())) {
      comparable = false;
      continue;
    }
    if (last && *last < *now) ++rises;
    if (last && *now < *last) ++falls;
    last = std::move(now);
  }
  const bool turned =
      falls >= enough && (rises == 0 || (comparable && rises * falls_to_a_rise <= falls));
  if (!turned) return {};
  std::ranges::reverse(sheet.lines);
  if (rises > 0) {
    std::ranges::stable_sort(sheet.lines, std::less{}, [time](const Sheet::Line& line) {
      return *time_in(line.cells[time]);
    });
  }
  return rises;
}

void refuse_sorted(const Record& log) {
  if (log.plays.empty()) return;
  constexpr double a_million = 20;  // bits
  const Numbered pairings = pairings_of(log.plays);
  const std::vector<std::size_t> ranks = ranks_of(log.outcomes);
  std::vector<Ordered> ordered(pairings.entries.size());
  for (std::size_t t = 0; t < log.plays.size(); ++t) {
    ordered[pairings.numbers[t]].add(log.plays[t].outcome, ranks);
  }
  const auto size = static_cast<double>(log.plays.size());
  // A group too many could have been anywhere.
  const double place = bits_needed(size);
  double grouped = 0;
  double sloped = 0;
  std::int64_t exceptions = 0;
  for (const Ordered& pairing : ordered) {
    const std::int64_t more = pairing.groups - std::ssize(pairing.counts);
    grouped += pairing.bits_of_grouping() - static_cast<double>(more) * place;
    sloped += pairing.bits_of_slope(place);
    exceptions += more;
  }
  const std::string advice =
      "; a log is in the order of playing, and matches whose order is lost are given as counts";
  if (grouped >= a_million) {
    throw InputError(
        log.name +
        ": it is sorted by outcome: " + (exceptions == 0 ? "" : "but for a few matches, ") +
        "every pairing has all its matches of one outcome, then all of the next" + advice);
  }
  if (sloped >= a_million) {
    throw InputError(
        log.name +
        ": it is sorted by outcome: in the pairings outcomes rise, or fall, all but a few" +
        advice);
  }
  const Part part = most_sorted_part(log, pairings, ordered, place);
  if (2 * part.count < log.plays.size() || part.bits < a_million + std::log2(size)) return;
  const auto line = [&](std::size_t match) { return std::to_string(log.plays[match].line); };
  throw InputError(log.name + ": it is sorted by outcome from line " + line(part.first) + " to " +
                   line(part.first + part.count - 1) +
                   ": in every pairing equal outcomes stand together" + advice);
}

}  // namespace allnash::reading
