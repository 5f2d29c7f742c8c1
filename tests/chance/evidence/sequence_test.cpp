#include "chance/evidence/sequence.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

#include "chance/evidence/attempt.hpp"
#include "chance/evidence/plain_math.hpp"
#include "chance/evidence/rounded.hpp"

namespace allnash::chance::sequence_test {
namespace {

const Bets some_bets{{{Rational(1, 4), Rational(1, 2)}, {Rational(3, 4), Rational(1, 2)}},
                     {Rational(1, 2)},
                     Rational(1, 2)};

Sample draws_of(std::int64_t losses, std::int64_t wins) {
  Sample draws(1);
  if (losses > 0) draws.front().add(0, losses);
  if (wins > 0) draws.front().add(1, wins);
  return draws;
}

TEST(PlainMath, AgreesWithTheLibrary) {
  for (const double x : {1e-300, 1e-9, 0.3, 0.70710678, 1.0, 1.5, 2.0, 12345.678, 1e300}) {
    EXPECT_NEAR(plain_log(x), std::log(x), 1e-14 * std::max(1.0, std::abs(std::log(x))));
  }
  for (const double x : {-690.0, -20.5, -1e-9, 0.0, 0.34, 1.0, 33.3, 690.0}) {
    EXPECT_NEAR(plain_exp(x) / std::exp(x), 1, 1e-13);
  }
}

TEST(UniformMixture, IsTheFormulaExactly) {
  // Three wins of four, uniform law: 3! 1! / (5! m^3 (1-m)) at m = 1/2 is (6/120) * 16 = 4/5.
  const Sample draws = draws_of(1, 3);
  EXPECT_TRUE(reaches(UniformMixture{}, draws, Rational(1, 2), Rational(4, 5)));
  EXPECT_FALSE(reaches(UniformMixture{}, draws, Rational(1, 2), Rational(80001, 100000)));
  EXPECT_NEAR(GuessedValue(UniformMixture{}, draws).log_at(0.5), std::log(0.8), 1e-12);
  // One win of one: 1! 0! / (2! m) at m = 2/5 is 5/4.
  EXPECT_TRUE(reaches(UniformMixture{}, draws_of(0, 1), Rational(2, 5), Rational(5, 4)));
  EXPECT_FALSE(reaches(UniformMixture{}, draws_of(0, 1), Rational(2, 5), Rational(125001, 100000)));
}

// Far from it the exact test would still say no, but bounds would be blunt and plays wasted.
TEST(UniformMixture, ItsLogarithmIsTheLibrarys) {
  for (const auto& [losses, wins] : std::vector<std::pair<std::int64_t, std::int64_t>>{
           {0, 0}, {3, 20}, {40, 1}, {5000, 700}, {9, 123456}}) {
    const auto lost = static_cast<double>(losses);
    const auto won = static_cast<double>(wins);
    const double m = 0.3;
    const double expected = std::lgamma(1 + won) + std::lgamma(1 + lost) -
                            std::lgamma(2 + won + lost) - won * std::log(m) -
                            lost * std::log(1 - m);
    EXPECT_NEAR(GuessedValue(UniformMixture{}, draws_of(losses, wins)).log_at(m), expected,
                1e-9 * (1 + std::abs(expected)));
  }
}

TEST(Bets, AreTheFormulaExactly) {
  // Two strata in equal parts, centres 1/4 and 3/4, mean 1/2: at m = 2/5 the factors of a stake u
  // are 1 + u/4, 1 - u/4 and so on, over 1 - u/10 each.
  const Bets bets{{{Rational(1, 2), Rational(2, 3)}, {Rational(1, 4), Rational(1, 3)}},
                  {Rational(1, 4), Rational(3, 4)},
                  Rational(1, 2)};
  Sample draws(2);
  draws[0].add(Rational(1, 2), 2);
  draws[1].add(Rational(1, 2));
  draws[1].add(1);
  const auto wealth_of = [](const Rational& u) {
    const Rational all = Rational(1) - u / Rational(10);
    const Rational up = Rational(1) + u / Rational(4);
    const Rational down = Rational(1) - u / Rational(4);
    return up * up * up * down / (all * all * all * all);
  };
  const Rational wealth = Rational(2, 3) * wealth_of({1, 2}) + Rational(1, 3) * wealth_of({1, 4});
  EXPECT_TRUE(reaches(bets, draws, Rational(2, 5), wealth));
  EXPECT_FALSE(reaches(bets, draws, Rational(2, 5), wealth + Rational(1, 1000000)));
  EXPECT_NEAR(GuessedValue(bets, draws).log_at(0.4), std::log(wealth.to_double()), 1e-12);
}

TEST(Sequence, NothingIsShownAtOrAboveTheAverage) {
  const Sample draws = draws_of(900, 100);
  EXPECT_FALSE(reaches(UniformMixture{}, draws, Rational(1, 10), Rational(1, 1000)));
  EXPECT_FALSE(reaches(UniformMixture{}, Sample(1), Rational(1, 2), Rational(1, 2)));
  for (const Sequence& sequence : {Sequence(UniformMixture{}), Sequence(some_bets)}) {
    EXPECT_FALSE(reaches(sequence, draws, Rational(1, 10), Rational(20)));
    EXPECT_FALSE(reaches(sequence, draws, Rational(1, 2), Rational(20)));
    EXPECT_FALSE(reaches(sequence, Sample(1), Rational(1, 2), Rational(2)));
  }
}

// The sum is rounded down, so that payoffs between the ends of the range show no more than they
// may.
TEST(UniformMixture, RoundsFractionalSumsDown) {
  Sample draws = draws_of(10, 60);
  const Rational before = lower_bound(UniformMixture{}, draws, Rational(20), 10000);
  draws.front().add(Rational(1, 2));
  Sample rounded = draws_of(11, 60);
  EXPECT_EQ(lower_bound(UniformMixture{}, draws, Rational(20), 10000),
            lower_bound(UniformMixture{}, rounded, Rational(20), 10000));
  EXPECT_LT(lower_bound(UniformMixture{}, draws, Rational(20), 10000), before);
}

TEST(UniformMixture, TheExactTestRoundsDownToo) {
  Sample fractional = draws_of(10, 60);
  fractional.front().add(Rational(99, 100));
  const Sample down = draws_of(11, 60);
  const Sample up = draws_of(10, 61);
  int told_apart = 0;
  for (std::int64_t m = 650; m < 750; ++m) {
    const Rational bound(m, 1000);
    const bool shown = reaches(UniformMixture{}, fractional, bound, Rational(20));
    EXPECT_EQ(shown, reaches(UniformMixture{}, down, bound, Rational(20))) << m;
    told_apart += shown != reaches(UniformMixture{}, up, bound, Rational(20)) ? 1 : 0;
  }
  EXPECT_GT(told_apart, 0);
}

// The sum of these is a hair below 100: as a double it is 100, exactly it is 99 and more.
TEST(Sequence, ASumAHairBelowAWholeNumberIsNotRoundedUp) {
  for (const Rational& hair :
       {Rational(1, 1'000'000'000'000), Rational::parse("1/10000000000000000")}) {
    Sample draws(1);
    draws.front().add(Rational(1) - hair, 100);
    const Sample down = draws_of(1, 99);
    EXPECT_EQ(draws.front().whole_sum(), 99);
    EXPECT_EQ(GuessedValue(UniformMixture{}, draws).log_at(0.9),
              GuessedValue(UniformMixture{}, down).log_at(0.9));
    for (const std::int64_t grid : {1000, 100000}) {
      EXPECT_EQ(lower_bound(UniformMixture{}, draws, Rational(20), grid),
                lower_bound(UniformMixture{}, down, Rational(20), grid));
    }
  }
}

// However far off floating point is, the bound is the largest of the grid that is shown.
TEST(Sequence, LowerBoundsAreTheLargestThatAreShown) {
  constexpr std::int64_t grid = 400;
  for (const Sequence& sequence : {Sequence(UniformMixture{}), Sequence(some_bets)}) {
    for (const Sample& draws : {draws_of(0, 9), draws_of(3, 400), draws_of(70, 60)}) {
      std::int64_t largest = 0;
      for (std::int64_t m = 1; m < grid; ++m) {
        if (reaches(sequence, draws, Rational(m, grid), Rational(20))) largest = m;
      }
      EXPECT_EQ(lower_bound(sequence, draws, Rational(20), grid), Rational(largest, grid));
      // A level that is a hair above what the draws show there: the place below it is next.
      const double seen = GuessedValue(sequence, draws).log_at(static_cast<double>(largest) / grid);
      EXPECT_LE(guessed_bound(sequence, draws, seen + 1e-6, grid), largest);
    }
  }
}

TEST(Sequence, ALevelMayBeLargerThanAnyDouble) {
  const Rational level = Rational::parse("1" + std::string(400, '0'));
  EXPECT_NEAR(log_of_level(level), 400 * std::log(10.0), 1e-9);
  EXPECT_NEAR(log_of_level(Rational(1) / level), -400 * std::log(10.0), 1e-9);
  EXPECT_NEAR(log_of_level(Rational(20)), std::log(20.0), 1e-14);
  const Sample draws = draws_of(10, 5000);
  const Rational bound = lower_bound(UniformMixture{}, draws, level, 1000);
  EXPECT_GT(bound, Rational(4, 5));
  EXPECT_TRUE(reaches(UniformMixture{}, draws, bound, level));
}

TEST(Sequence, LowerBoundsAreThoseThatReach) {
  for (const Sequence& sequence : {Sequence(UniformMixture{}), Sequence(some_bets)}) {
    const Sample draws = draws_of(200, 300);
    const Rational level(400);
    const Rational bound = lower_bound(sequence, draws, level, 10000);
    EXPECT_GT(bound, Rational(1, 2));
    EXPECT_TRUE(reaches(sequence, draws, bound, level));
    EXPECT_FALSE(reaches(sequence, draws, bound + Rational(2, 10000), level));
    // What is shown of a bound is shown of every lower one.
    for (std::int64_t m = 1; Rational(m, 20) <= bound; ++m) {
      EXPECT_TRUE(reaches(sequence, draws, Rational(m, 20), level));
    }
  }
}

TEST(Evidence, RefusesWhatIsOutsideTheRange) {
  Evidence draws;
  EXPECT_THROW(draws.add(Rational(-1, 1000)), std::logic_error);
  EXPECT_THROW(draws.add(Rational(1001, 1000)), std::logic_error);
}

TEST(ErrorBudget, IsNeverSpentTwice) {
  for (const std::int64_t players : {1, 2}) {
    ErrorBudget budget(Rational(1, 20));
    Rational sum;
    for (std::int64_t attempt = 1; attempt <= 50; ++attempt) {
      const AttemptBudget one = budget.open_attempt(players, 7);
      EXPECT_EQ(budget.attempts(), attempt);
      EXPECT_EQ(one.guarantee() * Rational(players) + one.together() * Rational(7), one.all);
      EXPECT_EQ(one.guarantee() * Rational(players), one.all * Rational(4, 5));
      sum += one.all;
      EXPECT_LT(sum, Rational(1, 20));
    }
  }
  EXPECT_THROW(ErrorBudget(Rational(1)), std::logic_error);
}

// An attempt may spend any part of what is left, whatever was spent before. Kills: parts of the
// whole, also where some went before; a tenth for joint statements beside four fifths.
TEST(ErrorBudget, IsNeverSpentTwiceWhateverAttemptsSpend) {
  std::mt19937_64 random(5);
  for (int time = 0; time < 20; ++time) {
    ErrorBudget budget(Rational(1, 20));
    Rational left(1, 20);
    bool stated = false;
    for (std::int64_t attempt = 1; attempt <= 12; ++attempt) {
      std::optional<Rational> part;
      if (random() % 2 == 0) part.emplace(static_cast<std::int64_t>(1 + random() % 99), 100);
      const AttemptBudget one = budget.open_attempt(2, 7, false, part);
      EXPECT_EQ(one.all, left * part.value_or(Rational(1, attempt + 1)));
      left -= one.all;
      EXPECT_GT(left, Rational(0));
      stated = stated || (part && *part != Rational(1, attempt + 1));
      EXPECT_EQ(one.together() * Rational(7), one.all * Rational(1, stated ? 10 : 5));
      EXPECT_EQ(one.guarantee() * Rational(2) + one.together() * Rational(7), one.all);
    }
    EXPECT_EQ(ErrorBudget(Rational(1, 20), budget.spends()).of_attempt(3, 2, 7, false).all,
              budget.of_attempt(3, 2, 7, false).all);
  }
  for (const Rational& part : {Rational(0), Rational(1), Rational(-1, 2)}) {
    EXPECT_THROW(ErrorBudget(Rational(1, 20)).open_attempt(1, 1, false, part), std::logic_error);
  }
}

// ---------------------------------------------------------------------- coverage on the boundary

/// How draws of mean 1/2 come to be counted, and what is concluded from them.
struct Harness {
  static constexpr int runs = 2000;
  static constexpr int length = 400;
  static constexpr double alpha = 0.05;

