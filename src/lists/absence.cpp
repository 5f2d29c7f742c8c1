#include "lists/absence.hpp"

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <string_view>
#include <system_error>
#include <unordered_set>
#include <utility>

#include "allnash/error.hpp"
#include "base/at.hpp"
#include "base/names.hpp"
#include "base/reader.hpp"
#include "base/text.hpp"
#include "lists/winner.hpp"

namespace allnash::lists {
namespace {

class NameSet {
 public:
  explicit NameSet(const RankOptions& options) : key_(key_of(options)) {}
  void add(const std::string& name) { names_.insert(key(name)); }
  [[nodiscard]] bool has(const std::string& name) const { return names_.contains(key(name)); }

 private:
  [[nodiscard]] std::string key(const std::string& name) const { return key_ ? key_(name) : name; }
  NameTable::Key key_;
  std::unordered_set<std::string> names_;
};

/// The names in a file, one on each line.
std::vector<std::string> names_in_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw InputError(path + ": cannot read: " + std::generic_category().message(errno));
  TextReader text(file, path);
  std::vector<std::string> names;
  for (std::string line; text.take_line(line);) {
    if (std::string name = without_blanks(line); !name.empty()) names.push_back(std::move(name));
  }
  if (names.empty()) throw InputError(path + ": no name is in it");
  return names;
}

struct Counts {
  std::vector<std::int64_t> rows;
  std::vector<std::int64_t> columns;
};

/// How many matches each has with others that are not left out.
Counts matches_of(const Record& record, const Absence& absence) {
  Counts counts{std::vector<std::int64_t>(record.rows.size()),
                std::vector<std::int64_t>(record.columns.size())};
  for (const auto& [entry, total] : record.totals) {
    const std::size_t row = at(entry.row);
    const std::size_t column = at(entry.column);
    // A strategy that is left out is counted as well, for the message about it.
    if (!absence.columns[column]) counts.rows[row] += total.plays;
    if (!absence.rows[row]) counts.columns[column] += total.plays;
    if (!record.symmetric) continue;
    if (!absence.rows[row]) counts.rows[column] += total.plays;
    if (!absence.columns[column]) counts.columns[row] += total.plays;
  }
  return counts;
}

/// Calls `visit(names, absent, row)` for each side, of a symmetric game once.
template <typename Visit>
void for_sides(const Record& record, Absence& absence, const Visit& visit) {
  visit(record.rows, absence.rows, true);
  if (record.symmetric) {
    absence.columns = absence.rows;
  } else {
    visit(record.columns, absence.columns, false);
  }
}

void refuse_unknown(const Record& record, const RankOptions& options) {
  NameSet known(options);
  for (const std::string& name : record.rows) known.add(name);
  for (const std::string& name : record.columns) known.add(name);
  for (const std::string& name : options.drop) {
    if (!known.has(name)) {
      throw InputError(record.name + ": drop: nobody is called " + in_quotes(name));
    }
  }
}

void drop(const Record& record, const RankOptions& options, const std::vector<std::string>& gone,
          Absence& absence) {
  NameSet dropped(options);
  for (const std::string& name : options.drop) dropped.add(name);
  for (const std::string& name : gone) dropped.add(name);
  NameSet only(options);
  if (options.only) {
    for (const std::string& name : names_in_file(*options.only)) only.add(name);
  }
  for_sides(record, absence,
            [&](const std::vector<std::string>& names, std::vector<bool>& absent, bool) {
              for (std::size_t t = 0; t < names.size(); ++t) {
                absent[t] = dropped.has(names[t]) || (options.only && !only.has(names[t]));
              }
            });
}

/// A few of the names, each with its number of matches.
std::string listed_names(const std::vector<LeftOut>& who, LeftOut::Why why) {
  constexpr std::int64_t most = 8;
  std::string text;
  std::int64_t count = 0;
  for (const LeftOut& one : who) {
    if (one.why != why || ++count > most) continue;
    text +=
        (text.empty() ? "" : ", ") + in_quotes(one.name) + " (" + std::to_string(one.matches) + ")";
  }
  return count > most ? text + " and " + std::to_string(count - most) + " more" : text;
}

}  // namespace

