#include "matrix/run/base.hpp"

#include <chrono>

namespace allnash::matrix {

RunBase::RunBase(asking::Ledger& its_ledger, const Options& its_options, StopToken its_stop,
                 Observer* its_observer, Clock::time_point its_start)
    : ledger(its_ledger),
      options(its_options),
      stop(its_stop),
      observer(its_observer),
      start(its_start) {}

double RunBase::seconds() const {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

void RunBase::tell(std::string_view name, std::span<const EventField> fields) const {
  const asking::LedgerCounts counts = ledger.counts();
  observer->event({name, counts.asked, counts.rounds, fields});
}

Progress RunBase::progress() const {
  Progress now;
  const asking::LedgerCounts counts = ledger.counts();
  now.queries = counts.asked;
  now.rounds = counts.rounds;
  now.repeats = counts.repeats;
  now.hedged = counts.hedged;
  now.in_vain = counts.in_vain;
  now.lost = counts.lost;
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
