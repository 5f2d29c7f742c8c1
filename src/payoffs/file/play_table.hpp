// The table of a ledger file that holds payoffs, plays, and matches of logs. Every row has a
// checksum.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>

#include "allnash/rational.hpp"
#include "allnash/source.hpp"
#include "payoffs/asking/kept.hpp"
#include "payoffs/file/database_file.hpp"

namespace allnash::file {

using asking::fault_of_play;
using asking::KeptPlay;
using asking::Origin;
using asking::play_seed;

/// Reads a row of the table. Returns the fault; empty if it is sound.
std::string read_play(const sqlite::Statement& row, KeptPlay& play);

class PlayTable {
 public:
  static const char* const schema;
  static const char* const schema_of_index;

  /// The file must be open, and outlive the table.
  explicit PlayTable(DatabaseFile& file);

  /// Reads the whole table. Every row must match its checksum, be in order, and be in the index
  /// where it belongs; together they must match the total that the file states. So no later lookup
  /// misses a row. Throws sqlite::Error, and InputError for a damaged table.
  void verify() const;

  // Reading. Throw sqlite::Error, and InputError for a damaged row.
  /// Finds a play by entry, origin and seed.
  [[nodiscard]] bool find(const KeptPlay& key, KeptPlay& play);
  [[nodiscard]] bool find_number(std::int64_t number, KeptPlay& play) {
    by_number_.bind(1, number);
    return take_first(by_number_, play);
  }
  /// The seeds of the asked plays of an entry, by place.
  [[nodiscard]] std::deque<std::int64_t> seeds_of(Entry entry) const;
  [[nodiscard]] bool empty() const {
    return file_.database->integer("SELECT NOT EXISTS (SELECT 1 FROM plays)") != 0;
  }
  /// One more than the largest number of a play.
  [[nodiscard]] std::int64_t next_number() const {
    return file_.database->integer(
        "SELECT coalesce(max(number) + 1, 0) FROM plays WHERE number IS NOT NULL");
  }
  [[nodiscard]] bool has_averages() const {
    return file_.database->integer("SELECT EXISTS (SELECT 1 FROM plays WHERE plays > 0)") != 0;
  }
  using Visit = std::function<void(KeptPlay&)>;
  /// Visits payoffs by row and column, or plays by number and then those asked ahead.
  void for_each(bool by_number, const Visit& visit) const {
    if (!by_number) return go_through("ORDER BY row, \"column\", origin, seed", visit);
    go_through("WHERE number IS NOT NULL ORDER BY number", visit);
    for_each_ahead(visit);
  }
  /// Visits plays with smaller numbers, by number.
  void for_each_before(std::int64_t number, const Visit& visit) const;
  /// Plays that were asked ahead and not used by a method yet; visited by entry and place.
  [[nodiscard]] bool has_ahead() const {
    return file_.database->integer(
               "SELECT EXISTS (SELECT 1 FROM plays WHERE origin = 1 AND number IS NULL)") != 0;
  }
  void for_each_ahead(const Visit& visit) const;
  /// Visits the entries of all answered rows.
  void for_each_answered(const std::function<void(Entry)>& visit) const {
    sqlite::Statement all(*file_.database,
                          R"(SELECT row, "column" FROM plays WHERE payoff IS NOT NULL)");
    while (all.step()) visit({all.integer(0), all.integer(1)});
  }

  // Writing. Throw sqlite::Error.
  void add(const KeptPlay& play);  ///< requires a new key
  void put(const KeptPlay& play);  ///< adds or replaces
  /// Numbers the plays that were asked ahead.
  void number_ahead();

  /// Visits the intact rows of a damaged table in the order of for_each. It reads around damage
  /// from both sides and in between. Returns the number of damaged rows that it met.
  std::int64_t salvage(const Visit& visit) const;

 private:
  std::int64_t write(sqlite::Statement& statement, const KeptPlay& play) const;
  void go_through(const std::string& which, const Visit& visit) const;
  [[nodiscard]] bool take_first(sqlite::Statement& rows, KeptPlay& play) const;

  void verify_index(const Total& numbered) const;

  DatabaseFile& file_;
  sqlite::Statement by_key_;
  sqlite::Statement by_number_;
  std::optional<sqlite::Statement> add_;  // if the file is writable
  std::optional<sqlite::Statement> put_;
  std::optional<sqlite::Statement> checksum_there_;
};

}  // namespace allnash::file
