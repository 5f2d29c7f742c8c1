#include "game/view.hpp"

namespace allnash::game {

exact::Matrix View::against(const Lines& others, const Lines& own) const {
  exact::Matrix result(std::ssize(others), std::ssize(own));
  for (Index t = 0; t < result.rows(); ++t) {
    for (Index s = 0; s < result.columns(); ++s) {
      result.at(t, s) = payoff(own[at(s)], others[at(t)]);
    }
  }
  return result;
}

}  // namespace allnash::game
