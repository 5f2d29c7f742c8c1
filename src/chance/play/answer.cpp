#include "chance/play/answer.hpp"

#include <algorithm>

#include "chance/play/plays_floor.hpp"

namespace allnash::chance {

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
  outcome.floors = {FloorClaim{}, FloorClaim{}};
  return true;
}

/// Replaces the bound and the strategy of a player.
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
  run_.low = run_.bounds.low->to_double();
  run_.high = run_.bounds.high->to_double();
}

void Answer::keep_best(const Attempt& attempt) {
  if (run_.on_look) run_.on_look(attempt);
  row_bounds_ = attempt.row.lower_bounds(grid_);
  Rational low = std::ranges::min(row_bounds_);
  if (symmetric_) low = std::min(low, Rational(1, 2));
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
  if (run_.on_look) run_.on_look(attempt);
  if (run_.observer == nullptr) return;
  const double low = payoff_near(attempt.row.guessed_bound(grid_));
  run_.low = std::max(run_.bounds.low->to_double(), low);
  if (symmetric_) {
    run_.high = payoff_near(1) + payoff_near(0) - run_.low;
  } else {
    const double high = payoff_near(1 - attempt.column.guessed_bound(grid_));
    run_.high = std::min(run_.bounds.high->to_double(), high);
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

void Answer::find_floors() {
  const Rational low = (*run_.bounds.low - range_.low) / width_;
  const Rational high = (*run_.bounds.high - range_.low) / width_;
  outcome.floors = plays_floor(*outcome.attempt, low, high, run_.delta, run_.stop);
}

}  // namespace allnash::chance
