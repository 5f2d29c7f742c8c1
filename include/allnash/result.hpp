// What a run found.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "allnash/payoff_source.hpp"
#include "allnash/rational.hpp"

namespace allnash {

/// One strategy of the game and how often it is played.
struct Weight {
  Index strategy = 0;
  Rational probability;
  bool operator==(const Weight&) const = default;
};

/// A mixed strategy: its non-zero probabilities, by rising index.
using MixedStrategy = std::vector<Weight>;

/// The optimal strategies of one player: a polytope.
struct OptimalSet {
  std::vector<Index> support;  ///< every strategy that some optimal strategy plays
  MixedStrategy strategy;      ///< one that plays all of them: this player's half of the proof
  Index dimension = 0;         ///< of the polytope; 0 when the optimal strategy is unique
  std::vector<MixedStrategy> vertices;  ///< extreme points, sorted
  bool vertices_complete = true;        ///< false when the list was cut
};

enum class Status {
  proved,                  ///< value and both optimal sets are exact and checked
  stopped,                 ///< by budget, time or request; `low` and `high` hold
  no_strict_saddle_point,  ///< a saddle-point method's answer: the game has none, exactly
  certified,               ///< of a game of chance: `low` and `high` hold with `confidence`
  failure,                 ///< the paper's answer for sizes that are not the supports', or unlucky
};

/// As in the JSON result and in a trace: "proved", "stopped", "no strict saddle point".
const char* status_name(Status status);

/// What a strategy's probability in any equilibrium does not exceed.
struct Cap {
  Index strategy = 0;
  Rational most;
};

/// What is said of a game of chance beside its bounds: all of it holds together with probability
/// `confidence`.
struct ByPlay {
  Rational confidence;        ///< 1 - delta
  std::int64_t entries = 0;   ///< distinct ones that were played
  std::int64_t attempts = 0;  ///< strategies that were frozen to be certified
  std::int64_t failures = 0;  ///< plays whose first try was lost, counted as the worst
  std::vector<Cap> row_caps;  ///< where below 1
  std::vector<Cap> column_caps;
};

struct Result {
  Status status = Status::stopped;
  Index rows = 0;
  Index columns = 0;
  bool symmetric = false;
  std::string method;  ///< the method that answered
  std::uint64_t seed = 1;

  // status proved
  Rational value;
  OptimalSet row;
  OptimalSet column;

  // status not proved: the value lies in [low, high]; an empty bound is not known
  std::optional<Rational> low;
  std::optional<Rational> high;
  std::string stop_reason;  ///< status stopped: "budget", "time limit", "interrupted", or
                            ///< "ledger file: ..." where that cannot be written

  /// Of a game of chance. `queries` counts plays then; row.strategy guarantees `low` and
  /// column.strategy concedes at most `high`, each empty while none is known; of a symmetric game
  /// `value` is known.
  std::optional<ByPlay> by_play;

  std::int64_t queries = 0;  ///< distinct payoffs that the method asked for
  /// With a ledger file: how many of them were in it. The others were paid for in this run.
  std::optional<std::int64_t> recalled;
  std::optional<std::int64_t> repeats;  ///< with `check_repeat`: payoffs asked again to compare
  std::int64_t rounds = 0;              ///< batches they were asked in
  std::int64_t floor = 0;               ///< status proved: no correct method asks fewer
  double seconds = 0;

  std::vector<std::string> row_labels;  ///< empty, or one a strategy
  std::vector<std::string> column_labels;

  [[nodiscard]] double ratio() const;  ///< queries / floor
};

/// The result as one JSON object on one line, in the documented form.
std::string to_json(const Result& result);

/// A number as a decimal where it has one of a few places, as a fraction otherwise: "0.95".
std::string decimal_text(const Rational& number);

/// One order for extreme points: by dense vector, lexicographically, smaller first.
bool dense_less(const MixedStrategy& left, const MixedStrategy& right);

}  // namespace allnash
