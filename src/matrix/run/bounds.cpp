#include "matrix/run/bounds.hpp"

#include <cmath>
#include <utility>

namespace allnash::matrix {

void Bounds::raise_low(const Rational& bound) {
  if (!low || bound > *low) low = bound;
}

void Bounds::lower_high(const Rational& bound) {
  if (!high || bound < *high) high = bound;
}

void Bounds::take(game::Player player, Guarantee guarantee) {
  if (player == game::Player::row) {
    raise_low(guarantee.value);
  } else {
    lower_high(-guarantee.value);
  }
  std::optional<Guarantee>& before = best.of(player);
  if (!before || guarantee.value > before->value) before = std::move(guarantee);
}

void Bounds::hold_down(game::Player player, double most, const FloatMix& against) {
  if (!std::isfinite(most)) return;
  Holding& held = holding.of(game::opponent_of(player));
  if (most < held.most) held = {most, against};
  if (player == game::Player::row) {
    lower_high(Rational::from_double(most));
  } else {
    raise_low(Rational::from_double(-most));
  }
}

}  // namespace allnash::matrix
