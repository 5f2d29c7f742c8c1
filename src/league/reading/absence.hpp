// Who takes part in a league, and how often. Strategies are left out that are dropped, not among
// those named, or with too few matches: they are neither played nor opponents.
//
// What that does to a promise: a mixture that plays none of them keeps its guarantee, since the
// worst of fewer opponents is no worse. The guarantee against the remaining opponents alone may be
// higher. It holds with its confidence if results did not decide who was left out.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "allnash/rank.hpp"
#include "allnash/rational.hpp"
#include "league/reading/record.hpp"

namespace allnash::reading {

struct Absence {
  std::vector<bool> rows;  ///< true for a strategy that is left out
  std::vector<bool> columns;
  std::vector<LeftOut> who;
  std::vector<std::string> notes;
  [[nodiscard]] bool any() const { return !who.empty(); }
};

/// Throws InputError for an unknown dropped name, and if fewer than two strategies remain; `gone`
/// are strategies that left the league earlier.
[[nodiscard]] Absence absence_of(const Record& record, const RankOptions& options,
                                 const std::vector<std::string>& gone = {});

/// The numbers of the strategies that remain.
[[nodiscard]] std::vector<Index> present(const std::vector<bool>& absent);

/// The record without absent strategies and their matches.
[[nodiscard]] Record without(const Record& record, const Absence& absence);

// The field: how often each strategy is met as an opponent. It is read from a file with lines
// `name,share`, or taken from the matches.

struct FieldLine {
  std::string name;
  Rational share;
  std::int64_t line = 0;
};

struct FieldFile {
  std::optional<FieldLine> header;  ///< a first line that has a word in place of a share
  std::vector<FieldLine> lines;
};
/// The file that the options name. All shares end in `%`, or none. Throws InputError.
[[nodiscard]] FieldFile read_field(const RankOptions& options);

/// The share of each column strategy; shares add up to 1. `said` is a file, or null for the shares
/// of the matches. Throws InputError for an unknown name, and for a header with a name of the
/// league: its share is not a number. A strategy that was left out of the league is left out here,
/// with a note.
struct Field {
  std::vector<Rational> shares;
  std::vector<std::string> notes;
};
[[nodiscard]] Field field_of(const Record& record, const std::vector<LeftOut>& left_out,
                             const RankOptions& options, const FieldFile* said);

/// The word that, in place of a file name, asks for the shares of the matches.
inline constexpr const char* field_of_log = "log";

}  // namespace allnash::reading
