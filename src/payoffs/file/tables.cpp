#include "payoffs/file/tables.hpp"

#include <fmt/core.h>

#include <sstream>

#include "core/base/text.hpp"

namespace allnash::file {

void Tables::begin() {
  if (!file.writable) throw LedgerWriteError(file.shown + ": may only be read");
  if (file.database->in_transaction()) return;  // a held transaction
  file.writing([&] { file.begin(); });
}

std::string Tables::line_of(Entry entry) { return fmt::format("{} {}\n", entry.row, entry.column); }

std::string Tables::lines_of(std::span<const Entry> entries) const {
  std::string lines;
  for (const Entry& entry : entries) lines += line_of(record->to_file(entry).entry);
  return lines;
}

std::vector<Entry> Tables::entries_in(const std::string& lines) const {
  std::vector<Entry> entries;
  std::istringstream in(lines);
  for (Entry entry; in >> entry.row >> entry.column;) {
    if (!record->has_room_for(entry)) {
      file.refuse_damage(entry_name(entry) + ", which is out, lies outside the game");
    }
    entries.push_back(entry);
  }
  return entries;
}

}  // namespace allnash::file
