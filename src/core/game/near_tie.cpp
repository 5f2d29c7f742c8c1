#include "core/game/near_tie.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "core/base/at.hpp"
#include "core/exact/printed.hpp"
#include "core/game/view.hpp"

namespace allnash::game {

namespace {

constexpr double relative = 1e-9;

struct Third {
  Rational payoff;
  Rational unit;
};

/// Excludes nearly all numbers that are no rounded thirds, quickly.
bool may_be_third(double payoff) {
  constexpr double most = 0.03;  // a unit of the last of three digits, three times
  const double off = std::abs(3 * payoff - std::round(3 * payoff));
  return off != 0 && off <= most * std::abs(payoff);
}

class TieSearch {
 public:
  TieSearch(const Known& game, const Pair& pair) : game_(game), pair_(pair) {
    for (const Player player : players) {
      const View view(game, player);
      for (const Weight& own : view.mine(pair)) {
        for (Index t = 0; t < view.opponents(); ++t) {
          take(view.turned(view.approximate(own.strategy, t)));
        }
      }
    }
    if (integers_) return;
    for (const Weight& row : pair.row) {
      note_third(View(game, Player::row), row.strategy, third_);
    }
  }

  [[nodiscard]] std::optional<NearTie> first() const {
    if (integers_) return {};
    for (const Player player : players) {
      const View view(game_, player);
      const MixedStrategy& own = view.mine(pair_);
      std::size_t next = 0;
      for (Index s = 0; s < view.count(); ++s) {
        if (next < own.size() && own[next].strategy == s) {
          const Rational& probability = own[next++].probability;
          if (probability.to_double() < relative) return NearTie{player, s, true, probability};
        } else if (auto tie = tie_of(view, s)) {
          return tie;
        }
      }
    }
    return {};
  }

 private:
  void take(double payoff) {
    if (std::isnan(payoff)) return;  // unknown
    least_ = std::min(least_, payoff);
    most_ = std::max(most_, payoff);
    integers_ = integers_ && std::trunc(payoff) == payoff;
  }

  /// Looks for the coarsest rounded third among what the opponent's strategy meets of this one.
  void note_third(const View& view, Index own, std::optional<Third>& coarsest) const {
    for (const Weight& other : view.theirs(pair_)) {
      if (!may_be_third(view.approximate(own, other.strategy))) continue;
      const Rational payoff = view.turned(view.payoff(own, other.strategy));
      const auto unit = unit_of_third(payoff);
      if (unit && (!coarsest || *unit > coarsest->unit)) coarsest = Third{payoff, *unit};
    }
  }

  /// A strategy that is not played, if it does nearly as well as the value.
  [[nodiscard]] std::optional<NearTie> tie_of(const View& view, Index own) const {
    constexpr double unit = std::numeric_limits<double>::epsilon();
    const MixedStrategy& others = view.theirs(pair_);
    const double value = view.turned(pair_.value).to_double();
    double gap = value;
    double size = std::abs(value);
    for (const Weight& other : others) {
      const double term = other.probability.to_double() * view.approximate(own, other.strategy);
      gap -= term;
      size += std::abs(term);
    }
    const double error = 4 * unit * size * static_cast<double>(others.size() + 4);
    const double least = gap - error;
    // NaN, of an unknown payoff, fails every comparison. A third has a unit below 1% of its size.
    const bool by_size = least < relative * (most_ - least_);
    if (!by_size && !(least < std::max(std::abs(least_), std::abs(most_)) / 100)) return {};
    std::optional<Third> third = third_;
    note_third(view, own, third);
    if (!by_size && !(third && least < third->unit.to_double())) return {};
    return exact_tie(view, own, third);
  }

  [[nodiscard]] std::optional<NearTie> exact_tie(const View& view, Index own,
                                                 const std::optional<Third>& third) const {
    const Rational value = view.turned(pair_.value);
    Rational gap;
    for (const Weight& other : view.theirs(pair_)) {
      gap += other.probability * (value - view.payoff(own, other.strategy));
    }
    NearTie tie{view.player(), own, false, gap};
    if (gap.to_double() < relative * (most_ - least_)) return tie;
    if (!third || gap >= third->unit) return {};
    tie.third = third->payoff;
    return tie;
  }

  const Known& game_;
  const Pair& pair_;
  double least_ = std::numeric_limits<double>::infinity();
  double most_ = -std::numeric_limits<double>::infinity();
  bool integers_ = true;
  std::optional<Third> third_;  ///< between the two supports
};

}  // namespace

std::optional<Rational> unit_of_third(const Rational& number) {
  constexpr std::size_t most_places = 18;
  const std::string text = number.is_integer() ? "" : finite_decimal(number, most_places);
  const std::size_t point = text.find('.');
  if (point == text.npos) return {};
  const Rational unit = power_of_ten(static_cast<int>(point + 1) - static_cast<int>(text.size()));
  const Rational size = number.sign() < 0 ? -number : number;
  if (size < 100 * unit) return {};  // fewer than three digits
  // A third shows by its digits: one place, as in 32.3, is as often none.
  const std::string digits = text.substr(0, point) + text.substr(point + 1);
  const std::string last = digits.substr(digits.size() - 2);
  if (last != "33" && last != "66" && last != "67") return {};
  const double nearest = std::round((3 * size).to_double());
  if (std::fmod(nearest, 3) == 0) return {};
  const Rational third = Rational::from_double(nearest) / 3;
  const bool rounded = size - third <= unit / 2 && third - size <= unit / 2;
  const bool cut = size < third && third - size < unit;
  return rounded || cut ? std::optional(unit) : std::nullopt;
}

std::optional<NearTie> near_tie(const Known& game, const Pair& pair) {
  return TieSearch(game, pair).first();
}

}  // namespace allnash::game