  /// The part of runs in which `concludes`, which looks after every draw, says that the mean, 1/2,
  /// is more than 1/2.
  template <typename Draw, typename Concludes>
  static double wrong(const Draw& draw, const Concludes& concludes) {
    std::mt19937_64 random(7);
    int count = 0;
    for (int run = 0; run < runs; ++run) count += concludes(draw(random)) ? 1 : 0;
    return static_cast<double>(count) / runs;
  }
  /// Four standard deviations above alpha.
  static double most() { return alpha + 4 * std::sqrt(alpha * (1 - alpha) / runs); }
};

std::vector<Rational> fair_coins(std::mt19937_64& random) {
  std::vector<Rational> draws;
  for (int t = 0; t < Harness::length; ++t) draws.emplace_back(random() % 2 == 0 ? 1 : 0);
  return draws;
}

std::vector<Rational> small_variance(std::mt19937_64& random) {
  std::vector<Rational> draws;
  for (int t = 0; t < Harness::length; ++t) {
    draws.emplace_back(static_cast<std::int64_t>(45 + random() % 11), 100);
  }
  return draws;
}

/// Eight workers; a win takes a moment, a loss takes long: the order in which they return.
std::vector<Rational> as_they_arrive(std::mt19937_64& random) {
  const std::vector<Rational> sent = fair_coins(random);
  std::vector<double> free_at(8, 0);
  std::vector<std::pair<double, std::size_t>> returns;
  for (std::size_t t = 0; t < sent.size(); ++t) {
    auto worker = std::ranges::min_element(free_at);
    *worker += sent[t].sign() > 0 ? 1 : 10;
    returns.emplace_back(*worker, t);
  }
  std::ranges::sort(returns);
  std::vector<Rational> draws;
  for (const auto& [time, t] : returns) draws.push_back(sent[t]);
  return draws;
}

template <typename Kind>
auto by_sequence(const Kind& kind) {
  return [sequence = Sequence(kind)](const std::vector<Rational>& draws) {
    Sample evidence(1);
    for (const Rational& one : draws) {
      evidence.front().add(one);
      if (2 * evidence.front().sum_approximate() <= static_cast<double>(count_of(evidence)))
        continue;
      if (GuessedValue(sequence, evidence).log_at(0.5) >= std::log(1 / Harness::alpha)) return true;
    }
    return false;
  };
}

bool by_plain_interval(const std::vector<Rational>& draws) {
  double sum = 0;
  double count = 0;
  for (const Rational& one : draws) {
    sum += one.to_double();
    count += 1;
    if (count >= 10 && sum / count - 1.645 * 0.5 / std::sqrt(count) > 0.5) return true;
  }
  return false;
}

TEST(Coverage, HoldsAtEveryMoment) {
  EXPECT_LE(Harness::wrong(fair_coins, by_sequence(UniformMixture{})), Harness::most());
  EXPECT_LE(Harness::wrong(fair_coins, by_sequence(some_bets)), Harness::most());
  EXPECT_LE(Harness::wrong(small_variance, by_sequence(UniformMixture{})), Harness::most());
  EXPECT_LE(Harness::wrong(small_variance, by_sequence(some_bets)), Harness::most());
}

// A harness that these pass would prove nothing.
TEST(Coverage, BadControlsFail) {
  EXPECT_GT(Harness::wrong(fair_coins, by_plain_interval), 3 * Harness::most());
  EXPECT_GT(Harness::wrong(as_they_arrive, by_sequence(UniformMixture{})), 3 * Harness::most());
}

/// Eight attempts of twelve arms each, all of them fair coins, looked at again and again.
struct AttemptsOfCoins {
  static constexpr int runs = 400;
  static constexpr std::int64_t attempts = 8;
  static constexpr std::size_t arms = 12;

