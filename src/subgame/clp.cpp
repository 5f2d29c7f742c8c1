#include "subgame/clp.hpp"

#include <coin/ClpEventHandler.hpp>

namespace allnash::subgame {

namespace {

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
  const StopHandler handler(stop);
  lp.passInEventHandler(&handler);
  lp.setLogLevel(0);
  if (kind == Simplex::dual) {
    lp.dual();
  } else {
    lp.primal();
  }
  return lp.status() == 0;
}

}  // namespace allnash::subgame
