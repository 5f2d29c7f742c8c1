#include "core/lp/guessed_program.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/base/at.hpp"
#include "core/exact/linear_system.hpp"
#include "core/lp/clp.hpp"

namespace allnash::lp {
namespace {

using allnash::at;
using exact::Integer;
using exact::IntegerMatrix;

constexpr int most_exact_pivots = 40;
constexpr double surely_not_zero = 1e-7;  // of reduced costs, the largest of an objective being 1

Rational as_rational(const Integer& value) {
  return exact::quotient(value.raw(), Integer(1).raw());
}

/// A number as mantissa * 2^exponent, which floating point may have no room for.
struct Scaled {
  double mantissa = 0;
  slong exponent = 0;
};
Scaled scaled(const Integer& value) {
  Scaled result;
  result.mantissa = fmpz_get_d_2exp(&result.exponent, value.raw());
  return result;
}

/// The gradient of an objective, in whole numbers.
std::map<int, Integer> gradient(const Polyhedron& polyhedron, const Objective& objective) {
  std::map<int, Integer> result;
  for (const auto& [variable, weight] : objective) {
    if (variable < polyhedron.coordinates) {
      fmpz_add(result[variable].raw(), result[variable].raw(), weight.raw());
      continue;
    }
    for (const auto& [c, factor] : polyhedron.rows[at(variable - polyhedron.coordinates)].terms) {
      fmpz_addmul(result[c].raw(), weight.raw(), factor.raw());
    }
  }
  std::erase_if(result, [](const auto& one) { return fmpz_is_zero(one.second.raw()) != 0; });
  return result;
}

/// Whole numbers over one denominator.
struct Fractions {
  std::vector<Integer> top;
  Integer bottom;

