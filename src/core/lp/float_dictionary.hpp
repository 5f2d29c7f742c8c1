// A simplex dictionary in floating point for a game that grows. When strategies join, the new
// equilibrium is found from the last one in a few steps. It serves for hundreds of small games, for
// each of which the set-up of Clp would take longer than the solution.
//
//   min v,  s_i = v - sum over j of A[i][j] y_j >= 0,  sum of y = 1,  y >= 0
//
// Basic variables and v are functions of the cobasic ones. A row whose slack s_i is cobasic binds;
// a column whose y_j is basic is played.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "core/base/stop_token.hpp"
#include "core/lp/float_game.hpp"

namespace allnash::lp {

class FloatDictionary {
 public:
  using Payoff = std::function<double(std::size_t row, std::size_t column)>;

  enum class Vertex {
    only,  ///< nothing unless each optimal set is a single vertex beyond doubt by rounding
    any,
  };

  void clear() { *this = {}; }
  [[nodiscard]] std::size_t rows() const { return payoffs_.size(); }
  [[nodiscard]] std::size_t columns() const { return cobasic_.size(); }

  /// Enlarges the game to `rows` x `columns`, at least its present size, and returns its
  /// equilibrium in the units of the payoffs, which should be of size about 1. Nothing when
  /// stopped or when rounding errors are too large. If it is the only vertex, every method finds
  /// the same one.
  [[nodiscard]] std::optional<FloatOptimum> grow(std::size_t rows, std::size_t columns,
                                                 const Payoff& payoff, const StopToken& stop,
                                                 Vertex wanted = Vertex::only);
  /// Elementary operations since it was empty.
  [[nodiscard]] std::int64_t work() const { return work_; }
  /// Half the range of the payoffs.
  [[nodiscard]] double reach() const { return (most_ - least_) / 2; }
  /// The basis of the equilibrium.
  [[nodiscard]] Basis basis() const;

 private:
  /// The slack of a row, or the probability of a column.
  struct Variable {
    bool is_row;
    std::size_t number;
  };
  /// Values of the variables at the vertex.
  struct Values {
    double value = 0;
    double correction = 0;  // the largest one of the last `polish`
    std::vector<double> basic;
    std::vector<double> cobasic;  // dual values: x_i of a row, slack of a column
  };

  [[nodiscard]] double* line(std::size_t number) { return table_.data() + number * stride_; }
  [[nodiscard]] const double* line(std::size_t number) const {
    return table_.data() + number * stride_;
  }
  void begin(double payoff);
  double seen(double payoff) {
    least_ = std::min(least_, payoff);
    most_ = std::max(most_, payoff);
    return payoff;
  }
  void add_row();
  void add_column();
  void widen();
  void pivot(std::size_t basic, std::size_t cobasic);
  [[nodiscard]] bool mend_rows(const StopToken& stop);     // dual simplex method
  [[nodiscard]] bool mend_columns(const StopToken& stop);  // primal simplex method
  /// The variables that are not 0 at the vertex.
  struct Tight {
    struct Place {
      std::size_t place;   // among the cobasic variables, or the basic ones
      std::size_t number;  // of the row or column
    };
    std::vector<Place> binding;          // rows
    std::vector<const double*> payoffs;  // of these rows
    std::vector<Place> played;           // columns
  };
  [[nodiscard]] Tight tight() const;
  void polish(const Tight& tight, Values& vertex) const;
  [[nodiscard]] std::optional<FloatOptimum> found(Vertex wanted) const;

  std::vector<std::vector<double>> payoffs_;  // by row
  double least_ = 0;                          // payoff
  double most_ = 0;
  std::vector<Variable> basic_;
  std::vector<Variable> cobasic_;
  // Line 0 is v, the others are the basic variables. A line holds the constant, one coefficient for
  // each cobasic variable, and zeros up to the stride.
  std::vector<double> table_;
  std::size_t stride_ = 0;
  std::int64_t work_ = 0;
};

}  // namespace allnash::lp
