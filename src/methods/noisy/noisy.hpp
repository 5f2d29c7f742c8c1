// Games of chance: bounds on the value that hold with a stated confidence.
#pragma once

#include <functional>
#include <optional>

#include "allnash/options.hpp"
#include "allnash/progress.hpp"
#include "allnash/result.hpp"
#include "ledger/plays.hpp"
#include "methods/noisy/attempt.hpp"

namespace allnash::methods {

/// What a method of chance works with.
struct NoisyRun {
  ledger::Plays& plays;
  const Options& options;  ///< payoff_range and epsilon are there
  Rational delta;          ///< the probability with which the bounds may be wrong
  StopToken stop;
  Observer* observer = nullptr;
  StopToken::Clock::time_point start = StopToken::Clock::now();
  /// Sees every attempt at every moment at which it may end: to hold its arms against the truth.
  std::function<void(const noisy::Attempt&)> on_look = {};

  // Kept as it goes, in units of payoff and for display.
  double low = 0;
  double high = 0;
  std::optional<double> to_go = {};  ///< a guess at the plays that are still needed
  std::string stage = {};

  void report(std::string_view now_at);
  void report(const Waiting& waiting) const;
  void event(std::string_view name, std::initializer_list<EventField> fields) const;
  [[nodiscard]] Progress progress() const;
  [[nodiscard]] double seconds() const;
};

struct NoisyOutcome {
  bool certified = false;
  Rational low;  ///< the value lies in [low, high], in units of payoff
  Rational high;
  MixedStrategy row;     ///< guarantees at least low; empty while none is known
  MixedStrategy column;  ///< concedes at most high; empty while none is known
  std::vector<Cap> row_caps;
  std::vector<Cap> column_caps;
  std::int64_t attempts = 0;
  std::optional<noisy::Attempt> attempt;  ///< certified: what the bounds rest on
  std::string reason;                     ///< why a method gave up by itself
};

NoisyOutcome certify_by_play(NoisyRun& run);

}  // namespace allnash::methods
