#include "game/half_spaces.hpp"

#include <algorithm>

#include "exact/access.hpp"
#include "exact/linear_system.hpp"

namespace allnash::game {
namespace {

using exact::Integer;
using exact::IntegerMatrix;
using exact::Matrix;

// Lines mapped at once, between two looks at the stop token: some milliseconds of products.
Index lines_at_once(const IntegerMatrix& map) {
  constexpr Index products = 2'000'000;
  return std::clamp<Index>(products / (map.rows() * map.columns()), 1, 1024);
}

/// constant + direction.t >= 0, the direction primitive, so that parallel ones compare.
struct HalfSpace {
  std::vector<Integer> direction;
  Rational constant;
};

/// The point of the affine hull where the free coordinate is 0: less the interior point's own free
/// coordinates along each direction.
Rational origin(const exact::NullSpace& hull, std::span<const Rational> interior, Index place) {
  Rational sum = interior[at(place)];
  for (Index t = 0; t < hull.directions.rows(); ++t) {
    const Rational& step = hull.directions.at(t, place);
    if (step.sign() != 0) sum -= interior[at(hull.free[at(t)])] * step;
  }
  return sum;
}

/// The affine hull as an integer map of (1, t): the column of its point with t = 0, then one for
/// each direction. Nothing when stopped.
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

/// Lines `begin` to `end`, less the value: x.a - v = sum of x_i (a_i - v). A line that is nowhere
/// below the value on the support holds for every strategy, and is left out.
Matrix cutting_lines(const Matrix& loose, Index begin, Index end, const Rational& value) {
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

/// Of parallel half-spaces the innermost is enough.
void keep_innermost(std::vector<HalfSpace>& found) {
  std::sort(found.begin(), found.end(), [](const HalfSpace& left, const HalfSpace& right) {
    if (direction_less(left, right)) return true;
    if (direction_less(right, left)) return false;
    return left.constant < right.constant;
  });
  // Sorted, so that the next one is either parallel or larger.
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

}  // namespace

std::optional<HalfSpaces> half_spaces(const exact::NullSpace& hull,
                                      std::span<const Rational> interior, const Matrix& loose,
                                      const Rational& value, const StopToken& stop) {
  std::optional<IntegerMatrix> map = map_of(hull, interior, stop);
  if (!map) return std::nullopt;
  const slong width = map->columns();
  std::vector<HalfSpace> found;
  for (slong i = 0; i < map->rows(); ++i) append(map->row(i), width, found);
  const Index block = lines_at_once(*map);
  for (Index begin = 0; begin < loose.rows(); begin += block) {
    if (stop.stopped()) return std::nullopt;
    const Matrix lines = cutting_lines(loose, begin, std::min(begin + block, loose.rows()), value);
    IntegerMatrix mapped(lines.rows(), width);
    fmpz_mat_mul(mapped.raw(), exact::clear_denominators(lines).raw(), map->raw());
    for (slong t = 0; t < mapped.rows(); ++t) append(mapped.row(t), width, found);
  }
  keep_innermost(found);
  return HalfSpaces{*std::move(map), as_rows(found, width)};
}

}  // namespace allnash::game
