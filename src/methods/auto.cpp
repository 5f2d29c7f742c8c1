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
// nearly all there is.
#include "methods/lazy/lazy.hpp"
#include "methods/saddle/saddle.hpp"

namespace allnash::methods {

Outcome automatic(Run& run) {
  constexpr std::int64_t moderate = 1'000'000;  // payoffs that are read and solved in seconds
  const bool counted = run.options.payoff_range || run.options.epsilon;
  if (run.ledger.free() && !counted && run.ledger.size() <= moderate) {
    run.event("choice", {{"method", "full"}});
    return full(run);
  }
  return lazy_or(run, saddle_bienstock);
}

}  // namespace allnash::methods
