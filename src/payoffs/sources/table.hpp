// Games that are known in full: every payoff stored, or only those that are not zero.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "allnash/source.hpp"
#include "core/base/at.hpp"

namespace allnash::sources {

/// Base class of games that are known in full.
class StoredGame : public Source, public SelfCheck {
 public:
  StoredGame(Index rows, Index columns, Labels labels = {})
      : Source(rows, columns, std::move(labels), {.concurrent = true, .free = true}) {}

  void payoffs(std::span<const Question> asked, std::span<Rational> answers) override;
  [[nodiscard]] const SelfCheck* self_check() const final { return this; }
  [[nodiscard]] std::optional<Entry> symmetry_fault(const Rational& sum) const override;
  [[nodiscard]] std::optional<Entry> range_fault(const PayoffRange& range) const override;
  [[nodiscard]] std::optional<bool> agrees(Entry entry, const Rational& payoff) const override {
    return at(entry) == payoff;
  }

 private:
  [[nodiscard]] virtual const Rational& at(Entry entry) const = 0;
};

/// The order of a table's payoffs. Some files go column by column; keeping that order saves
/// transposing the table in memory.
enum class Layout { by_row, by_column };

class TableGame : public StoredGame {
 public:
  /// Requires arguments that table_game accepts.
  TableGame(Index rows, Index columns, std::vector<Rational> values, Labels labels = {},
            Layout layout = Layout::by_row);

  /// Depends on the payoffs alone, not on storage or on names of strategies.
  [[nodiscard]] GameIdentity identity() const override;

 protected:
  [[nodiscard]] Rational& place(Entry entry) { return values_[number_of(entry)]; }
  [[nodiscard]] const Rational& place(Entry entry) const { return values_[number_of(entry)]; }

 private:
  [[nodiscard]] const Rational& at(Entry entry) const final { return place(entry); }
  [[nodiscard]] std::size_t number_of(Entry entry) const {
    return static_cast<std::size_t>(entry.row * row_step_ + entry.column * column_step_);
  }

  Index row_step_;
  Index column_step_;
  std::vector<Rational> values_;
};

/// A payoff and its entry.
struct ListedPayoff {
  Entry entry;
  Rational payoff;
};

/// A game that is zero except in the listed entries: its memory depends on these alone.
class SparseGame final : public StoredGame {
 public:
  /// Requires entries inside the game, sorted, none twice.
  SparseGame(Index rows, Index columns, std::vector<ListedPayoff> listed);

  [[nodiscard]] std::optional<Entry> symmetry_fault(const Rational& sum) const override;
  [[nodiscard]] std::optional<Entry> range_fault(const PayoffRange& range) const override;
  [[nodiscard]] GameIdentity identity() const override;  ///< equal to that of an equal TableGame

 private:
  [[nodiscard]] const Rational& at(Entry entry) const override;
  [[nodiscard]] std::optional<Entry> unlisted() const;

  Rational zero_;
  std::vector<ListedPayoff> listed_;
};

}  // namespace allnash::sources
