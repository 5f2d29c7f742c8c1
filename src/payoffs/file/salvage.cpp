// Reads the intact rows of a table of plays that is damaged.

#include <algorithm>
#include <compare>
#include <deque>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "payoffs/file/play_table.hpp"

namespace allnash::file {

namespace {

using Seeds = std::numeric_limits<std::int64_t>;

std::string sql_of_stretch(const std::string& order) {
  return R"(SELECT * FROM plays NOT INDEXED WHERE (row, "column", origin, seed) )"
         R"(BETWEEN (?, ?, ?, ?) AND (?, ?, ?, ?) ORDER BY row )" +
         order + R"(, "column" )" + order + ", origin " + order + ", seed " + order;
}

/// Reads around damage: from both ends, then recursively in between.
class Salvage {
 public:
  explicit Salvage(sqlite::Database& database)
      : upwards_(database, sql_of_stretch("").c_str()),
        downwards_(database, sql_of_stretch("DESC").c_str()) {}

  /// Throws sqlite::Error for errors other than damage.
  void run() {
    constexpr int most_attempts = 10000;  // within a lost page every attempt fails
    std::deque<Stretch> left{
        {{0, 0, 0}, {std::numeric_limits<std::uint64_t>::max(), last_origin, Seeds::max()}}};
    for (int attempt = 0; attempt < most_attempts && !left.empty(); ++attempt) {
      Stretch stretch = left.front();
      left.pop_front();
      if (!narrow(stretch, upwards_, true) || !narrow(stretch, downwards_, false)) continue;
      for (const Stretch& half : halves_of(stretch)) left.push_back(half);
    }
  }

  /// The sound rows: payoffs by row and column, then plays by number.
  std::vector<KeptPlay> in_order() {
    std::vector<KeptPlay> plays;
    for (auto& [key, play] : sound_) plays.push_back(std::move(play));
    std::ranges::stable_sort(plays, {}, [](const KeptPlay& play) {
      return std::tuple(play.origin != Origin::payoff, play.is_ahead(), play.number);
    });
    return plays;
  }

  [[nodiscard]] std::int64_t damaged() const { return std::ssize(damaged_); }

 private:
  /// The sort key of the table. Sides are below 2^32, so that an entry is one number.
  struct Key {
    std::uint64_t entry;
    std::int64_t origin;
    std::int64_t seed;
    auto operator<=>(const Key&) const = default;
  };
  static constexpr std::int64_t last_origin = 2;
  struct Stretch {
    Key first;
    Key last;
  };

  static Key key_of(const KeptPlay& play) {
    return {(static_cast<std::uint64_t>(play.entry.row) << 32U) |
                static_cast<std::uint64_t>(play.entry.column),
            static_cast<std::int64_t>(play.origin), play.seed};
  }

  static Key after(Key key) {
    if (key.seed < Seeds::max()) return {key.entry, key.origin, key.seed + 1};
    if (key.origin < last_origin) return {key.entry, key.origin + 1, 0};
    return {key.entry + 1, 0, 0};
  }

  static Key before(Key key) {
    if (key.seed > 0) return {key.entry, key.origin, key.seed - 1};
    if (key.origin > 0) return {key.entry, key.origin - 1, Seeds::max()};
    return {key.entry - 1, last_origin, Seeds::max()};
  }

  /// Splits by entry if there are several, otherwise by origin, otherwise by seed.
  static std::vector<Stretch> halves_of(const Stretch& stretch) {
    const auto& [first, last] = stretch;
    if (first == last) return {};
    Key middle{first.entry, first.origin, std::midpoint(first.seed, last.seed)};
    if (first.entry < last.entry) {
      middle = {std::midpoint(first.entry, last.entry), last_origin, Seeds::max()};
    } else if (first.origin < last.origin) {
      middle = {first.entry, first.origin, Seeds::max()};
    }
    if (middle >= last) return {{first, before(last)}, {last, last}};
    return {{first, middle}, {after(middle), last}};
  }

  /// Shrinks the stretch by the rows that can be read from one end. False when nothing is left.
  bool narrow(Stretch& stretch, sqlite::Statement& rows, bool up) {
    try {
      rows.reset();
      int parameter = 0;
      for (const Key& key : {stretch.first, stretch.last}) {
        rows.bind(++parameter, static_cast<std::int64_t>(key.entry >> 32U));
        rows.bind(++parameter, static_cast<std::int64_t>(key.entry & 0xffffffffU));
        rows.bind(++parameter, key.origin);
        rows.bind(++parameter, key.seed);
      }
      for (KeptPlay play; rows.step();) {
        const bool sound = read_play(rows, play).empty();
        const Key key = key_of(play);
        if (!sound) {
          damaged_.insert(key);
          continue;
        }
        sound_.emplace(key, std::move(play));
        if (key < stretch.first || key > stretch.last) continue;
        if (key == (up ? stretch.last : stretch.first)) return false;
        (up ? stretch.first : stretch.last) = up ? after(key) : before(key);
      }
      return false;
    } catch (const sqlite::Error& error) {
      if (error.kind() != SQLITE_CORRUPT) throw;
      return true;
    }
  }

  sqlite::Statement upwards_;
  sqlite::Statement downwards_;
  std::map<Key, KeptPlay> sound_;
  std::set<Key> damaged_;
};

}  // namespace

std::int64_t PlayTable::salvage(const Visit& visit) const {
  Salvage salvage(*file_.database);
  salvage.run();
  for (KeptPlay& play : salvage.in_order()) visit(play);
  return salvage.damaged();
}

}  // namespace allnash::file
