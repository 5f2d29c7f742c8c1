#include "payoffs/file/store.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <set>

#include "allnash/game.hpp"
#include "payoffs/asking/counting_source.hpp"
#include "payoffs/asking/payoff_ledger.hpp"
#include "payoffs/file/database_file.hpp"
#include "payoffs/file/sqlite.hpp"
#include "payoffs/sources/answering_source.hpp"
#include "payoffs/sources/reading.hpp"
#include "payoffs/sources/temporary_file.hpp"

namespace allnash::asking::store_test {

using namespace file;

namespace {

using test::CountingSource;
using Entries = std::vector<Entry>;

const LedgerGame small{4, 5, false, "unnamed", "a test"};

std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string refusal(const std::string& path, const LedgerGame& game) {
  const std::string message = input_error([&] { Store file(path, game); });
  if (message == "no error") return "accepted";
  EXPECT_EQ(message.rfind(path + ": ", 0), 0U) << message;
  return message.substr(path.size() + 2);
}

/// A path to a file that is not there yet.
class StoreFile : public ::testing::Test {
 protected:
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/run.db";
};
class LedgerFile : public StoreFile {};

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

TEST_F(StoreFile, ReturnsWhatItWasGivenExactly) {
  const auto payoffs = payoffs_of_every_kind();
  Entries entries;
  for (std::size_t t = 0; t < payoffs.size(); ++t) {
    entries.push_back({static_cast<Index>(t % 4), static_cast<Index>(4 - t / 4)});
  }
  {
    Store file(path, small);
    EXPECT_TRUE(file.empty());
    file.record(entries, payoffs);
  }
  EXPECT_FALSE(std::filesystem::exists(path + "-wal")) << "a clean end leaves one file";
  Store file(path, small);
  EXPECT_FALSE(file.empty());
  EXPECT_EQ(file.count(), std::ssize(entries));
  KeptPlay known;
  for (std::size_t t = 0; t < entries.size(); ++t) {
    ASSERT_TRUE(file.recall(entries[t], known));
    EXPECT_EQ(known.payoff, payoffs[t]);
  }
  EXPECT_FALSE(file.recall(Entry{3, 0}, known));
  Entries visited;
  file.for_each([&](const KeptPlay& play) { visited.push_back(play.entry); });
  std::ranges::sort(entries);
  EXPECT_EQ(visited, entries);
  EXPECT_NO_THROW(file.check_soundness());
}

TEST_F(StoreFile, IsRefusedToAnotherGame) {
  EXPECT_EQ(refusal(path, small), "accepted");
  EXPECT_EQ(refusal(path, small), "accepted");
  EXPECT_EQ(refusal(path, {4, 4, false, "unnamed", ""}),
            "it knows 5 columns by number, and this game has 4: strategies may leave a ledger only "
            "when it has their labels");
  const std::string symmetric = folder.path() + "/symmetric.db";
  EXPECT_EQ(refusal(symmetric, {4, 4, true, "game-id chess", ""}), "accepted");
  EXPECT_EQ(refusal(symmetric, {4, 4, false, "game-id chess", ""}),
            "of another game: of a symmetric game of 4 x 4, this is a game of 4 x 4");
}

TEST_F(StoreFile, TakesItsIdentityFromTheFirstRunThatHasOne) {
  EXPECT_EQ(refusal(path, {4, 5, false, {}, ""}), "accepted");
  EXPECT_EQ(refusal(path, {4, 5, false, "table 1", ""}), "accepted");
  EXPECT_EQ(refusal(path, {4, 5, false, {}, ""}), "accepted") << "an import need not know";
  EXPECT_EQ(refusal(path, {4, 5, false, "table 2", ""}),
            "of another game: of 'table 1', this is 'table 2'");
}

TEST_F(StoreFile, AGameOfChanceThatGrowsNeedsANameFromTheFirst) {
  LedgerGame coins{2, 2, true, "coin table 1", ""};
  coins.run = {{"seed", "1"}};
  EXPECT_EQ(refusal(path, coins), "accepted");
  for (const char* other : {"coin table 2", "game-id league"}) {
    coins.identity = other;
    EXPECT_EQ(refusal(path, coins),
              "of another game: of 'coin table 1', this is '" + std::string(other) +
                  "'; a game of chance that is to grow has a name from its first run on: "
                  "`game-id NAME`");
  }
}

TEST_F(StoreFile, AChangedProgramIsRefusedUnlessTheGameIsNamed) {
  const LedgerGame first{4, 5, false, "unnamed", "oracle ./sim"};
  const LedgerGame second{4, 5, false, "unnamed", "oracle ./sim --fast"};
  EXPECT_EQ(refusal(path, first), "accepted");
  EXPECT_EQ(refusal(path, first), "accepted");
  EXPECT_EQ(refusal(path, {4, 5, false, "unnamed", ""}), "accepted") << "asks nobody";
  EXPECT_EQ(refusal(path, second),
            "its payoffs came from 'oracle ./sim', this run asks 'oracle ./sim --fast'; if that is "
            "the same game, give it a name: `game-id NAME`");
  EXPECT_EQ(refusal(path, {4, 5, false, "game-id chess", "oracle ./sim --fast"}), "accepted");
  EXPECT_EQ(refusal(path, {4, 5, false, "game-id chess", "oracle ./sim"}), "accepted");
  EXPECT_EQ(refusal(path, {4, 5, false, "game-id go", ""}),
            "of another game: of 'game-id chess', this is 'game-id go'");
  EXPECT_EQ(refusal(path, second),
            "of another game: of 'game-id chess', this is 'unnamed'; if it is that game, give its "
            "name: `game-id NAME`");
}

// One line, for what every earlier version made.
TEST(Store, RefusesAnOlderFile) {
  const TemporaryFolder folder;
  const std::string payoffs =
      R"(CREATE TABLE payoffs (row, "column", payoff, seal); PRAGMA application_id = 1634496097;)";
  const std::string plays =
      R"(CREATE TABLE plays (number, row, "column", payoff, lost, planned, seal);
         PRAGMA application_id = 1634496112;)";
  const std::pair<std::string, int> olds[] = {
      {payoffs, 1}, {payoffs, 2}, {payoffs, 3}, {plays, 1}, {plays, 2}};
  for (const auto& [layout, version] : olds) {
    const std::string number = std::to_string(version);
    const std::string path = folder.path() + "/old.db";
    sqlite::Database(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
        .run((layout + "PRAGMA user_version = " + number).c_str());
    const std::string before = content_of(path);
    EXPECT_EQ(refusal(path, small), "a ledger of version " + number +
                                        ", made by an older allnash; this one reads version 7");
    EXPECT_EQ(content_of(path), before);
    std::filesystem::remove(path);
  }
}

TEST_F(StoreFile, KnowsStrategiesByLabelInAnyOrder) {
  {
    Store file(path, {3, 3, true, "game-id chess", ""});
    file.record(Entries{{0, 1}, {0, 2}, {1, 2}}, std::vector<Rational>{1, 2, Rational(1, 3)});
  }
  const LedgerGame by_number{4, 4, true, "game-id chess", ""};
  Store(path, by_number).record(Entries{{1, 3}}, std::vector<Rational>{-7});
  LedgerGame by_label = by_number;
  by_label.row_labels = by_label.column_labels = {"a", "b", "c", "d"};
  EXPECT_EQ(refusal(path, by_label), "accepted");
  by_label = {3, 3, true, "game-id chess", ""};
  by_label.row_labels = by_label.column_labels = {"d", "c", "b"};
  Store file(path, by_label);
  EXPECT_EQ(file.count(), 2) << "without a";
  KeptPlay known;
  ASSERT_TRUE(file.recall(Entry{0, 2}, known));
  EXPECT_EQ(known.payoff, Rational(7));
  ASSERT_TRUE(file.recall(Entry{1, 2}, known));
  EXPECT_EQ(known.payoff, Rational(-1, 3));
  EXPECT_FALSE(file.recall(Entry{0, 1}, known));
  std::vector<std::pair<Entry, Rational>> held;
  file.for_each([&](const KeptPlay& play) { held.emplace_back(play.entry, *play.payoff); });
  EXPECT_EQ(held,
            (std::vector<std::pair<Entry, Rational>>{{{1, 2}, Rational(-1, 3)}, {{0, 2}, 7}}));
  EXPECT_NO_THROW(file.check_soundness());
}

LedgerGame game_of_chance() {
  LedgerGame game{2, 2, true, "game-id coins", ""};
  game.sum = 1;
  game.run = {{"payoff-range", "0,1"}, {"seed", "1"}};
  return game;
}

KeptPlay play_of(Entry entry, std::int64_t seed, std::int64_t number) {
  KeptPlay play{entry, Origin::asked, seed};
  play.number = number;
  return play;
}

TEST_F(StoreFile, KeepsPlaysByNumberFromTheMomentThatTheyGoOut) {
  const std::vector<KeptPlay> out{play_of({0, 1}, 9, 0), play_of({0, 1}, 4, 1)};
  {
    Store file(path, game_of_chance());
    file.record(out);
    KeptPlay paid = out[1];
    paid.payoff = Rational(1, 2);
    paid.planned = true;
    file.record(std::vector{paid});
    file.freeze(Store::Kind::frozen, 1, {2, "a mixture"});
  }
  Store file(path, game_of_chance());
  EXPECT_EQ(file.count(), 1);
  const file::Freeze frozen{2, "a mixture"};
  EXPECT_EQ(file.freezes(Store::Kind::frozen), std::vector{frozen});
  EXPECT_TRUE(file.freezes(Store::Kind::joined).empty());
  EXPECT_NO_THROW(file.freeze(Store::Kind::frozen, 1, frozen));
  EXPECT_THROW(file.freeze(Store::Kind::frozen, 1, {2, "another"}), InputError);
  EXPECT_THROW(file.freeze(Store::Kind::frozen, 1, {3, "a mixture"}), InputError);
  KeptPlay known;
  ASSERT_TRUE(file.recall_number(0, known));
  EXPECT_FALSE(known.settled());
  ASSERT_TRUE(file.recall_number(1, known));
  EXPECT_EQ(known.payoff, Rational(1, 2));
  EXPECT_TRUE(known.planned);
  EXPECT_FALSE(file.recall_number(2, known));
  EXPECT_FALSE(file.recall(Entry{0, 1}, known)) << "no play is the payoff";
  std::vector<std::int64_t> seeds;
  file.for_each([&](const KeptPlay& play) { seeds.push_back(play.seed); });
  EXPECT_EQ(seeds, (std::vector<std::int64_t>{9, 4})) << "in the order of asking";
}

TEST_F(StoreFile, IsOfPayoffsOrOfPlays) {
  EXPECT_EQ(refusal(path, game_of_chance()), "accepted");
  EXPECT_EQ(refusal(path, {2, 2, true, "game-id coins", ""}),
            "a ledger of plays, for runs with `noisy`");
  LedgerGame other = game_of_chance();
  other.run[0].second = "0,2";
  EXPECT_EQ(refusal(path, other), "of another league: its payoff-range is '0,1', here it is '0,2'");
  LedgerGame labelled = game_of_chance();
  labelled.row_labels = labelled.column_labels = {"a", "b"};
  EXPECT_EQ(refusal(path, labelled), "accepted") << "it had none";
  EXPECT_EQ(refusal(path, game_of_chance()),
            "it knows its rows by label, 'a', 'b', and this game has no labels");
  const std::string exact = folder.path() + "/exact.db";
  EXPECT_EQ(refusal(exact, small), "accepted");
  EXPECT_EQ(refusal(exact, game_of_chance()),
            "a ledger of exact payoffs; a run with `noisy` needs one of its own");
}

// A run is the last one again, or begins where that ended: after all that it handed out.
TEST_F(StoreFile, KnowsWhereARunBegins) {
  LedgerGame game = game_of_chance();
  game.row_labels = game.column_labels = {"a", "b"};
  {
    Store file(path, game);
    EXPECT_EQ(file.run_start().plays, 0);
    KeptPlay paid = play_of({0, 1}, 9, 0);
    paid.payoff = 1;
    file.record(std::vector{paid, play_of({0, 1}, 4, 1)});
    file.freeze(Store::Kind::frozen, 1, {1, "a mixture"});
  }
  EXPECT_EQ(Store(path, game).run_start().plays, 0) << "the same run";
  game.run[1].second = "2";
  {
    const Store file(path, game);
    EXPECT_EQ(file.run_start().plays, 2);
    EXPECT_EQ(file.run_start().attempts, 1);
  }
  game.rows = game.columns = 3;
  game.row_labels = game.column_labels = {"c", "b", "a"};
  {
    Store file(path, game);
    file.record(std::vector{play_of({0, 1}, 5, 2)});
    EXPECT_EQ(file.inherited(3, 0).rows, (std::vector<Index>{2, 1, 0}));
    std::vector<KeptPlay> before;
    file.for_each_before([&](const KeptPlay& play) { before.push_back(play); });
    ASSERT_EQ(before.size(), 2U);
    EXPECT_EQ(before[0].entry, (Entry{1, 2}));
    EXPECT_EQ(before[0].payoff, Rational(0)) << "turned";
    EXPECT_FALSE(before[1].settled());
  }
  EXPECT_EQ(Store(path, game).run_start().plays, 2) << "it has begun";
  game.rows = game.columns = 2;
  game.row_labels = game.column_labels = {"c", "a"};
  const Store file(path, game);
  EXPECT_EQ(file.run_start().plays, 3);
  std::int64_t before = 0;
  file.for_each_before([&](const KeptPlay&) { ++before; });
  EXPECT_EQ(before, 0) << "none of these two met";
}

TEST_F(StoreFile, SalvagesPlaysAroundAPageThatIsGone) {
  constexpr std::int64_t count = 4000;
  {
    Store file(path, game_of_chance());
    std::vector<KeptPlay> plays;
    for (std::int64_t t = 0; t < count; ++t) {
      plays.push_back(play_of({0, 1}, (t * 7919 + 1) % 1000003, t));
      plays.back().payoff = Rational(t % 2);
    }
    file.record(plays);
  }
  std::string broken = content_of(path);
  const std::size_t pages = broken.size() / 4096;
  ASSERT_GT(pages, 30U);
  broken.replace(pages / 2 * 4096, 4096, std::string(4096, '\x5a'));
  std::int64_t last = -1;
  std::int64_t sound = 0;
  (void)Store(folder.file("broken.db", broken), Store::Use::salvage)
      .salvage([&](const KeptPlay& play) {
        EXPECT_LT(last, play.number);
        EXPECT_EQ(play.payoff, Rational(*play.number % 2));
        last = *play.number;
        ++sound;
      });
  EXPECT_GT(sound, count - 300) << "all but what lay there";
}

TEST_F(StoreFile, NoticesALabelThatWasChanged) {
  LedgerGame league{2, 2, true, "game-id chess", ""};
  league.row_labels = league.column_labels = {"a", "b"};
  Store(path, league).record(Entries{{0, 1}}, std::vector<Rational>{5});
  const std::pair<const char*, const char*> changes[] = {
      {"UPDATE facts SET value = 'c' WHERE kind = 'row' AND place = 1",
       "damaged: the label of row 1 does not match its checksum"},
      {"UPDATE facts SET value = 'b', place = 2 WHERE kind = 'row' AND place = 1",
       "damaged: the label of row 2 does not match its checksum"},
      {"DELETE FROM facts WHERE kind = 'row' AND place = 2",
       "damaged: it says that it has 10 facts of its game and its runs, and 9 can be read"},
  };
  for (const auto& [change, fault] : changes) {
    sqlite::Database(path, SQLITE_OPEN_READWRITE).run(change);
    const std::string message = refusal(path, league);
    EXPECT_EQ(message.substr(0, message.find(';')), fault);
  }
  Store file(path, Store::Use::salvage);
  EXPECT_EQ(file.salvage([](const KeptPlay&) { FAIL(); }), 1) << "whose is it?";
}

// As after the death of the machine: a file is as it was after some batch, and not between two.
TEST_F(StoreFile, IsAsItWasAtSomeMomentWhenItsLogIsDamaged) {
  constexpr std::int64_t batches = 12;
  const std::string copy = folder.path() + "/copy.db";
  std::string log;
  {
    Store file(path, game_of_chance());
    for (std::int64_t t = 0; t < batches; ++t) {
      file.record(
          std::vector{play_of({0, 1}, 2 * t + 1, 2 * t), play_of({0, 1}, 2 * t + 2, 2 * t + 1)});
    }
    std::filesystem::copy_file(path, copy);
    log = content_of(path + "-wal");
  }
  const std::string database = content_of(copy);
  std::set<std::int64_t> moments;
  for (std::size_t at = 13; at < log.size(); at += log.size() / 60) {
    std::string broken = log;
    broken[at] = static_cast<char>(broken[at] ^ 4);
    (void)folder.file("copy.db", database);
    (void)folder.file("copy.db-wal", broken);
    std::int64_t plays = 0;
    try {
      const Store file(copy);
      file.for_each([&](const KeptPlay& play) { EXPECT_EQ(play.number, plays++); });
    } catch (const EmptyLedger&) {  // not even made
    }
    EXPECT_EQ(plays % 2, 0);
    moments.insert(plays);
  }
  EXPECT_GT(moments.size(), 5U);
}

TEST_F(StoreFile, IsOneRunsAtATime) {
  {
    const Store first(path, small);
    EXPECT_EQ(refusal(path, small), "in use by another run");
  }
  EXPECT_EQ(refusal(path, small), "accepted");
}

TEST_F(LedgerFile, AsksNothingThatTheFileHas) {
  {
    CountingSource source(4, 5);
    Store file(path, small);
    Ledger ledger(source, {.file = &file});
    EXPECT_TRUE(ledger.ask(Entries{{2, 3}, {0, 1}, {3, 4}}));
    EXPECT_EQ(ledger.counts().recalled, 0);
    EXPECT_EQ(file.count(), 3);
  }
  CountingSource source(4, 5);
  Store file(path, small);
  Ledger ledger(source, {.file = &file});
  EXPECT_FALSE(ledger.known().knows(2, 3)) << "what is in the file is seen when it is asked";
  EXPECT_TRUE(ledger.ask(Entries{{1, 1}, {0, 1}, {2, 3}, {1, 2}}));
  EXPECT_EQ(source.asked, (Entries{{1, 1}, {1, 2}}));
  EXPECT_EQ(ledger.known().payoff(2, 3), Rational(2003));
  EXPECT_EQ(ledger.queries(), 4);
  EXPECT_EQ(ledger.counts().recalled, 2);
  EXPECT_EQ(ledger.counts().rounds, 1);
  EXPECT_FALSE(ledger.known().knows(3, 4));
  EXPECT_TRUE(ledger.ask(Entries{{3, 4}}));
  EXPECT_EQ(ledger.counts().rounds, 2) << "rounds do not depend on the file";
  EXPECT_EQ(source.asked.size(), 2U);
}

TEST_F(LedgerFile, BudgetsWhatIsPaidFor) {
  {
    Store file(path, small);
    file.record(Entries{{0, 1}, {0, 3}}, std::vector<Rational>{1, 3});
  }
  CountingSource source(4, 5);
  Store file(path, small);
  Ledger ledger(source, {.budget = 2, .file = &file});
  EXPECT_FALSE(ledger.ask_lines(std::vector<Index>{0}, {}));
  EXPECT_TRUE(ledger.out_of_budget());
  EXPECT_EQ(source.asked, (Entries{{0, 0}, {0, 2}}));
  EXPECT_EQ(ledger.queries(), 4);
  EXPECT_EQ(ledger.counts().recalled, 2);
}

/// A ledger of a few thousand payoffs.
std::string filled_ledger(const TemporaryFolder& folder, const LedgerGame& game) {
  const std::string path = folder.path() + "/filled.db";
  Store file(path, game);
  Entries entries;
  std::vector<Rational> payoffs;
  for (Index row = 0; row < game.rows; ++row) {
    for (Index column = 0; column < game.columns; ++column) {
      entries.push_back({row, column});
      payoffs.emplace_back(row - 2 * column, 3);
    }
  }
  file.record(entries, payoffs);
  return path;
}

TEST(Store, SaysWhatIsWrongWithAFile) {
  const TemporaryFolder folder;
  EXPECT_EQ(refusal(folder.path(), small), "is a directory");
  EXPECT_EQ(refusal("/dev/null", small), "is not a regular file");
  EXPECT_EQ(refusal(folder.path() + "/none/run.db", small), "its folder does not exist");
  EXPECT_EQ(refusal(folder.file("text.db", std::string(5000, 'x')), small), "not a ledger file");
  EXPECT_EQ(refusal(folder.file("short.db", "hello"), small), "not a ledger file");
  EXPECT_EQ(refusal(folder.file("empty.db", ""), small), "accepted") << "as mktemp makes one";
  EXPECT_THROW(Store(folder.path() + "/missing.db"), InputError);
  EXPECT_FALSE(std::filesystem::exists(folder.path() + "/missing.db"));
}

TEST(Store, LeavesTheDatabasesOfOthersAlone) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/other.db";
  sqlite::Database(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE).run("CREATE TABLE t (a)");
  const std::string before = content_of(path);
  EXPECT_EQ(refusal(path, small), "a database of another program, not a ledger file");
  EXPECT_EQ(content_of(path), before);
  EXPECT_FALSE(std::filesystem::exists(path + "-wal"));
}

TEST_F(StoreFile, RefusesANewerVersion) {
  EXPECT_EQ(refusal(path, small), "accepted");
  sqlite::Database(path, SQLITE_OPEN_READWRITE).run("PRAGMA user_version = 8");
  EXPECT_EQ(refusal(path, small),
            "a ledger of version 8, made by a newer allnash; this one reads version 7");
}

TEST(Store, NoticesDamage) {
  const TemporaryFolder folder;
  const LedgerGame game{60, 60, false, "unnamed", ""};
  const std::string path = filled_ledger(folder, game);
  const std::string whole = content_of(path);
  const auto damaged = [](const std::string& found) {
    return found.rfind("damaged: ", 0) == 0 || found == "not a ledger file";
  };
  for (std::size_t at = 4096; at + 4096 <= whole.size(); at += 4096) {
    std::string broken = whole;
    broken.replace(at, 2000, std::string(2000, '\x5a'));
    const std::string name = folder.file("broken.db", broken);
    std::string found = refusal(name, game);
    if (found == "accepted") {
      found = input_error([&] { Store(name).check_soundness(); }).substr(name.size() + 2);
    }
    EXPECT_TRUE(damaged(found)) << "page at " << at << ": " << found;
  }
  const std::string cut = folder.file("cut.db", whole.substr(0, whole.size() / 2));
  EXPECT_TRUE(damaged(refusal(cut, game))) << refusal(cut, game);
}

TEST_F(StoreFile, NoticesAPayoffThatIsNone) {
  EXPECT_EQ(refusal(path, small), "accepted");
  const std::string seal = std::to_string(checksum_of("0,0,0,0,0,,x,0,0,0"));
  sqlite::Database(path, SQLITE_OPEN_READWRITE)
      .run(("INSERT INTO plays VALUES (0, 0, 0, 0, 0, NULL, 'x', 0, 0, 0, " + seal +
            "); UPDATE totals SET rows = 1, sum = " + seal +
            ", seal = " + std::to_string(checksum_of("plays,1," + seal)) + " WHERE name = 'plays'")
               .c_str());
  Store file(path, small);
  KeptPlay known;
  EXPECT_NE(input_error([&] {
              (void)file.recall(Entry{0, 0}, known);
            }).find("the payoff of entry (0, 0) is not a number"),
            std::string::npos);
}

// SQLite sees nothing wrong in any of these.
TEST(Store, NoticesValuesThatWereChanged) {
  const TemporaryFolder folder;
  const LedgerGame game{4, 5, false, "unnamed", ""};
  const std::string payoff = "the payoff of entry (1, 2) does not match its checksum";
  const std::string description = "its description of the game";
  const std::pair<std::string, std::string> changes[] = {
      {"plays SET payoff = 9", payoff},
      {"plays SET payoff = '1/7'", payoff},
      {"plays SET payoff = 'x'", payoff},
      {"plays SET seal = 9", payoff},
      {"plays SET row = 7", "the payoff of entry (7, 2) does not match its checksum"},
      {"plays SET plays = 9", payoff},
      {"plays SET lost = 1", payoff},
      {"plays SET payoff = NULL", payoff},
      {"facts SET value = '1' WHERE name = 'sum'", description},
      {"facts SET value = '1' WHERE name = 'by-play'", description},
      {"facts SET value = '6' WHERE name = 'rows'", description},
      {"facts SET value = 'game-id chess' WHERE name = 'identity'", description},
      {"facts SET value = '5' WHERE name = 'mirrored'", description},
      {"PRAGMA user_version = 1", "its layout is not that of version 1"},
      {"PRAGMA user_version = 0", "its layout is not that of version 0"},
  };
  for (const auto& [change, fault] : changes) {
    const std::string path = filled_ledger(folder, game);
    std::string sql = change.starts_with("PRAGMA") ? change : "UPDATE " + change;
    if (change.starts_with("plays")) sql += " WHERE row = 1 AND \"column\" = 2";
    sqlite::Database(path, SQLITE_OPEN_READWRITE).run(sql.c_str());
    const std::string found =
        input_error([&] { Store(path, game).for_each([](const KeptPlay&) {}); });
    EXPECT_TRUE(found.starts_with(path + ": damaged: " + fault)) << change << ": " << found;
    EXPECT_TRUE(found.ends_with("exports what is intact")) << found;
    std::filesystem::remove(path);
  }
}

TEST(Store, SalvagesWhatIsSound) {
  const TemporaryFolder folder;
  const LedgerGame game{60, 60, false, "unnamed", ""};
  const std::string path = filled_ledger(folder, game);
  sqlite::Database(path, SQLITE_OPEN_READWRITE)
      .run(
          "UPDATE plays SET payoff = 9 WHERE row = 1; UPDATE facts SET value = 70 WHERE name = "
          "'rows'");
  const auto salvaged = [](const std::string& name, std::int64_t& damaged) {
    std::int64_t sound = 0;
    Entry last{-1, 0};
    damaged = Store(name, Store::Use::salvage).salvage([&](const KeptPlay& play) {
      ++sound;
      EXPECT_LT(last, play.entry);
      EXPECT_EQ(play.payoff, Rational(play.entry.row - 2 * play.entry.column, 3));
      last = play.entry;
    });
    return sound;
  };
  std::int64_t damaged = 0;
  EXPECT_EQ(salvaged(path, damaged), 3540);
  EXPECT_EQ(damaged, 60);
  // Two pages gone: all but what lay on them is there.
  std::string broken = content_of(path);
  const std::size_t pages = broken.size() / 4096;
  ASSERT_GT(pages, 12U);
  for (const std::size_t page : {pages / 3, 2 * pages / 3}) {
    broken.replace(page * 4096, 4096, std::string(4096, '\x5a'));
  }
  const std::int64_t left = salvaged(folder.file("broken.db", broken), damaged);
  EXPECT_GT(left, 3540 - 3 * 3600 / static_cast<std::int64_t>(pages - 3));
  EXPECT_LT(left, 3540);
}

TEST(Store, MayHaveAnyName) {
  const TemporaryFolder folder;
  for (const char* name : {":memory:", "file:x?mode=memory", "100%?a#b.db", " "}) {
    const std::string path = folder.path() + "/" + name;
    Store(path, small).record(Entries{{0, 0}}, std::vector<Rational>{1});
    EXPECT_EQ(Store(path, small).count(), 1) << name;
  }
}

// Runs in a child process that has given up what root may do. Zero when it returns true.
template <typename Work>
int in_powerless_child(const Work& work) {
  const pid_t child = ::fork();
  if (child == 0) {
    if (::getuid() == 0 && ::setuid(65534) != 0) ::_exit(2);
    try {
      ::_exit(work() ? 0 : 1);
    } catch (...) {
      ::_exit(3);
    }
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(Ledger, AReadOnlyFileAnswersForWhatItHas) {
  namespace fs = std::filesystem;
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/100%.db";
  {
    Store file(path, small);
    file.record(Entries{{0, 1}, {0, 3}}, std::vector<Rational>{1, 3});
  }
  fs::permissions(path, fs::perms(0444));
  fs::permissions(folder.path(), fs::perms(0555));
  const int code = in_powerless_child([&] {
    CountingSource source(4, 5);
    Store file(path, small);
    Ledger ledger(source, {.file = &file});
    CountingSource again(4, 5);
    Ledger checked(again, {.check_repeat = 1, .file = &file});
    return checked.ask(Entries{{0, 1}, {0, 3}}) &&
           checked.counts().repeats == 2 &&  // compares, keeps none
           !file.writable() && ledger.ask(Entries{{0, 1}}) && ledger.counts().recalled == 1 &&
           !ledger.ask(Entries{{0, 2}, {0, 3}}) && ledger.known().knows(0, 3) &&
           source.asked.empty() &&
           ledger.file_fault() == path + ": it is read-only, and the next payoff is not in it" &&
           !ledger.ask(Entries{{1, 1}}) && source.asked.empty();
  });
  fs::permissions(folder.path(), fs::perms(0755));
  EXPECT_EQ(code, 0);
}

// Answers that differ from one time to the next in one entry.
struct Moody {
  std::map<Entry, int> times;
  Entry moody{2, 3};
  Rational operator()(Index row, Index column) {
    const int time = times[{row, column}]++;
    return Rational(10 * row + column) + (Entry{row, column} == moody ? Rational(time, 7) : 0);
  }
};

std::string contradiction(Moody& moody, double fraction, bool backwards, Store* file = nullptr) {
  test::AnsweringSource source(4, 5, [&](Index i, Index j) { return moody(i, j); });
  source.backwards = backwards;
  Ledger ledger(source, {.check_repeat = fraction, .file = file});
  return error_of<SourceError>([&] {
    EXPECT_TRUE(ledger.ask_all());
    EXPECT_EQ(ledger.queries(), 20);
  });
}

TEST(CheckRepeat, RefusesPayoffsThatChange) {
  for (const bool backwards : {false, true}) {
    Moody moody;
    EXPECT_EQ(contradiction(moody, 1, backwards),
              std::string("entry (2, 3) has two payoffs, ") +
                  (backwards ? "162/7 and 23" : "23 and 162/7") +
                  ": payoffs must not change from one answer to the next; if they are random, see "
                  "`noisy`");
    Moody unchecked;
    EXPECT_EQ(contradiction(unchecked, 0, backwards), "no error");
    Moody steady{{}, {9, 9}};
    EXPECT_EQ(contradiction(steady, 1, backwards), "no error");
    for (const auto& [entry, times] : steady.times) EXPECT_EQ(times, 2);
  }
}

TEST(CheckRepeat, ComparesWithTheFile) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/run.db";
  Store(path, small).record(Entries{{3, 4}}, std::vector<Rational>{35});
  Store file(path, small);
  Moody steady{{}, {9, 9}};
  EXPECT_EQ(contradiction(steady, 1, false, &file),
            "entry (3, 4) has two payoffs, 35 and 34: payoffs must not change from one answer to "
            "the next; if they are random, see `noisy`");
  EXPECT_EQ(file.count(), 20) << "what was paid for is kept";
}

TEST(CheckRepeat, ChoosesTheSamePartWhateverTheFile) {
  const auto chosen = [](std::uint64_t seed, const std::string& path) {
    std::map<Entry, int> times;
    test::AnsweringSource source(60, 60, [&](Index i, Index j) {
      ++times[{i, j}];
      return Rational(i * j);
    });
    std::optional<Store> file;
    if (!path.empty()) file.emplace(path, LedgerGame{60, 60, false, {}, ""});
    Ledger ledger(source, {.check_repeat = 0.25, .seed = seed, .file = file ? &*file : nullptr});
    EXPECT_TRUE(ledger.ask_all());
    Entries repeated;
    const std::int64_t first = ledger.counts().recalled > 0 ? 0 : 1;
    for (const auto& [entry, count] : times) {
      if (count > first) repeated.push_back(entry);
    }
    EXPECT_EQ(ledger.counts().repeats, std::ssize(repeated));
    EXPECT_EQ(ledger.queries(), 3600);
    return repeated;
  };
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/run.db";
  const Entries once = chosen(1, path);
  EXPECT_EQ(chosen(1, path), once) << "from the file";
  EXPECT_EQ(chosen(1, ""), once) << "without one";
  EXPECT_NE(chosen(2, ""), once);
  EXPECT_GT(once.size(), 800U);
  EXPECT_LT(once.size(), 1000U);
}

TEST(Identity, IsTheSameForTheSameGame) {
  const auto fingerprint = [](const std::string& name) {
    return open_game(name)->identity().fingerprint;
  };
  EXPECT_EQ(fingerprint("family:random,n=4"), "family:random,high=100,low=-100,m=4,n=4,seed=1");
  EXPECT_EQ(fingerprint("family:random,seed=1.0,n=04"), fingerprint("family:random,n=4,m=4"));
  EXPECT_NE(fingerprint("family:random,seed=2,n=4"), fingerprint("family:random,n=4"));
  const TemporaryFolder folder;
  const auto table = fingerprint(folder.file("a.csv", "1,0.5\n0,1e30\n"));
  EXPECT_EQ(fingerprint(folder.file("b.tsv", "1.0\t1/2\n0\t1e30\n")), table);
  EXPECT_EQ(fingerprint(folder.file("c.mtx",
                                    "%%MatrixMarket matrix coordinate real general\n"
                                    "2 2 3\n1 1 1\n2 2 1e30\n1 2 0.5\n")),
            table);
  EXPECT_NE(fingerprint(folder.file("d.csv", "1,0\n0.5,1e30\n")), table);
  EXPECT_NE(fingerprint(folder.file("e.csv", "1,0.5\n0,2e30\n")), table);
  EXPECT_NE(fingerprint(folder.file("f.csv", "1,0.5\n1,1e30\n")), table);
  const auto function = function_game(2, 2, [](Index, Index) { return Rational(0); });
  EXPECT_EQ(identity_of("", function->identity()), "unnamed");
  EXPECT_EQ(identity_of("chess", function->identity()), "game-id chess");
}

}  // namespace
}  // namespace allnash::asking::store_test
