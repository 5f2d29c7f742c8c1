// What either kind of ledger file says of a file that cannot be one.
#pragma once

#include <string>

#include "ledger/sqlite.hpp"

namespace allnash::ledger {

/// Throws InputError that begins with `shown`: a directory, no regular file, not there when it may
/// not be made, in a folder that is not there.
void check_kind_of_file(const std::string& shown, const std::string& path, bool may_create);

/// Throws InputError for what SQLite found wrong while opening or reading. `way_out` is added when
/// the file is damaged.
[[noreturn]] void refuse_for(const std::string& shown, const sqlite::Error& error,
                             const std::string& way_out = "");

}  // namespace allnash::ledger
