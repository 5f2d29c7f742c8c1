// The vertices of a face: the optimal set in coordinates of its own (half_spaces), then all its
// vertices by double description. If that exceeds a bound on work, the list has the vertices found
// so far and as many as asked for by a walk along edges, from one vertex that the face alone
// decides. The bound counts operations, not time, so that every machine lists the same.
//
// Why not a library. Seconds for one player, with the half-spaces given, on one core; PPL 1.2,
// cddlib 0.94m and lrslib 0.71b (none finished Blotto with 10 soldiers in 30 s):
//
//   face                        dimension   vertices    PPL    cdd    lrs   this
//   Blotto, 3 fields, 9 soldiers       20      24468    3.1   14.7    >20    0.4
//   rank 3, 60 x 60                    56      52423    0.8   25.0    8.2    0.3
//   duplicated rows, 40 x 40           34      63360    0.2   14.3    2.9    0.5
//   path search, 50 x 50               17         18   0.00   0.01    >20   0.00
//
// PPL is the best of the three, but it is not thread safe, changes the rounding mode of the whole
// process, and can be bounded neither in memory nor by counted work: its count leaves out the pairs
// of rays that it rejects first, which can take nearly all of its time.
#include "core/game/face.hpp"

#include <algorithm>
#include <stdexcept>

#include "core/exact/access.hpp"
#include "core/game/enumeration.hpp"
#include "core/game/players.hpp"

