// Strategies that are left out of a league: dropped, not among those named, or with too few
// matches. They are neither played nor opponents.
//
// What that does to a promise: a mixture that plays none of them keeps its guarantee, since the
// worst of fewer opponents is no worse. The guarantee against the remaining opponents alone may be
// higher. It holds with its confidence if results did not decide who was left out.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "allnash/rank.hpp"
#include "lists/record.hpp"

namespace allnash::lists {

struct Absence {
  std::vector<bool> rows;  ///< whether each is left out
  std::vector<bool> columns;
  std::vector<LeftOut> who;
  std::vector<std::string> notes;
  [[nodiscard]] bool any() const { return !who.empty(); }
};

/// Throws InputError for a dropped name that nobody has, and where fewer than two are left; `gone`
/// are those that left before.
[[nodiscard]] Absence absence_of(const Record& record, const RankOptions& options,
                                 const std::vector<std::string>& gone = {});

/// The numbers of those that stay.
[[nodiscard]] std::vector<Index> present(const std::vector<bool>& absent);

/// The record without them and their matches.
[[nodiscard]] Record without(const Record& record, const Absence& absence);

}  // namespace allnash::lists
