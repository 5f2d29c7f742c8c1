// Games that are known in full: every payoff stored, or only those that are not zero.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "allnash/source.hpp"
#include "exact/at.hpp"

namespace allnash::sources {

/// Throws InputError, with `where` before it, unless there is a strategy on each side and the
/// entries can be counted in an Index.
void check_shape(const std::string& where, Index rows, Index columns);

/// How an error names an entry: "entry (2, 5)".
std::string entry_name(Entry entry);

/// How the payoffs of a table follow each other. Some files go column by column; keeping their
/// order saves turning the table round in memory.
enum class Order { by_row, by_column };

class Table final : public Source {
 public:
  /// Requires what table_game checks.
  Table(Index rows, Index columns, std::vector<Rational> values, Labels labels = {},
        Order order = Order::by_row, std::string solved_as = {});

  void payoffs(std::span<const Question> asked, std::span<Rational> answers) override;
  [[nodiscard]] bool concurrent() const override { return true; }
  [[nodiscard]] bool free() const override { return true; }
  [[nodiscard]] std::optional<Entry> symmetry_fault(const Rational& sum) const override;
  [[nodiscard]] std::optional<Entry> range_fault(const PayoffRange& range) const override;
  [[nodiscard]] bool tells_symmetry() const override { return true; }
  [[nodiscard]] std::optional<bool> agrees(Entry entry, const Rational& payoff) const override {
    return at(entry) == payoff;
  }
  /// By the payoffs alone: however a game was stored and whatever its strategies are called.
  [[nodiscard]] GameIdentity identity() const override;
  [[nodiscard]] std::string solved_as() const override { return solved_as_; }

 private:
  [[nodiscard]] const Rational& at(Entry entry) const {
    return values_[static_cast<std::size_t>(entry.row * row_step_ + entry.column * column_step_)];
  }

  Index row_step_;
  Index column_step_;
  std::vector<Rational> values_;
  std::string solved_as_;
};

/// A payoff and where it stands.
struct Cell {
  Entry entry;
  Rational payoff;
};

/// A game that is zero except in the cells listed: it takes memory for those alone, whatever its
/// shape.
class SparseTable final : public Source {
 public:
  /// Requires cells inside the game, sorted by entry, no entry twice.
  SparseTable(Index rows, Index columns, std::vector<Cell> cells);

  void payoffs(std::span<const Question> asked, std::span<Rational> answers) override;
  [[nodiscard]] bool concurrent() const override { return true; }
  [[nodiscard]] bool free() const override { return true; }
  [[nodiscard]] std::optional<Entry> symmetry_fault(const Rational& sum) const override;
  [[nodiscard]] std::optional<Entry> range_fault(const PayoffRange& range) const override;
  [[nodiscard]] bool tells_symmetry() const override { return true; }
  [[nodiscard]] std::optional<bool> agrees(Entry entry, const Rational& payoff) const override {
    return at(entry) == payoff;
  }
  [[nodiscard]] GameIdentity identity() const override;  ///< equal to that of an equal Table

 private:
  [[nodiscard]] const Rational& at(Entry entry) const;
  [[nodiscard]] std::optional<Entry> unlisted() const;

  Rational zero_;
  std::vector<Cell> cells_;
};

}  // namespace allnash::sources
