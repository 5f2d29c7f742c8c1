// Learns the answers to what went out together, as they arrive.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <unordered_map>
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

class Ledger::Learner final : public Answers {
 public:
  Learner(Account& account, const Sending& sent) : account_(account), sent_(sent) {}

  void take(std::span<const std::size_t> which, std::span<const Rational> payoffs) override;
  [[nodiscard]] bool stopped() const override {
    return account_.ended() || !contradiction_.empty() || !misfit_.empty();
  }
  void waiting(const Waiting& now) override {
    if (account_.on_waiting) account_.on_waiting(now);
  }
  [[nodiscard]] std::vector<Question> ahead(std::size_t most) override;
  void take_ahead(std::span<const Question> which, std::span<const Rational> payoffs) override;

  [[nodiscard]] bool all() const noexcept { return taken_ == sent_.questions.size(); }
  /// Throws InputError or SourceError for what contradicts; not from `take`, which the source
  /// calls.
  void throw_fault() const;

 private:
  /// A second answer for an entry that is known or will be: to itself, or to its mirror.
  struct Second {
    Entry asked;
    Rational payoff;
    bool mirrored;
    [[nodiscard]] Entry entry() const { return mirrored ? Entry{asked.column, asked.row} : asked; }
  };
  void keep(std::span<const Entry> entries, std::span<const Rational> payoffs,
            std::int64_t mirrors);
  void mind_range(Entry entry, const Rational& payoff);
  void meet(Second second);
  void compare(const Second& second);

  Account& account_;
  const Sending& sent_;
  std::size_t taken_ = 0;
  std::unordered_multimap<Entry, Second, game::EntryHash> early_;  // overtook the first answer
  std::string contradiction_;
  std::string misfit_;  // why the game is not what was said of it
};

}  // namespace allnash::ledger
