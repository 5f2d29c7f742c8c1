// Symmetric games: a match answers two entries, and where nobody can tell that the game is
// symmetric some of the first matches are asked both ways and compared.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "allnash/source.hpp"

namespace allnash::ledger {

struct LedgerSettings;

class Mirrored {
 public:
  /// Matches that are asked both ways, by this run or those before it.
  static constexpr std::int64_t checks = 5;

  /// The source must outlive it.
  Mirrored(const Source& source, const LedgerSettings& settings);

  /// The entry that is asked for, of a match the one with row < column. False for one that is known
  /// to all.
  [[nodiscard]] bool name(Entry& entry) const {
    if (!symmetric_) return true;
    if (entry.row > entry.column) std::swap(entry.row, entry.column);
    return entry.row != entry.column;
  }

  /// So many have been compared by runs before this one. The first time counts.
  void recall(std::int64_t before);
  /// How many of so many matches are to be asked both ways; the budget is for both.
  [[nodiscard]] std::size_t due(std::size_t matches, std::int64_t budget) const;
  /// So many of them, the other way round.
  [[nodiscard]] static std::vector<Entry> of(std::span<const Entry> matches, std::size_t count);
  void count(std::int64_t more) { asked_ += more; }
  [[nodiscard]] std::int64_t asked() const { return asked_; }  ///< both ways
  [[nodiscard]] std::int64_t recalled() const { return recalled_; }

 private:
  const Source& source_;
  bool symmetric_;
  std::int64_t asked_ = 0;
  bool told_ = false;          // of runs before
  std::int64_t recalled_ = 0;  // of those, by runs before
};

/// What a match pays its two players in a symmetric game.
Rational mirror_sum(const LedgerSettings& settings);

/// Payoffs a in `entry` and b in its mirror that do not add up to that: which, and what to do.
std::string asymmetry(Entry entry, const Rational& a, const Rational& b, const LedgerSettings& as);

}  // namespace allnash::ledger
