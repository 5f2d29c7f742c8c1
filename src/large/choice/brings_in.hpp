// What brings a strategy of a table in that no equilibrium plays.
//
// Claim (docs/research/all_equilibria.md, theorem I). The smallest raise of its payoff against the
// opponent's strategy j with which some equilibrium plays it is the most of what it loses over y_j,
// over the opponent's optimal mixes y; every larger raise brings it in as well. There is none if it
// loses against an optimal y with y_j = 0. Dinkelbach's steps find the most: maximise
// loss - ratio * y_j, with the ratio at the best mix so far, until nothing is above 0.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "allnash/rational.hpp"
#include "core/base/stop_token.hpp"
#include "large/choice/face.hpp"

namespace allnash::large {

/// A strategy that no equilibrium plays.
struct BroughtIn {
  int arc = 0;
  Rational least;  ///< what it falls short against the opponent's optimal mixes
  Rational most;
  std::optional<int> against;  ///< the opponent's arc; nothing if no single payoff brings it in
  Rational by;
};

/// For the strategies of the player whose opponent's optimal mixes are the face of a table. Nothing
/// if the program has more entries, or when stopped.
std::optional<std::vector<BroughtIn>> brought_in(const Form& form, const OptimalFace& face,
                                                 std::int64_t most_entries, const StopToken& stop);

}  // namespace allnash::large
