// The extreme points of the flows of one block: the vertices of its polytope by double description,
// and of their flow coordinates those that are no mean of others.
#include <algorithm>

#include "core/base/at.hpp"
#include "core/game/enumeration.hpp"
#include "large/choice/parts.hpp"

namespace allnash::large {
namespace {

using allnash::at;
using exact::Integer;
using exact::IntegerMatrix;
using Points = std::vector<std::vector<Rational>>;

/// Whether some direction is larger at the point than at all others. Nothing when stopped.
std::optional<bool> is_extreme(const Points& points, std::size_t place, const StopToken& stop) {
  // Coordinates: the direction as a difference, each part at most 1, and the margin.
  const std::size_t size = points[place].size();
  lp::Polyhedron program;
  program.coordinates = static_cast<int>(2 * size + 1);
  program.point.assign(2 * size + 1, Rational());
  for (int c = 0; c < program.coordinates; ++c) {
    program.rows.push_back({Integer(1), {}});
    program.rows.back().terms.emplace_back(c, Integer(-1));
  }
  for (std::size_t other = 0; other < points.size(); ++other) {
    if (other == place) continue;
    std::vector<Rational> factors;
    for (std::size_t c = 0; c < size; ++c) factors.push_back(points[place][c] - points[other][c]);
    factors.emplace_back(1);
    const Integer scale = exact::common_denominator(factors);
    lp::WholeRow row;
    for (std::size_t c = 0; c < 2 * size + 1; ++c) {
      Integer number;
      exact::scale_to_integer(number.raw(), factors[c / 2], scale);
      if (is_zero(number)) continue;
      if (c % 2 == 1 || c == 2 * size) fmpz_neg(number.raw(), number.raw());
      row.terms.emplace_back(static_cast<int>(c), std::move(number));
    }
    program.rows.push_back(std::move(row));
  }
  auto search = lp::PolyhedronProgram::of(program, stop);
  lp::Objective margin;
  margin.emplace_back(program.coordinates - 1, Integer(1));
  if (!search || !search->maximise(margin, stop)) return std::nullopt;
  return search->value(margin).sign() > 0;
}

/// Nothing when stopped.
std::optional<Points> extreme_ones(const Points& points, const StopToken& stop) {
  Points result;
  for (std::size_t t = 0; t < points.size(); ++t) {
    const auto extreme = is_extreme(points, t, stop);
    if (!extreme) return std::nullopt;
    if (*extreme) result.push_back(points[t]);
  }
  return result;
}

}  // namespace

std::optional<Points> vertices_of(const FaceBlock& block, std::int64_t most,
                                  const StopToken& stop) {
  constexpr std::size_t most_entries = 20'000;
  const lp::Polyhedron& its = block.polyhedron;
  if (at(its.coordinates) * at(its.variables()) > most_entries) return std::nullopt;
  // The interior: the mean of points that make each variable as large as it can be.
  auto program = lp::PolyhedronProgram::of(its, stop);
  if (!program) return std::nullopt;
  std::vector<Rational> mean(at(its.coordinates));
  for (int v = 0; v < its.variables(); ++v) {
    lp::Objective one;
    one.emplace_back(v, Integer(1));
    if (!program->maximise(one, stop)) return std::nullopt;
    const std::vector<Rational> point = program->point();
    for (std::size_t c = 0; c < mean.size(); ++c) mean[c] += point[c];
  }
  for (Rational& one : mean) one /= Rational(its.variables());
  // Homogeneous: the constant first.
  const slong width = its.coordinates + 1;
  IntegerMatrix half_spaces(its.variables(), width);
  for (slong c = 0; c < its.coordinates; ++c) fmpz_one(half_spaces.at(c, c + 1));
  for (slong r = 0; r < std::ssize(its.rows); ++r) {
    const lp::WholeRow& row = its.rows[at(r)];
    fmpz_set(half_spaces.at(its.coordinates + r, 0), row.constant.raw());
    for (const auto& [c, factor] : row.terms) {
      fmpz_set(half_spaces.at(its.coordinates + r, c + 1), factor.raw());
    }
  }
  game::Point interior(at(width));
  interior[0] = exact::common_denominator(mean);
  for (std::size_t c = 0; c < mean.size(); ++c) {
    exact::scale_to_integer(interior[c + 1].raw(), mean[c], interior[0]);
  }
  const game::WorkBound bound{5'000'000, 1'000'000};
  const game::ExtremeRays found = game::extreme_rays(half_spaces, interior, bound, stop);
  if (!found.complete || found.rays.rows() > 16 * most) return std::nullopt;
  Points points;
  for (slong r = 0; r < found.rays.rows(); ++r) {
    std::vector<Rational> point;
    for (int c = 0; c < block.dimension; ++c) {
      point.push_back(exact::quotient(found.rays.at(r, c + 1), found.rays.at(r, 0)));
    }
    points.push_back(std::move(point));
  }
  std::ranges::sort(points);
  points.erase(std::unique(points.begin(), points.end()), points.end());
  if (block.dimension == 1) {
    points = {points.front(), points.back()};
  } else if (block.dimension < its.coordinates) {
    // Each point is a program of its own, with numbers as long as all of them.
    constexpr int most_numbers = 40;
    if (std::ssize(points) * block.dimension > most_numbers) return std::nullopt;
    auto extreme = extreme_ones(points, stop);
    if (!extreme) return std::nullopt;
    points = *std::move(extreme);
  }
  if (std::ssize(points) > most) return std::nullopt;
  return points;
}

}  // namespace allnash::large
