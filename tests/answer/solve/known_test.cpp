// What a run saw, kept when it has ended: the same entries that the source was asked for, and
// enough to write the certificate.
#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "allnash/allnash.hpp"

namespace allnash::known_test {
namespace {

struct Kept {
  Result result;
  std::string certificate;
  std::set<Entry> asked;
};

Kept run(Source& game, const Options& options) {
  Kept kept;
  std::ostringstream certificate;
  auto watched = function_game(game.rows(), game.columns(), [&](Index row, Index column) {
    const Entry entry{row, column};
    kept.asked.insert(entry);
    return payoffs_of(game, {&entry, 1}).front();
  });
  kept.result = solve(*watched, options, {.certificate = &certificate});
  kept.certificate = certificate.str();
  return kept;
}

void expect_true(const Kept& kept, Source& game) {
  const std::vector<Entry> entries = kept.result.known->entries();
  std::set<Entry> asked = kept.asked;
  std::int64_t mirrored = 0;  // matches of a symmetric game that were asked the other way too
  for (const Entry& entry : kept.asked) {
    if (!kept.result.symmetric || entry.row < entry.column) continue;
    EXPECT_TRUE(asked.contains({entry.column, entry.row}));
    mirrored += static_cast<std::int64_t>(asked.erase(entry));
  }
  EXPECT_EQ(mirrored, kept.result.mirrored.value_or(0));
  EXPECT_EQ(std::set(entries.begin(), entries.end()), asked);
  EXPECT_TRUE(std::is_sorted(entries.begin(), entries.end()));
  EXPECT_EQ(std::ssize(entries) + mirrored, kept.result.queries);
  for (const Entry& entry : entries) {
    const Rational payoff = payoffs_of(game, {&entry, 1}).front();
    EXPECT_TRUE(kept.result.known->knows(entry.row, entry.column));
    EXPECT_EQ(kept.result.known->payoff(entry.row, entry.column), payoff);
  }
}

void expect_certificate(const Kept& kept) {
  std::ostringstream again;
  write_certificate(again, kept.result);
  EXPECT_EQ(again.str(), kept.certificate);
}

TEST(KnownPayoffs, AreThoseThatWereAsked) {
  // Beyond 4 million entries payoffs outside whole rows and columns are kept in another way.
  for (const char* name :
       {"family:random,n=30", "family:undercut,n=200", "family:bell,n=60,width=7",
        "family:random,n=12,m=40,low=-5000000000,high=5000000000", "family:undercut,n=2500"}) {
    SCOPED_TRACE(name);
    const auto game = open_game(name);
    const Kept kept = run(*game, {});
    expect_true(kept, *game);
    expect_certificate(kept);
  }
}

TEST(KnownPayoffs, TellNothingElse) {
  const auto game = open_game("family:undercut,n=200");
  const Kept kept = run(*game, {});
  ASSERT_FALSE(kept.asked.contains({0, 0}));
  EXPECT_FALSE(kept.result.known->knows(0, 0));
  EXPECT_THROW((void)kept.result.known->payoff(0, 0), std::logic_error);
}

TEST(KnownPayoffs, OfASymmetricGameHoldBothSidesOfAMatch) {
  const auto game = open_game("family:elo,n=40,noise=5");
  const Kept kept = run(*game, {.symmetric = true});
  expect_true(kept, *game);
  for (const Entry& entry : kept.result.known->entries()) {
    EXPECT_LT(entry.row, entry.column);
    EXPECT_TRUE(kept.result.known->knows(entry.column, entry.row));
    EXPECT_EQ(kept.result.known->payoff(entry.column, entry.row),
              -kept.result.known->payoff(entry.row, entry.column));
  }
  EXPECT_EQ(kept.result.known->payoff(7, 7), 0);
  expect_certificate(kept);
}

TEST(KnownPayoffs, OfAStoppedRun) {
  const auto game = open_game("family:random,n=30");
  const Kept kept = run(*game, {.budget = 100});
  expect_true(kept, *game);
  std::ostringstream out;
  EXPECT_THROW(write_certificate(out, kept.result), NotProved);
}

}  // namespace
}  // namespace allnash::known_test
