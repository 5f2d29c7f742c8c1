#include "core/lp/polyhedron.hpp"

#include <numeric>
#include <stdexcept>

#include "core/base/at.hpp"

namespace allnash::lp {
namespace {

using exact::Integer;

std::vector<slong> from(slong first, std::size_t count) {
  std::vector<slong> result(count);
  std::iota(result.begin(), result.end(), first);
  return result;
}

Rational value_of(const WholeRow& row, const std::vector<Rational>& point) {
  Rational sum = exact::quotient(row.constant.raw(), Integer(1).raw());
  for (const auto& [coordinate, factor] : row.terms) {
    sum += exact::quotient(factor.raw(), Integer(1).raw()) * point[allnash::at(coordinate)];
  }
  return sum;
}

}  // namespace

PolyhedronProgram::PolyhedronProgram(const Polyhedron& polyhedron)
    : coordinates_(polyhedron.coordinates),
      dictionary_(from(polyhedron.coordinates, polyhedron.rows.size()),
                  from(0, allnash::at(polyhedron.coordinates))),
      place_(allnash::at(polyhedron.variables())),
      barred_(allnash::at(polyhedron.variables()), 0) {
  for (int c = 0; c < coordinates_; ++c) place_[allnash::at(c)] = -1 - c;
  for (slong r = 0; r < dictionary_.rows(); ++r) {
    place_[allnash::at(coordinates_ + r)] = r;
    const WholeRow& row = polyhedron.rows[allnash::at(r)];
    fmpz_set(dictionary_.rhs(r), row.constant.raw());
    for (const auto& [c, factor] : row.terms) fmpz_neg(dictionary_.at(r, c), factor.raw());
  }
}

std::optional<PolyhedronProgram> PolyhedronProgram::of(const Polyhedron& polyhedron,
                                                       const StopToken& stop) {
  PolyhedronProgram program(polyhedron);
  if (!program.begin(polyhedron, stop)) return std::nullopt;
  return program;
}

bool PolyhedronProgram::pivot(slong row, slong column, const StopToken& stop) {
  ++pivots_;
  if (!dictionary_.pivot(row, column, stop)) return false;
  place_[allnash::at(dictionary_.basic(row))] = row;
  place_[allnash::at(dictionary_.cobasic(column))] = -1 - column;
  return true;
}

// One cobasic variable after the other is lowered to 0, or until a basic variable is 0, which then
// takes its place.
bool PolyhedronProgram::begin(const Polyhedron& polyhedron, const StopToken& stop) {
  std::vector<Rational> values;
  values.reserve(polyhedron.rows.size());
  for (const WholeRow& row : polyhedron.rows) values.push_back(value_of(row, polyhedron.point));
  for (slong c = 0; c < dictionary_.columns(); ++c) {
    if (stop.stopped()) return false;
    Rational left = polyhedron.point[allnash::at(c)];
    if (left.sign() == 0) continue;
    slong first = -1;
    Rational step = left;
    for (slong r = 0; r < dictionary_.rows(); ++r) {
      if (fmpz_sgn(dictionary_.at(r, c)) >= 0) continue;
      Rational most = -values[allnash::at(r)] *
                      exact::quotient(dictionary_.denominator().raw(), dictionary_.at(r, c));
      if (most >= step) continue;
      step = std::move(most);
      first = r;
    }
    for (slong r = 0; r < dictionary_.rows(); ++r) {
      if (fmpz_is_zero(dictionary_.at(r, c)) != 0) continue;
      values[allnash::at(r)] +=
          step * exact::quotient(dictionary_.at(r, c), dictionary_.denominator().raw());
    }
    if (first < 0) continue;
    values[allnash::at(first)] = left - step;
    if (!pivot(first, c, stop)) return false;
  }
  return true;
}

// Of each column, times the denominator.
std::vector<Integer> PolyhedronProgram::costs(const Objective& objective) const {
  std::vector<Integer> result(allnash::at(dictionary_.columns()));
  for (const auto& [variable, weight] : objective) {
    const slong place = place_[allnash::at(variable)];
    if (place < 0) {
      fmpz_addmul(result[allnash::at(-1 - place)].raw(), weight.raw(),
                  dictionary_.denominator().raw());
      continue;
    }
    for (slong c = 0; c < dictionary_.columns(); ++c) {
      const fmpz* const entry = dictionary_.at(place, c);
      if (fmpz_is_zero(entry) == 0) {
        fmpz_submul(result[allnash::at(c)].raw(), weight.raw(), entry);
      }
    }
  }
  return result;
}

// The row that limits a step, of several the one with the lowest variable; -1 for none.
slong PolyhedronProgram::leaving(slong column) const {
  slong best = -1;
  Integer left;
  Integer right;
  for (slong r = 0; r < dictionary_.rows(); ++r) {
    if (fmpz_sgn(dictionary_.at(r, column)) <= 0) continue;
    if (best >= 0) {
      fmpz_mul(left.raw(), dictionary_.rhs(r), dictionary_.at(best, column));
      fmpz_mul(right.raw(), dictionary_.rhs(best), dictionary_.at(r, column));
      const int order = fmpz_cmp(left.raw(), right.raw());
      if (order > 0 || (order == 0 && dictionary_.basic(r) > dictionary_.basic(best))) continue;
    }
    best = r;
  }
  return best;
}

bool PolyhedronProgram::maximise(const Objective& objective, const StopToken& stop) {
  ++searches_;
  // Bland's rule, which cannot cycle, takes over when nothing has changed for long.
  const slong patience = dictionary_.rows() + dictionary_.columns();
  for (slong idle = 0;;) {
    if (stop.stopped()) return false;
    const std::vector<Integer> cost = costs(objective);
    slong column = -1;
    for (slong c = 0; c < dictionary_.columns(); ++c) {
      if (fmpz_sgn(cost[allnash::at(c)].raw()) <= 0) continue;
      if (barred_[allnash::at(dictionary_.cobasic(c))] != 0) continue;
      const bool better =
          column < 0 || (idle > patience ? dictionary_.cobasic(c) < dictionary_.cobasic(column)
                                         : fmpz_cmp(cost[allnash::at(c)].raw(),
                                                    cost[allnash::at(column)].raw()) > 0);
      if (better) column = c;
    }
    if (column < 0) return true;
    const slong row = leaving(column);
    if (row < 0) throw std::logic_error("an objective that has no most in a polytope");
    idle = fmpz_is_zero(dictionary_.rhs(row)) != 0 ? idle + 1 : 0;
    if (!pivot(row, column, stop)) return false;
  }
}

void PolyhedronProgram::fix(const Objective& objective) {
  const std::vector<Integer> cost = costs(objective);
  for (slong c = 0; c < dictionary_.columns(); ++c) {
    if (!fmpz_is_zero(cost[allnash::at(c)].raw())) {
      barred_[allnash::at(dictionary_.cobasic(c))] = 1;
    }
  }
}

bool PolyhedronProgram::is_point() const {
  for (slong c = 0; c < dictionary_.columns(); ++c) {
    if (barred_[allnash::at(dictionary_.cobasic(c))] == 0) return false;
  }
  return true;
}

Rational PolyhedronProgram::value(int variable) const {
  const slong place = place_[allnash::at(variable)];
  if (place < 0) return {};
  return exact::quotient(dictionary_.rhs(place), dictionary_.denominator().raw());
}

bool PolyhedronProgram::is_zero(int variable) const {
  const slong place = place_[allnash::at(variable)];
  return place < 0 || fmpz_is_zero(dictionary_.rhs(place)) != 0;
}

Rational PolyhedronProgram::value(const Objective& objective) const {
  Integer sum;
  for (const auto& [variable, weight] : objective) {
    const slong place = place_[allnash::at(variable)];
    if (place >= 0) fmpz_addmul(sum.raw(), weight.raw(), dictionary_.rhs(place));
  }
  return exact::quotient(sum.raw(), dictionary_.denominator().raw());
}

std::vector<Rational> PolyhedronProgram::point() const {
  std::vector<Rational> result(allnash::at(coordinates_));
  for (int c = 0; c < coordinates_; ++c) result[allnash::at(c)] = value(c);
  return result;
}

std::vector<std::pair<int, Rational>> PolyhedronProgram::multipliers(
    const Objective& objective) const {
  const std::vector<Integer> cost = costs(objective);
  std::vector<std::pair<int, Rational>> result;
  for (slong c = 0; c < dictionary_.columns(); ++c) {
    if (fmpz_is_zero(cost[allnash::at(c)].raw()) != 0) continue;
    result.emplace_back(
        static_cast<int>(dictionary_.cobasic(c)),
        -exact::quotient(cost[allnash::at(c)].raw(), dictionary_.denominator().raw()));
  }
  return result;
}

}  // namespace allnash::lp
