#include "allnash/solve.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "allnash/error.hpp"
#include "allnash/plan.hpp"
#include "certificate/certificate.hpp"
#include "exact/access.hpp"
#include "game/face.hpp"
#include "game/kernel.hpp"
#include "ledger/file.hpp"
#include "ledger/view.hpp"
#include "methods/methods.hpp"
#include "solve/limits.hpp"
#include "solve/method_table.hpp"
#include "sources/names.hpp"

namespace allnash {

namespace {

std::vector<Index> complement(const std::vector<Index>& sorted, Index count) {
  std::vector<Index> rest;
  auto next = sorted.begin();
  for (Index t = 0; t < count; ++t) {
    if (next != sorted.end() && *next == t) {
      ++next;
    } else {
      rest.push_back(t);
    }
  }
  return rest;
}

OptimalSet optimal_set(const ledger::View& view, const game::Pair& pair, const Options& options,
                       const StopToken& stop) {
  const std::vector<Index> opponent = ledger::support_of(view.theirs(pair));
  OptimalSet set;
  set.strategy = view.mine(pair);
  set.support = ledger::support_of(set.strategy);
  const game::Face face(set.support, view.against(opponent, set.support), view.turned(pair.value),
                        set.strategy);
  set.dimension = face.dimension();
  exact::Matrix loose;  // a point needs none, and a list of none needs none
  if (set.dimension > 0 && options.vertices > 0) {
    loose = view.against(complement(opponent, view.opponents()), set.support);
  }
  game::ExtremePoints points = face.extreme_points(loose, options.vertices, stop);
  set.vertices = std::move(points.points);
  set.vertices_complete = points.complete;
  return set;
}

// Of each pair of listed vertices, row by row, until there are as many as vertices may be listed.
void add_kernels(Equilibria& found, const ledger::Ledger& ledger, const Options& options,
                 const StopToken& stop) {
  std::vector<game::TightStrategy> columns;
  for (const MixedStrategy& vertex : found.column.vertices) {
    columns.push_back(game::tight_column(ledger, found.value, vertex));
  }
  found.kernels_complete = found.row.vertices_complete && found.column.vertices_complete;
  for (Index r = 0; r < std::ssize(found.row.vertices); ++r) {
    const auto row =
        game::tight_row(ledger, found.value, found.row.vertices[static_cast<std::size_t>(r)]);
    for (Index c = 0; c < std::ssize(columns); ++c) {
      if (std::ssize(found.kernels) == options.vertices || stop.stopped()) {
        found.kernels_complete = false;
        return;
      }
      game::KernelLines lines = game::kernel_of(ledger, row, columns[static_cast<std::size_t>(c)]);
      found.kernels.push_back({r, c, std::move(lines.rows), std::move(lines.columns)});
    }
  }
}

Equilibria equilibria(const ledger::Ledger& ledger, const game::Pair& pair, const Options& options,
                      const StopToken& stop) {
  const std::int64_t floor =
      ledger::query_floor(ledger.rows(), ledger.columns(), static_cast<Index>(pair.row.size()),
                          static_cast<Index>(pair.column.size()), ledger.symmetric());
  return {pair.value, optimal_set({ledger, ledger::Player::row}, pair, options, stop),
          optimal_set({ledger, ledger::Player::column}, pair, options, stop), floor};
}

void tell_counters(const methods::Run& run) {
  const auto tell = [&](const char* phase, const PhaseCounts& counts) {
    run.event("counters", {{"phase", phase},
                           {"looks", counts.looks},
                           {"distinct", counts.queries},
                           {"calls", counts.calls},
                           {"stages", counts.stages}});
  };
  tell("values", run.counts.values);
  tell("search", run.counts.search);
  tell("check", run.counts.check);
}

std::vector<Rational> probabilities(const MixedStrategy& strategy) {
  std::vector<Rational> weights;
  for (const Weight& weight : strategy) weights.push_back(weight.probability);
  return weights;
}

// The last event of a run.
void tell_outcome(const methods::Run& run, const Result& result) {
  if (run.observer == nullptr || !run.observer->wants_events()) return;
  const char* status = status_name(result.status);
  if (result.equilibria) {
    const auto& [value, row, column, floor, kernels, kernels_complete] = *result.equilibria;
    const std::vector<Rational> x = probabilities(row.strategy);
    const std::vector<Rational> y = probabilities(column.strategy);
    run.event("outcome", {{"status", status},
                          {"value", value},
                          {"row_support", row.support},
                          {"row_strategy", x},
                          {"column_support", column.support},
                          {"column_strategy", y},
                          {"floor", floor}});
    return;
  }
  std::vector<EventField> fields;
  fields.push_back({"status", status});
  if (result.low) fields.push_back({"low", *result.low});
  if (result.high) fields.push_back({"high", *result.high});
  if (result.status == Status::stopped) fields.push_back({"stop_reason", result.stop_reason});
  run.tell("outcome", fields);
}

std::string stop_reason(const methods::Run& run) {
  const std::string fault = run.ledger.file_fault();
  if (!fault.empty()) return "ledger file: " + fault;
  if (run.ledger.out_of_budget()) return "budget";
  return run.stop.interrupted() ? "interrupted" : "time limit";
}

class KnownAsGame final : public game::KnownGame {
 public:
  KnownAsGame(Index rows, Index columns, const KnownPayoffs& known)
      : rows_(rows), columns_(columns), known_(known) {}
  [[nodiscard]] Index rows() const override { return rows_; }
  [[nodiscard]] Index columns() const override { return columns_; }
  [[nodiscard]] Rational entry(Index row, Index column) const override {
    return known_.payoff(row, column);
  }

