// What is frozen comes before the plays that certify it, and these must be fresh: nothing that was
// frozen may depend on them. Plays that were asked ahead are fresh as long as nobody has looked at
// them and nothing else was decided by what they paid. The moment of a stop, and which plays are
// lost, may be: losses take longer.
//
// Here all plays are fair coins, and four of them are asked ahead of each round. When three of them
// are won, and only then, the run is stopped, or a worker dies; something is frozen next. The four
// plays after that must be fair coins again. Each of these errors makes them three wins in four: a
// new run that finds in its place what was asked ahead; the same run, with plays lost by the stop,
// that freezes before these; a freeze before these when a worker has died.
#include <gtest/gtest.h>

#include <filesystem>
#include <optional>
#include <random>
#include <vector>

#include "allnash/run.hpp"
#include "payoffs/asking/play_ledger.hpp"
#include "payoffs/file/store.hpp"
#include "payoffs/sources/temporary_file.hpp"
#include "quick_disk.hpp"

namespace allnash::asking::freeze_test {

using namespace file;

namespace {

constexpr std::size_t ahead = 4;

enum class Ending {
  stop,   ///< the run is stopped while the play of its round is out
  death,  ///< the worker of that play dies, and the next try is answered
};

/// One entry. Coins are drawn from the seed, so that a test may look; whether anybody may rely on
/// that is said by `seeded`.
class Coins final : public Source {
 public:
  Coins(Ending ending, bool seeded, StopFlag& stop)
      : Source(1, 1, {},
               {.random = true, .seeded = seeded, .tells_what_goes_out = true, .asks_ahead = true}),
        ending_(ending),
        stop_(stop) {}

  static Rational paid(const Question& play) {
    std::mt19937_64 chance(play.seed);
    return static_cast<std::int64_t>(chance() >> 13U & 1U);
  }

  void answer(std::span<const Question> asked, Answers& answers) override {
    for (std::size_t t = 0; t < asked.size() && !answers.stopped(); ++t) {
      answers.handing_out(std::vector{t});
      Rational wins;
      AskAhead* const later = answers.ahead();
      for (const Question& one : later != nullptr ? later->next(ahead) : std::vector<Question>()) {
        later->take(std::vector{one}, std::vector{paid(one)});
        wins += paid(one);
      }
      if (wins >= Rational(3)) {
        decided = true;
        if (ending_ == Ending::stop) return stop_.raise();
        answers.failed(std::vector{t});
      }
      answers.take(std::vector{t}, std::vector{paid(asked[t])});
    }
  }

  bool decided = false;  ///< by what was asked ahead

 private:
  Ending ending_;
  StopFlag& stop_;
};

LedgerGame coin_ledger(std::uint64_t seed, const char* epsilon) {
  LedgerGame game{1, 1, false, "game-id coins", ""};
  game.run = {{"payoff-range", "0,1"}, {"epsilon", epsilon}, {"seed", std::to_string(seed)}};
  return game;
}

/// A run so far: rounds of one play, until what was asked ahead of one has decided something.
/// False when the run was stopped.
bool play_until_decided(PlayLedger& ledger, const Coins& coins) {
  const std::vector<Entry> round(1);
  const NextPlays next = [](const Arrived&, const Peek&) { return std::vector<Entry>(ahead); };
  std::vector<Paid> paid;
  while (!coins.decided) {
    if (!ledger.play(round, paid, next)) return false;
    std::vector<Entry> rest(ahead);  // what was asked ahead is looked at, and the next round is new
    if (!coins.decided && !ledger.play(rest, paid)) return false;
  }
  return true;
}

/// Freezes something, and says how many of the next four plays are won.
std::int64_t wins_after_freeze(PlayLedger& ledger, bool join) {
  const std::int64_t before = ledger.played().count;
  const std::int64_t since = join ? ledger.join(1, "arms") : ledger.freeze(1, "a mixture");
  EXPECT_GE(since, before);
  std::vector<Paid> paid;
  EXPECT_TRUE(ledger.play(std::vector<Entry>(ahead), paid));
  std::int64_t wins = 0;
  for (const Paid& one : paid) wins += one.share == Rational(1) ? 1 : 0;
  return wins;
}

struct Case {
  std::string name;
  Ending ending;
  bool seeded;
  bool same_run;  ///< after the stop
  bool ledger = true;
};
void PrintTo(const Case& one, std::ostream* out) { *out << one.name; }

class Freeze : public ::testing::TestWithParam<Case> {
 protected:
  [[nodiscard]] LedgerSettings settings(std::uint64_t seed) {
    LedgerSettings how;
    how.range = PayoffRange{0, 1};
    how.seed = seed;
    flag_.emplace();
    how.stop = StopToken(&*flag_);
    return how;
  }

