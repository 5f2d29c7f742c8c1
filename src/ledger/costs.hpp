// What asking for each entry costs.
#pragma once

#include <functional>
#include <mutex>
#include <span>
#include <unordered_map>

#include "allnash/source.hpp"

namespace allnash::ledger {

class Costs {
 public:
  /// The source must outlive it. In a symmetric game a match costs what its entry with row < column
  /// does. Throws InputError unless the shape is right.
  Costs(Source& source, Index rows, Index columns, bool symmetric);

  /// Asks the source, at once, for those of the entries that it has not been asked for. Throws
  /// InputError when one is negative.
  void know(std::span<const Entry> entries) const;
  /// The same for one.
  [[nodiscard]] Rational of(Entry entry) const;
  /// True when several threads may ask.
  [[nodiscard]] bool concurrent() const { return source_.concurrent(); }

 private:
  struct Hash {
    std::size_t operator()(const Entry& entry) const noexcept {
      return std::hash<Index>()((entry.row << 32) ^ entry.column);
    }
  };
  [[nodiscard]] Entry named(Entry entry) const;
  [[nodiscard]] bool knows(Entry entry) const;
  [[nodiscard]] std::vector<Rational> ask(std::span<const Entry> entries) const;

  Source& source_;
  bool symmetric_;
  bool remembers_;            // a source that answers for nothing is asked again
  mutable std::mutex mutex_;  // the players look around side by side
  mutable std::unordered_map<Entry, Rational, Hash> known_;
};

}  // namespace allnash::ledger
