// What all runs have, of whatever kind of game: what starts and stops them, how they end, what they
// report, and what they throw.
#pragma once

#include <atomic>
#include <concepts>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "allnash/rational.hpp"
#include "allnash/source.hpp"

namespace allnash {

// The exceptions allnash throws. Running out of budget or time is not one of them: that is a
// status of the result.
//
// Beside the classes below there are
//   std::invalid_argument, std::domain_error   a Rational from bad text, NaN or x/0
//   std::logic_error        a call whose requirement was not met, and a fault of the library itself
//   std::bad_alloc          no memory
//   whatever the caller's own Source, Observer, Crew or stream throws
// No answer is returned then.
// An error names options as `Options` and `option_table` do, without the dashes of a command line.
// Within a message a name stands in backticks, with its argument: `game-id NAME`.

/// The caller's mistake: an option out of range, a malformed game, a method that does not fit it.
/// The message is one line that says where and what, such as `game.csv:2: 'abc' is not a number`.
struct ALLNASH_EXPORT InputError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A ledger file that another run has open, or has changed meanwhile. Nothing was done; the call
/// may be repeated.
struct ALLNASH_EXPORT InUseError : InputError {
  using InputError::InputError;
};

/// An option out of range, or at odds with the game or another option. The message begins with its
/// name: `delta: 2 is not in (0, 1)`.
struct ALLNASH_EXPORT OptionError : InputError {
  using InputError::InputError;
};

/// The payoff source failed while answering; the message names the entry if there is one.
struct ALLNASH_EXPORT SourceError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A part of a result was asked for that only a proof gives. The message names it and the status.
struct ALLNASH_EXPORT NotProved : std::logic_error {
  using std::logic_error::logic_error;
};

// Stopping.

/// A flag that anyone, even a signal handler, may raise to end a run early.
class StopFlag {
 public:
  void raise() noexcept { raised_.store(true, std::memory_order_relaxed); }
  [[nodiscard]] bool raised() const noexcept { return raised_.load(std::memory_order_relaxed); }

 private:
  std::atomic<bool> raised_{false};
  static_assert(std::atomic<bool>::is_always_lock_free);
};

// How a run ends.

enum class Status {
  proved,                  ///< value and both optimal sets are exact and checked
  stopped,                 ///< before an answer; `stop` has the reason; `low` and `high` hold
  within,                  ///< `low` and `high` hold and are within the tolerance
  no_strict_saddle_point,  ///< answer of a saddle-point method: the game has none, exactly
  certified,               ///< in a game of chance: `low` and `high` hold with `confidence`
  failure,                 ///< answer of the paper: wrong sizes of the supports, or bad luck
  equilibrium,         ///< of games too large to write down: the value and one equilibrium, exact
  no_better_response,  ///< of games known by best responses: not proved for strategies not met
};

/// The name in the JSON result and in a trace: "proved", "stopped", "no strict saddle point".
ALLNASH_EXPORT const char* status_name(Status status);

enum class StopReason {
  budget,       ///< Options::budget is spent
  time_limit,   ///< Options::time_limit is over
  interrupted,  ///< Hooks::stop was raised
  ledger_file,  ///< it cannot be written
  no_answer,    ///< the ledger has no more payoffs, and there is no other source
  gave_up,      ///< the method found that it cannot answer
  precision,    ///< floating point does not tell the played arcs apart
  size,         ///< the equations would take too much memory
  error,        ///< an exception, which a page reports
  running,      ///< on the page of a run that has not ended
};

/// Why there is no answer.
struct Stop {
  StopReason reason = StopReason::interrupted;
  /// As in the JSON result: "budget", "time limit", "interrupted", "ledger file: ...", ...
  std::string text;
};

// Reports.

struct Progress {
  std::int64_t queries = 0;
  std::int64_t rounds = 0;
  std::optional<double> low = {};  ///< bounds on the value, rounded for display
  std::optional<double> high = {};
  /// In a symmetric game: the value, known from the start. `low` is then the guarantee of the best
  /// mix so far, and `high` mirrors it; neither is set before there is such a mix.
  std::optional<double> value = {};
  std::int64_t repeats = 0;  ///< payoffs asked again to compare; not queries
  std::int64_t hedged = 0;   ///< also asked of a second worker; not queries
  std::int64_t in_vain = 0;  ///< asked ahead and not needed so far
  std::int64_t lost = 0;     ///< in a game of chance: plays that count as lost
  double seconds = 0;
  std::string_view stage = {};          ///< present activity of the method
  std::optional<double> to_go = {};     ///< in a game of chance: estimated plays still needed
  std::optional<Waiting> waiting = {};  ///< what a slow source waits for
  const KnownPayoffs* known = nullptr;  ///< payoffs seen so far; valid during the call
};

/// One value of an event: a view of the caller's data, so that an event allocates no memory.
class EventValue {
 public:
  using Integers = std::span<const std::int64_t>;  ///< indices of rows, of columns, counts
  using Rationals = std::span<const Rational>;
  using Held = std::variant<bool, std::int64_t, std::uint64_t, double, std::string_view,
                            const Rational*, Integers, Rationals>;

