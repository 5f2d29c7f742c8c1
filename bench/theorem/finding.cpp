// bench_finding: what finding costs on `planted` a strategy that knows the family
// (docs/research/finding.md).
//
// It is told k, the weights and the value of the core, and how payoffs are drawn; not where the
// core is, nor its payoffs. It looks for the planted lines of one player, the one whose lines
// differ more from noise. Of each line it keeps the likelihood ratio of "planted" against "noise",
// given the planted lines that it has found, and asks for one more payoff of the line whose ratio
// is highest: the best rule for coins that are tossed until a biased one is found (Chandrasekaran
// and Karp 2014). The payoff is asked where it tells most. A line that is very likely planted is
// read whole. When all are found, their equilibrium shows the opponent's lines, and what is left of
// the floor is asked for.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "allnash/allnash.hpp"
#include "core/base/at.hpp"
#include "core/base/random.hpp"

namespace {

using namespace allnash;  // NOLINT

constexpr int most = 100;  // background payoffs are whole numbers from -most to most
constexpr double values = 2 * most + 1;

// The game with the searched player's strategies as columns, which want payoffs to be low. Every
// payoff is counted once.
class AskedPayoffs {
 public:
  AskedPayoffs(Source& game, bool turned)
      : game_(game),
        turned_(turned),
        rows_(turned ? game.columns() : game.rows()),
        columns_(turned ? game.rows() : game.columns()),
        payoffs_(at(rows_ * columns_), unknown) {}
  [[nodiscard]] Index rows() const { return rows_; }
  [[nodiscard]] Index columns() const { return columns_; }
  [[nodiscard]] std::int64_t queries() const { return queries_; }
  [[nodiscard]] bool knows(Index i, Index j) const { return payoffs_[place(i, j)] != unknown; }
  int ask(Index i, Index j) {
    int& payoff = payoffs_[place(i, j)];
    if (payoff == unknown) {
      const std::array<Entry, 1> entry{turned_ ? Entry{j, i} : Entry{i, j}};
      const auto found = payoffs_of(game_, entry);
      payoff = static_cast<int>(found.front().to_double()) * (turned_ ? -1 : 1);
      ++queries_;
    }
    return payoff;
  }

 private:
  static constexpr int unknown = std::numeric_limits<int>::max();
  [[nodiscard]] std::size_t place(Index i, Index j) const { return at(i * columns_ + j); }
  Source& game_;
  bool turned_;
  Index rows_;
  Index columns_;
  std::vector<int> payoffs_;
  std::int64_t queries_ = 0;
};

// How the sum of w * b is distributed, b drawn from the background, for several weights w.
class Sum {
 public:
  explicit Sum(const std::vector<double>& weights) : below_(cells, 0.0) {
    std::vector<double> mass(cells, 0.0);
    mass[cells / 2] = 1;
    for (const double weight : weights) {
      std::vector<double> next(cells, 0.0);
      for (int b = -most; b <= most; ++b) {
        const auto shift = static_cast<std::ptrdiff_t>(std::lround(weight * b * fine));
        for (std::size_t c = 0; c < cells; ++c) {
          const auto to = static_cast<std::ptrdiff_t>(c) + shift;
          if (mass[c] > 0 && to >= 0 && to < static_cast<std::ptrdiff_t>(cells)) {
            next[static_cast<std::size_t>(to)] += mass[c] / values;
          }
        }
      }
      mass = std::move(next);
    }
    std::partial_sum(mass.begin(), mass.end(), below_.begin());
  }
  // The probability of a sum up to x.
  [[nodiscard]] double up_to(double x) const {
    const double cell = std::floor(x * fine + 0.5) + cells / 2;
    if (cell < 0) return 0;
    if (cell >= cells) return 1;
    return below_[static_cast<std::size_t>(cell)];
  }

