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
#include "base/stop_token.hpp"
#include "chance/attempt.hpp"
#include "exact/memory.hpp"
#include "game/pair.hpp"
#include "game/view.hpp"
#include "ledger/ledger.hpp"

namespace allnash::methods {

/// A mixed strategy in floating point: its non-zero probabilities.
struct FloatWeight {
  Index strategy = 0;
  double probability = 0;
  bool operator==(const FloatWeight&) const = default;
};
using FloatMix = std::vector<FloatWeight>;

[[nodiscard]] FloatMix rounded(const MixedStrategy& strategy);
/// The probabilities as whole numbers over their sum.
[[nodiscard]] MixedStrategy exactly(const FloatMix& mix);

/// What a search among subgames asks for: candidates for the value, the saddle point, the check of
/// C1 to C3.
enum class Phase { values, search, check };

/// What these searches cost.
struct SearchCounts {
  PhaseCounts values{"values"};
  PhaseCounts search{"search"};
  PhaseCounts check{"check"};
  [[nodiscard]] PhaseCounts& of(Phase phase) {
    return phase == Phase::values ? values : phase == Phase::search ? search : check;
  }
  /// Empty where no search was begun.
  [[nodiscard]] std::vector<PhaseCounts> list() const {
    if (search.calls + values.calls == 0) return {};
    return {values, search, check};
  }
};

/// A strategy, and what it is sure to earn, as its own player sees it.
struct Guarantee {
  Rational value;
  MixedStrategy strategy;
};

/// Bounds on the value that hold whatever the unseen entries are.
struct Bounds {
  std::optional<Rational> low;
  std::optional<Rational> high;
  game::Both<std::optional<Guarantee>> best;  ///< the best that each player is known to have
  void raise_low(const Rational& bound);
  void lower_high(const Rational& bound);
  void take(game::Player player, Guarantee guarantee);
  /// The player can get no more than this, in floating point rounded up, against the opponent's
  /// mix; no bound if not finite.
  void hold_down(game::Player player, double most, const FloatMix& against);

  /// A mix, and the most that the opponent earns against it; not yet checked exactly.
  struct Holding {
    double most = std::numeric_limits<double>::infinity();
    FloatMix mix;
  };
  game::Both<Holding> holding;  ///< the best of each player
};

/// How often bounds are worked out for whoever watches: a few times a second, for no more than a
/// small part of the time, and not at first, since nobody sees them in a run that is over at once.
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

/// What a method for games of chance works with as well.
struct Chance {
  Rational delta;    ///< the probability with which the bounds may be wrong
  Rational epsilon;  ///< the tolerance as a share of the range
  /// Called with every attempt whenever it may end; tests compare its arms with the true means.
  std::function<void(const chance::Attempt&)> on_look = {};
  // Kept as it goes, in units of payoff and for display.
  double low = 0;
  double high = 0;
  std::optional<double> to_go = {};  ///< a guess at the plays that are still needed
};

/// As the options have them: the decimal that the user wrote for delta, not the double nearest to
/// it.
Chance chance_of(const Options& options);

/// All that a method works with.
struct Run {
  ledger::Ledger& ledger;
  const Options& options;
  StopToken stop;
  Observer* observer = nullptr;
  StopToken::Clock::time_point start = StopToken::Clock::now();
  const game::Known& known = ledger.known();  ///< what the method may look at
  Bounds bounds = {};                         ///< kept true by the method as it goes
  /// Bounds for the observer, kept apart so that a run goes the same way watched or not.
  Bounds shown = {};
  Pace pace = Pace(start);
  std::string stage = {};       ///< last reported
  std::size_t lines_noted = 0;  ///< known whole when bounds were last noted
  SearchCounts counts = {};     ///< of the methods that search among subgames
  /// The floor, if the supports were what a search mixes now, ties included.
  std::int64_t hoped = 0;
  bool range_used = false;            ///< whether payoffs were left unread because of the range
  std::optional<Chance> chance = {};  ///< of a game of chance, whose options have range and epsilon

  /// Tells the observer where the run is. A new stage is an event, too.
  void report(std::string_view now_at);
  /// The same stage goes on, and this is what it waits for.
  void report(const Waiting& waiting) const;
  /// Tells an observer that wants events; next to free when there is none. What was asked is told
  /// by the ledger, and queries and rounds so far are added: tell what was chosen and why.
  void event(std::string_view name, std::initializer_list<EventField> fields = {}) const {
    if (observer != nullptr && observer->wants_events()) tell(name, fields);
  }
  void tell(std::string_view name, std::span<const EventField> fields) const;
  [[nodiscard]] Progress progress() const;
  void note_shown_bounds();
  [[nodiscard]] double seconds() const;
  /// With a tolerance: true once the bounds are that near to each other, each with a strategy that
  /// attains it, exactly.
  [[nodiscard]] bool close_enough();
  /// Notes what the floor is if these are the sizes of the supports.
  void hope_for(std::size_t row_support, std::size_t column_support);
  /// How many threads may compute side by side.
  [[nodiscard]] std::size_t threads() const { return threads_for(options.threads); }
};

/// Notes the best bounds that what is known implies, and the strategies that attain them: the
/// values of the game of all rows known whole and of the game of all columns known whole; where
/// payoffs lie in a range, of lines that are known in part, too; and in a symmetric game its value.
/// Where that takes too long, or floating point will do, the strategies are nearly the best; the
/// bounds are true in any case.
enum class Precision { floating, exact };
void note_known_bounds(Run& run, Precision precision);
/// The proof, where what is known holds one. Asks nothing. Nothing also when stopped.
[[nodiscard]] std::optional<game::Pair> prove_from_known(Run& run);
/// The strategies of which more than half is known: those that mattered to an earlier run.
[[nodiscard]] game::Block mostly_known(const game::Known& known);

/// Throws OptionError for sizes of supports that the game does not have.
void refuse_misfit(const Run& run, Index k1, Index k2);

/// What a method ends in. `pair` is the strictly complementary pair when the status is proved; when
/// it is not, `run.bounds` says what is known of the value; of a game of chance, with confidence.
struct Outcome {
  Status status = Status::stopped;
  game::Pair pair = {};
  // Of a game of chance.
  std::vector<Cap> row_caps = {};
  std::vector<Cap> column_caps = {};
  std::int64_t attempts = 0;
  std::optional<chance::Attempt> attempt = {};  ///< certified: what the bounds rest on
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

// Each ends in the strict saddle point, proved, or in no_strict_saddle_point, exactly. `auto` uses
// the first alone; the others are there to be compared with.
Outcome saddle_bienstock(Run& run);
Outcome saddle_dallant(Run& run);
Outcome saddle_random(Run& run);
Outcome saddle_lasvegas(Run& run);

// Games of chance: bounds on the value that hold with a stated confidence, and the strict saddle
// point.
Outcome certify_by_play(Run& run);
Outcome saddle_midsearch(Run& run);

/// The last phase of a proved run (listing.cpp). The equilibria that a strictly complementary pair
/// of the game stands for: both optimal sets, up to the number of extreme strategies that the
/// options ask for, and the kernels if they do. What is unread and may matter to the lists is asked
/// for. Nothing when the run was stopped before the dimensions were known.
[[nodiscard]] std::optional<Equilibria> list_equilibria(Run& run, const game::Pair& pair);

/// A run that is told to end has a little time left to check its answer, or to say what it knows.
[[nodiscard]] StopToken a_while(const StopToken& stop,
                                std::chrono::milliseconds grace = std::chrono::milliseconds(300));

}  // namespace allnash::methods
