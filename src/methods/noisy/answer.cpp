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

}  // namespace

Answer::Answer(NoisyRun& run, double epsilon)
    : run_(run),
      symmetric_(run.plays.symmetric()),
      width_(run.plays.range().high - run.plays.range().low) {
  while (static_cast<double>(grid_) < 1000 / epsilon && grid_ < 1'000'000'000) grid_ *= 10;
  outcome.low = run.plays.range().low;
  outcome.high = run.plays.range().high;
  note_bounds();
}

bool Answer::trivial(const Rational& epsilon) {
  const Rational enough = symmetric_ ? Rational(1, 2) : Rational(1);
  if (epsilon < enough) return false;
  outcome.certified = true;
  outcome.row = outcome.column = {{0, 1}};
  return true;
}

Rational Answer::payoff(const Rational& share) const {
  return run_.plays.range().low + width_ * share;
}

double Answer::payoff_near(double share) const {
  return run_.plays.range().low.to_double() + width_.to_double() * share;
}

void Answer::note_bounds() const {
  run_.low = outcome.low.to_double();
  run_.high = outcome.high.to_double();
}

// Bounds that cross are among the few that fail. What is shown of a bound is shown of lower ones,
// so that the lower bound is stated no higher than the upper one, or than a value that is known.
Rational Answer::lowest() const {
  const Rational low = std::ranges::min(row_bounds_);
  return symmetric_ ? std::min(low, Rational(1, 2)) : low;
}

void Answer::keep_best(const Attempt& attempt) {
  if (run_.on_look) run_.on_look(attempt);
  row_bounds_ = attempt.row.lower_bounds(grid_);
  const Rational low = lowest();
  if (low.sign() > 0 && payoff(low) > outcome.low) {
    outcome.low = payoff(low);
    outcome.row = attempt.row.strategy;
    if (symmetric_) outcome.column = outcome.row;
  }
  if (symmetric_) {
    outcome.high = payoff(Rational(1) - (outcome.low - run_.plays.range().low) / width_);
  } else {
    column_bounds_ = attempt.column.lower_bounds(grid_);
    const Rational least = std::ranges::min(column_bounds_);
    const Rational high = payoff(Rational(1) - least);
    if (least.sign() > 0 && high < outcome.high) {
      outcome.high = high;
      outcome.column = attempt.column.strategy;
    }
    outcome.low = std::min(outcome.low, outcome.high);
  }
  note_bounds();
}

void Answer::show(const Attempt& attempt) const {
  if (run_.on_look) run_.on_look(attempt);
  if (run_.observer == nullptr) return;
  const double low = payoff_near(attempt.row.guessed_bound(grid_));
  run_.low = std::max(outcome.low.to_double(), low);
  if (symmetric_) {
    run_.high = payoff_near(1) + payoff_near(0) - run_.low;
  } else {
    const double high = payoff_near(1 - attempt.column.guessed_bound(grid_));
    run_.high = std::min(outcome.high.to_double(), high);
  }
}

void Answer::finish(const Attempt& attempt) {
  // The bounds of this attempt alone, so that its evidence proves them.
  const Rational high =
      symmetric_ ? Rational(1) - lowest() : Rational(1) - std::ranges::min(column_bounds_);
  const Rational low = std::min(lowest(), high);
  outcome.low = payoff(low);
  outcome.row = attempt.row.strategy;
  outcome.column = symmetric_ ? outcome.row : attempt.column.strategy;
  outcome.high = payoff(high);
  outcome.certified = true;
  note_bounds();
  // What a frozen strategy earns against an optimal one is at most the value to its player: known
  // in a symmetric game, whose strategy is the same for both; otherwise bounded by the other half.
  if (symmetric_) {
    outcome.row_caps = outcome.column_caps = caps(row_bounds_, low, Rational(1, 2));
  } else {
    outcome.row_caps = caps(column_bounds_, Rational(1) - high, Rational(1) - low);
    outcome.column_caps = caps(row_bounds_, low, high);
  }
  outcome.attempt = attempt;
}

}  // namespace allnash::methods::noisy
