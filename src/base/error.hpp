// What errors say, in one line.
#pragma once

#include <string>

#include "allnash/index.hpp"

namespace allnash {

/// Throws InputError "where: what".
[[noreturn]] void refuse(const std::string& where, const std::string& what);

/// How an error names an entry: "entry (2, 5)".
std::string entry_name(Entry entry);

/// Throws InputError, with `where` before it, unless there is a strategy on each side and the
/// entries can be counted in an Index.
void check_shape(const std::string& where, Index rows, Index columns);

}  // namespace allnash
