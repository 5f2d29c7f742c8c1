// The slip order: a flow of a player that is claimed to be, of all that are optimal, the one
// against which slips of the opponent lose most, in the order of docs/certificate_format.md.
//
// Let F be the arcs that the opponent's flow plays. Another arc b at a node that F reaches is a
// slip of order 1 and of weight 1 over the number of arcs at its node. At other nodes an arc is of
// one order more than the arcs of least order that lead there, and its weight is theirs, added up,
// times 1 over the number of arcs. With worths q of the opponent's nodes let r_b = q(tail) - h_b -
// sum of q(heads) be what b loses; S_k is the sum of weight times r over the arcs of order k.
// Claimed is that no optimal flow, with worths for which r >= 0 and r = 0 on F, has (S_1, ..., S_K)
// that come later in the order of dictionaries. It is verified of the plan x, the worths q and
// numbers y^1, ..., y^K that
//
//   x is an optimal flow of one unit; r >= 0, and r = 0 on F; the y^k add up at all nodes but the
//   first; outside F the first of y^k_b - [k = order of b] weight of b that is not 0 is above 0,
//   and all are 0 where r_b > 0; x takes only arcs that earn most against (y, y^1, ..., y^K) in the
//   order of dictionaries, y being the opponent's flow.
//
// Why that is a proof: let y(e) = y + e y^1 + e^2 y^2 + ..., l_b(e) = weight e^order. For another
// optimal x' with worths q', and all small e > 0, the sum of l_b r'_b is at most that of y_b r'_b;
// the latter is units(e) q'(first) plus what x' earns against y(e), and q'(first) is fixed by the
// value. Best responses to y(e) earn at least as much, and x is one; for x and q all these are
// equal.
#pragma once

#include "flows.hpp"

namespace checker {

struct SlipPlan {
  Line text;  // for messages
  Amounts plan;
  Amounts extra;  // by node of the opponent: what it is worth more than its best arc
  std::vector<Amounts> slips;
};

struct SlipPlans {
  std::optional<SlipPlan> row;
  std::optional<SlipPlan> column;
};

SlipPlans read_slip_plans(Lines& lines, const FlowClaim& claim);
/// Checks the plans of a claim that was checked.
void check_slip_plans(const FlowClaim& claim, const SlipPlans& plans);
/// Describes what was proved.
string words_for(const SlipPlans& plans);

}  // namespace checker
