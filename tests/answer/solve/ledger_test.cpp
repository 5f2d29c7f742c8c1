// Solving with a ledger file: the same answer whatever the file holds, and nothing lost when the
// process is killed or the disk is full.
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <map>
#include <random>
#include <set>
#include <sstream>

#include "allnash/allnash.hpp"
#include "answer/solve/killed.hpp"
#include "file_size_limit.hpp"
#include "payoffs/file/store.hpp"
#include "payoffs/sources/answering_source.hpp"
#include "payoffs/sources/reading.hpp"
#include "payoffs/sources/temporary_file.hpp"
#include "text.hpp"

namespace allnash::ledger_test {
namespace {

/// The JSON without what the clock and the file's state change.
std::string answer_of(Result result) {
  result.seconds = 0;
  result.recalled.reset();
  return to_json(result);
}

struct Game {
  const char* name;
  const char* method;
  bool symmetric;
};

constexpr Game games[] = {
    {"family:planted,n=30,k=3", "auto", false},
    {"family:lowrank,n=80,rank=3", "lazy", false},
    {"family:elo,n=50,noise=0", "lazy", true},
    {"family:bell,n=30,width=20", "full", false},
    {"family:random,n=1,m=9", "auto", false},
    {"family:lowerbound,n=40,k=5", "saddle-random", false},
    {"family:rps,n=21", "auto", true},
};

Options options_for(const Game& game) {
  return {.method = game.method, .symmetric = game.symmetric};
}

/// Sees each game, options with a ledger file that is not there yet, and the answer without one.
template <typename See>
void each_game(const See& see) {
  for (const Game& game : games) {
    SCOPED_TRACE(game.name);
    const TemporaryFolder folder;
    const auto source = open_game(game.name);
    Options options = options_for(game);
    const Result plain = solve(*source, options);
    options.ledger = folder.path() + "/run.db";
    see(*source, options, plain);
  }
}

TEST(Store, ChangesNeitherAnswerNorQueriesNorRounds) {
  each_game([](Source& source, Options options, const Result& plain) {
    EXPECT_FALSE(plain.recalled);
    // Cut short at several places, each run going on where the one before stopped.
    for (std::int64_t paid = 0; paid < plain.queries; paid += 97) {
      options.budget = std::min<std::int64_t>(97, plain.queries - paid);
      const Result part = solve(source, options);
      EXPECT_EQ(part.recalled, paid);
      EXPECT_EQ(part.queries, paid + *options.budget);
    }
    options.budget = 0;
    const Result recalled = solve(source, options);
    EXPECT_EQ(answer_of(recalled), answer_of(plain));
    EXPECT_EQ(recalled.recalled, plain.queries);
  });
}

TEST(Store, HoldsEntriesThatAnotherMethodAsked) {
  const TemporaryFolder folder;
  const auto source = open_game("family:planted,n=40,k=2");
  Options options;
  const Result plain = solve(*source, options);
  options.ledger = folder.path() + "/run.db";
  options.method = "full";
  EXPECT_EQ(solve(*source, options).recalled, 0);
  options.method = "auto";
  const Result result = solve(*source, options);
  EXPECT_EQ(answer_of(result), answer_of(plain)) << "what is in the file must not steer a method";
  EXPECT_EQ(result.recalled, plain.queries);
}

TEST(Plan, PlaysWholeGames) {
  each_game([](Source& source, const Options& options, const Result& plain) {
    const auto shape = unanswered_game(source.rows(), source.columns());
    std::int64_t rounds = 0;
    std::int64_t queries = 0;
    for (;;) {
      const Plan next = plan(*shape, options);
      EXPECT_FALSE(next.stop);
      if (next.questions.empty()) break;
      EXPECT_EQ(plan(*shape, options).entries(), next.entries());
      const auto count =
          add_to_ledger(*options.ledger, next.entries(), payoffs_of(source, next.entries()));
      EXPECT_EQ(count.added, std::ssize(next.questions)) << "nothing is planned twice";
      queries += count.added;
      ++rounds;
    }
    EXPECT_EQ(rounds, plain.rounds);
    EXPECT_EQ(queries, plain.queries);
    EXPECT_EQ(answer_of(solve(*shape, options)), answer_of(plain));
  });
}

TEST(Plan, IsOfTheWholeRoundHoweverLarge) {
  const auto shape = unanswered_game(400, 300);
  Options options{.method = "full"};
  const std::vector<Entry> whole = plan(*shape, options).entries();
  EXPECT_EQ(whole.size(), 120000U);
  EXPECT_EQ(std::set<Entry>(whole.begin(), whole.end()).size(), 120000U);
  options.budget = 70000;
  EXPECT_EQ(plan(*shape, options).entries(),
            std::vector<Entry>(whole.begin(), whole.begin() + 70000));
  options.budget = 0;
  EXPECT_EQ(plan(*shape, options).stop->reason, StopReason::budget);
  EXPECT_THROW(unanswered_game(0, 3), InputError);
  EXPECT_THROW(solve(*shape), SourceError);
}

TEST(Plan, GoesOnWithPartOfTheAnswers) {
  const TemporaryFolder folder;
  const auto source = open_game("family:lowrank,n=30,rank=2");
  Options options;
  const Result plain = solve(*source, options);
  options.ledger = folder.path() + "/run.db";
  std::int64_t queries = 0;
  for (;;) {
    std::vector<Entry> wanted = plan(*source, options).entries();
    if (wanted.empty()) break;
    wanted.resize((wanted.size() + 1) / 2);
    queries += add_to_ledger(*options.ledger, wanted, payoffs_of(*source, wanted)).added;
  }
  EXPECT_EQ(queries, plain.queries);
  EXPECT_EQ(answer_of(solve(*source, options)), answer_of(plain));
}

std::string import_refusal(const std::string& path, const std::string& text,
                           const std::optional<LedgerShape>& shape = {}) {
  std::istringstream in(text);
  return input_error([&] { import_ledger(path, in, "in.csv", shape); });
}

TEST(Import, TakesWhatExportWrites) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/a.db";
  const std::string other = folder.path() + "/b.db";
  const std::string table = "row,column,payoff\n0,1,-1/3\n0,2,7\n1,2,100000000000000000000\n";
  std::istringstream in("0,1,-1/3\r\n2,1,-1e20\n\n1 , 1,0\n0,2,7.0\n1,2,1e20");
  const Imported count = import_ledger(path, in, "in.csv", LedgerShape{3, 3, true}, "chess");
  EXPECT_EQ(count.added, 3);
  EXPECT_EQ(count.known, 1);
  std::ostringstream out;
  export_ledger(path, out);
  EXPECT_EQ(out.str(), table);
  EXPECT_EQ(import_refusal(other, out.str(), LedgerShape{3, 3, true}), "no error");
  std::ostringstream again;
  export_ledger(other, again);
  EXPECT_EQ(again.str(), table);
  const LedgerInfo info = ledger_info(path);
  EXPECT_EQ(info.identity, "game-id chess");
  EXPECT_EQ(info.payoffs, 3);
  EXPECT_EQ(info.smallest, Rational(-1, 3));
  EXPECT_EQ(to_json(info), R"({"file":")" + path +
                               R"(","version":7,"rows":3,"columns":3,"symmetric":true,)"
                               R"("identity":"game-id chess","note":"","payoffs":3,)"
                               R"("smallest":"-1/3","largest":"100000000000000000000"})");
}

