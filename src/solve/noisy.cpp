// Solving a game of chance: options, ledger, method, result.
#include "methods/noisy/noisy.hpp"

#include "allnash/error.hpp"
#include "allnash/plan.hpp"
#include "allnash/solve.hpp"
#include "certificate/confidence.hpp"
#include "exact/memory.hpp"
#include "exact/text.hpp"
#include "ledger/ledger.hpp"
#include "ledger/plays.hpp"
#include "ledger/store.hpp"
#include "solve/limits.hpp"
#include "solve/method_table.hpp"

namespace allnash {
namespace {

const Options& checked(const Options& options) {
  exact::free_with_thread();
  check_options(options);
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
  return options;
}

std::unique_ptr<ledger::Store> store_of_plays(const Source& game, const Options& options,
                                              const Rational& delta, std::string_view method) {
  if (!options.ledger) return nullptr;
  const PayoffRange& range = *options.payoff_range;
  const GameIdentity identity = game.identity();
  ledger::LedgerGame known{game.rows(), game.columns(), options.symmetric,
                           ledger::identity_of(options.game_id, identity), identity.note};
  if (known.symmetric) known.sum = range.low + range.high;
  label(known, game, *options.ledger);
  known.run = {
      {"payoff-range", range.low.to_string() + "," + range.high.to_string()},
      {"epsilon", options.epsilon->to_string()},
      {"delta", delta.to_string()},
      {"seed", std::to_string(options.seed)},
      {"method", std::string(method)},
      {"version", version()},
  };
  return std::make_unique<ledger::Store>(*options.ledger, known);
}

/// What a run or a plan is made of.
struct Setting {
  Setting(Source& game, const Options& options, const Hooks& hooks)
      : method(play_method_named(checked(options).method)),
        stop(stop_token(options, hooks, start)),
        delta(Rational::parse(shortest_text(options.delta))),
        plays(game, {*options.payoff_range, options.symmetric, options.budget, stop, options.seed}),
        file(store_of_plays(game, options, delta, method.info.name)),
        run{plays, options, delta, stop, hooks.observer, start} {
    if (file) plays.keep_in(*file);
  }

  StopToken::Clock::time_point start = StopToken::Clock::now();
  const NamedPlayMethod& method;
  StopToken stop;
  Rational delta;  // the decimal that the user wrote, not the double nearest to it
  ledger::Plays plays;
  std::unique_ptr<ledger::Store> file;
  methods::NoisyRun run;
};

Stop stop_of(const methods::NoisyRun& run, const methods::NoisyOutcome& outcome) {
  const std::string fault = run.plays.file_fault();
  const bool spent = run.plays.out_of_budget();
  if (fault.empty() && !spent && !outcome.reason.empty()) {
    return {StopReason::gave_up, outcome.reason};
  }
  return stop_of(run.stop, fault, spent);
}

certificate::HalfClaim claim_of(const methods::noisy::Half& half) {
  certificate::HalfClaim claim;
  claim.strategy = half.strategy;
  for (const auto& arm : half.arms) {
    claim.arms.push_back({arm.budget_share, arm.sequence, arm.draws});
  }
  return claim;
}

void write_claim(std::ostream& out, const methods::NoisyRun& run,
                 const methods::NoisyOutcome& outcome) {
  certificate::ConfidenceClaim claim;
  claim.rows = run.plays.rows();
  claim.columns = run.plays.columns();
  claim.symmetric = run.plays.symmetric();
  claim.range = run.plays.range();
  claim.epsilon = *run.options.epsilon;
  claim.delta = run.delta;
  claim.low = outcome.low;
  claim.high = outcome.high;
  claim.attempt = outcome.attempt->number;
  claim.row = claim_of(outcome.attempt->row);
  if (!claim.symmetric) claim.column = claim_of(outcome.attempt->column);
  certificate::write(out, claim);
}

Result result_of(const Source& game, const methods::NoisyRun& run, methods::NoisyOutcome& outcome) {
  Result result;
  result.rows = run.plays.rows();
  result.columns = run.plays.columns();
  result.symmetric = run.plays.symmetric();
  result.seed = run.options.seed;
  result.row_labels = game.labels().rows;
  result.column_labels = game.labels().columns;
  result.status = outcome.certified ? Status::certified : Status::stopped;
  const PayoffRange& range = run.plays.range();
  if (result.symmetric) result.value = (range.low + range.high) / Rational(2);
  result.low = outcome.low;
  result.high = outcome.high;
  result.row_strategy = std::move(outcome.row);
  result.column_strategy = std::move(outcome.column);
  result.confidence = Rational(1) - run.delta;
  if (!outcome.certified) result.stop = stop_of(run, outcome);
  result.queries = run.plays.plays();
  result.rounds = run.plays.rounds();
  ByPlay by_play;
  by_play.entries = run.plays.entries();
  by_play.tallies = run.plays.tallies();
  by_play.attempts = outcome.attempts;
  by_play.failures = run.plays.failures();
  by_play.row_caps = std::move(outcome.row_caps);
  by_play.column_caps = std::move(outcome.column_caps);
  result.by_play = std::move(by_play);
  return result;
}

}  // namespace

Result solve_by_play(Source& game, const Options& options, const Hooks& hooks) {
  Setting setting(game, options, hooks);
  methods::NoisyRun& run = setting.run;
  ledger::Plays& plays = setting.plays;
  plays.on_waiting([&run](const Waiting& waiting) { run.report(waiting); });
  run.event("run", {{"version", version()},
                    {"rows", plays.rows()},
                    {"columns", plays.columns()},
                    {"symmetric", plays.symmetric()},
                    {"method", setting.method.info.name},
                    {"seed", options.seed},
                    {"delta", options.delta}});
  methods::NoisyOutcome outcome = setting.method.run(run);
  Result result = result_of(game, run, outcome);
  result.method = setting.method.info.name;
  if (setting.file) result.recalled = plays.recalled();
  if (outcome.certified && hooks.certificate != nullptr) {
    if (!outcome.attempt)
      throw OptionError("epsilon: not smaller than the range, so there is nothing to certify");
    write_claim(*hooks.certificate, run, outcome);
  }
  result.seconds = run.seconds();
  run.event("outcome", {{"status", status_name(result.status)},
                        {"low", *result.low},
                        {"high", *result.high},
                        {"attempts", outcome.attempts}});
  return result;
}

Plan plan_plays(Source& game, const Options& options, const Hooks& hooks) {
  Setting setting(game, options, hooks);
  Plan next;
  setting.plays.plan_into(next.questions, next.out);
  try {
    const methods::NoisyOutcome outcome = setting.method.run(setting.run);
    if (!outcome.certified) next.stop = stop_of(setting.run, outcome);
  } catch (const ledger::PlanMade&) {
    // next.questions has it
  }
  return next;
}

}  // namespace allnash
