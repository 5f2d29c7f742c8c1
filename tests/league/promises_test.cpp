// Promises of whole answers are false no more often than they may be: of two frozen mixtures, of
// leagues that somebody leaves and comes back to, of counts that grow, and where results decide
// what is played next.
//
// Each test makes the mistake of its trial, too, and sees it; `tests/mutants.py league` makes
// others in the code. `make bench-leagues` counts the same in more leagues.
#include "promises.hpp"

#include <gtest/gtest.h>

#include "quick_disk.hpp"
#include "random_games.hpp"

namespace allnash::promises_test {
namespace {

using promises::Counted;
using promises::Trial;

/// Promises are false no more often than they may be, and with the mistake more often.
void look_at(std::size_t number, int leagues) {
  const test::QuickDisk quick;
  const Trial& trial = promises::trials()[number];
  const int some = test::this_many(leagues);
  const Counted found = promises::count(trial, some, false);
  const double level = promises::level_of(found.attempts);
  EXPECT_LE(found.is_false, promises::allowed(level, some)) << trial.name;
  if (some < leagues) return;  // too few to see the mistake
  const Counted broken = promises::count(trial, leagues, true);
  EXPECT_GT(broken.is_false, promises::allowed(level, leagues)) << trial.mistake;
}

// Kills: all of delta for each of two mixtures.
TEST(Promises, OfTwoMixtures) { look_at(0, 200); }

// Kills: mixtures chosen by all matches.
TEST(Promises, OfWhatWasChosenBefore) { look_at(1, 120); }

// Kills: any schedule read as fixed.
TEST(Promises, WhereResultsDecideWhoMeets) { look_at(2, 200); }

// Kills: the freeze moved at each look.
TEST(Promises, OfALeagueThatFollowsThePlan) { look_at(3, 60); }

// Kills: the matches of who is back counted twice.
TEST(Promises, OfALeagueThatOneLeaves) { look_at(4, 60); }

// Kills: counts that hold what came before the freeze, new counts with wins first.
TEST(Promises, OfALeagueOfCounts) { look_at(5, 50); }

}  // namespace
}  // namespace allnash::promises_test
