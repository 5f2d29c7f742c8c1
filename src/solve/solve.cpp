#include "allnash/solve.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "allnash/error.hpp"
#include "allnash/plan.hpp"
#include "certificate/certificate.hpp"
#include "exact/access.hpp"
#include "exact/memory.hpp"
#include "exact/side_by_side.hpp"
#include "game/face.hpp"
#include "game/kernel.hpp"
#include "ledger/store.hpp"
#include "ledger/view.hpp"
#include "methods/methods.hpp"
#include "solve/limits.hpp"
#include "solve/logged.hpp"
#include "solve/method_table.hpp"
#include "sources/names.hpp"

namespace allnash {

namespace {

/// Where payoffs lie in a range, what is unread of the opponent's lines that are not played: those
/// lines may cut into the optimal set, or not.
struct Lines {
  std::vector<Index> known;  ///< against all of the support
  std::vector<Index> open;
};

Lines lines_outside(const ledger::View& view, const std::vector<Index>& support,
                    const std::vector<Index>& played) {
  Lines lines;
  for (const Index t : game::complement(played, view.opponents())) {
    const bool known = std::ranges::all_of(support, [&](Index s) { return view.knows(s, t); });
    (known ? lines.known : lines.open).push_back(t);
  }
  return lines;
}

// A line that cuts a strategy off, or may do so, what is unread at its worst.
bool may_cut(const ledger::View& fearful, Index line, const MixedStrategy& strategy,
             const Rational& value) {
  Rational sum;
  for (const Weight& weight : strategy) {
    sum += weight.probability * fearful.payoff(weight.strategy, line);
  }
  return sum < value;
}

// What to read next of a line that may cut some of the points off: half of what is unread, those
// first that such a point plays most.
template <typename MayCut>
std::vector<Entry> unread_of(const ledger::View& view, Index line,
                             const std::vector<Index>& support,
                             const std::vector<MixedStrategy>& points, const MayCut& may_cut) {
  std::map<Index, Rational> most;
  for (const MixedStrategy& point : points) {
    if (!may_cut(point)) continue;
    for (const Weight& weight : point) {
      Rational& before = most[weight.strategy];
      if (before < weight.probability) before = weight.probability;
    }
  }
  if (most.empty()) return {};
  std::vector<Index> unread;
  for (const Index s : support) {
    if (!view.knows(s, line)) unread.push_back(s);
  }
  std::ranges::stable_sort(unread, std::greater{}, [&](Index s) { return most[s]; });
  std::vector<Entry> wanted;
  for (std::size_t t = 0; 2 * t < unread.size(); ++t) wanted.push_back(view.entry(unread[t], line));
  return wanted;
}

// The extreme points of what the lines known whole leave of the face. Where a line known in part
// may cut one of them off it is read, too; a point that none of them can cut off is one of the
// optimal set, whatever is unread. When nothing more can be read, only those are listed.
game::ExtremePoints extreme_points(const game::Face& face, const ledger::View& view,
                                   const OptimalSet& set, const std::vector<Index>& played,
                                   const Rational& value, ledger::Ledger& ledger,
                                   const Options& options, const StopToken& stop) {
  for (bool reading = true;;) {
    const Lines lines = lines_outside(view, set.support, played);
    game::ExtremePoints points =
        face.extreme_points(view.against(lines.known, set.support), options.vertices, stop);
    const auto cut_by = [&](Index line) {
      return [&, line](const MixedStrategy& point) {
        return may_cut(view.fearful(), line, point, value);
      };
    };
    std::vector<Entry> wanted;
    for (const Index line : lines.open) {
      const auto unread = unread_of(view, line, set.support, points.points, cut_by(line));
      wanted.insert(wanted.end(), unread.begin(), unread.end());
    }
    if (wanted.empty()) return points;
    if (reading && points.complete && ledger.ask(wanted)) continue;
    if (reading && points.complete) {
      reading = false;
      continue;  // with what came of it
    }
    for (const Index line : lines.open) std::erase_if(points.points, cut_by(line));
    points.complete = false;
    return points;
  }
}

// An answer that came as the run was told to end has a little time left to be checked.
StopToken a_while(const StopToken& stop) {
  constexpr std::chrono::milliseconds grace{300};
  if (!stop.stopped()) return stop;
  return StopToken(nullptr, StopToken::Clock::now() + grace);
}

game::Face face_of(const ledger::View& view, const game::Pair& pair, const StopToken& stop) {
  const std::vector<Index> support = game::support_of(view.mine(pair));
  return {support, view.against(game::support_of(view.theirs(pair)), support),
          view.turned(pair.value), view.mine(pair), stop};
}

OptimalSet optimal_set(const ledger::View& view, const game::Face& face, const game::Pair& pair,
                       ledger::Ledger& ledger, const Options& options, const StopToken& stop) {
  const std::vector<Index> opponent = game::support_of(view.theirs(pair));
  OptimalSet set;
  set.strategy = view.mine(pair);
  set.support = game::support_of(set.strategy);
  set.dimension = *face.dimension();
  // A point needs no further lines, and a list of none needs none.
  game::ExtremePoints points = set.dimension > 0 && options.vertices > 0
                                   ? extreme_points(face, view, set, opponent,
                                                    view.turned(pair.value), ledger, options, stop)
                                   : face.extreme_points({}, options.vertices, stop);
  set.vertices = std::move(points.points);
  set.vertices_complete = points.complete;
  const bool said_already = ledger.symmetric() && view.player() == game::Player::column;
  if (options.certificate_vertices && points.complete && !said_already) {
    const std::vector<Index> lines = lines_outside(view, set.support, opponent).known;
    set.list_proof = face.proof(view.against(lines, set.support), lines, set.vertices.size(), stop);
  }
  return set;
}

// Of each pair of listed vertices, row by row, until there are as many as vertices may be listed.
void add_kernels(Equilibria& found, ledger::Ledger& ledger, const Options& options,
                 const StopToken& stop) {
  // A range may have left some of the lines unread in which they are looked for.
  if (!ledger.ask_lines(found.row.support, found.column.support)) {
    found.kernels_complete = false;
    return;
  }
  std::vector<game::TightStrategy> columns;
  for (const MixedStrategy& vertex : found.column.vertices) {
    columns.push_back(game::tight_column(ledger, found.value, vertex, stop));
  }
  found.kernels_complete = found.row.vertices_complete && found.column.vertices_complete;
  for (Index r = 0; r < std::ssize(found.row.vertices); ++r) {
    const auto row = game::tight_row(ledger, found.value, found.row.vertices[at(r)], stop);
    for (Index c = 0; c < std::ssize(columns); ++c) {
      const bool full = std::ssize(found.kernels) == options.vertices;
      auto lines = full ? std::nullopt : game::kernel_of(ledger, row, columns[at(c)], stop);
      if (!lines || stop.stopped()) {
        found.kernels_complete = false;
        return;
      }
      found.kernels.push_back({r, c, std::move(lines->rows), std::move(lines->columns)});
    }
  }
}

// Nothing when it was stopped before the dimensions were known.
std::optional<Equilibria> equilibria(ledger::Ledger& ledger, const game::Pair& pair,
                                     const Options& options, const StopToken& stop) {
  const std::int64_t floor =
      ledger::query_floor(ledger.rows(), ledger.columns(), static_cast<Index>(pair.row.size()),
                          static_cast<Index>(pair.column.size()), ledger.symmetric());
  // What is read for the vertices of one player may show the other's: only the faces are found side
  // by side.
  constexpr std::size_t worth_a_thread = 160;  // strategies; below, starting it costs more
  const bool small = pair.row.size() + pair.column.size() < worth_a_thread;
  std::array<std::optional<game::Face>, 2> faces;
  const std::array views{ledger::View(ledger, game::Player::row),
                         ledger::View(ledger, game::Player::column)};
  exact::side_by_side(
      small ? 1 : exact::threads_for(options.threads), faces.size(),
      [&](std::size_t t) { faces[t].emplace(face_of(views[t], pair, a_while(stop))); });
  if (!faces[0]->dimension() || !faces[1]->dimension()) return std::nullopt;
  OptimalSet row = optimal_set(views[0], *faces[0], pair, ledger, options, stop);
  OptimalSet column = optimal_set(views[1], *faces[1], pair, ledger, options, stop);
  return Equilibria{pair.value, std::move(row), std::move(column), floor};
}

// The exact check of every answer. False when stopped before it was done.
bool holds(const methods::Run& run, const game::Pair& pair) {
  const auto fault =
      game::fault_in(run.ledger, pair, run.options.payoff_range, run.threads(), a_while(run.stop));
  if (fault == game::check_stopped) return false;
  if (fault) throw std::logic_error("the answer failed its proof: " + *fault);
  return true;
}

void tell_counters(const methods::Run& run) {
  const auto tell = [&](const char* phase, const PhaseCounts& done) {
    run.event("counters", {{"phase", phase},
                           {"looks", done.looks},
                           {"distinct", done.queries},
                           {"calls", done.calls},
                           {"stages", done.stages}});
  };
  tell("values", run.counts.values);
  tell("search", run.counts.search);
  tell("check", run.counts.check);
}

std::vector<Rational> weights_of(const MixedStrategy& strategy) {
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
    const std::vector<Rational> x = weights_of(row.strategy);
    const std::vector<Rational> y = weights_of(column.strategy);
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

bool near_enough(const Result& result) {
  if (!result.epsilon || result.row_strategy.empty() || result.column_strategy.empty())
    return false;
  const Rational gap =
      result.symmetric_value ? *result.symmetric_value - *result.low : *result.high - *result.low;
  return gap <= *result.epsilon;
}

// What is known of the value, and the strategies that stand for it.
void add_bounds(Result& result, const methods::Run& run) {
  const auto& [row, column] = run.bounds.best;
  if (result.symmetric) result.symmetric_value = run.ledger.symmetric_value();
  result.low = row ? row->value : run.bounds.low;
  result.high = column ? -column->value : run.bounds.high;
  if (row) result.row_strategy = row->strategy;
  if (column) result.column_strategy = column->strategy;
  if (result.status == Status::stopped && near_enough(result)) result.status = Status::within;
  if (result.status != Status::within) return;
  const bool holds =
      near_enough(result) &&
      game::guaranteed(run.ledger, result.row_strategy, result.payoff_range) >= *result.low &&
      game::conceded(run.ledger, result.column_strategy, result.payoff_range) <= *result.high;
  if (!holds) throw std::logic_error("the bounds failed their proof");
}

class KnownAsGame final : public game::KnownGame {
 public:
  KnownAsGame(Index rows, Index columns, const KnownPayoffs& known)
      : rows_(rows), columns_(columns), known_(known) {}
  [[nodiscard]] Index rows() const override { return rows_; }
  [[nodiscard]] Index columns() const override { return columns_; }
  [[nodiscard]] bool knows(Index row, Index column) const override {
    return known_.knows(row, column);
  }
  [[nodiscard]] Rational entry(Index row, Index column) const override {
    return known_.payoff(row, column);
  }

 private:
  Index rows_;
  Index columns_;
  const KnownPayoffs& known_;
};

/// Whether a certificate can say that the game is symmetric: its matches pay the sum of the range's
/// ends or, without a range, 0. Of a ledger without its run's range, which may pay another, it says
/// what it would of any game.
bool stated_symmetric(const Result& result) {
  const Rational& value = result.equilibria ? result.value() : *result.symmetric_value;
  return result.symmetric && (result.payoff_range || value.sign() == 0);
}

// Of an answer that is proved or within the tolerance; else nothing.
void write_certificate_of(std::ostream& out, const Result& result, const game::KnownGame& game) {
  if (result.status == Status::proved) {
    certificate::write(out, game, {result.value(), result.row().strategy, result.column().strategy},
                       stated_symmetric(result), result.payoff_range,
                       {&result.row(), &result.column()});
  } else if (result.status == Status::within) {
    certificate::write(out, game,
                       {result.symmetric, result.payoff_range, *result.epsilon, *result.low,
                        *result.high, result.row_strategy, result.column_strategy});
  }
}

ledger::LedgerSettings ledger_settings(const Options& options, const StopToken& stop,
                                       const Hooks& hooks) {
  return {options.symmetric,    options.budget,       stop,
          options.check_repeat, options.seed,         hooks.observer,
          options.threads,      options.payoff_range, hooks.costs};
}

std::unique_ptr<ledger::Store> ledger_file(const Source& game, const Options& options) {
  if (!options.ledger) return nullptr;
  const GameIdentity identity = game.identity();
  Rational sum;
  if (options.symmetric && options.payoff_range) {
    sum = options.payoff_range->low + options.payoff_range->high;
  }
  ledger::LedgerGame known{game.rows(), game.columns(), options.symmetric,
                           ledger::identity_of(options.game_id, identity, sum), identity.note};
  known.sum = std::move(sum);
  label(known, game, *options.ledger);
  known.agrees = [&game](Entry entry, const Rational& payoff) {
    return game.agrees(entry, payoff);
  };
  return std::make_unique<ledger::Store>(*options.ledger, known);
}

}  // namespace

void label(ledger::LedgerGame& known, const Source& game, const std::string& path) {
  known.row_labels = game.labels().rows;
  known.column_labels = game.labels().columns;
  if (known.symmetric && known.row_labels.empty()) known.row_labels = known.column_labels;
  if (known.symmetric && known.column_labels.empty()) known.column_labels = known.row_labels;
  if (known.symmetric && known.row_labels != known.column_labels) {
    throw InputError(path +
                     ": rows and columns of a symmetric game are the same strategies, and here "
                     "their labels differ");
  }
  sources::check_names(path, "row", known.row_labels, known.rows);
  sources::check_names(path, "column", known.column_labels, known.columns);
}

StopToken stop_token(const Options& options, const Hooks& hooks, StopToken::Clock::time_point now) {
  if (!options.time_limit) return StopToken(hooks.stop);
  // A limit beyond a century is none; the clock could not hold it.
  const double seconds = std::min(*options.time_limit, 3e9);
  return StopToken(hooks.stop, now + std::chrono::duration_cast<StopToken::Clock::duration>(
                                         std::chrono::duration<double>(seconds)));
}

Result solve(Source& game, const Options& options, const Hooks& hooks) {
  return game.random() ? solve_by_play(game, options, hooks) : solve(game, options, hooks, nullptr);
}

Result solve(Source& game, const Options& options, const Hooks& given,
             const ledger::LedgerGame* from) {
  check_options(options);
  const methods::Method method = method_named(options.method).run;
  const auto start = StopToken::Clock::now();
  const StopToken stop = stop_token(options, given, start);
  Logged logged(options, given.observer);
  Hooks hooks = given;
  if (options.ledger) hooks.observer = &logged;
  ledger::LedgerSettings settings = ledger_settings(options, stop, hooks);
  if (from != nullptr && from->symmetric) settings.sum = from->sum;
  ledger::Ledger ledger(game, settings);
  const auto file = from == nullptr ? ledger_file(game, options)
                                    : std::make_unique<ledger::Store>(*options.ledger, *from);
  if (file) ledger.keep_in(*file);
  if (file) logged.write_to(*file);
  methods::Run run{ledger, options, stop, hooks.observer, start};
  ledger.on_waiting([&run](const Waiting& waiting) { run.report(waiting); });

  Result result;
  result.rows = ledger.rows();
  result.columns = ledger.columns();
  result.symmetric = options.symmetric;
  result.method = options.method;
  result.seed = options.seed;
  result.payoff_range = options.payoff_range;
  result.epsilon = options.epsilon;
  result.row_labels = game.labels().rows;
  result.column_labels = game.labels().columns;
  result.solved_as = game.solved_as();

  run.event("run", {{"version", version()},
                    {"rows", result.rows},
                    {"columns", result.columns},
                    {"symmetric", result.symmetric},
                    {"method", options.method},
                    {"seed", options.seed},
                    {"delta", options.delta}});
  methods::Outcome outcome = method(run);
  if (outcome.status == Status::proved && holds(run, outcome.pair)) {
    run.report("listing extreme strategies");
    result.equilibria = equilibria(ledger, outcome.pair, options, stop);
  }
  if (outcome.status == Status::proved && !result.equilibria) outcome = methods::Outcome::stopped();
  result.status = outcome.status;
  if (outcome.status == Status::proved) {
    if (options.kernels) add_kernels(*result.equilibria, ledger, options, stop);
    if (options.payoff_range) {
      result.hindsight = game::fewest_for_proof(ledger, outcome.pair, *options.payoff_range,
                                                ledger.symmetric(), a_while(stop));
      if (result.row().dimension == 0 && result.column().dimension == 0) {
        result.range_floor = game::fewest_for_any_proof(ledger, outcome.pair, *options.payoff_range,
                                                        ledger.symmetric(), a_while(stop));
      }
    }
  } else {
    note_known_bounds(run, methods::Precision::exact);
    run.shown = {};  // the last that is shown is the result
    if (hooks.observer != nullptr) hooks.observer->progress(run.progress());
    add_bounds(result, run);
    if (result.status == Status::stopped) result.stop_reason = stop_reason(run);
    result.next = ledger.left_over(Result::most_next);
  }
  if (hooks.costs != nullptr) {
    result.cost = ledger.spent();
    if (file) result.recalled_cost = ledger.recalled_cost();
    if (result.equilibria) {
      result.floor_cost = ledger.cost_of_lines(result.row().support, result.column().support);
    }
  }
  if (hooks.certificate != nullptr) write_certificate_of(*hooks.certificate, result, ledger);
  result.range_used = run.range_used;
  result.queries = ledger.asked();
  result.rounds = ledger.rounds();
  if (file) result.recalled = ledger.recalled();
  if (options.check_repeat > 0 || ledger.repeats() > 0) result.repeats = ledger.repeats();
  if (ledger.averaged_plays() > 0) result.averaged_plays = ledger.averaged_plays();
  if (ledger.asked() > ledger.queries()) result.mirrored = ledger.asked() - ledger.queries();
  if (run.counts.search.calls + run.counts.values.calls > 0) {
    result.counters = run.counts;
    tell_counters(run);
  }
  result.seconds = run.seconds();
  tell_outcome(run, result);
  if (file) logged.end(result);
  result.known = ledger.give_away();
  return result;
}

Plan plan(Source& game, const Options& options, const Hooks& hooks) {
  if (game.random()) return plan_plays(game, options, hooks);
  check_options(options);
  const auto start = StopToken::Clock::now();
  const StopToken stop = stop_token(options, hooks, start);
  ledger::Ledger ledger(game, ledger_settings(options, stop, hooks));
  const auto file = ledger_file(game, options);
  if (file) ledger.keep_in(*file);
  Plan next;
  std::vector<Entry> entries;
  ledger.plan_into(entries);
  methods::Run run{ledger, options, stop, hooks.observer, start};
  try {
    const methods::Outcome outcome = method_named(options.method).run(run);
    if (outcome.status == Status::stopped) next.stop_reason = stop_reason(run);
  } catch (const ledger::PlanMade&) {
    for (const Entry& entry : entries) next.questions.push_back({entry});
  }
  return next;
}

void write_certificate(std::ostream& out, const Result& result) {
  if (!result.known) throw std::logic_error("the payoffs behind the result are gone");
  const KnownAsGame game(result.rows, result.columns, *result.known);
  if (result.status != Status::within) (void)result.value();  // or else NotProved
  write_certificate_of(out, result, game);
}

void release_thread_memory() noexcept { exact::release_spare_numbers(); }
void when_out_of_memory(void (*end)()) noexcept { exact::when_out_of_memory(end); }

std::string version() { return ALLNASH_VERSION; }

}  // namespace allnash
