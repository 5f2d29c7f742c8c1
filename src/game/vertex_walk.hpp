// Some vertices of a polytope too large to enumerate: a walk along its edges.
#pragma once

#include <cstdint>
#include <vector>

#include "base/stop_token.hpp"
#include "exact/integer.hpp"
#include "game/blocker.hpp"
#include "game/work.hpp"

namespace allnash::game {

struct WalkedVertices {
  std::vector<Point> vertices;  ///< primitive, distinct
  bool complete = false;
};

/// Up to `limit` vertices of the polytope { t : h.(1, t) >= 0 for every row h }. `interior` lies
/// strictly inside; throws std::logic_error when it does not. Breadth first from one vertex, in an
/// order that the rows alone decide. So they do the vertex, the largest coordinate by coordinate,
/// where it is found soon; else it is one near the point. Ends at `limit`, at the bound, when
/// `stop` says so, or when there are no more.
WalkedVertices walk_vertices(const exact::IntegerMatrix& half_spaces, const Point& interior,
                             std::int64_t limit, const WorkBound& bound, const StopToken& stop);

}  // namespace allnash::game
