// Games that hide a core, a small game with one equilibrium, among strategies that are strictly
// worse: planted, binary and steady. The core's equilibrium is then the only one of the whole game.
#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "core/base/at.hpp"
#include "core/exact/access.hpp"
#include "core/exact/linear_system.hpp"
#include "payoffs/sources/families.hpp"

namespace allnash::sources {

// Cores up to size 5 are random games, drawn until one has a single equilibrium with full supports:
// about one in 4^(size - 1) does. Larger cores are constructed. A game B has a single equilibrium,
// with full supports, exactly when the bordered matrix [B -1; 1' 0] is regular and its solutions
// are positive.

namespace {

constexpr Index largest_drawn = 5;

std::int64_t total(const std::vector<std::int64_t>& weights) {
  return std::accumulate(weights.begin(), weights.end(), std::int64_t{0});
}

void set_totals(Core& core) {
  core.row_total = total(core.row_weights);
  core.column_total = total(core.column_weights);
  core.row_earns = 0;
  core.column_concedes = 0;
  for (Index t = 0; t < core.size; ++t) {
    core.row_earns += core.row_weights[at(t)] * core.at(t, 0);
    core.column_concedes += core.column_weights[at(t)] * core.at(0, t);
  }
}

// [B -1; 1' 0], or the same with B transposed.
exact::IntegerMatrix bordered(const Core& core, bool transposed) {
  const Index size = core.size;
  exact::IntegerMatrix system(size + 1, size + 1);
  for (Index i = 0; i < size; ++i) {
    for (Index j = 0; j < size; ++j) {
      fmpz_set_si(system.at(i, j), transposed ? core.at(j, i) : core.at(i, j));
    }
    fmpz_set_si(system.at(i, size), -1);
    fmpz_set_si(system.at(size, i), 1);
  }
  return system;
}

// Column weights that give every row the same payoff, or row weights if transposed. None unless
// unique and positive. Up to size 5 every minor fits into 64 bits.
std::optional<std::vector<std::int64_t>> equalizer(const Core& core, bool transposed) {
  const Index size = core.size;
  const exact::IntegerMatrix system = bordered(core, transposed);
  exact::IntegerMatrix right(size + 1, 1);
  exact::IntegerMatrix solution(size + 1, 1);
  exact::Integer denominator;
  fmpz_set_si(right.at(size, 0), 1);
  if (fmpz_mat_solve(solution.raw(), denominator.raw(), system.raw(), right.raw()) == 0) return {};
  std::vector<std::int64_t> weights;
  std::int64_t common = 0;
  for (Index i = 0; i < size; ++i) {
    const std::int64_t weight = fmpz_get_si(solution.at(i, 0)) * fmpz_sgn(denominator.raw());
    if (weight <= 0) return {};
    weights.push_back(weight);
    common = std::gcd(common, weight);
  }
  for (std::int64_t& weight : weights) weight /= common;
  return weights;
}

std::optional<Core> drawn(Index size, const Noise& noise, Index attempt, std::int64_t low,
                          std::int64_t high) {
  Core core;
  core.size = size;
  for (Index t = 0; t < size * size; ++t) {
    core.payoffs.push_back(noise.uniform(low, high, attempt, t));
  }
  auto columns = equalizer(core, false);
  if (!columns) return {};
  auto rows = equalizer(core, true);
  if (!rows) return {};
  core.row_weights = std::move(*rows);
  core.column_weights = std::move(*columns);
  set_totals(core);
  return core;
}

Core first_drawn(Index size, std::uint64_t seed, std::int64_t low, std::int64_t high) {
  const Noise noise(seed, 10);
  for (Index attempt = 0;; ++attempt) {
    if (auto core = drawn(size, noise, attempt, low, high)) return std::move(*core);
  }
}

// Regular modulo a prime implies regular; a wrong false only costs another attempt.
bool bordered_is_regular(const Core& core) {
  return exact::invertible_part(bordered(core, false))->rank() == core.size + 1;
}

std::int64_t nearest_quotient(std::int64_t top, std::int64_t bottom) {
  const std::int64_t doubled = 2 * top + bottom;
  const std::int64_t quotient = doubled / (2 * bottom);
  return quotient - (doubled % (2 * bottom) < 0 ? 1 : 0);
}

std::vector<std::int64_t> small_weights(Index size, const Noise& noise, Index attempt) {
  std::vector<std::int64_t> weights;
  for (Index t = 0; t + 1 < size; ++t) weights.push_back(noise.uniform(1, 4, attempt, t));
  weights.push_back(1);
  return weights;
}

std::int64_t& payoff(Core& core, Index row, Index column) {
  return core.payoffs[at(row * core.size + column)];
}

// Subtracts from each payoff the mean excess of its row and of its column over the value, rounded.
void centre(Core& core, std::int64_t value) {
  const Index size = core.size;
  const auto& x = core.row_weights;
  const auto& y = core.column_weights;
  std::vector<std::int64_t> row_sum(at(size));
  std::vector<std::int64_t> column_sum(at(size));
  std::int64_t sum = 0;
  for (Index i = 0; i < size; ++i) {
    for (Index j = 0; j < size; ++j) {
      row_sum[at(i)] += core.at(i, j) * y[at(j)];
      column_sum[at(j)] += core.at(i, j) * x[at(i)];
      sum += core.at(i, j) * x[at(i)] * y[at(j)];
    }
  }
  const std::int64_t x_total = total(x);
  const std::int64_t y_total = total(y);
  for (Index i = 0; i < size; ++i) {
    for (Index j = 0; j < size; ++j) {
      const std::int64_t excess = row_sum[at(i)] * x_total + column_sum[at(j)] * y_total - sum;
      payoff(core, i, j) += value - nearest_quotient(excess, x_total * y_total);
    }
  }
}

// Makes the weights an exact equilibrium with this value by adjusting the last column, then the
// last row, whose weights are 1. The last row then has the value, too: the weighted sum over the
// game is the same by rows and by columns.
void settle(Core& core, std::int64_t value) {
  const Index last = core.size - 1;
  for (Index i = 0; i < last; ++i) {
    payoff(core, i, last) = value * total(core.column_weights);
    for (Index j = 0; j < last; ++j) {
      payoff(core, i, last) -= core.at(i, j) * core.column_weights[at(j)];
    }
  }
  for (Index j = 0; j <= last; ++j) {
    payoff(core, last, j) = value * total(core.row_weights);
    for (Index i = 0; i < last; ++i) {
      payoff(core, last, j) -= core.at(i, j) * core.row_weights[at(i)];
    }
  }
}

Core made(Index size, std::uint64_t seed) {
  const Noise payoffs(seed, 10);
  const Noise rows(seed, 11);
  const Noise columns(seed, 12);
  Core core;
  core.size = size;
  for (Index attempt = 0;; ++attempt) {
    core.row_weights = small_weights(size, rows, attempt);
    core.column_weights = small_weights(size, columns, attempt);
    core.payoffs.clear();
    for (Index t = 0; t < size * size; ++t) {
      core.payoffs.push_back(payoffs.uniform(-100, 100, attempt, t));
    }
    const std::int64_t value = payoffs.uniform(-10, 10, attempt, size * size);
    centre(core, value);
    settle(core, value);
    if (bordered_is_regular(core)) break;
  }
  set_totals(core);
  return core;
}

// A circulant matrix with `ones` consecutive ones in each row. It is regular if `ones` and the size
// are coprime; both players then play uniformly.
Core circle(Index size) {
  Index ones = size / 2;
  while (std::gcd(ones, size) != 1) --ones;
  Core core;
  core.size = size;
  for (Index i = 0; i < size; ++i) {
    for (Index j = 0; j < size; ++j) core.payoffs.push_back((j - i + size) % size < ones ? 1 : 0);
  }
  core.row_weights.assign(at(size), 1);
  core.column_weights.assign(at(size), 1);
  set_totals(core);
  return core;
}

}  // namespace

Core integer_core(Index size, std::uint64_t seed) {
  return size <= largest_drawn ? first_drawn(size, seed, -100, 100) : made(size, seed);
}

Core binary_core(Index size, std::uint64_t seed) {
  return size <= largest_drawn ? first_drawn(size, seed, 0, 1) : circle(size);
}

namespace {

std::int64_t floor_quotient(std::int64_t top, std::int64_t bottom) {
  return top / bottom - (top % bottom < 0 ? 1 : 0);
}

class Planting : public FormulaGame {
 public:
  Planting(Index rows, Index columns, Core core, std::uint64_t seed)
      : FormulaGame(rows, columns),
        core_(std::move(core)),
        planted_rows_(rows, core_.size, Noise(seed, 1)),
        planted_columns_(columns, core_.size, Noise(seed, 2)),
        noise_(seed, 0) {}

