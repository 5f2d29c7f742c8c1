// Games drawn from what is known: near the truth where much is known, and as far apart as they are
// from it, so that what they agree on can be relied upon. Errors that make a test fail: noise that
// is never learned, draws without the noise of an entry, sides that are drawn with the other's
// precisions.
#include "answer/solve/low_rank.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace allnash::low_rank_test {
namespace {

constexpr Index side = 60;

/// Three products, effects of both sides and noise of this deviation, beside payoffs of about 30.
class Truth {
 public:
  Truth(std::uint64_t seed, double noise) : random_(seed) {
    for (auto* numbers : {&rows_, &columns_}) {
      for (Index t = 0; t < side * 4; ++t) numbers->push_back(normal_(random_));
    }
    for (Index t = 0; t < side * side; ++t) noises_.push_back(noise * normal_(random_));
  }
  [[nodiscard]] double payoff(Entry entry) const {
    const double* const row = &rows_[static_cast<std::size_t>(entry.row * 4)];
    const double* const column = &columns_[static_cast<std::size_t>(entry.column * 4)];
    double sum = 100 + 10 * (row[3] + column[3]);
    for (int f = 0; f < 3; ++f) sum += 15 * row[f] * column[f];
    return sum + noises_[static_cast<std::size_t>(entry.row * side + entry.column)];
  }
  /// Each entry with this chance.
  std::vector<KnownNumber> known(double share) {
    std::vector<KnownNumber> some;
    for (Index t = 0; t < side * side; ++t) {
      const Entry entry{t / side, t % side};
      if (std::bernoulli_distribution(share)(random_)) some.push_back({entry, payoff(entry)});
    }
    return some;
  }

 private:
  std::mt19937_64 random_;
  std::normal_distribution<double> normal_;
  std::vector<double> rows_;
  std::vector<double> columns_;
  std::vector<double> noises_;
};

struct Errors {
  double of_means = 0;   ///< root of the mean square, of the means of draws
  double of_draws = 0;   ///< the same, of each draw
  double deviation = 0;  ///< of the draws of an entry, the same
};

Errors errors_of(const Truth& truth, const std::vector<KnownNumber>& known) {
  constexpr int draws = 8;
  const KnownNumbers numbers(side, side, known);
  std::vector<LowRankGame> games;
  for (std::uint64_t t = 0; t < draws; ++t) {
    games.emplace_back(side, side, t + 1);
    games.back().sweep(numbers, 40, {});
  }
  Errors errors;
  for (Index t = 0; t < side * side; ++t) {
    const Entry entry{t / side, t % side};
    double mean = 0;
    for (const LowRankGame& game : games) mean += game.payoff(entry) / draws;
    errors.of_means += std::pow(mean - truth.payoff(entry), 2) / (side * side);
    for (const LowRankGame& game : games) {
      errors.of_draws +=
          std::pow(game.payoff(entry) - truth.payoff(entry), 2) / (draws * side * side);
      errors.deviation += std::pow(game.payoff(entry) - mean, 2) / ((draws - 1) * side * side);
    }
  }
  return {std::sqrt(errors.of_means), std::sqrt(errors.of_draws), std::sqrt(errors.deviation)};
}

TEST(LowRank, FindsWhatIsBehindPayoffs) {
  Truth truth(1, 0.5);
  const Errors errors = errors_of(truth, truth.known(0.4));
  EXPECT_LT(errors.of_means, 2);  // payoffs vary by 30
  EXPECT_LT(errors.of_draws, 3);
}

TEST(LowRank, DrawsAreAsFarApartAsTheyAreFromTheTruth) {
  for (const double noise : {0.5, 5.0, 20.0}) {
    for (const double share : {0.15, 0.4}) {
      SCOPED_TRACE(testing::Message() << noise << " " << share);
      Truth truth(2, noise);
      const Errors errors = errors_of(truth, truth.known(share));
      EXPECT_GT(errors.deviation, 0.6 * errors.of_means);
      EXPECT_LT(errors.deviation, 1.6 * errors.of_means);
    }
  }
}

TEST(LowRank, KnowsNothingOfNothing) {
  LowRankGame game(3, 4, 1);
  game.sweep(KnownNumbers(3, 4, {}), 3, {});
  EXPECT_TRUE(std::isfinite(game.payoff({2, 3})));
  const std::vector<KnownNumber> one{{{0, 0}, 7}};
  game.sweep(KnownNumbers(3, 4, one), 3, {});
  EXPECT_TRUE(std::isfinite(game.payoff({2, 3})));
}

TEST(LowRank, IsTheSameFromTheSameSeed) {
  Truth truth(3, 5);
  const KnownNumbers numbers(side, side, truth.known(0.3));
  LowRankGame first(side, side, 9);
  LowRankGame second(side, side, 9);
  first.sweep(numbers, 5, {});
  second.sweep(numbers, 5, {});
  EXPECT_EQ(first.payoff({1, 2}), second.payoff({1, 2}));
  EXPECT_EQ(first.payoff({1, 2}), first.payoff({1, 2}));
}

}  // namespace
}  // namespace allnash::low_rank_test
