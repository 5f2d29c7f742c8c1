#include "ledger/salvage.hpp"

#include <algorithm>
#include <deque>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>

namespace allnash::ledger {

namespace {

using Seeds = std::numeric_limits<std::int64_t>;

std::string sql_of_stretch(const std::string& order) {
  return R"(SELECT * FROM plays NOT INDEXED WHERE (row, "column", seed) )"
         R"(BETWEEN (?, ?, ?) AND (?, ?, ?) ORDER BY row )" +
         order + R"(, "column" )" + order + ", seed " + order;
}

}  // namespace

Salvage::Salvage(sqlite::Database& database, Read read)
    : read_(std::move(read)),
      upwards_(database, sql_of_stretch("").c_str()),
      downwards_(database, sql_of_stretch("DESC").c_str()) {}

Salvage::Key Salvage::key_of(const KeptPlay& play) {
  return {(static_cast<std::uint64_t>(play.entry.row) << 32U) |
              static_cast<std::uint64_t>(play.entry.column),
          play.seed};
}

Salvage::Key Salvage::after(Key key) {
  if (key.seed < Seeds::max()) return {key.entry, key.seed + 1};
  return {key.entry + 1, Seeds::min()};
}

Salvage::Key Salvage::before(Key key) {
  if (key.seed > Seeds::min()) return {key.entry, key.seed - 1};
  return {key.entry - 1, Seeds::max()};
}

/// By entries as long as there are several, then by seeds.
std::vector<Salvage::Stretch> Salvage::halves_of(const Stretch& stretch) {
  const auto& [first, last] = stretch;
  if (first == last) return {};
  const Key middle = first.entry < last.entry
                         ? Key{std::midpoint(first.entry, last.entry), Seeds::max()}
                         : Key{first.entry, std::midpoint(first.seed, last.seed)};
  if (middle >= last) return {{first, before(last)}, {last, last}};
  return {{first, middle}, {after(middle), last}};
}

void Salvage::run() {
  constexpr int most_attempts = 10000;  // within a page that is gone every one fails
  std::deque<Stretch> left{
      {{0, Seeds::min()}, {std::numeric_limits<std::uint64_t>::max(), Seeds::max()}}};
  for (int attempt = 0; attempt < most_attempts && !left.empty(); ++attempt) {
    Stretch stretch = left.front();
    left.pop_front();
    if (!narrow(stretch, upwards_, true) || !narrow(stretch, downwards_, false)) continue;
    for (const Stretch& half : halves_of(stretch)) left.push_back(half);
  }
}

/// Takes what can be read of the stretch off it. False when nothing is left.
bool Salvage::narrow(Stretch& stretch, sqlite::Statement& rows, bool up) {
  try {
    rows.reset();
    int parameter = 0;
    for (const Key& key : {stretch.first, stretch.last}) {
      rows.bind(++parameter, static_cast<std::int64_t>(key.entry >> 32U));
      rows.bind(++parameter, static_cast<std::int64_t>(key.entry & 0xffffffffU));
      rows.bind(++parameter, key.seed);
    }
    for (KeptPlay play; rows.step();) {
      const bool sound = read_(rows, play);
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

std::vector<KeptPlay> Salvage::in_order() {
  std::vector<KeptPlay> plays;
  for (auto& [key, play] : sound_) plays.push_back(std::move(play));
  std::ranges::stable_sort(plays, {}, [](const KeptPlay& play) {
    return std::tuple(play.seed != 0, play.unlooked_at(), play.unlooked_at() ? 0 : play.number);
  });
  return plays;
}

}  // namespace allnash::ledger
