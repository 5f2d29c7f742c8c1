#include "optimal_set.hpp"

#include <algorithm>

namespace allnash::python {

Rational Player::excess(Index own, Index opponent, bool hopeful) const {
  const Rational& value = *answer.result.value;
  const Index row = is_row ? own : opponent;
  const Index column = is_row ? opponent : own;
  if (const auto& range = answer.result.payoff_range) {
    if (!answer.result.known->knows(row, column)) {
      const Rational& end = is_row == hopeful ? range->high : range->low;
      return is_row ? end - value : value - end;
    }
  }
  return is_row ? answer.result.known->payoff(own, opponent) - value
                : value - answer.result.known->payoff(opponent, own);
}

bool contains(const Player& player, const MixedStrategy& weights, const Rational& tolerance) {
  const std::vector<Index>& support = player.set().support;
  MixedStrategy played;
  Rational sum;
  for (const Weight& weight : weights) {
    const bool in_support = std::ranges::binary_search(support, weight.strategy);
    if (weight.probability < -tolerance) return false;
    if (!in_support && weight.probability > tolerance) return false;
    sum += weight.probability;
    if (in_support) played.push_back(weight);
  }
  if (sum > Rational(1) + tolerance || sum < Rational(1) - tolerance) return false;
  for (Index opponent = 0; opponent < player.opponents(); ++opponent) {
    Rational earned;
    for (const Weight& weight : played) {
      earned += weight.probability * player.excess(weight.strategy, opponent);
    }
    if (!(earned < -tolerance)) continue;
    for (const Weight& weight : played) {
      earned += weight.probability * (player.excess(weight.strategy, opponent, true) -
                                      player.excess(weight.strategy, opponent));
    }
    if (earned < -tolerance) return false;
    PyErr_SetString(PyExc_LookupError,
                    "payoffs that were not read decide it; solve without a range");
    throw pybind11::error_already_set();
  }
  return true;
}

std::vector<double> excesses(const Player& player) {
  std::vector<double> found;
  for (Index opponent = 0; opponent < player.opponents(); ++opponent) {
    for (const Index own : player.set().support) {
      found.push_back(player.excess(own, opponent).to_double());
    }
  }
  return found;
}

}  // namespace allnash::python
