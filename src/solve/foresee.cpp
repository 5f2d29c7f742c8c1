
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <unordered_set>
#include <utility>

#include "exact/memory.hpp"
#include "solve/parts.hpp"

namespace allnash {
namespace {

using Entries = std::unordered_set<Entry, game::EntryHash>;

/// What is known, taken apart: mean + the row's effect + the column's + what is left.
class AdditiveModel {
 public:
  AdditiveModel(const Begun& run, const ledger::Standing& now)
      : range_(run.settings.range), rows_(at(run.rows)), columns_(at(run.columns)) {
    for (const auto& [entry, payoff] : now.known) {
      known_.push_back({entry, payoff.to_double()});
      if (!run.settings.symmetric) continue;
      known_.push_back(
          {{entry.column, entry.row}, (run.settings.match_sum() - payoff).to_double()});
    }
    for (int sweep = 0; sweep < 4; ++sweep) {
      fit(rows_, columns_, &Entry::row, &Entry::column);
      fit(columns_, rows_, &Entry::column, &Entry::row);
    }
    note_left();
    note_step();
  }

  /// Draw 0 is what is most likely; the others add what is left of some entry that is known. On a
  /// grid, since it will be reckoned with exactly.
  [[nodiscard]] Rational guess(Entry entry, std::size_t draw) const {
    double paid = of(entry);
    if (draw > 0 && !left_.empty()) {
      const std::uint64_t word = (game::EntryHash{}(entry) + draw) * 0x9e3779b97f4a7c15U;
      paid += left_[(word >> 20U) % left_.size()];
    }
    Rational rounded(static_cast<std::int64_t>(std::llround(paid / step_)));
    rounded *= Rational(step_);
    if (range_) rounded = std::clamp(rounded, range_->low, range_->high);
    return rounded;
  }

 private:
  struct Payoff {
    Entry entry;
    double paid;
  };

  [[nodiscard]] double of(Entry entry) const {
    return mean_ + rows_[at(entry.row)] + columns_[at(entry.column)];
  }

  /// A line of which little is known is drawn to the mean.
  void fit(std::vector<double>& effects, const std::vector<double>& others, Index Entry::*line,
           Index Entry::*other) {
    std::vector<double> sums(effects.size());
    std::vector<double> counts(effects.size(), 1);
    double total = 0;
    for (const auto& [entry, paid] : known_) {
      const double rest = paid - others[at(entry.*other)];
      total += rest - effects[at(entry.*line)];
      sums[at(entry.*line)] += rest;
      ++counts[at(entry.*line)];
    }
    if (!known_.empty()) mean_ = total / static_cast<double>(known_.size());
    for (std::size_t t = 0; t < effects.size(); ++t) {
      effects[t] = (sums[t] - mean_ * (counts[t] - 1)) / counts[t];
    }
  }

  /// What the effects leave of each payoff, as if they had been fitted without it: in a line of
  /// which little is known it has drawn its own guess to itself.
  void note_left() {
    std::vector<double> in_row(rows_.size(), 1);
    std::vector<double> in_column(columns_.size(), 1);
    for (const auto& [entry, paid] : known_) {
      ++in_row[at(entry.row)];
      ++in_column[at(entry.column)];
    }
    for (const auto& [entry, paid] : known_) {
      const double own = 1 / in_row[at(entry.row)] + 1 / in_column[at(entry.column)];
      left_.push_back((paid - of(entry)) / std::max(0.25, 1 - own));
    }
    std::ranges::sort(left_);  // the map has no order
  }

  /// A power of 2 of which some thousands lie between the payoffs.
  void note_step() {
    if (known_.empty()) return;
    const auto [least, most] = std::ranges::minmax(known_, {}, &Payoff::paid);
    const double spread = most.paid - least.paid;
    if (spread > 0 && std::isfinite(spread)) step_ = std::exp2(std::floor(std::log2(spread)) - 12);
  }

  std::optional<PayoffRange> range_;
  std::vector<Payoff> known_;
  std::vector<double> rows_;
  std::vector<double> columns_;
  std::vector<double> left_;
  double mean_ = 0;
  double step_ = 1;
};

/// Answers at once, with guesses for what is not known, and notes what it is asked.
class Guessed final : public Source, public SelfCheck {
 public:
  Guessed(const Begun& run, const ledger::Standing& now, const AdditiveModel& model,
          std::size_t draw)
      : Source(run.rows, run.columns),
        now_(now),
        model_(model),
        draw_(draw),
        rounds_left_(run.options.ahead) {}

  void payoffs(std::span<const Question> asked, std::span<Rational> answers) override {
    bool guessed = false;
    for (std::size_t t = 0; t < asked.size(); ++t) {
      const Entry entry = asked[t].entry;
      const auto known = now_.known.find(entry);
      const bool is_known = known != now_.known.end();
      answers[t] = is_known ? known->second : model_.guess(entry, draw_);
      guessed = guessed || !is_known;
      if (!is_known && !now_.awaited.contains(entry)) foreseen.push_back(entry);
    }
    // The first that is not known whole is the one that is waited for.
    if (guessed && rounds_left_-- <= 0) enough.raise();
  }
  /// Guesses are symmetric where the game is: nothing is to be compared.
  [[nodiscard]] const SelfCheck* self_check() const override { return this; }
  [[nodiscard]] std::optional<Entry> symmetry_fault(const Rational& /*sum*/) const override {
    return {};
  }

  std::vector<Entry> foreseen;
  StopFlag enough;

 private:
  const ledger::Standing& now_;
  const AdditiveModel& model_;
  std::size_t draw_;
  std::int64_t rounds_left_;
};

std::vector<Entry> replay(const Begun& begun, const ledger::Standing& now,
                          const AdditiveModel& model, std::size_t draw, const StopFlag& ended) {
  Guessed game(begun, now, model, draw);
  ledger::LedgerSettings settings = begun.settings;
  settings.stop = StopToken(&game.enough, {}, &ended);
  settings.check_repeat = 0;
  settings.observer = nullptr;
  settings.threads = 1;
  // There is one, where the run has one, since a method may go another way then; it does not bind.
  if (settings.budget) settings.budget = std::numeric_limits<std::int64_t>::max();
  Options options = begun.options;
  options.threads = 1;
  ledger::Ledger ledger(game, settings);
  methods::Run run{ledger, options, settings.stop};
  (void)begun.method(run);
  return std::move(game.foreseen);
}

}  // namespace

std::vector<Entry> foresee(const Begun& begun, const ledger::Standing& now,
                           const StopFlag& enough) {
  constexpr std::size_t draws = 8;
  const AdditiveModel model(begun, now);
  std::array<std::vector<Entry>, draws> asked;
  exact::side_by_side(threads_for(begun.options.threads), draws, [&](std::size_t draw) {
    if (!enough.raised()) asked[draw] = replay(begun, now, model, draw, enough);
  });
  std::vector<Entry> common = std::move(asked[0]);
  for (std::size_t draw = 1; draw < draws; ++draw) {
    const Entries wanted(asked[draw].begin(), asked[draw].end());
    std::erase_if(common, [&](const Entry& entry) { return !wanted.contains(entry); });
  }
  return common;
}

}  // namespace allnash
