// Games answered by a program, as the library sees them. Each test talks to real child processes.
#include "allnash/oracle.hpp"

#include <gtest/gtest.h>
#include <signal.h>

#include <filesystem>
#include <map>
#include <thread>

#include "cli/run.hpp"
#include "oracle/player.hpp"
#include "payoffs/sources/reading.hpp"
#include "payoffs/sources/source_conformance.hpp"

namespace allnash::oracle_test {
namespace {

using tests::Folder;
using tests::player;
using tests::player_payoff;

OracleSettings settings(const std::string& command, Index rows = 20, Index columns = 30,
                        Index workers = 3) {
  OracleSettings result;
  result.rows = rows;
  result.columns = columns;
  result.command = command;
  result.workers = workers;
  return result;
}

SourceCase conforming(const std::string& name, const std::string& command, Index workers) {
  return {name, [command, workers] { return oracle_game(settings(command, 20, 30, workers)); },
          player_payoff};
}

INSTANTIATE_TEST_SUITE_P(Oracles, SourceConformance,
                         testing::Values(conforming("one_worker", player(), 1),
                                         conforming("five_workers", player(), 5),
                                         conforming("with_fractions", player("digits=3"), 2)),
                         case_name);

std::vector<Question> all_entries(const Source& game) {
  std::vector<Question> asked;
  for (Index i = 0; i < game.rows(); ++i) {
    for (Index j = 0; j < game.columns(); ++j) asked.push_back({{i, j}});
  }
  return asked;
}

/// Keeps what it is told, and stops when told to.
class Keeping final : public Answers {
 public:
  void take(std::span<const std::size_t> which, std::span<const Rational> payoffs) override {
    for (std::size_t t = 0; t < which.size(); ++t) taken[which[t]] = payoffs[t];
  }
  [[nodiscard]] bool stopped() const override { return taken.size() >= stop_after; }
  void waiting(const Waiting& now) override { told.push_back(now); }

