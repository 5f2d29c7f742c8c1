// What the files of this room share.
#pragma once

#include <chrono>
#include <string_view>
#include <vector>

#include "allnash/options.hpp"
#include "allnash/plan.hpp"
#include "allnash/progress.hpp"
#include "allnash/result.hpp"
#include "allnash/solve.hpp"
#include "ledger/ahead.hpp"
#include "ledger/ledger.hpp"
#include "search/run.hpp"
#include "store/ledger_game.hpp"
#include "store/store.hpp"

namespace allnash {

// Options.
/// The probability that a program gave as a double: the shortest decimal that gives it. One that is
/// no double stays as it is.
Rational as_meant(const Rational& probability);
/// Throws OptionError for options that do not fit a game of chance.
void check_for_chance(const Options& options);

// Methods by name: method_table.cpp lists them.
struct NamedMethod {
  MethodInfo info;
  methods::Method run;
};

/// The method of that name, for games of chance or for other games. Throws InputError for a method
/// of the other kind.
const NamedMethod& method_named(std::string_view name, bool chance);

// What a run will probably ask for next.
/// A run as it was begun.
struct Begun {
  methods::Method method = nullptr;
  Options options;
  ledger::LedgerSettings settings;
  Index rows = 0;
  Index columns = 0;
};

/// Replays the run to its end on what is known, in eight games that fit it: see low_rank.hpp.
[[nodiscard]] ledger::Foresee foresight(const Begun& run);

// Plans (leases.cpp).
/// Throws OptionError where questions cannot be handed out like this.
void check_leases(const Source& game, const Options& options, const Leases& leases);
struct Planned {
  const ledger::Ledger& ledger;  ///< that planned the round
  store::Store& file;
  const Options& options;
  ledger::Foresee foresee;  ///< empty where nothing is handed out ahead
};
/// Takes what is out off the plan, and what would be out beyond the limit, fills it up with what
/// will probably be asked for next, and writes down that all of it is out.
void hand_out(Plan& next, const Planned& planned, const Leases& leases);

// Ledger files.
/// An observer that writes down in the ledger file where the run stands.
class Logged final : public Observer {
 public:
  /// Passes all that it hears on to `next`, if there is one.
  Logged(const Options& options, Observer* next);
  /// From now on it writes; the file must outlive it.
  void write_to(store::Store& file) { file_ = &file; }
  void progress(const Progress& now) override;
  [[nodiscard]] bool wants_events() const override {
    return next_ != nullptr && next_->wants_events();
  }
  void event(const Event& event) override { next_->event(event); }
  void end(const Result& result);

 private:
  using Clock = std::chrono::steady_clock;
  [[nodiscard]] store::Facts state_of(const Progress& now) const;

  store::Store* file_ = nullptr;
  Observer* next_;
  store::Facts settings_;
  Clock::time_point next_note_;
  std::int64_t points_ = 0;
  double next_point_ = 0;  // seconds
  std::int64_t queries_ = -1;
  std::optional<Waiting> workers_;  // as they were told of last
};

/// Solves a game that only its ledger file knows: `from` is what the file says of it, or null.
Result solve(Source& game, const Options& options, const Hooks& hooks,
             const store::LedgerGame* from);

}  // namespace allnash
