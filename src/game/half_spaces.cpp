#include "game/half_spaces.hpp"

#include <algorithm>

#include "exact/access.hpp"

namespace allnash::game {
namespace {

using exact::Integer;
using exact::IntegerMatrix;
using exact::Matrix;

constexpr Index block = 1024;  // lines mapped at once, between two looks at the stop token

/// constant + direction.t >= 0, the direction primitive, so that parallel ones compare.
struct HalfSpace {
  std::vector<Integer> direction;
  Rational constant;
};

/// The affine hull as an integer map of (1, t): the column of its point with t = 0, then one for
/// each direction.
IntegerMatrix map_of(const exact::NullSpace& hull, std::span<const Rational> interior) {
  const Index dimension = hull.directions.rows();
  const auto size = static_cast<Index>(interior.size());
  const Index width = dimension + 1;
  Matrix flat(1, size * width);  // one row, so that one common denominator is cleared
  for (Index i = 0; i < size; ++i) {
    Rational origin = interior[at(i)];
    for (Index t = 0; t < dimension; ++t) {
      const Rational& step = hull.directions.at(t, i);
      const auto free = at(hull.free[at(t)]);
      if (step.sign() != 0) origin -= interior[free] * step;
      flat.at(0, i * width + t + 1) = step;
    }
    flat.at(0, i * width) = origin;
  }
  const IntegerMatrix cleared = exact::clear_denominators(flat);
  IntegerMatrix map(size, width);
  for (Index i = 0; i < size; ++i) _fmpz_vec_set(map.row(i), cleared.row(0) + i * width, width);
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

HalfSpaces half_spaces(const exact::NullSpace& hull, std::span<const Rational> interior,
                       const Matrix& loose, const Rational& value, const StopToken& stop) {
  HalfSpaces result{map_of(hull, interior), IntegerMatrix(0, 0), false};
  const slong width = result.map.columns();
  std::vector<HalfSpace> found;
  for (slong i = 0; i < result.map.rows(); ++i) append(result.map.row(i), width, found);
  for (Index begin = 0; begin < loose.rows(); begin += block) {
    if (stop.stopped()) return {std::move(result.map), IntegerMatrix(0, 0), true};
    const Matrix lines = cutting_lines(loose, begin, std::min(begin + block, loose.rows()), value);
    IntegerMatrix mapped(lines.rows(), width);
    fmpz_mat_mul(mapped.raw(), exact::clear_denominators(lines).raw(), result.map.raw());
    for (slong t = 0; t < mapped.rows(); ++t) append(mapped.row(t), width, found);
  }
  keep_innermost(found);
  result.rows = as_rows(found, width);
  return result;
}

}  // namespace allnash::game