 private:
  static constexpr double fine = 8;  // cells for 1
  static constexpr std::size_t cells = 2 * 101 * 8 + 1;
  std::vector<double> below_;
};

// What the strategy is told of one player's half of the core.
struct KnownHalf {
  std::vector<double> weights;  // they add up to 1
  double total = 1;             // the least that makes all of them whole
};

KnownHalf known_half(const MixedStrategy& strategy) {
  KnownHalf told;
  std::int64_t total = 1;
  for (const auto& [unused, probability] : strategy) {
    told.weights.push_back(probability.to_double());
    total =
        std::lcm(total, static_cast<std::int64_t>(std::stoll(probability.denominator_digits())));
  }
  told.total = static_cast<double>(total);
  return told;
}

struct Planting {
  std::vector<double> weights;  // they add up to 1
  double value = 0;             // what a row that is not planted gets at the most
  double doubt = 0;             // how likely a row is planted, where anything may be seen
};

// What is known of a row against the planted columns that were found.
struct Row {
  double sum = 0;  // of weight times payoff
  int least = most;
  int largest = -most;
};

// The probability of what was seen in a row, up to the factor of noise: of payoffs in planted
// columns of total weight `weight`, the weighted sum `row.sum`, where the rest is distributed as
// `rest`. A row above the value is shifted down to it, as a whole.
double seen(const Planting& planting, const Row& row, double weight, const Sum& rest) {
  double chance = 0;
  const double room = planting.value - row.sum;
  if (row.least >= -most) chance += rest.up_to(room);
  const double step = 1 - weight;
  for (int s = std::max(1, -most - row.least); s + row.largest <= most; ++s) {
    const double to = room + s * step;
    chance += rest.up_to(to) - rest.up_to(to - 1);
  }
  return planting.doubt + (1 - planting.doubt) * chance;
}

// One weight that is still to be found: how many planted columns have it, and the sum of the rest.
struct Kind {
  double weight;
  double part;  // of the columns that are to be found
  Sum rest;
};

class Informed {
 public:
  Informed(Source& game, bool turned, const KnownHalf& half, double value, std::uint64_t seed)
      : asked_(game, turned), random_(seed) {
    planting_.weights = half.weights;
    planting_.value = (turned ? -value : value) - 1 / half.total;
    planting_.doubt = static_cast<double>(half.weights.size()) / static_cast<double>(asked_.rows());
    left_ = planting_.weights;
    rows_.resize(at(asked_.rows()));
    order_.resize(at(asked_.rows()));
    std::iota(order_.begin(), order_.end(), Index{0});
    for (std::size_t t = order_.size(); t > 1; --t) {
      std::swap(order_[t - 1], order_[at(random_.below(static_cast<Index>(t)))]);
    }
    start_ = order_;
    set_kinds();
  }

  // How far a payoff of a planted column is from noise, before any is found: Hellinger's distance.
  [[nodiscard]] double distance() const { return told(Row{}); }

  // Finds all planted columns.
  void find() {
    while (!left_.empty()) {
      weigh_all();
      find_next();
      if (first_ == 0) first_ = asked_.queries();
    }
  }
  [[nodiscard]] const AskedPayoffs& asked() const { return asked_; }
  AskedPayoffs& asked() { return asked_; }
  [[nodiscard]] const std::vector<Index>& found() const { return found_; }
  [[nodiscard]] std::int64_t first() const { return first_; }

 private:
  struct Column {
    std::vector<double> logs;  // of the ratio, one a kind
    std::size_t next = 0;      // in the order of rows
    double ratio = 0;          // the logarithm of their mean
    bool ruled_out = false;
  };

  void set_kinds() {
    kinds_.clear();
    for (const double weight : left_) {
      if (std::ranges::any_of(kinds_, [&](const Kind& one) { return one.weight == weight; })) {
        continue;
      }
      std::vector<double> others = left_;
      others.erase(std::ranges::find(others, weight));
      const auto count = static_cast<double>(std::ranges::count(left_, weight));
      kinds_.push_back({weight, count / static_cast<double>(left_.size()), Sum(others)});
    }
    all_ = Sum(left_);
    taken_ = 1 - std::accumulate(left_.begin(), left_.end(), 0.0);
  }

  [[nodiscard]] double ratio_of(const Row& row, double before, const Kind& kind, int x) const {
    if (x < -most) return std::numeric_limits<double>::infinity();
    if (x > most) return 1;
    const Row with{row.sum + kind.weight * x, std::min(row.least, x), std::max(row.largest, x)};
    return before > 0 ? seen(planting_, with, taken_ + kind.weight, kind.rest) / before : 1;
  }

  // What a payoff of this row tells of a column.
  [[nodiscard]] double told(const Row& row) const {
    const double before = seen(planting_, row, taken_, all_);
    double sum = 0;
    int count = 0;
    for (int x = -most; x <= most; x += 10) {
      double ratio = 0;
      for (const Kind& kind : kinds_) ratio += kind.part * ratio_of(row, before, kind, x);
      sum += std::sqrt(ratio);
      ++count;
    }
    return 1 - sum / count;
  }

