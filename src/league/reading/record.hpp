// What was played, by pairing. Outcomes are scaled to [0, 1], 1 being best for the row strategy. In
// a symmetric game a pairing is kept once, with the lower number as the row.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "allnash/rank.hpp"
#include "allnash/rational.hpp"
#include "allnash/source.hpp"

namespace allnash::reading {

/// One match of a log.
struct Play {
  Index row = 0;
  Index column = 0;
  std::uint32_t outcome = 0;  ///< index in `outcomes`
  std::uint32_t line = 0;     ///< in its file, from 1; 0 if unknown
};

/// The sum of a pairing's outcomes.
struct Total {
  std::int64_t plays = 0;
  Rational sum;
  Rational rounding;  ///< error bound of a sum that comes from a rounded mean
  [[nodiscard]] Rational least_sum() const { return std::max(Rational(0), sum - rounding); }
  [[nodiscard]] Rational most_sum() const { return std::min(Rational(plays), sum + rounding); }
};

/// How a file was read.
struct HowRead {
  std::string kind;  ///< what it is: a log, counts, a chart
  struct Column {
    std::string role;
    std::string heading;
  };
  std::vector<Column> columns;
  std::vector<std::string> first;  ///< its first matches, in words
};

/// The matches of a file, and how they were read. Many members: each is one fact of the file.
struct Record : Inner {
  std::string name;  ///< of the file, for messages
  HowRead how;
  bool symmetric = false;
  PayoffRange range;
  bool percent = false;  ///< outcomes were written with a `%`, and the range is 0,100
  std::vector<std::string> rows;
  std::vector<std::string> columns;  ///< in a symmetric game the same as `rows`
  std::vector<Rational> outcomes;    ///< distinct ones
  /// Every match: of a log in the order of playing, of counts in no order. Empty if only means are
  /// known.
  std::vector<Play> plays;
  bool ordered = false;
  bool paired = false;  ///< a play is two matches with the seats swapped
  /// False for a chart of rates alone: their numbers of matches are unknown, and each counts as one
  /// match.
  bool counted = true;
  bool in_rounds = false;         ///< a column of the log tells the round of each match
  bool none = false;              ///< there are no matches: what a ledger has is to be looked at
  std::map<Entry, Total> totals;  ///< by pairing
  std::vector<std::string> notes;

  static const Record& of(const Matches& matches) {
    return static_cast<const Record&>(matches.inner());
  }
  [[nodiscard]] Index row_count() const { return static_cast<Index>(rows.size()); }
  [[nodiscard]] Index column_count() const { return static_cast<Index>(columns.size()); }
};

/// Computes the totals from the plays.
void add_up(Record& record);

}  // namespace allnash::reading
