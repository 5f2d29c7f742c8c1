#include "methods/lazy/sample.hpp"

#include <algorithm>
#include <set>

#include "ledger/priced.hpp"
#include "methods/lazy/structure.hpp"

namespace allnash::methods {

namespace {

Lines some_below(Index count, std::size_t size, Random& random) {
  Lines lines;
  while (lines.size() < size) {
    const Index s = random.below(count);
    if (std::ranges::find(lines, s) == lines.end()) lines.push_back(s);
  }
  std::ranges::sort(lines);
  return lines;
}

}  // namespace

Sample::Sample(const Run& run) {
  constexpr Index largest = 20;
  Random random(run.options.seed);
  for (const Player player : game::players) {
    const Index count = View(run.known, player).count();
    auto& [order, lines] = of(player);
    order.resize(at(count));
    constexpr std::size_t look_every = 1U << 16;
    for (std::size_t t = 0; t < order.size(); ++t) {
      if (t % look_every == 0 && run.stop.stopped()) return;
      std::uint32_t& place = order[t];
      place = static_cast<std::uint32_t>(random.below(Index{1} << 32));
    }
    const Index size = std::min(count, std::clamp<Index>(count / 10, 3, largest));
    lines = some_below(count, at(size), random);
  }
  if (run.ledger.prices()) prefer_cheap(run, random);
}

// Before anything is known all random blocks are of equal use: the cheapest of a few.
void Sample::prefer_cheap(const Run& run, Random& random) {
  constexpr int others = 15;
  const auto cost = [&](const Lines& rows, const Lines& columns) {
    const std::vector<Entry> entries = game::entries_of({{rows, columns}});
    run.ledger.prices().know(entries);
    double sum = 0;
    for (const Entry& entry : entries) sum += run.ledger.prices().weight_of(entry);
    return sum;
  };
  double least = cost(row.lines, column.lines);
  for (int attempt = 0; attempt < others; ++attempt) {
    Both<Lines> lines;
    for (const Player player : game::players) {
      const Index count = View(run.known, player).count();
      lines.of(player) = some_below(count, of(player).lines.size(), random);
    }
    const double now = cost(lines.row, lines.column);
    if (!(now < least)) continue;
    least = now;
    row.lines = std::move(lines.row);
    column.lines = std::move(lines.column);
  }
}

bool Sample::read(Run& run) const {
  return run.ledger.ask(game::entries_of({{row.lines, column.lines}}));
}

bool Sample::looks_like_noise(const game::Known& known) const {
  constexpr std::size_t enough = 10;  // lines each way, for the test to mean something
  if (std::min(row.lines.size(), column.lines.size()) < enough) return false;
  std::vector<std::vector<double>> table;
  for (const Index i : row.lines) {
    table.emplace_back();
    for (const Index j : column.lines) table.back().push_back(known.approximate(i, j));
  }
  return !shows_structure(std::move(table));
}

bool Sample::shows_two_payoffs(const game::Known& known) const {
  std::set<Rational> payoffs;
  for (const Index i : row.lines) {
    for (const Index j : column.lines) {
      payoffs.insert(known.payoff(i, j));
      if (payoffs.size() > 2) return false;
    }
  }
  return true;
}

}  // namespace allnash::methods
