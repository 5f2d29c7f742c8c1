// Which strategies of a player a page shows.
#pragma once

#include <span>
#include <vector>

#include "allnash/result.hpp"

namespace allnash::report {

/// One player of a result, payoffs turned so that it maximises.
class Side {
 public:
  Side(const Result& result, bool is_row) : result_(&result), is_row_(is_row) {}

  [[nodiscard]] bool is_row() const { return is_row_; }
  [[nodiscard]] Index count() const { return is_row_ ? result_->rows : result_->columns; }
  [[nodiscard]] const OptimalSet* set() const;
  /// What the player plays as far as the result says; empty where it does not.
  [[nodiscard]] const MixedStrategy& strategy() const;
  [[nodiscard]] const MixedStrategy& opponents_strategy() const;
  [[nodiscard]] std::vector<Index> played() const;  ///< the support, by rising index
  [[nodiscard]] bool knows(Index own, Index other) const;
  /// In units of payoff, as the row player receives it.
  [[nodiscard]] Rational payoff(Index own, Index other) const;

  /// How much better each strategy does for this player, NaN when unknown; empty without a strategy
  /// of the opponent.
  [[nodiscard]] std::vector<double> merits() const;

 private:
  const Result* result_;
  bool is_row_;
};

/// What strategies pay against the opponent's mixture, which is held as whole numbers over one
/// denominator: a sum of fractions of hundreds of digits would find a common divisor at each step.
class Earnings {
 public:
  explicit Earnings(const Side& side);
  /// As the row player receives it; nothing when not all of it is known.
  [[nodiscard]] std::optional<Rational> of(Index own) const;

 private:
  Side side_;
  Rational denominator_ = 1;
  std::vector<Rational> whole_;
};

/// At most `limit` of what is played most, most first.
MixedStrategy most_played(MixedStrategy strategy, std::size_t limit);

/// At most `limit` strategies by rising index: all of them, or those that are played, those that
/// are nearest to it, and of the others some, evenly spread. `merits` as from Side.
std::vector<Index> shown_strategies(const Side& side, std::span<const double> merits,
                                    std::size_t limit);

/// The played ones, then those nearest to being played, best first; at most `limit`.
std::vector<Index> leading_strategies(const Side& side, std::span<const double> merits,
                                      std::size_t limit);

}  // namespace allnash::report
