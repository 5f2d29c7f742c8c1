// The one table of what a ledger file keeps: plays, by row, column and seed. A payoff is a play of
// seed 0. Every line has a seal.
#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <string>

#include "allnash/index.hpp"
#include "allnash/payoff_range.hpp"
#include "allnash/rational.hpp"
#include "store/database_file.hpp"

namespace allnash::store {

/// A play is in the file from the moment that it is handed out.
struct KeptPlay {
  Entry entry;
  std::int64_t seed = 0;  ///< 0: the payoff itself
  /// Of a play, from 0, in the order in which the method asked for it. Of one that was asked ahead
  /// and that the method has not asked for, -1 less its place in its entry.
  std::int64_t number = 0;
  std::optional<Rational> payoff = {};  ///< absent until it is answered
  /// Of a payoff that is an average: of how many plays; else 0.
  std::int64_t plays = 0;
  /// It failed, or never came back, perhaps because of what it paid. That stays so, whatever is
  /// known of it later.
  bool lost = false;
  bool planned = false;  ///< a plan handed it out: what it paid is imported

  [[nodiscard]] bool settled() const { return payoff || lost; }
  /// A play that the method has not asked for: it is after what has been frozen so far.
  [[nodiscard]] bool unlooked_at() const { return number < 0; }
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

  /// Reads all of it: every line must match its seal, stand in its order, and be in the index where
  /// it belongs, and all of them must be those that the file says it has. So nothing that is looked
  /// for later is missed. Throws sqlite::Error, and InputError for a table that is damaged.
  void verify() const;

  // Reading. Throw sqlite::Error, and InputError for a line that is damaged.
  [[nodiscard]] bool find(Entry entry, std::int64_t seed, KeptPlay& play);
  [[nodiscard]] bool find_number(std::int64_t number, KeptPlay& play);
  /// Of the plays of an entry that were asked for, by place.
  [[nodiscard]] std::deque<std::int64_t> seeds_of(Entry entry) const;
  [[nodiscard]] bool empty() const;
  /// Above that of every play.
  [[nodiscard]] std::int64_t next_number() const;
  [[nodiscard]] bool has_averages() const;
  /// Payoffs by row and column, or plays by number and then those without one.
  void for_each(bool by_number, const std::function<void(KeptPlay&)>& visit) const;
  /// Plays of numbers below this, by number.
  void for_each_before(std::int64_t number, const std::function<void(KeptPlay&)>& visit) const;
  /// Plays that were asked ahead and that no method has asked for, by entry and place.
  [[nodiscard]] bool has_unlooked_at() const;
  void for_each_unlooked_at(const std::function<void(KeptPlay&)>& visit) const;
  /// Entries of what is answered.
  void for_each_answered(const std::function<void(Entry)>& visit) const;

  // Writing. Throw sqlite::Error.
  void add(const KeptPlay& play);  ///< that is not there
  void put(const KeptPlay& play);  ///< replaces what is there
  /// Gives what nobody has looked at the next numbers.
  void number_unlooked_at();

  /// What is sound in a table that is damaged, in the order of for_each; what cannot be read from
  /// one side may be from the other, and what lies between from within. Returns how many lines it
  /// met that are not sound.
  std::int64_t salvage(const std::function<void(KeptPlay&)>& visit) const;

 private:
  std::int64_t write(sqlite::Statement& statement, const KeptPlay& play) const;
  void go_through(sqlite::Statement& rows, const std::function<void(KeptPlay&)>& visit) const;
  [[nodiscard]] bool take_first(sqlite::Statement& rows, KeptPlay& play) const;

  void verify_index(const Total& numbered) const;

  DatabaseFile& file_;
  sqlite::Statement by_seed_;
  sqlite::Statement by_number_;
  std::optional<sqlite::Statement> add_;  // where the file may be written
  std::optional<sqlite::Statement> put_;
  std::optional<sqlite::Statement> seal_there_;
};

}  // namespace allnash::store
