#include "chance/play/run.hpp"

namespace allnash::chance {

Run::Run(asking::Ledger& its_ledger, const Options& its_options, StopToken its_stop,
         Observer* its_observer, Clock::time_point its_start)
    : RunBase(its_ledger, its_options, its_stop, its_observer, its_start),
      known(its_ledger.known()),
      delta(its_options.delta),
      epsilon(*its_options.epsilon /
              (its_options.payoff_range->high - its_options.payoff_range->low)) {}

void Run::show_value(Progress& now) const {
  now.low = low;
  now.high = high;
  now.to_go = to_go;
}

}  // namespace allnash::chance
