#include "methods/noisy/answer.hpp"

#include <algorithm>

namespace allnash::methods::noisy {
namespace {

/// For an equilibrium strategy z of the player whose strategies are these arms, z_i <= (high -
/// low) / (arm's bound - the least of them): it earns the value, each arm concedes what it does.
std::vector<Cap> caps(const std::vector<Rational>& bounds, const Rational& least,
                      const Rational& low, const Rational& high) {
  std::vector<Cap> result;
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    const Rational distance = bounds[i] - least;
    if (distance > high - low) {
      result.push_back({static_cast<Index>(i), (high - low) / distance});
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

void Answer::keep_best(const Attempt& attempt) {
  row_bounds_ = attempt.row.lower_bounds(grid_);
  const Rational low = std::ranges::min(row_bounds_);
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
  }
  note_bounds();
}

void Answer::show(const Attempt& attempt) const {
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
  const Rational low = std::ranges::min(row_bounds_);
  outcome.low = payoff(low);
  outcome.row = attempt.row.strategy;
  outcome.column = symmetric_ ? outcome.row : attempt.column.strategy;
  const Rational high =
      symmetric_ ? Rational(1) - low : Rational(1) - std::ranges::min(column_bounds_);
  outcome.high = payoff(high);
  outcome.certified = true;
  note_bounds();
  // Row arms say what each row earns at most against y; in a symmetric game y = x.
  outcome.row_caps = caps(symmetric_ ? row_bounds_ : column_bounds_, Rational(1) - high, low, high);
  outcome.column_caps = symmetric_ ? outcome.row_caps : caps(row_bounds_, low, low, high);
  outcome.attempt = attempt;
}

}  // namespace allnash::methods::noisy