namespace allnash::game {
namespace {

using exact::Integer;
using exact::IntegerMatrix;

// A face of optimal strategies in its own coordinates, as many as its dimension, with a half-space
// for each inequality that may be active.

/// Points are homogeneous, z = (w, t) with w > 0 and t / w the free coordinates.
struct HalfSpaces {
  exact::IntegerMatrix map;   ///< the strategy at z is map z divided by the sum of its entries
  exact::IntegerMatrix rows;  ///< h.z >= 0: distinct directions, sorted, none constant
};

// Lines mapped between two checks of the stop token: some milliseconds.
Index lines_at_once(const IntegerMatrix& map) {
  constexpr Index products = 2'000'000;
  return std::clamp<Index>(products / (map.rows() * map.columns()), 1, 1024);
}

/// constant + direction.t >= 0, with a primitive direction, which parallel half-spaces share.
struct HalfSpace {
  std::vector<Integer> direction;
  Rational constant;
};

/// A coordinate of the point of the affine hull whose free coordinates are 0: the interior point
/// moved back along each direction.
Rational origin(const exact::NullSpace& hull, std::span<const Rational> interior, Index place) {
  Rational sum = interior[at(place)];
  for (Index t = 0; t < hull.directions.rows(); ++t) {
    const Rational& step = hull.directions.at(t, place);
    if (step.sign() != 0) sum -= interior[at(hull.free[at(t)])] * step;
  }
  return sum;
}

/// The affine hull as an integer map of (1, t): first the column of its point with t = 0, then a
/// column for each direction. Nothing when stopped.
std::optional<IntegerMatrix> map_of(const exact::NullSpace& hull,
                                    std::span<const Rational> interior, const StopToken& stop) {
  const Index dimension = hull.directions.rows();
  const auto size = static_cast<Index>(interior.size());
  std::vector<Rational> origins;
  for (Index i = 0; i < size; ++i) {
    if (stop.stopped()) return std::nullopt;
    origins.push_back(origin(hull, interior, i));
  }
  Integer scale = exact::common_denominator(origins);
  for (Index t = 0; t < dimension; ++t) {
    if (stop.stopped()) return std::nullopt;
    const Integer own = exact::common_denominator(hull.directions.row(t));
    fmpz_lcm(scale.raw(), scale.raw(), own.raw());
  }
  IntegerMatrix map(size, dimension + 1);
  for (Index i = 0; i < size; ++i) {
    if (stop.stopped()) return std::nullopt;
    exact::scale_to_integer(map.at(i, 0), origins[at(i)], scale);
    for (Index t = 0; t < dimension; ++t) {
      exact::scale_to_integer(map.at(i, t + 1), hull.directions.at(t, i), scale);
    }
  }
  return map;
}

void append(const fmpz* row, slong width, std::vector<HalfSpace>& found) {
  Integer content;
  _fmpz_vec_content(content.raw(), row + 1, width - 1);
  if (fmpz_is_zero(content.raw())) return;  // constant on the face
  HalfSpace made;
  made.direction.resize(at(width - 1));
  _fmpz_vec_scalar_divexact_fmpz(made.direction[0].raw(), row + 1, width - 1, content.raw());
  made.constant = exact::quotient(row, content.raw());
  found.push_back(std::move(made));
}

/// Lines `begin` to `end` less the value: x.a - v = sum of x_i (a_i - v). A line that is nowhere
/// below the value on the support holds for every strategy and is left out.
exact::Matrix cutting_lines(const exact::Matrix& loose, Index begin, Index end,
                            const Rational& value) {
  std::vector<Rational> entries;
  Index count = 0;
  for (Index line = begin; line < end; ++line) {
    const auto row = loose.row(line);
    if (std::none_of(row.begin(), row.end(), [&](const Rational& a) { return a < value; })) {
      continue;
    }
    ++count;
    for (const Rational& a : row) entries.push_back(a - value);
  }
  return {count, loose.columns(), std::move(entries)};
}

bool direction_less(const HalfSpace& left, const HalfSpace& right) {
  for (std::size_t c = 0; c < left.direction.size(); ++c) {
    const int order = fmpz_cmp(left.direction[c].raw(), right.direction[c].raw());
    if (order != 0) return order < 0;
  }
  return false;
}

/// Of parallel half-spaces keeps the tightest.
void keep_innermost(std::vector<HalfSpace>& found) {
  std::sort(found.begin(), found.end(), [](const HalfSpace& left, const HalfSpace& right) {
    if (direction_less(left, right)) return true;
    if (direction_less(right, left)) return false;
    return left.constant < right.constant;
  });
  // The vector is sorted, so parallel ones are neighbours.
  const auto parallel = [](const HalfSpace& left, const HalfSpace& right) {
    return !direction_less(left, right);
  };
  found.erase(std::unique(found.begin(), found.end(), parallel), found.end());
}

IntegerMatrix as_rows(const std::vector<HalfSpace>& found, slong width) {
  IntegerMatrix rows(static_cast<slong>(found.size()), width);
  for (std::size_t t = 0; t < found.size(); ++t) {
    fmpz* row = rows.row(static_cast<slong>(t));
    fmpz_set(row, exact::numerator(found[t].constant));
    _fmpz_vec_scalar_mul_fmpz(row + 1, found[t].direction[0].raw(), width - 1,
                              exact::denominator(found[t].constant));
  }
  return rows;
}

/// `interior` is dense on the support. `loose` has a row for each line and a column for each
/// support strategy. Nothing when stopped.
std::optional<HalfSpaces> half_spaces(const exact::NullSpace& hull,
                                      std::span<const Rational> interior,
                                      const exact::Matrix& loose, const Rational& value,
                                      const StopToken& stop) {
  std::optional<IntegerMatrix> map = map_of(hull, interior, stop);
  if (!map) return std::nullopt;
  const slong width = map->columns();
  std::vector<HalfSpace> found;
  for (slong i = 0; i < map->rows(); ++i) append(map->row(i), width, found);
  const Index block = lines_at_once(*map);
  for (Index begin = 0; begin < loose.rows(); begin += block) {
    if (stop.stopped()) return std::nullopt;
    const exact::Matrix lines =
        cutting_lines(loose, begin, std::min(begin + block, loose.rows()), value);
    IntegerMatrix mapped(lines.rows(), width);
    fmpz_mat_mul(mapped.raw(), exact::clear_denominators(lines).raw(), map->raw());
    for (slong t = 0; t < mapped.rows(); ++t) append(mapped.row(t), width, found);
  }
  keep_innermost(found);
  return HalfSpaces{*std::move(map), as_rows(found, width)};
}

/// What is constant on the face: the tight lines and the sum of the probabilities.
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
    if (place == support.end() || *place != weight.strategy) {
      throw std::logic_error("a strategy that plays outside of its support");
    }
    dense[at(place - support.begin())] = weight.probability;
  }
  return dense;
}

