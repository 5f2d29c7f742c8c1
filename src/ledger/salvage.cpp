#include "ledger/salvage.hpp"

#include <deque>
#include <limits>
#include <utility>

namespace allnash::ledger {

namespace {

std::int64_t row_of(std::uint64_t key) { return static_cast<std::int64_t>(key >> 32U); }
std::int64_t column_of(std::uint64_t key) { return static_cast<std::int64_t>(key & 0xffffffffU); }
std::uint64_t key_of(Entry entry) {
  return (static_cast<std::uint64_t>(entry.row) << 32U) | static_cast<std::uint64_t>(entry.column);
}

std::string sql(const std::string& order) {
  return R"(SELECT * FROM payoffs WHERE (row, "column") BETWEEN (?, ?) AND (?, ?) ORDER BY row )" +
         order + R"(, "column" )" + order;
}

}  // namespace

// Entries as one number, in their order: sides are below 2^32.
struct Salvage::Range {
  std::uint64_t first;
  std::uint64_t last;
};

Salvage::Salvage(sqlite::Database& database, Read read)
    : read_(std::move(read)),
      upwards_(database, sql("").c_str()),
      downwards_(database, sql("DESC").c_str()) {}

void Salvage::run() {
  constexpr int most_attempts = 10000;  // within a page that is gone every one fails
  std::deque<Range> left{{0, std::numeric_limits<std::uint64_t>::max()}};
  for (int attempt = 0; attempt < most_attempts && !left.empty(); ++attempt) {
    Range range = left.front();
    left.pop_front();
    if (!narrow(range, upwards_, true) || !narrow(range, downwards_, false)) continue;
    const std::uint64_t middle = range.first + (range.last - range.first) / 2;
    if (range.first == range.last) continue;
    left.push_back({range.first, middle});
    left.push_back({middle + 1, range.last});
  }
}

// Takes what can be read of the range off it. False when nothing is left.
bool Salvage::narrow(Range& range, sqlite::Statement& rows, bool up) {
  try {
    rows.reset();
    rows.bind(1, row_of(range.first)).bind(2, column_of(range.first));
    rows.bind(3, row_of(range.last)).bind(4, column_of(range.last));
    while (rows.step()) {
      const Entry entry{rows.integer(0), rows.integer(1)};
      if (!take(rows, entry)) continue;
      const std::uint64_t key = key_of(entry);
      if (key < range.first || key > range.last) continue;
      if (key == (up ? range.last : range.first)) return false;
      (up ? range.first : range.last) = up ? key + 1 : key - 1;
    }
    return false;
  } catch (const sqlite::Error& error) {
    if (error.kind() != SQLITE_CORRUPT) throw;
    return true;
  }
}

bool Salvage::take(const sqlite::Statement& row, Entry entry) {
  Rational payoff;
  if (!read_(row, entry, payoff)) {
    damaged.insert(entry);
    return false;
  }
  sound.emplace(entry, std::move(payoff));
  return true;
}

}  // namespace allnash::ledger