  // NOLINTBEGIN(google-explicit-constructor): an event reads as a list of names and values
  template <std::signed_integral Number>
  EventValue(Number number) : held_(std::int64_t{number}) {}
  template <std::unsigned_integral Number>
  EventValue(Number number) : held_(std::uint64_t{number}) {}
  EventValue(bool truth) : held_(truth) {}
  EventValue(double number) : held_(number) {}
  EventValue(std::string_view text) : held_(text) {}
  EventValue(const char* text) : held_(std::string_view(text)) {}
  EventValue(const std::string& text) : held_(std::string_view(text)) {}
  EventValue(const Rational& number) : held_(&number) {}
  EventValue(Integers list) : held_(list) {}
  EventValue(Rationals list) : held_(list) {}
  EventValue(const std::vector<std::int64_t>& list) : held_(Integers(list)) {}
  EventValue(const std::vector<Rational>& list) : held_(Rationals(list)) {}
  // NOLINTEND(google-explicit-constructor)

  [[nodiscard]] const Held& held() const noexcept { return held_; }

 private:
  Held held_;
};

struct EventField {
  std::string_view name;
  EventValue value;
};

/// Something that happened in a run; docs/trace.md lists the names. It has no time: the same game,
/// options and seed give the same events. Valid only during the call.
struct Event {
  std::string_view name;
  std::int64_t queries = 0;  ///< so far
  std::int64_t rounds = 0;   ///< so far
  std::span<const EventField> fields;
};

/// The event as one JSON object on one line: {"event": name, "queries": .., "rounds": .., fields}.
/// Rationals are strings, as in the result.
ALLNASH_EXPORT std::string to_json(const Event& event);

/// Receives reports, in the thread that called `solve`. Its exceptions end the run.
class ALLNASH_EXPORT Observer {
 public:
  virtual ~Observer() = default;
  virtual void progress(const Progress& now) = 0;
  /// True if `event` is to be called; must not change during a run.
  [[nodiscard]] virtual bool wants_events() const { return false; }
  virtual void event(const Event& /*event*/) {}
};

/// Partners of a run besides the game; each may be absent.
struct Hooks {
  /// Games known by best responses report for each iteration, and while waiting: `queries` are
  /// responses and payoffs, `rounds` iterations. Games on flows report nothing.
  Observer* observer = nullptr;
  const StopFlag* stop = nullptr;
  std::ostream* certificate = nullptr;  ///< receives the certificate of an answer
  /// Of `solve` and `plan`. The cost of asking for each entry: a game of the same shape, none of
  /// its entries negative; in a symmetric game the cost of a match is that of its entry with row <
  /// column. Among entries of equal use `auto` and `lazy` then ask for cheap ones, and the result
  /// has the total cost.
  Source* costs = nullptr;
};

}  // namespace allnash