/// The largest dimension times support size of a face whose points are listed: some hundred
/// megabytes.
constexpr Index most_coordinates = 10'000'000;

/// Allows a few seconds for a short list, and without a limit as much as the list takes.
WorkBound work_bound(std::int64_t limit, const IntegerMatrix& half_spaces) {
  const std::int64_t points = std::min<std::int64_t>(limit, 1'000'000'000);
  const std::int64_t width = half_spaces.columns();
  const std::int64_t look = half_spaces.rows() * width;  // cost of checking one point
  return {1'000'000'000 + points * (200'000 + 2 * std::min<std::int64_t>(look, 1'000'000'000)),
          20'000'000 + 4 * points * width};
}

MixedStrategy strategy_at(const fmpz* point, const IntegerMatrix& map,
                          const std::vector<Index>& support) {
  std::vector<Integer> shares(support.size());
  Integer sum;
  for (std::size_t i = 0; i < support.size(); ++i) {
    _fmpz_vec_dot(shares[i].raw(), map.row(static_cast<slong>(i)), point, map.columns());
    fmpz_add(sum.raw(), sum.raw(), shares[i].raw());
  }
  if (fmpz_is_zero(sum.raw()) != 0) refuse_unbounded();
  MixedStrategy strategy;
  for (std::size_t i = 0; i < support.size(); ++i) {
    if (fmpz_is_zero(shares[i].raw())) continue;
    strategy.push_back({support[i], exact::quotient(shares[i].raw(), sum.raw())});
  }
  return strategy;
}

/// The interior point as (w, t): its free coordinates over a common denominator.
Point homogeneous(const exact::NullSpace& hull, const std::vector<Rational>& interior) {
  const auto width = static_cast<slong>(hull.free.size()) + 1;
  std::vector<Rational> point{Rational(1)};
  for (const Index free : hull.free) point.push_back(interior[at(free)]);
  const IntegerMatrix cleared = exact::clear_denominators({1, width, std::move(point)});
  Point result(at(width));
  _fmpz_vec_set(result[0].raw(), cleared.row(0), width);
  return result;
}

/// All constraints in the coordinates of the map: support probabilities, then loose lines.
IntegerMatrix constraints_of(const IntegerMatrix& map, const exact::Matrix& loose,
                             const Rational& value) {
  std::vector<Rational> shares;
  for (const Rational& entry : loose.values()) shares.push_back(entry - value);
  IntegerMatrix lines(loose.rows(), map.columns());
  if (loose.rows() > 0) {
    const exact::Matrix above(loose.rows(), loose.columns(), std::move(shares));
    fmpz_mat_mul(lines.raw(), exact::clear_denominators(above).raw(), map.raw());
  }
  IntegerMatrix result(map.rows() + lines.rows(), map.columns());
  fmpz_mat_concat_vertical(result.raw(), map.raw(), lines.raw());
  return result;
}

/// The extreme rays of the first cone: on each, all but one of its half-spaces are 0.
std::vector<MixedStrategy> start_vectors(const IntegerMatrix& half_spaces,
                                         const std::vector<slong>& start, const IntegerMatrix& map,
                                         const std::vector<Index>& support) {
  const slong width = map.columns();
  Integer scale;
  const IntegerMatrix inverse = inverse_of(exact::chosen_rows(half_spaces, start), scale);
  IntegerMatrix rays(map.rows(), width);
  fmpz_mat_mul(rays.raw(), map.raw(), inverse.raw());
  IntegerMatrix turned(width, map.rows());
  fmpz_mat_transpose(turned.raw(), rays.raw());
  std::vector<MixedStrategy> result;
  const Integer one(1);
  for (slong t = 0; t < width; ++t) {
    make_primitive(turned.row(t), turned.columns());
    MixedStrategy& vector = result.emplace_back();
    for (std::size_t i = 0; i < support.size(); ++i) {
      const fmpz* entry = turned.at(t, static_cast<slong>(i));
      if (fmpz_is_zero(entry) != 0) continue;
      vector.push_back({support[i], exact::quotient(entry, one.raw())});
    }
  }
  return result;
}

/// Whether a list is within the limits that docs/certificate_format.md sets for checkers.
bool fit_to_check(const ExtremeRays& all, std::size_t points) {
  constexpr std::size_t most_words = std::size_t{1} << 26;
  const std::size_t words = (all.start.size() + all.cuts.size() + 63) / 64;
  return all.most <= 16 * points + 1024 && (all.cuts.empty() || 2 * all.most * words <= most_words);
}

}  // namespace

Face::Face(std::vector<Index> support, const exact::Matrix& tight, Rational value,
           const MixedStrategy& interior, const StopToken& stop)
    : support_(std::move(support)),
      value_(std::move(value)),
      interior_(dense_on(support_, interior)),
      constant_(constant_lines(tight, static_cast<slong>(support_.size()))) {
  if (const auto lines = exact::eliminated(constant_, stop)) {
    dimension_ = std::ssize(support_) - lines->rank();
  }
}

Face::Face(std::vector<Index> support, const MixedStrategy& only)
    : support_(std::move(support)),
      interior_(dense_on(support_, only)),
      constant_(0, 0),
      dimension_(0) {}

ExtremePoints Face::extreme_points(const exact::Matrix& loose, std::int64_t limit,
                                   const StopToken& stop) const {
  if (limit <= 0 || !dimension_) return {{}, false};
  if (dimension_ == 0) {
    ExtremePoints only{{{}}, true};
    for (std::size_t i = 0; i < support_.size(); ++i) {
      only.points[0].push_back({support_[i], interior_[i]});
    }
    return only;
  }
  // Coordinates need memory for dimension times support size.
  if (*dimension_ > most_coordinates / std::ssize(support_)) return {{}, false};
  const auto hull = exact::null_space(constant_, stop);
  if (!hull) return {{}, false};
  const auto face = half_spaces(*hull, interior_, loose, value_, stop);
  if (!face) return {{}, false};
  const Point interior = homogeneous(*hull, interior_);
  const WorkBound bound = work_bound(limit, face->rows);
  const ExtremeRays all = extreme_rays(face->rows, interior, bound, stop);
  ExtremePoints result{{}, true};
  Grace grace(stop);
  const auto list = [&](const fmpz* point) {
    result.complete &= !grace.over();
    if (!grace.over()) result.points.push_back(strategy_at(point, face->map, support_));
  };
  for (slong r = 0; r < all.rays.rows(); ++r) list(all.rays.row(r));
  if (!all.complete && !stop.stopped()) {
    const WalkedVertices some = walk_vertices(face->rows, interior, limit, bound, stop);
    for (const Point& vertex : some.vertices) list(vertex[0].raw());
    result.complete &= some.complete;
  } else {
    result.complete &= all.complete;
  }
  std::sort(result.points.begin(), result.points.end(), dense_less);
  result.points.erase(std::unique(result.points.begin(), result.points.end()), result.points.end());
  if (static_cast<std::int64_t>(result.points.size()) > limit) {
    result.points.resize(at(limit));
    result.complete = false;
  }
  return result;
}

std::shared_ptr<const ListProof> Face::proof(const exact::Matrix& loose,
                                             std::span<const Index> lines, std::size_t points,
                                             const StopToken& stop) const {
  const auto hull = exact::null_space(constant_, stop);
  if (!hull) return {};
  const auto face = half_spaces(*hull, interior_, {}, value_, stop);
  if (!face) return {};
  const IntegerMatrix rows = constraints_of(face->map, loose, value_);
  const WorkBound bound = work_bound(static_cast<std::int64_t>(points), rows);
  const ExtremeRays all = extreme_rays(rows, homogeneous(*hull, interior_), bound, stop);
  if (!all.complete || !fit_to_check(all, points)) return {};
  if (all.rays.rows() != static_cast<slong>(points)) {
    throw std::logic_error("a list of extreme strategies failed its proof");
  }
  const auto name = [&](slong row) {
    const bool own = row < face->map.rows();
    return ListProof::Constraint{own, own ? support_[at(row)] : lines[at(row - face->map.rows())]};
  };
  ListProof result;
  for (const slong row : all.start) result.start.push_back(name(row));
  for (const slong row : all.cuts) result.cuts.push_back(name(row));
  result.vectors = start_vectors(rows, all.start, face->map, support_);
  return std::make_shared<const ListProof>(std::move(result));
}

}  // namespace allnash::game
