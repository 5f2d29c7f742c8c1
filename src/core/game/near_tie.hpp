// Whether an answer hangs on payoffs that may be equal but for rounding.
#pragma once

#include <optional>

#include "core/game/known.hpp"
#include "core/game/pair.hpp"

namespace allnash::game {

/// A strategy that the answer may treat otherwise if payoffs were a little different.
struct NearTie {
  Player player = Player::row;
  Index strategy = 0;
  bool played = false;
  Rational gap;  ///< if played its probability, otherwise how much worse than the value it does
  std::optional<Rational> third = {};  ///< a payoff that looks like a rounded third
};

/// The first strategy that is not played although it does nearly as well as the value, or that is
/// played with a probability near 0. "Near" is below 1e-9 of the difference between the largest and
/// the smallest payoff (of 1, for a probability); where a payoff that matters looks like a rounded
/// third, as 0.333 does, also below the unit of its last place. Nothing where all payoffs are
/// integers. Requires that `fault_in` accepts the pair.
[[nodiscard]] std::optional<NearTie> near_tie(const Known& game, const Pair& pair);

/// The unit of the last place of a number that looks like a third, rounded or cut to three digits
/// or more, of which the last two are 33, 66 or 67; nothing for other numbers.
[[nodiscard]] std::optional<Rational> unit_of_third(const Rational& number);

}  // namespace allnash::game
