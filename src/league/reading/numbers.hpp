// Numbers as people write them in logs and charts: counts with grouped thousands, and rates that
// may end in `%`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "allnash/rational.hpp"

namespace allnash::reading {

/// A count with its thousands grouped by blanks, apostrophes, or by the mark that is no decimal
/// mark (`87,999`; with a decimal comma `87.999`), without those marks; other text as it is, with a
/// decimal point. Throws std::invalid_argument for text such as `1.000`, which may be 1 or 1000.
[[nodiscard]] std::string plain_count(std::string_view text, char decimal_mark);
/// The same as a number; nothing for text that is no count of at most nine digits.
[[nodiscard]] std::optional<std::int64_t> count_in(std::string_view text, char decimal_mark);

/// For messages about a cell that should hold a number or a winner: what to write instead of a
/// score such as `6-4`, which may be of one match or of ten. Empty for other cells.
[[nodiscard]] std::string score_hint(std::string_view cell);

/// Decides for a column or a chart of rates, some of which may end in `%`, what they are worth.
/// `60%` is 60 in the range 0,100, which is the range unless the options give another, and 0.6 in
/// the range 0,1.
class RateReader {
 public:
  RateReader() = default;
  explicit RateReader(std::optional<PayoffRange> given) : given_(std::move(given)) {}

  /// Collects a nonblank cell, with a decimal point. Requires all cells before one is read.
  void look_at(std::string_view cell);
  [[nodiscard]] bool percent() const { return percent_.has_value(); }
  /// The range that rates imply; nothing unless one of them ends in `%`.
  [[nodiscard]] std::optional<PayoffRange> range() const;
  /// The number in a cell, without its `%`. Throws std::invalid_argument for a number without `%`
  /// that may be a part of 1 or a percentage: 0.6 beside 55%.
  [[nodiscard]] std::string number(std::string_view cell) const;

 private:
  std::optional<PayoffRange> given_;
  std::optional<std::string> percent_;  // the first cell with a `%`
};

}  // namespace allnash::reading
