// padded: the paper's method with few pairs of sizes that need not fit the supports, in the order
// of what they cost, and without value candidates.
//
// Claim: proved equilibria on every game. With probability at least 1 - delta,
// O(n min(k1, k2) max(k1, k2)^2 log k log n log(n / delta)) queries, k1 and k2 being the sizes of
// the two supports and k the larger; never more than n m. With --las-vegas no saddle point is ever
// lost, and the mean is O(n min(k1, k2) max(k1, k2)^2 log k log^2 n). Running time is exponential
// in k.
//
// Entries of the matrix of all K1 x K2 subgames are ordered by (value, size of the row support less
// size of the column support, number of the row subset backwards, number of the column subset). If
// K1 >= k1 and K2 >= k2 the lowest-numbered supersets of the two supports are a strict saddle point
// in this order, and the supports of their subgame are those of the game. docs/padded.md has the
// proofs. The algorithm compares only, so that an order serves as well as the paper's small change
// of payoffs, and the search for the values that it must be smaller than is not needed.
//
// Dropped: one size for both players, n k^3 where one support is small; sizes that double, which
// pad 3 to 4 and take more time than all else; fresh guards at each halving of the Las Vegas form,
// two to five times the queries.
#include <algorithm>
#include <cmath>

#include "methods/lazy/lazy.hpp"
#include "methods/paper/candidate.hpp"
#include "methods/paper/paper.hpp"
#include "methods/paper/subset_matrix.hpp"
#include "subgame/subgame.hpp"

namespace allnash::methods {

namespace {

// Lines of each kind that the certain form reads a halving: an estimate, for --exit time.
constexpr Index certain_lines = 6;

// Some line of each kind, or failure when the matrix has no strict saddle point for certain.
struct FoundLines {
  Status status = Status::stopped;
  Index row = 0;
  Index column = 0;
};

FoundLines search(Run& run, SubsetMatrix& matrix, const Halving& halving, Random& random) {
  if (run.options.las_vegas) {
    const auto found = certain_halving(run, matrix, random);
    if (!found) return {};
    return {found->found ? Status::proved : Status::failure, found->row, found->column};
  }
  const auto found = psne_halving(run, matrix, halving, random);
  if (!found) return {};
  return {Status::proved, found->row, found->column};
}

std::vector<Index> support(const MixedStrategy& strategy, const std::vector<Index>& numbers) {
  std::vector<Index> result;
  for (const Weight& weight : strategy) {
    result.push_back(numbers[static_cast<std::size_t>(weight.strategy)]);
  }
  return result;
}

Outcome padded_call(Run& run, const Halving& halving, Index k1, Index k2, Random& random) {
  run.event("padded", {{"k1", k1}, {"k2", k2}, {"delta", halving.delta}});
  SubsetMatrix matrix(run, k1, k2);
  matrix.order_by_padded_keys();
  const FoundLines found = search(run, matrix, halving, random);
  if (found.status != Status::proved) return {found.status, {}};
  const std::vector<Index> rows = matrix.rows_of(found.row);
  const std::vector<Index> columns = matrix.columns_of(found.column);
  const auto pair = subgame::solve(run.ledger.submatrix(rows, columns), run.stop, run.threads());
  if (!pair) return Outcome::stopped();
  return check_candidate(run, support(pair->row, rows), support(pair->column, columns));
}

Index sample_of(const Run& run, const Halving& halving, Index k1, Index k2) {
  if (run.options.las_vegas) return certain_lines;
  if (halving.sample > 0) return halving.sample;
  return sample_size(binomial(run.ledger.rows(), k1), binomial(run.ledger.columns(), k2),
                     halving.delta);
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

Outcome padded_loop(Run& run, const Halving& halving, Random& random) {
  std::vector<PaddedSizes> failed;
  for (const PaddedSizes& pair : padded_sizes(run.ledger.rows(), run.ledger.columns())) {
    const auto holds = [&](const PaddedSizes& larger) {
      return pair.k1 <= larger.k1 && pair.k2 <= larger.k2;
    };
    if (std::ranges::any_of(failed, holds)) continue;
    const auto cost = [&] {
      return search_cost(run.ledger, pair.k1, pair.k2, sample_of(run, halving, pair.k1, pair.k2));
    };
    if (leaves_loop(run, pair.k1, pair.k2, cost)) return lazy(run);
    Outcome outcome = padded_call(run, halving, pair.k1, pair.k2, random);
    if (outcome.status != Status::failure) return outcome;
    failed.push_back(pair);
  }
  return Outcome::failure();  // not reached: the last sizes are the whole game's
}

Outcome padded(Run& run) {
  Random random(run.options.seed);
  return padded_loop(run, {run.options.delta, run.options.sample.value_or(0)}, random);
}

}  // namespace allnash::methods