 protected:
  // A strategy outside the core, which meets the opponent's planted strategies.
  struct Outsider {
    bool is_row;
    Index strategy;
    [[nodiscard]] std::int64_t sign() const { return is_row ? 1 : -1; }
  };
  [[nodiscard]] virtual std::int64_t payoff_of(const Outsider& outsider, Index planted) const = 0;
  [[nodiscard]] virtual std::int64_t background(Index row, Index column) const = 0;

  [[nodiscard]] std::int64_t background_of(const Outsider& outsider, Index planted) const {
    const auto& [is_row, strategy] = outsider;
    return is_row ? background(strategy, planted_columns_.place(planted))
                  : background(planted_rows_.place(planted), strategy);
  }
  [[nodiscard]] std::int64_t weight(const Outsider& outsider, Index planted) const {
    return (outsider.is_row ? core_.column_weights : core_.row_weights)[at(planted)];
  }
  // The payoff of planted strategies against the core's weights; an outsider's must be strictly
  // worse.
  [[nodiscard]] std::int64_t value(const Outsider& outsider) const {
    return outsider.is_row ? core_.column_concedes : core_.row_earns;
  }
  // The outsider's payoff against the core's weights if only background noise counted.
  [[nodiscard]] std::int64_t sum_of_background(const Outsider& outsider) const {
    std::int64_t sum = 0;
    for (Index t = 0; t < core_.size; ++t) sum += weight(outsider, t) * background_of(outsider, t);
    return sum;
  }

