// A matrix that is known whole, as a game.
#pragma once

#include "exact/matrix.hpp"
#include "game/pair.hpp"

namespace allnash::game {

class MatrixGame final : public KnownGame {
 public:
  explicit MatrixGame(const exact::Matrix& matrix) : matrix_(matrix) {}
  [[nodiscard]] Index rows() const override { return matrix_.rows(); }
  [[nodiscard]] Index columns() const override { return matrix_.columns(); }
  [[nodiscard]] Rational entry(Index row, Index column) const override {
    return matrix_.at(row, column);
  }

 private:
  const exact::Matrix& matrix_;
};

}  // namespace allnash::game
