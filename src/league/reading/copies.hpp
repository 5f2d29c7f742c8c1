// Finds matches that are copies of others: an export that overlaps an earlier one, a file that
// holds its matches twice, a table that lists each pairing from both sides. A match that counts
// twice makes every stated confidence false.
//
// Claim. An independent log is taken for a copy with a probability of about 1 in 10,000 at most.
//
// Why. Two independent logs may have the same pairings in the same order, as round robins have;
// their results then agree only by chance. So a stretch of equal matches is judged by its results.
// If a share p of a pairing's matches had this outcome, a match counts log2(1/p) bits. A stretch of
// b bits then repeats by chance with probability 2^-b. It is called a copy if b is at least
// log2(10,000) plus the logarithm of the number of places where it could have stood. A copied part
// of a log begins and ends at an end of one of the two logs, and there are few such places; a
// stretch in the middle of both needs more bits. Results that hardly vary count for nothing, so
// copies among them cannot be told from new matches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "league/reading/record.hpp"
#include "league/reading/sheet.hpp"

namespace allnash::reading {

/// Matches in the order of playing, as numbers that stand for pairing and outcome.
struct Sequence {
  std::vector<std::uint32_t> matches;
  [[nodiscard]] std::int64_t size() const { return std::ssize(matches); }
};

/// The bits of a match, by its number.
using Bits = std::vector<double>;

/// A stretch that two logs share, or that occurs twice in a log.
struct Stretch {
  std::int64_t first = 0;  ///< in the log that is examined
  std::int64_t other = 0;  ///< its first match in the other log; of a backward stretch the last one
  std::int64_t count = 0;
  bool backward = false;  ///< the other log has it in reverse
};

/// Numbers matches by pairing and outcome, which are numbers of the caller.
class Numbering {
 public:
  [[nodiscard]] std::uint32_t number_of(Entry entry, std::uint32_t outcome);
  /// The bits of each number, from the frequencies of each pairing's outcomes.
  [[nodiscard]] Bits bits() const;

 private:
  struct Known {
    std::uint32_t pairing = 0;
    std::int64_t count = 0;
  };
  struct Key {
    Entry entry;
    std::uint32_t outcome = 0;
    auto operator<=>(const Key&) const = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& key) const;
  };
  std::unordered_map<Key, std::uint32_t, KeyHash> numbers_;
  std::vector<Known> known_;
  std::unordered_map<Key, std::uint32_t, KeyHash> pairings_;  // by pairing with outcome 0
  std::vector<std::int64_t> plays_;                           // by pairing
  std::uint32_t outcomes_ = 0;
};

/// The bits of `count` matches from `first` on.
[[nodiscard]] double bits_of(const Sequence& log, std::int64_t first, std::int64_t count,
                             const Bits& bits);
/// The bits that make a stretch a copy if it could have been at this many places.
[[nodiscard]] double bits_needed(double places);

/// The longest end of `old` with which `log` starts, if that is no coincidence among this many
/// places: the log has grown since. 0 if there is none.
[[nodiscard]] std::int64_t gone_on_since(const Sequence& log, const Sequence& old, const Bits& bits,
                                         double places);

/// The number of logs that one is compared with, and their matches in total: with more of them, a
/// coincidence is more likely.
struct Places {
  double logs = 1;
  double matches = 0;
};
/// A stretch of `log` that is a copy of one in `old`, if there is one.
[[nodiscard]] std::optional<Stretch> copy_of(const Sequence& log, const Sequence& old,
                                             const Bits& bits, const Places& places);

/// Throws InputError for a log that holds a copy of a part of itself, or each match twice in a row.
void refuse_own_copies(const Record& log);

/// A line of a table of counts.
struct CountLine {
  std::int64_t number = 0;
  Entry entry;          ///< as in the record
  bool turned = false;  ///< the line has the two sides swapped
  Total total;
};
/// Throws InputError for a table that lists pairings twice: from both sides, or repeatedly.
void refuse_mirrors(const std::string& name, const std::vector<CountLine>& lines);

// Whether a log is in the order of playing, oldest first: its first matches choose a mixture, and
// later ones certify it. A log sorted by outcome is not; a log with the newest match first is
// reversed.

/// Reverses a log whose times under this heading fall from line to line, all but a few, and puts
/// those few in their place. Returns their number if it did.
std::optional<std::int64_t> turn_oldest_first(Sheet& sheet, std::size_t time);

/// Throws InputError for a log that is sorted by outcome, in each pairing: equal outcomes stand
/// together, or outcomes rise or fall, or half of the log or more is one part in which
/// equal ones stand together. By chance each of the three happens less than once in a million logs.
/// A match out of place is forgiven where the others tell more than it takes to name its place, so
/// that neither lines that were added after sorting nor a mistake hide what was sorted.
void refuse_sorted(const Record& log);

}  // namespace allnash::reading
