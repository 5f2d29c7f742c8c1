// Records as people keep them: CSV and TSV with a header, JSON lines, a JSON array. Each becomes
// lines of cells under one list of headings.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

namespace allnash::lists {

struct Sheet {
  std::string name;                   ///< of the file, for messages
  std::vector<std::string> headings;  ///< as written
  struct Line {
    std::int64_t number = 0;  ///< in the file, from 1; of a JSON array the record's
    std::vector<std::string> cells;
  };
  std::vector<Line> lines;

  [[noreturn]] void refuse(const Line& line, const std::string& what) const;
};

/// Throws InputError. Blank lines are skipped; a byte order mark and carriage returns are dropped.
/// Unless `whole`, cells under headings that no log uses are left out: some logs hold novels.
[[nodiscard]] Sheet read_sheet(std::istream& in, const std::string& name, bool whole);

}  // namespace allnash::lists