  void toss(Column& column, Index i, Index j) {
    const int x = asked_.ask(i, j);
    const Row& row = rows_[at(i)];
    for (std::size_t t = 0; t < kinds_.size(); ++t) {
      constexpr double sure = 30;
      const double ratio = ratio_of(row, before_[at(i)], kinds_[t], x);
      column.logs[t] += std::clamp(std::log(ratio), -sure, sure);
    }
    sum_up(column);
  }

  void sum_up(Column& column) const {
    const double top = *std::ranges::max_element(column.logs);
    double sum = 0;
    for (std::size_t t = 0; t < kinds_.size(); ++t) {
      sum += kinds_[t].part * std::exp(column.logs[t] - top);
    }
    column.ratio = top + std::log(sum);
  }

  // All columns anew, with what is known of them, and the rows that tell most first.
  void weigh_all() {
    before_.clear();
    std::vector<double> told_by;
    for (const Row& row : rows_) before_.push_back(seen(planting_, row, taken_, all_));
    if (!found_.empty()) {
      for (const Row& row : rows_) told_by.push_back(told(row));
      order_ = start_;
      std::ranges::stable_sort(order_, std::greater{}, [&](Index i) { return told_by[at(i)]; });
    }
    columns_.resize(at(asked_.columns()));
    for (Index j = 0; j < asked_.columns(); ++j) {
      Column& column = columns_[at(j)];
      column.logs.assign(kinds_.size(), 0.0);
      column.next = 0;
      sum_up(column);
      for (Index i = 0; i < asked_.rows(); ++i) {
        if (!column.ruled_out && asked_.knows(i, j)) toss(column, i, j);
      }
    }
  }

  void find_next() {
    const double chances =
        static_cast<double>(asked_.columns()) / static_cast<double>(left_.size());
    for (;;) {
      Index best = -1;
      for (Index j = 0; j < asked_.columns(); ++j) {
        const Column& column = columns_[at(j)];
        if (column.ruled_out || column.next == order_.size()) continue;
        if (best < 0 || column.ratio > columns_[at(best)].ratio) best = j;
      }
      if (best < 0) throw std::runtime_error("no column is left");
      Column& column = columns_[at(best)];
      while (column.next < order_.size() && asked_.knows(order_[column.next], best)) ++column.next;
      if (column.next == order_.size()) continue;
      toss(column, order_[column.next++], best);
      constexpr double sure = 20;  // odds for the column
      if (column.ratio < std::log(sure * chances)) continue;
      for (Index i = 0; i < asked_.rows(); ++i) {
        if (!asked_.knows(i, best)) toss(column, i, best);
      }
      column.ruled_out = true;
      if (column.ratio > std::log(sure * chances)) {
        take(column, best);
        return;
      }
    }
  }

  void take(const Column& column, Index j) {
    const auto kind = std::ranges::max_element(column.logs) - column.logs.begin();
    const double weight = kinds_[at(kind)].weight;
    found_.push_back(j);
    given_.push_back(weight);
    left_.erase(std::ranges::find(left_, weight));
    give_weights();
    rows_ = rows_with(given_);
    set_kinds();
  }

  [[nodiscard]] std::vector<Row> rows_with(const std::vector<double>& weights) {
    std::vector<Row> rows(at(asked_.rows()));
    for (std::size_t t = 0; t < found_.size(); ++t) {
      for (Index i = 0; i < asked_.rows(); ++i) {
        const int x = asked_.ask(i, found_[t]);
        Row& row = rows[at(i)];
        row = {row.sum + weights[t] * x, std::min(row.least, x), std::max(row.largest, x)};
      }
    }
    return rows;
  }

  [[nodiscard]] double likelihood(const std::vector<double>& weights, const Sum& rest,
                                  double taken) {
    double sum = 0;
    for (const Row& row : rows_with(weights)) {
      sum += std::log(seen(planting_, row, taken, rest));
    }
    return sum;
  }

  // Which of the found columns has which weight: exchanges while the rows get likelier.
  void give_weights() {
    double best = -std::numeric_limits<double>::infinity();
    for (bool better = true; better;) {
      better = false;
      for (std::size_t t = 0; t < given_.size(); ++t) {
        for (std::size_t u = 0; u < given_.size() + left_.size(); ++u) {
          if (u < t) continue;
          std::vector<double> given = given_;
          std::vector<double> left = left_;
          std::swap(given[t], u < given.size() ? given[u] : left[u - given.size()]);
          if (u != t && given == given_) continue;
          const double taken = std::accumulate(given.begin(), given.end(), 0.0);
          const double now = likelihood(given, Sum(left), taken);
          if (now <= best + 1e-9) continue;
          best = now;
          given_ = given;
          left_ = left;
          better = true;
        }
      }
    }
  }

