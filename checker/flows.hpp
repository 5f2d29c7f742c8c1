// Games on flows.
//
// `allnash-flows 1`: each player's pure strategies are the ways through a graph. A strategy starts
// at node 0, takes an arc at each node that it reaches, and goes on at every head of it. It pays
// the sum, over an arc of each player, of the payoffs of their features. A flow gives the
// probability of each arc. It is verified of the two flows x and y that
//
//   each is positive on the arcs listed, one unit starts at node 0, and what arrives at a node
//   leaves it; the best responses to y earn v, those to x hold the row player down to v; the arcs
//   that best responses to y use are those of x, and the other way round; the sizes of the
//   supports.
//
// Why that is a proof: v is the value, as above. A strategy whose arcs are all best where they are
// taken is a best response, so those inside x's arcs are just the best responses to y, and optimal
// strategies play only these. Each of them, p, is played by some optimal strategy: x is a small
// multiple of p plus a flow for the rest, a mixture with p that earns what x earns.
//
// Without the sizes of the supports only the value and the equilibrium of the two flows are
// claimed. For these it is enough that best responses earn v, whatever arcs they use.
#pragma once

#include <optional>
#include <vector>

#include "graph.hpp"

namespace checker {

/// One player's part of the claim.
struct FlowSide : OrderedGraph {
  std::vector<Index> features;     // of the arcs, rising
  std::vector<std::size_t> place;  // index of each arc's feature among them, if it has one
  Integer strategies;              // claimed number
  std::optional<Integer> support;  // claimed size, unless only one equilibrium is claimed
  Amounts flow;
  std::vector<char> best;  // arcs that best responses use: check_flows finds them
};

/// A payoff of two features. There may be millions, with few different numbers.
struct ClaimedPayoff {
  Index row = 0;  // feature; from check_flows on its place among those of the arcs
  Index column = 0;
  std::size_t place = 0;  // index in `paid`
};

struct FlowClaim {
  Fraction value;
  Fraction constant;
  FlowSide row;
  FlowSide column;
  std::vector<ClaimedPayoff> payoffs;
  std::vector<Fraction> paid;   // the different numbers
  std::vector<Integer> scaled;  // these times `scale`: check_flows finds both
  Integer scale;

  [[nodiscard]] const Fraction& payoff(const ClaimedPayoff& of) const { return paid[of.place]; }
};

/// Reads the text up to the last flow.
FlowClaim read_flow_claim(string_view text, Lines& lines);
void check_flows(FlowClaim& claim);

/// Of a claim that was checked: what best responses of a player to a flow of the opponent pay to
/// the row player, and the arcs that they use.
struct Response {
  Fraction value;
  std::vector<char> arcs;
};
Response respond(const FlowClaim& claim, bool row, const Amounts& opposed);
/// What each arc of a player earns by itself against amounts of the opponent's arcs, of any sign,
/// times the claim's scale and their unit; the column player earns what the row player pays.
std::vector<Integer> earned(const FlowClaim& claim, bool row, const Amounts& opposed);
/// What each arc of a player pays, by the gains of the features.
std::vector<Integer> gains_of_arcs(const FlowSide& side, const std::vector<Integer>& gains);

}  // namespace checker