  struct Arm {
    Rational part;         // of the error budget
    std::int64_t attempt;  // from 1
    double most;           // the largest log M(1/2) at any moment
  };
  std::vector<std::vector<Arm>> seen;

  AttemptsOfCoins() {
    std::mt19937_64 random(19);
    for (int run = 0; run < runs; ++run) {
      ErrorBudget budget(Rational(1, 20));
      seen.emplace_back();
      for (std::int64_t attempt = 1; attempt <= attempts; ++attempt) {
        const Rational all = budget.open_attempt(1, arms).all;
        for (std::size_t arm = 0; arm < arms; ++arm) {
          seen.back().push_back({all / Rational(std::int64_t{arms}), attempt, most_of(random)});
        }
      }
    }
  }

  static double most_of(std::mt19937_64& random) {
    // A bold gambler is wrong as often as he may be.
    const Sequence bold = Bets{{{Rational(3, 4), Rational(1)}}, {Rational(1, 2)}, Rational(1, 2)};
    Sample draws(1);
    double most = 0;
    for (int t = 1; t <= 100; ++t) {
      draws.front().add(random() % 2 == 0 ? 1 : 0);
      if (2 * draws.front().whole_sum() > t)
        most = std::max(most, GuessedValue(bold, draws).log_at(0.5));
    }
    return most;
  }

