#include "answer/solve/result_of.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/base/text.hpp"
#include "core/game/pair.hpp"
#include "payoffs/asking/priced.hpp"

namespace allnash {

namespace {

std::vector<Rational> weights_of(const MixedStrategy& strategy) {
  std::vector<Rational> weights;
  for (const Weight& weight : strategy) weights.push_back(weight.probability);
  return weights;
}

bool near_enough(const Result& result) {
  if (!result.epsilon || result.row_strategy.empty() || result.column_strategy.empty())
    return false;
  const Rational gap = result.symmetric ? *result.value - *result.low : *result.high - *result.low;
  return gap <= *result.epsilon;
}

std::string payoffs_text(std::int64_t count) {
  return std::to_string(count) + (count == 1 ? " payoff" : " payoffs");
}

/// What a run with a ledger file takes from it unasked, where nothing tells its source from
/// another.
void note_recalled(Result& result, const Setting& setting) {
  const asking::Ledger& ledger = setting.ledger;
  const asking::LedgerSettings& settings = setting.settings;
  const bool anonymous = setting.is_anonymous();
  if (*result.recalled == 0) return;
  if (anonymous && *result.recalled == result.queries) {
    result.notes.push_back(result.by_play ? "All plays come from the ledger file; none was new."
                                          : "All payoffs come from the ledger file; none was new.");
  }
  if (!settings.other_hint.empty())
    result.notes.push_back("The source: " + settings.other_hint + ".");
  if (!anonymous && settings.recheck == 0) return;
  const auto& [begun, agreed, failed] = ledger.rechecked();
  if (settings.recheck > 0 && begun) result.rechecked = agreed;
  if (!failed.empty()) {
    result.notes.push_back("The source failed when it was asked again for " +
                           payoffs_text(std::ssize(failed)) +
                           " of the ledger file: " + printable(failed.front().why, 200) + ".");
  }
  if (result.rechecked.value_or(0) == 0) {
    result.notes.push_back(
        "Nothing shows that what the ledger file has is of this game: none of it was asked again.");
  }
}

void keep_hint(file::Store& file, const Source& game) {
  const std::string hint = game.identity().hint;
  if (hint.empty() || hint == file.hint() || !file.writable()) return;
  try {
    file.put_hint(hint);
  } catch (const file::LedgerWriteError&) {
    // The run reports that of what is worth more.
  }
}

}  // namespace

Result question_of(const Source& game, const Options& options) {
  Result result;
  result.rows = game.rows();
  result.columns = game.columns();
  result.symmetric = options.symmetric;
  result.method = options.method;
  result.seed = options.seed;
  if (!game.traits().random) {
    result.payoff_range = options.payoff_range;
    result.epsilon = options.epsilon;
  }
  result.row_labels = game.labels().rows;
  result.column_labels = game.labels().columns;
  result.solved_as = game.heading().solved_as;
  return result;
}

void tell_start(const matrix::RunBase& run, const Result& result) {
  run.event("run", {{"version", version()},
                    {"rows", result.rows},
                    {"columns", result.columns},
                    {"symmetric", result.symmetric},
                    {"method", result.method},
                    {"seed", result.seed},
                    {"delta", run.options.delta.to_double()}});
}

void tell_outcome(const matrix::RunBase& run, const Result& result) {
  if (run.observer == nullptr || !run.observer->wants_events()) return;
  const char* status = status_name(result.status);
  if (result.equilibria) {
    const std::vector<Rational> x = weights_of(result.row_strategy);
    const std::vector<Rational> y = weights_of(result.column_strategy);
    run.event("outcome", {{"status", status},
                          {"value", *result.value},
                          {"row_support", result.row().support},
                          {"row_strategy", x},
                          {"column_support", result.column().support},
                          {"column_strategy", y},
                          {"floor", *result.floor()}});
    return;
  }
  std::vector<EventField> fields;
  fields.push_back({"status", status});
  if (result.low) fields.push_back({"low", *result.low});
  if (result.high) fields.push_back({"high", *result.high});
  if (result.by_play) {
    fields.push_back({"attempts", result.by_play->attempts});
  } else if (result.stop)
    fields.push_back({"stop_reason", result.stop->text});
  run.tell("outcome", fields);
}

Stop stop_of(const matrix::RunBase& run, const std::string& reason) {
  const std::string fault = run.ledger.file_fault();
  if (!fault.empty()) return {StopReason::ledger_file, "ledger file: " + fault};
  if (run.ledger.out_of_budget()) return {StopReason::budget, "budget"};
  if (!reason.empty()) return {StopReason::gave_up, reason};
  if (run.stop.interrupted()) return {StopReason::interrupted, "interrupted"};
  return {StopReason::time_limit, "time limit"};
}

void add_bounds(Result& result, const matrix::RunBase& run, const game::Known& known) {
  const auto& [row, column] = run.bounds.best;
  if (result.symmetric) result.value = known.symmetric_value();
  result.low = row ? row->value : run.bounds.low;
  result.high = column ? -column->value : run.bounds.high;
  if (row) result.row_strategy = row->strategy;
  if (column) result.column_strategy = column->strategy;
  if (result.status == Status::stopped && near_enough(result)) result.status = Status::within;
  if (result.status != Status::within) return;
  const bool holds =
      near_enough(result) &&
      game::guaranteed(known, result.row_strategy, result.payoff_range) >= *result.low &&
      game::conceded(known, result.column_strategy, result.payoff_range) <= *result.high;
  if (!holds) throw std::logic_error("the bounds failed their proof");
}

void add_counts(Result& result, const matrix::RunBase& run) {
  const asking::Ledger& ledger = run.ledger;
  const asking::LedgerCounts counts = ledger.counts();
  result.failed = ledger.failed();
  std::ranges::sort(result.failed, {}, &FailedEntry::entry);
  result.queries = counts.asked;
  result.rounds = counts.rounds;
  if (run.options.check_repeat > 0 || counts.repeats > 0) result.repeats = counts.repeats;
  if (counts.hedged > 0) result.hedged = counts.hedged;
  if (counts.averaged_plays > 0) result.averaged_plays = counts.averaged_plays;
  if (run.options.ahead > 0) result.in_vain = counts.in_vain;
  if (counts.asked > ledger.queries()) result.mirrored = counts.asked - ledger.queries();
}

void add_recalled(Result& result, const Setting& setting) {
  if (!setting.file) return;
  result.recalled = setting.ledger.counts().recalled;
  note_recalled(result, setting);
  keep_hint(*setting.file, setting.game);
}

}  // namespace allnash