  [[nodiscard]] Rational payoff(Index row, Index column) const final {
    const Index planted_row = planted_rows_.number(row);
    const Index planted_column = planted_columns_.number(column);
    if (planted_row >= 0 && planted_column >= 0) return core_.at(planted_row, planted_column);
    if (planted_column >= 0) return payoff_of({true, row}, planted_column);
    if (planted_row >= 0) return payoff_of({false, column}, planted_row);
    return background(row, column);
  }

  Core core_;
  HidingPlaces planted_rows_;
  HidingPlaces planted_columns_;
  Noise noise_;
};

// An outside strategy's payoffs against the core are all shifted by the least integer that makes it
// strictly worse.
class Planted final : public Planting {
 public:
  using Planting::Planting;

 private:
  [[nodiscard]] std::int64_t background(Index row, Index column) const override {
    return noise_.uniform(-100, 100, row, column);
  }
  [[nodiscard]] std::int64_t payoff_of(const Outsider& outsider, Index planted) const override {
    const std::int64_t sign = outsider.sign();
    const std::int64_t room = sign * (value(outsider) - sum_of_background(outsider)) - 1;
    const std::int64_t total = outsider.is_row ? core_.column_total : core_.row_total;
    return background_of(outsider, planted) +
           sign * std::min<std::int64_t>(0, floor_quotient(room, total));
  }
};

// Against the core, outside rows lose ones and outside columns lose zeros until they are strictly
// worse, starting at a hashed position.
class Binary final : public Planting {
 public:
  using Planting::Planting;

