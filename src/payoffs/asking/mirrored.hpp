// Symmetric games: one match answers two entries. Unless the source can check the symmetry itself,
// some of the first matches are asked both ways and compared.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "allnash/source.hpp"
#include "core/base/at.hpp"

namespace allnash::asking {

class Mirrored {
 public:
  /// The number of matches that are asked both ways, by this run or earlier ones.
  static constexpr std::int64_t checks = 5;

  /// The source must outlive it.
  Mirrored(const Source& source, bool symmetric) : source_(source), symmetric_(symmetric) {}

  /// Replaces an entry by the one that is asked for: in a match, the one with row < column. False
  /// on the diagonal, whose payoff is known beforehand.
  [[nodiscard]] bool name(Entry& entry) const {
    if (!symmetric_) return true;
    if (entry.row > entry.column) std::swap(entry.row, entry.column);
    return entry.row != entry.column;
  }

  /// Sets the number of matches that earlier runs compared. Only the first call counts.
  void recall(std::int64_t before) {
    if (std::exchange(told_, true) || !symmetric_ || source_.self_check() != nullptr) return;
    asked_ = recalled_ = std::min(before, checks);
  }
  /// The number of these matches to ask both ways. The budget pays for both.
  [[nodiscard]] std::size_t due(std::size_t matches, std::int64_t budget) const {
    if (!symmetric_ || asked_ >= checks || source_.self_check() != nullptr) return 0;
    return std::min(matches, at(std::min(checks - asked_, budget / 2)));
  }
  void count(std::int64_t more) { asked_ += more; }
  /// Number of matches asked both ways.
  [[nodiscard]] std::int64_t asked() const { return asked_; }
  [[nodiscard]] std::int64_t recalled() const { return recalled_; }

 private:
  const Source& source_;
  bool symmetric_;
  std::int64_t asked_ = 0;
  bool told_ = false;          // whether earlier runs were counted
  std::int64_t recalled_ = 0;  // matches that earlier runs compared
};

}  // namespace allnash::asking
