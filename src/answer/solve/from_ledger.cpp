// Records the progress of a run in its ledger file, and makes the report from the file alone.
#include <algorithm>

#include "allnash/report.hpp"
#include "allnash/run.hpp"
#include "allnash/solve.hpp"
#include "answer/solve/parts.hpp"
#include "core/base/text.hpp"
#include "payoffs/file/database_file.hpp"
#include "payoffs/file/store.hpp"

namespace allnash {

namespace {

using file::fact;
using file::Facts;

Facts point_of(const Progress& now) {
  Facts point{{"queries", std::to_string(now.queries)},
              {"rounds", std::to_string(now.rounds)},
              {"seconds", shortest_text(now.seconds)}};
  if (now.low) point.emplace_back("low", shortest_text(*now.low));
  if (now.high) point.emplace_back("high", shortest_text(*now.high));
  return point;
}

template <typename Number>
std::optional<Number> number(const Facts& facts, std::string_view name) {
  return number_in<Number>(fact(facts, name));
}

Progress progress_in(const Facts& facts) {
  Progress now;
  now.queries = number<std::int64_t>(facts, "queries").value_or(0);
  now.rounds = number<std::int64_t>(facts, "rounds").value_or(0);
  now.seconds = number<double>(facts, "seconds").value_or(0);
  now.low = number<double>(facts, "low");
  now.high = number<double>(facts, "high");
  now.value = number<double>(facts, "value");
  now.to_go = number<double>(facts, "to_go");
  now.repeats = number<std::int64_t>(facts, "repeats").value_or(0);
  now.hedged = number<std::int64_t>(facts, "hedged").value_or(0);
  now.in_vain = number<std::int64_t>(facts, "in_vain").value_or(0);
  if (const auto workers = number<std::int64_t>(facts, "workers")) {
    now.waiting.emplace();
    now.waiting->workers = static_cast<std::size_t>(*workers);
    now.waiting->busy = static_cast<std::size_t>(number<std::int64_t>(facts, "busy").value_or(0));
    now.waiting->in_flight = number<std::int64_t>(facts, "in_flight").value_or(0);
    now.waiting->share = number<double>(facts, "busy_share").value_or(0);
  }
  return now;
}

constexpr std::string_view option_prefix = "option ";

/// The options of the run, without its limits.
Options options_in(const Facts& facts, Options options) {
  for (const auto& [name, text] : facts) {
    if (!name.starts_with(option_prefix)) continue;
    const std::string_view option = std::string_view(name).substr(option_prefix.size());
    if (option == "budget" || option == "time-limit" || option == "check-repeat") continue;
    const auto table = option_table();
    const auto info = std::ranges::find(table, option, &OptionInfo::name);
    if (info == table.end()) {
      throw InputError("made by another version of allnash: it has an option " +
                       std::string(option));
    }
    info->set(options, text);
  }
  return options;
}

RunHistory history_in(file::RunLog& log) {
  RunHistory history;
  log.for_each_point([&](const Facts& facts) {
    const Progress now = progress_in(facts);
    history.add({now.queries, now.rounds, now.seconds, now.low, now.high});
  });
  log.for_each_asked([&](std::int64_t round, const file::EntryRuns& asked) {
    history.add({round, asked.row_runs, asked.column_runs, asked.entries});
  });
  return history;
}

const Stop no_more{StopReason::no_answer, "the ledger holds no more"};

/// A game that is known only from its ledger. It answers no question, so that the run ends.
class LedgerAlone final : public Source {
 public:
  explicit LedgerAlone(const file::LedgerGame& game)
      : Source(game.rows, game.columns, {game.row_labels, game.column_labels}) {}
  void answer(std::span<const Question> /*asked*/, Answers& /*answers*/) override {}
};

/// The same for a game of chance.
class PlaysAlone final : public Source {
 public:
  explicit PlaysAlone(const file::LedgerGame& game)
      // Plays that are handed out may still come back: they are asked for, and get no answer.
      : Source(game.rows, game.columns, {game.row_labels, game.column_labels},
               {.random = true, .seeded = true}),
        game_(game) {}
  void answer(std::span<const Question> asked, Answers& /*answers*/) override {
    for (const Question& play : asked) {
      if (next.size() < Result::most_next) next.push_back(play.entry);
    }
  }
  [[nodiscard]] GameIdentity identity() const override {
    return {game_.identity.value_or(""), game_.note};
  }

  std::vector<Entry> next;  ///< plays that got no answer

