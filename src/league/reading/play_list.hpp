// The plays and totals of a file, collected line by line, and what tells that matches stand in it
// twice.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "allnash/rank.hpp"
#include "allnash/rational.hpp"
#include "league/reading/copies.hpp"
#include "league/reading/record.hpp"
#include "league/reading/sheet.hpp"
#include "league/reading/sides.hpp"

namespace allnash::reading {

/// A pairing as it is kept, and whether the line has its sides swapped.
struct Met {
  Entry entry;
  bool turned = false;
};

/// Collects into a record. Outcomes are scaled, and seen from the first side of the line.
class PlayList {
 public:
  PlayList(const Sheet& sheet, const RankOptions& options, Record& record)
      : sheet_(sheet), options_(options), record_(record) {}

  /// Adds so many matches of one outcome.
  void add(const Sheet::Line& line, Met met, const Rational& share, std::int64_t times);
  /// The same of a line of counts; the results of a pairing and side are one line of a table.
  void add_counted(const Sheet::Line& line, Met met, const Rational& share, std::int64_t times);
  /// Adds a sum of outcomes.
  void add_total(const Sheet::Line& line, Met met, const Total& more);

  /// Records a line of counts, so that repeated pairings are noticed.
  void note_counts(const Sheet::Line& line, Met met, Total total);
  /// Records from which side a line lists its match, so that a log that has each match from both
  /// sides is noticed. `time` is the cell with its time, if there is one.
  void note_side(const Sheet::Line& line, Met met, const Rational& share, const std::string* time);

  /// Completes the record. Throws InputError for a log that is sorted by outcome, and for matches
  /// that stand in it twice.
  void finish(bool ordered);

 private:
  void put(const Sheet::Line& line, Entry entry, const Rational& seen, std::int64_t times);
  void add_to_pair(const Sheet::Line& line, Met met, const Rational& seen, std::int64_t times);
  void finish_pairs(bool ordered);

  const Sheet& sheet_;
  const RankOptions& options_;
  Record& record_;
  std::map<Rational, std::uint32_t> outcomes_;
  std::map<Entry, std::pair<std::deque<Rational>, std::deque<Rational>>> waiting_;  // by seat
  std::vector<SeatedMatch> seated_;  // lines of a log
  std::map<Rational, std::uint32_t> seen_;
  std::vector<Rational> seen_outcomes_;
  std::vector<CountLine> counted_;
  std::map<std::pair<Entry, bool>, std::size_t> grouped_;  // places in `counted_`, by side
};

}  // namespace allnash::reading