TEST(Import, SaysWhichLineIsWrongAndAddsNothing) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/run.db";
  const LedgerShape shape{3, 3, true};
  EXPECT_EQ(import_refusal(path, "0,1,1\n"),
            path + ": no such ledger file; rows and columns are needed to make one");
  EXPECT_EQ(import_refusal(path, "0,1,1\n0,3,1\n", shape),
            "in.csv:2: entry (0, 3) lies outside the game of 3 x 3");
  EXPECT_FALSE(std::filesystem::exists(path));
  EXPECT_EQ(import_refusal(path, "0,1,1\n", shape), "no error");
  const std::pair<const char*, const char*> table[] = {
      {"0,2,5\n0,1,2\n", "in.csv:2: entry (0, 1) has two payoffs, 1 in the ledger and 2 here"},
      {"0,2,5\n1,0,1\n", "in.csv:2: entry (0, 1) has two payoffs, 1 in the ledger and -1 here"},
      {"0,2,5\n\n0,2,6\n", "in.csv:3: entry (0, 2) has two payoffs, 5 in line 1 and 6 here"},
      {"0,2,5\n2,2,6\n", "in.csv:2: entry (2, 2) of a symmetric game is 0, not 6"},
      {"0,2,5\n-1,2,6\n", "in.csv:2: entry (-1, 2) lies outside the game of 3 x 3"},
      {"0,2,5\n0,2\n", "in.csv:2: '0,2' is not row,column,payoff"},
      {"0,2,5\n0,2,5,1\n", "in.csv:2: '0,2,5,1' is not row,column,payoff"},
      {"0,2,5\n1.0,2,1\n", "in.csv:2: '1.0' is not the number of a row or column"},
      {"0,2,5\n1,2,abc\n", "in.csv:2: 'abc' is not a number"},
      {"0,2,5\n1,2,inf\n", "in.csv:2: infinite payoff"},
      {"0,2,5\nrow,column,payoff\n", "in.csv:2: 'payoff' is not a number"},
  };
  for (const auto& [text, message] : table) {
    EXPECT_EQ(import_refusal(path, text), message);
    EXPECT_EQ(ledger_info(path).payoffs, 1);
  }
  EXPECT_EQ(
      import_refusal(path, "", LedgerShape{2, 2, true}),
      path +
          ": it knows 3 rows by number, and this game has 2: strategies may leave a ledger only "
          "when it has their labels");
  EXPECT_EQ(import_refusal(path, "0,3,1\n", LedgerShape{4, 4, true}), "no error") << "it grows";
  EXPECT_EQ(import_refusal(folder.path() + "/x.db", "", LedgerShape{3, 4, true}),
            folder.path() + "/x.db: a game of 3 x 4 is not square, so not symmetric");
}

