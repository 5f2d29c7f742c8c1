// A dense matrix of rationals, row by row: a game, or a part of one, that is fully known.
#pragma once

#include <span>
#include <vector>

#include "allnash/rational.hpp"
#include "allnash/source.hpp"
#include "core/base/at.hpp"

namespace allnash::exact {

class Matrix {
 public:
  Matrix() = default;
  Matrix(Index rows, Index columns)
      : rows_(rows), columns_(columns), values_(static_cast<std::size_t>(rows * columns)) {}
  Matrix(Index rows, Index columns, std::vector<Rational> values)
      : rows_(rows), columns_(columns), values_(std::move(values)) {}

  [[nodiscard]] Index rows() const noexcept { return rows_; }
  [[nodiscard]] Index columns() const noexcept { return columns_; }
  Rational& at(Index row, Index column) noexcept {
    return values_[static_cast<std::size_t>(row * columns_ + column)];
  }
  [[nodiscard]] const Rational& at(Index row, Index column) const noexcept {
    return values_[static_cast<std::size_t>(row * columns_ + column)];
  }
  [[nodiscard]] std::span<const Rational> row(Index row) const noexcept {
    return std::span(values_).subspan(static_cast<std::size_t>(row * columns_),
                                      static_cast<std::size_t>(columns_));
  }
  [[nodiscard]] std::span<const Rational> values() const noexcept { return values_; }

 private:
  Index rows_ = 0;
  Index columns_ = 0;
  std::vector<Rational> values_;
};

}  // namespace allnash::exact
