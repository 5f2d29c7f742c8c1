#include "payoffs/sources/table.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "allnash/game.hpp"
#include "allnash/run.hpp"
#include "core/base/random.hpp"
#include "core/base/text.hpp"
#include "core/exact/access.hpp"

namespace allnash {
namespace sources {

namespace {

// A 128-bit hash against accidental, not malicious, confusion of games. It is a sum over the
// nonzero payoffs, so neither their order nor zeros matter.
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

void StoredGame::payoffs(std::span<const Question> asked, std::span<Rational> answers) {
  for (std::size_t t = 0; t < asked.size(); ++t) answers[t] = at(asked[t].entry);
}

std::optional<Entry> StoredGame::symmetry_fault(const Rational& sum) const {
  if (rows() != columns()) return {};
  // Of two contradicting entries, the one above the diagonal is named first.
  for (Index row = 0; row < rows(); ++row) {
    for (Index column = row; column < columns(); ++column) {
      if (at({row, column}) != sum - at({column, row})) return Entry{row, column};
    }
  }
  return {};
}

std::optional<Entry> StoredGame::range_fault(const PayoffRange& range) const {
  for (Index row = 0; row < rows(); ++row) {
    for (Index column = 0; column < columns(); ++column) {
      if (!range.holds(at({row, column}))) return Entry{row, column};
    }
  }
  return {};
}

TableGame::TableGame(Index rows, Index columns, std::vector<Rational> values, Labels labels,
                     Layout layout)
    : StoredGame(rows, columns, std::move(labels)),
      row_step_(layout == Layout::by_row ? columns : 1),
      column_step_(layout == Layout::by_row ? 1 : rows),
      values_(std::move(values)) {}

GameIdentity TableGame::identity() const {
  Fingerprint fingerprint;
  for (Index row = 0; row < rows(); ++row) {
    for (Index column = 0; column < columns(); ++column) {
      fingerprint.add({row, column}, at({row, column}));
    }
  }
  return {fingerprint.text(), ""};
}

SparseGame::SparseGame(Index rows, Index columns, std::vector<ListedPayoff> listed)
    : StoredGame(rows, columns), listed_(std::move(listed)) {}

const Rational& SparseGame::at(Entry entry) const {
  const auto found = std::ranges::lower_bound(listed_, entry, {}, &ListedPayoff::entry);
  return found != listed_.end() && found->entry == entry ? found->payoff : zero_;
}

// The first entry that is not listed, and therefore zero.
std::optional<Entry> SparseGame::unlisted() const {
  Index place = 0;
  for (const auto& [entry, payoff] : listed_) {
    if (entry.row != place / columns() || entry.column != place % columns()) break;
    ++place;
  }
  if (place / columns() == rows()) return {};
  return Entry{place / columns(), place % columns()};
}

std::optional<Entry> SparseGame::range_fault(const PayoffRange& range) const {
  for (const auto& [entry, payoff] : listed_) {
    if (!range.holds(payoff)) return entry;
  }
  return range.holds(zero_) ? std::nullopt : unlisted();
}

std::optional<Entry> SparseGame::symmetry_fault(const Rational& sum) const {
  if (rows() != columns()) return {};
  if (sum.sign() != 0) return StoredGame::symmetry_fault(sum);
  // If neither entry is listed both are zero.
  std::optional<Entry> first;
  for (const auto& [entry, payoff] : listed_) {
    const Entry mirror{entry.column, entry.row};
    if (payoff == -at(mirror)) continue;
    const Entry fault = std::min(entry, mirror);
    if (!first || fault < *first) first = fault;
  }
  return first;
}

GameIdentity SparseGame::identity() const {
  Fingerprint fingerprint;
  for (const auto& [entry, payoff] : listed_) fingerprint.add(entry, payoff);
  return {fingerprint.text(), ""};
}

namespace {

void check_table(Index rows, Index columns, std::size_t values, const Labels& labels) {
  check_shape("table", rows, columns);
  if (static_cast<Index>(values) != rows * columns) {
    throw InputError(fmt::format("table: {} payoffs where {} x {} needs {}", values, rows, columns,
                                 rows * columns));
  }
  check_labels("table", labels, rows, columns);
}

}  // namespace
}  // namespace sources

std::unique_ptr<Source> table_game(Index rows, Index columns, std::vector<Rational> values,
                                   Labels labels) {
  sources::check_table(rows, columns, values.size(), labels);
  return std::make_unique<sources::TableGame>(rows, columns, std::move(values), std::move(labels));
}

std::unique_ptr<Source> detail::table_of_doubles(Index rows, Index columns,
                                                 std::span<const double> values, Labels labels) {
  sources::check_table(rows, columns, values.size(), labels);
  std::vector<Rational> exact;
  exact.reserve(values.size());
  for (const double value : values) {
    const auto place = std::ssize(exact);
    if (!std::isfinite(value)) {
      throw InputError("table: " + entry_name({place / columns, place % columns}) +
                       (std::isnan(value) ? ": not a number (nan)" : ": infinite payoff"));
    }
    exact.push_back(value);
  }
  return std::make_unique<sources::TableGame>(rows, columns, std::move(exact), std::move(labels));
}

}  // namespace allnash
