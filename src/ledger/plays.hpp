// A round of plays of a game of chance. A play is known by its entry and its place there: 0 for the
// first play of it that the method asks for, 1 for the next. They are numbered in the order in
// which the method asks, and what they paid is handed back in that order, whatever order they came
// back in: when wins return sooner than losses, counting as they arrive would be wrong.
//
// Claim: plays may be handed out ahead, whenever and in any order. The plays of an entry are drawn
// independently, and the method takes them by place, so that given what it has looked at the next
// is a fresh draw whenever it was handed out (docs/research/theory.md, "Plays asked ahead"). What
// is frozen after a stop or a loss comes after all of them: see Ledger::freeze.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "ledger/account.hpp"
#include "store/store.hpp"

namespace allnash::ledger {

class Ledger::Plays final : public Answers, public AskAhead {
 public:
  Plays(Account& account, std::span<const Entry> wanted, NextPlays next = {});
  /// As `Ledger::play`.
  [[nodiscard]] bool ask(std::vector<Paid>& paid);
  /// As `Ledger::recall_past`.
  [[nodiscard]] bool recall_past(std::vector<Past::Play>& plays);
  /// As `Ledger::freeze` has it: numbers what nobody has looked at, where it may tell.
  void leave_behind();

  void take(std::span<const std::size_t> which, std::span<const Rational> payoffs) override;
  void handing_out(std::span<const std::size_t> which) override;
  void failed(std::span<const std::size_t> which) override;
  [[nodiscard]] bool stopped() const override { return account_.ended() || !fault_.empty(); }
  void waiting(const Waiting& now) override {
    if (account_.settings.on_waiting) account_.settings.on_waiting(now);
  }
  [[nodiscard]] AskAhead* ahead() override { return this; }
  [[nodiscard]] std::vector<Question> next(std::size_t most) override;
  void take(std::span<const Question> which, std::span<const Rational> payoffs) override;
  void failed(std::span<const Question> which) override;

 private:
  [[nodiscard]] KeptPlay next_of(Entry entry);
  [[nodiscard]] bool from_file() const {
    return account_.file != nullptr && !account_.file->empty();
  }
  [[nodiscard]] bool went_ahead(const KeptPlay& play) const {
    return account_.out_ahead.contains(play.seed);
  }
  [[nodiscard]] bool passed_over(const KeptPlay& play) const;
  [[nodiscard]] KeptPlay* asked_ahead(const Question& play);
  [[nodiscard]] bool recall(KeptPlay& play, bool& renumbered) const;
  [[nodiscard]] bool claim(KeptPlay& play) const;
  void check(const KeptPlay& kept) const;
  void find_what_to_ask();
  [[nodiscard]] bool give_up(KeptPlay& play, std::vector<Question>& out) const;
  [[nodiscard]] bool ask_open();
  void await(std::vector<Question> out);
  [[nodiscard]] bool fit_budget();
  [[nodiscard]] std::vector<Question> questions() const;
  void hand_out(std::span<const std::size_t> places, bool planned);
  void play();
  [[nodiscard]] bool hand_back(std::vector<Paid>& paid);
  void note(std::size_t place, Entry wanted, std::vector<Paid>& paid);
  [[nodiscard]] Paid paid_of(const KeptPlay& play, Entry wanted);
  [[nodiscard]] Paid share_of(const KeptPlay& play, Entry wanted) const;
  [[nodiscard]] Arrived arrived() const;
  [[nodiscard]] const PayoffRange& range() const { return *account_.settings.range; }
  void record(std::span<const KeptPlay> plays) {
    account_.write([&](Store& file) { file.record(plays); });
  }

  Account& account_;
  std::span<const Entry> wanted_;
  NextPlays next_;
  std::vector<KeptPlay> round_;
  std::vector<std::int64_t> after_;  // each: the place of the next play of its entry
  std::unordered_map<Entry, std::int64_t, game::EntryHash> upto_;  // places, so far
  std::vector<std::size_t> asked_;                                 // places in the round, in order
  std::int64_t fresh_ = 0;  // of these, what did not go out before
  std::string fault_;       // thrown when the source, which calls `take`, has returned
  bool looked_ahead_ = false;
  std::deque<Entry> foreseen_;
};

}  // namespace allnash::ledger
