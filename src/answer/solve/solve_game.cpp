#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "allnash/choice.hpp"
#include "allnash/run.hpp"
#include "allnash/solve.hpp"
#include "answer/certificate/certificate.hpp"
#include "answer/solve/parts.hpp"
#include "answer/solve/result_of.hpp"
#include "answer/solve/setting.hpp"
#include "core/base/text.hpp"
#include "core/exact/memory.hpp"
#include "core/game/near_tie.hpp"
#include "matrix/run/run.hpp"
#include "payoffs/asking/priced.hpp"
#include "payoffs/file/store.hpp"

namespace allnash {

namespace {

// The exact check of every answer. False if it was stopped before its end.
bool holds(const matrix::Run& run, const game::Pair& pair) {
  const auto fault = game::fault_in(run.known, pair, run.options.payoff_range, run.threads(),
                                    matrix::a_while(run.stop));
  if (fault == game::check_stopped) return false;
  if (fault) throw std::logic_error("the answer failed its proof: " + *fault);
  return true;
}

void tell_counters(const matrix::Run& run) {
  for (const PhaseCounts& phase : run.counts.list()) {
    run.event("counters", {{"phase", phase.phase},
                           {"looks", phase.looks},
                           {"distinct", phase.queries},
                           {"calls", phase.calls},
                           {"stages", phase.stages}});
  }
}

// The fewest payoffs that would have sufficed, with a range.
void add_fewest(Result& result, const matrix::Run& run, const game::Pair& pair) {
  const game::Known& known = run.known;
  const PayoffRange& range = *result.payoff_range;
  result.hindsight =
      game::fewest_for_proof(known, pair, range, known.symmetric(), matrix::a_while(run.stop));
  if (result.row().dimension > 0 || result.column().dimension > 0) return;
  result.range_floor =
      game::fewest_for_any_proof(known, pair, range, known.symmetric(), matrix::a_while(run.stop));
}

// Adds the method's outcome after its check: the equilibria, or the bounds on the value.
void add_answer(Result& result, matrix::Run& run, matrix::Outcome& outcome) {
  const bool proved = outcome.status == Status::proved;
  if (proved && holds(run, outcome.pair)) result.equilibria = list_equilibria(run, outcome.pair);
  result.status = proved && !result.equilibria ? Status::stopped : outcome.status;
  if (result.equilibria) {
    result.value = result.low = result.high = outcome.pair.value;
    result.row_strategy = outcome.pair.row;
    result.column_strategy = outcome.pair.column;
    if (result.payoff_range) add_fewest(result, run, outcome.pair);
    return;
  }
  note_known_bounds(run, matrix::Precision::exact);
  run.shown = {};  // the result is shown last
  if (run.observer != nullptr) run.observer->progress(run.progress());
  add_bounds(result, run, run.known);
  if (result.status == Status::stopped) result.stop = stop_of(run, outcome.reason);
  result.next = run.ledger.left_over(Result::most_next);
}

void add_costs(Result& result, const asking::Priced& prices) {
  result.cost = prices.spent();
  if (result.recalled) result.recalled_cost = prices.recalled();
  if (result.equilibria) {
    result.floor_cost = prices.of_lines(result.row().support, result.column().support);
  }
}

/// Whether a certificate can state that the game is symmetric: its matches pay the sum of the
/// range's ends or, without a range, 0. A ledger without its run's range may pay another sum; its
/// certificate is that of any game.
bool stated_symmetric(const Result& result) {
  return result.symmetric && (result.payoff_range || result.value->sign() == 0);
}

// Writes the proof of an answer that is proved or within the tolerance; otherwise nothing.
void write_proof(std::ostream& out, const Result& result, const KnownPayoffs& game,
                 std::string_view more = {}) {
  if (result.status == Status::proved) {
    certificate::write(out, game, {*result.value, result.row_strategy, result.column_strategy},
                       stated_symmetric(result), result.payoff_range,
                       {&result.row(), &result.column()}, more);
  } else if (result.status == Status::within) {
    certificate::write(out, game,
                       {result.symmetric, result.payoff_range, *result.epsilon, *result.low,
                        *result.high, result.row_strategy, result.column_strategy});
  }
}

// Payoffs that failed and are skipped.

/// What is known without them; the method took each as the low end of the range.
std::shared_ptr<game::Known> without_failed(const matrix::Run& run) {
  const game::Known& taken = run.known;
  auto known = std::make_shared<game::Known>(game::GameShape{
      taken.rows(), taken.columns(), taken.symmetric(), taken.sum(), taken.range()});
  std::vector<Entry> learned = taken.entries();
  for (const FailedEntry& failed : run.ledger.failed()) std::erase(learned, failed.entry);
  for (const Entry& entry : learned) known->learn(entry, taken.payoff(entry.row, entry.column));
  known->settle(learned);
  return known;
}

/// Claim: a proved pair that holds whatever those payoffs are is the answer of every such game, and
/// one that does not shows that the answer depends on them. Then its strategies are kept, with what
/// they guarantee whatever the payoffs are.
void answer_without_failed(matrix::Run& run, matrix::Outcome& outcome) {
  run.range_used = true;
  run.bounds = {};
  const PayoffRange& range = *run.options.payoff_range;
  if (outcome.status == Status::proved) {
    if (!game::fault_in(run.known, outcome.pair, range, run.threads(), matrix::a_while(run.stop))) {
      return;
    }
    using game::Player;
    const auto& [value, row, column] = outcome.pair;
    run.bounds.take(Player::row, {game::guaranteed(run.known, row, range), row});
    run.bounds.take(Player::column, {-game::conceded(run.known, column, range), column});
  }
  outcome.status = Status::stopped;
  const FailedEntry& first = run.ledger.failed().front();
  const auto others = std::ssize(run.ledger.failed()) - 1;
  outcome.reason = "failed payoffs, on which the answer depends: " + entry_name(first.entry) +
                   (others == 0 ? "" : " and " + std::to_string(others) + " more");
}

void note_failed(Result& result) {
  for (const FailedEntry& failed : result.failed) {
    result.notes.push_back(
        printable(failed.why, 300) + "; it counts as " +
        (failed.payoff ? decimal_text(*failed.payoff) : "anything in the payoff range") + ".");
  }
}

/// Payoffs that may be equal but for rounding, where the answer hangs on that.
void note_near_tie(Result& result, const matrix::Run& run, const game::Pair& pair) {
  const auto tie = game::near_tie(run.known, pair);
  if (!tie) return;
  const bool is_row = tie->player == Player::row;
  const auto& labels = is_row ? result.row_labels : result.column_labels;
  const std::string name = strategy_name(tie->strategy, labels);
  std::string note =
      fmt::format("The answer hangs on payoffs that may be equal but for rounding: {} {} ",
                  is_row ? "row" : "column", labels.empty() ? name : in_quotes(name));
  note += tie->played ? fmt::format("is played with a probability of {:.2g}", tie->gap.to_double())
                      : fmt::format("does worse than the value by {:.2g}", tie->gap.to_double());
  note += tie->third ? fmt::format(", and the payoff {} counts as {}, not as a third. ",
                                   decimal_text(*tie->third), tie->third->to_string())
                     : ". ";
  result.notes.push_back(note + (tie->third ? "Write a third as 1/3."
                                            : "Round them further where they are meant to be "
                                              "equal, or write fractions, such as 1/3."));
}

}  // namespace

Result solve(Source& game, const Options& options, const Hooks& hooks) {
  return solve(game, options, hooks, nullptr);
}

Result solve(Source& game, const Options& options, const Hooks& given,
             const file::LedgerGame* from) {
  if (game.traits().random) return solve_by_play(game, options, given);
  Logged logged(options, given.observer);
  Hooks hooks = given;
  if (options.ledger) hooks.observer = &logged;
  Setting setting(game, options, hooks, Setting::Purpose::solve, from);
  if (options.ledger) logged.write_to(*setting.file);
  matrix::Run run(setting.ledger, setting.options, setting.stop, hooks.observer, setting.start);
  setting.run = &run;
  Result result = question_of(setting.game, setting.options);
  tell_start(run, result);
  matrix::Outcome outcome = method_named(run.options.method).run(run);
  result.known = run.ledger.shared_known();
  if (run.options.on_failure.then == OnFailure::Then::skip && !run.ledger.failed().empty()) {
    const auto certain = without_failed(run);
    matrix::Run rest(run.ledger, run.options, run.stop, run.observer, run.start, certain.get());
    answer_without_failed(rest, outcome);
    add_answer(result, rest, outcome);
    run.range_used = true;
    result.known = certain;
  } else {
    add_answer(result, run, outcome);
    if (result.equilibria) note_near_tie(result, run, outcome.pair);
  }
  if (setting.is_partial() && result.stop && result.stop->reason == StopReason::time_limit &&
      !run.stop.stopped()) {
    result.stop = Stop{StopReason::no_answer,
                       std::string("chart: cells that the answer needs are blank") +
                           (options.symmetric ? "" : "; if it is symmetric, add --symmetric")};
  }
  add_counts(result, run);
  result.range_used = run.range_used;
  result.counters = run.counts.list();
  tell_counters(run);
  add_recalled(result, setting);
  note_failed(result);
  if (hooks.costs != nullptr) add_costs(result, run.ledger.prices());
  if (hooks.certificate != nullptr) write_proof(*hooks.certificate, result, run.known);
  result.seconds = run.seconds();
  tell_outcome(run, result);
  if (options.ledger) logged.end(result);
  return result;
}

void write_certificate(std::ostream& out, const Result& result) {
  write_certificate(out, result, "");
}

void write_certificate(std::ostream& out, const Result& result, const std::string& lines) {
  if (!result.known) throw std::logic_error("the payoffs behind the result are gone");
  if (result.status != Status::within) (void)result.row();  // otherwise throws NotProved
  write_proof(out, result, *result.known, lines);
}

void when_out_of_memory(void (*end)()) noexcept { exact::when_out_of_memory(end); }

std::string version() { return ALLNASH_VERSION; }

}  // namespace allnash
