// Payoffs of every size in one game: every method must end, with the same proved answer, and every
// certificate holds. And numbers of C++ as payoffs.
#include <gtest/gtest.h>

#include <array>
#include <random>
#include <sstream>
#include <string>

#include "allnash/allnash.hpp"
#include "checker/verdict.hpp"

namespace allnash::magnitudes_test {
namespace {

struct Game {
  Index rows = 0;
  Index columns = 0;
  std::vector<Rational> payoffs;
  bool symmetric = false;
};

Game game_of(Index columns, const std::vector<const char*>& payoffs, bool symmetric) {
  Game game{std::ssize(payoffs) / columns, columns, {}, symmetric};
  for (const char* payoff : payoffs) game.payoffs.push_back(Rational::parse(payoff));
  return game;
}

Result solved(const Game& game, const std::string& method, std::uint64_t seed) {
  const auto source = table_game(game.rows, game.columns, game.payoffs);
  const Options options{
      .method = method, .seed = seed, .time_limit = 60, .symmetric = game.symmetric};
  std::ostringstream certificate;
  Result result = solve(*source, options, {nullptr, nullptr, &certificate});
  EXPECT_EQ(result.status, Status::proved);
  if (result.status == Status::proved) {
    EXPECT_EQ(test::fault_in(certificate.str()), std::nullopt);
  }
  return result;
}

void expect_one_answer(const Game& game, std::uint64_t seeds) {
  const Result whole = solved(game, "full", 1);
  for (const char* method : {"lazy", "auto"}) {
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
      const Result result = solved(game, method, seed);
      ASSERT_EQ(result.status, Status::proved) << method << " seed " << seed;
      EXPECT_EQ(result.value, *whole.value) << method << " seed " << seed;
      EXPECT_EQ(result.row().support, whole.row().support) << method << " seed " << seed;
      EXPECT_EQ(result.column().support, whole.column().support) << method << " seed " << seed;
      EXPECT_EQ(result.row().vertices, whole.row().vertices) << method << " seed " << seed;
    }
  }
}

TEST(Magnitudes, TwinsThatDoublesLoseSightOf) {
  expect_one_answer(game_of(4,
                            {"0", "1e-250", "0", "1e-250",  //
                             "1", "-1e250", "1", "-1e250",  //
                             "0", "0", "-1e250", "0"},
                            false),
                    3);
}

TEST(Magnitudes, ASymmetricGameOfBothExtremes) {
  expect_one_answer(game_of(6, {"0",      "-1e-250", "1e250",   "-1e250",  "0",     "0",  //
                                "1e-250", "0",       "-1e-250", "1e-250",  "0",     "0",  //
                                "-1e250", "1e-250",  "0",       "-1e-250", "1e250", "0",  //
                                "1e250",  "-1e-250", "1e-250",  "0",       "0",     "0",  //
                                "0",      "0",       "-1e250",  "0",       "0",     "0",  //
                                "0",      "0",       "0",       "0",       "0",     "0"},
                            true),
                    3);
}

// What each entry is drawn from.
constexpr std::array<std::array<const char*, 6>, 6> palettes = {{
    {"0", "1e300", "-1e300", "1e-300", "-1e-300", "0"},
    {"0", "1e20", "-1e20", "1e-20", "-1", "3"},
    {"1e-600", "-7e600", "2e300", "-1e-300", "0", "1"},
    {"1e400", "2e400", "-3e400", "-1e400", "5e400", "0"},
    {"1e-400", "2e-400", "-3e-400", "-1e-400", "5e-400", "0"},
    {"1e130", "-1e130", "1e-130", "-2e-130", "1e-10", "-1e10"},
}};

Game drawn(std::mt19937_64& random, std::size_t palette, Index rows, Index columns,
           bool symmetric) {
  const auto below = [&](Index count) {
    return static_cast<Index>(random() % static_cast<std::uint64_t>(count));
  };
  Game game{rows, symmetric ? rows : columns, {}, symmetric};
  game.payoffs.resize(static_cast<std::size_t>(game.rows * game.columns));
  const auto at = [&](Index i, Index j) -> Rational& {
    return game.payoffs[static_cast<std::size_t>(i * game.columns + j)];
  };
  for (Index i = 0; i < game.rows; ++i) {
    for (Index j = 0; j < game.columns; ++j) {
      if (symmetric && j <= i) continue;
      at(i, j) = Rational::parse(palettes[palette][static_cast<std::size_t>(below(6))]);
      if (symmetric) at(j, i) = -at(i, j);
    }
  }
  return game;
}

class MixedMagnitudes : public testing::TestWithParam<std::size_t> {};

TEST_P(MixedMagnitudes, EveryMethodEndsWithTheSameAnswer) {
  std::mt19937_64 random(11);
  for (int t = 0; t < 24; ++t) {
    SCOPED_TRACE(t);
    const auto rows = static_cast<Index>(1 + random() % 10);
    const auto columns = static_cast<Index>(1 + random() % 10);
    expect_one_answer(drawn(random, GetParam(), rows, columns, t % 2 == 0), 2);
    if (HasFailure()) return;
  }
}

// Beyond what is solved by pivoting alone.
TEST_P(MixedMagnitudes, LargerGames) {
  std::mt19937_64 random(12);
  for (int t = 0; t < 2; ++t) {
    SCOPED_TRACE(t);
    expect_one_answer(drawn(random, GetParam(), 15, 14, t % 2 == 0), 1);
    if (HasFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(Palettes, MixedMagnitudes,
                         testing::Range(std::size_t{0}, palettes.size()));

TEST(Magnitudes, BeyondTheRangeOfDoubles) {
  for (const char* unit : {"1e400", "1e-400"}) {
    std::mt19937_64 random(13);
    Game game{30, 30, {}, false};
    for (int t = 0; t < 900; ++t) {
      game.payoffs.push_back(Rational(static_cast<int>(random() % 101) - 50) *
                             Rational::parse(unit));
    }
    expect_one_answer(game, 2);
  }
}

TEST(Magnitudes, AFunctionMayReturnADouble) {
  const auto game = function_game(2, 2, [](Index i, Index j) { return i == j ? 0.75 : 0.25; });
  EXPECT_EQ(solve(*game, Options()).value, Rational(1, 2));
  const auto large = function_game(1, 1, [](Index, Index) { return ~std::uint64_t{0}; });
  EXPECT_EQ(solve(*large, Options()).value->to_string(), "18446744073709551615");
}

}  // namespace
}  // namespace allnash::magnitudes_test
