#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

#include "matrix/lazy/lazy.hpp"
#include "payoffs/asking/priced.hpp"

namespace allnash::matrix {

namespace {

// Random lines that are not in `avoid`. Requires that there are enough.
Lines some_below(Index count, std::size_t size, Random& random, const Lines& avoid = {}) {
  Lines lines;
  while (lines.size() < size) {
    const Index s = random.below(count);
    if (std::ranges::find(avoid, s) != avoid.end()) continue;
    if (std::ranges::find(lines, s) == lines.end()) lines.push_back(s);
  }
  std::ranges::sort(lines);
  return lines;
}

using Sampled = std::vector<std::vector<double>>;

double energy(const Sampled& table) {
  double sum = 0;
  for (const auto& row : table) {
    for (const double value : row) sum += value * value;
  }
  return sum;
}

void subtract_mean(Sampled& table) {
  double sum = 0;
  for (const auto& row : table) {
    for (const double value : row) sum += value;
  }
  const double mean = sum / static_cast<double>(table.size() * table[0].size());
  for (auto& row : table) {
    for (double& value : row) value -= mean;
  }
}

void subtract_effects(Sampled& table) {
  const std::size_t m = table[0].size();
  for (auto& row : table) {
    double mean = 0;
    for (const double value : row) mean += value / static_cast<double>(m);
    for (double& value : row) value -= mean;
  }
  for (std::size_t j = 0; j < m; ++j) {
    double mean = 0;
    for (const auto& row : table) mean += row[j] / static_cast<double>(table.size());
    for (auto& row : table) row[j] -= mean;
  }
}

// Subtracts the best product u_i * w_j, found by alternating least squares.
void subtract_product(Sampled& table) {
  std::vector<double> u(table.size());
  std::vector<double> w(table[0].size());
  for (std::size_t j = 0; j < w.size(); ++j) w[j] = 1 + 0.1 * static_cast<double>(j % 7);
  constexpr int rounds = 30;
  for (int round = 0; round < rounds; ++round) {
    double size = 0;
    for (const double value : w) size += value * value;
    if (size == 0) return;
    for (std::size_t i = 0; i < u.size(); ++i) {
      u[i] = 0;
      for (std::size_t j = 0; j < w.size(); ++j) u[i] += table[i][j] * w[j] / size;
    }
    size = 0;
    for (const double value : u) size += value * value;
    if (size == 0) return;
    for (std::size_t j = 0; j < w.size(); ++j) {
      w[j] = 0;
      for (std::size_t i = 0; i < u.size(); ++i) w[j] += table[i][j] * u[i] / size;
    }
  }
  for (std::size_t i = 0; i < u.size(); ++i) {
    for (std::size_t j = 0; j < w.size(); ++j) table[i][j] -= u[i] * w[j];
  }
}

// The number of lines drawn, of so many: a tenth where that is not more than it takes to tell noise
// from structure, and beyond that fewer, since the block is dear beside a floor of some lines.
Index size_for(Index count) {
  constexpr Index least = 3;
  constexpr Index telling = 14;
  constexpr Index most = 20;
  return std::clamp(std::min(count / 10, std::max(telling, count / 16)), least, most);
}

}  // namespace

Sample::Sample(const Run& run) {
  Random random(run.options.seed);
  for (const Player player : game::players) {
    const Index count = View(run.known, player).count();
    auto& [order, lines, unused] = of(player);
    order.resize(at(count));
    constexpr std::size_t look_every = 1U << 16;
    for (std::size_t t = 0; t < order.size(); ++t) {
      if (t % look_every == 0 && run.stop.stopped()) return;
      std::uint32_t& place = order[t];
      place = static_cast<std::uint32_t>(random.below(Index{1} << 32));
    }
    const Index size = std::min(count, size_for(count));
    lines = some_below(count, at(size), random);
  }
  if (run.ledger.prices()) prefer_cheap(run, random);
  for (const Player player : game::players) {
    const Index count = View(run.known, player).count();
    const Lines& lines = of(player).lines;
    const std::size_t size = std::min(lines.size(), at(count) - lines.size());
    of(player).others = some_below(count, size, random, lines);
  }
}

// Before any query all random blocks are equally useful, so the cheapest of a few is taken.
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

std::optional<bool> Sample::looks_like_noise(Run& run) const {
  constexpr std::size_t enough = 10;  // lines of each player for a meaningful test
  constexpr double plain = 1.2;
  double structure = 0;
  for (const bool again : {false, true}) {
    const Lines& rows = again ? row.others : row.lines;
    const Lines& columns = again ? column.others : column.lines;
    if (!run.ask(game::entries_of({{rows, columns}}))) return std::nullopt;
    if (std::min(rows.size(), columns.size()) < enough) return false;
    Sampled table;
    for (const Index i : rows) {
      table.emplace_back();
      for (const Index j : columns) table.back().push_back(run.known.approximate(i, j));
    }
    structure = structure_in(std::move(table));
    // In a small game the queries of a second test would be expensive.
    const bool is_small =
        run.known.rows() + run.known.columns() < 4 * std::ssize(rows) * std::ssize(columns);
    if (structure <= 1 || structure > plain || is_small) break;
  }
  return structure <= 1;
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

double structure_in(std::vector<std::vector<double>> table) {
  const auto rows = static_cast<double>(table.size());
  const auto columns = static_cast<double>(table[0].size());
  subtract_mean(table);
  const double all = energy(table);
  if (all == 0 || !std::isfinite(all)) return std::numeric_limits<double>::infinity();

  // In noise, the effects explain a share like a chi-square of rows + columns - 2 degrees of
  // freedom: a share four standard deviations above its mean is significant.
  subtract_effects(table);
  const double rest = energy(table);
  const double freedom = rows + columns - 2;
  const double of_noise = (freedom + 4 * std::sqrt(2 * freedom)) / (rows * columns - 1);
  const double by_effects = (1 - rest / all) / of_noise;
  if (by_effects > 1) return by_effects;

  // After the effects are removed, the squared largest singular value of noise is about this part
  // of its energy (Marchenko and Pastur 1967); the second is a little smaller.
  const double largest =
      std::pow(std::sqrt(rows - 1) + std::sqrt(columns - 1), 2) / ((rows - 1) * (columns - 1));
  subtract_product(table);
  subtract_product(table);
  return (1 - energy(table) / rest) / (1.1 * 2 * largest);
}

}  // namespace allnash::matrix