TEST(Store, IsNotMadeForAGameThatIsRefused) {
  const TemporaryFolder folder;
  const auto source = open_game("family:random,n=3,m=4");
  const Options options{.symmetric = true, .ledger = folder.path() + "/run.db"};
  EXPECT_THROW(solve(*source, options), InputError);
  EXPECT_FALSE(std::filesystem::exists(*options.ledger));
}

TEST(Store, AFullDiskEndsTheRunWithWhatItHas) {
  const TemporaryFolder folder;
  const auto game = open_game("family:planted,n=60,k=3");
  std::vector<Entry> asked;
  test::AnsweringSource source(60, 60, [&](Index i, Index j) {
    asked.push_back({i, j});
    return payoffs_of(*game, {&asked.back(), 1}).front();
  });
  Options options;
  const Result plain = solve(source, options);
  asked.clear();
  options.ledger = folder.path() + "/run.db";
  Result part;
  {
    const test::FileSizeLimit limit(std::size_t{200} << 10U);
    part = solve(source, options);
  }
  ASSERT_EQ(part.status, Status::stopped);
  EXPECT_EQ(part.stop->text.rfind("ledger file: " + *options.ledger + ": disk I/O error", 0), 0U)
      << part.stop->text;
  EXPECT_TRUE(test::has(part.stop->text, "the last payoff may be missing from it"));
  EXPECT_EQ(part.queries, std::ssize(asked));
  EXPECT_GT(part.queries, 10);
  EXPECT_TRUE(!part.low || *part.low <= *plain.value);
  EXPECT_TRUE(!part.high || *part.high >= *plain.value);
  EXPECT_EQ(ledger_info(*options.ledger).payoffs, part.queries - 1);
  const Result rest = solve(source, options);
  EXPECT_EQ(answer_of(rest), answer_of(plain));
  EXPECT_EQ(rest.recalled, part.queries - 1);
}

