#include "sources/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <limits>
#include <utility>

#include "allnash/error.hpp"
#include "allnash/plan.hpp"
#include "exact/access.hpp"
#include "sources/families/noise.hpp"
#include "sources/names.hpp"

namespace allnash {
namespace sources {

void check_shape(const std::string& where, Index rows, Index columns) {
  const std::string shape = std::to_string(rows) + " x " + std::to_string(columns);
  if (rows < 1 || columns < 1) {
    throw InputError(where + ": a game of " + shape + " has no strategies to choose from");
  }
  if (rows > std::numeric_limits<Index>::max() / columns) {
    throw InputError(where + ": a game of " + shape + " is too large");
  }
}

std::string entry_name(Entry entry) {
  return "entry (" + std::to_string(entry.row) + ", " + std::to_string(entry.column) + ")";
}

namespace {

// 128 bits that tell a game from others by accident, not by malice. A sum over the payoffs that are
// not zero, so that neither their order nor the zeros matter.
class Fingerprint {
 public:
  void add(Entry entry, const Rational& payoff) {
    if (payoff.sign() == 0) return;
    std::uint64_t word = mixed(static_cast<std::uint64_t>(entry.row) + 0x9e3779b97f4a7c15U);
    word = mixed(word ^ static_cast<std::uint64_t>(entry.column));
    if (exact::is_small(payoff)) {
      word = mixed(word ^ static_cast<std::uint64_t>(*exact::numerator(payoff)));
      word = mixed(word + static_cast<std::uint64_t>(*exact::denominator(payoff)));
    } else {
      for (const char c : payoff.to_string()) word = mixed(word ^ static_cast<unsigned char>(c));
    }
    first_ += word;
    second_ += mixed(word + 1);
  }
  [[nodiscard]] std::string text() const {
    return fmt::format("table {:016x}{:016x}", first_, second_);
  }

 private:
  std::uint64_t first_ = 0;
  std::uint64_t second_ = 0;
};

}  // namespace

Table::Table(Index rows, Index columns, std::vector<Rational> values, Labels labels, Order order,
             std::string solved_as)
    : PayoffSource(rows, columns),
      row_step_(order == Order::by_row ? columns : 1),
      column_step_(order == Order::by_row ? 1 : rows),
      values_(std::move(values)),
      labels_(std::move(labels)),
      solved_as_(std::move(solved_as)) {}

void Table::payoffs(std::span<const Entry> asked, std::span<Rational> answers) {
  for (std::size_t t = 0; t < asked.size(); ++t) answers[t] = at(asked[t].row, asked[t].column);
}

std::optional<Entry> Table::symmetry_fault(const Rational& sum) const {
  if (rows() != columns()) return {};
  // Of two entries that contradict each other, the one above the diagonal comes first.
  for (Index row = 0; row < rows(); ++row) {
    for (Index column = row; column < columns(); ++column) {
      if (at(row, column) != sum - at(column, row)) return Entry{row, column};
    }
  }
  return {};
}

std::optional<Entry> Table::range_fault(const PayoffRange& range) const {
  for (Index row = 0; row < rows(); ++row) {
    for (Index column = 0; column < columns(); ++column) {
      if (!range.holds(at(row, column))) return Entry{row, column};
    }
  }
  return {};
}

GameIdentity Table::identity() const {
  Fingerprint fingerprint;
  for (Index row = 0; row < rows(); ++row) {
    for (Index column = 0; column < columns(); ++column) {
      fingerprint.add({row, column}, at(row, column));
    }
  }
  return {fingerprint.text(), ""};
}

SparseTable::SparseTable(Index rows, Index columns, std::vector<Cell> cells)
    : PayoffSource(rows, columns), cells_(std::move(cells)) {}

const Rational& SparseTable::at(Entry entry) const {
  const auto cell = std::lower_bound(cells_.begin(), cells_.end(), entry,
                                     [](const Cell& c, Entry e) { return c.entry < e; });
  return cell != cells_.end() && cell->entry == entry ? cell->payoff : zero_;
}

void SparseTable::payoffs(std::span<const Entry> asked, std::span<Rational> answers) {
  for (std::size_t t = 0; t < asked.size(); ++t) answers[t] = at(asked[t]);
}

// The first entry in order that is not listed, and so is zero.
std::optional<Entry> SparseTable::unlisted() const {
  Index place = 0;
  for (const Cell& cell : cells_) {
    if (cell.entry.row != place / columns() || cell.entry.column != place % columns()) break;
    ++place;
  }
  if (place / columns() == rows()) return {};
  return Entry{place / columns(), place % columns()};
}

std::optional<Entry> SparseTable::range_fault(const PayoffRange& range) const {
  for (const Cell& cell : cells_) {
    if (!range.holds(cell.payoff)) return cell.entry;
  }
  return range.holds(zero_) ? std::nullopt : unlisted();
}

std::optional<Entry> SparseTable::symmetry_fault(const Rational& sum) const {
  if (rows() != columns()) return {};
  std::optional<Entry> first;
  // Where neither entry is listed both are zero.
  if (sum.sign() != 0) {
    for (Index row = 0; row < rows() && !first; ++row) {
      for (Index column = row; column < columns() && !first; ++column) {
        if (at({row, column}) + at({column, row}) != sum) first = {row, column};
      }
    }
    return first;
  }
  for (const Cell& cell : cells_) {
    const Entry mirror{cell.entry.column, cell.entry.row};
    if (cell.payoff == -at(mirror)) continue;
    const Entry fault = std::min(cell.entry, mirror);
    if (!first || fault < *first) first = fault;
  }
  return first;
}

GameIdentity SparseTable::identity() const {
  Fingerprint fingerprint;
  for (const Cell& cell : cells_) fingerprint.add(cell.entry, cell.payoff);
  return {fingerprint.text(), ""};
}

namespace {

class FunctionGame final : public PayoffSource {
 public:
  FunctionGame(Index rows, Index columns, std::function<Rational(Index, Index)> payoff)
      : PayoffSource(rows, columns), payoff_(std::move(payoff)) {}

