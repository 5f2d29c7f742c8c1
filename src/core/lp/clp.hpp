// The part of Clp, a floating-point solver of linear programs, that is used here.
#pragma once

#include <coin/ClpEventHandler.hpp>
#include <coin/ClpFactorization.hpp>
#include <coin/ClpSimplex.hpp>
#include <new>
#include <optional>
#include <vector>

#include "core/base/stop_token.hpp"
#include "core/lp/blas.hpp"

namespace allnash::lp {

/// Collects the columns of an LP, one after another.
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

class StopHandler : public ClpEventHandler {
 public:
  explicit StopHandler(const StopToken& stop) : stop_(&stop) {}
  int event(Event /*which*/) override { return stop_->stopped() ? 0 : -1; }
  [[nodiscard]] ClpEventHandler* clone() const override { return new StopHandler(*this); }

 private:
  const StopToken* stop_;
};

/// True when an optimum was found before `stop`. Prints nothing.
inline bool minimise(ClpSimplex& lp, const StopToken& stop, Simplex kind) {
  constexpr double tolerance = 1e-9;
  std::optional<SingleThreadedBlas> blas;  // one thread: the same results on any number of cores
  try {
    blas.emplace();
  } catch (const std::bad_alloc&) {
    lp.factorization()->setDenseThreshold(0);  // Clp then needs no BLAS
  }
  const StopHandler handler(stop);
  lp.passInEventHandler(&handler);
  lp.setLogLevel(0);
  // With Clp's default of 1e-7 a basis one pivot before the optimum can pass as optimal.
  lp.setPrimalTolerance(tolerance);
  lp.setDualTolerance(tolerance);
  if (kind == Simplex::dual) {
    lp.dual();
  } else {
    lp.primal();
  }
  return lp.status() == 0;
}

}  // namespace allnash::lp
