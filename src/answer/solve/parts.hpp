// Shared declarations of this room.
#pragma once

#include <chrono>
#include <string_view>
#include <vector>

#include "allnash/plan.hpp"
#include "allnash/result.hpp"
#include "allnash/run.hpp"
#include "allnash/solve.hpp"
#include "chance/play/run.hpp"
#include "matrix/run/run.hpp"
#include "payoffs/asking/ahead.hpp"
#include "payoffs/asking/payoff_ledger.hpp"
#include "payoffs/file/ledger_game.hpp"
#include "payoffs/file/store.hpp"

namespace allnash {

// Options.
/// Throws OptionError for options that do not fit a game of chance.
void check_for_chance(const Options& options);

// Methods by name: method_table.cpp lists them.
struct NamedMethod {
  MethodInfo info;
  matrix::Method run;
};

struct NamedPlayMethod {
  MethodInfo info;
  chance::Method run;
};
const NamedMethod& method_named(std::string_view name);
/// `auto` is the first.
const NamedPlayMethod& play_method_named(std::string_view name);
/// The name of the method that this name means, in games of chance or in other games. Throws
/// InputError for a method of the other kind.
std::string_view method_for(std::string_view name, bool chance);

// Forecasts of the next questions of a run.
/// The start of a run: its method and settings.
struct RunSetup {
  matrix::Method method = nullptr;
  Options options;
  asking::LedgerSettings settings;
  Index rows = 0;
  Index columns = 0;
};

/// Replays the run in 32 games that agree with the known payoffs: see low_rank.hpp.
[[nodiscard]] asking::Forecaster forecaster_of(const RunSetup& run);

// Plans (leases.cpp).
/// Throws OptionError if questions cannot be handed out with these settings.
void check_leases(const Source& game, const Options& options, const Leases& leases);
struct Planned {
  const asking::Ledger& ledger;  ///< the ledger that planned the round
  file::Store& file;
  const Options& options;
  asking::Forecaster forecaster;  ///< empty if nothing is handed out ahead
};
/// Removes questions that are out from the plan, and those beyond the limit, adds questions that
/// will probably be asked next, and records in the file that all of them are out.
void hand_out(Plan& next, const Planned& planned, const Leases& leases);

// Ledger files.
/// An observer that records the progress of the run in the ledger file.
class Logged final : public Observer {
 public:
  /// Passes everything on to `next`, if there is one.
  Logged(const Options& options, Observer* next);
  /// Starts to write; the file must outlive it.
  void write_to(file::Store& file) { file_ = &file; }
  void progress(const Progress& now) override;
  [[nodiscard]] bool wants_events() const override {
    return next_ != nullptr && next_->wants_events();
  }
  void event(const Event& event) override { next_->event(event); }
  void end(const Result& result);

 private:
  using Clock = std::chrono::steady_clock;
  [[nodiscard]] file::Facts state_of(const Progress& now) const;

  file::Store* file_ = nullptr;
  Observer* next_;
  file::Facts settings_;
  Clock::time_point next_note_;
  std::int64_t points_ = 0;
  double next_point_ = 0;  // time of the next point of the curve, in seconds
  std::int64_t queries_ = -1;
  std::optional<Waiting> workers_;  // as last reported
};

/// Solves a game of chance.
Result solve_by_play(Source& game, const Options& options, const Hooks& hooks);
/// Solves a game that is known only from its ledger file: `from` is its description there, or null.
Result solve(Source& game, const Options& options, const Hooks& hooks,
             const file::LedgerGame* from);

}  // namespace allnash
