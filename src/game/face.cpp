// The face in coordinates of its own (half_spaces), then its vertices: all of them by double
// description; if that exceeds a bound on work, which depends on `limit` alone, as many as asked
// for by a walk along edges.
#include "game/face.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "exact/access.hpp"
#include "game/double_description.hpp"
#include "game/half_spaces.hpp"
#include "game/vertex_walk.hpp"

namespace allnash::game {
namespace {

using exact::Integer;
using exact::IntegerMatrix;

/// The tight lines and the sum of the probabilities: what is constant on the face.
IntegerMatrix constant_lines(const exact::Matrix& tight, slong support) {
  IntegerMatrix lines(tight.rows() + 1, support);
  const IntegerMatrix integral = exact::clear_denominators(tight);
  for (slong i = 0; i < tight.rows(); ++i) {
    _fmpz_vec_set(lines.row(i), integral.row(i), support);
  }
  for (slong j = 0; j < support; ++j) fmpz_one(lines.at(tight.rows(), j));
  return lines;
}

std::vector<Rational> dense_on(const std::vector<Index>& support, const MixedStrategy& strategy) {
  std::vector<Rational> dense(support.size());
  for (const Weight& weight : strategy) {
    const auto place = std::lower_bound(support.begin(), support.end(), weight.strategy);
    dense[static_cast<std::size_t>(place - support.begin())] = weight.probability;
  }
  return dense;
}

/// A few seconds for a short list; as long as it takes for a list without end.
WorkBound work_bound(std::int64_t limit, slong width) {
  const std::int64_t points = std::min<std::int64_t>(limit, 1'000'000'000);
  return {4'000'000'000 + 1'000'000 * points, 20'000'000 + 4 * points * width};
}

MixedStrategy strategy_at(const fmpz* point, const IntegerMatrix& map,
                          const std::vector<Index>& support) {
  std::vector<Integer> shares(support.size());
  Integer sum;
  for (std::size_t i = 0; i < support.size(); ++i) {
    _fmpz_vec_dot(shares[i].raw(), map.row(static_cast<slong>(i)), point, map.columns());
    fmpz_add(sum.raw(), sum.raw(), shares[i].raw());
  }
  MixedStrategy strategy;
  for (std::size_t i = 0; i < support.size(); ++i) {
    if (fmpz_is_zero(shares[i].raw())) continue;
    strategy.push_back({support[i], exact::quotient(shares[i].raw(), sum.raw())});
  }
  return strategy;
}

/// (w, t) of the interior point: its free coordinates over a common denominator.
std::vector<Integer> homogeneous(const exact::NullSpace& hull,
                                 const std::vector<Rational>& interior) {
  const auto width = static_cast<slong>(hull.free.size()) + 1;
  std::vector<Rational> point{Rational(1)};
  for (const Index free : hull.free) point.push_back(interior[static_cast<std::size_t>(free)]);
  const IntegerMatrix cleared = exact::clear_denominators({1, width, std::move(point)});
  std::vector<Integer> result(static_cast<std::size_t>(width));
  _fmpz_vec_set(result[0].raw(), cleared.row(0), width);
  return result;
}

}  // namespace

Face::Face(std::vector<Index> support, const exact::Matrix& tight, Rational value,
           MixedStrategy interior)
    : support_(std::move(support)),
      value_(std::move(value)),
      interior_(dense_on(support_, interior)),
      hull_(exact::null_space(constant_lines(tight, static_cast<slong>(support_.size())))),
      dimension_(static_cast<Index>(hull_.free.size())) {}

ExtremePoints Face::extreme_points(const exact::Matrix& loose, std::int64_t limit,
                                   const StopToken& stop) const {
  if (limit <= 0) return {{}, false};
  if (dimension_ == 0) {
    ExtremePoints only{{{}}, true};
    for (std::size_t i = 0; i < support_.size(); ++i) {
      only.points[0].push_back({support_[i], interior_[i]});
    }
    return only;
  }
  const HalfSpaces face = half_spaces(hull_, interior_, loose, value_, stop);
  if (face.stopped) return {{}, false};
  const slong width = dimension_ + 1;
  const WorkBound bound = work_bound(limit, width);
  ExtremePoints result;
  const auto first = exact::independent_rows(face.rows, width);
  if (const auto rays = extreme_rays(face.rows, first, bound, stop)) {
    for (slong r = 0; r < rays->rows(); ++r) {
      result.points.push_back(strategy_at(rays->row(r), face.map, support_));
    }
  } else {
    const WalkedVertices walked =
        walk_vertices(face.rows, homogeneous(hull_, interior_), limit, bound, stop);
    for (const auto& vertex : walked.vertices) {
      result.points.push_back(strategy_at(vertex[0].raw(), face.map, support_));
    }
    result.complete = walked.complete;
  }
  std::sort(result.points.begin(), result.points.end(), dense_less);
  if (static_cast<std::int64_t>(result.points.size()) > limit) {
    result.points.resize(static_cast<std::size_t>(limit));
    result.complete = false;
  }
  return result;
}

}  // namespace allnash::game