 private:
  [[nodiscard]] std::int64_t background(Index row, Index column) const override {
    return noise_.bit(row, column) ? 1 : 0;
  }
  [[nodiscard]] std::int64_t payoff_of(const Outsider& outsider, Index planted) const override {
    const auto& [is_row, strategy] = outsider;
    const std::int64_t worse = is_row ? 0 : 1;
    const Index first = noise_.uniform(0, core_.size - 1, is_row ? strategy : rows(),
                                       is_row ? columns() : strategy);
    std::int64_t sum = sum_of_background(outsider);
    for (Index step = 0; outsider.sign() * (sum - value(outsider)) >= 0; ++step) {
      const Index t = (first + step) % core_.size;
      if (background_of(outsider, t) == worse) continue;
      if (t == planted) return worse;
      sum -= outsider.sign() * weight(outsider, t);
    }
    return background_of(outsider, planted);
  }
};

// The lines of the core differ from noise by their spread alone: outside the core its rows pay 1 to
// `width`, its columns -width to -1, and its value is from 0 to 1. Two things may hide them. A
// decoy looks like such a line but against the core, where it is no better than noise. Against some
// outsiders, `outliers` in a hundred, one line of the core is as bad as noise may be, and the next
// one as good, so that only both together show anything.
class Steady final : public Planting {
 public:
  struct Shape {
    Index rows;
    Index columns;
    Index decoys;
    std::int64_t width;
    std::int64_t noise;
    std::int64_t outliers;
  };
  Steady(const Shape& shape, Core core, std::uint64_t seed)
      : Planting(shape.rows, shape.columns, std::move(core), seed),
        shape_(shape),
        steady_rows_(shape.rows, core_.size + shape.decoys, Noise(seed, 1)),
        steady_columns_(shape.columns, core_.size + shape.decoys, Noise(seed, 2)),
        outlying_rows_(seed, 3),
        outlying_columns_(seed, 4) {}

 private:
  [[nodiscard]] std::int64_t background(Index row, Index column) const override {
    const bool is_row = steady_rows_.number(row) >= 0;
    const bool is_column = steady_columns_.number(column) >= 0;
    if (is_row == is_column) return noise_.uniform(-shape_.noise, shape_.noise, row, column);
    return (is_row ? 1 : -1) * noise_.uniform(1, shape_.width, row, column);
  }
  // An outsider loses in the mean: what it gains against one line it loses against the next, and
  // against the others 1 at least.
  [[nodiscard]] std::int64_t payoff_of(const Outsider& outsider, Index planted) const override {
    const auto& [is_row, strategy] = outsider;
    const Index opponent = (is_row ? planted_columns_ : planted_rows_).place(planted);
    std::int64_t loss =
        noise_.uniform(1, shape_.width, is_row ? strategy : opponent, is_row ? opponent : strategy);
    const Noise& outlying = is_row ? outlying_columns_ : outlying_rows_;
    if (outlying.uniform(1, 100, strategy, 0) <= shape_.outliers) {
      const Index bad = outlying.uniform(0, core_.size - 1, strategy, 1);
      const std::int64_t gain = outlying.uniform(1, shape_.noise, strategy, 2);
      const Index good = (bad + 1) % core_.size;
      if (planted == bad) loss = -gain;
      if (planted == good) {
        const std::int64_t own = weight(outsider, good);
        loss += ((gain + 1) * weight(outsider, bad) + own - 1) / own;
      }
    }
    return -outsider.sign() * loss;
  }

  Shape shape_;
  HidingPlaces steady_rows_;  // those of the core first
  HidingPlaces steady_columns_;
  Noise outlying_rows_;
  Noise outlying_columns_;
};

}  // namespace

std::unique_ptr<FormulaGame> planted_family(const Keys& keys) {
  const Index rows = keys.size("n");
  const Index columns = keys.size("m");
  const Index size = keys.integer("k", 1, std::min({rows, columns, largest_core}));
  return std::make_unique<Planted>(rows, columns, integer_core(size, keys.seed()), keys.seed());
}

std::unique_ptr<FormulaGame> binary_family(const Keys& keys) {
  const Index rows = keys.size("n");
  if (rows < 2) keys.refuse("n must be at least 2");
  const Index size = keys.integer("k", 2, std::min(rows, largest_core));
  return std::make_unique<Binary>(rows, rows, binary_core(size, keys.seed()), keys.seed());
}

std::unique_ptr<FormulaGame> steady_family(const Keys& keys) {
  constexpr std::int64_t largest = 1'000'000'000;
  const Index rows = keys.size("n");
  const Index columns = keys.size("m");
  const Index lines = std::min(rows, columns);
  if (lines < 2) keys.refuse("n and m must be at least 2");
  const Index size = keys.integer("k", 2, std::min(lines, largest_core));
  const Steady::Shape shape{rows,
                            columns,
                            keys.integer("decoys", 0, lines - size),
                            keys.integer("width", 1, largest),
                            keys.integer("noise", 1, largest),
                            keys.integer("outliers", 0, 100)};
  return std::make_unique<Steady>(shape, binary_core(size, keys.seed()), keys.seed());
}

}  // namespace allnash::sources
