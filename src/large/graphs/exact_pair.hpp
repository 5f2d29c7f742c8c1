// From two sets of arcs to a proof: a pair of exact flows that play just these arcs and make just
// these arcs best responses. Then (a) no pure strategy is played in any equilibrium but those
// inside the sets, (b) each of them is played in some, and (c) the flows are optimal
// (docs/research/theory.md, section 14).
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "core/base/stop_token.hpp"
#include "core/exact/access.hpp"
#include "large/graphs/form.hpp"

namespace allnash::large {

/// For each player, a mark for every arc of the set.
using ArcSets = std::array<std::vector<char>, 2>;

struct ExactPair {
  ArcSets played;
  std::array<Numbers, 2> flow;  ///< of each arc, times the unit
  std::array<exact::Integer, 2> unit;
  Rational value;
  std::array<Index, 2> free = {0, 0};  ///< dimension of the flows on the played arcs
  /// The number of independent conditions on either flow: `free` less this is the dimension of the
  /// player's optimal flows. A lower bound unless `rank_proved`.
  Index rank = 0;
  bool rank_proved = false;
};

/// The arcs of the set that lie on pure strategies inside it.
std::vector<char> usable(const Graph& graph, const std::vector<char>& arcs);

enum class Refusal {
  inconsistent,  ///< no pair of flows on these arcs makes them best responses
  not_found,     ///< none was found near the guess
  too_large,     ///< more independent conditions than allowed
  stopped,
};
struct PairSearch {
  std::optional<ExactPair> pair;
  Refusal refusal = Refusal::not_found;
};
/// `flow` and `slack` are floating-point guesses; the flow decides where the equations leave a
/// choice. An attempt ends early if it has more than `most_rank` independent conditions: its cost
/// grows with their cube.
PairSearch exact_pair(const Form& form, const ArcSets& sets,
                      const std::array<std::vector<double>, 2>& flow,
                      const std::array<std::vector<double>, 2>& slack, std::size_t most_rank,
                      const StopToken& stop);

/// What a flow near the guess guarantees to its player, exactly: the least that the row player
/// earns, or the most that the column player pays.
struct Guarantee {
  Numbers flow;
  exact::Integer unit;
  Rational bound;
};
/// Nothing if rounding left no flow, or when stopped.
std::optional<Guarantee> guarantee(const Form& form, int player, const std::vector<double>& flow,
                                   const StopToken& stop = {});

struct SparseEntry {
  int column = 0;
  exact::Integer value;  ///< nonzero
};
using SparseRow = std::vector<SparseEntry>;  ///< columns ascending

/// Independent rows with the same span as the given ones. Nothing when stopped.
std::optional<std::vector<SparseRow>> independent_rows_of(std::vector<SparseRow> rows, int columns,
                                                          const StopToken& stop);

/// The rank of the conditions on flows through these arcs, which must be `usable`. Requires a rank
/// of `at_least` or more. Nothing when stopped, or if the cycles took too much memory.
std::optional<Index> rank_of_conditions(const Form& form, const ArcSets& played, Index at_least,
                                        const StopToken& stop);

}  // namespace allnash::large
