// Promises of whole answers are false no more often than they may be: of two frozen mixtures, of
// leagues that somebody leaves and comes back to, of counts that grow, and where results decide
// what is played next.
//
// Each test makes the mistake of its trial, too, and sees it; `tests/mutants.py league` makes
// others in the code. `make bench-leagues` counts the same in more leagues.
#include "league/certify/promises.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "league/certify/frozen.hpp"
#include "random_games.hpp"

namespace allnash::promises_test {
namespace {

using promises::Counted;
using promises::Trial;

/// Promises are false no more often than they may be, and with the mistake more often, where that
/// is to show.
void look_at(std::size_t number, int leagues, bool shows = true) {
  const Trial& trial = promises::trials()[number];
  const int some = test::this_many(leagues);
  const Counted found = promises::count(trial, some, false);
  const double level = promises::level_of(trial, found.attempts);
  EXPECT_LE(found.is_false, promises::allowed(level, some)) << trial.name;
  if (some < leagues || !shows) return;  // too few to see the mistake
  const Counted broken = promises::count(trial, leagues, true);
  EXPECT_GT(broken.is_false, promises::allowed(level, leagues)) << trial.mistake;
}

// What all of delta for each would do shows in more leagues than these.
TEST(Promises, OfTwoMixtures) { look_at(0, 400, false); }

// Kills: all of delta for each of two mixtures.
TEST(Promises, TwoMixturesShareDelta) {
  int twice = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    promises::League league({{0.62}, {0.5}}, seed);
    for (int t = 0; t < 1500; ++t) league.play(t < 50 ? 0 : 1, 0);
    const RankOptions options{.two_sided = true, .resamples = 0};
    std::istringstream in(league.counts());
    const Matches matches = read_matches(in, "counts", options);
    const Ranking ranking = rank(matches, options);
    const league::SplitLog log(reading::Record::of(matches), Schedule::fixed);
    const league::Choice choice = log.choice(true);
    if (choice.mixtures.size() < 2) continue;
    ++twice;
    // The row player's half, less what the box has.
    const Rational level = options.delta / Rational(2) * Rational(19, 20) / Rational(2);
    for (std::size_t t = 0; t < 2; ++t) {
      EXPECT_EQ(ranking.row_promises[t].bound,
                log.certified(choice, choice.mixtures[t], level).guarantee);
    }
  }
  EXPECT_GE(twice, 3);
}

// Kills: mixtures chosen by all matches.
TEST(Promises, HoldForMixturesChosenBefore) { look_at(1, 120); }

// Kills: any schedule read as fixed.
TEST(Promises, HoldWhereResultsDecideWhoMeets) { look_at(2, 300); }

// What it looks like without the ledger is seen; that the freeze must not move, Attempts.* see.
TEST(Promises, OfALeagueThatFollowsThePlan) { look_at(3, 60); }

// Kills: the matches of who is back counted four times; twice would take more leagues to see.
TEST(Promises, OfALeagueThatOneLeaves) { look_at(4, 60); }

// Kills: counts that hold what came before the freeze, new counts with losses first.
TEST(Promises, OfALeagueOfCounts) { look_at(5, 50); }

}  // namespace
}  // namespace allnash::promises_test
