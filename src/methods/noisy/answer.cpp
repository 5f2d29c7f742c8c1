#include "methods/noisy/answer.hpp"

#include <algorithm>

namespace allnash::methods::noisy {
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

// Bounds that cross are among the few that fail. What is shown of a bound is shown of lower ones,
// so that the lower bound is stated no higher than the upper one, or than a value that is known.
Rational lowest_of(const std::vector<Rational>& row_bounds, bool symmetric) {
  const Rational low = std::ranges::min(row_bounds);
  return symmetric ? std::min(low, Rational(1, 2)) : low;
}

/// What a frozen strategy earns against an optimal one is at most the value to its player: known in
/// a symmetric game, whose strategy is the same for both; otherwise bounded by the other half.
game::Both<std::vector<Cap>> caps_of(const Attempt& attempt, bool symmetric, const Rational& low,
                                     const Rational& high) {
  if (symmetric) {
    std::vector<Cap> both = caps(attempt.row.earned, low, Rational(1, 2));
    return {both, both};
  }
  return {caps(attempt.column.earned, Rational(1) - high, Rational(1) - low),
          caps(attempt.row.earned, low, high)};
}

/// The bounds of one attempt alone, so that its evidence proves them.
Shown shown_with(Attempt& attempt, const std::vector<Rational>& row_bounds,
                 const std::vector<Rational>& column_bounds, bool symmetric, std::int64_t grid) {
  Shown shown;
  const Rational lowest = lowest_of(row_bounds, symmetric);
  shown.high = Rational(1) - (symmetric ? lowest : std::ranges::min(column_bounds));
  shown.low = std::min(lowest, shown.high);
  for (Half* half : {&attempt.row, &attempt.column}) half->earned = half->joint_bounds(grid);
  shown.caps = caps_of(attempt, symmetric, shown.low, shown.high);
  return shown;
}

certificate::HalfClaim claim_of_half(const Half& half, const std::vector<Cap>& caps) {
  certificate::HalfClaim claim;
  claim.strategy = half.strategy;
  for (const Arm& arm : half.arms) {
    claim.arms.push_back({arm.sequence, arm.draws, arm.group, Rational(1) / arm.together});
  }
  for (const Cap& cap : caps) claim.caps.push_back({cap, half.earned[at(cap.strategy)]});
  return claim;
}

}  // namespace

certificate::ConfidenceClaim claim_of(const Attempt& attempt, bool symmetric, PayoffRange range,
                                      const Rational& low, const Rational& high) {
  certificate::ConfidenceClaim claim;
  claim.symmetric = symmetric;
  claim.low = low;
  claim.high = high;
  claim.attempt = attempt.number;
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

Answer::Answer(Run& run, double epsilon)
    : run_(run),
      range_(*run.options.payoff_range),
      symmetric_(run.known.symmetric()),
      width_(range_.high - range_.low) {
  while (static_cast<double>(grid_) < 1000 / epsilon && grid_ < 1'000'000'000) grid_ *= 10;
  run.bounds.low = range_.low;
  run.bounds.high = range_.high;
  note_bounds();
}

bool Answer::trivial(const Rational& epsilon) {
  const Rational enough = symmetric_ ? Rational(1, 2) : Rational(1);
  if (epsilon < enough) return false;
  outcome.status = Status::certified;
  state(game::Player::row, range_.low, {{0, 1}});
  state(game::Player::column, range_.high, {{0, 1}});
  return true;
}

/// In place of what was stated before.
void Answer::state(game::Player player, const Rational& bound, const MixedStrategy& strategy) {
  const bool is_row = player == game::Player::row;
  (is_row ? run_.bounds.low : run_.bounds.high) = bound;
  run_.bounds.best.of(player) = Guarantee{is_row ? bound : -bound, strategy};
}

Rational Answer::payoff(const Rational& share) const { return range_.low + width_ * share; }

double Answer::payoff_near(double share) const {
  return range_.low.to_double() + width_.to_double() * share;
}

void Answer::note_bounds() const {
  run_.chance->low = run_.bounds.low->to_double();
  run_.chance->high = run_.bounds.high->to_double();
}

void Answer::keep_best(const Attempt& attempt) {
  if (run_.chance->on_look) run_.chance->on_look(attempt);
  row_bounds_ = attempt.row.lower_bounds(grid_);
  const Rational low = lowest_of(row_bounds_, symmetric_);
  Bounds& bounds = run_.bounds;
  if (low.sign() > 0 && payoff(low) > *bounds.low) {
    state(game::Player::row, payoff(low), attempt.row.strategy);
    if (symmetric_) {
      state(game::Player::column, payoff(Rational(1) - low), attempt.row.strategy);
    }
  }
  if (!symmetric_) {
    column_bounds_ = attempt.column.lower_bounds(grid_);
    const Rational least = std::ranges::min(column_bounds_);
    const Rational high = payoff(Rational(1) - least);
    if (least.sign() > 0 && high < *bounds.high) {
      state(game::Player::column, high, attempt.column.strategy);
    }
    if (*bounds.low > *bounds.high) {
      state(game::Player::row, Rational(*bounds.high), MixedStrategy(bounds.best.row->strategy));
    }
  }
  note_bounds();
}

void Answer::show(const Attempt& attempt) const {
  if (run_.chance->on_look) run_.chance->on_look(attempt);
  if (run_.observer == nullptr) return;
  const double low = payoff_near(attempt.row.guessed_bound(grid_));
  run_.chance->low = std::max(run_.bounds.low->to_double(), low);
  if (symmetric_) {
    run_.chance->high = payoff_near(1) + payoff_near(0) - run_.chance->low;
  } else {
    const double high = payoff_near(1 - attempt.column.guessed_bound(grid_));
    run_.chance->high = std::min(run_.bounds.high->to_double(), high);
  }
}

void Answer::finish(const Attempt& attempt) {
  outcome.attempt = attempt;
  Shown shown = shown_with(*outcome.attempt, row_bounds_, column_bounds_, symmetric_, grid_);
  state(game::Player::row, payoff(shown.low), attempt.row.strategy);
  state(game::Player::column, payoff(shown.high),
        symmetric_ ? attempt.row.strategy : attempt.column.strategy);
  outcome.status = Status::certified;
  note_bounds();
  outcome.row_caps = std::move(shown.caps.row);
  outcome.column_caps = std::move(shown.caps.column);
}

}  // namespace allnash::methods::noisy
