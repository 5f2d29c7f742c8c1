// The forecast of plays looks again as plays come back, and sees what came back of those that were
// asked ahead: by their places, which the method takes them by.

#include <gtest/gtest.h>

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "payoffs/asking/play_ledger.hpp"

namespace allnash::asking::peek_test {
namespace {

constexpr std::size_t of_round = 40;
constexpr std::size_t at_first = 4;  // asked ahead before any answer of the round
constexpr std::size_t in_all = 6;
constexpr std::size_t slow = 1;  // of what is asked ahead, the one that does not come back

/// One pairing of a symmetric game of two strategies. A play pays what its seed says.
class Coins final : public Source {
 public:
  Coins() : Source(2, 2, {}, {.random = true, .seeded = true, .asks_ahead = true}) {}

  static Rational paid(const Question& play) {
    return static_cast<std::int64_t>(play.seed >> 7U & 1U);
  }
  void answer(std::span<const Question> asked, Answers& answers) override {
    for (std::size_t t = 0; t < asked.size(); ++t) {
      if (AskAhead* const later = answers.ahead()) hand_out(*later);
      answers.take(std::vector{t}, std::vector{paid(asked[t])});
    }
  }

  std::vector<Question> ahead;

 private:
  void hand_out(AskAhead& later) {
    later.settle();
    for (const Question& one : later.next(in_all)) {
      ahead.push_back(one);
      if (ahead.size() != slow + 1) later.take(std::vector{one}, std::vector{paid(one)});
    }
  }
};

TEST(PlayForecast, SeesPlaysThatCameBackInTheirOrder) {
  Coins coins;
  LedgerSettings how;
  how.range = PayoffRange{0, 1};
  how.symmetric = true;
  how.plays_ahead = true;
  Ledger ledger(coins, how);
  PlayLedger plays(ledger);
  std::vector<std::size_t> came;  // of the round, at each look
  std::vector<std::optional<Paid>> seen;
  const NextPlays next = [&](const Arrived& arrived, const Peek& peek) {
    came.push_back(0);
    for (const auto& one : arrived) came.back() += one ? 1U : 0U;
    EXPECT_EQ(peek({1, 1})->share, Rational(1, 2));
    seen.clear();
    // Seen from the row's side, while the round asks from the column's.
    for (std::size_t t = 0; t < in_all; ++t) seen.push_back(peek({0, 1}));
    return std::vector<Entry>(came.size() == 1 ? at_first : in_all, Entry{1, 0});
  };
  std::vector<Paid> paid;
  ASSERT_TRUE(plays.play(std::vector<Entry>(of_round, Entry{1, 0}), paid, next));
  ASSERT_EQ(came.size(), 2);
  EXPECT_EQ(came[0], 0);
  EXPECT_GT(came[1], 0);
  EXPECT_LT(came[1], of_round);
  // What went out at the first look does not go out again.
  ASSERT_EQ(coins.ahead.size(), in_all);
  for (std::size_t t = 0; t < at_first; ++t) EXPECT_EQ(seen[t].has_value(), t != slow) << t;
  for (std::size_t t = at_first; t < in_all; ++t) EXPECT_FALSE(seen[t].has_value()) << t;

  ASSERT_TRUE(plays.play(std::vector<Entry>(in_all, Entry{0, 1}), paid));
  for (std::size_t t = 0; t < in_all; ++t) {
    EXPECT_EQ(paid[t].share, Coins::paid(coins.ahead[t])) << t;
    if (seen[t]) {
      EXPECT_EQ(seen[t]->share, paid[t].share) << t;
    }
  }
  EXPECT_EQ(plays.played().count, of_round + in_all);
}

}  // namespace
}  // namespace allnash::asking::peek_test
