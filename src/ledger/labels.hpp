// The labels of strategies in a ledger file, a row each in a table of their own.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ledger/sqlite.hpp"

namespace allnash::ledger::labels {

extern const char* const schema;  ///< of what version 3 has besides
inline constexpr const char* row_side = "row";
inline constexpr const char* column_side = "column";

/// The labels of both sides, by number. Returns what is wrong with them, if something is; what is
/// not sound then is left out or, in a salvage, empty.
std::optional<std::string> read(sqlite::Database& database, bool salvaging,
                                std::vector<std::string>& rows, std::vector<std::string>& columns);

/// Those of one side from this number on.
void add(sqlite::Database& database, const char* side, const std::vector<std::string>& labels,
         std::size_t from);

}  // namespace allnash::ledger::labels
