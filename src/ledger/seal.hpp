// A check value over what a row of the ledger file says: SQLite notices damaged pages, not damaged
// values.
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>

namespace allnash::ledger {

/// FNV-1a of 64 bits: easily computed by whoever writes such a file by other means. A change of any
/// one byte changes it, and of several all but certainly.
constexpr std::int64_t seal_of(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return std::bit_cast<std::int64_t>(hash);
}
static_assert(seal_of("a") == std::bit_cast<std::int64_t>(std::uint64_t{0xaf63dc4c8601ec8c}));

}  // namespace allnash::ledger
