#pragma once

#include "methods/methods.hpp"

namespace allnash::methods {

/// How `lazy` looks around; the defaults are what was measured best (docs/query_results.md).
struct LazyTuning {
  Index sample = 20;      ///< strategies a player drawn at random to learn forecasts from
  double look = 1.0 / 32; ///< share of a player's strategies looked at more closely in a round
  double doubt = 2.5;     ///< standard errors above its forecast that a strategy may lie
  double hope = 2.5;
  bool pursue = true;
  bool balance = true;
  double feature = 0.02;
  std::size_t features = 12;
  int additions = 3;      ///< better responses taken up in a round, a player
  double chunk = 1;    ///< share read at a time when only the proof is missing
  bool whole = false;     ///< read whole lines, as the textbook does
};

Outcome lazy_with(Run& run, const LazyTuning& tuning);
Outcome lazy(Run& run);

}  // namespace allnash::methods
