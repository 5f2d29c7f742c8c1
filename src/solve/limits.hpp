// When a run must end.
#pragma once

#include "allnash/options.hpp"
#include "allnash/solve.hpp"

namespace allnash {

StopToken stop_token(const Options& options, const Hooks& hooks, StopToken::Clock::time_point now);

}  // namespace allnash
