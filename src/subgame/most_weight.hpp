// How much a strategy may be played at most by one who earns at least so much against everybody:
//
//   max { x_i : x a strategy, (x U)[j] >= v for all j },
//
// a linear program for each i that differs from the others in its objective alone, so that each
// begins where the last one ended. Floating point: what comes out is the dual solution, a mixture
// of the opponent, from which the caller draws an exact bound.
#pragma once

#include <memory>
#include <vector>

#include "base/stop_token.hpp"
#include "exact/matrix.hpp"

namespace allnash::subgame {

class MostWeight {
 public:
  MostWeight(const exact::Matrix& game, double least);
  MostWeight(const MostWeight&) = delete;
  MostWeight& operator=(const MostWeight&) = delete;
  ~MostWeight();
  /// How the opponent holds the weight of strategy `own` down; empty when no mixture was found.
  [[nodiscard]] std::vector<double> held_down_by(Index own, const StopToken& stop);

 private:
  struct Program;
  std::unique_ptr<Program> program_;
};

}  // namespace allnash::subgame
