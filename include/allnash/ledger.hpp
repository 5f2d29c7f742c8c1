// Ledger files: the payoffs that runs have asked for, kept on disk. `Options::ledger` names one;
// here one is looked at, written out as CSV, and given payoffs that people already have.
//
// Every function throws InputError, one line that begins with the path: a file that is not there,
// in use by a run, damaged, or no ledger.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "allnash/export.hpp"
#include "allnash/payoff_source.hpp"

namespace allnash {

/// What else there is to say of a ledger of plays, which belongs to one run on a game of chance.
struct PlaysInfo {
  std::vector<std::pair<std::string, std::string>> run;  ///< what tells it from others
  std::int64_t open = 0;                                 ///< planned and not played yet
  std::int64_t entries = 0;                              ///< distinct ones played
  std::int64_t failures = 0;                             ///< plays whose first try was lost
  std::int64_t attempts = 0;                             ///< that have been frozen
};

struct LedgerInfo {
  std::string file;
  int version = 0;  ///< of the format
  Index rows = 0;
  Index columns = 0;
  bool symmetric = false;
  std::string identity;      ///< name of the game in the file; empty while no run has said
  std::string note;          ///< where the payoffs came from
  std::int64_t payoffs = 0;  ///< how many there are; matches, when symmetric
  std::optional<Rational> smallest;
  std::optional<Rational> largest;
  std::optional<PlaysInfo> plays;  ///< of a ledger of plays, whose payoffs are what plays paid
};

/// Reads the file, and checks that all of it is sound.
ALLNASH_EXPORT LedgerInfo ledger_info(const std::string& path);

/// As one JSON object on one line.
ALLNASH_EXPORT std::string to_json(const LedgerInfo& info);

/// Writes `row,column,payoff`, then a line a payoff, by row and column; payoffs are exact. In a
/// symmetric game row < column. Of a ledger of plays `row,column,seed,payoff`, in the order asked.
ALLNASH_EXPORT void export_ledger(const std::string& path, std::ostream& out);

/// The same of a file that is damaged: every payoff that can be read and whose check value is
/// right. Returns how many were met that are not sound; pages that cannot be read at all may have
/// held more.
ALLNASH_EXPORT std::int64_t export_sound(const std::string& path, std::ostream& out);

/// What a new ledger file is made for, and an old one must agree with.
struct LedgerShape {
  Index rows = 0;
  Index columns = 0;
  bool symmetric = false;
};

/// What the file was made for.
ALLNASH_EXPORT LedgerShape ledger_shape(const std::string& path);

struct Imported {
  std::int64_t added = 0;
  std::int64_t known = 0;  ///< were in the file, with the same payoff
};

/// Takes what `export_ledger` writes, the first line being optional; `name` stands for the stream
/// in messages. All of it is added or, when it throws, nothing: for a line that cannot be read, an
/// entry outside the game, or a payoff that contradicts another. The file is made when it is not
/// there and a shape is given. A game id must be the file's, or becomes so.
///
/// Into a ledger of plays go the plays that a plan asked for, as lines `row,column,seed,payoff`.
ALLNASH_EXPORT Imported import_ledger(const std::string& path, std::istream& in,
                                      const std::string& name,
                                      const std::optional<LedgerShape>& shape = {},
                                      const std::string& game_id = "");

/// The same from memory: entries[t] has the payoff payoffs[t].
ALLNASH_EXPORT Imported add_to_ledger(const std::string& path, std::span<const Entry> entries,
                                      std::span<const Rational> payoffs,
                                      const std::optional<LedgerShape>& shape = {},
                                      const std::string& game_id = "");

}  // namespace allnash
