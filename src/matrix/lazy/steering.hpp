// The equilibrium of the block against which the search looks for better responses: in floating
// point or exact, depending on the phase.
#pragma once

#include <optional>
#include <vector>

#include "core/game/pair.hpp"
#include "matrix/run/block.hpp"
#include "matrix/run/run.hpp"

namespace allnash::matrix {

enum class SearchPhase {
  floating,  ///< a floating vertex of the block
  precise,   ///< its exact equilibrium if unique; else a floating vertex, whose support is smaller
  proof,     ///< the strictly complementary pair of the block, exactly
};

/// Whether one search serves both players: in a symmetric game an optimal strategy of one is
/// optimal for the other. Only with a range or a tolerance; otherwise each has a search.
[[nodiscard]] bool one_for_both(const Run& run);

class Steering {
 public:
  explicit Steering(Run& run);

  /// Solves a block, which must be known and begin with the strategies of the last one. False when
  /// the run must end.
  [[nodiscard]] bool solve(const Block& block, SearchPhase phase);

  // The results.
  [[nodiscard]] const Both<FloatMix>& mix() const { return mix_; }
  [[nodiscard]] bool moved() const { return moved_; }  ///< the mix differs from the last one
  [[nodiscard]] double value() const { return value_; }
  /// Gains up to this may be rounding.
  [[nodiscard]] double tolerance() const { return tolerance_; }
  /// Half the range of the block's payoffs.
  [[nodiscard]] double reach() const { return reach_; }
  /// The exact equilibrium of the block, in the later phases.
  [[nodiscard]] const std::optional<game::Pair>& pair() const { return pair_; }

 private:
  [[nodiscard]] const std::optional<FloatEquilibrium>& solve_floating(const Block& block);
  [[nodiscard]] bool solve_exactly(const Block& block, Block part, SearchPhase phase);
  void lean(const Block& block);
  [[nodiscard]] bool only_one(const FloatEquilibrium& floating) const;
  void steer(Both<FloatMix> mix, double value, double tolerance);
  void hope(const Block& block, const Block& near);
  [[nodiscard]] double pure_gap(const Block& block);

  Run& run_;
  const bool one_sided_;
  FloatSolver solver_;
  std::optional<FloatEquilibrium> floating_;
  Both<std::size_t> floating_size_;  // of the block it is from
  std::optional<game::Pair> pair_;
  // The last block that was solved exactly, by its size, the part that the solution started from,
  // and the result: while payoffs outside the block are read, the same block is solved again.
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
  std::vector<double> guaranteed_;  // by each row of the block as a pure strategy
  std::vector<double> conceded_;    // by each column as a pure strategy
};

/// With a range, an optimal strategy whose proof reads few payoffs. The player's strategy of a
/// strictly complementary pair of the block is moved towards the extreme optimal strategy with the
/// fewest unread payoffs. Strategies with small probabilities matter little, so that most other
/// lines are settled by the payoffs of the extreme one. The pair stays strictly complementary.
[[nodiscard]] MixedStrategy leaning(const View& view, const Block& block, const game::Pair& pair,
                                    const StopToken& stop);

}  // namespace allnash::matrix
