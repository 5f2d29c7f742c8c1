// One attempt at a certificate: strategies, sequences and error budgets that were fixed before its
// first play, and what its plays have shown since.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "allnash/result.hpp"
#include "chance/sequence.hpp"
#include "exact/at.hpp"
#include "ledger/ledger.hpp"
#include "methods/random.hpp"

namespace allnash::methods::noisy {

/// An opponent's strategy: its draws have the mean that the frozen strategy earns against it, in
/// shares of the range.
struct Arm {
  chance::Sequence sequence;
  Rational level;           ///< 1 / what its guarantee may fail with
  chance::Sample draws{1};  ///< a stratum for each strategy that the frozen one plays
};

/// One player's half. Shares are the player's own: more is better.
struct Half {
  MixedStrategy strategy;
  Rational bound;  ///< to certify: every arm's mean is at least this; may be moved at any time
  std::vector<Arm> arms;
  Rational together = 1;                 ///< 1 / what each arm of a joint statement may fail with
  std::vector<std::int64_t> round = {};  ///< plays of each strategy in a round of an arm

  [[nodiscard]] std::int64_t round_size() const;

  /// As floating point sees it: has this arm been shown to reach the bound?
  [[nodiscard]] bool settled(const Arm& arm) const;
  /// The same, exactly.
  [[nodiscard]] bool proved(const Arm& arm) const;
  /// What all arms' means are at least, as floating point sees it.
  [[nodiscard]] double guessed_bound(std::int64_t grid) const;
  /// What each arm's mean is at least, exactly, on a grid; at least the bound where that is proved.
  /// What holds of the least of them need not hold of all.
  [[nodiscard]] std::vector<Rational> lower_bounds(std::int64_t grid) const;
  /// The same for all arms together.
  [[nodiscard]] std::vector<Rational> joint_bounds(std::int64_t grid) const;
};

struct Attempt {
  std::int64_t number = 0;
  Half row;
  Half column;  ///< no arms in a symmetric game
  /// As it is written down before the first play.
  [[nodiscard]] std::string frozen_text() const;
};

/// Draws strategies by their probabilities, which are whole numbers over one denominator; for
/// exploration.
class Lottery {
 public:
  explicit Lottery(const MixedStrategy& strategy);
  [[nodiscard]] Index draw(Random& random) const;

 private:
  std::vector<Index> strategies_;
  std::vector<std::int64_t> upto_;  // cumulative
};

/// What a play counts for in a half. One that was lost may have been lost because of what it paid:
/// it counts as the worst that it can have been.
Rational own_share(const ledger::Paid& paid, bool is_row);
/// Rounds of one arm, asked one after the other.
struct RoundsOf {
  const Half* half;
  Arm* arm;
  bool is_row;  ///< whose half that is
  std::int64_t times;
};
/// Adds what the first plays paid to their arms: whole rounds alone.
void add_rounds(std::span<const ledger::Paid> paid, std::span<const RoundsOf> rounds);

/// Epsilon, a share of the range, as guesses have it: nobody can play for a finer one, and the
/// powers of one that is far finer are no doubles.
double guessable_epsilon(const Rational& share);

/// The denominator of strategies that are drawn from.
inline constexpr std::int64_t strategy_denominator = 10000;

/// The weights as whole parts of the denominator, the small ones left out.
MixedStrategy rounded_strategy(const std::vector<Index>& candidates,
                               const std::vector<double>& weights);

}  // namespace allnash::methods::noisy
