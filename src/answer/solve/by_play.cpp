// Solving a game of chance: bounds on its value, from plays.
#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <ostream>
#include <utility>

#include "allnash/run.hpp"
#include "answer/solve/parts.hpp"
#include "answer/solve/result_of.hpp"
#include "answer/solve/setting.hpp"
#include "chance/evidence/claim.hpp"
#include "chance/play/run.hpp"
#include "core/base/text.hpp"

namespace allnash {

namespace {

/// Adds the results of a game of chance other than the bounds.
void add_by_play(Result& result, const chance::Run& run, chance::Outcome& outcome) {
  result.status = outcome.status;
  result.confidence = Rational(1) - run.delta;
  const asking::PlayCounts& played = run.plays.played();
  result.by_play = ByPlay{};
  result.by_play->entries = std::ssize(played.entries);
  result.by_play->tallies = played.tallies();
  result.by_play->attempts = outcome.attempts;
  result.by_play->failures = played.failures;
  const auto plays = [](const std::optional<chance::FloorClaim>& floor) {
    return floor ? std::optional(floor->plays) : std::nullopt;
  };
  result.by_play->floor = {plays(outcome.floors.seen), plays(outcome.floors.sure)};
  result.by_play->row_caps = std::move(outcome.row_caps);
  result.by_play->column_caps = std::move(outcome.column_caps);
}

/// Plays that count as lost, and what that costs.
void note_lost(Result& result, const asking::PlayCounts& played) {
  if (played.failures == 0 || played.losing.empty()) return;
  const auto& [entry, lost] = *std::ranges::max_element(
      played.losing, {}, [](const auto& one) { return one.second.share(); });
  result.notes.push_back(fmt::format(
      "{} of {} plays had no answer and count as the worst for each player. At {} that is {} of "
      "{}, "
      "which alone moves what is known of its mean by up to {:.2g} of the range, either way.",
      played.failures, played.count, entry_name(entry), lost.lost, lost.plays, lost.share()));
}

/// Writes the certificate of certified bounds.
void write_claim(std::ostream& out, const chance::Run& run, const chance::Outcome& outcome) {
  if (!outcome.attempt)
    throw OptionError("epsilon: not smaller than the range, so there is nothing to certify");
  chance::ConfidenceClaim claim =
      chance::claim_of(*outcome.attempt, run.known.symmetric(), *run.options.payoff_range,
                       *run.bounds.low, *run.bounds.high);
  claim.rows = run.known.rows();
  claim.columns = run.known.columns();
  claim.epsilon = *run.options.epsilon;
  claim.delta = run.delta;
  claim.floors = outcome.floors;
  chance::write_certificate(out, claim);
}

}  // namespace

Result solve_by_play(Source& game, const Options& options, const Hooks& given) {
  Hooks hooks = given;
  hooks.costs = nullptr;  // plays have no costs
  Setting setting(game, options, hooks, Setting::Purpose::solve);
  chance::Run run(setting.ledger, setting.options, setting.stop, hooks.observer, setting.start);
  setting.run = &run;
  Result result = question_of(setting.game, setting.options);
  tell_start(run, result);
  chance::Outcome outcome = play_method_named(run.options.method).run(run);
  add_by_play(result, run, outcome);
  add_bounds(result, run, run.known);
  if (result.status == Status::stopped) result.stop = stop_of(run, outcome.reason);
  add_counts(result, run);
  add_recalled(result, setting);
  note_lost(result, run.plays.played());
  if (hooks.certificate != nullptr && result.status == Status::certified) {
    write_claim(*hooks.certificate, run, outcome);
  }
  result.seconds = run.seconds();
  tell_outcome(run, result);
  return result;
}

}  // namespace allnash
