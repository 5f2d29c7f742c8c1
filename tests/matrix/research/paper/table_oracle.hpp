// A plain matrix behind the row-and-column oracle, which counts what it is called for.
#pragma once

#include "matrix/research/paper/paper.hpp"
#include "matrix/saddle/saddle_games.hpp"

namespace allnash::test {

class TableOracle final : public matrix::LineOracle {
 public:
  explicit TableOracle(WholeGame game) : game_(std::move(game)) {}

  [[nodiscard]] Index count(game::Player player) const override {
    return player == game::Player::row ? game_.rows : game_.columns;
  }
  [[nodiscard]] bool ask(const game::Block& lines, const game::Block& in_play) override {
    lines_called += std::ssize(lines.row) + std::ssize(lines.column);
    stages.emplace_back(std::ssize(in_play.row), std::ssize(in_play.column));
    if (stages.size() == 3) second_stage = in_play;  // each stage asks twice
    return true;
  }
  [[nodiscard]] bool improve(game::Player player, std::span<const Index> lines,
                             std::span<const Index> in_play,
                             std::span<matrix::OracleEntry> best) override {
    for (const Index line : lines) {
      for (std::size_t t = 0; t < in_play.size(); ++t) {
        matrix::OracleEntry cell =
            player == game::Player::row ? at(line, in_play[t]) : at(in_play[t], line);
        if (best[t].row < 0 || better(player, cell, best[t])) best[t] = std::move(cell);
      }
    }
    return true;
  }
  [[nodiscard]] std::optional<matrix::OracleEntry> race(game::Player player,
                                                        std::span<const Index> lines,
                                                        std::span<const Index> in_play) override {
    std::vector<matrix::OracleEntry> best(in_play.size());
    static_cast<void>(improve(player, lines, in_play, best));
    return best_of(opponent_of(player), best);
  }
  [[nodiscard]] PhaseCounts& counts() override { return counts_; }
  [[nodiscard]] bool less(const matrix::OracleEntry& left,
                          const matrix::OracleEntry& right) const override {
    return left.value < right.value;
  }
  [[nodiscard]] Rational number(const matrix::OracleEntry& cell) const override {
    return cell.value.reduced();
  }

  std::int64_t lines_called = 0;
  std::vector<std::pair<Index, Index>> stages;  // lines in play at each call
  game::Block second_stage;                     // what is in play there, where it is reached

 private:
  [[nodiscard]] matrix::OracleEntry at(Index row, Index column) const {
    const std::int64_t payoff = game_.at(static_cast<int>(row), static_cast<int>(column));
    return {exact::Fraction(payoff, 1), 0, row, column};
  }

  WholeGame game_;
  PhaseCounts counts_;
};

}  // namespace allnash::test
