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

namespace {

void tell(const Run& run, const std::optional<Waiting>& waiting) {
  if (run.observer == nullptr) return;
  Progress now;
  now.queries = run.ledger.queries();
  now.rounds = run.ledger.rounds();
  if (run.bounds.low) now.low = run.bounds.low->to_double();
  if (run.bounds.high) now.high = run.bounds.high->to_double();
  now.seconds = run.seconds();
  now.stage = run.stage;
  now.waiting = waiting;
  run.observer->progress(now);
}

}  // namespace

void Run::report(std::string_view now) {
  stage = now;
  tell(*this, {});
}

void Run::report(const Waiting& waiting) const { tell(*this, waiting); }

void note_pure_bounds(Run& run) {
  const payoffs::Ledger& ledger = run.ledger;
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
