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

void Run::report(std::string_view stage) const {
  if (observer == nullptr) return;
  Progress now;
  now.queries = ledger.queries();
  now.rounds = ledger.rounds();
  if (bounds.low) now.low = bounds.low->to_double();
  if (bounds.high) now.high = bounds.high->to_double();
  now.seconds = seconds();
  now.stage = stage;
  observer->progress(now);
}

}  // namespace allnash::methods
