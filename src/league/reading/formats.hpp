// Reads records in the forms that people keep: CSV and TSV with a header, JSON lines, a JSON array,
// PGN, the output of cutechess. Each becomes a sheet.
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>

#include "core/base/reader.hpp"
#include "league/reading/sheet.hpp"

namespace allnash::reading {

/// Throws InputError. Skips blank lines, a byte order mark and carriage returns. If the headings
/// identify the columns, other cells are not kept: some logs hold long texts.
[[nodiscard]] Sheet read_sheet(std::istream& in, const std::string& name, const SheetForm& form);

// One function, or two, a format: whether a text is of it, and its records.

/// Whether a line starts a PGN file: a tag, its name and a quote; and whether a text has such a
/// line.
[[nodiscard]] bool is_tag_line(std::string_view line);
[[nodiscard]] bool has_tag_line(std::string_view text);
/// The games, with the headings white, black, result and date. A game whose tag and moves end
/// differently is refused, or with `skip` gets no result. Throws InputError.
[[nodiscard]] Sheet read_pgn(const std::string& name, TextReader& text, const FirstLine& first,
                             bool skip);

/// Whether the text has a line in the format of cutechess.
[[nodiscard]] bool has_cutechess_line(std::string_view text);
/// Has the headings white, black, result; or row, column, wins, losses, draws. Of a tournament that
/// goes on, games after one that is still played wait for it; with `skip` they do not. Throws
/// InputError.
[[nodiscard]] Sheet read_cutechess(const std::string& name, TextReader& text,
                                   const FirstLine& first, bool skip);

/// JSON lines, or an object that holds the records in one of its arrays, perhaps with the names of
/// players in another; and an array of records, which begins in `first`. Throws InputError.
[[nodiscard]] Sheet read_json_lines(const std::string& name, TextReader& text,
                                    const FirstLine& first, const SheetForm& form);
[[nodiscard]] Sheet read_json_array(const std::string& name, TextReader& text,
                                    const FirstLine& first, const SheetForm& form);

}  // namespace allnash::reading