  std::int64_t wins_of(std::uint64_t seed) {
    const auto [name, ending, seeded, same_run, kept] = GetParam();
    const std::string path = folder_.path() + "/" + std::to_string(seed) + ".db";
    const bool join = seed % 2 == 0;
    {
      LedgerSettings how = settings(seed);
      Coins coins(ending, seeded, *flag_);
      std::optional<Store> file;
      if (kept) how.file = &file.emplace(path, coin_ledger(seed, "1/5"));
      how.plays_ahead = true;
      Ledger its_ledger(coins, how);
      PlayLedger ledger(its_ledger);
      const bool goes_on = play_until_decided(ledger, coins);
      EXPECT_EQ(goes_on, ending == Ending::death);
      if (goes_on) return wins_after_freeze(ledger, join);
    }
    const std::int64_t end = same_run ? Store(path).next_number() : 0;
    const auto go_on = [&] {
      LedgerSettings how = settings(seed);
      Coins coins(Ending::stop, seeded, *flag_);
      Store file(path, coin_ledger(seed, same_run ? "1/5" : "1/10"));
      how.file = &file;
      Ledger its_ledger(coins, how);
      PlayLedger ledger(its_ledger);
      Past past;
      EXPECT_TRUE(ledger.recall_past(past));
      if (same_run) replay(ledger, end);
      return wins_after_freeze(ledger, join);
    };
    const std::int64_t wins = go_on();
    EXPECT_EQ(go_on(), wins) << "the same run again";
    return wins;
  }

  /// Goes the way of the first run again, up to the play that the stop has lost.
  static void replay(PlayLedger& ledger, std::int64_t end) {
    std::vector<Paid> paid;
    while (ledger.played().count < end) {
      EXPECT_TRUE(ledger.play(std::vector<Entry>(1), paid));
    }
    EXPECT_TRUE(paid.back().lost);
  }

  const test::QuickDisk quick_;
  const TemporaryFolder folder_;
  std::optional<StopFlag> flag_;
};

TEST_P(Freeze, ComesBeforeFairCoinsOnly) {
  constexpr std::uint64_t runs = 200;
  std::int64_t wins = 0;
  for (std::uint64_t seed = 1; seed <= runs; ++seed) wins += wins_of(seed);
  // 800 coins: 400 on average, with a standard deviation of 14. Three in four would be 600 and
  // more.
  EXPECT_NEAR(static_cast<double>(wins), 400, 57);
}

const Case cases[] = {
    {"new_run", Ending::stop, false, false},
    {"new_run_by_seeds", Ending::stop, true, false},
    {"same_run", Ending::stop, false, true},
    {"death", Ending::death, false, true},
    {"death_without_ledger", Ending::death, false, true, false},
};
INSTANTIATE_TEST_SUITE_P(Endings, Freeze, ::testing::ValuesIn(cases),
                         [](const auto& one) { return one.param.name; });

// Within a run that nothing disturbs, and after a stop where all plays draw from their seeds, the
// freeze depends on what was looked at alone: what was asked ahead comes after it.
TEST(FreezeOf, ASeededRunThatGoesOnLeavesNothingBehind) {
  const test::QuickDisk quick;
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/run.db";
  for (int session = 0; session < 2; ++session) {
    StopFlag stop;
    Coins coins(Ending::stop, true, stop);
    LedgerSettings how;
    how.range = PayoffRange{0, 1};
    how.stop = StopToken(&stop);
    Store file(path, coin_ledger(1, "1/5"));
    how.file = &file;
    how.plays_ahead = true;
    Ledger its_ledger(coins, how);
    PlayLedger ledger(its_ledger);
    Past past;
    EXPECT_TRUE(ledger.recall_past(past));
    std::vector<Paid> paid;
    const NextPlays next = [](const Arrived&, const Peek&) { return std::vector<Entry>(ahead); };
    (void)ledger.play(std::vector<Entry>(1), paid, next);
    if (session == 1) {
      EXPECT_EQ(ledger.freeze(1, "a mixture"), 1);
    }
    EXPECT_TRUE(file.inherited(0, 0).has_plays_ahead);
  }
}

}  // namespace
}  // namespace allnash::asking::freeze_test