  [[nodiscard]] bool may_vary() const override { return true; }
  void payoffs(std::span<const Entry> asked, std::span<Rational> answers) override {
    for (std::size_t t = 0; t < asked.size(); ++t) answers[t] = payoff(asked[t]);
  }
  // A function may be slow: what it has answered is handed over, before the next call where that
  // is worth the while, and whatever happens in that call.
  void answer(std::span<const Entry> asked, Answers& answers) override {
    std::vector<std::size_t> which;
    std::vector<Rational> found;
    const auto hand_over = [&] {
      if (!which.empty()) answers.take(which, found);
      which.clear();
      found.clear();
    };
    auto last = Clock::now();
    for (std::size_t t = 0; t < asked.size() && !answers.stopped(); ++t) {
      try {
        found.push_back(payoff(asked[t]));
      } catch (...) {
        hand_over();
        throw;
      }
      which.push_back(t);
      if (Clock::now() - last < patience) continue;
      hand_over();
      last = Clock::now();
    }
    hand_over();
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr Clock::duration patience = std::chrono::milliseconds(2);

  Rational payoff(Entry entry) {
    try {
      return payoff_(entry.row, entry.column);
    } catch (const std::exception& error) {
      throw SourceError(entry_name(entry) + ": " + error.what());
    } catch (...) {
      throw SourceError(entry_name(entry) + ": the payoff function failed");
    }
  }

  std::function<Rational(Index, Index)> payoff_;
};

class UnansweredGame final : public PayoffSource {
 public:
  using PayoffSource::PayoffSource;

  void payoffs(std::span<const Entry> asked, std::span<Rational> /*answers*/) override {
    if (asked.empty()) return;
    throw SourceError(entry_name(asked.front()) + ": this game has no payoff source");
  }
};

}  // namespace
}  // namespace sources

std::unique_ptr<PayoffSource> table_game(Index rows, Index columns, std::vector<Rational> values,
                                         std::vector<std::string> row_labels,
                                         std::vector<std::string> column_labels) {
  sources::check_shape("table", rows, columns);
  if (static_cast<Index>(values.size()) != rows * columns) {
    throw InputError("table: " + std::to_string(values.size()) + " payoffs where " +
                     std::to_string(rows) + " x " + std::to_string(columns) + " needs " +
                     std::to_string(rows * columns));
  }
  sources::check_names("table", "row", row_labels, rows);
  sources::check_names("table", "column", column_labels, columns);
  return std::make_unique<sources::Table>(
      rows, columns, std::move(values),
      sources::Labels{std::move(row_labels), std::move(column_labels)});
}

std::unique_ptr<PayoffSource> unanswered_game(Index rows, Index columns) {
  sources::check_shape("game", rows, columns);
  return std::make_unique<sources::UnansweredGame>(rows, columns);
}

std::unique_ptr<PayoffSource> function_game(Index rows, Index columns,
                                            std::function<Rational(Index, Index)> payoff) {
  sources::check_shape("function", rows, columns);
  if (!payoff) throw InputError("function: no function was given");
  return std::make_unique<sources::FunctionGame>(rows, columns, std::move(payoff));
}

}  // namespace allnash
