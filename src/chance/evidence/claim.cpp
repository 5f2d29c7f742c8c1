#include "chance/evidence/claim.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include "core/base/at.hpp"

namespace allnash::chance {
namespace {

/// Caps on an optimal strategy z of the player whose strategies are these arms. The frozen strategy
/// earns at least `bounds[i]` against arm i and at least `least` against each, and at most `most`
/// against z: z_i <= (most - least) / (bounds[i] - least).
std::vector<Cap> caps(const std::vector<Rational>& bounds, const Rational& least,
                      const Rational& most) {
  std::vector<Cap> result;
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    const Rational distance = bounds[i] - least;
    if (distance > most - least) {
      result.push_back({static_cast<Index>(i), (most - least) / distance});
    }
  }
  return result;
}

/// The frozen strategy's payoff against an optimal one is at most its player's value. That is known
/// in a symmetric game, whose strategy is the same for both; otherwise the other half bounds it.
game::Both<std::vector<Cap>> caps_of(const Attempt& attempt, bool symmetric, const Rational& low,
                                     const Rational& high) {
  if (symmetric) {
    std::vector<Cap> both = caps(attempt.row.earned, low, Rational(1, 2));
    return {both, both};
  }
  return {caps(attempt.column.earned, Rational(1) - high, Rational(1) - low),
          caps(attempt.row.earned, low, high)};
}

HalfClaim claim_of_half(const Half& half, const std::vector<Cap>& caps) {
  HalfClaim claim;
  claim.strategy = half.strategy;
  for (const Arm& arm : half.arms) {
    claim.arms.push_back(
        {Betting{std::get<Bets>(arm.sequence), arm.draws}, arm.group, Rational(1) / arm.together});
  }
  for (const Cap& cap : caps) claim.caps.push_back({cap, half.earned[at(cap.strategy)]});
  return claim;
}

}  // namespace

StatedBounds stated_bounds(const Rational& row, const Rational& column, bool symmetric) {
  const Rational least = symmetric ? std::min(row, Rational(1, 2)) : row;
  const Rational high = Rational(1) - (symmetric ? least : column);
  return {std::min(least, high), high};
}

Shown shown_with(Attempt& attempt, const std::vector<Rational>& row_bounds,
                 const std::vector<Rational>& column_bounds, bool symmetric, std::int64_t grid) {
  const auto [low, high] =
      stated_bounds(std::ranges::min(row_bounds),
                    symmetric ? Rational(0) : std::ranges::min(column_bounds), symmetric);
  Shown shown{low, high, {}};
  for (Half* half : {&attempt.row, &attempt.column}) half->earned = half->joint_bounds(grid);
  shown.caps = caps_of(attempt, symmetric, shown.low, shown.high);
  return shown;
}

ConfidenceClaim claim_of(const Attempt& attempt, bool symmetric, PayoffRange range,
                         const Rational& low, const Rational& high) {
  ConfidenceClaim claim;
  claim.symmetric = symmetric;
  claim.low = low;
  claim.high = high;
  claim.attempt = attempt.number;
  if (!all_as_usual(attempt.spends)) claim.spends = attempt.spends;
  claim.newcomers = attempt.newcomers;
  const Rational width = range.high - range.low;
  const auto caps =
      caps_of(attempt, symmetric, (low - range.low) / width, (high - range.low) / width);
  claim.range = std::move(range);
  claim.row = claim_of_half(attempt.row, caps.column);
  if (!claim.symmetric) claim.column = claim_of_half(attempt.column, caps.row);
  return claim;
}

Shown shown_by(Attempt& attempt, bool symmetric, std::int64_t grid) {
  return shown_with(attempt, attempt.row.lower_bounds(grid), attempt.column.lower_bounds(grid),
                    symmetric, grid);
}

}  // namespace allnash::chance
