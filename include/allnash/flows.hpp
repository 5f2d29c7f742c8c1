// Solves games too large to write down, whose strategies are the ways through two graphs
// (flow_game.hpp): all equilibria, proved, without a table.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "allnash/export.hpp"
#include "allnash/flow_game.hpp"
#include "allnash/index.hpp"
#include "allnash/rational.hpp"
#include "allnash/stop.hpp"

namespace allnash {

/// Opens `paths:NAME,key=value,...` or a file `.paths`. Throws InputError, one line.
ALLNASH_EXPORT FlowGame open_flow_game(const std::string& name);
/// Whether `open_flow_game` takes this name.
ALLNASH_EXPORT bool names_flow_game(std::string_view name);

/// A game on flows that is built in.
struct FlowFamilyInfo {
  std::string name;  ///< with its prefix: "trees:kuhn"
  std::string keys;  ///< with defaults
  std::string meaning;
};
ALLNASH_EXPORT std::vector<FlowFamilyInfo> flow_families();

enum class FlowMethod {
  automatic,  ///< flows, and responses if rounding errors stop them
  flows,      ///< all equilibria, from the graphs
  responses,  ///< the value and one equilibrium, by double oracle with exact best responses
};

struct FlowOptions {
  FlowMethod method = FlowMethod::automatic;
  std::optional<double> time_limit = {};  ///< seconds
};

struct FlowHooks {
  const StopFlag* stop = nullptr;
  /// Receives the certificate, unless the run is stopped.
  std::ostream* certificate = nullptr;
};

/// A pure strategy that a mixture plays.
struct PlayedStrategy {
  std::vector<Index> arcs;  ///< each after the arcs that lead to it
  Rational probability;
};

/// One player's part of an answer.
struct FlowPlayer {
  /// Number of pure strategies, in decimal digits; empty if the run was stopped before it was
  /// known.
  std::string strategies;
  /// The number of pure strategies played in some equilibrium; empty unless proved.
  std::string support_size;
  std::vector<Index> support;  ///< the arcs of these strategies; empty unless proved
  /// The dimension of the set of optimal flows; that of the optimal mixtures of pure strategies may
  /// be larger. An upper bound if `dimension_proved` is false.
  Index dimension = 0;
  bool dimension_proved = false;
  /// The probability of each arc: an optimal strategy, which plays every arc of the support if the
  /// answer is proved; if the run was stopped, one that guarantees `low` or `high`. Empty if there
  /// is none.
  std::vector<Rational> flow;
  /// The same flow as a mixture of few pure strategies. Of a large tree, or if the run was stopped,
  /// only the likeliest ones; `unlisted` is the probability of all others.
  std::vector<PlayedStrategy> mixture;
  Rational unlisted;
};

struct FlowAnswer {
  enum class Status {
    proved,       ///< all equilibria
    equilibrium,  ///< the value and one equilibrium, proved by exact best responses
    stopped,      ///< by what `stopped_by` says: only bounds
  };
  Status status = Status::stopped;
  /// `time limit`, `interrupt`, `precision`, or `size`: the equations take too much memory.
  /// Otherwise empty.
  std::string stopped_by;
  std::optional<Rational> value;  ///< unless stopped
  std::optional<Rational> low;    ///< otherwise bounds on the value, if known
  std::optional<Rational> high;
  FlowPlayer row;
  FlowPlayer column;
  std::int64_t iterations = 0;
  std::int64_t responses = 0;  ///< best responses that double oracle computed, and payoffs
  std::int64_t payoffs = 0;
  double seconds = 0;
};

/// "proved", "equilibrium", "stopped".
ALLNASH_EXPORT std::string status_text(FlowAnswer::Status status);

/// Finds the value and all equilibria, or one. The pure strategies that are played in some
/// equilibrium are those inside the arcs of `support`.
///
/// Ensures: status `proved` only after the check in integers of docs/research/theory.md, section
/// 14, and `equilibrium` only if exact best responses to both flows earn the value. Throws
/// InputError for an invalid game, and whatever the certificate's stream throws.
ALLNASH_EXPORT FlowAnswer solve_flows(const FlowGame& game, const FlowOptions& options = {},
                                      const FlowHooks& hooks = {});

/// Opens a game as `open_flow_game` does and solves it, within one time limit. A run that is
/// stopped before the game is made returns one without nodes.
ALLNASH_EXPORT std::pair<FlowGame, FlowAnswer> open_and_solve_flows(const std::string& name,
                                                                    const FlowOptions& options = {},
                                                                    const FlowHooks& hooks = {});

/// The text of a pure strategy, without blanks: the labels of its arcs, with commas between.
ALLNASH_EXPORT std::string strategy_text(const FlowSide& side, const std::vector<Index>& arcs);

/// One JSON object on one line.
ALLNASH_EXPORT std::string to_json(const FlowAnswer& answer, const FlowGame& game);

}  // namespace allnash
