// What is sound in a ledger file that is damaged.
#pragma once

#include <functional>
#include <map>
#include <set>

#include "allnash/index.hpp"
#include "allnash/rational.hpp"
#include "ledger/sqlite.hpp"

namespace allnash::ledger {

/// Reads around damage: what cannot be read from one side may be from the other, and what lies
/// between from within.
class Salvage {
 public:
  /// The payoff of a row of the table, from its third column on; false when it is not sound.
  using Read = std::function<bool(const sqlite::Statement& row, Entry entry, Rational& payoff)>;

  Salvage(sqlite::Database& database, Read read);

  /// Throws sqlite::Error for anything but damage.
  void run();

  std::map<Entry, Rational> sound;
  std::set<Entry> damaged;

 private:
  struct Range;
  bool narrow(Range& range, sqlite::Statement& rows, bool up);
  bool take(const sqlite::Statement& row, Entry entry);

  Read read_;
  sqlite::Statement upwards_;
  sqlite::Statement downwards_;
};

}  // namespace allnash::ledger
