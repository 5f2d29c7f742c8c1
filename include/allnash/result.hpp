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

/// The square subgame that makes a pair of extreme strategies (Shapley and Snow 1950): they are the
/// only strategies on it that make all its rows and all its columns worth the value.
struct Kernel {
  Index row_vertex = 0;  ///< in the row player's list of extreme strategies
  Index column_vertex = 0;
  std::vector<Index> rows;
  std::vector<Index> columns;
};

enum class Status {
  proved,                  ///< value and both optimal sets are exact and checked
  stopped,                 ///< by budget, time or request; `low` and `high` hold
  no_strict_saddle_point,  ///< a saddle-point method's answer: the game has none, exactly
  failure,                 ///< the paper's answer for sizes that are not the supports', or unlucky
};

/// As in the JSON result and in a trace: "proved", "stopped", "no strict saddle point".
const char* status_name(Status status);

/// What a search among subgames cost.
struct PhaseCounts {
  std::int64_t looks = 0;    ///< payoffs that its oracle calls look at, each as often as it is
  std::int64_t queries = 0;  ///< of them, those asked for the first time
  std::int64_t calls = 0;    ///< of the oracle: lines of the matrix of all subgames
  std::int64_t stages = 0;   ///< turns of drawing and halving
};

/// The same by what it was for: candidates for the value, the saddle point, the check of C1 to C3.
enum class Phase { values, search, check };
struct SearchCounts {
  PhaseCounts values;
  PhaseCounts search;
  PhaseCounts check;
  [[nodiscard]] PhaseCounts& of(Phase phase) {
    return phase == Phase::values ? values : phase == Phase::search ? search : check;
  }
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
  std::vector<Kernel> kernels;  ///< with the option `kernels`: of each pair of listed vertices
  std::optional<bool> kernels_complete;  ///< with that option: false when the list was cut

  // status not proved: the value lies in [low, high]; an empty bound is not known
  std::optional<Rational> low;
  std::optional<Rational> high;
  std::string stop_reason;  ///< status stopped: "budget", "time limit", "interrupted", or
                            ///< "ledger file: ..." where that cannot be written

  std::int64_t queries = 0;  ///< distinct payoffs that the method asked for
  /// With a ledger file: how many of them were in it. The others were paid for in this run.
  std::optional<std::int64_t> recalled;
  std::optional<std::int64_t> repeats;  ///< with `check_repeat`: payoffs asked again to compare
  std::int64_t rounds = 0;              ///< batches they were asked in
  std::int64_t floor = 0;               ///< status proved: no correct method asks fewer
  double seconds = 0;
  std::optional<SearchCounts> counters;  ///< of the methods paper and padded

  std::vector<std::string> row_labels;  ///< empty, or one a strategy
  std::vector<std::string> column_labels;

  [[nodiscard]] double ratio() const;  ///< queries / floor
};

/// The result as one JSON object on one line, in the documented form.
std::string to_json(const Result& result);

/// One order for extreme points: by dense vector, lexicographically, smaller first.
bool dense_less(const MixedStrategy& left, const MixedStrategy& right);

}  // namespace allnash
