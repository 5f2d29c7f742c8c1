// Which matches to play next: gains against refits, the shape of a batch, forecasts.
#include "league/estimate/planner.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <random>

namespace allnash::planner_test {
namespace {

using league::NormalLeague;
using league::PairKnown;
using league::PlannedPair;
using league::Planner;
using league::PlanQuestion;
using league::Table;

double predicted(double gap) { return 1 / (1 + std::exp(-gap)); }

/// All that a refit with these coins gives, from scratch.
NormalLeague refitted(NormalLeague league, double prior) {
  Table precision(league.players);
  for (std::size_t a = 0; a < league.players; ++a) precision.at(a, a) += prior;
  for (std::size_t a = 0; a < league.players; ++a) {
    for (std::size_t b = a + 1; b < league.players; ++b) {
      const PairKnown& one = league.pair(a, b);
      const double weight = one.coins * (one.strength + 1) / (one.strength + one.coins);
      const double told = one.spread * weight;
      precision.at(a, a) += told;
      precision.at(b, b) += told;
      precision.at(a, b) -= told;
      precision.at(b, a) -= told;
    }
  }
  league.covariance = league::inverse_of(precision);
  return league;
}

constexpr double prior = 0.8;

NormalLeague random_league(std::size_t players, std::mt19937_64& engine) {
  const auto uniform = [&] { return static_cast<double>(engine() >> 11U) * 0x1p-53; };
  NormalLeague league;
  league.players = players;
  league.coins_per_match = 1 + uniform();
  league.matches.assign(players, 100);
  std::vector<double> skills;
  for (std::size_t t = 0; t < players; ++t) skills.push_back(2 * uniform() - 1);
  for (std::size_t a = 0; a < players; ++a) {
    for (std::size_t b = a + 1; b < players; ++b) {
      const double rate = predicted(skills[a] - skills[b]);
      PairKnown one{0.9 * rate + 0.05, rate * (1 - rate), 1 + 20 * uniform(),
                    uniform() < 0.3 ? 0 : 40 * uniform()};
      league.played += one.coins / league.coins_per_match;
      league.pairs.push_back(one);
    }
  }
  return refitted(league, prior);
}

std::vector<double> random_field(std::size_t players, std::mt19937_64& engine) {
  std::vector<double> field;
  for (std::size_t t = 0; t < players; ++t)
    field.push_back(0.1 + static_cast<double>(engine() % 100));
  const double sum = std::accumulate(field.begin(), field.end(), 0.0);
  for (double& one : field) one /= sum;
  return field;
}

Planner planner_of(const NormalLeague& league, PlanQuestion question) {
  if (question.field.empty()) {
    question.field.assign(league.players, 1 / static_cast<double>(league.players));
  }
  auto scores = league::expected_scores(league, question.field);
  return {league, std::move(question), std::move(scores)};
}

/// The variance of t_i - t_k by its definition, from scratch: through every skill and every pair.
double variance_by_hand(const NormalLeague& league, const std::vector<double>& field, std::size_t i,
                        std::size_t k) {
  const std::size_t n = league.players;
  std::vector<double> by_skill(n);
  double variance = 0;
  for (std::size_t a = 0; a < n; ++a) {
    for (std::size_t b = a + 1; b < n; ++b) {
      // How t_i - t_k follows the rate of a against b.
      const double follows = (a == i ? field[b] : 0) - (b == i ? field[a] : 0) -
                             (a == k ? field[b] : 0) + (b == k ? field[a] : 0);
      by_skill[a] += follows * league.pair(a, b).slope();
      by_skill[b] -= follows * league.pair(a, b).slope();
      variance += follows * follows * league.pair(a, b).deviation();
    }
  }
  for (std::size_t a = 0; a < n; ++a) {
    for (std::size_t b = 0; b < n; ++b) {
      variance += by_skill[a] * by_skill[b] * league.covariance.at(a, b);
    }
  }
  return variance;
}

double weight_by_hand(double gap, double zone, double variance) {
  const double u = (gap + zone) / std::sqrt(variance);
  return std::exp(-u * u / 2) / std::sqrt(2 * std::acos(-1.0)) * u / (2 * variance);
}

/// The sum of weights times variances, with the weights of one league and the variances of another.
double risk(const NormalLeague& weights, const NormalLeague& league, const PlanQuestion& question) {
  const std::vector<double> scores = league::expected_scores(weights, question.field);
  const std::size_t leader =
      static_cast<std::size_t>(std::ranges::max_element(scores) - scores.begin());
  double sum = 0;
  for (std::size_t i = 0; i < league.players; ++i) {
    for (std::size_t k = i + 1; k < league.players; ++k) {
      if (!question.whole_order && i != leader && k != leader) continue;
      const double before = variance_by_hand(weights, question.field, i, k);
      sum += weight_by_hand(std::abs(scores[i] - scores[k]), question.zone, before) *
             variance_by_hand(league, question.field, i, k);
    }
  }
  return sum;
}

// -----------------------------------------------------------------------------------------------
// Closed forms

// Kills: a Cholesky factor that is not divided by its pivot, a product the wrong way round.
TEST(NormalLeague, InverseTimesTableIsOne) {
  std::mt19937_64 engine(3);
  const NormalLeague league = random_league(7, engine);
  const Table back = league::inverse_of(league.covariance);
  const Table one = league::product_of(back, league.covariance);
  for (std::size_t i = 0; i < 7; ++i) {
    for (std::size_t k = 0; k < 7; ++k) EXPECT_NEAR(one.at(i, k), i == k ? 1 : 0, 1e-10);
  }
}

// Two players with n matches of nothing but coins, prior precision 1/tau^2, c so large that the
// pair follows the skills: the difference of the skills has the variance 1 / (1/(2 tau^2) + n/4),
// and the score of either is half its rate and a quarter.
TEST(NormalLeague, TwoPlayers) {
  NormalLeague league;
  league.players = 2;
  league.matches = {12, 12};
  league.played = 12;
  league.pairs = {{0.5, 0.25, 1e9, 12}};
  league = refitted(league, 2.0);
  const double variance = 1 / (1.0 + 3.0);
  EXPECT_NEAR(league.variance(0, 1), variance, 1e-7);
  const std::vector<double> field{0.5, 0.5};
  const Table slopes = league::score_slopes(league, field);
  const Table responses = league::product_of(slopes, league.covariance);
  // t_0 - t_1 = A - 1/2, whose slope is 1/4.
  EXPECT_NEAR(league::score_variance(league, field, slopes, responses, 0, 1), variance / 16, 1e-7);
  league.play(0, 1, 8);
  EXPECT_NEAR(league.variance(0, 1), 1 / (1.0 + 5.0), 1e-7);
  EXPECT_EQ(league.matches[0], 20);
}

// Three players, and skills that say nothing (c tiny): a pair tells of itself alone. Then t_0 - t_1
// against the uniform field is (2 A_01 - 1 + A_02 - A_12) / 3, so that for it a match of 0 and 1
// counts four times as much as one of either with 2. Player 0 leads, and is compared with both.
// Kills: w_a + w_b forgotten, the pair's own term left out.
TEST(Planner, ThreePlayersWithoutSkills) {
  NormalLeague league;
  league.players = 3;
  league.matches = {40, 40, 40};
  league.played = 60;
  league.pairs.assign(3, {0.5, 0.25, 1e-7, 20});
  league.pairs[1].rate = 0.5 + 1e-6;  // so that player 0 leads, by a hair
  league = refitted(league, 1.0);
  const PlanQuestion question{false, 0.02, {1.0 / 3, 1.0 / 3, 1.0 / 3}};
  const Planner planner = planner_of(league, question);
  EXPECT_NEAR(planner.gain(0, 1, 1) / planner.gain(1, 2, 1), (4 + 1) / (1.0 + 1.0), 0.01);
}

// -----------------------------------------------------------------------------------------------
// Gains

// The gain is what a refit from scratch gives, to rounding, for fields and strengths as they come.
// Kills: slopes that stay when coins come, kappa without 1 + i r, w_a and w_b swapped, G' for G.
TEST(Planner, GainIsThatOfARefit) {
  std::mt19937_64 engine(11);
  for (const bool whole_order : {false, true}) {
    for (int round = 0; round < 6; ++round) {
      const NormalLeague league = random_league(6, engine);
      const PlanQuestion question{whole_order, 0.02, random_field(6, engine)};
      const Planner planner = planner_of(league, question);
      const double before = risk(league, league, question);
      EXPECT_NEAR(planner.weighted_variance(), before, 1e-9 * before);
      for (std::size_t a = 0; a < 6; ++a) {
        for (std::size_t b = a + 1; b < 6; ++b) {
          NormalLeague then = league;
          then.pair(a, b).coins += 3 * league.coins_per_match;
          const double after = risk(league, refitted(then, prior), question);
          EXPECT_NEAR(planner.gain(a, b, 3), before - after, 1e-9 * before) << a << b;
        }
      }
    }
  }
}

// After many matches the tables of rank one have kept up with tables made anew. Kills: y'Ly left
// out of G, K not moved at all.
TEST(Planner, TablesKeepUp) {
  std::mt19937_64 engine(5);
  const NormalLeague league = random_league(8, engine);
  const PlanQuestion question{true, 0.05, random_field(8, engine)};
  Planner planner = planner_of(league, question);
  NormalLeague then = league;
  const auto play = [&](std::size_t a, std::size_t b, double count) {
    planner.play(a, b, count);
    then.pair(a, b).coins += count * league.coins_per_match;
  };
  for (int t = 0; t < 30; ++t) {
    const std::size_t a = engine() % 8;
    play(a, (a + 1 + engine() % 7) % 8, static_cast<double>(1 + engine() % 3));
  }
  const double before = risk(league, league, question);
  const double now = risk(league, refitted(then, prior), question);
  for (std::size_t b = 1; b < 8; ++b) {
    NormalLeague next = then;
    next.pair(0, b).coins += league.coins_per_match;
    const double after = risk(league, refitted(next, prior), question);
    EXPECT_NEAR(planner.gain(0, b, 1), now - after, 1e-9 * before) << b;
  }
}

// -----------------------------------------------------------------------------------------------
// Batches

std::int64_t sum_of(const std::vector<PlannedPair>& list) {
  std::int64_t sum = 0;
  for (const PlannedPair& one : list) sum += one.matches;
  return sum;
}

std::map<std::pair<std::size_t, std::size_t>, std::int64_t> counts_of(
    const std::vector<PlannedPair>& list) {
  std::map<std::pair<std::size_t, std::size_t>, std::int64_t> counts;
  for (const PlannedPair& one : list) counts[std::minmax(one.a, one.b)] += one.matches;
  return counts;
}

// Kills: no cap of a pair; a cap that ends the list; matches of a player with itself.
TEST(Planner, BatchesHaveTheirSizeAndAreSpreadOut) {
  std::mt19937_64 engine(7);
  for (const std::size_t players : {2U, 3U, 5U, 24U, 60U}) {
    const NormalLeague league = random_league(players, engine);
    for (const std::int64_t size : {1, 7, 50, 500, 2000}) {
      Planner planner = planner_of(league, {false, 0.02, {}});
      const std::vector<PlannedPair> list = planner.batch(size);
      EXPECT_EQ(sum_of(list), size);
      EXPECT_EQ(planner.league().played, league.played + static_cast<double>(size));
      const double part = std::max(0.02, std::min(0.2, 4 / static_cast<double>(players)));
      for (const auto& [pair, count] : counts_of(list)) {
        EXPECT_LT(pair.first, pair.second);
        EXPECT_LT(pair.second, players);
        if (players > 5) {
          EXPECT_LE(count,
                    static_cast<std::int64_t>(std::ceil(part * static_cast<double>(size))) + 3);
        }
      }
    }
  }
}

// Kills: the pair that gains least; a scan that leaves pairs out.
TEST(Planner, TheFirstPairGainsMost) {
  std::mt19937_64 engine(17);
  for (const bool whole_order : {false, true}) {
    Planner planner = planner_of(random_league(9, engine), {whole_order, 0.03, {}});
    double most = 0;
    for (std::size_t a = 0; a < 9; ++a) {
      for (std::size_t b = a + 1; b < 9; ++b) most = std::max(most, planner.gain(a, b, 1));
    }
    const Planner before = planner;
    const PlannedPair first = planner.batch(40).front();
    EXPECT_DOUBLE_EQ(before.gain(first.a, first.b, 1), most);
  }
}

// Kills: chance or an address in the choice.
TEST(Planner, SameLeagueSameBatch) {
  std::mt19937_64 engine(9);
  const NormalLeague league = random_league(20, engine);
  Planner first = planner_of(league, {true, 0.05, {}});
  Planner second = planner_of(league, {true, 0.05, {}});
  const auto one = first.batch(200);
  const auto other = second.batch(200);
  ASSERT_EQ(one.size(), other.size());
  for (std::size_t t = 0; t < one.size(); ++t) {
    EXPECT_EQ(one[t].a, other[t].a);
    EXPECT_EQ(one[t].b, other[t].b);
    EXPECT_EQ(one[t].matches, other[t].matches);
  }
}

// Kills: newcomers left to their gain; a newcomer that has had ten goes on coming first.
TEST(Planner, PlayersWithFewMatchesComeFirst) {
  std::mt19937_64 engine(13);
  NormalLeague league = random_league(12, engine);
  league.matches[3] = 8;
  league.matches[7] = 0;
  Planner planner = planner_of(league, {false, 0.02, {}});
  const std::vector<PlannedPair> list = planner.batch(30);
  EXPECT_GE(planner.league().matches[3], 10);
  EXPECT_GE(planner.league().matches[7], 10);
  EXPECT_EQ(list[0].a, 7U);
  // 7 has its ten, and meanwhile 3 the two that it lacks.
  std::size_t of_newcomers = 0;
  for (std::size_t t = 0; t < 12; ++t) of_newcomers += list[t].a == 7U || list[t].a == 3U ? 1 : 0;
  EXPECT_EQ(of_newcomers, 12U);
  std::size_t of_seven = 0;
  for (const PlannedPair& one : list) of_seven += one.a == 7U || one.b == 7U ? 1 : 0;
  EXPECT_LT(of_seven, 18U);
}

// Matches for `top` are of those near the top; a far last player is left alone. Kills: the weights
// of all pairs for `top`, a leader that is the last.
TEST(Planner, TopIsAboutTheTop) {
  NormalLeague league;
  league.players = 6;
  league.matches.assign(6, 50);
  const std::vector<double> skills{0.1, 0.0, -2, -2.5, -3, -3.5};
  for (std::size_t a = 0; a < 6; ++a) {
    for (std::size_t b = a + 1; b < 6; ++b) {
      const double rate = predicted(skills[a] - skills[b]);
      league.pairs.push_back({rate, rate * (1 - rate), 200, 20});
      league.played += 20;
    }
  }
  league = refitted(league, 0.5);
  Planner planner = planner_of(league, {false, 0.02, {}});
  std::int64_t of_top = 0;
  for (const PlannedPair& one : planner.batch(40))
    of_top += one.a < 2 || one.b < 2 ? one.matches : 0;
  EXPECT_GE(of_top, 36);
  EXPECT_EQ(planner.leader(), 0U);
}

// -----------------------------------------------------------------------------------------------
// Enough

// Kills: the leader of the draw in place of that of the means, the zone left out, wrong orders
// counted among neighbours only.
TEST(Planner, SettledIsCountedInDraws) {
  const std::vector<double> means{0.6, 0.55, 0.4};
  const PlanQuestion top{false, 0.02, {}};
  const PlanQuestion order{true, 0.02, {}};
  const std::vector<std::vector<double>> draws{{0.6, 0.5, 0.4},      // both right
                                               {0.6, 0.615, 0.4},    // within the zone
                                               {0.5, 0.53, 0.4},     // another leads
                                               {0.6, 0.50, 0.51},    // within the zone
                                               {0.6, 0.3, 0.33},     // order wrong
                                               {0.5, 0.49, 0.521}};  // the last leads
  EXPECT_DOUBLE_EQ(league::settled_in(draws, means, top), 4.0 / 6);
  EXPECT_DOUBLE_EQ(league::settled_in(draws, means, order), 3.0 / 6);
}

// Two players: the leader is right with probability Phi((gap + zone) / s). Kills: variances in
// place of deviations, a gap without its zone.
TEST(Planner, ProbabilityOfTwoPlayers) {
  for (const double rate : {0.5, 0.55, 0.62}) {
    NormalLeague league;
    league.players = 2;
    league.matches = {30, 30};
    league.played = 30;
    league.pairs = {{rate, 0.25, 1e9, 30}};
    league = refitted(league, 1.0);
    const Planner planner = planner_of(league, {false, 0.02, {}});
    const double deviation = std::sqrt(league.variance(0, 1) / 16);
    const double u = (rate - 0.5 + 0.02) / deviation;
    EXPECT_NEAR(planner.probability(), std::erfc(-u / std::sqrt(2)) / 2, 0.04) << rate;
  }
}

// The forecast is what it takes: played that long the question is settled, and half as long it is
// not. Kills: a forecast of the last batch alone, probability without refresh.
TEST(Planner, ForecastIsAboutRight) {
  std::mt19937_64 engine(21);
  int some = 0;
  for (int round = 0; round < 8; ++round) {
    const NormalLeague league = random_league(10, engine);
    const Planner planner = planner_of(league, {round % 2 == 1, 0.03, {}});
    const auto forecast = league::forecast_of(planner, {});
    ASSERT_TRUE(forecast);
    if (forecast->settled || !forecast->more) continue;
    ++some;
    Planner longer = planner;
    (void)longer.batch(*forecast->more * 5 / 4 + 10);
    longer.refresh();
    EXPECT_GE(longer.probability(), 0.93) << round;
    Planner shorter = planner;
    (void)shorter.batch(*forecast->more / 2);
    shorter.refresh();
    EXPECT_LT(shorter.probability(), 0.97) << round;
  }
  EXPECT_GE(some, 5);
}

// Pairs that nobody can tell apart without a zone: never, and they are named. Kills: a forecast
// that goes on for ever, or says 50 times.
TEST(Planner, NeverNamesThePairs) {
  NormalLeague league;
  league.players = 3;
  league.matches.assign(3, 30);
  league.played = 45;
  league.pairs = {{0.5, 0.25, 1000, 15}, {0.9, 0.09, 1000, 15}, {0.9, 0.09, 1000, 15}};
  league = refitted(league, 1.0);
  const auto forecast = league::forecast_of(planner_of(league, {false, 1e-6, {}}), {});
  ASSERT_TRUE(forecast);
  EXPECT_FALSE(forecast->settled);
  EXPECT_FALSE(forecast->more);
  ASSERT_FALSE(forecast->never.empty());
  EXPECT_EQ(forecast->never[0], (std::pair<std::size_t, std::size_t>(0, 1)));
  const auto settled = league::forecast_of(planner_of(league, {false, 0.9, {}}), {});
  EXPECT_TRUE(settled->settled);
}

}  // namespace
}  // namespace allnash::planner_test
