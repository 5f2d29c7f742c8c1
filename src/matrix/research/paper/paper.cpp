// paper: the algorithm of Maiti, Boczar, Jamieson, Ratliff, "Query-efficient algorithm to find all
// Nash equilibria in a two-player zero-sum matrix game" (arXiv 2310.16236), step by step.
//
// Claim: proved equilibria on every game, or "failure" where sizes are given. With probability at
// least 1 - delta, O(n k^5 log n log(n / delta)) queries, k being the larger of the two supports'
// sizes; never more than n m. Running time is exponential in k: all subsets of up to k rows and
// columns are gone through. docs/research/paper.md maps each part of the paper to the code, and
// says where its text is silent.
//
// Beyond the paper: games that are not square; sizes beyond the game's sides are left out; and the
// exit. In the paper, a search that failed at the right sizes goes on for ever, for no other sizes
// can succeed. When nothing is left to ask, and before sizes with too many subgames to be searched,
// the loop is left and lazy goes on from what is known. --exit never leaves out the first of the
// two; the loop then ends in failure when no sizes are left.
#include "matrix/research/paper/paper.hpp"

#include <algorithm>
#include <string>

#include "matrix/research/paper/subset_matrix.hpp"

namespace allnash::matrix {

namespace {

Halving half_of(const Halving& halving) { return {halving.delta / 2, halving.sample}; }

// Upper bound on the queries of Nash: two searches, each with half of delta.
double nash_cost(const Run& run, const Halving& halving, Index k1, Index k2) {
  const Index rows = binomial(run.known.rows(), k1);
  const Index columns = binomial(run.known.columns(), k2);
  return 2 * search_cost(run.known, k1, k2, half_of(halving).sample_for(rows, columns));
}

}  // namespace

double search_cost(const game::Known& known, Index k1, Index k2, Index sample) {
  const auto n = static_cast<double>(known.rows());
  const auto m = static_cast<double>(known.columns());
  const auto thick1 = static_cast<double>(k1);
  const auto thick2 = static_cast<double>(k2);
  Index rows = binomial(known.rows(), k1);
  Index columns = binomial(known.columns(), k2);
  const double lines = static_cast<double>(sample) + 1;
  double cost = thick1 * m + thick2 * n;  // the check
  while (rows > 1 && columns > 1) {
    cost += std::min(n, lines * thick1) * std::min(m, thick2 * static_cast<double>(columns));
    cost += std::min(m, lines * thick2) * std::min(n, thick1 * static_cast<double>(rows));
    rows /= 2;
    columns /= 2;
  }
  return cost;
}

bool leaves_loop(Run& run, Index k1, Index k2, const std::function<double()>& cost) {
  const std::int64_t unread = run.known.size() - run.ledger.queries();
  const LoopExit exit = run.options.research.exit;
  std::string reason;
  if (exit != LoopExit::never && unread == 0) {
    reason = "nothing unread";
  } else if (!SubsetMatrix::searchable(run.known, k1, k2)) {
    reason = "not searchable";
  } else if (exit == LoopExit::time && cost() > static_cast<double>(unread)) {
    reason = "time";
  }
  if (reason.empty()) return false;
  run.event("exit", {{"k1", k1}, {"k2", k2}, {"unread", unread}, {"reason", reason}});
  return true;
}

std::optional<std::vector<Rational>> set_v(Run& run, const Halving& halving, Index k1, Index k2,
                                           Random& random) {
  SubsetMatrix values(run, k1, k2, Phase::values);
  auto found = psne_halving(run, values, halving, random);
  if (!found) return std::nullopt;
  run.event("values", {{"k1", k1}, {"k2", k2}, {"values", found->values}, {"calls", found->calls}});
  return std::move(found->values);
}

Outcome nash(Run& run, const Halving& halving, Index k1, Index k2, Random& random) {
  run.event("nash", {{"k1", k1}, {"k2", k2}, {"delta", halving.delta}});
  const auto values = set_v(run, half_of(halving), k1, k2, random);
  if (!values) return Outcome::stopped();
  SubsetMatrix perturbed(run, k1, k2);
  perturbed.perturb(*values);
  const auto found = psne_halving(run, perturbed, half_of(halving), random);
  if (!found) return Outcome::stopped();
  return check_candidate(run, perturbed.members(Player::row, found->row),
                         perturbed.members(Player::column, found->column));
}

Outcome paper_loop(Run& run, const Halving& halving, Random& random) {
  const Index rows = run.known.rows();
  const Index columns = run.known.columns();
  for (Index s = 1; s <= std::max(rows, columns); ++s) {
    // Every pair whose larger size is s, in this order.
    for (Index k1 = 1; k1 <= std::min(s, rows); ++k1) {
      for (Index k2 = k1 < s ? s : 1; k2 <= std::min(s, columns); ++k2) {
        const auto cost = [&] { return nash_cost(run, halving, k1, k2); };
        if (leaves_loop(run, k1, k2, cost)) return lazy(run);
        Outcome outcome = nash(run, halving, k1, k2, random);
        if (outcome.status != Status::failure) return outcome;
      }
    }
  }
  return Outcome::failure();
}

Outcome paper(Run& run) {
  const Options& options = run.options;
  Random random(options.seed);
  const Halving halving{options.delta.to_double(), options.research.sample.value_or(0)};
  if (options.research.k1) refuse_misfit(run, *options.research.k1, *options.research.k2);
  return options.research.k1
             ? nash(run, halving, *options.research.k1, *options.research.k2, random)
             : paper_loop(run, halving, random);
}

}  // namespace allnash::matrix
