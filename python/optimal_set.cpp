#include "optimal_set.hpp"

#include <algorithm>

namespace allnash::python {

Rational Player::excess(Index own, Index opponent) const {
  const Rational& value = answer.result.value();
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
    if (earned < -tolerance) return false;
  }
  return true;
}

pybind11::array_t<double> excesses(const Player& player) {
  const std::vector<Index>& support = player.set().support;
  pybind11::array_t<double> result({player.opponents(), static_cast<Index>(support.size())});
  auto cells = result.mutable_unchecked<2>();
  for (Index opponent = 0; opponent < player.opponents(); ++opponent) {
    for (std::size_t t = 0; t < support.size(); ++t) {
      cells(opponent, static_cast<Index>(t)) = player.excess(support[t], opponent).to_double();
    }
  }
  return result;
}

}  // namespace allnash::python
