// A matrix that is known whole, as a game.
#pragma once

#include "allnash/known_payoffs.hpp"
#include "exact/matrix.hpp"

namespace allnash::game {

class MatrixGame final : public KnownPayoffs {
 public:
  explicit MatrixGame(const exact::Matrix& matrix) : matrix_(matrix) {}
  [[nodiscard]] Index rows() const override { return matrix_.rows(); }
  [[nodiscard]] Index columns() const override { return matrix_.columns(); }
  [[nodiscard]] Rational payoff(Index row, Index column) const override {
    return matrix_.at(row, column);
  }

 private:
  const exact::Matrix& matrix_;
};

}  // namespace allnash::game
