// What is special to a game of chance: what its options must be, and its answer.
#include <utility>

#include "allnash/error.hpp"
#include "certificate/certificate.hpp"
#include "noisy/answer.hpp"
#include "solve/limits.hpp"

namespace allnash {

void check_for_chance(const Options& options) {
  if (!options.payoff_range) throw OptionError("payoff-range: a game of chance needs it");
  if (!options.epsilon) {
    throw OptionError("epsilon: a game of chance needs it, since its value is never known exactly");
  }
  if (options.kernels)
    throw OptionError("kernels: a game of chance has no extreme strategies to list");
  if (options.vertices != Options().vertices) {
    throw OptionError("vertices: a game of chance has no extreme strategies to list");
  }
  if (options.check_repeat > 0) {
    throw OptionError("check-repeat: plays of a game of chance differ, as they should");
  }
}

void write_claim(std::ostream& out, const methods::Run& run, const methods::Outcome& outcome) {
  if (!outcome.attempt)
    throw OptionError("epsilon: not smaller than the range, so there is nothing to certify");
  chance::ConfidenceClaim claim =
      chance::claim_of(*outcome.attempt, run.known.symmetric(), *run.options.payoff_range,
                       *run.bounds.low, *run.bounds.high);
  claim.rows = run.known.rows();
  claim.columns = run.known.columns();
  claim.epsilon = *run.options.epsilon;
  claim.delta = run.chance->delta;
  certificate::write(out, claim);
}

void add_by_play(Result& result, const methods::Run& run, methods::Outcome& outcome) {
  result.status = outcome.status;
  result.confidence = Rational(1) - run.chance->delta;
  const ledger::PlayCounts& played = run.ledger.played();
  result.by_play = ByPlay{};
  result.by_play->entries = std::ssize(played.entries);
  result.by_play->tallies = played.tallies();
  result.by_play->attempts = outcome.attempts;
  result.by_play->failures = played.failures;
  result.by_play->row_caps = std::move(outcome.row_caps);
  result.by_play->column_caps = std::move(outcome.column_caps);
}

}  // namespace allnash
