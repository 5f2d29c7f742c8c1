// A run that asked ahead and was stopped goes on as if it had asked nothing ahead.
#include <gtest/gtest.h>

#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "allnash/allnash.hpp"
#include "quick_disk.hpp"
#include "sources/answering_source.hpp"
#include "sources/reading.hpp"
#include "sources/temporary_file.hpp"
#include "store/store.hpp"

namespace allnash::ahead_resumed_test {
namespace {

/// Has idle workers in every round, who answer before it does.
class Eager final : public Source {
 public:
  explicit Eager(Source& game)
      : Source(game.rows(), game.columns(), game.labels(), {.asks_ahead = true}), game_(game) {}

  void answer(std::span<const Question> asked, Answers& answers) override {
    if (AskAhead* const ahead = answers.ahead()) {
      ahead->settle();
      const std::vector<Question> some = ahead->next(4);
      for (const Question& one : some) {
        ahead_of_rounds.push_back(one.entry);
        ahead->take(std::vector{one}, payoff_of(one.entry));
      }
    }
    for (std::size_t t = 0; t < asked.size() && !answers.stopped(); ++t) {
      answers.take(std::vector{t}, payoff_of(asked[t].entry));
    }
  }

  std::multiset<Entry> answered;
  std::vector<Entry> ahead_of_rounds;

 private:
  std::vector<Rational> payoff_of(Entry entry) {
    answered.insert(entry);
    return payoffs_of(game_, {&entry, 1});
  }

  Source& game_;
};

std::string certificate_of(const Result& result) {
  std::ostringstream out;
  write_certificate(out, result);
  return out.str();
}

TEST(AheadResumed, GoesTheSameWay) {
  const test::QuickDisk quick;
  for (const char* const name : {"family:elo,n=30,noise=0.3", "family:lowrank,n=30,rank=3"}) {
    SCOPED_TRACE(name);
    const TemporaryFolder folder;
    const auto game = open_game(name);
    Options options;
    options.check_repeat = 0;
    const Result plain = solve(*game, options);
    options.ledger = folder.path() + "/run.db";
    options.ahead = 0.5;
    options.budget = plain.queries / 3;
    Eager source(*game);
    (void)solve(source, options);
    (void)solve(source, options);
    options.budget = {};
    const std::size_t before = source.ahead_of_rounds.size();
    const Result result = solve(source, options);
    EXPECT_GT(before, 0U);
    EXPECT_EQ(result.queries - *result.in_vain, plain.queries);
    EXPECT_EQ(result.rounds, plain.rounds);
    EXPECT_EQ(certificate_of(result), certificate_of(plain));
    for (const Entry& entry : source.answered) EXPECT_EQ(source.answered.count(entry), 1U);
    // What was claimed is told as such: no search leaves it out.
    for (const Entry& entry : store::Store(*options.ledger).asked_ahead()) {
      EXPECT_FALSE(result.known->knows(entry.row, entry.column));
    }
    EXPECT_EQ(std::ssize(source.answered),
              plain.queries + std::ssize(store::Store(*options.ledger).asked_ahead()));
  }
}

}  // namespace
}  // namespace allnash::ahead_resumed_test
