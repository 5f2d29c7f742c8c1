// The race for the line whose largest entry is smallest, and its mirror image, against all entries
// one by one: with sets of lines so large that most are put out by the screen, and with ties.
#include <gtest/gtest.h>

#include <random>

#include "core/lp/subgame.hpp"
#include "matrices.hpp"
#include "matrix/research/paper/strips.hpp"
#include "matrix/research/paper/subset_matrix.hpp"
#include "matrix/saddle/saddle_games.hpp"
#include "random_games.hpp"

namespace allnash::test::race_test {
namespace {

using matrix::OracleEntry;
using matrix::SubsetMatrix;

WholeGame game_of(std::mt19937_64& random, int rows, int columns, std::uint64_t range) {
  WholeGame game{rows, columns, {}, 1};
  for (int t = 0; t < rows * columns; ++t) {
    game.payoffs.push_back(static_cast<std::int64_t>(random() % range) -
                           static_cast<std::int64_t>(range / 3));
  }
  return game;
}

std::vector<Index> some(std::mt19937_64& random, Index count, Index below) {
  std::vector<Index> drawn;
  for (Index t = 0; t < count; ++t) {
    drawn.push_back(static_cast<Index>(random() % static_cast<std::uint64_t>(below)));
  }
  std::ranges::sort(drawn);
  drawn.erase(std::ranges::unique(drawn).begin(), drawn.end());
  return drawn;
}

// As the race is defined: the best of all lines in play after all entries of each were compared.
void expect_same(SubsetMatrix& matrix, std::mt19937_64& random) {
  for (const game::Player player : game::players) {
    const game::Player opponent = opponent_of(player);
    const std::vector<Index> lines = some(random, 6, matrix.count(player));
    const std::vector<Index> in_play = some(random, 6000, matrix.count(opponent));
    const auto found = matrix.race(player, lines, in_play);
    std::vector<OracleEntry> cells(in_play.size());
    ASSERT_TRUE(matrix.improve(player, lines, in_play, cells));
    const OracleEntry& expected = matrix.best_of(opponent, cells);
    ASSERT_TRUE(found);
    // Which of the sampled lines it is does not matter where several have the same entry.
    EXPECT_EQ(found->of(opponent), expected.of(opponent));
    EXPECT_EQ(found->value, expected.value);
    EXPECT_EQ(found->tag, expected.tag);
  }
}

TEST(Race, EndsAsAllEntriesSay) {
  std::mt19937_64 random(1);
  constexpr Index sizes[][2] = {{2, 2}, {3, 3}, {2, 3}, {4, 3}};
  for (int t = 0; t < this_many(24) && !HasFailure(); ++t) {
    const auto [k1, k2] = sizes[t % 4];
    const std::uint64_t range = std::array<std::uint64_t, 3>{3, 20, 10'000}[random() % 3];
    const int n = k1 == 2 ? 120 : 40;
    Turn turn(game_of(random, n, k2 == 2 ? 120 : 40, range));
    ASSERT_TRUE(turn.ledger.ask_all());
    SCOPED_TRACE("turn " + std::to_string(t));
    SubsetMatrix matrix(turn.run, k1, k2);
    expect_same(matrix, random);
    matrix.perturb({Rational(-1), Rational(0), Rational(1, 2)});
    expect_same(matrix, random);
  }
}

// Where payoffs are 0 or 1 most values tie, and what they move by decides: what ties with the
// leader stays in the race, whoever came first.
TEST(Race, TiesAreDecidedByWhatTheyMoveBy) {
  std::mt19937_64 random(7);
  for (int t = 0; t < this_many(60) && !HasFailure(); ++t) {
    Turn turn(game_of(random, 9, 9, 2));
    ASSERT_TRUE(turn.ledger.ask_all());
    SCOPED_TRACE("turn " + std::to_string(t));
    SubsetMatrix matrix(turn.run, 2, 2 + t % 2);
    matrix.perturb({Rational(0), Rational(1, 2), Rational(1)});
    expect_same(matrix, random);
  }
}

// Members that a mixture beats one by one are beaten together; and the mixtures beat something.
TEST(Screen, PutsOutOnlyWhatIsBeyond) {
  std::mt19937_64 random(2);
  int put_out = 0;
  for (int t = 0; t < this_many(500) && !HasFailure(); ++t) {
    const WholeGame game = game_of(random, 3, 12, 30);
    const std::int64_t sign = random() % 2 == 0 ? 1 : -1;
    const Rational mark(static_cast<std::int64_t>(random() % 40) - 15, 3);
    matrix::Screen screen(12, 1);
    std::vector<std::int64_t> by_place;
    for (int j = 0; j < 12; ++j) {
      for (int i = 0; i < 3; ++i) by_place.push_back(game.at(i, j));
    }
    screen.add(by_place.data(), 3, sign);
    EXPECT_FALSE(screen.out(std::vector<Index>{0, 1}));  // before it is aimed
    const double near = mark.to_double();
    screen.aim([&](double earned) { return static_cast<double>(sign) * (earned - near) > 1e-9; });
    const std::vector<Index> members = some(random, 3, 12);
    if (!screen.out(members)) continue;
    ++put_out;
    const exact::Matrix against = matrix_of(3, std::ssize(members), [&](Index i, Index t) {
      return sign * game.at(static_cast<int>(i), static_cast<int>(members[at(t)]));
    });
    EXPECT_GT(lp::solve_by_pivoting(against, {})->value, Rational(sign) * mark);
  }
  EXPECT_GT(put_out, this_many(500) / 10);
}

}  // namespace
}  // namespace allnash::test::race_test
