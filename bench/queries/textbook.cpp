#include "textbook.hpp"

#include <algorithm>
#include <cmath>
#include <coin/ClpSimplex.hpp>
#include <limits>
#include <random>
#include <stdexcept>
#include <vector>

namespace bench {

namespace {

using allnash::Entry;
using allnash::Index;

constexpr double tolerance = 1e-9;  // of the range of the payoffs

std::size_t at(Index index) { return static_cast<std::size_t>(index); }

// What has been asked, and how often something new was.
class AskedPayoffs {
 public:
  explicit AskedPayoffs(allnash::Source& game)
      : game_(game),
        payoffs_(at(game.rows()) * at(game.columns()), std::numeric_limits<double>::quiet_NaN()) {}

  [[nodiscard]] Index rows() const { return game_.rows(); }
  [[nodiscard]] Index columns() const { return game_.columns(); }
  [[nodiscard]] double payoff(Index row, Index column) const {
    return payoffs_[place(row, column)];
  }
  [[nodiscard]] double low() const { return low_; }
  [[nodiscard]] double range() const { return high_ > low_ ? high_ - low_ : 1; }
  [[nodiscard]] std::int64_t queries() const { return queries_; }
  [[nodiscard]] std::int64_t rounds() const { return rounds_; }

  void want(Index row, Index column) {
    double& payoff = payoffs_[place(row, column)];
    if (!std::isnan(payoff)) return;
    payoff = 0;  // so that no batch holds it twice
    batch_.push_back({row, column});
  }

  void ask() {
    if (batch_.empty()) return;
    const std::vector<allnash::Rational> answers = allnash::payoffs_of(game_, batch_);
    for (std::size_t t = 0; t < batch_.size(); ++t) {
      const double payoff = answers[t].to_double();
      payoffs_[place(batch_[t].row, batch_[t].column)] = payoff;
      low_ = std::min(low_, payoff);
      high_ = std::max(high_, payoff);
    }
    queries_ += static_cast<std::int64_t>(batch_.size());
    ++rounds_;
    batch_.clear();
  }

 private:
  [[nodiscard]] std::size_t place(Index row, Index column) const {
    return at(row) * at(game_.columns()) + at(column);
  }

  allnash::Source& game_;
  std::vector<double> payoffs_;
  std::vector<Entry> batch_;
  double low_ = std::numeric_limits<double>::infinity();
  double high_ = -std::numeric_limits<double>::infinity();
  std::int64_t queries_ = 0;
  std::int64_t rounds_ = 0;
};

struct Played {
  Index strategy;
  double probability;
};

struct Equilibrium {
  double value = 0;
  std::vector<Played> row;
  std::vector<Played> column;
};

// min v, A y <= v, sum y = 1, y >= 0 on the working sets, with payoffs moved into [0, 1].
Equilibrium solve(const AskedPayoffs& asked, const std::vector<Index>& rows,
                  const std::vector<Index>& columns) {
  const int n = static_cast<int>(rows.size());
  const int m = static_cast<int>(columns.size());
  std::vector<CoinBigIndex> starts{0};
  std::vector<int> places;
  std::vector<double> values;
  const auto add = [&](int row, double value) {
    places.push_back(row);
    values.push_back(value);
  };
  for (const Index j : columns) {
    for (int i = 0; i < n; ++i) {
      add(i, (asked.payoff(rows[at(i)], j) - asked.low()) / asked.range());
    }
    add(n, 1);
    starts.push_back(static_cast<CoinBigIndex>(values.size()));
  }
  for (int i = 0; i < n; ++i) add(i, -1);
  starts.push_back(static_cast<CoinBigIndex>(values.size()));
  std::vector<double> lower(at(m + 1), 0);
  const std::vector<double> upper(at(m + 1), COIN_DBL_MAX);
  std::vector<double> cost(at(m + 1), 0);
  lower.back() = -COIN_DBL_MAX;  // a bound on v would let the duals sum to less than 1
  cost.back() = 1;
  std::vector<double> row_lower(at(n + 1), -COIN_DBL_MAX);
  std::vector<double> row_upper(at(n + 1), 0);
  row_lower.back() = row_upper.back() = 1;

  ClpSimplex lp;
  lp.setLogLevel(0);
  lp.setPrimalTolerance(tolerance);
  lp.setDualTolerance(tolerance);
  lp.loadProblem(m + 1, n + 1, starts.data(), places.data(), values.data(), lower.data(),
                 upper.data(), cost.data(), row_lower.data(), row_upper.data());
  lp.dual();
  if (lp.status() != 0) lp.primal();
  if (lp.status() != 0) throw std::runtime_error("textbook: Clp found no optimum");
  Equilibrium found{lp.objectiveValue() * asked.range() + asked.low(), {}, {}};
  for (int i = 0; i < n; ++i) {
    const double probability = -lp.dualRowSolution()[i];
    if (probability > tolerance) found.row.push_back({rows[at(i)], probability});
  }
  for (int j = 0; j < m; ++j) {
    const double probability = lp.primalColumnSolution()[j];
    if (probability > tolerance) found.column.push_back({columns[at(j)], probability});
  }
  return found;
}

void read_lines(AskedPayoffs& asked, const Equilibrium& now) {
  for (const Played& played : now.row) {
    for (Index j = 0; j < asked.columns(); ++j) asked.want(played.strategy, j);
  }
  for (const Played& played : now.column) {
    for (Index i = 0; i < asked.rows(); ++i) asked.want(i, played.strategy);
  }
  asked.ask();
}

// Takes up the strategy that gains most over the value, if any does. Gains are the responder's.
template <class Gain>
bool respond(std::vector<Index>& working, Index count, double least, const Gain& gain) {
  Index best = 0;
  double most = -std::numeric_limits<double>::infinity();
  for (Index s = 0; s < count; ++s) {
    const double gained = gain(s);
    if (gained > most) {
      most = gained;
      best = s;
    }
  }
  // A strategy already there gains only by the error of the LP: to go on would be to go round.
  if (most <= least || std::ranges::find(working, best) != working.end()) return false;
  working.push_back(best);
  return true;
}

}  // namespace

TextbookRun textbook(allnash::Source& game, std::uint64_t seed,
                     std::chrono::steady_clock::time_point deadline) {
  AskedPayoffs asked(game);
  std::mt19937_64 random(seed);
  std::vector<Index> rows{static_cast<Index>(random() % static_cast<std::uint64_t>(game.rows()))};
  std::vector<Index> columns{
      static_cast<Index>(random() % static_cast<std::uint64_t>(game.columns()))};
  Equilibrium now;
  bool improved = true;
  while (improved && std::chrono::steady_clock::now() < deadline) {
    for (const Index i : rows) {
      for (const Index j : columns) asked.want(i, j);
    }
    asked.ask();
    now = solve(asked, rows, columns);
    read_lines(asked, now);
    const double least = tolerance * asked.range();
    const bool row_improves = respond(rows, asked.rows(), least, [&](Index i) {
      double gained = -now.value;
      for (const Played& p : now.column) gained += p.probability * asked.payoff(i, p.strategy);
      return gained;
    });
    const bool column_improves = respond(columns, asked.columns(), least, [&](Index j) {
      double gained = now.value;
      for (const Played& p : now.row) gained -= p.probability * asked.payoff(p.strategy, j);
      return gained;
    });
    improved = row_improves || column_improves;
  }
  return {improved, now.value, asked.queries(), asked.rounds()};
}

}  // namespace bench