 private:
  const file::LedgerGame& game_;
};

/// The options that the run of a ledger of plays had.
Options options_of_plays(const file::LedgerGame& game, Options options) {
  for (const OptionInfo& info : option_table()) {
    if (info.of_plays) info.set(options, fact(game.run, info.name));
  }
  options.symmetric = game.symmetric;
  return options;
}

void report_of_plays(const std::string& copy, const file::LedgerGame& game, const Options& options,
                     const Hooks& hooks, LedgerReport& report) {
  Options used = options_of_plays(game, options);
  used.ledger = copy;
  PlaysAlone source(game);
  RunRecord record(hooks.observer);
  Hooks recorded = hooks;
  recorded.observer = &record;
  report.result = solve(source, used, recorded);
  report.result.next = source.next;
  report.page.history = record.history();
  report.page.settings.emplace_back("symmetric", game.symmetric ? "yes" : "no");
  for (const auto& [name, text] : game.run) {
    if (name != "version") report.page.settings.emplace_back(name, text);
  }
}

}  // namespace

Logged::Logged(const Options& options, Observer* next) : next_(next), next_note_(Clock::now()) {
  settings_.emplace_back("version", version());
  for (const auto& [name, text] : settings_of(options)) {
    settings_.emplace_back(std::string(option_prefix) + name, text);
  }
}

Facts Logged::state_of(const Progress& now) const {
  Facts state = settings_;
  for (auto& fact : point_of(now)) state.push_back(std::move(fact));
  if (now.value) state.emplace_back("value", shortest_text(*now.value));
  state.emplace_back("stage", now.stage);
  if (now.to_go) state.emplace_back("to_go", shortest_text(*now.to_go));
  const std::initializer_list<std::pair<const char*, std::int64_t>> counts{
      {"repeats", now.repeats}, {"hedged", now.hedged}, {"in_vain", now.in_vain}};
  for (const auto& [name, count] : counts) {
    if (count > 0) state.emplace_back(name, std::to_string(count));
  }
  if (workers_) {
    // If nothing is said, the run waits for nobody.
    const Waiting waiting = now.waiting.value_or(Waiting{});
    state.emplace_back("workers", std::to_string(workers_->workers));
    state.emplace_back("busy", std::to_string(waiting.busy));
    state.emplace_back("in_flight", std::to_string(waiting.in_flight));
    state.emplace_back("busy_share", shortest_text(workers_->share));
  }
  return state;
}

// Each note is a write to the disk: at most one a second, and points of the curve at growing
// distances, so that a run of months has some thousands.
void Logged::progress(const Progress& now) {
  constexpr std::int64_t freely = 64;
  if (now.waiting) workers_ = now.waiting;
  const bool point = now.queries != queries_ && (points_ < freely || now.seconds >= next_point_);
  if (file_ != nullptr && (Clock::now() >= next_note_ || (point && points_ < freely))) {
    file_->note(state_of(now), point ? point_of(now) : Facts{});
    next_note_ = Clock::now() + std::chrono::seconds(1);
    if (point) {
      ++points_;
      queries_ = now.queries;
      next_point_ = now.seconds + std::max(1.0, now.seconds / 500);
    }
  }
  if (next_ != nullptr) next_->progress(now);
}

void Logged::end(const Result& result) {
  Progress last{.queries = result.queries,
                .rounds = result.rounds,
                .repeats = result.repeats.value_or(0),
                .hedged = result.hedged.value_or(0),
                .in_vain = result.in_vain.value_or(0),
                .seconds = result.seconds};
  // What is noted of a symmetric game is what a strategy guarantees. Before there is one, `low` and
  // `high` are the value.
  if (!result.symmetric || result.equilibria || !result.row_strategy.empty()) {
    if (result.low) last.low = result.low->to_double();
    if (result.high) last.high = result.high->to_double();
  }
  if (result.symmetric && result.value) last.value = result.value->to_double();
  Facts state = state_of(last);
  state.emplace_back("status", status_name(result.status));
  file_->note(state, point_of(last));
}

LedgerState ledger_state(const std::string& path) {
  LedgerState state;
  state.running = file::in_use(path);
  const file::Snapshot copy(path);
  return copy.reading([&] {
    file::Store file(copy.path());
    static_cast<LedgerShape&>(state) = file::shape_of(file.game());
    state.by_play = file.game().by_play();
    state.payoffs = file.count();
    const Facts facts = file.log().state();
    if (!facts.empty()) state.progress = progress_in(facts);
    state.stage = fact(facts, "stage");
    state.status = fact(facts, "status");
    state.budget = number<std::int64_t>(facts, "option budget");
    return state;
  });
}

LedgerReport report_of_ledger(const std::string& path, const Options& options, const Hooks& hooks) {
  LedgerReport report;
  report.page.running = file::in_use(path);
  const file::Snapshot copy(path);
  return copy.reading([&] {
    file::LedgerGame game;
    Facts facts;
    {
      file::Store file(copy.path());
      game = file.game();
      if (game.by_play() && file.logs().any_since(file.run_start().plays)) {
        throw InputError(copy.path() + ": a league of logs or counts, from which `rank` answers");
      }
      facts = file.log().state();
      report.page.history = history_in(file.log());
    }
    Result& result = report.result;
    if (game.by_play()) {
      report_of_plays(copy.path(), file::of_last_run(game), options, hooks, report);
    } else {
      Options used = options_in(facts, options);
      used.symmetric = game.symmetric;
      used.ledger = copy.path();
      LedgerAlone source(game);
      result = solve(source, used, hooks, &game);
      for (const auto& [name, text] : facts) {
        if (name.starts_with(option_prefix)) {
          report.page.settings.emplace_back(name.substr(option_prefix.size()), text);
        }
      }
    }
    if (!result.next.empty()) result.stop = no_more;
    if (const auto seconds = number<double>(facts, "seconds")) result.seconds = *seconds;
    result.recalled.reset();
    const Progress last = progress_in(facts);
    if (report.page.running) report.page.workers = last.waiting;
    if (last.repeats > 0) result.repeats = last.repeats;
    if (last.hedged > 0) result.hedged = last.hedged;
    if (last.in_vain > 0) result.in_vain = last.in_vain;
    return report;
  });
}

}  // namespace allnash
