#include "matrix/run/run.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/base/text.hpp"

namespace allnash::matrix {

namespace {

// True while a linear program on the lines known whole is small, and their number has grown by an
// eighth. If everything is known the answer itself is next.
bool worth_noting_bounds(const Run& run) {
  constexpr std::size_t small = 64;
  constexpr std::int64_t quick = 1 << 20;  // payoffs
  const std::size_t rows = run.known.whole_rows().size();
  const std::size_t columns = run.known.whole_columns().size();
  const std::size_t lines = rows + columns;
  const Index longest = std::max(run.known.rows(), run.known.columns());
  if (lines == at(run.known.rows() + run.known.columns())) return false;
  return lines > run.lines_noted + run.lines_noted / 8 && std::max(rows, columns) <= small &&
         std::ssize(run.known.whole_rows()) <= quick / longest &&
         std::ssize(run.known.whole_columns()) <= quick / longest;
}

// The best guarantee of either player, which serves both: in a symmetric game, whose value is known
// from the start, its distance from the value shows the progress.
double guarantee_in(const Bounds& bounds, double value) {
  const auto& [row, column] = bounds.best;
  const auto& [row_mix, column_mix] = bounds.holding;
  double least = std::max(-row_mix.most, 2 * value - column_mix.most);
  if (row) least = std::max(least, row->value.to_double());
  if (column) least = std::max(least, 2 * value + column->value.to_double());
  return least;
}

void show_guarantee(const Run& run, Progress& now) {
  const double value = run.known.symmetric_value().to_double();
  const double least = std::max(guarantee_in(run.bounds, value), guarantee_in(run.shown, value));
  now.value = value;
  if (!std::isfinite(least)) return;
  now.low = std::min(least, value);
  now.high = 2 * value - *now.low;
}

void show_bounds(const Bounds& bounds, Progress& now) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  if (bounds.low) now.low = std::max(now.low.value_or(-infinite), bounds.low->to_double());
  if (bounds.high) now.high = std::min(now.high.value_or(infinite), bounds.high->to_double());
}

}  // namespace

Chance chance_of(const Options& options) {
  const PayoffRange& range = *options.payoff_range;
  return {options.delta, *options.epsilon / (range.high - range.low)};
}

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

double Run::seconds() const {
  return std::chrono::duration<double>(StopToken::Clock::now() - start).count();
}

void Run::tell(std::string_view name, std::span<const EventField> fields) const {
  observer->event({name, ledger.asked(), ledger.rounds(), fields});
}

Progress Run::progress() const {
  Progress now;
  now.queries = ledger.asked();
  now.rounds = ledger.rounds();
  now.repeats = ledger.repeats();
  now.hedged = ledger.hedged();
  now.in_vain = ledger.asked_in_vain();
  now.lost = ledger.played().failures;
  now.seconds = seconds();
  now.stage = stage;
  if (chance) {
    now.low = chance->low;
    now.high = chance->high;
    now.to_go = chance->to_go;
    return now;
  }
  if (known.symmetric()) {
    show_guarantee(*this, now);
  } else {
    show_bounds(bounds, now);
    show_bounds(shown, now);
  }
  now.known = &ledger.known();
  return now;
}

void Run::hope_for(std::size_t row_support, std::size_t column_support) {
  hoped = game::query_floor(known.rows(), known.columns(), static_cast<Index>(row_support),
                            static_cast<Index>(column_support), known.symmetric());
}

void Run::report(std::string_view now_at) {
  if (observer == nullptr) return;
  if (stage != now_at) {
    stage = now_at;
    event("stage", {{"stage", now_at}});
  }
  if (pace.due(StopToken::Clock::now()) && worth_noting_bounds(*this)) note_shown_bounds();
  observer->progress(progress());
}

void Run::note_shown_bounds() {
  const auto begun = StopToken::Clock::now();
  std::swap(bounds, shown);
  note_known_bounds(*this, Precision::floating);
  std::swap(bounds, shown);
  pace.took(begun, StopToken::Clock::now());
}

void Run::report(const Waiting& waiting) const {
  if (observer == nullptr) return;
  Progress now = progress();
  now.waiting = waiting;
  observer->progress(now);
}

}  // namespace allnash::matrix
