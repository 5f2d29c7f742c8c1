// A plain matrix behind the row-and-column oracle, which counts what it is called for.
#pragma once

#include "methods/paper/psne_halving.hpp"
#include "methods/saddle/saddle_games.hpp"

namespace allnash::test {

class TableOracle final : public methods::LineOracle {
 private:
  [[nodiscard]] auto before() const {
    return [this](const methods::OracleEntry& one, const methods::OracleEntry& two) {
      return less(one, two);
    };
  }

 public:
  explicit TableOracle(WholeGame game) : game_(std::move(game)) {}

  [[nodiscard]] Index rows() const override { return game_.rows; }
  [[nodiscard]] Index columns() const override { return game_.columns; }
  [[nodiscard]] bool ask(const game::Block& lines, const game::Block& in_play) override {
    lines_called += std::ssize(lines.row) + std::ssize(lines.column);
    known_.row.insert(known_.row.end(), lines.row.begin(), lines.row.end());
    known_.column.insert(known_.column.end(), lines.column.begin(), lines.column.end());
    stages.emplace_back(std::ssize(in_play.row), std::ssize(in_play.column));
    if (stages.size() == 3) second_stage = in_play;  // each stage asks twice
    return true;
  }
  [[nodiscard]] bool raise(std::span<const Index> rows, std::span<const Index> in_play,
                           std::span<methods::OracleEntry> best) override {
    for (const Index row : rows) {
      for (std::size_t t = 0; t < in_play.size(); ++t) {
        methods::OracleEntry cell = at(row, in_play[t]);
        if (best[t].row < 0 || less(best[t], cell)) best[t] = std::move(cell);
      }
    }
    return true;
  }
  [[nodiscard]] bool lower(std::span<const Index> columns, std::span<const Index> in_play,
                           std::span<methods::OracleEntry> best) override {
    for (const Index column : columns) {
      for (std::size_t t = 0; t < in_play.size(); ++t) {
        methods::OracleEntry cell = at(in_play[t], column);
        if (best[t].row < 0 || less(cell, best[t])) best[t] = std::move(cell);
      }
    }
    return true;
  }
  [[nodiscard]] std::optional<methods::OracleEntry> min_max(
      std::span<const Index> rows, std::span<const Index> in_play) override {
    std::vector<methods::OracleEntry> best(in_play.size());
    static_cast<void>(raise(rows, in_play, best));
    return *std::ranges::min_element(best, before());
  }
  [[nodiscard]] std::optional<methods::OracleEntry> max_min(
      std::span<const Index> columns, std::span<const Index> in_play) override {
    std::vector<methods::OracleEntry> best(in_play.size());
    static_cast<void>(lower(columns, in_play, best));
    return *std::ranges::max_element(best, before());
  }
  [[nodiscard]] std::optional<methods::OracleEntry> largest_known(Index column) override {
    std::vector<methods::OracleEntry> best(1);
    static_cast<void>(raise(known_.row, {&column, 1}, best));
    return best.front();
  }
  [[nodiscard]] std::optional<methods::OracleEntry> smallest_known(Index row) override {
    std::vector<methods::OracleEntry> best(1);
    static_cast<void>(lower(known_.column, {&row, 1}, best));
    return best.front();
  }
  [[nodiscard]] PhaseCounts& counts() override { return counts_; }
  [[nodiscard]] bool less(const methods::OracleEntry& left,
                          const methods::OracleEntry& right) const override {
    if (left.value != right.value || !total_order) return left.value < right.value;
    return std::pair(-left.row, left.column) < std::pair(-right.row, right.column);
  }
  [[nodiscard]] Rational number(const methods::OracleEntry& cell) const override {
    return cell.value.reduced();
  }

  bool total_order = false;
  std::int64_t lines_called = 0;
  std::vector<std::pair<Index, Index>> stages;  // lines in play at each call
  game::Block second_stage;                     // what is in play there, where it is reached

 private:
  [[nodiscard]] methods::OracleEntry at(Index row, Index column) const {
    const std::int64_t payoff = game_.at(static_cast<int>(row), static_cast<int>(column));
    return {exact::Fraction(payoff, 1), 0, row, column};
  }

  WholeGame game_;
  game::Block known_;
  PhaseCounts counts_;
};

}  // namespace allnash::test
