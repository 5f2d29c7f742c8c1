#include "ledger/file.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <map>

#include "allnash/game.hpp"
#include "ledger/counting_source.hpp"
#include "ledger/ledger.hpp"
#include "ledger/sqlite.hpp"
#include "sources/answering_source.hpp"
#include "sources/temporary_file.hpp"

namespace allnash::ledger::file_test {
namespace {

using test::CountingSource;
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
  EXPECT_EQ(refusal(path, {4, 4, false, "unnamed", ""}),
            "it knows 5 columns by number, and this game has 4: strategies may leave a ledger only "
            "when it has their labels");
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

TEST(LedgerFile, AChangedProgramIsRefusedUnlessTheGameIsNamed) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/run.db";
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

TEST(LedgerFile, OfVersionOneGoesOn) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/old.db";
  sqlite::Database(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
      .run(R"(CREATE TABLE game (rows INTEGER NOT NULL, columns INTEGER NOT NULL,
                                 symmetric INTEGER NOT NULL, identity TEXT, note TEXT NOT NULL) STRICT;
              CREATE TABLE payoffs (row INTEGER NOT NULL, "column" INTEGER NOT NULL,
                                    payoff ANY NOT NULL, PRIMARY KEY (row, "column"))
                STRICT, WITHOUT ROWID;
              INSERT INTO game VALUES (4, 5, 0, NULL, '');
              INSERT INTO payoffs VALUES (1, 2, '1/3'), (0, 0, 7);
              PRAGMA application_id = 1634496097; PRAGMA user_version = 1)");
  {
    LedgerFile file(path, small);
    EXPECT_EQ(file.version(), 1);
    file.record(Entries{{3, 3}}, std::vector<Rational>{5}, 2);
  }
  LedgerFile file(path, small);
  EXPECT_EQ(file.version(), 1);
  EXPECT_EQ(file.game().identity, "unnamed");
  Rational payoff;
  ASSERT_TRUE(file.recall({1, 2}, payoff));
  EXPECT_EQ(payoff, Rational(1, 3));
  ASSERT_TRUE(file.recall({3, 3}, payoff));
  EXPECT_EQ(payoff, Rational(5));
  EXPECT_EQ(file.count(), 3);
  EXPECT_NO_THROW(file.check_soundness());
  EXPECT_EQ(file.salvage([](Entry, const Rational&) {}), 0);
}

// Made by a program that knew no labels.
void make_version_two(const std::string& path) {
  sqlite::Database(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
      .run(R"(CREATE TABLE game (rows INTEGER NOT NULL, columns INTEGER NOT NULL,
                symmetric INTEGER NOT NULL, identity TEXT, note TEXT NOT NULL,
                mirrored INTEGER NOT NULL, seal INTEGER NOT NULL) STRICT;
              CREATE TABLE payoffs (row INTEGER NOT NULL, "column" INTEGER NOT NULL,
                payoff ANY NOT NULL, seal INTEGER NOT NULL, PRIMARY KEY (row, "column"))
                STRICT, WITHOUT ROWID;
              INSERT INTO game VALUES (3, 3, 1, 'game-id chess', '', 0, 4625692077512536192);
              INSERT INTO payoffs VALUES (0, 1, 1, 2030061040781788311),
                (0, 2, 2, 3979114726067515055), (1, 2, '1/3', 1490799879632374495);
              PRAGMA application_id = 1634496097; PRAGMA user_version = 2)");
}

TEST(LedgerFile, OfVersionTwoGoesOn) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/old.db";
  make_version_two(path);
  const LedgerGame by_number{4, 4, true, "game-id chess", ""};
  {
    LedgerFile file(path, by_number);
    EXPECT_EQ(file.version(), 2);
    file.record(Entries{{1, 3}}, std::vector<Rational>{-7});
  }
  LedgerGame by_label = by_number;
  by_label.row_labels = by_label.column_labels = {"a", "b", "c", "d"};
  EXPECT_EQ(LedgerFile(path, by_label).version(), 3);
  by_label = {3, 3, true, "game-id chess", ""};
  by_label.row_labels = by_label.column_labels = {"d", "c", "b"};
  LedgerFile file(path, by_label);
  EXPECT_EQ(file.count(), 2) << "without a";
  Rational payoff;
  ASSERT_TRUE(file.recall({0, 2}, payoff));
  EXPECT_EQ(payoff, Rational(7));
  ASSERT_TRUE(file.recall({1, 2}, payoff));
  EXPECT_EQ(payoff, Rational(-1, 3));
  EXPECT_FALSE(file.recall({0, 1}, payoff));
  std::vector<std::pair<Entry, Rational>> held;
  file.for_each([&](Entry entry, const Rational& one) { held.emplace_back(entry, one); });
  EXPECT_EQ(held,
            (std::vector<std::pair<Entry, Rational>>{{{1, 2}, Rational(-1, 3)}, {{0, 2}, 7}}));
  EXPECT_NO_THROW(file.check_soundness());
}

