#include <algorithm>

#include "methods/methods.hpp"

namespace allnash::methods {

void Bounds::raise_low(const Rational& bound) {
  if (!low || bound > *low) low = bound;
}

void Bounds::lower_high(const Rational& bound) {
  if (!high || bound < *high) high = bound;
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
  return now;
}

void Run::report(std::string_view now_at) {
  if (observer == nullptr) return;
  if (stage != now_at) {
    stage = now_at;
    event("stage", {{"stage", now_at}});
  }
  observer->progress(progress());
}

void Run::report(const Waiting& waiting) const {
  if (observer == nullptr) return;
  Progress now = progress();
  now.waiting = waiting;
  observer->progress(now);
}

void note_pure_bounds(Run& run) {
  const ledger::Ledger& ledger = run.ledger;
  if (ledger.symmetric()) {
    run.bounds.raise_low(0);
    run.bounds.lower_high(0);
  }
  for (Index i = 0; i < ledger.rows(); ++i) {
    if (!ledger.knows_row(i)) continue;
    Rational worst = ledger.entry(i, 0);
    for (Index j = 1; j < ledger.columns(); ++j) worst = std::min(worst, ledger.entry(i, j));
    run.bounds.raise_low(worst);
  }
  for (Index j = 0; j < ledger.columns(); ++j) {
    if (!ledger.knows_column(j)) continue;
    Rational worst = ledger.entry(0, j);
    for (Index i = 1; i < ledger.rows(); ++i) worst = std::max(worst, ledger.entry(i, j));
    run.bounds.lower_high(worst);
  }
}

}  // namespace allnash::methods
