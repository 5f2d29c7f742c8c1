#include "solve/logged.hpp"

#include <algorithm>

#include "allnash/solve.hpp"
#include "base/text.hpp"

namespace allnash {

namespace {

store::Facts point_of(const Progress& now) {
  store::Facts point{{"queries", std::to_string(now.queries)},
                     {"rounds", std::to_string(now.rounds)},
                     {"seconds", shortest_text(now.seconds)}};
  if (now.low) point.emplace_back("low", shortest_text(*now.low));
  if (now.high) point.emplace_back("high", shortest_text(*now.high));
  return point;
}

}  // namespace

Logged::Logged(const Options& options, Observer* next) : next_(next), next_note_(Clock::now()) {
  settings_.emplace_back("version", version());
  for (const auto& [name, text] : settings_of(options)) {
    settings_.emplace_back("option " + name, text);
  }
}

store::Facts Logged::state_of(const Progress& now) const {
  store::Facts state = settings_;
  for (auto& fact : point_of(now)) state.push_back(std::move(fact));
  if (now.value) state.emplace_back("value", shortest_text(*now.value));
  state.emplace_back("stage", now.stage);
  if (now.to_go) state.emplace_back("to_go", shortest_text(*now.to_go));
  if (now.waiting) {
    state.emplace_back("workers", std::to_string(now.waiting->workers));
    state.emplace_back("busy", std::to_string(now.waiting->busy));
    state.emplace_back("in_flight", std::to_string(now.waiting->in_flight));
  }
  return state;
}

// Each note is a write to the disk: at most one a second, and points of the curve ever more seldom,
// so that a run of months has some thousands.
void Logged::progress(const Progress& now) {
  constexpr std::int64_t freely = 64;
  const bool point = now.queries != queries_ && (points_ < freely || now.seconds >= next_point_);
  if (file_ != nullptr && (Clock::now() >= next_note_ || (point && points_ < freely))) {
    file_->note(state_of(now), point ? point_of(now) : store::Facts{});
    next_note_ = Clock::now() + std::chrono::seconds(1);
    if (point) {
      ++points_;
      queries_ = now.queries;
      next_point_ = now.seconds + std::max(1.0, now.seconds / 500);
    }
  }
  if (next_ != nullptr) next_->progress(now);
}

void Logged::end(const Result& result) {
  Progress last;
  last.queries = result.queries;
  last.rounds = result.rounds;
  last.seconds = result.seconds;
  if (result.low) last.low = result.low->to_double();
  if (result.high) last.high = result.high->to_double();
  if (result.symmetric && result.value) last.value = result.value->to_double();
  store::Facts state = state_of(last);
  state.emplace_back("status", status_name(result.status));
  file_->note(state, point_of(last));
}

}  // namespace allnash
