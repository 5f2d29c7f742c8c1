// auto: what a user gets without thinking.
//
// Claim: exact on every game, never more queries than entries. A small random block, which `lazy`
// starts from anyway, tells noise from structure. In noise a strict saddle point, if there is one,
// is where lazy search is at its worst (40 times the floor) and Bienstock's at its best (under
// twice), and looking for one costs 2 max(n, m) - 1 queries, little beside what noise costs
// otherwise; its entries stay in the ledger. Then `lazy`, which reads all that is left when that is
// nearly all there is.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "methods/lazy/lazy.hpp"
#include "methods/lazy/responder.hpp"
#include "methods/saddle/saddle.hpp"

namespace allnash::methods {

Outcome automatic(Run& run) {
  run.report("sampling");
  if (!read_sample(run)) {
    note_pure_bounds(run);
    return Outcome::stopped();
  }
  if (looks_like_noise(run)) {
    run.event("choice", {{"method", "saddle-bienstock"}});
    Outcome outcome = saddle_bienstock(run);
    if (outcome.status != Status::no_strict_saddle_point) return outcome;
  }
  return lazy(run);
}

}  // namespace allnash::methods
