// What is sound in a table of plays that is damaged.
#pragma once

#include <compare>
#include <functional>
#include <map>
#include <set>
#include <vector>

#include "ledger/play_table.hpp"

namespace allnash::ledger {

/// Reads around damage: what cannot be read from one side may be from the other, and what lies
/// between from within.
class Salvage {
 public:
  /// The play of a row of the table; false when it is not sound.
  using Read = std::function<bool(const sqlite::Statement& row, KeptPlay& play)>;

  Salvage(sqlite::Database& database, Read read);

  /// Throws sqlite::Error for anything but damage.
  void run();

  /// What is sound: payoffs by row and column, then plays by number.
  [[nodiscard]] std::vector<KeptPlay> in_order();
  [[nodiscard]] std::int64_t damaged() const { return std::ssize(damaged_); }

 private:
  /// What the table is sorted by. Sides are below 2^32, so that an entry is one number.
  struct Key {
    std::uint64_t entry;
    std::int64_t seed;
    auto operator<=>(const Key&) const = default;
  };
  struct Stretch {
    Key first;
    Key last;
  };
  static Key key_of(const KeptPlay& play);
  static Key after(Key key);
  static Key before(Key key);
  [[nodiscard]] static std::vector<Stretch> halves_of(const Stretch& stretch);
  bool narrow(Stretch& stretch, sqlite::Statement& rows, bool up);

  Read read_;
  sqlite::Statement upwards_;
  sqlite::Statement downwards_;
  std::map<Key, KeptPlay> sound_;
  std::set<Key> damaged_;
};

}  // namespace allnash::ledger
