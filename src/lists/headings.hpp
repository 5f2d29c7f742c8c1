// Finds the columns of a log that hold the two sides and the result: by their headings or by the
// options. Where neither is enough, it suggests columns that look right.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "allnash/rank.hpp"
#include "lists/sheet.hpp"
#include "lists/winner.hpp"

namespace allnash::lists {

/// Whether such headings say what a log is, so that no other column needs to be kept: they name its
/// sides, or are those `wanted`, and one names its result.
[[nodiscard]] bool tells_all(const std::vector<std::string>& headings,
                             const std::vector<std::string>& wanted);

/// The headings that options name: both sides, and the result. Throws OptionError.
[[nodiscard]] std::optional<std::pair<std::string, std::string>> sides_in(
    const RankOptions& options);
[[nodiscard]] std::vector<std::string> wanted_headings(const RankOptions& options);

class Headings {
 public:
  /// Throws InputError for headings that name two pairs of sides, or a known one twice.
  Headings(const Sheet& sheet, const RankOptions& options);

  [[nodiscard]] std::optional<std::size_t> find(const std::string& word) const;
  template <typename Words>
  [[nodiscard]] std::optional<std::size_t> any(const Words& words) const {
    for (const char* const word : words) {
      if (const auto place = find(word)) return place;
    }
    return {};
  }
  /// The two sides, as the headings have them.
  struct Pair {
    std::string first;
    std::string second;
    std::size_t first_place = 0;
    std::size_t second_place = 0;
  };
  [[nodiscard]] const std::optional<Pair>& pair() const { return pair_; }
  [[nodiscard]] const std::optional<std::size_t>& result() const { return result_; }

 private:
  void find_pair();
  [[nodiscard]] std::size_t place_of(const char* option, const std::string& heading) const;

  const Sheet& sheet_;
  std::unordered_map<std::string, std::size_t> places_;  // by key
  std::optional<Pair> pair_;
  std::optional<std::size_t> result_;  // that the options name
};

/// What a message adds where headings are not understood: which columns look like sides and result,
/// and the command that says so. Empty where none do.
[[nodiscard]] std::string likely_columns(const Sheet& sheet, const Headings& headings);

}  // namespace allnash::lists
