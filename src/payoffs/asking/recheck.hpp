// Payoffs of a ledger file, or plays that are drawn from their seeds, that are asked again before
// anything else is asked, where nothing tells the source from another one: a function that has
// changed would give an answer that is true of neither.
//
// The entries are drawn by the seed from all that the file has of the game, so that a change of a
// part p of the payoffs passes with probability (1 - p)^count. They are no queries, and are not
// paid for by the budget; a budget of 0 asks for none.
#pragma once

#include <cstddef>
#include <exception>
#include <span>
#include <string>
#include <vector>

#include "payoffs/asking/account.hpp"

namespace allnash::asking {

class Ledger::Recheck final : public Answers {
 public:
  explicit Recheck(Account& account) : account_(account) {}

  /// Asks and compares. False if the run was stopped before the end. Throws InputError for a payoff
  /// that is not what the file has.
  [[nodiscard]] bool run();

  void take(std::span<const std::size_t> which, std::span<const Rational> payoffs) override;
  [[nodiscard]] bool stopped() const override { return account_.ended() || fault_ != nullptr; }
  /// An entry at which the source fails may have been imported for that reason.
  bool do_without(std::size_t which, std::string& why) override;
  void waiting(const Waiting& now) override {
    if (account_.settings.on_waiting) account_.settings.on_waiting(now);
  }
  void hedged(std::int64_t count) override { account_.hedged += count; }

 private:
  void draw();

  Account& account_;
  std::vector<Question> asked_;
  std::vector<Rational> known_;  // what the file has, by question
  std::size_t left_ = 0;
  std::exception_ptr fault_;
};

}  // namespace allnash::asking
