// auto: what a user gets without thinking.
//
// Claim: exact on every game, never more queries than entries. Where payoffs are free, time is what
// counts: a game that is quickly read is read and solved, unless a range or a tolerance says that
// payoffs are to be spared. Elsewhere a small random block, which
// `lazy` starts from anyway, tells noise from structure. In noise a strict saddle point, if there
// is one, is where lazy search is at its worst (40 times the floor) and Bienstock's at its best
// (under twice), and looking for one costs 2 max(n, m) - 1 queries, little beside what noise costs
// otherwise; its entries stay in the ledger. Where there are two payoffs only there can be none.
// Then `lazy`, which reads all that is left when that is
// nearly all there is. With a tolerance no saddle point is looked for, and in vast noise random
// play answers.
#include <cmath>

#include "methods/lazy/lazy.hpp"
#include "methods/random_play.hpp"
#include "methods/saddle/saddle.hpp"

namespace allnash::methods {

namespace {

// Mixtures of lines that the search in noise opens are near enough sooner (17% of a game of 2000
// for a tenth of the range, random play 19%), but nothing bounds how soon. In a vast game the bound
// of random play is far below the size, and it decides.
bool play_pays(const Run& run) {
  if (!run.ledger.range()) return false;
  const auto& [low, high] = *run.ledger.range();
  const auto rows = static_cast<double>(run.ledger.rows());
  const auto columns = static_cast<double>(run.ledger.columns());
  const double parts = (high - low).to_double() / run.options.epsilon->to_double();
  const double bound = 2 * (rows + columns) * std::log(rows * columns) * parts * parts;
  return bound < static_cast<double>(run.ledger.size()) / 2;
}

}  // namespace

Outcome automatic(Run& run) {
  constexpr std::int64_t moderate = 1'000'000;  // payoffs that are read and solved in seconds
  const bool counted = run.options.payoff_range || run.options.epsilon;
  if (run.ledger.free() && !counted && run.ledger.size() <= moderate) {
    run.event("choice", {{"method", "full"}});
    return full(run);
  }
  if (run.options.epsilon) return lazy_or(run, play_pays(run) ? random_play : nullptr);
  return lazy_or(run, saddle_bienstock);
}

}  // namespace allnash::methods