  AskedPayoffs asked_;
  Random random_;
  Planting planting_;
  std::vector<double> left_;   // weights of the planted columns that are to be found
  std::vector<double> given_;  // of those that were found
  std::vector<Kind> kinds_;
  Sum all_{{}};
  double taken_ = 0;
  std::vector<Row> rows_;
  std::vector<double> before_;
  std::vector<Index> start_;
  std::vector<Index> order_;
  std::vector<Column> columns_;
  std::vector<Index> found_;
  std::int64_t first_ = 0;
};

// What any method asks outside the rows and columns of the core, in the mean: the bound that is
// proved in docs/research/finding.md.
double asked_outside(Index size, const KnownHalf& of_rows, const KnownHalf& of_columns,
                     double value) {
  const auto n = static_cast<double>(size);
  const auto k = static_cast<double>(of_rows.weights.size());
  std::vector<double> turned;
  for (const double weight : of_rows.weights) turned.push_back(-weight);
  const double rows = 1 - Sum(of_columns.weights).up_to(value - 1e-6);
  const double columns = 1 - Sum(turned).up_to(-value - 1e-6);
  const double each = k / n * (rows + columns) + k * k / n / n;
  double sum = 0;
  for (double t = 1; t <= n; ++t) {
    double kept = 1 - t * each - 2 * k / n;
    if (k == 1) kept += t * (t - 1) * rows * (1 - rows) / n / n;
    sum += std::max(0.0, kept);
  }
  return sum;
}

struct Means {
  double bound = 0;
  double first = 0;
  double informed = 0;
  double usual = 0;
  double most = 0;
  int right = 0;
};

void add(Means& means, Index n, Index k, std::uint64_t seed) {
  const auto game = open_game(fmt::format("family:planted,n={},k={},seed={}", n, k, seed));
  Options options;
  options.vertices = 0;
  options.seed = seed;
  const Result answer = solve(*game, options);
  const KnownHalf of_rows = known_half(answer.row_strategy);
  const KnownHalf of_columns = known_half(answer.column_strategy);
  const double value = answer.value->to_double();
  Informed by_columns(*game, false, of_columns, value, seed);
  Informed by_rows(*game, true, of_rows, value, seed);
  const bool turned = by_rows.distance() > by_columns.distance();
  Informed& informed = turned ? by_rows : by_columns;
  informed.find();
  std::vector<Index> found = informed.found();
  std::ranges::sort(found);
  const auto& [own, others] =
      turned ? std::pair(answer.row(), answer.column()) : std::pair(answer.column(), answer.row());
  means.right += found == own.support ? 1 : 0;
  for (const Index i : others.support) {
    for (Index j = 0; j < informed.asked().columns(); ++j) informed.asked().ask(i, j);
  }
  const auto floor = static_cast<double>(2 * n * k - k * k);
  const double usual = static_cast<double>(answer.queries) / floor;
  means.bound += 1 + asked_outside(n, of_rows, of_columns, value) / floor;
  means.first += static_cast<double>(informed.first()) / static_cast<double>(n) - 1;
  means.informed += static_cast<double>(informed.asked().queries()) / floor;
  means.usual += usual;
  means.most = std::max(means.most, usual);
}

}  // namespace

// bench_finding N FIRST LAST: a row of the table a size of the core, over these seeds.
int main(int count, char** words) {
  const Index n = count > 1 ? std::atoi(words[1]) : 2000;
  const int from = count > 2 ? std::atoi(words[2]) : 501;
  const int to = count > 3 ? std::atoi(words[3]) : 522;
  for (const Index k : {1, 2, 5, 10}) {
    Means means;
    for (int seed = from; seed <= to; ++seed) add(means, n, k, static_cast<std::uint64_t>(seed));
    const double seeds = to - from + 1;
    fmt::print("{} {:.3f} {:.2f} {:.2f} {:.2f} {:.2f} {:.2f} {} {}\n", k, means.bound / seeds,
               means.first / seeds, means.informed / seeds, means.usual / seeds, means.most,
               means.usual / means.informed, means.right, seeds);
    std::fflush(stdout);
  }
}
