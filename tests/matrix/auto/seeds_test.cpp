// One seed, one run: the same payoffs are asked for, in the same order and the same rounds.
#include <gtest/gtest.h>

#include "results.hpp"

namespace allnash::test::seeds_test {
namespace {

struct Asked {
  std::vector<Entry> entries;
  std::int64_t rounds = 0;
  bool operator==(const Asked&) const = default;
};

Asked asked_by(const Options& options, const char* name) {
  const auto source = open_game(name);
  Asked asked;
  const auto recording = function_game(source->rows(), source->columns(), [&](Index i, Index j) {
    asked.entries.push_back({i, j});
    return payoffs_of(*source, {&asked.entries.back(), 1}).front();
  });
  const Result result = solve(*recording, options);
  EXPECT_EQ(result.status, Status::proved);
  asked.rounds = result.rounds;
  return asked;
}

TEST(Seeds, FixEveryQuery) {
  const struct {
    const char* method;
    const char* game;
    std::uint64_t seed;
    LoopExit exit = ResearchOptions().exit;
  } table[] = {{"auto", "family:elo,n=300,noise=0.3", 1},
               {"auto", "family:planted,n=150,k=3", 1},
               {"paper", "family:planted,n=30,k=2", 5, LoopExit::never},
               {"reweighted", "family:planted,n=30,k=2", 5, LoopExit::never},
               {"sparse-binary", "family:binary,n=100,k=3", 7}};
  for (const auto& [method, game, seed, exit] : table) {
    SCOPED_TRACE(std::string(method) + " " + game);
    Options options = with_method(method, seed);
    options.research.exit = exit;
    const Asked asked = asked_by(options, game);
    EXPECT_FALSE(asked.entries.empty());
    EXPECT_EQ(asked, asked_by(options, game));
  }
}

}  // namespace
}  // namespace allnash::test::seeds_test
