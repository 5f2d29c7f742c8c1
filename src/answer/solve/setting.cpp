#include "answer/solve/setting.hpp"

#include <algorithm>
#include <utility>

#include "allnash/run.hpp"
#include "answer/solve/parts.hpp"
#include "core/base/text.hpp"
#include "core/exact/memory.hpp"
#include "core/options/domain.hpp"
#include "payoffs/asking/mismatch.hpp"
#include "payoffs/sources/chart.hpp"

namespace allnash {

namespace {

/// When a run must end.
StopToken stop_token(const Options& options, const Hooks& hooks, StopToken::Clock::time_point now) {
  return StopToken(hooks.stop, deadline_after(now, options.time_limit));
}

void look_ahead(asking::LedgerSettings& settings, const Source& game, const Options& options) {
  if (!game.traits().asks_ahead) {
    throw OptionError("ahead: this game's payoffs are not asked of workers");
  }
  settings.plays_ahead = game.traits().random;
  if (settings.plays_ahead) return;
  if (settings.costs != nullptr) throw OptionError("ahead: it does not go with costs");
  const RunSetup setup{method_named(options.method).run, options, settings, game.rows(),
                       game.columns()};
  settings.forecaster = forecaster_of(setup);
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

Options checked(const Source& game, Options options, const Hooks& hooks) {
  exact::free_with_thread();
  check_options(options);
  options.delta = options::as_meant(options.delta);
  if (const auto* const chart = dynamic_cast<const sources::ChartGame*>(&game)) {
    if (!options.payoff_range) options.payoff_range = chart->stated_range();
  }
  if (game.traits().random) check_for_chance(options);
  options.method = method_for(options.method, game.traits().random);
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

}  // namespace

Setting::Setting(Source& caller, const Options& given, const Hooks& hooks, Purpose purpose,
                 const file::LedgerGame* from)
    : options(checked(caller, given, hooks)),
      chart(symmetric_chart(caller, options)),
      game(chart ? *chart : caller),
      stop(stop_token(options, hooks, start)),
      settings(ledger_settings(options, stop, hooks, from)),
      file(ledger_file(game, options, settings, from)),
      ledger(game, for_purpose(purpose)) {}

asking::LedgerSettings Setting::for_purpose(Purpose purpose) {
  asking::LedgerSettings all = settings;
  if (purpose == Purpose::solve && options.ahead > 0) look_ahead(all, game, options);
  // An incomplete chart is asked for what it has: the rest is the plan.
  all.planning = purpose == Purpose::plan && !is_partial();
  all.file = file.get();
  if (file && purpose == Purpose::solve) {
    set_recheck(settings, game, options, *file);
    all.recheck = settings.recheck;
    all.other_hint = settings.other_hint;
  }
  all.on_waiting = [this](const Waiting& waiting) {
    if (run != nullptr) run->report(waiting);
  };
  return all;
}

bool Setting::is_partial() const {
  const auto* const its = dynamic_cast<const sources::ChartGame*>(&game);
  return its != nullptr && its->partial();
}

bool Setting::is_anonymous() const {
  return options.ledger && options.game_id.empty() && game.traits().anonymous;
}

}  // namespace allnash
