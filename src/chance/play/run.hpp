// A run on a game of chance, the outcome that a method returns, and the methods, each a function of
// a run in a file of its own.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "allnash/result.hpp"
#include "chance/evidence/attempt.hpp"
#include "chance/evidence/floor.hpp"
#include "core/game/known.hpp"
#include "matrix/run/base.hpp"
#include "payoffs/asking/play_ledger.hpp"

namespace allnash::chance {

using matrix::Bounds;
using matrix::Guarantee;

/// Its options have a range and epsilon.
struct Run final : matrix::RunBase {
  explicit Run(asking::Ledger& its_ledger, const Options& its_options, StopToken its_stop = {},
               Observer* its_observer = nullptr, Clock::time_point its_start = Clock::now());

  const game::Known& known;  ///< the shape of the game; no payoff of it is ever known
  asking::PlayLedger plays{ledger};
  Rational delta;    ///< error probability of the bounds: as written in the options
  Rational epsilon;  ///< the tolerance, divided by the width of the range
  /// Called with an attempt each time it may end; tests compare its arms with the true means.
  std::function<void(const Attempt&)> on_look = {};
  // The present bounds, for display, in units of payoff.
  double low = 0;
  double high = 0;
  std::optional<double> to_go = {};  ///< estimated number of plays still needed

 private:
  void show_value(Progress& now) const override;
};

/// The result of a method; `run.bounds` has the bounds on the value, with confidence.
struct Outcome {
  Status status = Status::stopped;
  std::vector<Cap> row_caps = {};
  std::vector<Cap> column_caps = {};
  std::int64_t attempts = 0;
  std::optional<Attempt> attempt = {};  ///< if certified: the one that proves the bounds
  FloorClaims floors = {};              ///< of that attempt
  std::string reason = {};              ///< why a method gave up by itself
};

using Method = Outcome (*)(Run&);

/// Bounds on the value that hold with a stated confidence.
Outcome certify_by_play(Run& run);
/// The strict saddle point.
Outcome saddle_midsearch(Run& run);

}  // namespace allnash::chance
