// The gate where payoffs lie in a range and some were not seen, against the definition: the pair
// holds of every game that the range allows. What it needs, against all subsets.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <random>

#include "exact/matrix.hpp"
#include "game/pair.hpp"
#include "subgame/exact_pivoting.hpp"

namespace allnash {
namespace {

class SeenGame : public game::KnownGame {
 public:
  SeenGame(exact::Matrix matrix, std::vector<bool> seen)
      : matrix_(std::move(matrix)), seen_(std::move(seen)) {}
  [[nodiscard]] Index rows() const override { return matrix_.rows(); }
  [[nodiscard]] Index columns() const override { return matrix_.columns(); }
  [[nodiscard]] bool knows(Index i, Index j) const override {
    return seen_[static_cast<std::size_t>(i * columns() + j)];
  }
  [[nodiscard]] Rational entry(Index i, Index j) const override {
    EXPECT_TRUE(knows(i, j)) << "looked at an entry that was not seen";
    return matrix_.at(i, j);
  }
  [[nodiscard]] exact::Matrix filled(const Rational& unseen) const {
    exact::Matrix result = matrix_;
    for (Index i = 0; i < rows(); ++i) {
      for (Index j = 0; j < columns(); ++j) {
        if (!knows(i, j)) result.at(i, j) = unseen;
      }
    }
    return result;
  }
  void see(Index i, Index j, bool seen) {
    seen_[static_cast<std::size_t>(i * columns() + j)] = seen;
  }

 private:
  exact::Matrix matrix_;
  std::vector<bool> seen_;
};

bool plays(const MixedStrategy& strategy, Index s) {
  return std::ranges::any_of(strategy, [s](const Weight& w) { return w.strategy == s; });
}

// By the definition, with both ends.
bool holds(const SeenGame& game, const game::Pair& pair, const PayoffRange& range) {
  const exact::Matrix low = game.filled(range.low);
  const exact::Matrix high = game.filled(range.high);
  for (Index j = 0; j < game.columns(); ++j) {
    Rational least;
    for (const Weight& w : pair.row) least += w.probability * low.at(w.strategy, j);
    if (plays(pair.column, j) ? least != pair.value : least <= pair.value) return false;
  }
  for (Index i = 0; i < game.rows(); ++i) {
    Rational most;
    for (const Weight& w : pair.column) most += w.probability * high.at(i, w.strategy);
    if (plays(pair.row, i) ? most != pair.value : most >= pair.value) return false;
  }
  for (const Weight& x : pair.row) {
    for (const Weight& y : pair.column) {
      if (!game.knows(x.strategy, y.strategy)) return false;
    }
  }
  return true;
}

struct Drawn {
  SeenGame game;
  game::Pair pair;
  PayoffRange range;
};

// Small whole payoffs, so that ties abound; the range is the least one or a little wider.
Drawn drawn(std::mt19937_64& random) {
  const auto below = [&](std::uint64_t n) { return static_cast<Index>(random() % n); };
  exact::Matrix matrix(1 + below(4), 1 + below(4));
  const Index most = 1 + below(3);
  for (Index i = 0; i < matrix.rows(); ++i) {
    for (Index j = 0; j < matrix.columns(); ++j) {
      matrix.at(i, j) = below(static_cast<std::uint64_t>(most) + 1);
    }
  }
  const auto pair = subgame::solve_by_pivoting(matrix, {});
  std::vector<bool> seen(static_cast<std::size_t>(matrix.rows() * matrix.columns()));
  for (std::size_t t = 0; t < seen.size(); ++t) seen[t] = random() % 5 != 0;
  return {SeenGame(std::move(matrix), std::move(seen)), *pair,
          PayoffRange{-below(2), most + below(2)}};
}

TEST(GateInARange, HoldsWhateverWasNotSeen) {
  std::mt19937_64 random(3);
  int held = 0;
  int unseen = 0;
  for (int t = 0; t < 20000 && !HasFailure(); ++t) {
    SCOPED_TRACE(t);
    const auto [game, pair, range] = drawn(random);
    const bool right = holds(game, pair, range);
    EXPECT_EQ(!game::fault_in(game, pair, range), right);
    held += right ? 1 : 0;
    if (!right) continue;
    for (Index i = 0; i < game.rows(); ++i) {
      for (Index j = 0; j < game.columns(); ++j) {
        const bool matters = plays(pair.row, i) || plays(pair.column, j);
        unseen += matters && !game.knows(i, j) ? 1 : 0;
      }
    }
  }
  EXPECT_GT(held, 2000);
  EXPECT_GT(unseen, 500);
}

TEST(GateInARange, ATieIsNotSettled) {
  // Against column 1 the row earns at least 0, which is the value: it may belong to the support.
  SeenGame game(exact::Matrix(1, 2, {0, 1}), {true, false});
  const game::Pair pair{0, {{0, 1}}, {{0, 1}}};
  EXPECT_TRUE(game::fault_in(game, pair, PayoffRange{0, 1}));
  EXPECT_FALSE(game::fault_in(game, pair, PayoffRange{Rational(1, 2), 1}));
}

TEST(GateInARange, BoundsAreThoseOfTheWorst) {
  std::mt19937_64 random(4);
  for (int t = 0; t < 2000 && !HasFailure(); ++t) {
    const auto [game, pair, range] = drawn(random);
    const exact::Matrix low = game.filled(range.low);
    std::optional<Rational> least;
    for (Index j = 0; j < game.columns(); ++j) {
      Rational earned;
      for (const Weight& w : pair.row) earned += w.probability * low.at(w.strategy, j);
      if (!least || earned < *least) least = earned;
    }
    EXPECT_EQ(game::guaranteed(game, pair.row, range), *least);
    const exact::Matrix high = game.filled(range.high);
    std::optional<Rational> most;
    for (Index i = 0; i < game.rows(); ++i) {
      Rational paid;
      for (const Weight& w : pair.column) paid += w.probability * high.at(i, w.strategy);
      if (!most || paid > *most) most = paid;
    }
    EXPECT_EQ(game::conceded(game, pair.column, range), *most);
  }
}

// The smallest set of entries that still passes, by going through all of them.
TEST(Hindsight, IsTheLeastOfAllSubsets) {
  std::mt19937_64 random(5);
  int games = 0;
  for (int t = 0; t < 3000 && games < 400 && !HasFailure(); ++t) {
    auto [game, pair, range] = drawn(random);
    if (game.rows() * game.columns() > 12) continue;
    std::vector<Entry> entries;
    for (Index i = 0; i < game.rows(); ++i) {
      for (Index j = 0; j < game.columns(); ++j) {
        game.see(i, j, true);
        entries.push_back({i, j});
      }
    }
    ++games;
    const std::int64_t claimed = game::fewest_for_proof(game, pair, range, false).value();
    std::int64_t least = std::ssize(entries);
    for (unsigned subset = 0; subset < 1U << entries.size(); ++subset) {
      const int size = std::popcount(subset);
      if (size >= least) continue;
      for (std::size_t e = 0; e < entries.size(); ++e) {
        game.see(entries[e].row, entries[e].column, (subset >> e & 1U) != 0);
      }
      if (holds(game, pair, range)) least = size;
    }
    EXPECT_EQ(claimed, least);
  }
  EXPECT_GE(games, 300);
}

}  // namespace
}  // namespace allnash
