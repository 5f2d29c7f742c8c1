// Plans: the questions of the next round, which nobody asks.
#include <optional>
#include <string>
#include <utility>

#include "allnash/plan.hpp"
#include "allnash/run.hpp"
#include "answer/solve/parts.hpp"
#include "answer/solve/result_of.hpp"
#include "answer/solve/setting.hpp"
#include "chance/play/run.hpp"
#include "matrix/run/run.hpp"
#include "payoffs/asking/play_ledger.hpp"

namespace allnash {

namespace {

/// Why the run of a plan ended without an answer, if it did.
template <typename Run, typename Method>
std::optional<Stop> stop_after(Setting& setting, Method method) {
  Run run(setting.ledger, setting.options, setting.stop, setting.settings.observer, setting.start);
  setting.run = &run;
  const auto outcome = method(run);
  setting.run = nullptr;
  if (outcome.status != Status::stopped) return {};
  return stop_of(run, outcome.reason);
}

std::optional<Stop> stop_after(Setting& setting) {
  const std::string& method = setting.options.method;
  return setting.game.traits().random
             ? stop_after<chance::Run>(setting, play_method_named(method).run)
             : stop_after<matrix::Run>(setting, method_named(method).run);
}

/// All questions of the next round.
Plan whole_plan(Setting& setting) {
  const asking::Ledger& ledger = setting.ledger;
  Plan next;
  const std::optional<Stop> stop = stop_after(setting);
  if (setting.is_partial()) {
    for (const Entry& entry : ledger.left_over(Result::most_next)) {
      next.questions.push_back({entry});
    }
    next.done = next.questions.empty();
    return next;
  }
  const auto round = ledger.planned();
  if (round) next.questions = *round;
  next.out = asking::PlayLedger(setting.ledger).played().out;
  if (!round) next.stop = stop;
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
  asking::Forecaster forecaster;
  if (setting.options.ahead > 0) {
    if (hooks.costs != nullptr) throw OptionError("ahead: it does not go with costs");
    forecaster = forecaster_of({method_named(setting.options.method).run, setting.options,
                                setting.settings, setting.game.rows(), setting.game.columns()});
  }
  hand_out(next, {setting.ledger, *setting.file, setting.options, forecaster}, leases);
  return next;
}

}  // namespace allnash
