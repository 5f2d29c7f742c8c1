// How a run by play tells of itself.
#include "methods/noisy/noisy.hpp"

namespace allnash::methods {

double NoisyRun::seconds() const {
  return std::chrono::duration<double>(StopToken::Clock::now() - start).count();
}

Progress NoisyRun::progress() const {
  Progress now;
  now.queries = plays.plays();
  now.rounds = plays.rounds();
  now.low = low;
  now.high = high;
  now.seconds = seconds();
  now.stage = stage;
  now.to_go = to_go;
  return now;
}

void NoisyRun::event(std::string_view name, std::initializer_list<EventField> fields) const {
  if (observer == nullptr || !observer->wants_events()) return;
  observer->event({name, plays.plays(), plays.rounds(), fields});
}

void NoisyRun::report(std::string_view now_at) {
  if (observer == nullptr) return;
  if (stage != now_at) {
    stage = now_at;
    event("stage", {{"stage", now_at}});
  }
  observer->progress(progress());
}

void NoisyRun::report(const Waiting& waiting) const {
  if (observer == nullptr) return;
  Progress now = progress();
  now.waiting = waiting;
  observer->progress(now);
}

}  // namespace allnash::methods
