// Closed forms and the simplex method in words, against exact pivoting, on games full of ties and
// at the largest payoffs they take.
#include "matrix/research/paper/small_game.hpp"

#include <gtest/gtest.h>

#include <random>

#include "core/lp/subgame.hpp"

namespace allnash::small_game_test {
namespace {

using Payoffs = std::vector<std::int64_t>;

std::string text_of(const Payoffs& payoffs, Index columns) {
  std::string text;
  for (std::size_t t = 0; t < payoffs.size(); ++t) {
    text += std::to_string(payoffs[t]);
    text += (static_cast<Index>(t) + 1) % columns == 0 ? "\n" : " ";
  }
  return text;
}

void expect_right(Index rows, Index columns, const Payoffs& payoffs) {
  SCOPED_TRACE(text_of(payoffs, columns));
  const exact::Matrix game(rows, columns, std::vector<Rational>(payoffs.begin(), payoffs.end()));
  const auto pair = lp::solve_by_pivoting(game, {});
  ASSERT_TRUE(pair);
  const matrix::SmallGame small(rows, columns);
  const matrix::Ratio value = small.value(payoffs.data());
  ASSERT_GT(value.bottom, 0);
  EXPECT_LT(std::abs(value.top), exact::Fraction::word_limit);
  EXPECT_EQ(Rational(value.top, value.bottom), pair->value);
  const matrix::SupportSizes expected{std::ssize(pair->row), std::ssize(pair->column)};
  EXPECT_EQ(small.supports(payoffs.data()), expected);
}

struct Shape {
  Index rows;
  Index columns;
};
constexpr Shape shapes[] = {{1, 1}, {1, 5}, {5, 1}, {2, 2}, {2, 3}, {3, 2}, {2, 6},
                            {6, 2}, {3, 3}, {3, 4}, {4, 3}, {3, 6}, {4, 4}, {5, 5}};

TEST(SmallGame, AgreesWithPivotingOnTies) {
  std::mt19937_64 random(1);
  for (const Shape& shape : shapes) {
    const std::int64_t bound = matrix::SmallGame(shape.rows, shape.columns).largest_payoff();
    const auto widest = static_cast<std::uint64_t>(2 * std::min<std::int64_t>(bound, 1000) + 1);
    for (int t = 0; t < 1500 && !testing::Test::HasFailure(); ++t) {
      const std::uint64_t range = std::array<std::uint64_t, 4>{2, 3, 6, widest}[random() % 4];
      Payoffs payoffs(static_cast<std::size_t>(shape.rows * shape.columns));
      for (std::int64_t& payoff : payoffs) {
        payoff = static_cast<std::int64_t>(random() % range) - static_cast<std::int64_t>(range / 2);
      }
      expect_right(shape.rows, shape.columns, payoffs);
    }
  }
}

// Nothing overflows: payoffs at or near the bound, where determinants are largest.
TEST(SmallGame, AgreesWithPivotingAtTheBound) {
  std::mt19937_64 random(2);
  for (const Shape& shape : shapes) {
    const std::int64_t bound = matrix::SmallGame(shape.rows, shape.columns).largest_payoff();
    ASSERT_GE(bound, 100);
    for (int t = 0; t < 400 && !testing::Test::HasFailure(); ++t) {
      Payoffs payoffs(static_cast<std::size_t>(shape.rows * shape.columns));
      for (std::int64_t& payoff : payoffs) {
        const auto near = static_cast<std::int64_t>(random() % 3);
        payoff = (random() % 2 == 0 ? 1 : -1) * (bound - near);
      }
      expect_right(shape.rows, shape.columns, payoffs);
    }
  }
}

TEST(SmallGame, ThreeByThreeOfZerosAndOnesAllOfThem) {
  for (unsigned bits = 0; bits < 512 && !testing::Test::HasFailure(); ++bits) {
    Payoffs payoffs;
    for (unsigned t = 0; t < 9; ++t) payoffs.push_back(bits >> t & 1U);
    expect_right(3, 3, payoffs);
  }
}

/// Square games side by side, and their values.
struct Batch {
  template <typename Draw>
  Batch(Index size, const Draw& draw)
      : games(matrix::lanes, Payoffs(static_cast<std::size_t>(size * size))) {
    double batch[9 * matrix::lanes];
    double tops[matrix::lanes];
    double bottoms[matrix::lanes];
    for (std::size_t g = 0; g < games.size(); ++g) {
      for (std::size_t c = 0; c < games[g].size(); ++c) {
        games[g][c] = draw();
        batch[c * matrix::lanes + g] = static_cast<double>(games[g][c]);
      }
    }
    (size == 2 ? matrix::two_by_twos : matrix::three_by_threes)(batch, tops, bottoms);
    for (std::size_t g = 0; g < games.size(); ++g) {
      EXPECT_GT(bottoms[g], 0) << text_of(games[g], size);
      values.push_back({static_cast<std::int64_t>(tops[g]), static_cast<std::int64_t>(bottoms[g])});
    }
  }
  std::vector<Payoffs> games;
  std::vector<matrix::Ratio> values;
};

// Eight at a time, up to the largest payoffs that the lanes take.
TEST(Lanes, AgreeWithOneAtATime) {
  std::mt19937_64 random(3);
  for (const std::uint64_t range : {2, 3, 7, 2001, 65537}) {
    for (int t = 0; t < 4000 && !testing::Test::HasFailure(); ++t) {
      for (const Index size : {2, 3}) {
        const Batch batch(size, [&] {
          return static_cast<std::int64_t>(random() % range) - static_cast<std::int64_t>(range / 2);
        });
        for (std::size_t g = 0; g < batch.games.size(); ++g) {
          EXPECT_EQ(batch.values[g], matrix::SmallGame(size, size).value(batch.games[g].data()))
              << text_of(batch.games[g], size);
        }
      }
    }
  }
}

// Where two by twos lie closest together: payoffs at the bound.
TEST(Lanes, TellNearValuesApartAtTheBound) {
  std::mt19937_64 random(4);
  for (int t = 0; t < 5000 && !testing::Test::HasFailure(); ++t) {
    const Batch batch(3, [&] {
      const auto near = static_cast<std::int64_t>(random() % 3);
      return (random() % 2 == 0 ? 1 : -1) * (matrix::largest_in_lanes - near);
    });
    for (std::size_t g = 0; g < batch.games.size(); ++g) {
      const Payoffs& payoffs = batch.games[g];
      const exact::Matrix game(3, 3, std::vector<Rational>(payoffs.begin(), payoffs.end()));
      EXPECT_EQ(Rational(batch.values[g].top, batch.values[g].bottom),
                lp::solve_by_pivoting(game, {})->value)
          << text_of(payoffs, 3);
    }
  }
}

TEST(SmallGame, LargeShapesHaveNoClosedForm) {
  EXPECT_EQ(matrix::SmallGame(9, 9).largest_payoff(), 0);
  EXPECT_GT(matrix::SmallGame(2, 40).largest_payoff(), 0);
  EXPECT_GT(matrix::IntegerSimplex::largest_payoff(6, 6), 100);
}

}  // namespace
}  // namespace allnash::small_game_test
