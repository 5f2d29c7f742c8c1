// The little of Clp that we use.
#pragma once

#include <coin/ClpSimplex.hpp>
#include <vector>

#include "base/stop_token.hpp"

namespace allnash::subgame {

/// Gathers the columns of an LP, one after another.
class ColumnBuilder {
 public:
  void add(int row, double value) {
    if (value == 0) return;
    rows_.push_back(row);
    values_.push_back(value);
  }
  void end_column(double lower, double upper, double cost) {
    starts_.push_back(static_cast<CoinBigIndex>(values_.size()));
    lower_.push_back(lower);
    upper_.push_back(upper);
    cost_.push_back(cost);
  }
  void load(ClpSimplex& lp, const std::vector<double>& row_lower,
            const std::vector<double>& row_upper) const {
    lp.loadProblem(static_cast<int>(cost_.size()), static_cast<int>(row_lower.size()),
                   starts_.data(), rows_.data(), values_.data(), lower_.data(), upper_.data(),
                   cost_.data(), row_lower.data(), row_upper.data());
  }

 private:
  std::vector<CoinBigIndex> starts_{0};
  std::vector<int> rows_;
  std::vector<double> values_;
  std::vector<double> lower_;
  std::vector<double> upper_;
  std::vector<double> cost_;
};

enum class Simplex { primal, dual };

/// True when an optimum was found, silently, before `stop` said otherwise.
bool minimise(ClpSimplex& lp, const StopToken& stop, Simplex kind);

}  // namespace allnash::subgame