TEST(Store, AFullDiskAtTheStartIsReportedBeforeAnyQuestion) {
  const TemporaryFolder folder;
  const auto game = open_game("family:rps,n=5");
  const test::FileSizeLimit limit(100);
  EXPECT_THROW(solve(*game, {.ledger = folder.path() + "/run.db"}), InputError);
}

// Each run notes what it asks in a file, before it answers, and is killed at a random moment.
TEST(Store, SurvivesBeingKilled) {
  const TemporaryFolder folder;
  const test::LineFile log(folder.path() + "/log");
  const auto game = open_game("family:planted,n=40,k=3");
  Options options;
  const Result plain = solve(*game, options);
  options.ledger = folder.path() + "/run.db";
  const auto run = [&] {
    test::AnsweringSource source(40, 40, [&](Index i, Index j) {
      log.add(std::to_string(i) + " " + std::to_string(j));
      const Entry entry{i, j};
      return payoffs_of(*game, {&entry, 1}).front();
    });
    return solve(source, options);
  };
  std::mt19937 random(5);
  std::set<std::string> in_flight;  // asked last in a run that was killed
  int kills = 0;
  for (bool finished = false; !finished;) {
    const std::chrono::microseconds after(1000 + random() % 24000);
    const std::size_t before = log.lines().size();
    // Towards the end let it finish: the replay alone may take as long as it is given.
    const auto deadline = std::chrono::steady_clock::now() +
                          (kills < 50 ? after : std::chrono::microseconds(10'000'000));
    finished = test::finishes(run, [&] { return std::chrono::steady_clock::now() >= deadline; });
    const std::vector<std::string> asked = log.lines();
    if (asked.size() > before && !finished) in_flight.insert(asked.back());
    if (!finished) ++kills;
    ASSERT_LT(kills, 60);
    if (!std::filesystem::exists(*options.ledger)) continue;
    file::Store file(*options.ledger, {40, 40, false, {}, ""});
    ASSERT_NO_THROW(file.check_soundness());
    const std::set<std::string> distinct(asked.begin(), asked.end());
    ASSERT_GE(file.count(), std::ssize(distinct) - (finished ? 0 : 1)) << "a payoff was lost";
  }
  std::map<std::string, int> times;
  for (const std::string& entry : log.lines()) ++times[entry];
  for (const auto& [entry, count] : times) {
    EXPECT_TRUE(count == 1 || in_flight.contains(entry)) << entry;
  }
  EXPECT_EQ(std::ssize(times), plain.queries);
  const Result result = solve(*unanswered_game(40, 40), options);
  EXPECT_EQ(result.recalled, plain.queries);
  EXPECT_EQ(answer_of(result), answer_of(plain));
}

TEST(FunctionGame, HandsOverWhatASlowFunctionHasAnswered) {
  const TemporaryFolder folder;
  int calls = 0;
  const auto game = function_game(30, 30, [&](Index i, Index j) {
    ::usleep(2500);
    if (++calls == 20) throw std::runtime_error("the simulator broke");
    return Rational(i - j);
  });
  Options options;
  options.ledger = folder.path() + "/run.db";
  options.method = "full";
  options.check_repeat = 0;
  EXPECT_THROW(solve(*game, options), SourceError);
  EXPECT_EQ(ledger_info(*options.ledger).payoffs, 19);
  options.time_limit = 0.05;
  const Result part = solve(*game, options);
  EXPECT_EQ(part.stop->reason, StopReason::time_limit) << "a limit is looked at between calls";
  EXPECT_LT(part.queries, 100);
}

}  // namespace
}  // namespace allnash::ledger_test
