// A round of plays of a game of chance. They are numbered in the order in which they are asked,
// and what they paid is handed back in that order, whatever order they came back in: when wins
// return sooner than losses, counting as they arrive would be wrong.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ledger/account.hpp"
#include "ledger/store.hpp"

namespace allnash::ledger {

class Ledger::Plays final : public Answers {
 public:
  Plays(Account& account, std::span<const Entry> wanted);
  /// As `Ledger::play`.
  [[nodiscard]] bool ask(std::vector<Paid>& paid);
  /// As `Ledger::recall_past`.
  [[nodiscard]] bool recall_past(std::vector<Past::Play>& plays);

  void take(std::span<const std::size_t> which, std::span<const Rational> payoffs) override;
  void handing_out(std::span<const std::size_t> which) override;
  void failed(std::span<const std::size_t> which) override;
  [[nodiscard]] bool stopped() const override { return account_.ended() || !fault_.empty(); }
  void waiting(const Waiting& now) override {
    if (account_.on_waiting) account_.on_waiting(now);
  }

 private:
  [[nodiscard]] bool recall(KeptPlay& play) const;
  void check(const KeptPlay& kept) const;
  void find_what_to_ask();
  void give_up(KeptPlay& play, std::vector<KeptPlay>& lost, std::vector<Question>& out);
  [[nodiscard]] bool ask_open();
  void await(std::vector<Question> out);
  [[nodiscard]] bool fit_budget();
  [[nodiscard]] std::vector<Question> questions() const;
  void hand_out(std::span<const std::size_t> places, bool planned);
  void play();
  [[nodiscard]] bool hand_back(std::vector<Paid>& paid);
  void note(const KeptPlay& play, Entry wanted, std::vector<Paid>& paid);
  [[nodiscard]] Paid paid_of(const KeptPlay& play, Entry wanted);
  [[nodiscard]] const PayoffRange& range() const { return *account_.settings.range; }
  void record(std::span<const KeptPlay> plays) {
    account_.write([&](Store& file) { file.record(plays); });
  }

  Account& account_;
  std::span<const Entry> wanted_;
  std::vector<KeptPlay> round_;
  std::vector<std::size_t> asked_;  // places in the round, in order
  std::string fault_;               // thrown when the source, which calls `take`, has returned
};

/// What is wrong with a play that paid this; empty when it lies in the range.
std::string fault_of_play(Entry entry, const Rational& paid, const PayoffRange& range);

/// The seed of play `number` of a run: above 0, below 2^63, different for every number.
std::uint64_t play_seed(std::uint64_t run_seed, std::int64_t number);

}  // namespace allnash::ledger
