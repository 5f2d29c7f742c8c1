// Ranks of sparse matrices of whole numbers against those that FLINT finds of the same matrices
// written out, and the dimensions of optimal flows of games that are too large to write down
// against the equations of the optimal flows themselves, arc by arc, modulo two primes of their
// own.
#include <flint/nmod_mat.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "allnash/large.hpp"
#include "core/base/at.hpp"
#include "core/base/random.hpp"
#include "core/exact/linear_system.hpp"
#include "large/graphs/exact_pair.hpp"

namespace allnash::large {
namespace {

using exact::Integer;
using exact::IntegerMatrix;

IntegerMatrix written_out(const std::vector<SparseRow>& rows, int columns) {
  IntegerMatrix matrix(std::ssize(rows), columns);
  for (slong r = 0; r < std::ssize(rows); ++r) {
    for (const SparseEntry& one : rows[at(r)]) fmpz_set(matrix.at(r, one.column), one.value.raw());
  }
  return matrix;
}

slong rank_of(const std::vector<SparseRow>& rows, int columns) {
  return fmpz_mat_rank(written_out(rows, columns).raw());
}

// Sums of few rows, so that the rank is below both sides; some numbers are 0 modulo the primes that
// ranks are guessed by, or too large for a word.
std::vector<SparseRow> drawn_rows(Random& random, int columns) {
  const Index seeds = 1 + random.below(12);
  const Index density = 1 + random.below(8);
  std::vector<std::vector<Integer>> seed(at(seeds), std::vector<Integer>(at(columns)));
  for (auto& row : seed) {
    for (Integer& one : row) {
      if (random.below(8) >= density) continue;
      fmpz_set_si(one.raw(), random.below(7) - 3);
      const Index kind = random.below(40);
      if (kind == 0) fmpz_mul_ui(one.raw(), one.raw(), (std::uint64_t{1} << 61U) - 1);
      if (kind == 1) fmpz_mul_ui(one.raw(), one.raw(), exact::prime_for_ranks());
      if (kind == 2) fmpz_mul_2exp(one.raw(), one.raw(), 200);
    }
  }
  std::vector<SparseRow> rows;
  for (Index r = random.below(30); r >= 0; --r) {
    std::vector<Integer> sum(at(columns));
    for (Index terms = random.below(3); terms >= 0; --terms) {
      const auto& from = seed[at(random.below(seeds))];
      const Integer factor(random.below(9) - 4);
      for (std::size_t c = 0; c < sum.size(); ++c) {
        fmpz_addmul(sum[c].raw(), from[c].raw(), factor.raw());
      }
    }
    SparseRow row;
    for (int c = 0; c < columns; ++c) {
      if (fmpz_is_zero(sum[at(c)].raw()) == 0) row.push_back({c, std::move(sum[at(c)])});
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

TEST(ExactRank, OfSparseRowsIsThatOfTheMatrix) {
  Random random(3);
  for (int game = 0; game < 3000; ++game) {
    const int columns = static_cast<int>(1 + random.below(20));
    const std::vector<SparseRow> rows = drawn_rows(random, columns);
    const auto found = independent_rows_of(rows, columns, {});
    ASSERT_TRUE(found);
    const slong rank = rank_of(rows, columns);
    ASSERT_EQ(std::ssize(*found), rank);
    std::vector<SparseRow> both = rows;
    both.insert(both.end(), found->begin(), found->end());
    ASSERT_EQ(rank_of(*found, columns), rank);
    ASSERT_EQ(rank_of(both, columns), rank);
  }
}

TEST(ExactRank, OfNothingIsNone) {
  EXPECT_TRUE(independent_rows_of({}, 0, {})->empty());
  EXPECT_TRUE(independent_rows_of({SparseRow()}, 3, {})->empty());
}

/// The equations of a change of an optimal flow, modulo a prime: nothing is lost at a node, and a
/// worth of the opponent's nodes exists for which every played arc of his is worth its tail.
slong dimension_modulo(const Form& form, const ArcSets& played, int player, ulong prime) {
  const Graph& mine = form.side[player];
  const Graph& theirs = form.side[1 - player];
  const auto marked = [&](int who) {
    std::vector<int> arcs;
    for (int a = 0; a < form.side[who].arcs(); ++a) {
      if (played[at(who)][at(a)] != 0) arcs.push_back(a);
    }
    return arcs;
  };
  const std::vector<int> flow = marked(player);
  const std::vector<int> tight = marked(1 - player);
  nmod_mat_t matrix;
  nmod_mat_init(matrix, mine.nodes + std::ssize(tight), std::ssize(flow) + theirs.nodes, prime);
  const auto add = [&](slong row, slong column, ulong value) {
    ulong& entry = nmod_mat_entry(matrix, row, column);
    entry = n_addmod(entry, value, prime);
  };
  std::vector<char> met(at(theirs.nodes), 0);
  for (slong c = 0; c < std::ssize(flow); ++c) {
    add(mine.tail[at(flow[at(c)])], c, 1);
    for (const int head : mine.heads_of(flow[at(c)])) add(head, c, prime - 1);
  }
  for (slong r = 0; r < std::ssize(tight); ++r) {
    const int arc = tight[at(r)];
    met[at(theirs.tail[at(arc)])] = 1;
    add(mine.nodes + r, std::ssize(flow) + theirs.tail[at(arc)], prime - 1);
    for (const int head : theirs.heads_of(arc)) add(mine.nodes + r, std::ssize(flow) + head, 1);
    const int feature = theirs.feature[at(arc)];
    if (feature < 0) continue;
    const Lines& lines = form.lines[1 - player];
    for (slong c = 0; c < std::ssize(flow); ++c) {
      const int other = mine.feature[at(flow[at(c)])];
      for (int t = lines.first[at(feature)]; t < lines.first[at(feature + 1)]; ++t) {
        if (lines.other[at(t)] != other) continue;
        add(mine.nodes + r, c, fmpz_fdiv_ui(lines.payoff[at(t)].raw(), prime));
      }
    }
  }
  // The worth of a node that is not met is no unknown.
  const slong unknowns = std::ssize(flow) + std::ranges::count(met, 1);
  const slong result = unknowns - nmod_mat_rank(matrix);
  nmod_mat_clear(matrix);
  return result;
}

TEST(ExactRank, OfConditionsGivesTheDimensionOfOptimalFlows) {
  for (const std::string name :
       {"paths:blotto,fields=10,mine=20,yours=18", "paths:blotto,fields=5,mine=15,yours=15",
        "paths:blotto,fields=6,mine=20,yours=17,values=random",
        "paths:lattice,width=7,height=6,block=2", "paths:subsets,n=16,mine=6,rank=5",
        "trees:kuhn,cards=20,bets=2", "trees:leduc", "trees:liars-dice,sides=3"}) {
    const FlowGame game = open_flow_game(name);
    const Form form = form_of(game);
    const FlowAnswer answer = solve_flows(game);
    ASSERT_EQ(answer.status, Status::proved) << name;
    ArcSets played;
    Index cycles = 0;
    for (const int player : {0, 1}) {
      const Graph& graph = form.side[player];
      const FlowPlayer& found = player == 0 ? answer.row : answer.column;
      std::vector<char> tails(at(graph.nodes), 0);
      played[at(player)].assign(at(graph.arcs()), 0);
      for (int a = 0; a < graph.arcs(); ++a) {
        if (!std::ranges::binary_search(found.support, graph.given_arc[at(a)])) continue;
        played[at(player)][at(a)] = 1;
        tails[at(graph.tail[at(a)])] = 1;
      }
      if (player == 0) cycles = std::ssize(found.support) - std::ranges::count(tails, 1);
    }
    for (const int player : {0, 1}) {
      const FlowPlayer& found = player == 0 ? answer.row : answer.column;
      EXPECT_TRUE(found.dimension_proved) << name;
      for (const ulong prime : {UWORD(1000000007), UWORD(4294967291)}) {
        EXPECT_EQ(found.dimension, dimension_modulo(form, played, player, prime)) << name;
      }
    }
    // What is known from below saves work and changes nothing.
    EXPECT_EQ(rank_of_conditions(form, played, 0, {}), cycles - answer.row.dimension) << name;
  }
}

TEST(ExactRank, IsProvedOfLargeGames) {
  for (const std::string name :
       {"paths:blotto,fields=10,mine=50,yours=45,values=random", "paths:lattice,width=20,height=20",
        "trees:kuhn,cards=200", "trees:leduc,suits-seen"}) {
    const FlowAnswer answer = solve_flows(open_flow_game(name));
    EXPECT_TRUE(answer.row.dimension_proved && answer.column.dimension_proved) << name;
  }
}

}  // namespace
}  // namespace allnash::large
