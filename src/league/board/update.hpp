// What the parts of an update of a league's ledger share: the matches that are brought, and the
// file as it was.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "allnash/rank.hpp"
#include "league/reading/intake.hpp"
#include "league/reading/record.hpp"
#include "payoffs/file/play_table.hpp"
#include "payoffs/file/store.hpp"

namespace allnash::league {

using file::KeptPlay;
using file::Store;
using reading::Play;
using reading::Record;
using Form = Store::Log::Form;

struct Update {
  const Record& log;
  const RankOptions& options;
  std::string path = {};  ///< of the ledger
  bool symmetric = false;
  file::LedgerGame game = {};          ///< for which the file is to be opened
  std::vector<KeptPlay> matches = {};  ///< of the log, numbered as the file's
  std::vector<KeptPlay> kept = {};     ///< of the file, by number
  std::vector<Store::Log> logs = {};   ///< of the file
  std::vector<std::string> notes = {};

  /// The file's name, without its folder; empty for matches that come from no file.
  [[nodiscard]] std::string own_name() const;
  /// The name by which the file knows the log.
  [[nodiscard]] std::string name() const { return options.log.value_or(own_name()); }
  [[nodiscard]] Form form() const;
  /// The place of a match, for messages.
  [[nodiscard]] std::string place_of(std::int64_t match) const;
  /// The plays that the file has of a log, in the log's order.
  [[nodiscard]] std::vector<const KeptPlay*> plays_of(const Store::Log& known) const;
};

/// Finds the game that the file is to be opened for, and numbers the matches as the file will.
/// Throws InputError and OptionError for matches that the file cannot take.
[[nodiscard]] Update update_of(const Record& log, const RankOptions& options);

}  // namespace allnash::league
