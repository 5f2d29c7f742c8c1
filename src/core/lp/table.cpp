#include "core/lp/table.hpp"

#include <algorithm>
#include <utility>

#include "core/game/face.hpp"
#include "core/game/known.hpp"
#include "core/game/players.hpp"
#include "core/lp/subgame.hpp"

namespace allnash::lp {

namespace {

/// One player's optimal set. `turned`: payoffs are those of the column player.
std::optional<OptimalSet> optimal_set(const exact::Matrix& table, bool turned,
                                      const game::Pair& pair, std::int64_t most,
                                      const StopToken& stop) {
  const MixedStrategy& own = turned ? pair.column : pair.row;
  const game::Lines support = game::support_of(own);
  const game::Lines played = game::support_of(turned ? pair.row : pair.column);
  // A row for each of the opponent's lines, a column for each strategy of the support.
  const auto against = [&](const game::Lines& lines) {
    exact::Matrix part(std::ssize(lines), std::ssize(support));
    for (Index line = 0; line < part.rows(); ++line) {
      for (Index own_place = 0; own_place < part.columns(); ++own_place) {
        const Index mine = support[at(own_place)];
        const Index theirs = lines[at(line)];
        part.at(line, own_place) = turned ? -table.at(theirs, mine) : table.at(mine, theirs);
      }
    }
    return part;
  };
  const game::Face face(support, against(played), turned ? -pair.value : pair.value, own, stop);
  if (!face.dimension()) return {};
  OptimalSet set;
  set.support = support;
  set.dimension = *face.dimension();
  // A single point needs no further lines, nor does an empty list.
  game::Lines others;
  if (set.dimension > 0 && most > 0) {
    others = game::complement(played, turned ? table.rows() : table.columns());
  }
  game::ExtremePoints points = face.extreme_points(against(others), most, stop);
  set.vertices = std::move(points.points);
  set.vertices_complete = points.complete;
  return set;
}

}  // namespace

std::optional<SolvedTable> solve_table(const exact::Matrix& table, std::int64_t vertices,
                                       const StopToken& stop, std::size_t threads) {
  std::optional<game::Pair> pair = solve(table, stop, threads);
  if (!pair) return {};
  auto row = optimal_set(table, false, *pair, vertices, stop);
  auto column = optimal_set(table, true, *pair, vertices, stop);
  if (!row || !column) return {};
  SolvedTable solved{*std::move(pair), {*std::move(row), *std::move(column)}};
  solved.equilibria.floor =
      game::query_floor(table.rows(), table.columns(), std::ssize(solved.pair.row),
                        std::ssize(solved.pair.column), false);
  return solved;
}

}  // namespace allnash::lp