  /// In how many runs any arm was said to be better than it is, had arms these levels.
  template <typename Level>
  [[nodiscard]] int wrong(const Level& level_of) const {
    return static_cast<int>(std::ranges::count_if(seen, [&](const std::vector<Arm>& run) {
      return std::ranges::any_of(
          run, [&](const Arm& arm) { return arm.most >= log_of_level(level_of(arm)); });
    }));
  }
};

TEST(Coverage, AllArmsOfAllAttemptsTogether) {
  using Arm = AttemptsOfCoins::Arm;
  const AttemptsOfCoins coins;
  const double mean = 0.05 * AttemptsOfCoins::runs;
  const int most = static_cast<int>(mean + 4 * std::sqrt(mean * 0.95));
  EXPECT_LE(coins.wrong([](const Arm& arm) { return Rational(1) / arm.part; }), most);
  // Each of these spends more than there is, and is seen to: all of delta for every attempt, its
  // attempt's whole part for every arm, a level of 2.
  EXPECT_GT(coins.wrong([](const Arm& arm) {
    return Rational(1) / (arm.part * Rational(arm.attempt * (arm.attempt + 1)));
  }),
            most);
  EXPECT_GT(coins.wrong([](const Arm& arm) {
    return Rational(1) / (arm.part * Rational(static_cast<std::int64_t>(AttemptsOfCoins::arms)));
  }),
            most);
  EXPECT_GT(coins.wrong([](const Arm&) { return Rational(2); }), 9 * AttemptsOfCoins::runs / 10);
}

// What the second kind of sequence is for.
TEST(Coverage, BetsAreSharperForSmallVariance) {
  std::mt19937_64 random(3);
  Sample draws(1);
  for (const Rational& one : small_variance(random)) draws.front().add(one);
  const Bets bold{{{Rational(3, 4), Rational(1)}}, {Rational(1, 2)}, Rational(1, 2)};
  EXPECT_GT(lower_bound(bold, draws, Rational(20), 10000),
            lower_bound(UniformMixture{}, draws, Rational(20), 10000));
}

/// Rounds of four coins, three of mean 1/3 and one of mean 1, of mean 1/2 together: how often is
/// more concluded, looking after every round, or by mistake after every play?
double wrong_of_strata(bool whole_rounds) {
  const Bets bold{
      {{Rational(1, 2), Rational(1)}}, {Rational(1, 2), Rational(3, 4)}, Rational(9, 16)};
  return Harness::wrong(
      [](std::mt19937_64& random) {
        std::vector<Rational> draws;
        for (int round = 0; round < 60; ++round) {
          draws.emplace_back(1);
          for (int coin = 0; coin < 3; ++coin) draws.emplace_back(random() % 3 == 0 ? 1 : 0);
        }
        return draws;
      },
      [&](const std::vector<Rational>& draws) {
        Sample strata(2);
        for (std::size_t t = 0; t < draws.size(); ++t) {
          strata[t % 4 == 0 ? 1 : 0].add(draws[t]);
          if (whole_rounds && t % 4 != 3) continue;
          if (GuessedValue(bold, strata).log_at(0.5) >= std::log(1 / Harness::alpha)) return true;
        }
        return false;
      });
}

TEST(Coverage, PlannedPlaysHoldAfterWholeRounds) {
  EXPECT_LE(wrong_of_strata(true), Harness::most());
  EXPECT_GT(wrong_of_strata(true), 0);
  EXPECT_GT(wrong_of_strata(false), wrong_of_strata(true))
      << "the winner first is no draw at random";
}

// Rounded numbers lie on their side of the truth, and near it.

Rational power(const Rational& base, int exponent) {
  Rational result = 1;
  for (int time = 0; time < exponent; ++time) result *= base;
  return result;
}

TEST(Rounded, LiesOnItsSide) {
  const Rational near = power(Rational(1, 2), 170);
  for (const Rational& base : {Rational(1, 3), Rational(22, 7), Rational(1000003, 1000000)}) {
    for (const int exponent : {1, 2, 7, 200, 201}) {
      const Rational summand = power(Rational(2, 3), exponent);
      const Rational truth = power(base, exponent) * Rational(5, 7) + summand;
      for (const Rounding side : {Rounding::down, Rounding::up}) {
        Rounded seen = Rounded(base, side).power(exponent);
        seen *= Rounded(Rational(5, 7), side);
        seen += Rounded(Rational(2, 3), side).power(exponent);
        EXPECT_EQ(seen.at_least(truth), side == Rounding::up) << base << " " << exponent;
        EXPECT_TRUE(seen.at_least(truth * (Rational(1) - near)));
        EXPECT_FALSE(seen.at_least(truth * (Rational(1) + near)));
      }
    }
  }
}

TEST(Rounded, SmallWholeNumbersAreExact) {
  for (const Rounding side : {Rounding::down, Rounding::up}) {
    Rounded seen(0, side);
    seen += Rounded(3, side).power(4);
    EXPECT_TRUE(seen.at_least(81));
    EXPECT_FALSE(seen.at_least(Rational(81) + power(Rational(1, 2), 300)));
  }
}

}  // namespace
}  // namespace allnash::chance::sequence_test
