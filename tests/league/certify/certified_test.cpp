// What is certified of the players of a league holds together as often as it must, and what looks
// and newcomers cost.
#include "league/certify/certified.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <set>

#include "allnash/run.hpp"
#include "core/base/at.hpp"

namespace allnash::league::certified_test {
namespace {

using Chances = std::vector<std::vector<double>>;  // of a win; half of the rest are draws

struct Truth {
  Chances win;
  Chances draw;
  [[nodiscard]] double score(Index i, Index j) const {
    return win[at(i)][at(j)] + draw[at(i)][at(j)] / 2;
  }
};

/// Every player against every other, with the strengths' chances and this part of draws.
Truth truth_of(const std::vector<double>& strengths, double cycle, double draws) {
  const std::size_t n = strengths.size();
  Truth truth{Chances(n, std::vector<double>(n)), Chances(n, std::vector<double>(n, draws))};
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      const auto turn = static_cast<double>((j + n - i) % n);  // i beats those soon after it
      const double around = i == j ? 0 : turn < static_cast<double>(n) / 2 ? cycle : -cycle;
      const double edge = strengths[i] - strengths[j] + around;
      truth.win[i][j] = (1 - draws) / (1 + std::exp(-edge));
    }
  }
  return truth;
}

void play(Counts& counts, const Truth& truth, Index i, Index j, std::mt19937_64& random) {
  const double lot = std::generate_canonical<double, 53>(random);
  const bool won = lot < truth.win[at(i)][at(j)];
  const bool drawn = !won && lot < truth.win[at(i)][at(j)] + truth.draw[at(i)][at(j)];
  const auto add = [&](Index own, Index other, bool mine, bool theirs) {
    auto& list = counts[at(own)];
    auto place = std::ranges::lower_bound(list, other, {}, &Met::other);
    if (place == list.end() || place->other != other) place = list.insert(place, {other, {}, {}});
    place->own.add({1, mine ? 1 : 0, drawn ? 1 : 0});
    place->theirs.add({1, theirs ? 1 : 0, drawn ? 1 : 0});
  };
  add(i, j, won, !won && !drawn);
  add(j, i, !won && !drawn, won);
}

Looks one_look(Counts counts) {
  Looks looks;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (!counts[i].empty()) looks.joined.push_back(static_cast<Index>(i));
  }
  looks.fresh.push_back(std::move(counts));
  return looks;
}

/// How much more the first earned than the second, expected, against the same opponents.
double lead(const Counts& counts, const Truth& truth, Index above, Index below) {
  double sum = 0;
  for (const Met& one : counts[at(above)]) {
    if (one.other == below) {
      sum += static_cast<double>(one.own.plays) * (truth.score(above, below) - 0.5);
    }
    for (const Met& two : counts[at(below)]) {
      if (two.other != one.other) continue;
      const auto first = static_cast<double>(one.own.plays);
      const auto second = static_cast<double>(two.own.plays);
      sum += first * second / (first + second) *
             (truth.score(above, one.other) - truth.score(below, one.other));
    }
  }
  return sum;
}

/// Whether something that is stated is false, by kind.
struct Wrong {
  bool same_field = false;
  bool direct = false;
  bool own_score = false;
  bool first = false;
};

constexpr double negligible = 1e-12;

Wrong wrong_in(const LeagueClaim& claim, const Counts& counts, const Truth& truth) {
  Wrong wrong;
  for (const Finding& one : claim.same_field.back()) {
    wrong.same_field |= one.proved && lead(counts, truth, one.above, one.below) < negligible;
  }
  for (const Finding& one : claim.direct.back()) {
    wrong.direct |= one.proved && truth.score(one.above, one.below) < 0.5 + negligible;
  }
  for (const auto& [player, thousandths] : claim.own_scores) {
    double expected = 0;
    double plays = 0;
    for (const Met& one : counts[at(player)]) {
      expected += static_cast<double>(one.own.plays) * truth.score(player, one.other);
      plays += static_cast<double>(one.own.plays);
    }
    wrong.own_score |= expected / plays + negligible < static_cast<double>(thousandths) / 1000;
  }
  const auto players = static_cast<Index>(counts.size());
  bool somebody = false;
  bool left = false;
  const std::vector<Index> first = may_be_first(claim);
  for (Index i = 0; i < players; ++i) {
    bool outscored = false;
    for (Index k = 0; k < players; ++k) {
      outscored |= k != i && lead(counts, truth, k, i) > negligible;
    }
    somebody |= !outscored;
    left |= !outscored && std::ranges::count(first, i) > 0;
  }
  wrong.first = somebody && !left;
  return wrong;
}

