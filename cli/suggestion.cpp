#include "suggestion.hpp"

#include <algorithm>
#include <vector>

namespace allnash::cli {
namespace {

/// How many letters must be put in, left out, changed or swapped with a neighbour.
std::size_t distance(std::string_view left, std::string_view right) {
  const std::size_t width = right.size() + 1;
  std::vector<std::size_t> table((left.size() + 1) * width);
  const auto at = [&](std::size_t i, std::size_t j) -> std::size_t& {
    return table[i * width + j];
  };
  for (std::size_t i = 0; i <= left.size(); ++i) {
    for (std::size_t j = 0; j <= right.size(); ++j) {
      if (i == 0 || j == 0) {
        at(i, j) = i + j;
        continue;
      }
      const std::size_t change = left[i - 1] == right[j - 1] ? 0 : 1;
      at(i, j) = std::min({at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + change});
      const bool swapped =
          i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1];
      if (swapped) at(i, j) = std::min(at(i, j), at(i - 2, j - 2) + 1);
    }
  }
  return at(left.size(), right.size());
}

}  // namespace

std::string did_you_mean(std::string_view word, std::span<const std::string> names) {
  constexpr std::size_t longest = 60;  // what is longer is no slip of the finger
  if (word.size() > longest) return "";
  const std::string* best = nullptr;
  std::size_t least = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string& name : names) {
    // A beginning is as good as a name: --cert for --certificate.
    const bool begins = word.size() >= 3 && std::string_view(name).starts_with(word);
    const std::size_t apart = begins ? 1 : distance(word, name);
    const bool shorter = begins && apart == least && best != nullptr && name.size() < best->size();
    if (apart >= least && !shorter) continue;
    least = apart;
    best = &name;
  }
  return best == nullptr ? "" : "; did you mean " + *best + "?";
}

}  // namespace allnash::cli
