#include "payoffs/asking/priced.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "allnash/ledger.hpp"
#include "allnash/run.hpp"
#include "core/base/text.hpp"

namespace allnash {
namespace asking {

namespace {

void check_shape(const std::string& name, const Source& costs, Index rows, Index columns) {
  if (costs.rows() == rows && costs.columns() == columns) return;
  allnash::refuse(name, fmt::format("costs of {} x {} entries for a game of {} x {}", costs.rows(),
                                    costs.columns(), rows, columns));
}

void check_sign(const std::string& name, Entry entry, const Rational& cost) {
  if (cost.sign() >= 0) return;
  allnash::refuse(name, fmt::format("{}: the cost {} is negative", entry_name(entry),
                                    printable(cost.to_string())));
}

}  // namespace

Priced::Priced(Source* source, Index rows, Index columns, bool symmetric)
    : source_(source),
      rows_(rows),
      columns_(columns),
      symmetric_(symmetric),
      remembers_(source != nullptr && !source->traits().free) {
  if (source != nullptr) check_shape("costs", *source, rows, columns);
}

Entry Priced::named(Entry entry) const {
  if (symmetric_ && entry.row > entry.column) std::swap(entry.row, entry.column);
  return entry;
}

bool Priced::knows(Entry entry) const {
  const std::scoped_lock lock(mutex_);
  return known_.contains(entry);
}

std::vector<Rational> Priced::ask(std::span<const Entry> entries) const {
  std::vector<Rational> costs = payoffs_of(*source_, entries);
  for (std::size_t t = 0; t < entries.size(); ++t) check_sign("costs", entries[t], costs[t]);
  return costs;
}

void Priced::know(std::span<const Entry> entries) const {
  if (!remembers_) return;
  std::vector<Entry> asked;
  for (const Entry& entry : entries) {
    if (!knows(named(entry))) asked.push_back(named(entry));
  }
  std::ranges::sort(asked);
  asked.erase(std::unique(asked.begin(), asked.end()), asked.end());
  if (asked.empty()) return;
  std::vector<Rational> costs = ask(asked);
  const std::scoped_lock lock(mutex_);
  for (std::size_t t = 0; t < asked.size(); ++t) known_.emplace(asked[t], std::move(costs[t]));
}

Rational Priced::of(Entry entry) const {
  if (!*this) return 0;
  entry = named(entry);
  if (!remembers_) return ask({&entry, 1}).front();
  know({&entry, 1});
  const std::scoped_lock lock(mutex_);
  return known_.at(entry);
}

double Priced::weight_of(Entry entry) const { return *this ? of(entry).to_double() : 1; }

Rational Priced::of_lines(std::span<const Index> rows, std::span<const Index> columns) const {
  std::vector<Entry> entries;
  std::vector<bool> row_done(at(rows_));
  for (const Index row : rows) {
    for (Index column = 0; column < columns_; ++column) {
      if (symmetric_ && (row == column || row_done[at(column)])) continue;
      entries.push_back({row, column});
    }
    row_done[at(row)] = true;
  }
  for (const Index column : columns) {
    if (symmetric_) break;  // rows and columns are the same lines
    for (Index row = 0; row < rows_; ++row) {
      if (!row_done[at(row)]) entries.push_back({row, column});
    }
  }
  know(entries);
  Rational sum;
  for (const Entry& entry : entries) sum += of(entry);
  return sum;
}

}  // namespace asking

void check_costs(Source& costs, Index rows, Index columns, const std::string& name) {
  asking::check_shape(name, costs, rows, columns);
  std::vector<Entry> line(at(columns));
  for (Index row = 0; row < rows; ++row) {
    for (Index column = 0; column < columns; ++column) {
      line[at(column)] = {row, column};
    }
    const std::vector<Rational> found = payoffs_of(costs, line);
    for (std::size_t t = 0; t < line.size(); ++t) asking::check_sign(name, line[t], found[t]);
  }
}

}  // namespace allnash
