// Guesses which arcs are played in some equilibrium, from a point near the central path.
//
// As mu falls, log(flow / slack) of an arc rises by as much as log mu falls if the arc is played in
// some equilibrium, and falls by as much if not. So a gap opens between the two sets, which widens
// twice as fast as log mu falls. Neither the test flow > slack nor the speed of single numbers
// tells the two sets apart as early.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "large/graphs/exact_pair.hpp"

namespace allnash::large {

class ArcCuts {
 public:
  explicit ArcCuts(const Form& form) : form_(form) {}

  struct Cut {
    std::vector<char> played;
    std::uint64_t hash = 0;
    double width = 0;  ///< of the gap
    bool ripe = false;
  };
  using Pair = std::array<const Cut*, 2>;

  /// Adds a point of the path. Results of `pairs` are no longer valid after it.
  void look(const std::array<std::vector<double>, 2>& flow,
            const std::array<std::vector<double>, 2>& slack, double mu);

  /// Pairs of cuts to try, widest first: those whose gaps grow as expected, or all cuts when the
  /// path cannot be continued.
  [[nodiscard]] std::vector<Pair> pairs(bool all) const;

  /// Excludes a pair that failed: for ever, or until mu is a hundredth of its present value.
  void refuse(const Pair& pair, Refusal why);

 private:
  const Form& form_;
  double log_mu_ = 0;
  std::array<std::vector<Cut>, 2> cuts_;
  std::array<std::map<std::uint64_t, double>, 2> width_before_;
  std::map<std::pair<std::uint64_t, std::uint64_t>, double> retry_at_;  // log mu
};

}  // namespace allnash::large
