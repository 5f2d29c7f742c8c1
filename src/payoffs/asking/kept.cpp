#include "payoffs/asking/kept.hpp"

#include <algorithm>
#include <bit>

#include "allnash/run.hpp"
#include "core/base/random.hpp"
#include "core/base/text.hpp"

namespace allnash::asking {

namespace {

constexpr std::uint64_t below_2_63 = (std::uint64_t{1} << 63U) - 1;

/// Entries whose larger index is m have numbers from m^2 on, so that numbers stay when the game
/// grows.
std::uint64_t number_of(Entry entry) {
  const auto row = static_cast<std::uint64_t>(entry.row);
  const auto column = static_cast<std::uint64_t>(entry.column);
  const std::uint64_t larger = std::max(row, column);
  return larger * larger + larger + row - column;
}

/// Packs the bit length of `place`, `place` itself and the number of the entry; never all ones.
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

/// Every step is a bijection on 63 bits.
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
  // Seed 0 means the payoff itself. It is replaced by the seed of all ones, which no play has.
  return seed != 0 ? seed : scrambled(start + below_2_63);
}

std::string fault_of_play(Entry entry, const Rational& paid, const PayoffRange& range) {
  if (range.holds(paid)) return "";
  return entry_name(entry) + ": a play paid " + paid.to_string() + ", which is outside the range " +
         range.low.to_string() + "," + range.high.to_string();
}

}  // namespace allnash::asking
