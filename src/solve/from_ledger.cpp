// What a ledger file tells on its own.
#include <algorithm>
#include <charconv>

#include "allnash/error.hpp"
#include "allnash/ledger_report.hpp"
#include "ledger/file.hpp"
#include "ledger/snapshot.hpp"

namespace allnash {

namespace {

std::string fact(const ledger::Facts& facts, const std::string& name) {
  const auto found = std::ranges::find(facts, name, [](const auto& one) { return one.first; });
  return found == facts.end() ? "" : found->second;
}

template <typename Number>
std::optional<Number> number(const ledger::Facts& facts, const std::string& name) {
  const std::string text = fact(facts, name);
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return {};
  return value;
}

Progress progress_in(const ledger::Facts& facts) {
  Progress now;
  now.queries = number<std::int64_t>(facts, "queries").value_or(0);
  now.rounds = number<std::int64_t>(facts, "rounds").value_or(0);
  now.seconds = number<double>(facts, "seconds").value_or(0);
  now.low = number<double>(facts, "low");
  now.high = number<double>(facts, "high");
  now.to_go = number<double>(facts, "to_go");
  if (const auto workers = number<std::int64_t>(facts, "workers")) {
    now.waiting.emplace();
    now.waiting->workers = static_cast<std::size_t>(*workers);
    now.waiting->busy = static_cast<std::size_t>(number<std::int64_t>(facts, "busy").value_or(0));
    now.waiting->in_flight = number<std::int64_t>(facts, "in_flight").value_or(0);
  }
  return now;
}

/// What goes wrong is said of the file, not of its copy.
template <typename Read>
auto reading(const std::string& path, const ledger::Snapshot& copy, const Read& read) {
  try {
    return read();
  } catch (const InputError& error) {
    std::string what = error.what();
    const std::size_t place = what.find(copy.path());
    if (place == std::string::npos) throw InputError(path + ": " + what);
    throw InputError(what.replace(place, copy.path().size(), path));
  }
}

constexpr std::string_view option_prefix = "option ";

/// The options of the run, but for its limits.
Options options_in(const ledger::Facts& facts, Options options) {
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

RunHistory history_in(ledger::RunLog& log) {
  RunHistory history;
  log.for_each_point([&](const ledger::Facts& facts) {
    const Progress now = progress_in(facts);
    history.add({now.queries, now.rounds, now.seconds, now.low, now.high});
  });
  log.for_each_asked([&](const ledger::RunLog::Asked& asked) {
    history.add({asked.round, asked.row_runs, asked.column_runs, asked.entries});
  });
  return history;
}

/// A game that only its ledger knows. Asked for more, it answers nothing, and the run ends.
class LedgerAlone final : public SlowSource {
 public:
  explicit LedgerAlone(const ledger::LedgerGame& game)
      : SlowSource(game.rows, game.columns), game_(game) {}
  void answer(std::span<const Entry> /*asked*/, Answers& /*answers*/) override {}
  [[nodiscard]] GameIdentity identity() const override { return {game_.identity.value_or(""), ""}; }
  [[nodiscard]] std::vector<std::string> row_labels() const override { return game_.row_labels; }
  [[nodiscard]] std::vector<std::string> column_labels() const override {
    return game_.column_labels;
  }

 private:
  const ledger::LedgerGame& game_;
};

}  // namespace

LedgerState ledger_state(const std::string& path) {
  LedgerState state;
  state.running = ledger::in_use(path);
  const ledger::Snapshot copy(path);
  return reading(path, copy, [&] {
    ledger::LedgerFile file(copy.path());
    state.rows = file.game().rows;
    state.columns = file.game().columns;
    state.symmetric = file.game().symmetric;
    state.payoffs = file.count();
    const ledger::Facts facts = file.log().state();
    if (!facts.empty()) state.progress = progress_in(facts);
    state.stage = fact(facts, "stage");
    state.status = fact(facts, "status");
    state.budget = number<std::int64_t>(facts, "option budget");
    return state;
  });
}

LedgerReport report_of_ledger(const std::string& path, const Options& options, const Hooks& hooks) {
  LedgerReport report;
  report.page.running = ledger::in_use(path);
  const ledger::Snapshot copy(path);
  return reading(path, copy, [&] {
    Options used = options;
    ledger::LedgerGame game;
    ledger::Facts facts;
    {
      ledger::LedgerFile file(copy.path());
      game = file.game();
      facts = file.log().state();
      report.page.history = history_in(file.log());
    }
    used = options_in(facts, used);
    used.symmetric = game.symmetric;
    used.ledger = copy.path();
    LedgerAlone source(game);
    Result& result = report.result;
    result = solve(source, used, hooks);
    if (!result.next.empty()) result.stop_reason = "the ledger holds no more";
    if (const auto seconds = number<double>(facts, "seconds")) result.seconds = *seconds;
    result.recalled.reset();
    for (const auto& [name, text] : facts) {
      if (name.starts_with(option_prefix)) {
        report.page.settings.emplace_back(name.substr(option_prefix.size()), text);
      }
    }
    return report;
  });
}

}  // namespace allnash
