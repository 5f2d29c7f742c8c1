// The tables of a ledger file, open.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "payoffs/file/database_file.hpp"
#include "payoffs/file/fact_table.hpp"
#include "payoffs/file/game_record.hpp"
#include "payoffs/file/play_table.hpp"
#include "payoffs/file/run_log.hpp"

namespace allnash::file {

struct Tables {
  mutable DatabaseFile file;  ///< mutable, since reading changes its state
  std::optional<FactTable> facts;
  std::optional<GameRecord> record;
  std::optional<PlayTable> plays;
  std::optional<RunLog> log;

  /// Begins a transaction, unless one is held open. Throws LedgerWriteError.
  void begin();
  /// Writes within the open transaction, or within a new one. Throws LedgerWriteError.
  template <typename Write>
  void change(const Write& write) {
    if (file.database->in_transaction()) return file.writing(write);
    begin();
    try {
      file.writing(write);
      file.writing([&] { file.commit(); });
    } catch (...) {
      file.roll_back();
      throw;
    }
  }

  // Lists of entries as lines of text, in the file's numbering.
  [[nodiscard]] static std::string line_of(Entry entry);
  [[nodiscard]] std::string lines_of(std::span<const Entry> entries) const;
  [[nodiscard]] std::vector<Entry> entries_in(const std::string& lines) const;
};

}  // namespace allnash::file
