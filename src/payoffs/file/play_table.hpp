// The table of a ledger file that holds payoffs, plays, and matches of logs. Every row has a
// checksum.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>

#include "allnash/index.hpp"
#include "allnash/payoff_range.hpp"
#include "allnash/rational.hpp"
#include "payoffs/file/database_file.hpp"

namespace allnash::file {

// The seed of a play makes it repeatable and distinct from all others.
//
// It is derived from a seed of the ledger, the entry, and the place of the play among those of its
// entry, so that it does not depend on the order of asking.

/// Above 0, below 2^63, and different for every entry and place. Throws InputError when seeds run
/// out: twice the bits of the larger index plus the bits of the place may be at most 57.
std::uint64_t play_seed(std::uint64_t ledger_seed, Entry entry, std::int64_t place);

/// The origin of a row of the table.
enum class Origin : std::uint8_t {
  payoff = 0,  ///< the payoff itself, or an average of plays
  asked = 1,   ///< a play that was asked for, drawn from its seed
  log = 2,     ///< a match from an imported log
};

/// A play is in the file as soon as it is asked for.
struct KeptPlay {
  Entry entry;
  Origin origin = Origin::payoff;
  std::int64_t seed = 0;  ///< of a play, above 0; of a match from a log, its number
  /// The index of a play among those of its entry, from 0.
  std::int64_t place = 0;
  /// The position in the order of asking by the method, or of matches in a log, from 0. Plays asked
  /// ahead have none until the method asks for them; payoffs never have one.
  std::optional<std::int64_t> number = {};
  std::optional<Rational> payoff = {};  ///< absent until it is answered
  /// The number of plays that a payoff is the average of, otherwise 0.
  std::int64_t plays = 0;
  /// The play failed or never returned, perhaps because of its result. It stays lost even if its
  /// payoff becomes known later.
  bool lost = false;
  bool planned = false;  ///< handed out by a plan, to be imported

  [[nodiscard]] bool settled() const { return payoff || lost; }
  /// Asked ahead, and not yet used by the method: it comes after all freezes so far.
  [[nodiscard]] bool is_ahead() const { return origin == Origin::asked && !number; }
};

/// Reads a row of the table. Returns the fault; empty if it is sound.
std::string read_play(const sqlite::Statement& row, KeptPlay& play);

/// The fault of a payoff outside the range; empty if it lies inside.
std::string fault_of_play(Entry entry, const Rational& paid, const PayoffRange& range);

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
