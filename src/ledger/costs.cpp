#include "ledger/costs.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "allnash/error.hpp"
#include "allnash/solve.hpp"
#include "sources/table.hpp"
#include "sources/text.hpp"

namespace allnash {
namespace ledger {

namespace {

void check_shape(const std::string& name, const PayoffSource& costs, Index rows, Index columns) {
  if (costs.rows() == rows && costs.columns() == columns) return;
  sources::refuse(name, fmt::format("costs of {} x {} entries for a game of {} x {}", costs.rows(),
                                    costs.columns(), rows, columns));
}

void check_sign(const std::string& name, Entry entry, const Rational& cost) {
  if (cost.sign() >= 0) return;
  sources::refuse(name, fmt::format("{}: the cost {} is negative", sources::entry_name(entry),
                                    printable(cost.to_string())));
}

}  // namespace

Costs::Costs(PayoffSource& source, Index rows, Index columns, bool symmetric)
    : source_(source), symmetric_(symmetric) {
  check_shape("costs", source, rows, columns);
}

Rational Costs::of(Entry entry) const {
  if (symmetric_ && entry.row > entry.column) std::swap(entry.row, entry.column);
  Rational cost;
  const std::scoped_lock lock(mutex_);
  source_.payoffs({&entry, 1}, {&cost, 1});
  check_sign("costs", entry, cost);
  return cost;
}

}  // namespace ledger

void check_costs(PayoffSource& costs, Index rows, Index columns, const std::string& name) {
  ledger::check_shape(name, costs, rows, columns);
  std::vector<Entry> line(at(columns));
  std::vector<Rational> found(line.size());
  for (Index row = 0; row < rows; ++row) {
    for (Index column = 0; column < columns; ++column) {
      line[at(column)] = {row, column};
    }
    costs.payoffs(line, found);
    for (std::size_t t = 0; t < line.size(); ++t) ledger::check_sign(name, line[t], found[t]);
  }
}

}  // namespace allnash
