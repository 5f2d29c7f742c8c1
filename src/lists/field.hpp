// The field: the share of opponents that each strategy is. It is read from a file with lines
// `name,share`, or taken from the matches.
#pragma once

#include <string>
#include <vector>

#include "allnash/rank.hpp"
#include "allnash/rational.hpp"
#include "lists/record.hpp"

namespace allnash::lists {

struct FieldLine {
  std::string name;
  Rational share;
  std::int64_t line = 0;
};

/// The lines of the file; a first one without a number is its header, and shares may have a `%`.
/// Throws InputError.
[[nodiscard]] std::vector<FieldLine> read_field(const std::string& path);

/// The share of each column strategy, which add up to 1; `said` is what a file says, none for the
/// shares of the matches. Throws InputError for a name that nobody has; one that was left out is
/// left out here, with a note.
struct Field {
  std::vector<Rational> shares;
  std::vector<std::string> notes;
};
[[nodiscard]] Field field_of(const Record& record, const std::vector<LeftOut>& left_out,
                             const RankOptions& options, const std::vector<FieldLine>* said);

/// The word in place of a file's name that asks for the shares of the matches.
inline constexpr const char* field_of_log = "log";

}  // namespace allnash::lists
