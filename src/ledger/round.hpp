// A round: entries wanted together. They go out in chunks as they come; a chunk that has gone out
// is learned.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "ledger/account.hpp"

namespace allnash::ledger {

/// What an entry is asked for.
enum class Purpose : std::uint8_t {
  learn,    ///< it is not known
  mirror,   ///< of a match that is asked, too: to compare
  compare,  ///< with the same entry, asked before or beside it
};

/// What goes out together, in this order.
struct Sending {
  std::vector<Question> questions;
  std::vector<Purpose> purposes;  ///< one each, or none when all are to be learned
  [[nodiscard]] Purpose purpose(std::size_t t) const {
    return purposes.empty() ? Purpose::learn : purposes[t];
  }
};

class Ledger::Round {
 public:
  /// `repeats` says that an entry may be wanted twice within the round.
  Round(Account& account, bool repeats) : account_(account), repeats_(repeats) {}

  /// False when the round has ended early.
  [[nodiscard]] bool want(Index row, Index column) {
    Entry entry{row, column};
    if (!account_.mirrored.name(entry)) return true;
    if (account_.known->knows(entry.row, entry.column)) return true;
    chunk_.push_back(entry);
    // A plan is of the whole round.
    return chunk_.size() < chunk_size || account_.settings.planning || send();
  }
  /// Sends what is left. False when the round ended early.
  [[nodiscard]] bool finish() { return send(); }

 private:
  // The stop token is looked at between chunks, and what a chunk answered is safe.
  static constexpr std::size_t chunk_size = 65536;

  [[nodiscard]] bool send();
  [[nodiscard]] bool send_unknown();
  void drop_repeats();
  void learn_what_is_at_hand();
  [[nodiscard]] bool more_is_known();
  [[nodiscard]] bool cut_to_budget(std::int64_t left);
  [[nodiscard]] Sending sending(std::size_t mirrors, std::size_t repeats) const;
  [[nodiscard]] bool ask(const Sending& sending);
  void count();
  void tell(std::vector<Entry> wanted) const;

  Account& account_;
  bool repeats_;
  std::vector<Entry> chunk_;
  std::vector<Entry> recalled_again_;  // what the file answered and is to be compared
  bool counted_ = false;
};

}  // namespace allnash::ledger
