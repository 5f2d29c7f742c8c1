// padded: the paper's method with one support size K = 1, 2, 4, ... for both players in place of
// all pairs of sizes, and without value candidates.
//
// Claim: proved equilibria on every game. With probability at least 1 - delta,
// O(n k^3 log n log(n / delta)) queries, k being the larger of the two supports' sizes; never more
// than n m. Running time is exponential in k. With --las-vegas no saddle point is ever lost, so
// that K stops at the first power of two that is k or more; the queries are then random.
//
// Entries of the matrix of all K x K subgames are ordered by (value, size of the row support less
// size of the column support, number of the row subset backwards, number of the column subset). If
// K >= k, the lowest-numbered supersets of the two supports are a strict saddle point in this
// order, and the supports of their subgame are those of the game. docs/padded.md has the proof. The
// algorithm compares only, so that an order serves as well as the paper's small change of payoffs,
// and the search for the values that it must be smaller than is not needed.
//
// At K = max(n, m) the one subgame is the whole game: the loop always ends in a proof.
#include <algorithm>

#include "methods/paper/candidate.hpp"
#include "methods/paper/paper.hpp"
#include "methods/paper/subset_matrix.hpp"
#include "subgame/subgame.hpp"

namespace allnash::methods {

namespace {

// Lines of each kind that the certain form reads a halving: 3 to 6 on average were measured.
constexpr Index certain_lines = 6;

// Some line of each kind, or failure when the matrix has no strict saddle point for certain.
struct Search {
  Status status = Status::stopped;
  Index row = 0;
  Index column = 0;
};

Search search(Run& run, SubsetMatrix& matrix, const Halving& halving, Random& random) {
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
  const Search found = search(run, matrix, halving, random);
  if (found.status != Status::proved) return {found.status, {}};
  const std::vector<Index> rows = matrix.rows_of(found.row);
  const std::vector<Index> columns = matrix.columns_of(found.column);
  const auto pair = subgame::solve(run.ledger.submatrix(rows, columns), run.stop, run.threads());
  if (!pair) return Outcome::stopped();
  return check_candidate(run, support(pair->row, rows), support(pair->column, columns));
}

double padded_cost(const Run& run, const Halving& halving, Index k1, Index k2) {
  const Index rows = binomial(run.ledger.rows(), k1);
  const Index columns = binomial(run.ledger.columns(), k2);
  Index sample = halving.sample;
  if (run.options.las_vegas) sample = certain_lines;
  if (sample == 0 && rows > 0 && columns > 0) sample = sample_size(rows, columns, halving.delta);
  return search_cost(run.ledger, k1, k2, sample);
}

}  // namespace

Outcome padded_loop(Run& run, const Halving& halving, Random& random) {
  const Index rows = run.ledger.rows();
  const Index columns = run.ledger.columns();
  for (Index size = 1;; size *= 2) {
    const Index k1 = std::min(size, rows);
    const Index k2 = std::min(size, columns);
    if (leaves_loop(run, padded_cost(run, halving, k1, k2))) return full(run);
    Outcome outcome = padded_call(run, halving, k1, k2, random);
    if (outcome.status != Status::failure) return outcome;
  }
}

Outcome padded(Run& run) {
  Random random(run.options.seed);
  return padded_loop(run, {run.options.delta, 0}, random);
}

}  // namespace allnash::methods