struct Kind {
  const char* name;
  std::vector<double> strengths;
  double cycle;
  double draws;
};

std::vector<Kind> kinds() {
  return {{"equal", std::vector<double>(12, 0.0), 0, 0},
          {"two classes", {0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1}, 0, 0},
          {"a cycle", std::vector<double>(11, 0.0), 1, 0},
          {"draws", std::vector<double>(12, 0.0), 0, 0.6}};
}

// Two thousand leagues. Kills, of equal players: every pair the whole delta. That each player and
// look has its share is seen by the second opinion in tests/cli/certified_test.py.
TEST(Certified, FalseStatementsAreWithinTheirBudgets) {
  constexpr int runs = 500;
  const Rational delta(2, 5);
  for (const Kind& kind : kinds()) {
    const Truth truth = truth_of(kind.strengths, kind.cycle, kind.draws);
    const auto players = static_cast<Index>(kind.strengths.size());
    int same_field = 0;
    int direct = 0;
    int own_score = 0;
    int first = 0;
    for (int run = 0; run < runs; ++run) {
      std::mt19937_64 random(static_cast<std::uint64_t>(run));
      Counts counts(at(players));
      for (Index i = 0; i < players; ++i) {
        for (Index j = 0; j < i; ++j) {
          const auto matches = static_cast<int>(random() % 12);
          for (int t = 0; t < matches; ++t) play(counts, truth, i, j, random);
        }
      }
      const LeagueClaim claim = certify_counts(one_look(counts), delta, {});
      const Wrong wrong = wrong_in(claim, counts, truth);
      same_field += wrong.same_field ? 1 : 0;
      direct += wrong.direct ? 1 : 0;
      own_score += wrong.own_score ? 1 : 0;
      first += wrong.first ? 1 : 0;
    }
    const auto most = [&](double part) {  // of delta; a half of it for the first look
      const double chance = 0.4 * part / 2;
      return runs * chance + 3.1 * std::sqrt(runs * chance * (1 - chance));
    };
    EXPECT_LE(same_field, most(0.5)) << kind.name;
    EXPECT_LE(own_score, most(0.25)) << kind.name;
    EXPECT_LE(direct, most(0.125)) << kind.name;
    EXPECT_LE(first, most(0.125)) << kind.name;
  }
}

// King of the hill: the winner stays, and somebody looks again and again, of equal players. Own
// scores and favourites must hold at all looks together. Kills: each pair the whole delta.
TEST(Certified, ResultsMayDecideWhoMeetsWhomAndWhenToLook) {
  constexpr int runs = 300;
  const Rational delta(2, 5);
  const Truth truth = truth_of({0, 0, 0, 0, 0}, 0, 0);
  int direct = 0;
  int own_score = 0;
  for (int run = 0; run < runs; ++run) {
    std::mt19937_64 random(static_cast<std::uint64_t>(run));
    Counts counts(5);
    Index king = 0;
    Wrong ever;
    for (int match = 0; match < 400; ++match) {
      const Index other = (king + 1 + static_cast<Index>(random() % 4)) % 5;
      const std::int64_t before = total_of(counts[at(king)]).wins;
      play(counts, truth, king, other, random);
      if (total_of(counts[at(king)]).wins == before) king = other;
      if (players_in(counts) < 5 || match % 20 != 19) continue;
      Looks looks = one_look(counts);
      looks.compared = false;
      const LeagueClaim claim = certify_counts(std::move(looks), delta, {});
      const Wrong wrong = wrong_in(claim, counts, truth);
      ever.direct |= wrong.direct;
      ever.own_score |= wrong.own_score;
    }
    direct += ever.direct ? 1 : 0;
    own_score += ever.own_score ? 1 : 0;
  }
  EXPECT_LE(own_score, runs * 0.05 + 3.1 * std::sqrt(runs * 0.05 * 0.95));
  EXPECT_LE(direct, runs * 0.025 + 3.1 * std::sqrt(runs * 0.025 * 0.975));
}

