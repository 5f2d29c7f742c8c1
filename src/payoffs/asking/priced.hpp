// Costs of entries: the cost of asking each one, and the sum spent.
#pragma once

#include <mutex>
#include <span>
#include <unordered_map>
#include <vector>

#include "allnash/source.hpp"
#include "core/game/seen.hpp"

namespace allnash::asking {

class Priced {
 public:
  /// Without a source no entry has a cost; otherwise it must outlive this. In a symmetric game the
  /// cost of a match is that of its entry with row < column. Throws InputError unless the shape is
  /// right.
  Priced(Source* source, Index rows, Index columns, bool symmetric);

  /// Whether entries have costs.
  [[nodiscard]] explicit operator bool() const { return source_ != nullptr; }
  /// Asks the source for the costs of these entries that are not known yet, in one question. Throws
  /// InputError when one is negative.
  void know(std::span<const Entry> entries) const;
  [[nodiscard]] Rational of(Entry entry) const;  ///< 0 if entries have no costs
  /// The cost as a double, to weigh entries by; 1 if entries have no costs.
  [[nodiscard]] double weight_of(Entry entry) const;
  /// The cost of all entries in these rows and these columns, each counted once.
  [[nodiscard]] Rational of_lines(std::span<const Index> rows,
                                  std::span<const Index> columns) const;
  /// True when several threads may look up costs at once.
  [[nodiscard]] bool concurrent() const {
    return source_ == nullptr || source_->traits().concurrent;
  }

  void spend(Entry entry) {
    if (*this) spent_ += of(entry);
  }
  /// Counts the cost of an answer that the ledger file had.
  void spend_recalled(Entry entry) {
    if (!*this) return;
    spend(entry);
    recalled_ += of(entry);
  }
  [[nodiscard]] const Rational& spent() const { return spent_; }        ///< in all
  [[nodiscard]] const Rational& recalled() const { return recalled_; }  ///< by earlier runs

 private:
  [[nodiscard]] Entry named(Entry entry) const;
  [[nodiscard]] bool knows(Entry entry) const;
  [[nodiscard]] std::vector<Rational> ask(std::span<const Entry> entries) const;

  Source* source_;
  Index rows_;
  Index columns_;
  bool symmetric_;
  bool remembers_;            // false for a free source, which is asked again
  mutable std::mutex mutex_;  // two threads, one a player, may look up costs at once
  mutable std::unordered_map<Entry, Rational, game::EntryHash> known_;
  Rational spent_;
  Rational recalled_;
};

}  // namespace allnash::asking
