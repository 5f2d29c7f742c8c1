// A run: the ledger, options and stop token that a method works with, and the bounds that it keeps.
// Also here: the outcome that a method returns, and the list of methods, each a function of a run
// in a file of its own.
#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "allnash/options.hpp"
#include "allnash/progress.hpp"
#include "allnash/result.hpp"
#include "chance/evidence/attempt.hpp"
#include "core/base/stop_token.hpp"
#include "core/exact/memory.hpp"
#include "core/game/pair.hpp"
#include "core/game/view.hpp"
#include "payoffs/asking/ledger.hpp"

namespace allnash::matrix {

/// A mixed strategy in floating point: its non-zero probabilities.
struct FloatWeight {
  Index strategy = 0;
  double probability = 0;
  bool operator==(const FloatWeight&) const = default;
};
using FloatMix = std::vector<FloatWeight>;

[[nodiscard]] FloatMix rounded(const MixedStrategy& strategy);
/// The probabilities as exact fractions of their sum.
[[nodiscard]] MixedStrategy exactly(const FloatMix& mix);

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
  /// Empty if no search was begun.
  [[nodiscard]] std::vector<PhaseCounts> list() const {
    if (search.calls + values.calls == 0) return {};
    return {values, search, check};
  }
};

/// A strategy and a lower bound on its payoff, as its own player sees it.
struct Guarantee {
  Rational value;
  MixedStrategy strategy;
};

/// Bounds on the value that hold for any payoffs of the unread entries.
struct Bounds {
  std::optional<Rational> low;
  std::optional<Rational> high;
  game::Both<std::optional<Guarantee>> best;  ///< the best known strategy of each player
  void raise_low(const Rational& bound);
  void lower_high(const Rational& bound);
  void take(game::Player player, Guarantee guarantee);
  /// Notes that the player's payoff against the opponent's mix is at most `most`, in floating point
  /// rounded up; no bound if not finite.
  void hold_down(game::Player player, double most, const FloatMix& against);

  /// A mix and the opponent's largest payoff against it; not yet checked exactly.
  struct Holding {
    double most = std::numeric_limits<double>::infinity();
    FloatMix mix;
  };
  game::Both<Holding> holding;  ///< the best mix of each player
};

/// Limits how often bounds are computed for an observer: a few times a second, for a small part of
/// the time, and not at first, since nobody sees them in a run that ends at once.
class Pace {
 public:
  using Clock = StopToken::Clock;
  explicit Pace(Clock::time_point start, std::chrono::milliseconds between = usual)
      : between_(between), next_(start + between) {}
  [[nodiscard]] bool due(Clock::time_point now) const { return now >= next_; }
  void took(Clock::time_point begun, Clock::time_point ended) {
    next_ = ended + std::max<Clock::duration>(between_, part * (ended - begun));
  }

 private:
  static constexpr std::chrono::milliseconds usual{250};
  static constexpr int part = 20;
  std::chrono::milliseconds between_;
  Clock::time_point next_;
};

/// Further settings and state of methods for games of chance.
struct Chance {
  Rational delta;    ///< error probability of the bounds
  Rational epsilon;  ///< the tolerance, divided by the width of the range
  /// Called with an attempt each time it may end; tests compare its arms with the true means.
  std::function<void(const chance::Attempt&)> on_look = {};
  // The present bounds, for display, in units of payoff.
  double low = 0;
  double high = 0;
  std::optional<double> to_go = {};  ///< estimated number of plays still needed
};

/// The settings in the options: delta is the decimal that the user wrote, not the nearest double.
Chance chance_of(const Options& options);

/// Everything a method works with.
struct Run {
  asking::Ledger& ledger;
  const Options& options;
  StopToken stop;
  Observer* observer = nullptr;
  StopToken::Clock::time_point start = StopToken::Clock::now();
  const game::Known& known = ledger.known();  ///< payoffs that the method may look at
  Bounds bounds = {};                         ///< the method keeps them true
  /// Bounds for the observer, kept apart so that watching a run does not change it.
  Bounds shown = {};
  Pace pace = Pace(start);
  std::string stage = {};       ///< last reported
  std::size_t lines_noted = 0;  ///< number of lines known whole when bounds were last noted
  SearchCounts counts = {};     ///< of the methods that search among subgames
  /// The floor if the supports were those of the present mixes, ties included.
  std::int64_t hoped = 0;
  /// Elementary operations of `lazy`, about one a nanosecond: estimated from sizes and steps and
  /// not timed, so that the same run counts the same.
  std::int64_t work = 0;
  bool range_used = false;  ///< whether the range made it unnecessary to read some payoffs
  std::optional<Chance> chance = {};  ///< in a game of chance; its options have range and epsilon

  /// Tells the observer the stage of the run. A new stage is an event, too.
  void report(std::string_view now_at);
  /// Tells the observer what the present stage waits for.
  void report(const Waiting& waiting) const;
  /// Tells an observer that wants events; almost free if there is none. The ledger reports queries,
  /// and the totals so far are added: report choices and their reasons here.
  void event(std::string_view name, std::initializer_list<EventField> fields = {}) const {
    if (observer != nullptr && observer->wants_events()) tell(name, fields);
  }
  void tell(std::string_view name, std::span<const EventField> fields) const;
  [[nodiscard]] Progress progress() const;
  void note_shown_bounds();
  [[nodiscard]] double seconds() const;
  /// With a tolerance: whether the bounds are within it, exactly, and each is attained by a known
  /// strategy.
  [[nodiscard]] bool close_enough();
  /// Sets `hoped` to the floor for supports of these sizes.
  void hope_for(std::size_t row_support, std::size_t column_support);
  /// The number of threads that may compute in parallel.
  [[nodiscard]] std::size_t threads() const { return threads_for(options.threads); }
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
/// is not, `run.bounds` has the bounds on the value; in a game of chance, with confidence.
struct Outcome {
  Status status = Status::stopped;
  game::Pair pair = {};
  // In a game of chance.
  std::vector<Cap> row_caps = {};
  std::vector<Cap> column_caps = {};
  std::int64_t attempts = 0;
  std::optional<chance::Attempt> attempt = {};  ///< if certified: the one that proves the bounds
  std::string reason = {};                      ///< why a method gave up by itself

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

// Games of chance: bounds on the value that hold with a stated confidence, and the strict saddle
// point.
Outcome certify_by_play(Run& run);
Outcome saddle_midsearch(Run& run);

/// The last phase of a proved run (listing.cpp): all equilibria, given a strictly complementary
/// pair of the game. Both optimal sets, with as many extreme strategies as the options ask for, and
/// the kernels if they do. Unread payoffs that may matter to the lists are asked for. Nothing when
/// the run was stopped before the dimensions were known.
[[nodiscard]] std::optional<Equilibria> list_equilibria(Run& run, const game::Pair& pair);

/// A little more time after a stop, for a run to check its answer or to report its bounds.
[[nodiscard]] StopToken a_while(const StopToken& stop,
                                std::chrono::milliseconds grace = std::chrono::milliseconds(300));

}  // namespace allnash::matrix
