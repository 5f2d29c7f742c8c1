#include <algorithm>
#include <cmath>
#include <utility>

#include "methods/methods.hpp"

namespace allnash::methods {

namespace {

// While a linear program on the lines known whole is small, and they have become a few more.
bool worth_noting_bounds(const Run& run) {
  constexpr std::size_t few = 64;
  constexpr std::int64_t quick = 1 << 20;  // payoffs
  const std::size_t rows = run.ledger.whole_rows().size();
  const std::size_t columns = run.ledger.whole_columns().size();
  const std::size_t lines = rows + columns;
  const Index longest = std::max(run.ledger.rows(), run.ledger.columns());
  return lines > run.lines_noted + run.lines_noted / 8 && std::max(rows, columns) <= few &&
         std::ssize(run.ledger.whole_rows()) <= quick / longest &&
         std::ssize(run.ledger.whole_columns()) <= quick / longest;
}

}  // namespace

void Bounds::raise_low(const Rational& bound) {
  if (!low || bound > *low) low = bound;
}

void Bounds::lower_high(const Rational& bound) {
  if (!high || bound < *high) high = bound;
}

void Bounds::take(ledger::Player player, Guarantee guarantee) {
  if (player == ledger::Player::row) {
    raise_low(guarantee.value);
  } else {
    lower_high(-guarantee.value);
  }
  std::optional<Guarantee>& before = best.of(player);
  if (!before || guarantee.value > before->value) before = std::move(guarantee);
}

void Bounds::hold_down(ledger::Player player, double most, const FloatMix& against) {
  if (!std::isfinite(most)) return;
  Holding& best = holding.of(ledger::opponent_of(player));
  if (most < best.most) best = {most, against};
  if (player == ledger::Player::row) {
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
  if (bounds.low) now.low = bounds.low->to_double();
  if (bounds.high) now.high = bounds.high->to_double();
  now.seconds = seconds();
  now.stage = stage;
  now.known = &ledger.known();
  return now;
}

void Run::hope_for(std::size_t row_support, std::size_t column_support) {
  hoped = ledger::query_floor(ledger.rows(), ledger.columns(), static_cast<Index>(row_support),
                              static_cast<Index>(column_support), ledger.symmetric());
}

void Run::report(std::string_view now_at) {
  if (observer == nullptr) return;
  if (stage != now_at) {
    stage = now_at;
    event("stage", {{"stage", now_at}});
  }
  if (worth_noting_bounds(*this)) note_known_bounds(*this, Precision::floating);
  observer->progress(progress());
}

void Run::report(const Waiting& waiting) const {
  if (observer == nullptr) return;
  Progress now = progress();
  now.waiting = waiting;
  observer->progress(now);
}

}  // namespace allnash::methods
