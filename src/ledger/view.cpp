#include "ledger/view.hpp"

#include <numeric>

namespace allnash::ledger {

Lines all_below(Index count) {
  Lines all(at(count));
  std::iota(all.begin(), all.end(), Index{0});
  return all;
}

exact::Matrix View::against(const Lines& others, const Lines& own) const {
  exact::Matrix result(std::ssize(others), std::ssize(own));
  for (Index t = 0; t < result.rows(); ++t) {
    for (Index s = 0; s < result.columns(); ++s) {
      result.at(t, s) = payoff(own[at(s)], others[at(t)]);
    }
  }
  return result;
}

}  // namespace allnash::ledger
