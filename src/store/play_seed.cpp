#include "store/play_seed.hpp"

#include <algorithm>
#include <bit>

#include "allnash/error.hpp"
#include "base/error.hpp"
#include "base/random.hpp"

namespace allnash::store {

namespace {

constexpr std::uint64_t below_2_63 = (std::uint64_t{1} << 63U) - 1;

/// The entries with m as their larger index have the numbers from m^2 on: that of an entry stays
/// when the game grows.
std::uint64_t number_of(Entry entry) {
  const auto row = static_cast<std::uint64_t>(entry.row);
  const auto column = static_cast<std::uint64_t>(entry.column);
  const std::uint64_t larger = std::max(row, column);
  return larger * larger + larger + row - column;
}

/// How many bits the place has, the place, the number of the entry; none is all ones.
std::uint64_t packed(Entry entry, std::int64_t place) {
  constexpr auto room = 57U;
  const std::uint64_t number = number_of(entry);
  const auto word = static_cast<std::uint64_t>(place);
  const auto bits = static_cast<unsigned>(std::bit_width(word));
  if (bits + static_cast<unsigned>(std::bit_width(number)) > room) {
    throw InputError(entry_name(entry) + ": its play " + std::to_string(place) +
                     " has no seed of its own in a game as large as this");
  }
  return (std::uint64_t{bits} << room) | (word << (room - bits)) | number;
}

/// Steps that each map 63 bits onto themselves one to one.
std::uint64_t scrambled(std::uint64_t word) {
  word &= below_2_63;
  word = ((word ^ (word >> 29U)) * 0xbf58476d1ce4e5b9U) & below_2_63;
  word = ((word ^ (word >> 31U)) * 0x94d049bb133111ebU) & below_2_63;
  return word ^ (word >> 30U);
}

}  // namespace

std::uint64_t play_seed(std::uint64_t ledger_seed, Entry entry, std::int64_t place) {
  const std::uint64_t start = mixed(ledger_seed);
  const std::uint64_t seed = scrambled(start + packed(entry, place));
  // 0 asks for the payoff itself; no play is all ones.
  return seed != 0 ? seed : scrambled(start + below_2_63);
}

}  // namespace allnash::store
