// Games that hide a small game with one equilibrium, a core, among strategies that are strictly
// worse: planted and binary. The core's equilibrium is then the only one of the whole.
#include <algorithm>

#include "exact/at.hpp"
#include "sources/families/core.hpp"
#include "sources/families/formula_game.hpp"
#include "sources/families/makers.hpp"
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
  // An outside row on a planted column, and an outside column on a planted row; planted strategies
  // by their numbers.
  [[nodiscard]] virtual std::int64_t outside_row(Index row, Index planted_column) const = 0;
  [[nodiscard]] virtual std::int64_t outside_column(Index planted_row, Index column) const = 0;
  [[nodiscard]] virtual std::int64_t background(Index row, Index column) const = 0;

  [[nodiscard]] std::int64_t weight_of_row(Index number) const {
    return core_.row_weights[at(number)];
  }
  [[nodiscard]] std::int64_t weight_of_column(Index number) const {
    return core_.column_weights[at(number)];
  }

  // What an outside row would earn against the column weights on background alone, and an outside
  // column concede to the row weights.
  [[nodiscard]] std::int64_t background_of_row(Index row) const {
    std::int64_t sum = 0;
    for (Index t = 0; t < core_.size; ++t) {
      sum += weight_of_column(t) * background(row, planted_columns_.place(t));
    }
    return sum;
  }
  [[nodiscard]] std::int64_t background_of_column(Index column) const {
    std::int64_t sum = 0;
    for (Index t = 0; t < core_.size; ++t) {
      sum += weight_of_row(t) * background(planted_rows_.place(t), column);
    }
    return sum;
  }

  [[nodiscard]] Rational payoff(Index row, Index column) const final {
    const Index planted_row = planted_rows_.number(row);
    const Index planted_column = planted_columns_.number(column);
    if (planted_row >= 0 && planted_column >= 0) return core_.at(planted_row, planted_column);
    if (planted_column >= 0) return outside_row(row, planted_column);
    if (planted_row >= 0) return outside_column(planted_row, column);
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
  [[nodiscard]] std::int64_t outside_row(Index row, Index planted_column) const override {
    const std::int64_t room = core_.column_concedes - 1 - background_of_row(row);
    return background(row, planted_columns_.place(planted_column)) +
           std::min<std::int64_t>(0, floor_quotient(room, core_.column_total));
  }
  [[nodiscard]] std::int64_t outside_column(Index planted_row, Index column) const override {
    const std::int64_t room = background_of_column(column) - core_.row_earns - 1;
    return background(planted_rows_.place(planted_row), column) -
           std::min<std::int64_t>(0, floor_quotient(room, core_.row_total));
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
  [[nodiscard]] std::int64_t outside_row(Index row, Index planted_column) const override {
    std::int64_t earned = background_of_row(row);
    const Index first = noise_.uniform(0, core_.size - 1, row, columns());
    for (Index step = 0; earned >= core_.column_concedes; ++step) {
      const Index t = (first + step) % core_.size;
      if (background(row, planted_columns_.place(t)) == 0) continue;
      if (t == planted_column) return 0;
      earned -= weight_of_column(t);
    }
    return background(row, planted_columns_.place(planted_column));
  }
  [[nodiscard]] std::int64_t outside_column(Index planted_row, Index column) const override {
    std::int64_t conceded = background_of_column(column);
    const Index first = noise_.uniform(0, core_.size - 1, rows(), column);
    for (Index step = 0; conceded <= core_.row_earns; ++step) {
      const Index t = (first + step) % core_.size;
      if (background(planted_rows_.place(t), column) == 1) continue;
      if (t == planted_row) return 1;
      conceded += weight_of_row(t);
    }
    return background(planted_rows_.place(planted_row), column);
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
