// The gate where payoffs lie in a range and some were not seen, against the definition: the pair
// holds of every game that the range allows. What it needs, against all subsets.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <random>

#include "core/game/definition.hpp"
#include "core/game/face.hpp"
#include "core/lp/subgame.hpp"
#include "matrices.hpp"

namespace allnash::ranges_test {
namespace {

class SeenGame : public KnownPayoffs {
 public:
  SeenGame(exact::Matrix matrix, std::vector<bool> seen)
      : matrix_(std::move(matrix)), seen_(std::move(seen)) {}
  [[nodiscard]] Index rows() const override { return matrix_.rows(); }
  [[nodiscard]] Index columns() const override { return matrix_.columns(); }
  [[nodiscard]] bool knows(Index i, Index j) const override {
    return seen_[static_cast<std::size_t>(i * columns() + j)];
  }
  [[nodiscard]] Rational payoff(Index i, Index j) const override {
    EXPECT_TRUE(knows(i, j)) << "looked at an entry that was not seen";
    return matrix_.at(i, j);
  }
  [[nodiscard]] exact::Matrix filled(const Rational& unseen) const {
    return test::matrix_of(rows(), columns(), [&](Index i, Index j) {
      return knows(i, j) ? matrix_.at(i, j) : unseen;
    });
  }
  void see(Index i, Index j, bool seen) {
    seen_[static_cast<std::size_t>(i * columns() + j)] = seen;
  }

 private:
  exact::Matrix matrix_;
  std::vector<bool> seen_;
};

using game::plays;

// By the definition, with both ends.
bool holds(const SeenGame& game, const game::Pair& pair, const PayoffRange& range) {
  if (!game::holds(game.filled(range.low), game.filled(range.high), pair)) return false;
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
  const Index rows = 1 + below(4);
  const Index columns = 1 + below(4);
  const Index most = 1 + below(3);
  exact::Matrix matrix = test::matrix_of(
      rows, columns, [&](Index, Index) { return below(static_cast<std::uint64_t>(most) + 1); });
  const auto pair = lp::solve_by_pivoting(matrix, {});
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

// What is settled, by the definition: the value and the supports of all games that agree on what
// was seen, over unseen payoffs at either end of the range or as they are.
class Completions {
 public:
  Completions(const exact::Matrix& matrix, const PayoffRange& range)
      : matrix_(matrix),
        range_(range),
        cells_(static_cast<std::size_t>(matrix.rows() * matrix.columns())) {
    std::size_t count = 1;
    for (std::size_t t = 0; t < cells_; ++t) count *= 3;
    for (std::size_t code = 0; code < count; ++code) answers_.push_back(answer(code));
  }

  [[nodiscard]] const game::Pair& own() const { return answers_[0]; }

  [[nodiscard]] bool settled(unsigned seen) const {
    std::size_t power = 1;
    std::vector<std::size_t> codes{0};
    for (std::size_t t = 0; t < cells_; ++t, power *= 3) {
      if ((seen >> t & 1U) != 0) continue;
      const std::size_t before = codes.size();
      for (std::size_t c = 0; c < before; ++c) {
        for (std::size_t end = 1; end <= 2; ++end) {
          codes.push_back(codes[c] + end * power);
          if (!same(answers_[codes.back()])) return false;
        }
      }
    }
    return true;
  }

  /// The completion of the proof: the low end in the support's rows, the high end in its columns.
  [[nodiscard]] const game::Pair& worst(unsigned seen) const {
    std::size_t code = 0;
    std::size_t power = 1;
    for (std::size_t t = 0; t < cells_; ++t, power *= 3) {
      if ((seen >> t & 1U) != 0) continue;
      const auto cell = static_cast<Index>(t);
      if (plays(own().row, cell / matrix_.columns())) {
        code += power;
      } else if (plays(own().column, cell % matrix_.columns())) {
        code += 2 * power;
      }
    }
    return answers_[code];
  }

 private:
  [[nodiscard]] game::Pair answer(std::size_t code) const {
    exact::Matrix filled = matrix_;
    for (Index t = 0; t < matrix_.rows() * matrix_.columns(); ++t, code /= 3) {
      Rational& payoff = filled.at(t / matrix_.columns(), t % matrix_.columns());
      if (code % 3 == 1) payoff = range_.low;
      if (code % 3 == 2) payoff = range_.high;
    }
    return *lp::solve_by_pivoting(filled, {});
  }
  [[nodiscard]] bool same(const game::Pair& other) const {
    return other.value == own().value &&
           game::support_of(other.row) == game::support_of(own().row) &&
           game::support_of(other.column) == game::support_of(own().column);
  }

  const exact::Matrix& matrix_;
  PayoffRange range_;
  std::size_t cells_;
  std::vector<game::Pair> answers_;  // by completion, a digit an entry: as it is, low, high
};

// Whether the block that the pair plays leaves one strategy to each player.
bool unique(const exact::Matrix& matrix, const game::Pair& pair) {
  const auto rows = game::support_of(pair.row);
  const auto columns = game::support_of(pair.column);
  const auto played = test::matrix_of(std::ssize(rows), std::ssize(columns), [&](Index i, Index j) {
    return -matrix.at(rows[at(i)], columns[at(j)]);
  });
  return game::Face(rows, test::turned(played), pair.value, pair.row).dimension() == 0 &&
         game::Face(columns, played, -pair.value, pair.column).dimension() == 0;
}

// The theorem of docs/research/theory.md: the answer is settled exactly where some pair passes the
// gate. So what `fewest_for_proof` finds is the floor where strategies are unique, and never below
// it.
TEST(FloorInARange, IsWhatSettlesTheAnswer) {
  std::mt19937_64 random(6);
  int settled = 0;
  int floors = 0;
  int several = 0;
  for (int t = 0; t < 4000 && floors + several < 300 && !HasFailure(); ++t) {
    SCOPED_TRACE(t);
    auto [game, pair, range] = drawn(random);
    if (game.rows() * game.columns() > 6 || game.rows() * game.columns() < 3) continue;
    const auto matrix = test::matrix_of(game.rows(), game.columns(), [&](Index i, Index j) {
      game.see(i, j, true);
      return game.payoff(i, j);
    });
    const Completions all(matrix, range);
    const auto cells = static_cast<unsigned>(game.rows() * game.columns());
    int least = static_cast<int>(cells);
    const std::int64_t claimed = game::fewest_for_proof(game, pair, range, false).value();
    const bool only = unique(matrix, pair);
    for (unsigned seen = 0; seen < 1U << cells; ++seen) {
      for (unsigned e = 0; e < cells; ++e) {
        game.see(static_cast<Index>(e) / game.columns(), static_cast<Index>(e) % game.columns(),
                 (seen >> e & 1U) != 0);
      }
      const bool proved = !game::fault_in(game, all.worst(seen), range);
      EXPECT_EQ(proved, all.settled(seen)) << seen;
      if (!proved) continue;
      ++settled;
      least = std::min(least, std::popcount(seen));
      // Whatever was seen, no fewer prove it.
      if (only) {
        EXPECT_LE(game::fewest_for_any_proof(game, pair, range, false).value(), claimed);
      }
    }
    if (only) {
      EXPECT_EQ(claimed, least);
    }
    EXPECT_GE(claimed, least);
    (only ? floors : several) += 1;
  }
  EXPECT_GT(settled, 400);
  EXPECT_GT(floors, 80);
  EXPECT_GT(several, 40);
}

}  // namespace
}  // namespace allnash::ranges_test
