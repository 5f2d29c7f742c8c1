// Matches by pairing, without a search in a tree for each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "allnash/source.hpp"
#include "league/reading/record.hpp"

namespace allnash::reading {

/// The distinct entries of a list, and which of them each place of the list has.
struct Numbered {
  std::vector<Entry> entries;          ///< sorted
  std::vector<std::uint32_t> numbers;  ///< by place: an index in `entries`
};
[[nodiscard]] Numbered numbered(const std::vector<Entry>& list);
/// The pairings of the plays.
[[nodiscard]] Numbered pairings_of(const std::vector<Play>& plays);

/// Plays of a pairing that ended alike.
struct AlikePlays {
  Entry entry;
  std::uint32_t outcome = 0;
  std::int64_t count = 0;
};
/// By entry, then outcome.
[[nodiscard]] std::vector<AlikePlays> alike_plays(const Record& record);

}  // namespace allnash::reading
