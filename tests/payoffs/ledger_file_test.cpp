#include "payoffs/ledger_file.hpp"

#include <algorithm>

#include "allnash/game.hpp"
#include "payoffs/counting_source.hpp"
#include "payoffs/ledger.hpp"
#include "payoffs/sqlite.hpp"
#include "payoffs/temporary_file.hpp"

namespace allnash::payoffs {
namespace {

using testing::CountingSource;
using Entries = std::vector<Entry>;

const LedgerGame small{4, 5, false, "unnamed", "a test"};

std::string refusal(const std::string& path, const LedgerGame& game) {
  try {
    LedgerFile file(path, game);
  } catch (const InputError& error) {
    const std::string message = error.what();
    EXPECT_EQ(message.rfind(path + ": ", 0), 0U) << message;
    return message.substr(path.size() + 2);
  }
  return "accepted";
}

std::vector<Rational> payoffs_of_every_kind() {
  return {0,
          -7,
          Rational(1, 3),
          Rational::parse("-123456789012345678901234567890"),
          Rational::parse("9223372036854775807"),
          Rational::parse("-9223372036854775808"),
          Rational::parse("9223372036854775808"),
          Rational::parse("0.1"),
          Rational::parse("1e40") / Rational(7),
          Rational::from_double(0.1)};
}

TEST(LedgerFile, ReturnsWhatItWasGivenExactly) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/run.db";
  const auto payoffs = payoffs_of_every_kind();
  Entries entries;
  for (std::size_t t = 0; t < payoffs.size(); ++t) {
    entries.push_back({static_cast<Index>(t % 4), static_cast<Index>(4 - t / 4)});
  }
  {
    LedgerFile file(path, small);
    EXPECT_TRUE(file.empty());
    file.record(entries, payoffs);
  }
  EXPECT_FALSE(std::filesystem::exists(path + "-wal")) << "a clean end leaves one file";
  LedgerFile file(path, small);
  EXPECT_FALSE(file.empty());
  EXPECT_EQ(file.count(), std::ssize(entries));
  Rational payoff;
  for (std::size_t t = 0; t < entries.size(); ++t) {
    ASSERT_TRUE(file.recall(entries[t], payoff));
    EXPECT_EQ(payoff, payoffs[t]);
  }
  EXPECT_FALSE(file.recall({3, 0}, payoff));
  Entries visited;
  file.for_each([&](Entry entry, const Rational&) { visited.push_back(entry); });
  std::ranges::sort(entries);
  EXPECT_EQ(visited, entries);
  EXPECT_NO_THROW(file.check_soundness());
}

TEST(LedgerFile, IsRefusedToAnotherGame) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/run.db";
  EXPECT_EQ(refusal(path, small), "accepted");
  EXPECT_EQ(refusal(path, small), "accepted");
  EXPECT_EQ(refusal(path, {4, 6, false, "unnamed", ""}),
            "of another game: of a game of 4 x 5, this is a game of 4 x 6");
  EXPECT_EQ(refusal(path, {4, 5, false, "game-id chess", ""}),
            "of another game: of 'unnamed', this is 'game-id chess'");
  const std::string symmetric = folder.path() + "/symmetric.db";
  EXPECT_EQ(refusal(symmetric, {4, 4, true, "game-id chess", ""}), "accepted");
  EXPECT_EQ(refusal(symmetric, {4, 4, false, "game-id chess", ""}),
            "of another game: of a symmetric game of 4 x 4, this is a game of 4 x 4");
}

TEST(LedgerFile, TakesItsIdentityFromTheFirstRunThatHasOne) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/run.db";
  EXPECT_EQ(refusal(path, {4, 5, false, {}, ""}), "accepted");
  EXPECT_EQ(refusal(path, {4, 5, false, "table 1", ""}), "accepted");
  EXPECT_EQ(refusal(path, {4, 5, false, {}, ""}), "accepted") << "an import need not know";
  EXPECT_EQ(refusal(path, {4, 5, false, "table 2", ""}),
            "of another game: of 'table 1', this is 'table 2'");
}

TEST(LedgerFile, IsOneRunsAtATime) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/run.db";
  {
    const LedgerFile first(path, small);
    EXPECT_EQ(refusal(path, small), "in use by another run");
  }
  EXPECT_EQ(refusal(path, small), "accepted");
}

TEST(Ledger, AsksNothingThatTheFileHas) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/run.db";
  {
    CountingSource source(4, 5);
    LedgerFile file(path, small);
    Ledger ledger(source);
    ledger.keep_in(file);
    EXPECT_TRUE(ledger.ask(Entries{{2, 3}, {0, 1}, {3, 4}}));
    EXPECT_EQ(ledger.recalled(), 0);
    EXPECT_EQ(file.count(), 3);
  }
  CountingSource source(4, 5);
  LedgerFile file(path, small);
  Ledger ledger(source);
  ledger.keep_in(file);
  EXPECT_FALSE(ledger.knows(2, 3)) << "what is in the file is seen when it is asked";
  EXPECT_TRUE(ledger.ask(Entries{{1, 1}, {0, 1}, {2, 3}, {1, 2}}));
  EXPECT_EQ(source.asked, (Entries{{1, 1}, {1, 2}}));
  EXPECT_EQ(ledger.entry(2, 3), Rational(2003));
  EXPECT_EQ(ledger.queries(), 4);
  EXPECT_EQ(ledger.recalled(), 2);
  EXPECT_EQ(ledger.rounds(), 1);
  EXPECT_FALSE(ledger.knows(3, 4));
  EXPECT_TRUE(ledger.ask(Entries{{3, 4}}));
  EXPECT_EQ(ledger.rounds(), 2) << "rounds do not depend on the file";
  EXPECT_EQ(source.asked.size(), 2U);
}

TEST(Ledger, BudgetsWhatIsPaidFor) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/run.db";
  {
    LedgerFile file(path, small);
    file.record(Entries{{0, 1}, {0, 3}}, std::vector<Rational>{1, 3});
  }
  CountingSource source(4, 5);
  LedgerFile file(path, small);
  Ledger ledger(source, {.symmetric = false, .budget = 2, .stop = {}});
  ledger.keep_in(file);
  EXPECT_FALSE(ledger.ask_lines(std::vector<Index>{0}, {}));
  EXPECT_TRUE(ledger.out_of_budget());
  EXPECT_EQ(source.asked, (Entries{{0, 0}, {0, 2}}));
  EXPECT_EQ(ledger.queries(), 4);
  EXPECT_EQ(ledger.recalled(), 2);
}

}  // namespace
}  // namespace allnash::payoffs