TEST(LedgerFile, NoticesALabelThatWasChanged) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/run.db";
  LedgerGame league{2, 2, true, "game-id chess", ""};
  league.row_labels = league.column_labels = {"a", "b"};
  LedgerFile(path, league).record(Entries{{0, 1}}, std::vector<Rational>{5});
  const std::pair<const char*, const char*> changes[] = {
      {"UPDATE labels SET label = 'c' WHERE number = 1",
       "damaged: the label of row 1 does not match its check value"},
      {"UPDATE labels SET label = 'b', number = 2 WHERE number = 1",
       "damaged: the label of row 2 does not match its check value"},
      {"DELETE FROM labels WHERE number = 2", "damaged: not every strategy has its label"},
  };
  for (const auto& [change, fault] : changes) {
    sqlite::Database(path, SQLITE_OPEN_READWRITE).run(change);
    const std::string message = refusal(path, league);
    EXPECT_EQ(message.substr(0, message.find(';')), fault);
  }
  LedgerFile file(path, true);
  EXPECT_EQ(file.salvage([](Entry, const Rational&) { FAIL(); }), 1) << "whose is it?";
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

std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// A ledger of a few thousand payoffs.
std::string filled_ledger(const TemporaryFolder& folder, const LedgerGame& game) {
  const std::string path = folder.path() + "/filled.db";
  LedgerFile file(path, game);
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

TEST(LedgerFile, SaysWhatIsWrongWithAFile) {
  const TemporaryFolder folder;
  EXPECT_EQ(refusal(folder.path(), small), "is a directory");
  EXPECT_EQ(refusal("/dev/null", small), "is not a regular file");
  EXPECT_EQ(refusal(folder.path() + "/none/run.db", small), "its folder does not exist");
  EXPECT_EQ(refusal(folder.file("text.db", std::string(5000, 'x')), small), "not a ledger file");
  EXPECT_EQ(refusal(folder.file("short.db", "hello"), small), "not a ledger file");
  EXPECT_EQ(refusal(folder.file("empty.db", ""), small), "accepted") << "as mktemp makes one";
  EXPECT_THROW(LedgerFile(folder.path() + "/missing.db"), InputError);
  EXPECT_FALSE(std::filesystem::exists(folder.path() + "/missing.db"));
}

TEST(LedgerFile, LeavesTheDatabasesOfOthersAlone) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/other.db";
  sqlite::Database(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE).run("CREATE TABLE t (a)");
  const std::string before = content_of(path);
  EXPECT_EQ(refusal(path, small), "a database of another program, not a ledger file");
  EXPECT_EQ(content_of(path), before);
  EXPECT_FALSE(std::filesystem::exists(path + "-wal"));
}

TEST(LedgerFile, RefusesANewerVersion) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/run.db";
  EXPECT_EQ(refusal(path, small), "accepted");
  sqlite::Database(path, SQLITE_OPEN_READWRITE).run("PRAGMA user_version = 7");
  EXPECT_EQ(refusal(path, small),
            "a ledger of version 7, made by a newer allnash; this one reads version 3");
}

