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
#include "store/database_file.hpp"

namespace allnash::store {

// The seed of a play, which makes it repeatable and different from every other.
//
// It is drawn from a seed of the ledger, the entry and the play's place there, so that it does not
// depend on the order in which plays are asked.

/// Above 0, below 2^63, and different for every entry and place. Throws InputError where there are
/// no such seeds left: the bits of the larger index, twice, and those of the place are 57 at most.
std::uint64_t play_seed(std::uint64_t ledger_seed, Entry entry, std::int64_t place);

/// What a line of the table is, and how it came there.
enum class Origin : std::uint8_t {
  payoff = 0,  ///< the payoff itself, or an average of plays
  asked = 1,   ///< a play that was handed out, drawn from its seed
  log = 2,     ///< a match of a log, which nobody asked for
};

/// A play is in the file from the moment that it is handed out.
struct KeptPlay {
  Entry entry;
  Origin origin = Origin::payoff;
  std::int64_t seed = 0;  ///< of a play, above 0; of a match of a log its number
  /// Of a play: 0 for the first of its entry, 1 for the next, and so on.
  std::int64_t place = 0;
  /// From 0, in the order in which the method asked, or in which matches were played. A play that
  /// was asked ahead has none until the method asks for it, and a payoff never.
  std::optional<std::int64_t> number = {};
  std::optional<Rational> payoff = {};  ///< absent until it is answered
  /// Of a payoff that is an average: of how many plays; else 0.
  std::int64_t plays = 0;
  /// It failed, or never came back, perhaps because of what it paid. It stays lost, even if its
  /// payoff becomes known later.
  bool lost = false;
  bool planned = false;  ///< a plan handed it out: what it paid is imported

  [[nodiscard]] bool settled() const { return payoff || lost; }
  /// The method has not asked for it: it is after what has been frozen so far.
  [[nodiscard]] bool is_ahead() const { return origin == Origin::asked && !number; }
};

/// Reads a row of the whole table. Returns what is wrong with it; empty when it is sound.
std::string read_play(const sqlite::Statement& row, KeptPlay& play);

/// What is wrong with a play that paid this; empty when it lies in the range.
std::string fault_of_play(Entry entry, const Rational& paid, const PayoffRange& range);

class PlayTable {
 public:
  static const char* const schema;
  static const char* const schema_of_index;

  /// The file must be open, and outlive the table.
  explicit PlayTable(DatabaseFile& file);

  /// Reads the whole table. Every row must match its checksum, stand in order, and be in the index
  /// where it belongs, and together they must have the total that the file states. So nothing that
  /// is looked for later is missed. Throws sqlite::Error, and InputError for a table that is
  /// damaged.
  void verify() const;

  // Reading. Throw sqlite::Error, and InputError for a line that is damaged.
  /// Finds a play by entry, origin and seed.
  [[nodiscard]] bool find(const KeptPlay& key, KeptPlay& play);
  [[nodiscard]] bool find_number(std::int64_t number, KeptPlay& play) {
    by_number_.bind(1, number);
    return take_first(by_number_, play);
  }
  /// The seeds of the plays of an entry that were asked for, by place.
  [[nodiscard]] std::deque<std::int64_t> seeds_of(Entry entry) const;
  [[nodiscard]] bool empty() const {
    return file_.database->integer("SELECT NOT EXISTS (SELECT 1 FROM plays)") != 0;
  }
  /// A number above that of every play.
  [[nodiscard]] std::int64_t next_number() const {
    return file_.database->integer(
        "SELECT coalesce(max(number) + 1, 0) FROM plays WHERE number IS NOT NULL");
  }
  [[nodiscard]] bool has_averages() const {
    return file_.database->integer("SELECT EXISTS (SELECT 1 FROM plays WHERE plays > 0)") != 0;
  }
  using Visit = std::function<void(KeptPlay&)>;
  /// Payoffs by row and column, or plays by number and then those asked ahead.
  void for_each(bool by_number, const Visit& visit) const {
    if (!by_number) return go_through("ORDER BY row, \"column\", origin, seed", visit);
    go_through("WHERE number IS NOT NULL ORDER BY number", visit);
    for_each_ahead(visit);
  }
  /// Plays of numbers below this, by number.
  void for_each_before(std::int64_t number, const Visit& visit) const;
  /// Plays that were asked ahead and that no method has asked for, by entry and place.
  [[nodiscard]] bool has_ahead() const {
    return file_.database->integer(
               "SELECT EXISTS (SELECT 1 FROM plays WHERE origin = 1 AND number IS NULL)") != 0;
  }
  void for_each_ahead(const Visit& visit) const;
  /// Entries of what is answered.
  void for_each_answered(const std::function<void(Entry)>& visit) const {
    sqlite::Statement all(*file_.database,
                          R"(SELECT row, "column" FROM plays WHERE payoff IS NOT NULL)");
    while (all.step()) visit({all.integer(0), all.integer(1)});
  }

  // Writing. Throw sqlite::Error.
  void add(const KeptPlay& play);  ///< that is not there
  void put(const KeptPlay& play);  ///< replaces what is there
  /// Gives the next numbers to what was asked ahead.
  void number_ahead();

  /// Visits the intact rows of a damaged table, in the order of for_each. It reads around damage
  /// from both sides and from within. Returns how many rows it met that are not intact.
  std::int64_t salvage(const Visit& visit) const;

 private:
  std::int64_t write(sqlite::Statement& statement, const KeptPlay& play) const;
  void go_through(const std::string& which, const Visit& visit) const;
  [[nodiscard]] bool take_first(sqlite::Statement& rows, KeptPlay& play) const;

  void verify_index(const Total& numbered) const;

  DatabaseFile& file_;
  sqlite::Statement by_key_;
  sqlite::Statement by_number_;
  std::optional<sqlite::Statement> add_;  // where the file may be written
  std::optional<sqlite::Statement> put_;
  std::optional<sqlite::Statement> checksum_there_;
};

}  // namespace allnash::store
