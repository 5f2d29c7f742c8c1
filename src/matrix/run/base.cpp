#include "matrix/run/base.hpp"

#include <chrono>
#include <utility>

namespace allnash::matrix {

RunBase::RunBase(asking::Ledger& its_ledger, const Options& its_options, StopToken its_stop,
                 Observer* its_observer, Clock::time_point its_start)
    : ledger(its_ledger),
      options(its_options),
      stop(std::move(its_stop)),
      observer(its_observer),
      start(its_start) {}

double RunBase::seconds() const {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

void RunBase::tell(std::string_view name, std::span<const EventField> fields) const {
  observer->event({name, ledger.asked(), ledger.rounds(), fields});
}

Progress RunBase::progress() const {
  Progress now;
  now.queries = ledger.asked();
  now.rounds = ledger.rounds();
  now.repeats = ledger.repeats();
  now.hedged = ledger.hedged();
  now.in_vain = ledger.asked_in_vain();
  now.lost = ledger.played().failures;
  now.seconds = seconds();
  now.stage = stage;
  show_value(now);
  return now;
}

void RunBase::report(std::string_view now_at) {
  if (observer == nullptr) return;
  if (stage != now_at) {
    stage = now_at;
    event("stage", {{"stage", now_at}});
  }
  before_report();
  observer->progress(progress());
}

void RunBase::report(const Waiting& waiting) const {
  if (observer == nullptr) return;
  Progress now = progress();
  now.waiting = waiting;
  observer->progress(now);
}

}  // namespace allnash::matrix