  std::map<std::size_t, Rational> taken;
  std::vector<Waiting> told;
  std::size_t stop_after = 1000000;
};

void expect_true(const Keeping& kept, const std::vector<Question>& asked) {
  for (const auto& [which, payoff] : kept.taken) {
    EXPECT_EQ(payoff, player_payoff(asked[which].entry.row, asked[which].entry.column));
  }
}

std::string fault_of(Source& game, const std::vector<Question>& asked, Keeping& kept) {
  return error_of<SourceError>([&] { game.answer(asked, kept); });
}

TEST(Oracle, WhatWasAnsweredBeforeAFailureIsHandedOver) {
  OracleSettings how = settings(player("at=10,0 fault=exit"));
  how.retries = 0;
  const auto game = oracle_game(how);
  const auto asked = all_entries(*game);
  Keeping kept;
  EXPECT_EQ(fault_of(*game, asked, kept),
            "entry (10, 0): the oracle program ended with exit code 3");
  EXPECT_GE(kept.taken.size(), 50U);  // of the 300 before it, less what others had in flight
  expect_true(kept, asked);
}

TEST(Oracle, IsAskedForTheRestAfterAFailure) {
  const Folder folder;
  OracleSettings how = settings(player("at=10,0 fault=exit once=" + folder.path("failed")));
  how.retries = 0;
  const auto game = oracle_game(how);
  const auto asked = all_entries(*game);
  Keeping kept;
  EXPECT_NE(fault_of(*game, asked, kept), "no error");
  Keeping rest;
  EXPECT_EQ(fault_of(*game, asked, rest), "no error");
  EXPECT_EQ(rest.taken.size(), asked.size());
  expect_true(rest, asked);
}

TEST(Oracle, StopsAtTheTokenAndCanBeAskedAgain) {
  const auto game = oracle_game(settings(player("seconds=0.001")));
  const auto asked = all_entries(*game);
  Keeping kept;
  kept.stop_after = 50;
  game->answer(asked, kept);
  EXPECT_GE(kept.taken.size(), 50U);
  EXPECT_LT(kept.taken.size(), 100U);
  expect_true(kept, asked);
  Keeping again;
  game->answer(asked, again);
  EXPECT_EQ(again.taken.size(), asked.size());
  expect_true(again, asked);
}

TEST(Oracle, SaysWhatItWaitsFor) {
  OracleSettings how = settings(player("at=2,3 fault=hang"), 4, 4, 2);
  how.timeout = 0.5;
  how.retries = 0;
  const auto game = oracle_game(how);
  Keeping kept;
  EXPECT_EQ(fault_of(*game, all_entries(*game), kept),
            "entry (2, 3): the oracle program was silent for over 0.5 s");
  ASSERT_FALSE(kept.told.empty());
  const Waiting& last = kept.told.back();
  EXPECT_EQ(last.workers, 2U);
  EXPECT_EQ(last.busy, 1U);
  EXPECT_EQ(last.in_flight, 1);
  EXPECT_EQ(last.entry, (Entry{2, 3}));
  EXPECT_GT(last.seconds, 0.2);
  EXPECT_TRUE(last.answered);
}

TEST(Oracle, ASilenceFromTheStartHasALikelyCause) {
  OracleSettings how = settings("sleep 60", 4, 4, 1);
  how.timeout = 0.3;
  how.retries = 0;
  const auto game = oracle_game(how);
  Keeping kept;
  EXPECT_EQ(fault_of(*game, all_entries(*game), kept),
            "entry (0, 0): the oracle program was silent for over 0.3 s; does it flush its output "
            "after each line?");
  ASSERT_FALSE(kept.told.empty());
  EXPECT_FALSE(kept.told.back().answered);
}

TEST(Oracle, NoPayoffWaitsBehindASlowOneWhileAWorkerIsIdle) {
  // Eight payoffs for eight workers: one each, in a first batch and in one where their pace is
  // known.
  const Folder folder;
  const auto game = oracle_game(settings(player("seconds=0.1 tally=" + folder.path()), 1, 8, 8));
  for (std::uintmax_t batch = 1; batch <= 2; ++batch) {
    Keeping kept;
    game->answer(all_entries(*game), kept);
    EXPECT_EQ(kept.taken.size(), 8U);
    EXPECT_EQ(folder.count(), 8U);
    for (const auto& file : std::filesystem::directory_iterator(folder.path())) {
      EXPECT_EQ(file.file_size(), batch);
    }
  }
}

TEST(Oracle, ACopyThatEndedWhileNothingWasDueIsReplaced) {
  // Each copy answers one payoff and ends well.
  OracleSettings how = settings("read -r i j; echo $((i - j))", 3, 3, 1);
  how.retries = 0;
  const auto game = oracle_game(how);
  for (Index i = 0; i < 3; ++i) {
    const Entry entry{i, 1};
    EXPECT_EQ(payoffs_of(*game, {&entry, 1}).front(), Rational(i - 1));
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
}

TEST(Oracle, MayBeAskedFromOneThreadAfterAnother) {
  const Folder folder;
  const auto game = oracle_game(settings(player("pids=" + folder.path()), 3, 3, 1));
  for (int t = 0; t < 3; ++t) {
    std::jthread([&game] {
      const Entry entry{2, 1};
      EXPECT_EQ(payoffs_of(*game, {&entry, 1}).front(), player_payoff(2, 1));
    });
  }
  EXPECT_EQ(folder.count(), 1U);  // and it is one copy all the time
}

TEST(Oracle, LeavesTheProgramsSignalsAlone) {
  struct sigaction before = {};
  ASSERT_EQ(::sigaction(SIGPIPE, nullptr, &before), 0);
  ASSERT_EQ(before.sa_handler, SIG_DFL);
  OracleSettings how = settings("exec <&-; sleep 0.1", 500, 500, 2);  // reads nothing
  how.retries = 1;
  const auto game = oracle_game(how);
  Keeping kept;
  EXPECT_NE(fault_of(*game, all_entries(*game), kept), "no error");  // and SIGPIPE did not end us
  struct sigaction after = {};
  ASSERT_EQ(::sigaction(SIGPIPE, nullptr, &after), 0);
  EXPECT_EQ(after.sa_handler, SIG_DFL);
  sigset_t mask;
  ::pthread_sigmask(SIG_SETMASK, nullptr, &mask);
  EXPECT_EQ(sigismember(&mask, SIGPIPE), 0);
  sigset_t pending;
  ::sigpending(&pending);
  EXPECT_EQ(sigismember(&pending, SIGPIPE), 0);
}

TEST(Oracle, NothingIsLeftOfTheCopies) {
  const Folder folder;
  const std::filesystem::path open_files("/proc/self/fd");
  const auto count = [&open_files] {
    return std::distance(std::filesystem::directory_iterator(open_files), {});
  };
  const auto before = count();
  {
    const auto game = oracle_game(settings(player("pids=" + folder.path()), 20, 30, 4));
    Keeping kept;
    game->answer(all_entries(*game), kept);
  }
  EXPECT_EQ(folder.count(), 4U);
  for (const auto& file : std::filesystem::directory_iterator(folder.path())) {
    EXPECT_FALSE(std::filesystem::exists("/proc/" + file.path().filename().string()));
  }
  EXPECT_EQ(count(), before);
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);  // no child, so no zombie
  EXPECT_EQ(errno, ECHILD);
}

TEST(Oracle, ManyMoreWorkersThanWorkStartNoMoreThanThereIs) {
  const Folder folder;
  const auto game = oracle_game(settings(player("pids=" + folder.path()), 1, 3, 5000));
  Keeping kept;
  game->answer(all_entries(*game), kept);
  EXPECT_EQ(kept.taken.size(), 3U);
  EXPECT_LE(folder.count(), 3U);
}

TEST(Oracle, APlayIsALineWithASeed) {
  OracleSettings how = settings("while read -r i j seed; do echo \"${seed:-none}\"; done", 2, 2, 2);
  how.random = true;
  how.retries = 0;
  const auto game = oracle_game(how);
  EXPECT_TRUE(game->traits().random && game->traits().tells_what_goes_out &&
              !game->traits().may_vary);
  Keeping kept;
  game->answer(std::vector<Question>{{{0, 1}, 5}, {{1, 1}, 9}}, kept);
  EXPECT_EQ(kept.taken, (std::map<std::size_t, Rational>{{0, 5}, {1, 9}}));
  EXPECT_EQ(fault_of(*game, {{{1, 0}}}, kept),
            "entry (1, 0): the oracle program answered: 'none' is not a number");
}

TEST(Oracle, WithoutACommandOnlyTheShapeIsKnown) {
  const auto game = oracle_game(settings("", 4, 5));
  EXPECT_EQ(game->rows(), 4);
  EXPECT_EQ(game->columns(), 5);
  Keeping kept;
  EXPECT_EQ(fault_of(*game, {{{1, 2}}}, kept), "entry (1, 2): there is no oracle program to ask");
}

TEST(Oracle, SettingsOutOfRangeAreRefused) {
  const auto refused = [](auto change) {
    OracleSettings how = settings("true");
    change(how);
    EXPECT_THROW(oracle_game(how), InputError);
  };
  refused([](OracleSettings& how) { how.rows = 0; });
  refused([](OracleSettings& how) { how.columns = -1; });
  refused([](OracleSettings& how) { how.workers = 0; });
  refused([](OracleSettings& how) { how.workers = 10001; });
  refused([](OracleSettings& how) { how.timeout = 0; });
  refused([](OracleSettings& how) { how.retries = -1; });
}

}  // namespace
}  // namespace allnash::oracle_test