Absence absence_of(const Record& record, const RankOptions& options,
                   const std::vector<std::string>& gone) {
  Absence absence{
      std::vector<bool>(record.rows.size()), std::vector<bool>(record.columns.size()), {}, {}};
  refuse_unknown(record, options);
  drop(record, options, gone, absence);
  const Counts counts = matches_of(record, absence);
  for_sides(record, absence,
            [&](const std::vector<std::string>& names, std::vector<bool>& absent, bool row) {
              for (std::size_t t = 0; t < names.size(); ++t) {
                const std::int64_t matches = (row ? counts.rows : counts.columns)[t];
                const bool few = !absent[t] && matches < options.min_matches;
                if (!absent[t] && !few) continue;
                absence.who.push_back({names[t], row, matches,
                                       few ? LeftOut::Why::few_matches : LeftOut::Why::dropped});
                absent[t] = true;
              }
            });
  if (!absence.any()) return absence;
  const auto rows = std::ranges::count(absence.rows, false);
  const auto columns = std::ranges::count(absence.columns, false);
  if (rows < (record.symmetric ? 2 : 1) || columns < 1) {
    throw InputError(record.name + ": too few strategies are left: " + std::to_string(rows) +
                     (record.symmetric ? "" : " x " + std::to_string(columns)));
  }
  const std::string dropped = listed_names(absence.who, LeftOut::Why::dropped);
  const std::string few = listed_names(absence.who, LeftOut::Why::few_matches);
  if (!dropped.empty()) absence.notes.push_back("dropped, with matches of each: " + dropped);
  if (!few.empty()) {
    absence.notes.push_back("fewer than " + std::to_string(options.min_matches) +
                            " matches, and left out: " + few);
  }
  absence.notes.emplace_back(
      "the promise is one against the strategies that are left, and holds if results did not "
      "decide "
      "who that is");
  return absence;
}

std::vector<Index> present(const std::vector<bool>& absent) {
  std::vector<Index> numbers;
  for (std::size_t t = 0; t < absent.size(); ++t) {
    if (!absent[t]) numbers.push_back(static_cast<Index>(t));
  }
  return numbers;
}

Record without(const Record& record, const Absence& absence) {
  Record rest;
  rest.name = record.name;
  rest.symmetric = record.symmetric;
  rest.range = record.range;
  rest.outcomes = record.outcomes;
  rest.ordered = record.ordered;
  rest.counted = record.counted;
  rest.notes = record.notes;
  rest.notes.insert(rest.notes.end(), absence.notes.begin(), absence.notes.end());
  const auto kept = [](const std::vector<std::string>& names, const std::vector<bool>& absent,
                       std::vector<std::string>& left) {
    std::vector<Index> numbers(names.size());
    for (const Index t : present(absent)) {
      numbers[at(t)] = std::ssize(left);
      left.push_back(names[at(t)]);
    }
    return numbers;
  };
  const std::vector<Index> rows = kept(record.rows, absence.rows, rest.rows);
  const std::vector<Index> columns = kept(record.columns, absence.columns, rest.columns);
  const auto stays = [&](Index row, Index column) {
    return !absence.rows[at(row)] && !absence.columns[at(column)];
  };
  for (const Play& play : record.plays) {
    if (!stays(play.row, play.column)) continue;
    rest.plays.push_back({rows[at(play.row)], columns[at(play.column)], play.outcome, play.line});
  }
  for (const auto& [entry, total] : record.totals) {
    if (stays(entry.row, entry.column)) {
      rest.totals.emplace(Entry{rows[at(entry.row)], columns[at(entry.column)]}, total);
    }
  }
  if (rest.totals.empty()) throw InputError(record.name + ": no match is left");
  return rest;
}

}  // namespace allnash::lists
