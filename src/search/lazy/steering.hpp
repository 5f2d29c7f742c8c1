// The equilibrium of the block to which the search looks for better responses: in floating point or
// exact, depending on the phase.
#pragma once

#include <optional>
#include <vector>

#include "game/pair.hpp"
#include "search/lazy/block.hpp"
#include "search/run.hpp"

namespace allnash::methods {

enum class SearchPhase {
  floating,  ///< a floating vertex of the block
  precise,   ///< its exact equilibrium if it is the only one; else a floating vertex, which has the
             ///< smaller support
  proof,     ///< the strictly complementary pair of the block, exactly
};

/// In a symmetric game what is optimal for one player is so for the other, and one search does for
/// both. Without a range or a tolerance the two are led apart, as they are in other games.
[[nodiscard]] bool one_for_both(const Run& run);

class Steering {
 public:
  explicit Steering(Run& run);

  /// Requires that the block is known, and that it holds the last one, in that order. False when
  /// the run must end.
  [[nodiscard]] bool solve(const Block& block, SearchPhase phase);

  // What was found.
  [[nodiscard]] const Both<FloatMix>& mix() const { return mix_; }
  [[nodiscard]] bool moved() const { return moved_; }  ///< the mix is not the last one
  [[nodiscard]] double value() const { return value_; }
  /// Gains up to this may be rounding.
  [[nodiscard]] double tolerance() const { return tolerance_; }
  /// Half the range of the block's payoffs.
  [[nodiscard]] double reach() const { return reach_; }
  /// Of the block, in the later phases.
  [[nodiscard]] const std::optional<game::Pair>& pair() const { return pair_; }

 private:
  [[nodiscard]] bool solve_exactly(const Block& block, Block part, SearchPhase phase);
  void lean(const Block& block);
  [[nodiscard]] bool only_one(const FloatEquilibrium& floating) const;
  void steer(Both<FloatMix> mix, double value, double tolerance);
  void hope(const Block& block, const Block& near);
  [[nodiscard]] double pure_gap(const Block& block);

  Run& run_;
  const bool one_sided_;
  FloatSolver solver_;
  std::optional<game::Pair> pair_;
  // The block that was solved exactly last, by its size, from which part of it, and what came out:
  // while payoffs outside the block are read it is the same again.
  struct Solved {
    std::size_t rows = 0;
    std::size_t columns = 0;
    Block from;
    std::optional<game::Pair> pair;
  };
  Solved exact_;
  Both<FloatMix> mix_;
  bool moved_ = false;
  double value_ = 0;
  double tolerance_ = 0;
  double reach_ = 0;
  std::vector<double> guaranteed_;  // by each row of the block, alone
  std::vector<double> conceded_;    // by each column
};

/// Where payoffs lie in a range and there are many optimal strategies: one whose proof reads
/// little. The player's strategy of a strictly complementary pair of the block, moved towards that
/// extreme optimal strategy of which the fewest payoffs are unread. What is played seldom settles
/// little, so that most other lines are settled by the payoffs of the extreme one. The pair stays
/// strictly complementary.
[[nodiscard]] MixedStrategy leaning(const View& view, const Block& block, const game::Pair& pair,
                                    const StopToken& stop);

}  // namespace allnash::methods
