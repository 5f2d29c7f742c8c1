// Which log of a league's ledger matches belong to, and which of them it has.
//
// A log is recognised by its name or by its first matches. If it begins with the matches that the
// file has of it, or with the last part of them, its further matches are new. A log that differs
// from its copy is refused, and so is one with copies of matches of another log or run
// (copies.hpp).
#pragma once

#include <cstddef>
#include <cstdint>

#include "league/board/update.hpp"

namespace allnash::league {

/// The log in the file that this one continues, and the number of its matches that are known.
struct Version {
  std::size_t log = 0;  ///< the number of logs if it is new
  std::int64_t known = 0;
};
/// Finds the log, and takes out of the file the matches that were withdrawn from it. Throws
/// InputError.
[[nodiscard]] Version version_in(Update& update, reading::Intake& intake);

}  // namespace allnash::league
