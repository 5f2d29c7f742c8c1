// The two players and their strategies, pure and mixed.
#pragma once

#include <array>
#include <vector>

#include "allnash/result.hpp"
#include "allnash/source.hpp"
#include "core/exact/access.hpp"

namespace allnash {

constexpr Player opponent_of(Player player) {
  return player == Player::row ? Player::column : Player::row;
}

}  // namespace allnash

namespace allnash::game {

using allnash::opponent_of;
using allnash::Player;
inline constexpr std::array players{Player::row, Player::column};

/// One thing for each player.
template <typename Thing>
struct Both {
  Thing row{};
  Thing column{};
  Thing& of(Player player) { return player == Player::row ? row : column; }
  const Thing& of(Player player) const { return player == Player::row ? row : column; }
};

using Lines = std::vector<Index>;  ///< of one player

/// Strategies of both players: a submatrix of the game.
struct Block : Both<Lines> {
  [[nodiscard]] bool empty() const { return row.empty() && column.empty(); }
};

/// Every index below `count`.
[[nodiscard]] Lines all_below(Index count);
/// All indices below `count` that are not in the sorted list.
[[nodiscard]] Lines complement(const Lines& sorted, Index count);
/// The entries of a block, row by row.
[[nodiscard]] std::vector<Entry> entries_of(const Block& block);

/// The strategies with positive probability.
[[nodiscard]] Lines support_of(const MixedStrategy& strategy);
/// Translates a strategy of a block to the numbers of the whole game; sorted.
[[nodiscard]] MixedStrategy renumbered(MixedStrategy strategy, const Lines& numbers);
/// The order of extreme points: lexicographic by dense vector.
[[nodiscard]] bool dense_less(const MixedStrategy& left, const MixedStrategy& right);

/// A mixed strategy, or any weights, as integers over one denominator, so that expected payoffs are
/// sums of integers.
class Mixture {
 public:
  Mixture() = default;
  explicit Mixture(const MixedStrategy& strategy) {
    std::vector<Rational> probabilities;
    for (const Weight& weight : strategy) probabilities.push_back(weight.probability);
    denominator_ = exact::common_denominator(probabilities);
    for (const Weight& weight : strategy) {
      strategies_.push_back(weight.strategy);
      approximate_.push_back(exact::near(weight.probability));
      exact::scale_to_integer(whole_.emplace_back().raw(), weight.probability, denominator_);
    }
  }

  [[nodiscard]] const std::vector<Index>& strategies() const { return strategies_; }
  /// Probabilities as doubles; NaN out of the range of filters (access.hpp).
  [[nodiscard]] const std::vector<double>& approximate() const { return approximate_; }

  [[nodiscard]] bool sums_to_one() const {
    exact::Integer sum;
    for (const exact::Integer& part : whole_) fmpz_add(sum.raw(), sum.raw(), part.raw());
    return fmpz_equal(sum.raw(), denominator_.raw()) != 0;
  }

  /// Multiplies by the common denominator, which mostly gives an integer; `unscaled` divides.
  [[nodiscard]] Rational scaled(const Rational& value) const {
    Rational result;
    fmpq_mul_fmpz(exact::raw(result), exact::raw(value), denominator_.raw());
    return result;
  }
  [[nodiscard]] Rational unscaled(const Rational& value) const {
    Rational result;
    fmpq_div_fmpz(exact::raw(result), exact::raw(value), denominator_.raw());
    return result;
  }

  /// The expected payoff times the denominator, where payoff(s) is that of strategy s.
  template <typename Payoff>
  [[nodiscard]] Rational expect(const Payoff& payoff) const {
    std::vector<Rational> payoffs;
    payoffs.reserve(strategies_.size());
    bool integers = true;
    for (const Index s : strategies_) {
      payoffs.push_back(payoff(s));
      integers = integers && payoffs.back().is_integer();
    }
    exact::Integer sum;
    if (integers) {
      Rational result;
      for (std::size_t t = 0; t < payoffs.size(); ++t) {
        fmpz_addmul(exact::numerator(result), whole_[t].raw(), exact::numerator(payoffs[t]));
      }
      return result;
    }
    const exact::Integer denominator = exact::common_denominator(payoffs);
    exact::Integer whole;
    for (std::size_t t = 0; t < payoffs.size(); ++t) {
      exact::scale_to_integer(whole.raw(), payoffs[t], denominator);
      fmpz_addmul(sum.raw(), whole_[t].raw(), whole.raw());
    }
    return exact::quotient(sum.raw(), denominator.raw());
  }

 private:
  std::vector<Index> strategies_;
  std::vector<double> approximate_;
  std::vector<exact::Integer> whole_;
  exact::Integer denominator_{1};
};

}  // namespace allnash::game