 private:
  Index rows_;
  Index columns_;
  const KnownPayoffs& known_;
};

ledger::LedgerSettings ledger_settings(const Options& options, const StopToken& stop,
                                       const Hooks& hooks) {
  return {options.symmetric, options.budget,  stop,       options.check_repeat, options.seed,
          hooks.observer,    options.threads, hooks.costs};
}

/// What the ledger file knows the strategies by.
void label(ledger::LedgerGame& known, const PayoffSource& game, const Options& options) {
  known.row_labels = game.row_labels();
  known.column_labels = game.column_labels();
  if (known.symmetric && known.row_labels.empty()) known.row_labels = known.column_labels;
  if (known.symmetric && known.column_labels.empty()) known.column_labels = known.row_labels;
  if (known.symmetric && known.row_labels != known.column_labels) {
    throw InputError(*options.ledger +
                     ": rows and columns of a symmetric game are the same strategies, and here "
                     "their labels differ");
  }
  sources::check_names(*options.ledger, "row", known.row_labels, known.rows);
  sources::check_names(*options.ledger, "column", known.column_labels, known.columns);
}

std::unique_ptr<ledger::LedgerFile> ledger_file(const PayoffSource& game, const Options& options) {
  if (!options.ledger) return nullptr;
  const GameIdentity identity = game.identity();
  ledger::LedgerGame known{game.rows(), game.columns(), options.symmetric,
                           ledger::identity_of(options.game_id, identity), identity.note};
  if (options.symmetric && options.payoff_range) {
    known.sum = options.payoff_range->low + options.payoff_range->high;
  }
  label(known, game, options);
  known.agrees = [&game](Entry entry, const Rational& payoff) {
    return game.agrees(entry, payoff);
  };
  return std::make_unique<ledger::LedgerFile>(*options.ledger, known);
}

}  // namespace

StopToken stop_token(const Options& options, const Hooks& hooks, StopToken::Clock::time_point now) {
  if (!options.time_limit) return StopToken(hooks.stop);
  // A limit beyond a century is none; the clock could not hold it.
  const double seconds = std::min(*options.time_limit, 3e9);
  return StopToken(hooks.stop, now + std::chrono::duration_cast<StopToken::Clock::duration>(
                                         std::chrono::duration<double>(seconds)));
}

Result solve(PayoffSource& game, const Options& options, const Hooks& hooks) {
  check_options(options);
  const methods::Method method = method_named(options.method).run;
  const auto start = StopToken::Clock::now();
  const StopToken stop = stop_token(options, hooks, start);
  ledger::Ledger ledger(game, ledger_settings(options, stop, hooks));
  const auto file = ledger_file(game, options);
  if (file) ledger.keep_in(*file);
  methods::Run run{ledger, options, stop, hooks.observer, start};
  ledger.on_waiting([&run](const Waiting& waiting) { run.report(waiting); });

  Result result;
  result.rows = ledger.rows();
  result.columns = ledger.columns();
  result.symmetric = options.symmetric;
  result.method = options.method;
  result.seed = options.seed;
  result.row_labels = game.row_labels();
  result.column_labels = game.column_labels();

  run.event("run", {{"version", version()},
                    {"rows", result.rows},
                    {"columns", result.columns},
                    {"symmetric", result.symmetric},
                    {"method", options.method},
                    {"seed", options.seed},
                    {"delta", options.delta}});
  const methods::Outcome outcome = method(run);
  result.status = outcome.status;
  if (outcome.status == Status::proved) {
    if (const auto fault = game::fault_in(ledger, outcome.pair)) {
      throw std::logic_error("the answer failed its proof: " + *fault);
    }
    run.report("listing extreme strategies");
    result.equilibria = equilibria(ledger, outcome.pair, options, stop);
    if (options.kernels) add_kernels(*result.equilibria, ledger, options, stop);
    if (hooks.certificate != nullptr) {
      certificate::write(*hooks.certificate, ledger, outcome.pair, options.symmetric);
    }
  } else {
    note_known_bounds(run, methods::Precision::exact);
    if (hooks.observer != nullptr) hooks.observer->progress(run.progress());
    result.low = run.bounds.low;
    result.high = run.bounds.high;
    if (outcome.status == Status::stopped) result.stop_reason = stop_reason(run);
  }
  if (hooks.costs != nullptr) {
    result.cost = ledger.spent();
    if (file) result.recalled_cost = ledger.recalled_cost();
    if (result.equilibria) {
      result.floor_cost = ledger.cost_of_lines(result.row().support, result.column().support);
    }
  }
  result.queries = ledger.asked();
  result.rounds = ledger.rounds();
  if (file) result.recalled = ledger.recalled();
  if (options.check_repeat > 0) result.repeats = ledger.repeats();
  if (ledger.asked() > ledger.queries()) result.mirrored = ledger.asked() - ledger.queries();
  if (run.counts.search.calls + run.counts.values.calls > 0) {
    result.counters = run.counts;
    tell_counters(run);
  }
  result.seconds = run.seconds();
  tell_outcome(run, result);
  result.known = ledger.give_away();
  return result;
}

Plan plan(PayoffSource& game, const Options& options, const Hooks& hooks) {
  check_options(options);
  const auto start = StopToken::Clock::now();
  const StopToken stop = stop_token(options, hooks, start);
  ledger::Ledger ledger(game, ledger_settings(options, stop, hooks));
  const auto file = ledger_file(game, options);
  if (file) ledger.keep_in(*file);
  Plan next;
  ledger.plan_into(next.entries);
  methods::Run run{ledger, options, stop, hooks.observer, start};
  try {
    const methods::Outcome outcome = method_named(options.method).run(run);
    if (outcome.status == Status::stopped) next.stop_reason = stop_reason(run);
  } catch (const ledger::PlanMade&) {
    // next.entries has it
  }
  return next;
}

void write_certificate(std::ostream& out, const Result& result) {
  if (!result.known) throw std::logic_error("the payoffs behind the result are gone");
  const KnownAsGame game(result.rows, result.columns, *result.known);
  certificate::write(out, game, {result.value(), result.row().strategy, result.column().strategy},
                     result.symmetric);
}

void release_thread_memory() noexcept { exact::release_spare_numbers(); }

std::string version() { return ALLNASH_VERSION; }

}  // namespace allnash
