// The words of a command line.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace allnash {

/// The number after a word such as --leagues.
inline std::int64_t number_after(const std::vector<std::string>& words, const std::string& name,
                                 std::int64_t otherwise) {
  const auto found = std::ranges::find(words, name);
  return found == words.end() || found + 1 == words.end() ? otherwise : std::stoll(*(found + 1));
}

}  // namespace allnash
