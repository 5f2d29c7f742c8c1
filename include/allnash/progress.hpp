// Reports of a run to its observer.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "allnash/export.hpp"
#include "allnash/known_payoffs.hpp"
#include "allnash/source.hpp"

namespace allnash {

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

}  // namespace allnash