TEST(LedgerFile, NoticesDamage) {
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
      try {
        LedgerFile(name).check_soundness();
      } catch (const InputError& error) {
        found = std::string(error.what()).substr(name.size() + 2);
      }
    }
    EXPECT_TRUE(damaged(found)) << "page at " << at << ": " << found;
  }
  const std::string cut = folder.file("cut.db", whole.substr(0, whole.size() / 2));
  EXPECT_TRUE(damaged(refusal(cut, game))) << refusal(cut, game);
}

TEST(LedgerFile, NoticesAPayoffThatIsNone) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/run.db";
  EXPECT_EQ(refusal(path, small), "accepted");
  sqlite::Database(path, SQLITE_OPEN_READWRITE).run("INSERT INTO payoffs VALUES (0, 0, 'x', 0)");
  LedgerFile file(path, small);
  Rational payoff;
  EXPECT_THROW((void)file.recall({0, 0}, payoff), InputError);
}

// SQLite sees nothing wrong in any of these.
TEST(LedgerFile, NoticesValuesThatWereChanged) {
  const TemporaryFolder folder;
  const LedgerGame game{4, 5, false, "unnamed", ""};
  const std::pair<std::string, std::string> changes[] = {
      {"UPDATE payoffs SET payoff = 9 WHERE row = 1 AND \"column\" = 2",
       "damaged: the payoff of entry (1, 2) does not match its check value"},
      {"UPDATE payoffs SET payoff = '1/7' WHERE row = 1 AND \"column\" = 2",
       "damaged: the payoff of entry (1, 2) does not match its check value"},
      {"UPDATE payoffs SET payoff = 'x' WHERE row = 1 AND \"column\" = 2",
       "damaged: the payoff of entry (1, 2) is not a number"},
      {"UPDATE payoffs SET seal = 9 WHERE row = 1 AND \"column\" = 2",
       "damaged: the payoff of entry (1, 2) does not match its check value"},
      {"UPDATE payoffs SET row = 7 WHERE row = 1 AND \"column\" = 2",
       "damaged: the payoff of entry (7, 2) does not match its check value"},
      {"UPDATE game SET rows = 6", "damaged: its description of the game"},
      {"UPDATE game SET identity = 'game-id chess'", "damaged: its description of the game"},
      {"UPDATE game SET mirrored = 5", "damaged: its description of the game"},
      {"PRAGMA user_version = 1", "damaged: its layout is not that of version 1"},
      {"PRAGMA user_version = 0", "damaged: its layout is not that of version 0"},
  };
  for (const auto& [change, fault] : changes) {
    const std::string path = filled_ledger(folder, game);
    sqlite::Database(path, SQLITE_OPEN_READWRITE).run(change.c_str());
    std::string found = "accepted";
    try {
      LedgerFile file(path, game);
      file.for_each([](Entry, const Rational&) {});
    } catch (const InputError& error) {
      found = error.what();
    }
    EXPECT_TRUE(found.starts_with(path + ": " + fault)) << change << ": " << found;
    EXPECT_TRUE(found.ends_with("exports what is intact")) << found;
    std::filesystem::remove(path);
  }
}

