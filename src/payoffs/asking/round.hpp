// A round: questions that go out together, for payoffs or for plays of a game of chance. Its steps
// are the same for both:
//
// - Answers that the file has, or that were asked ahead and have come back, are recalled.
// - The rest is cut to the budget.
// - If nothing may be asked, the rest is the plan. Otherwise it is written down, handed out and
//   answered. Meanwhile idle workers are given the probable next questions.
//
// What happens to lost questions, and how a question is kept from being asked twice, depends on the
// kind of question.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/stop_token.hpp"
#include "payoffs/asking/account.hpp"

namespace allnash::asking {

class Ledger::Round : public Answers, public AskAhead {
 public:
  [[nodiscard]] bool stopped() const final { return account_.ended() || has_failed(); }
  void waiting(const Waiting& now) final {
    if (account_.settings.on_waiting) account_.settings.on_waiting(now);
  }
  void hedged(std::int64_t count) final { account_.hedged += count; }
  [[nodiscard]] AskAhead* ahead() final { return may_ask_ahead() ? this : nullptr; }
  [[nodiscard]] std::vector<Question> next(std::size_t most) final;

 protected:
  explicit Round(Account& account) : account_(account) {}

  /// Asks the open questions, within the budget less `reserved`. False if not all of them were
  /// asked, answered and kept, or if they are planned.
  [[nodiscard]] bool ask_open(std::int64_t reserved);
  /// Records the first error; `throw_fault` throws it after the source, which delivers the answers,
  /// has returned.
  [[nodiscard]] bool has_failed() const { return fault_ != nullptr; }
  template <typename Fault>
  void fail(const std::string& what) {
    if (!fault_) fault_ = std::make_exception_ptr(Fault(what));
  }
  void throw_fault() const {
    if (fault_) std::rethrow_exception(fault_);
  }
  [[nodiscard]] bool from_file() const {
    return account_.archive != nullptr && !account_.inherited.empty;
  }
  void count();  ///< counts the round, once
  /// Asks some of what the file has again, once a run (recheck.hpp). False if the run was stopped
  /// meanwhile.
  [[nodiscard]] bool recheck();

  Account& account_;
  std::vector<Question> open_;  // the questions that are left to ask, in this order
  std::int64_t fresh_ = 0;      // how many of them were not handed out ahead

 private:
  /// Whether the question was handed out ahead, and paid for then.
  [[nodiscard]] virtual bool paid_for(const Question& question) const = 0;
  /// Called after the open questions were cut to this many.
  virtual void cut_to(std::size_t count) = 0;
  /// Records that the open questions go out with a plan.
  virtual void write_plan() = 0;
  /// Asks the source the open questions. False if not all of them were answered.
  [[nodiscard]] virtual bool send() = 0;
  /// The part of the budget that the outstanding answers will take.
  [[nodiscard]] virtual std::int64_t due() const = 0;
  [[nodiscard]] virtual bool may_ask_ahead() const = 0;
  /// At most this many questions that will probably come next. They count as handed out.
  [[nodiscard]] virtual std::vector<Question> expected(std::size_t most) = 0;

  [[nodiscard]] bool cut_to_budget(std::int64_t left);

  std::exception_ptr fault_;
  bool counted_ = false;
};

/// A round of payoffs: each is asked once and learned. Entries go out in chunks, and the answers to
/// a chunk are learned before the next one.
class Ledger::Payoffs final : public Round {
 public:
  /// `repeats` says that an entry may be wanted twice within the round.
  Payoffs(Account& account, bool repeats) : Round(account), repeats_(repeats) {}

  /// False if the round has ended early.
  [[nodiscard]] bool want(Index row, Index column) {
    Entry entry{row, column};
    if (!account_.mirrored.name(entry)) return true;
    if (account_.known->knows(entry.row, entry.column)) return true;
    chunk_.push_back(entry);
    // A plan holds the whole round.
    return chunk_.size() < chunk_size || account_.settings.planning || ask_chunk();
  }
  /// Asks for the last chunk. False if the round ended early.
  [[nodiscard]] bool finish() { return ask_chunk(); }

  void take(std::span<const std::size_t> which, std::span<const Rational> payoffs) override;
  void take(std::span<const Question> which, std::span<const Rational> payoffs) override;
  bool do_without(std::size_t which, std::string& why) override;

 private:
  // Between chunks the stop token is checked, and the answers of a chunk are safe.
  static constexpr std::size_t chunk_size = 65536;
  /// Why an entry is asked.
  enum class Purpose : std::uint8_t {
    learn,    ///< its payoff is unknown
    mirror,   ///< to compare it with its match, which is asked too
    compare,  ///< to compare it with another answer for the same entry
  };
  /// A second answer, for an entry itself or its mirror, to compare with the first.
  struct Second {
    Entry asked;
    Rational payoff;
    bool mirrored;
    [[nodiscard]] Entry entry() const { return mirrored ? Entry{asked.column, asked.row} : asked; }
  };

  [[nodiscard]] bool ask_chunk();
  void drop_repeats();
  void learn_what_is_at_hand();
  [[nodiscard]] bool more_is_known();
  [[nodiscard]] bool ask_unknown();
  void add_comparisons();
  void keep(std::span<const Entry> entries, std::span<const Rational> payoffs,
            std::int64_t mirrors);
  void check_range(Entry entry, const Rational& payoff);
  void meet(Second second);
  void compare(const Second& second);
  void tell(std::vector<Entry> wanted) const;

