// Bounds on the value, and the strategies that attain them.
#pragma once

#include <limits>
#include <optional>
#include <vector>

#include "allnash/result.hpp"
#include "core/game/players.hpp"

namespace allnash::matrix {

/// A mixed strategy in floating point: its non-zero probabilities.
struct FloatWeight {
  Index strategy = 0;
  double probability = 0;
  bool operator==(const FloatWeight&) const = default;
};
using FloatMix = std::vector<FloatWeight>;

[[nodiscard]] FloatMix rounded(const MixedStrategy& strategy);
/// The probabilities as exact fractions of their sum.
[[nodiscard]] MixedStrategy exactly(const FloatMix& mix);

/// A strategy and a lower bound on its payoff, as its own player sees it.
struct Guarantee {
  Rational value;
  MixedStrategy strategy;
};

/// Bounds on the value that hold for any payoffs of the unread entries.
struct Bounds {
  std::optional<Rational> low;
  std::optional<Rational> high;
  game::Both<std::optional<Guarantee>> best;  ///< the best known strategy of each player
  void raise_low(const Rational& bound);
  void lower_high(const Rational& bound);
  void take(game::Player player, Guarantee guarantee);
  /// Notes that the player's payoff against the opponent's mix is at most `most`, in floating point
  /// rounded up; no bound if not finite.
  void hold_down(game::Player player, double most, const FloatMix& against);

  /// A mix and the opponent's largest payoff against it; not yet checked exactly.
  struct Holding {
    double most = std::numeric_limits<double>::infinity();
    FloatMix mix;
  };
  game::Both<Holding> holding;  ///< the best mix of each player
};

}  // namespace allnash::matrix