  explicit Fractions(const std::vector<Rational>& numbers)
      : top(numbers.size()), bottom(exact::common_denominator(numbers)) {
    for (std::size_t t = 0; t < numbers.size(); ++t) {
      exact::scale_to_integer(top[t].raw(), numbers[t], bottom);
    }
  }
};

}  // namespace

struct GuessedProgram::Floats {
  ClpSimplex lp;
  std::vector<double> unit;  // by coordinate: 1 in the program
};

GuessedProgram::GuessedProgram(const Polyhedron& polyhedron)
    : polyhedron_(&polyhedron), floats_(std::make_unique<Floats>()) {
  // Coordinates in units of what they are at the given point, rows with largest factor 1.
  for (const Rational& one : polyhedron.point) {
    const double value = one.to_double();
    floats_->unit.push_back(value > 1e-200 ? value : 1);
  }
  std::vector<std::vector<std::pair<int, double>>> columns(at(polyhedron.coordinates));
  std::vector<double> lower;
  for (std::size_t r = 0; r < polyhedron.rows.size(); ++r) {
    const WholeRow& row = polyhedron.rows[r];
    std::vector<std::pair<int, Scaled>> factors;
    slong largest = 0;
    bool first = true;
    for (const auto& [c, factor] : row.terms) {
      Scaled one = scaled(factor);
      int more = 0;
      one.mantissa = std::frexp(one.mantissa * floats_->unit[at(c)], &more);
      one.exponent += more;
      largest = first ? one.exponent : std::max(largest, one.exponent);
      first = false;
      factors.emplace_back(c, one);
    }
    const auto within = [&](const Scaled& one) {
      const slong shift = std::clamp<slong>(one.exponent - largest, -2000, 1000);
      return std::ldexp(one.mantissa, static_cast<int>(shift));
    };
    for (const auto& [c, factor] : factors) {
      const double value = within(factor);
      if (value != 0) columns[at(c)].emplace_back(static_cast<int>(r), value);
    }
    lower.push_back(-within(scaled(row.constant)));
  }
  ColumnBuilder builder;
  for (const auto& column : columns) {
    for (const auto& [row, value] : column) builder.add(row, value);
    builder.end_column(0, COIN_DBL_MAX, 0);
  }
  builder.load(floats_->lp, lower, std::vector<double>(lower.size(), COIN_DBL_MAX));
}

GuessedProgram::GuessedProgram(GuessedProgram&&) noexcept = default;
GuessedProgram& GuessedProgram::operator=(GuessedProgram&&) noexcept = default;
GuessedProgram::~GuessedProgram() = default;

std::optional<GuessedProgram::Basis> GuessedProgram::guess(const std::vector<Objective>& objectives,
                                                           const StopToken& stop) {
  ClpSimplex& lp = floats_->lp;
  const int rows = lp.numberRows();
  const int columns = lp.numberColumns();
  std::vector<int> fixed_rows;
  std::vector<int> fixed_columns;
  bool found = true;
  for (std::size_t k = 0; k < objectives.size() && found; ++k) {
    std::vector<double> cost(at(columns));
    slong exponent = 0;
    bool first = true;
    const auto whole = gradient(*polyhedron_, objectives[k]);
    std::map<int, Scaled> parts;
    for (const auto& [c, factor] : whole) {
      Scaled one = scaled(factor);
      int more = 0;
      one.mantissa = std::frexp(one.mantissa * floats_->unit[at(c)], &more);
      one.exponent += more;
      exponent = first ? one.exponent : std::max(exponent, one.exponent);
      first = false;
      parts[c] = one;
    }
    for (const auto& [c, one] : parts) {
      const slong shift = std::clamp<slong>(one.exponent - exponent, -2000, 0);
      cost[at(c)] = -std::ldexp(one.mantissa, static_cast<int>(shift));
    }
    for (int c = 0; c < columns; ++c) lp.setObjectiveCoefficient(c, cost[at(c)]);
    found = minimise(lp, stop, Simplex::primal);
    if (!found || k + 1 == objectives.size()) break;
    // What would make this objective smaller stays 0.
    for (int c = 0; c < columns; ++c) {
      if (lp.getColumnStatus(c) == ClpSimplex::basic) continue;
      if (std::abs(lp.getReducedCost()[c]) <= surely_not_zero) continue;
      if (lp.columnUpper()[c] == 0) continue;
      lp.setColumnUpper(c, 0);
      fixed_columns.push_back(c);
    }
    for (int r = 0; r < rows; ++r) {
      if (lp.getRowStatus(r) == ClpSimplex::basic) continue;
      if (std::abs(lp.getRowPrice()[r]) <= surely_not_zero) continue;
      if (lp.rowUpper()[r] == lp.rowLower()[r]) continue;
      lp.setRowUpper(r, lp.rowLower()[r]);
      fixed_rows.push_back(r);
    }
  }
  std::optional<Basis> basis;
  if (found) {
    basis.emplace();
    for (int c = 0; c < columns; ++c) {
      if (lp.getColumnStatus(c) == ClpSimplex::basic) basis->coordinates.push_back(c);
    }
    for (int r = 0; r < rows; ++r) {
      if (lp.getRowStatus(r) != ClpSimplex::basic) basis->rows.push_back(r);
    }
    if (basis->rows.size() != basis->coordinates.size()) basis.reset();
  }
  for (const int c : fixed_columns) lp.setColumnUpper(c, COIN_DBL_MAX);
  for (const int r : fixed_rows) lp.setRowUpper(r, COIN_DBL_MAX);
  return basis;
}

std::optional<GuessedProgram::Optimum> GuessedProgram::checked(
    Basis basis, const std::vector<Objective>& objectives, const StopToken& stop) {
  const Polyhedron& its = *polyhedron_;
  std::vector<std::map<int, Integer>> gradients;
  for (const Objective& one : objectives) gradients.push_back(gradient(its, one));
  for (int pivots = 0; pivots <= most_exact_pivots; ++pivots) {
    if (stop.stopped()) return std::nullopt;
    std::ranges::sort(basis.coordinates);
    std::ranges::sort(basis.rows);
    const auto size = std::ssize(basis.rows);
    largest_system_ = std::max(largest_system_, static_cast<int>(size));
    std::vector<int> place(at(its.coordinates), -1);
    for (slong c = 0; c < size; ++c) place[at(basis.coordinates[at(c)])] = static_cast<int>(c);
    IntegerMatrix square(size, size);
    IntegerMatrix turned(size, size);
    IntegerMatrix right(size, 1);
    for (slong r = 0; r < size; ++r) {
      const WholeRow& row = its.rows[at(basis.rows[at(r)])];
      fmpz_neg(right.at(r, 0), row.constant.raw());
      for (const auto& [c, factor] : row.terms) {
        if (place[at(c)] < 0) continue;
        fmpz_set(square.at(r, place[at(c)]), factor.raw());
        fmpz_set(turned.at(place[at(c)], r), factor.raw());
      }
    }
    // The vertex.
    std::vector<Rational> solved;
    if (size > 0) {
      const auto solution = exact::solve(square, right, stop);
      if (!solution) return std::nullopt;
      solved = *solution;
    }
    Optimum found;
    found.point.resize(at(its.coordinates));
    const Fractions values(solved);
    for (slong c = 0; c < size; ++c) {
      if (solved[at(c)].sign() < 0) return std::nullopt;
      found.point[at(basis.coordinates[at(c)])] = solved[at(c)];
    }
    std::vector<Integer> slack(its.rows.size());  // times the denominator
    for (std::size_t r = 0; r < its.rows.size(); ++r) {
      if (stop.stopped()) return std::nullopt;
      const WholeRow& row = its.rows[r];
      fmpz_mul(slack[r].raw(), row.constant.raw(), values.bottom.raw());
      for (const auto& [c, factor] : row.terms) {
        if (place[at(c)] < 0) continue;
        fmpz_addmul(slack[r].raw(), factor.raw(), values.top[at(place[at(c)])].raw());
      }
      if (fmpz_sgn(slack[r].raw()) < 0) return std::nullopt;
    }
    // The multipliers.
    const auto system =
        size > 0 ? exact::PadicSystem::of(turned, stop) : std::optional<exact::PadicSystem>();
    if (size > 0 && !system) return std::nullopt;
    std::vector<std::map<int, Rational>> multipliers;  // by objective, by variable
    for (const std::map<int, Integer>& slope : gradients) {
      std::map<int, Rational> list;
      for (slong c = 0; c < size; ++c) fmpz_zero(right.at(c, 0));
      for (const auto& [c, factor] : slope) {
        if (place[at(c)] >= 0) fmpz_neg(right.at(place[at(c)], 0), factor.raw());
      }
      std::vector<Rational> of_rows;
      if (size > 0) {
        const auto solution = system->solve(right, stop);
        if (!solution) return std::nullopt;
        of_rows = *solution;
      }
      const Fractions parts(of_rows);
      std::vector<Integer> rest(at(its.coordinates));  // of the gradient, times the denominator
      for (const auto& [c, factor] : slope) {
        fmpz_mul(rest[at(c)].raw(), factor.raw(), parts.bottom.raw());
      }
      for (slong r = 0; r < size; ++r) {
        const int row = basis.rows[at(r)];
        if (of_rows[at(r)].sign() != 0) list[its.coordinates + row] = of_rows[at(r)];
        for (const auto& [c, factor] : its.rows[at(row)].terms) {
          fmpz_addmul(rest[at(c)].raw(), factor.raw(), parts.top[at(r)].raw());
        }
      }
      for (int c = 0; c < its.coordinates; ++c) {
        if (place[at(c)] >= 0 || fmpz_is_zero(rest[at(c)].raw()) != 0) continue;
        list[c] = -exact::quotient(rest[at(c)].raw(), parts.bottom.raw());
      }
      multipliers.push_back(std::move(list));
    }
    // The variables that are 0 by the basis, and the first multiplier of each that is not 0.
    int entering = -1;
    found.only = true;
    const auto first_sign = [&](int variable) {
      for (const auto& list : multipliers) {
        const auto one = list.find(variable);
        if (one != list.end()) return one->second.sign();
      }
      return 0;
    };
    const auto look_at = [&](int variable) {
      const int sign = first_sign(variable);
      if (sign == 0) found.only = false;
      if (sign < 0 && (entering < 0 || variable < entering)) entering = variable;
    };
    for (int c = 0; c < its.coordinates; ++c) {
      if (place[at(c)] < 0) look_at(c);
    }
    for (const int r : basis.rows) look_at(its.coordinates + r);
    if (entering < 0) {
      for (int v = 0; v < its.coordinates; ++v) {
        if (found.point[at(v)].sign() == 0) found.zeros.push_back(v);
      }
      for (std::size_t r = 0; r < slack.size(); ++r) {
        if (fmpz_is_zero(slack[r].raw()) != 0) {
          found.zeros.push_back(its.coordinates + static_cast<int>(r));
        }
      }
      for (std::size_t k = 0; k < objectives.size(); ++k) {
        Rational value;
        for (const auto& [variable, weight] : objectives[k]) {
          const Rational here = variable < its.coordinates
                                    ? found.point[at(variable)]
                                    : exact::quotient(slack[at(variable - its.coordinates)].raw(),
                                                      values.bottom.raw());
          value += as_rational(weight) * here;
        }
        found.value.push_back(std::move(value));
        found.multipliers.emplace_back(multipliers[k].begin(), multipliers[k].end());
      }
      return found;
    }
    // One exact pivot: how the solved coordinates move when the entering variable rises by 1.
    for (slong r = 0; r < size; ++r) fmpz_zero(right.at(r, 0));
    const bool by_row = entering >= its.coordinates;
    for (slong r = 0; r < size; ++r) {
      const int row = basis.rows[at(r)];
      if (by_row) {
        if (row == entering - its.coordinates) fmpz_one(right.at(r, 0));
        continue;
      }
      for (const auto& [c, factor] : its.rows[at(row)].terms) {
        if (c == entering) fmpz_neg(right.at(r, 0), factor.raw());
      }
    }
    std::vector<Rational> move;
    if (size > 0) {
      const auto solution = exact::solve(square, right, stop);
      if (!solution) return std::nullopt;
      move = *solution;
    }
    // The variable that is 0 first, the lowest of several.
    std::optional<Rational> step;
    int leaving = -1;
    const auto limit = [&](int variable, const Rational& value, const Rational& change) {
      if (change.sign() >= 0) return;
      const Rational here = value / -change;
      if (step && (*step < here || (*step == here && leaving < variable))) return;
      step = here;
      leaving = variable;
    };
    for (slong c = 0; c < size; ++c) {
      limit(basis.coordinates[at(c)], solved[at(c)], move[at(c)]);
    }
    const Fractions moves(move);
    std::vector<char> tight(its.rows.size(), 0);
    for (const int r : basis.rows) tight[at(r)] = 1;
    for (std::size_t r = 0; r < its.rows.size(); ++r) {
      if (tight[r] != 0) continue;
      Integer change;
      for (const auto& [c, factor] : its.rows[r].terms) {
        if (place[at(c)] >= 0) {
          fmpz_addmul(change.raw(), factor.raw(), moves.top[at(place[at(c)])].raw());
        } else if (c == entering) {
          fmpz_addmul(change.raw(), factor.raw(), moves.bottom.raw());
        }
      }
      if (fmpz_sgn(change.raw()) >= 0) continue;
      limit(its.coordinates + static_cast<int>(r),
            exact::quotient(slack[r].raw(), values.bottom.raw()),
            exact::quotient(change.raw(), moves.bottom.raw()));
    }
    if (leaving < 0) return std::nullopt;
    if (by_row) {
      std::erase(basis.rows, entering - its.coordinates);
    } else {
      basis.coordinates.push_back(entering);
    }
    if (leaving >= its.coordinates) {
      basis.rows.push_back(leaving - its.coordinates);
    } else {
      std::erase(basis.coordinates, leaving);
    }
  }
  return std::nullopt;
}

std::optional<GuessedProgram::Optimum> GuessedProgram::maximise(
    const std::vector<Objective>& objectives, const StopToken& stop) {
  auto basis = guess(objectives, stop);
  if (!basis) return std::nullopt;
  return checked(*std::move(basis), objectives, stop);
}

}  // namespace allnash::lp
