// Games that hide a core, a small game with one equilibrium, among strategies that are strictly
// worse: planted and binary. The core's equilibrium is then the only one of the whole game.
#include <algorithm>

#include "base/at.hpp"
#include "sources/families.hpp"
#include "sources/families/core.hpp"
#include "sources/families/noise.hpp"

namespace allnash::sources {

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
  // A strategy that is not planted, against the opponent's planted ones, which go by their numbers.
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
  // What the planted strategies get against the same weights: an outsider must do strictly worse.
  [[nodiscard]] std::int64_t value(const Outsider& outsider) const {
    return outsider.is_row ? core_.column_concedes : core_.row_earns;
  }
  // What it would earn, or concede, against the weights on background alone.
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

// Outside strategies are shifted as a whole on the core, by the least integer that makes them
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

// Outside rows lose ones on the core, and outside columns zeros, until they are strictly worse; in
// turn, from a place that the strategy hashes to.
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

}  // namespace allnash::sources
