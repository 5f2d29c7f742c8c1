// The table, as text for people and as a page of the documentation.
#pragma once

#include <span>
#include <string>

#include "measure.hpp"

namespace bench {

using Line = std::vector<std::string>;
/// A Markdown table of lines of one length; the first holds the heads.
std::string aligned(const std::vector<Line>& lines);

/// A Markdown table, a line a game and method. `full_size` says that the targets apply.
std::string table(std::span<const Measured> measured, const Settings& settings, bool full_size);

/// Writes the page: `generated`, then whatever the file holds from the line `<!-- notes -->` on.
/// Throws std::runtime_error when it cannot be written.
void rewrite_page(const std::string& path, const std::string& generated);

}  // namespace bench
