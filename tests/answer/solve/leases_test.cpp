// Plans that hand out questions for a while: what is out is not handed out again, what is lost is,
// and the answer is the same.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <map>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "allnash/allnash.hpp"
#include "file_size_limit.hpp"
#include "payoffs/file/store.hpp"
#include "payoffs/sources/answering_source.hpp"
#include "payoffs/sources/reading.hpp"
#include "payoffs/sources/temporary_file.hpp"
#include "quick_disk.hpp"

namespace allnash::leases_test {
namespace {

using std::chrono::seconds;
using std::chrono::sys_seconds;

sys_seconds at_second(std::int64_t second) { return sys_seconds(seconds(second)); }
Leases hour(std::int64_t now, std::optional<std::int64_t> out = {}) {
  return {out, seconds(3600), at_second(now)};
}

std::vector<Entry> entries_of(const std::vector<Question>& questions) {
  std::vector<Entry> entries;
  for (const Question& question : questions) entries.push_back(question.entry);
  return entries;
}

/// A path to a ledger file that is not there yet.
class LeasesFile : public ::testing::Test {
 protected:
  const test::QuickDisk quick;
  const TemporaryFolder folder;
  Options options = with_ledger(folder.path() + "/run.db");

  static Options with_ledger(const std::string& path) { return {.ledger = path}; }
  void answer(Source& source, const std::vector<Entry>& entries) {
    add_to_ledger(*options.ledger, entries, payoffs_of(source, entries));
  }
};
class LeasesOf : public LeasesFile,
                 public ::testing::WithParamInterface<std::pair<const char*, bool>> {};

TEST_P(LeasesOf, LetWorkersComeAndGo) {
  const auto& [name, symmetric] = GetParam();
  const auto source = open_game(name);
  Options plain_options;
  plain_options.symmetric = options.symmetric = symmetric;
  const Result plain = solve(*source, plain_options);
  const auto shape = unanswered_game(source->rows(), source->columns());
  constexpr std::int64_t most = 7;
  constexpr std::int64_t lease = 100;
  std::mt19937 draw(5);
  std::int64_t now = 1'800'000'000;
  std::map<Entry, std::int64_t> out;  // until when
  std::vector<Entry> working;         // of these, what will come back
  std::int64_t handed_out = 0;
  std::int64_t lost = 0;
  for (;;) {
    std::erase_if(out, [&](const auto& one) { return one.second <= now; });
    const Plan next = plan(*shape, options, Leases{most, seconds(lease), at_second(now)});
    ASSERT_FALSE(next.stop);
    if (next.done) break;
    std::map<Entry, std::int64_t> told;
    for (std::size_t t = 0; t < next.out.size(); ++t) {
      told[next.out[t].entry] = next.out_until[t].time_since_epoch().count();
    }
    ASSERT_EQ(told, out);
    for (const Entry& entry : next.entries()) {
      ASSERT_TRUE(out.emplace(entry, now + lease).second) << "handed out twice";
      ++handed_out;
      if (draw() % 4 == 0) {
        ++lost;
      } else {
        working.push_back(entry);
      }
    }
    ASSERT_LE(std::ssize(out), most);
    ASSERT_EQ(next.until, at_second(now + lease));
    // Some come back, in any order; those that are lost have their lease run out.
    std::ranges::shuffle(working, draw);
    const auto back =
        static_cast<std::ptrdiff_t>(std::min<std::size_t>(draw() % 4, working.size()));
    const std::vector<Entry> answered(working.begin(), working.begin() + back);
    working.erase(working.begin(), working.begin() + back);
    answer(*source, answered);
    for (const Entry& entry : answered) out.erase(entry);
    now += working.empty() ? lease : 1 + draw() % 5;
    // Whoever is late has lost its lease, and answers all the same.
  }
  EXPECT_GT(lost, 0);
  options.seed = plain.seed;
  const Result result = solve(*shape, options);
  EXPECT_EQ(result.value, plain.value);
  EXPECT_EQ(result.row_strategy, plain.row_strategy);
  EXPECT_EQ(result.queries, plain.queries);
  EXPECT_EQ(result.recalled, plain.queries) << "nothing was asked that a plain run does not ask";
  EXPECT_GE(handed_out, plain.queries + lost);
}

INSTANTIATE_TEST_SUITE_P(Games, LeasesOf,
                         ::testing::Values(std::pair{"family:planted,n=20,k=3", false},
                                           std::pair{"family:elo,n=20,noise=0.5", true},
                                           std::pair{"family:lowrank,n=20,rank=2", false}));

TEST_F(LeasesFile, EndAtTheirTimeToTheSecond) {
  const auto shape = unanswered_game(6, 6);
  const std::vector<Entry> whole = plan(*shape, options).entries();
  const std::vector<Entry> first(whole.begin(), whole.begin() + 3);
  EXPECT_EQ(plan(*shape, options, hour(1000, 3)).entries(), first);
  EXPECT_EQ(plan(*shape, options).entries(), whole) << "without leases as before";
  EXPECT_TRUE(plan(*shape, options, hour(1000 + 3599, 3)).questions.empty());
  EXPECT_EQ(plan(*shape, options, hour(1000 + 3600, 3)).entries(), first);
  EXPECT_TRUE(plan(*shape, options, hour(1000 + 3600, 2)).questions.empty()) << "3 are out";
}

TEST_F(LeasesFile, HandOutTheWholeRoundWithoutALimit) {
  const auto shape = unanswered_game(6, 6);
  const std::vector<Entry> whole = plan(*shape, options).entries();
  EXPECT_EQ(plan(*shape, options, hour(0)).entries(), whole);
  const Plan again = plan(*shape, options, hour(1));
  EXPECT_TRUE(again.questions.empty());
  EXPECT_FALSE(again.done);
  EXPECT_EQ(again.out.size(), whole.size());
}

TEST_F(LeasesFile, AreOverWithThePayoff) {
  const auto source = open_game("family:planted,n=6,k=2");
  const auto shape = unanswered_game(6, 6);
  const std::vector<Entry> first = plan(*shape, options, hour(0, 2)).entries();
  answer(*source, {first[0]});
  const Plan next = plan(*shape, options, hour(1, 2));
  EXPECT_EQ(entries_of(next.out), std::vector{first[1]});
  EXPECT_EQ(next.questions.size(), 1U);
  EXPECT_EQ(ledger_info(*options.ledger).payoffs, 1) << "a lease is no payoff";
}

TEST_F(LeasesFile, DoNotKeepAPlanFromBeingDone) {
  const auto source = open_game("family:planted,n=20,k=2");
  const auto shape = unanswered_game(20, 20);
  const Result plain = solve(*source);
  // As if it had been handed out for another method: the answer does without it.
  Entry spare{0, 0};
  while (plain.known->knows(spare.row, spare.column)) ++spare.column;
  const Plan first = plan(*shape, options, hour(0, 1));
  file::Store(*options.ledger).leases().hand_out({&spare, 1}, 3600, 0);
  EXPECT_EQ(plan(*shape, options, hour(0, 2)).out.size(), 2U);
  for (Plan next = first; !next.done; next = plan(*shape, options, hour(1, 50))) {
    ASSERT_FALSE(next.questions.empty());
    answer(*source, next.entries());
  }
  const Plan last = plan(*shape, options, hour(1, 50));
  EXPECT_TRUE(last.done);
  EXPECT_EQ(entries_of(last.out), std::vector{spare});
  EXPECT_EQ(solve(*shape, options).queries, plain.queries);
}

TEST_F(LeasesFile, KnowStrategiesByLabelWhateverTheirOrder) {
  const auto league = [](const std::vector<std::string>& names) {
    auto game = unanswered_game(std::ssize(names), std::ssize(names));
    game->rename({names, names});
    return game;
  };
  options.symmetric = true;
  options.method = "full";
  const auto before = league({"a", "b", "c", "d"});
  const Plan first = plan(*before, options, hour(0, 2));
  std::set<std::set<std::string>> handed_out;
  const auto note = [&](const Plan& next, const Source& game) {
    const auto& names = game.labels().rows;
    for (const Entry& entry : next.entries()) {
      EXPECT_LT(entry.row, entry.column);
      const bool fresh = handed_out
                             .insert({names[static_cast<std::size_t>(entry.row)],
                                      names[static_cast<std::size_t>(entry.column)]})
                             .second;
      EXPECT_TRUE(fresh) << "the same match again, by other numbers";
    }
  };
  note(first, *before);
  ASSERT_EQ(handed_out.size(), 2U);
  // One has left, and one has come: what is out of whoever is away stays out.
  const auto without = league({"e", "d", "c", "b"});
  note(plan(*without, options, hour(1, 3)), *without);
  const auto turned = league({"d", "c", "b", "a", "e"});
  for (int time = 0; time < 10; ++time) note(plan(*turned, options, hour(2 + time, 10)), *turned);
  EXPECT_EQ(handed_out.size(), 10U);
}

TEST_F(LeasesFile, MakeNoDifferenceToExportMergeAndSalvage) {
  const auto source = open_game("family:planted,n=6,k=2");
  const auto shape = unanswered_game(6, 6);
  const std::vector<Entry> out = plan(*shape, options, hour(0, 4)).entries();
  answer(*source, {out[0]});
  std::ostringstream exported;
  std::ostringstream sound;
  export_ledger(*options.ledger, exported);
  EXPECT_EQ(export_sound(*options.ledger, sound), 0);
  EXPECT_EQ(exported.str(), sound.str());
  const std::string other = folder.path() + "/other.db";
  merge_ledger(*options.ledger, Into{other});
  Options there = with_ledger(other);
  EXPECT_TRUE(plan(*shape, there, hour(1)).out.empty()) << "leases stay where they were given";
  merge_ledger(other, Into{*options.ledger});
  EXPECT_EQ(plan(*shape, options, hour(1, 4)).out.size(), 3U) << "and are not lost by a merge";
}

TEST_F(LeasesFile, SurviveARunOfTheGame) {
  const auto source = open_game("family:planted,n=20,k=2");
  const auto shape = unanswered_game(20, 20);
  (void)plan(*shape, options, hour(0, 4));
  options.game_id = "one";
  Options stopped = options;
  stopped.budget = 50;
  (void)solve(*source, stopped);
  const Plan next = plan(*shape, options, hour(1, 4));
  EXPECT_FALSE(next.done);
  EXPECT_LE(next.out.size() + next.questions.size(), 4U);
}

TEST_F(LeasesFile, AreGivenToOneOfManyProcesses) {
  constexpr int processes = 6;
  for (int number = 0; number < processes; ++number) {
    if (::fork() != 0) continue;
    // Only what is written to the file gets out.
    std::ofstream told(folder.path() + "/" + std::to_string(number));
    const auto shape = unanswered_game(12, 12);
    for (int times = 0; times < 3;) {
      try {
        told << to_csv(plan(*shape, options, hour(times, 3 * processes * 3)), *shape).substr(11);
        ++times;
      } catch (const InUseError&) {
        ::usleep(1000);
      }
    }
    told.close();
    ::_exit(0);
  }
  for (int number = 0; number < processes; ++number) {
    int status = 0;
    ASSERT_GT(::wait(&status), 0);
    ASSERT_EQ(status, 0);
  }
  std::set<std::string> entries;
  std::size_t count = 0;
  for (int number = 0; number < processes; ++number) {
    std::ifstream told(folder.path() + "/" + std::to_string(number));
    for (std::string line; std::getline(told, line); ++count) entries.insert(line);
  }
  EXPECT_GT(count, 0U);
  EXPECT_EQ(entries.size(), count) << "two have the same";
}

TEST_F(LeasesFile, ThatCannotBeWrittenDownAreNotGiven) {
  const auto shape = unanswered_game(400, 300);
  options.method = "full";
  {
    const test::FileSizeLimit limit(std::size_t{100} << 10U);
    const Plan next = plan(*shape, options, hour(0));
    EXPECT_TRUE(next.questions.empty());
    ASSERT_TRUE(next.stop);
    EXPECT_EQ(next.stop->reason, StopReason::ledger_file);
    EXPECT_FALSE(next.done);
  }
  const Plan next = plan(*shape, options, hour(0));
  EXPECT_TRUE(next.out.empty());
  EXPECT_EQ(next.questions.size(), 120000U);
  EXPECT_EQ(plan(*shape, options, hour(1)).out.size(), 120000U);
}

/// A fleet in a time of its own: about one payoff in twenty takes twenty times as long.
struct FleetRun {
  std::int64_t taken = 0;
  std::int64_t handed_out = 0;
  std::int64_t ahead = 0;
};
FleetRun run_fleet(Source& source, const Options& options, std::int64_t workers) {
  const auto shape = unanswered_game(source.rows(), source.columns());
  FleetRun run;
  std::multimap<std::int64_t, Entry> at_work;  // by when it is done
  std::set<Entry> handed_out;
  for (;;) {
    const Plan next =
        plan(*shape, options, Leases{workers, seconds(1'000'000), at_second(run.taken)});
    EXPECT_FALSE(next.stop);
    if (next.done || next.stop) return run;
    for (const Entry& entry : next.entries()) {
      EXPECT_TRUE(handed_out.insert(entry).second);
      at_work.emplace(run.taken + ((7 * entry.row + 13 * entry.column) % 20 == 0 ? 200 : 10),
                      entry);
    }
    EXPECT_LE(std::ssize(at_work), workers);
    run.handed_out += std::ssize(next.questions);
    run.ahead += next.ahead;
    if (at_work.empty()) {
      ADD_FAILURE() << "nothing is out, and nothing is done";
      return run;
    }
    run.taken = at_work.begin()->first;
    std::vector<Entry> back;
    for (; !at_work.empty() && at_work.begin()->first == run.taken;
         at_work.erase(at_work.begin())) {
      back.push_back(at_work.begin()->second);
    }
    add_to_ledger(*options.ledger, back, payoffs_of(source, back));
  }
}

TEST_F(LeasesFile, GoBeyondTheRoundAtAPrice) {
  const auto source = open_game("family:elo,n=40,noise=0.3");
  const Result plain = solve(*source);
  const FleetRun waiting = run_fleet(*source, options, 20);
  EXPECT_EQ(waiting.handed_out, plain.queries);
  EXPECT_EQ(waiting.ahead, 0);
  options.ledger = folder.path() + "/ahead.db";
  options.ahead = 0.1;
  const FleetRun busy = run_fleet(*source, options, 20);
  EXPECT_GT(busy.ahead, 0);
  EXPECT_LT(3 * busy.taken, 2 * waiting.taken);
  EXPECT_LT(busy.handed_out, 1.3 * static_cast<double>(plain.queries));
  // The method went its way, as if nothing had been asked ahead: now, and in whatever run comes.
  const auto shape = unanswered_game(40, 40);
  options.ahead = 0;
  const Result result = solve(*shape, options);
  EXPECT_EQ(result.queries, plain.queries);
  EXPECT_EQ(result.rounds, plain.rounds);
  EXPECT_EQ(result.row_strategy, plain.row_strategy);
  EXPECT_EQ(result.column_strategy, plain.column_strategy);
}

TEST_F(LeasesFile, AreNeededToAskAhead) {
  const auto shape = unanswered_game(4, 4);
  options.ahead = 0.1;
  EXPECT_THROW((void)plan(*shape, options), OptionError);
  EXPECT_EQ(plan(*shape, options, hour(0, 60)).out.size(), 0);
}

TEST_F(LeasesFile, HandedOutAheadAreForgottenOnceTheyAreAskedForOrLost) {
  const auto source = open_game("family:elo,n=30,noise=0.3");
  const auto shape = unanswered_game(30, 30);
  options.ahead = 1;
  Plan first = plan(*shape, options, hour(0, 60));
  while (first.ahead == 0 && !first.done) {
    answer(*source, first.entries());
    first = plan(*shape, options, hour(0, 60));
  }
  ASSERT_GT(first.ahead, 0);
  const auto ahead_in_file = [&] { return file::Store(*options.ledger).leases().asked_ahead(); };
  EXPECT_EQ(std::ssize(ahead_in_file()), first.ahead);
  answer(*source, first.entries());
  EXPECT_EQ(std::ssize(ahead_in_file()), first.ahead);
  options.ahead = 0;
  for (;;) {
    const Plan next = plan(*shape, options, hour(1, 60));
    if (next.done) break;
    answer(*source, next.entries());
  }
  const std::vector<Entry> left = ahead_in_file();
  EXPECT_LT(std::ssize(left), first.ahead);
  const Result result = solve(*shape, options);
  for (const Entry& entry : left) EXPECT_FALSE(result.known->knows(entry.row, entry.column));
  EXPECT_EQ(result.queries, solve(*source).queries);
}

TEST_F(LeasesFile, StayWithinTheBudget) {
  const auto shape = unanswered_game(6, 6);
  options.budget = 3;
  EXPECT_EQ(plan(*shape, options, hour(0, 10)).questions.size(), 3U);
  EXPECT_TRUE(plan(*shape, options, hour(1, 10)).questions.empty());
}

TEST_F(LeasesFile, AreRefusedWhereTheyMakeNoSense) {
  const auto shape = unanswered_game(6, 6);
  const auto refusal = [&](const Options& how, const Leases& leases) {
    return input_error([&] { (void)plan(*shape, how, leases); });
  };
  EXPECT_EQ(refusal({}, hour(0)), "lease: it needs a ledger file, which keeps what is handed out");
  EXPECT_EQ(refusal(options, {{}, seconds(0), at_second(0)}),
            "lease: 0 is not a number of seconds above 0 and at most 1e9");
  EXPECT_EQ(refusal(options, {{}, seconds::max(), at_second(0)}),
            "lease: 9223372036854775807 is not a number of seconds above 0 and at most 1e9");
  EXPECT_EQ(refusal(options, hour(0, 0)), "out: 0 is not a whole number of 1 or more");
  options.payoff_range = PayoffRange{0, 1};
  options.epsilon = Rational(1, 5);
  const auto chance = coin_game(open_game("family:rps,n=3"), PayoffRange{-1, 1});
  EXPECT_EQ(
      input_error([&] { (void)plan(*chance, options, hour(0)); }),
      "lease: not for games of chance, whose plays are handed out once; what never comes back "
      "is imported as lost");
}

TEST_F(LeasesFile, AreTextForScripts) {
  const auto shape = unanswered_game(2, 2);
  Options full = options;
  full.method = "full";
  const Plan first = plan(*shape, full, hour(0, 1));
  EXPECT_EQ(to_json(first, *shape),
            R"({"rows":2,"columns":2,"entries":[{"row":0,"column":0}],"done":false,"until":3600})");
  const Plan next = plan(*shape, full, hour(10, 2));
  EXPECT_EQ(to_json(next, *shape),
            R"({"rows":2,"columns":2,"entries":[{"row":0,"column":1}],)"
            R"("out":[{"row":0,"column":0,"until":3600}],"done":false,"until":3610})");
  EXPECT_EQ(to_csv(next, *shape), "row,column\n0,1\n");
}

}  // namespace
}  // namespace allnash::leases_test
