// Entries of a ledger file that plans have handed out for a limited time, and those that were asked
// ahead. No answer depends on either.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "payoffs/file/facts.hpp"
#include "payoffs/file/tables.hpp"

namespace allnash::file {

class Leases {
 public:
  /// The tables must outlive it.
  explicit Leases(Tables& tables) : tables_(tables) {}

  /// The unanswered entries of this game that plans have handed out and whose time is not over, by
  /// time, then by entry.
  [[nodiscard]] std::vector<Lease> out(std::int64_t now) const;
  /// Records that these entries are handed out until `until`, and removes leases that are over.
  /// `ahead` replaces the list of entries that were asked ahead and not claimed.
  void hand_out(std::span<const Entry> entries, std::int64_t until, std::int64_t now,
                std::span<const Entry> ahead = {});
  /// Records that these entries were asked ahead, or, if `claimed`, that the method has asked for
  /// them.
  void note_ahead(std::span<const Entry> entries, bool claimed);
  /// Entries of this game that were asked ahead and not claimed by a method, in order.
  [[nodiscard]] std::vector<Entry> asked_ahead() const;

 private:
  [[nodiscard]] std::vector<Lease> in_file(std::int64_t now) const;

  Tables& tables_;
};

}  // namespace allnash::file
