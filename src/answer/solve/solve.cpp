#include "allnash/solve.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "allnash/choice.hpp"
#include "allnash/error.hpp"
#include "allnash/plan.hpp"
#include "answer/certificate/certificate.hpp"
#include "answer/solve/parts.hpp"
#include "chance/play/answer.hpp"
#include "core/base/text.hpp"
#include "core/exact/memory.hpp"
#include "core/game/near_tie.hpp"
#include "matrix/run/run.hpp"
#include "payoffs/asking/mismatch.hpp"
#include "payoffs/asking/priced.hpp"
#include "payoffs/file/store.hpp"
#include "payoffs/sources/chart.hpp"

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

std::vector<Rational> weights_of(const MixedStrategy& strategy) {
  std::vector<Rational> weights;
  for (const Weight& weight : strategy) weights.push_back(weight.probability);
  return weights;
}

// The last event of a run.
void tell_outcome(const matrix::Run& run, const Result& result) {
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

// Why a run ended before it had an answer.
Stop stop_of(const matrix::Run& run, const matrix::Outcome& outcome) {
  const std::string fault = run.ledger.file_fault();
  if (!fault.empty()) return {StopReason::ledger_file, "ledger file: " + fault};
  if (run.ledger.out_of_budget()) return {StopReason::budget, "budget"};
  if (!outcome.reason.empty()) return {StopReason::gave_up, outcome.reason};
  if (run.stop.interrupted()) return {StopReason::interrupted, "interrupted"};
  return {StopReason::time_limit, "time limit"};
}

bool near_enough(const Result& result) {
  if (!result.epsilon || result.row_strategy.empty() || result.column_strategy.empty())
    return false;
  const Rational gap = result.symmetric ? *result.value - *result.low : *result.high - *result.low;
  return gap <= *result.epsilon;
}

// The bounds on the value, and the strategies that attain them.
void add_bounds(Result& result, const matrix::Run& run) {
  const auto& [row, column] = run.bounds.best;
  if (result.symmetric) result.value = run.known.symmetric_value();
  result.low = row ? row->value : run.bounds.low;
  result.high = column ? -column->value : run.bounds.high;
  if (row) result.row_strategy = row->strategy;
  if (column) result.column_strategy = column->strategy;
  if (result.status == Status::stopped && near_enough(result)) result.status = Status::within;
  if (result.status != Status::within) return;
  const bool holds =
      near_enough(result) &&
      game::guaranteed(run.known, result.row_strategy, result.payoff_range) >= *result.low &&
      game::conceded(run.known, result.column_strategy, result.payoff_range) <= *result.high;
  if (!holds) throw std::logic_error("the bounds failed their proof");
}

/// The result before there is an answer: it has only the question.
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

void tell_start(const matrix::Run& run, const Result& result) {
  run.event("run", {{"version", version()},
                    {"rows", result.rows},
                    {"columns", result.columns},
                    {"symmetric", result.symmetric},
                    {"method", result.method},
                    {"seed", result.seed},
                    {"delta", run.options.delta.to_double()}});
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

/// Adds the results of a game of chance other than the bounds.
void add_by_play(Result& result, const matrix::Run& run, matrix::Outcome& outcome) {
  result.status = outcome.status;
  result.confidence = Rational(1) - run.chance->delta;
  const asking::PlayCounts& played = run.ledger.played();
  result.by_play = ByPlay{};
  result.by_play->entries = std::ssize(played.entries);
  result.by_play->tallies = played.tallies();
  result.by_play->attempts = outcome.attempts;
  result.by_play->failures = played.failures;
  result.by_play->row_caps = std::move(outcome.row_caps);
  result.by_play->column_caps = std::move(outcome.column_caps);
}

// Adds the method's outcome after its check: the equilibria, or the bounds on the value.
void add_answer(Result& result, matrix::Run& run, matrix::Outcome& outcome) {
  if (run.chance) {
    add_by_play(result, run, outcome);
    add_bounds(result, run);
    if (result.status == Status::stopped) result.stop = stop_of(run, outcome);
    return;
  }
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
  add_bounds(result, run);
  if (result.status == Status::stopped) result.stop = stop_of(run, outcome);
  result.next = run.ledger.left_over(Result::most_next);
}

void add_counts(Result& result, const matrix::Run& run) {
  const asking::Ledger& ledger = run.ledger;
  result.failed = ledger.failed();
  std::ranges::sort(result.failed, {}, &FailedEntry::entry);
  result.range_used = run.range_used;
  result.queries = ledger.asked();
  result.rounds = ledger.rounds();
  if (run.options.check_repeat > 0 || ledger.repeats() > 0) result.repeats = ledger.repeats();
  if (ledger.hedged() > 0) result.hedged = ledger.hedged();
  if (ledger.averaged_plays() > 0) result.averaged_plays = ledger.averaged_plays();
  if (run.options.ahead > 0) result.in_vain = ledger.asked_in_vain();
  if (ledger.asked() > ledger.queries()) result.mirrored = ledger.asked() - ledger.queries();
  result.counters = run.counts.list();
  tell_counters(run);
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

// Notes for the user.

std::string payoffs_text(std::int64_t count) {
  return std::to_string(count) + (count == 1 ? " payoff" : " payoffs");
}

/// What a run with a ledger file takes from it unasked, where nothing tells its source from
/// another.
void note_recalled(Result& result, const asking::Ledger& ledger,
                   const asking::LedgerSettings& settings, bool anonymous) {
  if (*result.recalled == 0) return;
  if (anonymous && *result.recalled == result.queries) {
    result.notes.push_back(result.by_play ? "All plays come from the ledger file; none was new."
                                          : "All payoffs come from the ledger file; none was new.");
  }
  if (!settings.other_hint.empty())
    result.notes.push_back("The source: " + settings.other_hint + ".");
  if (!anonymous && settings.recheck == 0) return;
  const auto& failed = ledger.not_rechecked();
  if (settings.recheck > 0 && ledger.recheck_begun()) result.rechecked = ledger.rechecked();
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

/// When a run must end.
StopToken stop_token(const Options& options, const Hooks& hooks, StopToken::Clock::time_point now) {
  if (!options.time_limit) return StopToken(hooks.stop);
  // A limit beyond a century would overflow the clock, and is none.
  const double seconds = std::min(*options.time_limit, 3e9);
  return StopToken(hooks.stop, now + std::chrono::duration_cast<StopToken::Clock::duration>(
                                         std::chrono::duration<double>(seconds)));
}

void look_ahead(asking::LedgerSettings& settings, const Source& game, const Options& options) {
  if (!game.traits().asks_ahead) {
    throw OptionError("ahead: this game's payoffs are not asked of workers");
  }
  settings.plays_ahead = game.traits().random;
  if (settings.plays_ahead) return;
  if (settings.costs != nullptr) throw OptionError("ahead: it does not go with costs");
  const Begun begun{method_named(options.method, false).run, options, settings, game.rows(),
                    game.columns()};
  settings.foresee = foresight(begun);
  settings.price = options.ahead;
}

/// Sets the names by which a ledger file knows the strategies. Throws InputError.
void label(file::LedgerGame& known, const Source& game, const std::string& path) {
  known.row_labels = game.labels().rows;
  known.column_labels = game.labels().columns;
  if (known.symmetric && known.row_labels.empty()) known.row_labels = known.column_labels;
  if (known.symmetric && known.column_labels.empty()) known.column_labels = known.row_labels;
  if (known.symmetric && known.row_labels != known.column_labels) {
    throw InputError(path +
                     ": rows and columns of a symmetric game are the same strategies, and here "
                     "their labels differ");
  }
  check_names(path, "row", known.row_labels, known.rows);
  check_names(path, "column", known.column_labels, known.columns);
}

/// Writes the certificate of certified bounds.
void write_claim(std::ostream& out, const matrix::Run& run, const matrix::Outcome& outcome) {
  if (!outcome.attempt)
    throw OptionError("epsilon: not smaller than the range, so there is nothing to certify");
  chance::ConfidenceClaim claim =
      chance::claim_of(*outcome.attempt, run.known.symmetric(), *run.options.payoff_range,
                       *run.bounds.low, *run.bounds.high);
  claim.rows = run.known.rows();
  claim.columns = run.known.columns();
  claim.epsilon = *run.options.epsilon;
  claim.delta = run.chance->delta;
  chance::write_certificate(out, claim);
}

void write_certificate_of(std::ostream& out, const Result& result, const matrix::Run& run,
                          const matrix::Outcome& outcome) {
  if (result.status == Status::certified) {
    write_claim(out, run, outcome);
  } else {
    write_proof(out, result, run.known);
  }
}

asking::LedgerSettings ledger_settings(const Options& options, const StopToken& stop,
                                       const Hooks& hooks, const file::LedgerGame* from) {
  asking::LedgerSettings settings{options.symmetric,    options.budget,       stop,
                                  options.check_repeat, options.seed,         hooks.observer,
                                  options.threads,      options.payoff_range, hooks.costs};
  if (from != nullptr && from->symmetric) settings.sum = from->sum;
  settings.on_failure = options.on_failure;
  return settings;
}

/// The options that identify the run of a ledger of plays.
file::Facts run_of_plays(const Options& options) {
  file::Facts facts;
  for (const OptionInfo& info : option_table()) {
    if (info.of_plays) {
      facts.emplace_back(info.name, info.text(options).value_or(info.default_text));
    }
  }
  facts.emplace_back("version", version());
  return facts;
}

/// Contradictions to the game are reported before a file is created.
std::unique_ptr<file::Store> ledger_file(Source& game, const Options& options,
                                         const asking::LedgerSettings& settings,
                                         const file::LedgerGame* from) {
  if (!options.ledger) return nullptr;
  if (from != nullptr) return std::make_unique<file::Store>(*options.ledger, *from);
  asking::refuse_misfit(game, settings);
  const bool random = game.traits().random;
  const GameIdentity identity = game.identity();
  Rational sum;
  if (options.symmetric && options.payoff_range) {
    sum = options.payoff_range->low + options.payoff_range->high;
  }
  file::LedgerGame known{game.rows(), game.columns(), options.symmetric,
                         file::identity_of(options.game_id, identity, random ? Rational() : sum),
                         identity.note};
  known.sum = std::move(sum);
  label(known, game, *options.ledger);
  if (random) {
    known.run = run_of_plays(options);
  } else if (const SelfCheck* const check = game.self_check()) {
    known.agrees = [check](Entry entry, const Rational& payoff) {
      return check->agrees(entry, payoff);
    };
  }
  return std::make_unique<file::Store>(*options.ledger, known);
}

/// Whether what the file has may be of another source, which nothing tells from this one.
bool is_anonymous(const Source& game, const Options& options) {
  return options.ledger && options.game_id.empty() && game.traits().anonymous;
}

/// How many payoffs of the file are asked again. A source that does not say what it said before is
/// suspect; a coin's payoffs pass then with probability 2^-16.
void set_recheck(asking::LedgerSettings& settings, const Source& game, const Options& options,
                 const file::Store& file) {
  constexpr std::int64_t few = 4;
  constexpr std::int64_t more = 16;
  const SourceTraits& traits = game.traits();
  const std::string here = game.identity().hint;
  const std::string there = file.hint();
  const bool other = !here.empty() && !there.empty() && here != there;
  if (other && !file.empty()) {
    settings.other_hint =
        "the ledger file was filled by " + in_quotes(there) + ", this run asks " + in_quotes(here);
  }
  const bool vouched =
      !options.game_id.empty() || (traits.random && !traits.seeded) || options.check_repeat == 0.0;
  if (!vouched && other) settings.recheck = more;
  if (!vouched && !other && traits.anonymous) settings.recheck = few;
}

/// What is told of the source, once what the file had of it is rechecked or was not used.
void keep_hint(file::Store& file, const Source& game) {
  const std::string hint = game.identity().hint;
  if (hint.empty() || hint == file.hint() || !file.writable()) return;
  try {
    file.put_hint(hint);
  } catch (const file::LedgerWriteError&) {
    // The run reports that of what is worth more.
  }
}

Options checked(const Source& game, Options options, const Hooks& hooks) {
  exact::free_with_thread();
  check_options(options);
  options.delta = as_meant(options.delta);
  if (const auto* const chart = dynamic_cast<const sources::ChartGame*>(&game)) {
    if (!options.payoff_range) options.payoff_range = chart->stated_range();
  }
  if (game.traits().random) check_for_chance(options);
  options.method = method_named(options.method, game.traits().random).info.name;
  if (hooks.certificate != nullptr && options.method == "saddle-midsearch") {
    throw OptionError("certificate: saddle-midsearch writes none; method noisy writes one");
  }
  return options;
}

/// The game that is solved in place of a chart that is declared symmetric. The caller's chart stays
/// as it is.
std::unique_ptr<Source> symmetric_chart(const Source& game, const Options& options) {
  const auto* const chart = dynamic_cast<const sources::ChartGame*>(&game);
  if (chart == nullptr || !options.symmetric) return nullptr;
  const auto& range = options.payoff_range;
  return chart->as_symmetric(range ? range->low + range->high : Rational());
}

/// Whether a chart does not have all of its payoffs.
bool is_partial(const Source& game) {
  const auto* const chart = dynamic_cast<const sources::ChartGame*>(&game);
  return chart != nullptr && chart->partial();
}

/// The parts of a run or a plan.
struct Setting {
  enum class Purpose { solve, plan };
  Setting(Source& caller, const Options& given, const Hooks& hooks, Purpose purpose,
          const file::LedgerGame* from = nullptr)
      : options(checked(caller, given, hooks)),
        chart(symmetric_chart(caller, options)),
        game(chart ? *chart : caller),
        stop(stop_token(options, hooks, start)),
        settings(ledger_settings(options, stop, hooks, from)),
        file(ledger_file(game, options, settings, from)),
        ledger(game, for_purpose(purpose)),
        run{ledger, options, stop, hooks.observer, start} {
    if (game.traits().random) run.chance = matrix::chance_of(options);
  }
  [[nodiscard]] asking::LedgerSettings for_purpose(Purpose purpose) {
    asking::LedgerSettings all = settings;
    if (purpose == Purpose::solve && options.ahead > 0) look_ahead(all, game, options);
    // An incomplete chart is asked for what it has: the rest is the plan.
    all.planning = purpose == Purpose::plan && !is_partial(game);
    all.file = file.get();
    if (file && purpose == Purpose::solve) {
      set_recheck(settings, game, options, *file);
      all.recheck = settings.recheck;
      all.other_hint = settings.other_hint;
    }
    all.on_waiting = [this](const Waiting& waiting) { run.report(waiting); };
    return all;
  }
  [[nodiscard]] matrix::Outcome solved() {
    return method_named(options.method, run.chance.has_value()).run(run);
  }

  StopToken::Clock::time_point start = StopToken::Clock::now();
  Options options;
  std::unique_ptr<Source> chart;
  Source& game;  ///< the game that is solved
  StopToken stop;
  asking::LedgerSettings settings;
  std::unique_ptr<file::Store> file;
  asking::Ledger ledger;
  matrix::Run run;
};

}  // namespace

Result solve(Source& game, const Options& options, const Hooks& hooks) {
  return solve(game, options, hooks, nullptr);
}

Result solve(Source& game, const Options& options, const Hooks& given,
             const file::LedgerGame* from) {
  Logged logged(options, given.observer);
  Hooks hooks = given;
  if (game.traits().random) hooks.costs = nullptr;  // plays have no costs
  const bool logs = options.ledger && !game.traits().random;
  if (logs) hooks.observer = &logged;
  Setting setting(game, options, hooks, Setting::Purpose::solve, from);
  if (logs) logged.write_to(*setting.file);
  matrix::Run& run = setting.run;
  Result result = question_of(setting.game, setting.options);
  tell_start(run, result);
  matrix::Outcome outcome = setting.solved();
  std::shared_ptr<const KnownPayoffs> known = run.ledger.shared_known();
  if (run.options.on_failure.then == OnFailure::Then::skip && !run.ledger.failed().empty()) {
    const auto certain = without_failed(run);
    matrix::Run rest{run.ledger, run.options, run.stop, run.observer, run.start, *certain};
    answer_without_failed(rest, outcome);
    add_answer(result, rest, outcome);
    run.range_used = true;
    known = certain;
  } else {
    add_answer(result, run, outcome);
    if (result.equilibria) note_near_tie(result, run, outcome.pair);
  }
  if (is_partial(setting.game) && result.stop && result.stop->reason == StopReason::time_limit &&
      !run.stop.stopped()) {
    result.stop = Stop{StopReason::no_answer,
                       std::string("chart: cells that the answer needs are blank") +
                           (options.symmetric ? "" : "; if it is symmetric, add --symmetric")};
  }
  add_counts(result, run);
  if (setting.file) {
    result.recalled = run.ledger.recalled();
    note_recalled(result, run.ledger, setting.settings, is_anonymous(setting.game, run.options));
    keep_hint(*setting.file, setting.game);
  }
  note_failed(result);
  if (run.chance) note_lost(result, run.ledger.played());
  if (hooks.costs != nullptr) add_costs(result, run.ledger.prices());
  if (hooks.certificate != nullptr) write_certificate_of(*hooks.certificate, result, run, outcome);
  result.seconds = run.seconds();
  tell_outcome(run, result);
  if (logs) logged.end(result);
  if (!run.chance) result.known = std::move(known);
  return result;
}

namespace {

/// All questions of the next round.
Plan whole_plan(Setting& setting) {
  const asking::Ledger& ledger = setting.ledger;
  Plan next;
  const matrix::Outcome outcome = setting.solved();
  if (is_partial(setting.game)) {
    for (const Entry& entry : ledger.left_over(Result::most_next)) {
      next.questions.push_back({entry});
    }
    next.done = next.questions.empty();
    return next;
  }
  const auto round = ledger.planned();
  if (round) next.questions = *round;
  next.out = ledger.played().out;
  if (!round && outcome.status == Status::stopped) {
    next.stop = stop_of(setting.run, outcome);
  }
  next.done = !round && !next.stop;
  return next;
}

}  // namespace

Plan plan(Source& game, const Options& options, const Hooks& hooks) {
  if (options.ahead > 0) {
    throw OptionError("ahead: a plan asks ahead only where leases say what is out");
  }
  Setting setting(game, options, hooks, Setting::Purpose::plan);
  return whole_plan(setting);
}

Plan plan(Source& game, const Options& options, const Leases& leases, const Hooks& hooks) {
  check_leases(game, options, leases);
  Setting setting(game, options, hooks, Setting::Purpose::plan);
  Plan next = whole_plan(setting);
  asking::Foresee foresee;
  if (setting.options.ahead > 0) {
    if (hooks.costs != nullptr) throw OptionError("ahead: it does not go with costs");
    foresee = foresight({method_named(setting.options.method, false).run, setting.options,
                         setting.settings, setting.game.rows(), setting.game.columns()});
  }
  hand_out(next, {setting.ledger, *setting.file, setting.options, foresee}, leases);
  return next;
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
