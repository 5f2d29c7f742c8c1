// A run on a game whose payoffs are fixed: what a method works with. Also here: the outcome that a
// method returns, and the list of methods, each a function of a run in a file of its own.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "allnash/result.hpp"
#include "core/exact/memory.hpp"
#include "core/game/pair.hpp"
#include "core/game/view.hpp"
#include "matrix/run/base.hpp"

namespace allnash::matrix {

/// The purpose of a query in a search among subgames: candidates for the value, the saddle point,
/// the check of C1 to C3.
enum class Phase { values, search, check };

/// Counts of calls and queries by phase.
struct SearchCounts {
  PhaseCounts values{"values"};
  PhaseCounts search{"search"};
  PhaseCounts check{"check"};
  [[nodiscard]] PhaseCounts& of(Phase phase) {
    return phase == Phase::values ? values : phase == Phase::search ? search : check;
  }
  /// Empty if no search was started.
  [[nodiscard]] std::vector<PhaseCounts> list() const {
    if (search.calls + values.calls == 0) return {};
    return {values, search, check};
  }
};

/// Limits how often bounds are computed for an observer: a few times a second, for a small part of
/// the time, and not at first, since nobody sees them in a run that ends at once.
class DisplayPace {
 public:
  using Clock = StopToken::Clock;
  explicit DisplayPace(Clock::time_point start, std::chrono::milliseconds between = usual)
      : between_(between), next_(start + between) {}
  [[nodiscard]] bool due(Clock::time_point now) const { return now >= next_; }
  void took(Clock::time_point started, Clock::time_point ended) {
    next_ = ended + std::max<Clock::duration>(between_, part * (ended - started));
  }

 private:
  static constexpr std::chrono::milliseconds usual{250};
  static constexpr int part = 20;
  std::chrono::milliseconds between_;
  Clock::time_point next_;
};

struct Run final : RunBase {
  /// The method may look at the payoffs that the ledger knows, or at `its_known` alone.
  Run(asking::Ledger& its_ledger, const Options& its_options, StopToken its_stop = {},
      Observer* its_observer = nullptr, Clock::time_point its_start = Clock::now(),
      const game::Known* its_known = nullptr);

  const game::Known& known;
  /// Bounds for the observer, kept apart so that watching a run does not change it.
  Bounds shown = {};
  DisplayPace pace = DisplayPace(start);
  std::size_t lines_noted = 0;  ///< number of lines known whole when bounds were last noted
  SearchCounts counts = {};     ///< of the methods that search among subgames
  /// The floor if the supports were those of the present mixes, ties included.
  std::int64_t hoped = 0;
  /// Elementary operations of `lazy`, about one a nanosecond: estimated from sizes and steps and
  /// not timed, so that the same run counts the same.
  std::int64_t work = 0;
  bool range_used = false;  ///< whether the range made it unnecessary to read some payoffs

  // A method asks through its run. Each call is at most one round (asking::Ledger::ask).
  [[nodiscard]] bool ask(std::span<const Entry> wanted);
  [[nodiscard]] bool ask_lines(std::span<const Index> rows, std::span<const Index> columns);
  [[nodiscard]] bool ask_all();
  [[nodiscard]] bool recall_all();
  /// Called before each round, with the largest number of payoffs that it may ask: another method
  /// may then have its turn. If it returns false, the round ends as by a stop. Not called for
  /// rounds asked within a call.
  std::function<bool(std::int64_t wanted)> before_round = {};

  void note_shown_bounds();
  /// With a tolerance: whether the bounds are within it, exactly, and each is attained by a known
  /// strategy.
  [[nodiscard]] bool close_enough();
  /// Sets `hoped` to the floor for supports of these sizes.
  void hope_for(std::size_t row_support, std::size_t column_support);

 private:
  void show_value(Progress& now) const override;
  void before_report() override;
  [[nodiscard]] bool others_first(std::int64_t wanted);
};

/// Notes the best bounds that the known payoffs imply, and the strategies that attain them: the
/// values of the game of all rows known whole and of the game of all columns known whole; with a
/// range, also of lines that are known in part; and in a symmetric game its value. If that takes
/// too long, or if floating point suffices, the strategies are only nearly the best; the bounds are
/// true in any case.
enum class Precision { floating, exact };
void note_known_bounds(Run& run, Precision precision);
/// The proof, if the known payoffs contain one. Asks nothing. Nothing also when stopped.
[[nodiscard]] std::optional<game::Pair> prove_from_known(Run& run);
/// The strategies of which more than half is known: probably the important ones of an earlier run.
[[nodiscard]] game::Block mostly_known(const game::Known& known);

/// Throws OptionError for sizes of supports that the game does not have.
void refuse_misfit(const Run& run, Index k1, Index k2);

/// The result of a method. `pair` is the strictly complementary pair if the status is proved; if it
/// is not, `run.bounds` has the bounds on the value.
struct Outcome {
  Status status = Status::stopped;
  game::Pair pair = {};
  std::string reason = {};  ///< why a method gave up by itself

  static Outcome stopped() { return {}; }
  static Outcome proved(game::Pair pair) { return {Status::proved, std::move(pair)}; }
  /// The bounds are within the tolerance; `run.bounds.best` attains them.
  static Outcome within() { return {Status::within, {}}; }
  static Outcome no_strict_saddle_point() { return {Status::no_strict_saddle_point, {}}; }
  static Outcome failure() { return {Status::failure, {}}; }
};

using Method = Outcome (*)(Run&);

/// Reads these rows and these columns whole and checks, exactly, that they are the supports: the
/// game on the rows and the game on the columns have one value, the columns are the union of the
/// supports of the optimal column strategies of the first, and the rows that of the optimal row
/// strategies of the second. Proved when they are, with the pair that the two games give; failure
/// when not. Both values are bounds on the game's and are noted. Requires non-empty rising lists.
Outcome check_candidate(Run& run, const std::vector<Index>& rows,
                        const std::vector<Index>& columns);

Outcome automatic(Run& run);
Outcome lazy(Run& run);
Outcome full(Run& run);
Outcome paper(Run& run);
Outcome reweighted(Run& run);
/// Every equilibrium of a game whose payoffs are 0 and 1.
Outcome sparse_binary(Run& run);
/// Within a tolerance.
Outcome random_play(Run& run);

// Each finds and proves the strict saddle point, or proves that there is none. `auto` uses only the
// first; the others are for comparison.
Outcome saddle_bienstock(Run& run);
Outcome saddle_dallant(Run& run);
Outcome saddle_random(Run& run);
Outcome saddle_lasvegas(Run& run);

/// The last phase of a proved run (listing.cpp): all equilibria, given a strictly complementary
/// pair of the game. Both optimal sets, with as many extreme strategies as the options ask for, and
/// the kernels if they do. Unread payoffs that may matter to the lists are asked for. Nothing when
/// the run was stopped before the dimensions were known.
[[nodiscard]] std::optional<Equilibria> list_equilibria(Run& run, const game::Pair& pair);

}  // namespace allnash::matrix