Counts series(Index players, Index i, Index j, std::int64_t wins, std::int64_t losses) {
  Counts counts(at(players));
  counts[at(i)].push_back({j, {wins + losses, wins, 0}, {wins + losses, losses, 0}});
  counts[at(j)].push_back({i, {wins + losses, losses, 0}, {wins + losses, wins, 0}});
  return counts;
}

bool proves(const std::vector<Finding>& list, Index above, Index below) {
  return std::ranges::any_of(list, [&](const Finding& one) {
    return one.proved && one.above == above && one.below == below;
  });
}

// Kills: no division by looks; comparisons that forget what an earlier look proved.
TEST(Certified, AComparisonCostsMoreAtALaterLook) {
  const Rational delta(1, 20);
  // Their own matches: a family of two, of which one is large. 1/20/4 at look 1, 1/20/12 at look 2.
  std::int64_t wins = 1;
  while (
      !proves(certify_counts(one_look(series(2, 0, 1, wins, 0)), delta, {}).same_field[0], 0, 1)) {
    ++wins;
  }
  Looks split;
  split.joined = {0, 1};
  split.fresh = {series(2, 0, 1, 1, 0), series(2, 0, 1, wins - 1, 0)};
  EXPECT_FALSE(proves(certify_counts(split, delta, {}).same_field[1], 0, 1));
  split.fresh = {series(2, 0, 1, wins, 0), series(2, 0, 1, 0, 2 * wins)};
  const LeagueClaim claim = certify_counts(split, delta, {});
  EXPECT_TRUE(proves(claim.same_field[0], 0, 1));
  EXPECT_FALSE(proves(claim.same_field[1], 0, 1));
  // Favourites pay nothing for looks.
  std::int64_t direct = 1;
  while (!proves(certify_counts(one_look(series(2, 0, 1, direct, 0)), delta, {}).direct[0], 0, 1)) {
    ++direct;
  }
  split.fresh = {series(2, 0, 1, 1, 0), series(2, 0, 1, direct - 1, 0)};
  EXPECT_TRUE(proves(certify_counts(split, delta, {}).direct[1], 0, 1));
}

// Of a family that was not counted to its end nothing is tested. Kills: orders of half a family.
TEST(Certified, NothingIsComparedWhenStopped) {
  const Counts counts = series(2, 0, 1, 100, 0);
  StopFlag flag;
  EXPECT_TRUE(proves(
      certify_counts(one_look(counts), Rational(1, 20), StopToken(&flag)).same_field[0], 0, 1));
  flag.raise();
  EXPECT_TRUE(
      certify_counts(one_look(counts), Rational(1, 20), StopToken(&flag)).same_field[0].empty());
}

// Kills: weights by the number of players at the end.
TEST(Certified, NewcomersCostThosePresentNothing) {
  const Rational delta(1, 20);
  Looks looks = one_look(series(40, 0, 1, 30, 10));
  const auto own = [&] { return certify_counts(looks, delta, {}).own_scores.front().thousandths; };
  const std::int64_t before = own();
  for (Index newcomer = 2; newcomer < 40; ++newcomer) {
    looks.joined.push_back(newcomer);
    looks.fresh.push_back(series(40, newcomer - 1, newcomer, 1, 1));
  }
  // 1 plays a newcomer; 0 plays on with nobody.
  EXPECT_EQ(own(), before);
  EXPECT_EQ(certify_counts(looks, delta, {}).own_scores.front().player, 0);
  // Three players of block 2 share a part of 1/8 in all: 7 wins do not do for them what 20 do.
  looks.fresh.push_back(series(40, 39, 2, 200, 0));
  EXPECT_TRUE(proves(certify_counts(looks, delta, {}).direct.back(), 39, 2));
}

}  // namespace
}  // namespace allnash::league::certified_test
