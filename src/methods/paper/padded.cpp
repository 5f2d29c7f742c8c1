// padded: the paper's method with few pairs of sizes that need not fit the supports, in the order
// of what they cost, and without value candidates.
//
// Claim: proved equilibria on every game, whatever is drawn: no saddle point is ever lost. Queries:
// O(n min(k1, k2) max(k1, k2)^2 log k log^2 n) in the mean, k1 and k2 being the sizes of the two
// supports and k the larger; never more than n m. Running time is exponential in k.
//
// Entries of the matrix of all K1 x K2 subgames are ordered by (value, size of the row support less
// size of the column support, number of the row subset backwards, number of the column subset). If
// K1 >= k1 and K2 >= k2 the lowest-numbered supersets of the two supports are a strict saddle point
// in this order, and the supports of their subgame are those of the game. docs/padded.md has the
// proofs. The algorithm compares only, so that an order serves as well as the paper's small change
// of payoffs, and the search for the values that it must be smaller than is not needed.
//
// Dropped: the paper's sampled halving in this order, up to a hundred times the queries of the one
// that forgets nothing (certain_halving.cpp); one size for both players, n k^3 where one support is
// small; sizes that double, which pad 3 to 4 and take more time than all else.
#include <algorithm>
#include <cmath>

#include "methods/paper/paper.hpp"
#include "methods/paper/subset_matrix.hpp"
#include "subgame/subgame.hpp"

namespace allnash::methods {

namespace {

// Lines of each kind that are read a halving: an estimate, for --exit time.
constexpr Index lines_a_halving = 6;

Outcome padded_call(Run& run, const PaddedSizes& sizes, Random& random) {
  run.event("padded", {{"k1", sizes.k1}, {"k2", sizes.k2}});
  SubsetMatrix matrix(run, sizes.k1, sizes.k2);
  matrix.order_by_padded_keys();
  const auto found = certain_halving(run, matrix, random);
  if (!found) return Outcome::stopped();
  if (!found->found) return Outcome::failure();
  const std::vector<Index> rows = matrix.members(Player::row, found->row);
  const std::vector<Index> columns = matrix.members(Player::column, found->column);
  const auto pair = subgame::solve(run.known.submatrix(rows, columns), run.stop, run.threads());
  if (!pair) return Outcome::stopped();
  return check_candidate(run, game::support_of(game::renumbered(pair->row, rows)),
                         game::support_of(game::renumbered(pair->column, columns)));
}

}  // namespace

std::vector<PaddedSizes> padded_sizes(Index rows, Index columns) {
  std::vector<PaddedSizes> pairs;
  for (const Index k1 : sizes_up_to(rows)) {
    for (const Index k2 : sizes_up_to(columns)) pairs.push_back({k1, k2});
  }
  const auto cost = [](const PaddedSizes& pair) {
    const auto small = static_cast<double>(std::min(pair.k1, pair.k2));
    const auto large = static_cast<double>(std::max(pair.k1, pair.k2));
    return small * large * large * (small < large ? 2 : 1);
  };
  std::ranges::stable_sort(pairs, [&](const PaddedSizes& one, const PaddedSizes& two) {
    return std::pair(cost(one), std::min(one.k1, one.k2)) <
           std::pair(cost(two), std::min(two.k1, two.k2));
  });
  return pairs;
}

Outcome padded(Run& run) {
  Random random(run.options.seed);
  std::vector<PaddedSizes> failed;
  for (const PaddedSizes& sizes : padded_sizes(run.known.rows(), run.known.columns())) {
    const auto holds = [&](const PaddedSizes& larger) {
      return sizes.k1 <= larger.k1 && sizes.k2 <= larger.k2;
    };
    if (std::ranges::any_of(failed, holds)) continue;
    const auto cost = [&] { return search_cost(run.known, sizes.k1, sizes.k2, lines_a_halving); };
    if (leaves_loop(run, sizes.k1, sizes.k2, cost)) return lazy(run);
    Outcome outcome = padded_call(run, sizes, random);
    if (outcome.status != Status::failure) return outcome;
    failed.push_back(sizes);
  }
  return Outcome::failure();  // not reached: the last sizes are the whole game's
}

}  // namespace allnash::methods
