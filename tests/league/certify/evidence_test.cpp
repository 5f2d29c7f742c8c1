// E-values of single claims: their mean is at most 1 where the claim is false, by listing every
// outcome, and near 1 or above where it is worth something.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <vector>

#include "core/base/at.hpp"
#include "league/certify/direct.hpp"
#include "league/certify/own_score.hpp"
#include "league/certify/same_field.hpp"

namespace allnash::league::evidence_test {
namespace {

// Rounding loses less than this.
constexpr double rounding = 1e-9;

TEST(Least, IsAtMostTheExactNumber) {
  std::mt19937_64 draw(3);
  for (int run = 0; run < 200; ++run) {
    Least least(1);
    Rational exact = 1;
    for (int t = 0; t < 30; ++t) {
      const auto top = static_cast<std::int64_t>(draw() % 1000 + 1);
      const auto bottom = static_cast<std::int64_t>(draw() % 1000 + 1);
      least.multiply(static_cast<double>(top), static_cast<double>(bottom));
      exact *= Rational(top, bottom);
      if (t % 5 == 0) {
        least.add(Least(0.25));
        exact += Rational(1, 4);
      }
    }
    EXPECT_TRUE(least.reaches(exact * (Rational(1) - Rational(1, 1'000'000'000'000))));
    EXPECT_FALSE(least.reaches(exact));
  }
  EXPECT_TRUE(Least(3).power(1000).reaches(Rational(2)));
  EXPECT_FALSE(Least(0.5).power(100000).reaches(Rational(1, 1'000'000)));
  EXPECT_TRUE(Least(0.75).reaches(Rational(3, 4)));
  EXPECT_FALSE(Least().reaches(Rational(1, 1'000'000)));
  EXPECT_TRUE(Least(3).power(1000).exceeds(Least(3).power(999)));
}

// What one can get at best by stopping whenever one likes, of a fair pairing: 1, and not less,
// since the e-value is a martingale then. Kills: a wrong density, a sum that is cut, a wrong power
// of two.
TEST(Direct, NoStoppingRuleGainsOnAFairPairing) {
  constexpr std::int64_t longest = 60;
  std::vector<std::vector<double>> best(longest + 1, std::vector<double>(longest + 1));
  for (std::int64_t played = longest; played >= 0; --played) {
    for (std::int64_t won = 0; won <= played; ++won) {
      const double now = direct_evidence({played, won, 0}).to_double();
      double later = 0;
      if (played < longest) {
        later = (best[at(played + 1)][at(won + 1)] + best[at(played + 1)][at(won)]) / 2;
        EXPECT_NEAR(now,
                    (direct_evidence({played + 1, won + 1, 0}).to_double() +
                     direct_evidence({played + 1, won, 0}).to_double()) /
                        2,
                    rounding * now);
      }
      best[at(played)][at(won)] = std::max(now, later);
    }
  }
  EXPECT_NEAR(best[0][0], 1, rounding);
}

TEST(Direct, DrawsSayNothing) {
  EXPECT_EQ(direct_evidence({40, 20, 12}).to_double(), direct_evidence({28, 20, 0}).to_double());
  EXPECT_GT(direct_evidence({100, 70, 0}).to_double(), 100);
}

/// Matches of two players, each a win with its probability.
struct Series {
  Index first = 0;
  Index second = 0;
  int matches = 0;
  double chance = 0;
};

Counts counts_with(Index players, const std::vector<Series>& league, const std::vector<int>& wins) {
  Counts counts(at(players));
  for (std::size_t t = 0; t < league.size(); ++t) {
    const Series& one = league[t];
    const Score first{one.matches, wins[t], 0};
    const Score second{one.matches, one.matches - wins[t], 0};
    counts[at(one.first)].push_back({one.second, first, second});
    counts[at(one.second)].push_back({one.first, second, first});
  }
  for (auto& list : counts) std::ranges::sort(list, {}, &Met::other);
  return counts;
}

double binomial_chance(int matches, int wins, double chance) {
  double result = std::pow(chance, wins) * std::pow(1 - chance, matches - wins);
  for (int k = 0; k < wins; ++k) result *= static_cast<double>(matches - k) / (k + 1);
  return result;
}

/// The mean of a function of the numbers of wins, over all of them.
double mean_over(const std::vector<Series>& league,
                 const std::function<double(const std::vector<int>&)>& function) {
  std::vector<int> wins(league.size());
  double sum = 0;
  const std::function<void(std::size_t, double)> list = [&](std::size_t place, double chance) {
    if (place == league.size()) {
      sum += chance * function(wins);
      return;
    }
    const Series& one = league[place];
    for (wins[place] = 0; wins[place] <= one.matches; ++wins[place]) {
      list(place + 1, chance * binomial_chance(one.matches, wins[place], one.chance));
    }
  };
  list(0, 1);
  return sum;
}

double evidence(const Counts& counts, Index above, Index below) {
  const Comparisons all = compare_all(counts, Rational(1, 1'000'000), {});
  for (const Comparison& one : all.shown) {
    if (one.above == above && one.below == below) return one.evidence.to_double();
  }
  return 0;
}

/// 0 and 1 are compared against 2 and 3, whom 4 meets, too, and met each other. `gain` is added to
/// 0's chances, so that with 0 both score the same against the same opponents.
std::vector<Series> compared(double gain) {
  // h: 3*5/8 = 15/8 against 2, 4*2/6 = 4/3 against 3, and their own 2 matches.
  const double worse = 0.2;
  const double rest = -(15.0 / 8 * worse + 2 * 0.1) / (4.0 / 3);  // against 3 for the mean to be 0
  return {{0, 2, 3, 0.5 + worse + gain},
          {1, 2, 5, 0.5},
          {0, 3, 4, 0.6 + rest + gain},
          {1, 3, 2, 0.6},
          {0, 1, 2, 0.6 + gain},
          {4, 2, 1, 0.3},
          {4, 3, 1, 0.4}};
}

// Every outcome of 18 matches, on the border of the hypothesis. Kills: shares of the bets that are
// swapped or rounded, the matches of the pair left out.
TEST(SameField, TheMeanIsAtMostOneOnTheBorder) {
  const auto mean = [](const std::vector<Series>& league) {
    return mean_over(league, [&](const std::vector<int>& wins) {
      return evidence(counts_with(5, league, wins), 0, 1);
    });
  };
  const double border = mean(compared(0));
  EXPECT_LE(border, 1 + rounding);
  EXPECT_GT(border, 0.5);
  EXPECT_GT(mean(compared(0.05)), border);
}

// Fair matches against two opponents whom nobody else met: q_j is 1/2, and nothing is lost. Kills:
// q_j of the pair's own matches.
TEST(SameField, FairMatchesAreFairBets) {
  const std::vector<Series> league{{0, 2, 3, 0.5}, {1, 2, 4, 0.5}, {0, 3, 1, 0.5}, {1, 3, 3, 0.5}};
  EXPECT_NEAR(mean_over(league,
                        [&](const std::vector<int>& wins) {
                          return evidence(counts_with(4, league, wins), 0, 1);
                        }),
              1, rounding);
}

// Nothing but the pair's own fair matches: a martingale of which nothing is lost.
TEST(SameField, TheirOwnMatchesAreFairBets) {
  const std::vector<Series> league{{0, 1, 9, 0.5}};
  EXPECT_NEAR(mean_over(league,
                        [&](const std::vector<int>& wins) {
                          return evidence(counts_with(2, league, wins), 0, 1);
                        }),
              1, rounding);
}

// In leagues of few and of many pairings, against all pairs looked through. Kills: pairs that only
// met, or that only have a common opponent, left out; a player with few matches left out as an
// opponent, too.
TEST(SameField, AllPairsWithEnoughMatchesAreCompared) {
  std::mt19937_64 draw(7);
  for (int run = 0; run < 300; ++run) {
    const auto players = static_cast<Index>(draw() % 12 + 2);
    const auto parts = draw() % 5 + 1;
    std::vector<Series> league;
    std::vector<std::vector<int>> met(at(players), std::vector<int>(at(players)));
    for (Index one = 0; one < players; ++one) {
      for (Index other = one + 1; other < players; ++other) {
        if (draw() % 5 >= parts) continue;
        const int matches = static_cast<int>(draw() % 4) + 1;
        league.push_back({one, other, matches, 0});
        met[at(one)][at(other)] = met[at(other)][at(one)] = matches;
      }
    }
    std::int64_t family = 0;
    for (Index one = 0; one < players; ++one) {
      for (Index other = one + 1; other < players; ++other) {
        int matches = met[at(one)][at(other)];
        for (std::size_t j = 0; j < met.size(); ++j)
          matches += std::min(met[at(one)][j], met[at(other)][j]);
        if (matches >= 4) family += 2;
      }
    }
    const Counts counts = counts_with(players, league, std::vector<int>(league.size()));
    EXPECT_EQ(compare_all(counts, Rational(80), {}).family, family) << run;
  }
}

// Kills: a family by results, such as the pairs of which one leads.
TEST(SameField, TheScheduleAloneDecidesWhoIsCompared) {
  const std::vector<Series> league{{0, 2, 4, 0}, {1, 2, 4, 0}, {0, 3, 1, 0}, {3, 2, 3, 0}};
  for (const int won : {0, 1, 4}) {
    const Counts counts = counts_with(4, league, {won, 4 - won, 0, 2});
    // All pairs but 1 and 3, who have min(4, 3) matches with 2 and none with each other.
    EXPECT_EQ(compare_all(counts, Rational(80), {}).family, 10) << won;
  }
}

// A player of the mean p, after any number of matches up to 40 that it likes: by backward induction
// over wins and losses. Kills: a centre that is not its own inverse in the exponential.
TEST(OwnScore, NoStoppingRuleGains) {
  constexpr std::int64_t longest = 40;
  for (const std::int64_t thousandths : {200, 500, 650, 900}) {
    const double chance = static_cast<double>(thousandths) / 1000;
    std::vector<double> best(longest + 2);
    for (std::int64_t played = longest; played >= 0; --played) {
      for (std::int64_t won = 0; won <= played; ++won) {
        const double now = own_score_evidence({played, won, 0}, thousandths).to_double();
        const double later =
            played == longest ? 0 : chance * best[at(won + 1)] + (1 - chance) * best[at(won)];
        best[at(won)] = std::max(now, later);
      }
    }
    EXPECT_LE(best[0], 1 + rounding) << thousandths;
    EXPECT_GE(best[0], 1 - rounding) << thousandths;
  }
}

TEST(OwnScore, TheBoundIsTheLargestThatIsShown) {
  const Rational level(1, 1000);
  const Score score{400, 260, 40};
  const std::int64_t bound = own_score_bound(score, level);
  EXPECT_TRUE(own_score_evidence(score, bound).reaches(Rational(1000)));
  EXPECT_FALSE(own_score_evidence(score, bound + 1).reaches(Rational(1000)));
  EXPECT_GE(bound, 600);
  EXPECT_LT(bound, 700);
  EXPECT_EQ(own_score_bound({3, 3, 0}, level), 0);
  // Millions of matches.
  EXPECT_NEAR(static_cast<double>(own_score_bound({4'000'000, 2'120'000, 0}, level)), 528, 2);
}

}  // namespace
}  // namespace allnash::league::evidence_test