  [[nodiscard]] bool paid_for(const Question& question) const override;
  void cut_to(std::size_t count) override;
  void write_plan() override {}
  [[nodiscard]] bool send() override;
  [[nodiscard]] std::int64_t due() const override {
    return static_cast<std::int64_t>(open_.size() - taken_);
  }
  [[nodiscard]] bool may_ask_ahead() const override { return account_.ahead != nullptr; }
  void settle() override { account_.ahead->settle(*account_.known); }
  [[nodiscard]] std::vector<Question> expected(std::size_t most) override;

  bool repeats_;
  std::vector<Entry> chunk_;
  std::vector<Entry> recalled_again_;  // entries answered by the file that are compared
  std::size_t mirrors_ = 0;            // how many of the chunk are asked both ways
  std::size_t twice_ = 0;              // how many of the chunk are asked twice
  std::vector<Purpose> purposes_;      // one for each open question; empty if all are `learn`
  std::size_t taken_ = 0;
  std::unordered_multimap<Entry, Second, game::EntryHash> early_;  // before the first answer
};

/// A round of plays. A play is identified by its entry and its index there: 0 for the first play of
/// the entry that the method asks for, 1 for the next. Plays are numbered in the order in which the
/// method asks, and their results are returned in that order, whatever order they came back in: if
/// wins return sooner than losses, counting as they arrive would be wrong.
///
/// Claim: plays may be handed out ahead, whenever and in any order. The plays of an entry are drawn
/// independently, and the method takes them by index, so that given the results it has looked at
/// the next is a fresh draw whenever it was handed out (docs/research/theory.md, "Plays asked
/// ahead"). A freeze after a stop or a loss comes after all of them: see PlayLedger::freeze.
class Ledger::Plays final : public Round {
 public:
  Plays(Account& account, std::span<const Entry> wanted, NextPlays next = {});
  /// As `PlayLedger::play`.
  [[nodiscard]] bool ask(std::vector<Paid>& paid);
  /// As `PlayLedger::recall_past`.
  [[nodiscard]] bool recall_past(std::vector<Past::Play>& plays);
  /// For `PlayLedger::freeze`: gives numbers to plays that nobody has looked at, if their results
  /// may have decided what is frozen.
  void leave_behind();

  void take(std::span<const std::size_t> which, std::span<const Rational> payoffs) override;
  void handing_out(std::span<const std::size_t> which) override;
  void failed(std::span<const std::size_t> which) override;
  void take(std::span<const Question> which, std::span<const Rational> payoffs) override;
  void failed(std::span<const Question> which) override;

 private:
  using Places = std::unordered_map<Entry, std::int64_t, game::EntryHash>;
  [[nodiscard]] KeptPlay next_of(Entry entry, Places& upto) const;
  void look_ahead();
  [[nodiscard]] std::optional<Paid> peek(Entry wanted, Places& upto) const;
  [[nodiscard]] bool went_ahead(std::int64_t seed) const {
    return account_.out_ahead.contains(seed);
  }
  [[nodiscard]] bool passed_over(const KeptPlay& play) const;
  [[nodiscard]] KeptPlay* asked_ahead(const Question& play);
  [[nodiscard]] bool recall(KeptPlay& play, bool& renumbered) const;
  [[nodiscard]] bool claim(KeptPlay& play) const;
  void check(const KeptPlay& kept) const;
  [[nodiscard]] bool pays_within_range(Entry entry, const Rational& paid);
  void open(std::size_t place);
  void find_what_to_ask();
  [[nodiscard]] bool give_up(KeptPlay& play, std::vector<Question>& out) const;
  void await(std::vector<Question> out);
  void hand_out(std::span<const std::size_t> places, bool planned);
  [[nodiscard]] bool hand_back(std::vector<Paid>& paid);
  void note(std::size_t place, Entry wanted, std::vector<Paid>& paid);
  [[nodiscard]] Paid paid_of(const KeptPlay& play, Entry wanted);
  [[nodiscard]] Paid share_of(const KeptPlay& play, Entry wanted) const;
  [[nodiscard]] Arrived arrived() const;
  [[nodiscard]] const PayoffRange& range() const { return *account_.settings.range; }
  void record(std::span<const KeptPlay> plays) {
    account_.write([&](Archive& file) { file.record(plays); });
  }

  [[nodiscard]] bool paid_for(const Question& question) const override {
    return went_ahead(static_cast<std::int64_t>(question.seed));
  }
  void cut_to(std::size_t count) override { asked_.resize(count); }
  void write_plan() override { hand_out(asked_, true); }
  [[nodiscard]] bool send() override;
  // Plays of this round are counted when they are returned.
  [[nodiscard]] std::int64_t due() const override { return fresh_; }
  [[nodiscard]] bool may_ask_ahead() const override { return account_.settings.plays_ahead; }
  void settle() override { rests_until_ = {}; }
  [[nodiscard]] std::vector<Question> expected(std::size_t most) override;

  std::span<const Entry> wanted_;
  NextPlays next_;
  std::vector<KeptPlay> round_;
  std::vector<std::int64_t> after_;  // by play: the index of its entry's next play
  Places upto_;                      // by entry: the index of the first play after the round
  std::vector<std::size_t> asked_;   // by open question: its index in the round
  std::deque<Entry> expected_;
  Places expected_upto_;           // by entry: the index of the first play not handed out
  std::int64_t came_ = 0;          // answers to the round and to plays asked ahead
  std::int64_t next_look_at_ = 0;  // the number of answers for the next forecast
  StopToken::Clock::time_point rests_until_;
};

}  // namespace allnash::asking
