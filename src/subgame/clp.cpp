#include "subgame/clp.hpp"

#include <coin/ClpEventHandler.hpp>
#include <coin/ClpFactorization.hpp>
#include <new>
#include <optional>

#include "subgame/blas.hpp"

namespace allnash::subgame {

namespace {

constexpr double tolerance = 1e-9;

class StopHandler : public ClpEventHandler {
 public:
  explicit StopHandler(const StopToken& stop) : stop_(&stop) {}
  int event(Event /*which*/) override { return stop_->stopped() ? 0 : -1; }
  [[nodiscard]] ClpEventHandler* clone() const override { return new StopHandler(*this); }

 private:
  const StopToken* stop_;
};

}  // namespace

bool minimise(ClpSimplex& lp, const StopToken& stop, Simplex kind) {
  std::optional<SingleThreadedBlas> blas;  // small factors, and the same on any number of cores
  try {
    blas.emplace();
  } catch (const std::bad_alloc&) {
    lp.factorization()->setDenseThreshold(0);  // Clp can do without
  }
  const StopHandler handler(stop);
  lp.passInEventHandler(&handler);
  lp.setLogLevel(0);
  // At Clp's own 1e-7 a basis one pivot short of the optimum can pass, and the guess is lost.
  lp.setPrimalTolerance(tolerance);
  lp.setDualTolerance(tolerance);
  if (kind == Simplex::dual) {
    lp.dual();
  } else {
    lp.primal();
  }
  return lp.status() == 0;
}

}  // namespace allnash::subgame