TEST(LedgerFile, SalvagesWhatIsSound) {
  const TemporaryFolder folder;
  const LedgerGame game{60, 60, false, "unnamed", ""};
  const std::string path = filled_ledger(folder, game);
  sqlite::Database(path, SQLITE_OPEN_READWRITE)
      .run("UPDATE payoffs SET payoff = 9 WHERE row = 1; UPDATE game SET rows = 70");
  const auto salvaged = [](const std::string& name, std::int64_t& damaged) {
    std::int64_t sound = 0;
    Entry last{-1, 0};
    damaged = LedgerFile(name, true).salvage([&](Entry entry, const Rational& payoff) {
      ++sound;
      EXPECT_LT(last, entry);
      EXPECT_EQ(payoff, Rational(entry.row - 2 * entry.column, 3));
      last = entry;
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

TEST(LedgerFile, MayHaveAnyName) {
  const TemporaryFolder folder;
  for (const char* name : {":memory:", "file:x?mode=memory", "100%?a#b.db", " "}) {
    const std::string path = folder.path() + "/" + name;
    LedgerFile(path, small).record(Entries{{0, 0}}, std::vector<Rational>{1});
    EXPECT_EQ(LedgerFile(path, small).count(), 1) << name;
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
    LedgerFile file(path, small);
    file.record(Entries{{0, 1}, {0, 3}}, std::vector<Rational>{1, 3});
  }
  fs::permissions(path, fs::perms(0444));
  fs::permissions(folder.path(), fs::perms(0555));
  const int code = in_powerless_child([&] {
    CountingSource source(4, 5);
    LedgerFile file(path, small);
    Ledger ledger(source);
    ledger.keep_in(file);
    CountingSource again(4, 5);
    Ledger checked(again, {.symmetric = false, .budget = {}, .stop = {}, .check_repeat = 1});
    checked.keep_in(file);
    return checked.ask(Entries{{0, 1}, {0, 3}}) &&
           checked.repeats() == 2 &&  // compares, keeps none
           !file.writable() && ledger.ask(Entries{{0, 1}}) && ledger.recalled() == 1 &&
           !ledger.ask(Entries{{0, 2}, {0, 3}}) && ledger.knows(0, 3) && source.asked.empty() &&
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

std::string contradiction(Moody& moody, double fraction, bool backwards,
                          LedgerFile* file = nullptr) {
  test::AnsweringSource source(4, 5, [&](Index i, Index j) { return moody(i, j); });
  source.backwards = backwards;
  Ledger ledger(source, {.symmetric = false, .budget = {}, .stop = {}, .check_repeat = fraction});
  if (file != nullptr) ledger.keep_in(*file);
  try {
    EXPECT_TRUE(ledger.ask_all());
  } catch (const SourceError& error) {
    return error.what();
  }
  EXPECT_EQ(ledger.queries(), 20);
  return "";
}

TEST(CheckRepeat, RefusesPayoffsThatChange) {
  for (const bool backwards : {false, true}) {
    Moody moody;
    EXPECT_EQ(contradiction(moody, 1, backwards),
              backwards
                  ? "entry (2, 3) has two payoffs, 162/7 and 23: payoffs must not change from "
                    "one answer to the next; if they are random, see `noisy`"
                  : "entry (2, 3) has two payoffs, 23 and 162/7: payoffs must not change from "
                    "one answer to the next; if they are random, see `noisy`");
    Moody unchecked;
    EXPECT_EQ(contradiction(unchecked, 0, backwards), "");
    Moody steady{{}, {9, 9}};
    EXPECT_EQ(contradiction(steady, 1, backwards), "");
    for (const auto& [entry, times] : steady.times) EXPECT_EQ(times, 2);
  }
}

TEST(CheckRepeat, ComparesWithTheFile) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/run.db";
  LedgerFile(path, small).record(Entries{{3, 4}}, std::vector<Rational>{35});
  LedgerFile file(path, small);
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
    Ledger ledger(
        source, {.symmetric = false, .budget = {}, .stop = {}, .check_repeat = 0.25, .seed = seed});
    std::optional<LedgerFile> file;
    if (!path.empty()) ledger.keep_in(file.emplace(path, LedgerGame{60, 60, false, {}, ""}));
    EXPECT_TRUE(ledger.ask_all());
    Entries repeated;
    const std::int64_t first = ledger.recalled() > 0 ? 0 : 1;
    for (const auto& [entry, count] : times) {
      if (count > first) repeated.push_back(entry);
    }
    EXPECT_EQ(ledger.repeats(), std::ssize(repeated));
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
}  // namespace allnash::ledger::file_test
