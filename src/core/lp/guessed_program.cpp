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
Scaled scaled(const Integer& value, double unit = 1) {
  Scaled result;
  result.mantissa = fmpz_get_d_2exp(&result.exponent, value.raw());
  int more = 0;
  result.mantissa = std::frexp(result.mantissa * unit, &more);
  result.exponent += more;
  return result;
}
/// In units of 2^exponent.
double in_units(const Scaled& one, slong exponent) {
  const slong shift = std::clamp<slong>(one.exponent - exponent, -2000, 1000);
  return std::ldexp(one.mantissa, static_cast<int>(shift));
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
      const Scaled one = scaled(factor, floats_->unit[at(c)]);
      largest = first ? one.exponent : std::max(largest, one.exponent);
      first = false;
      factors.emplace_back(c, one);
    }
    for (const auto& [c, factor] : factors) {
      const double value = in_units(factor, largest);
      if (value != 0) columns[at(c)].emplace_back(static_cast<int>(r), value);
    }
    lower.push_back(-in_units(scaled(row.constant), largest));
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
    std::vector<std::pair<int, Scaled>> parts;
    for (const auto& [c, factor] : gradient(*polyhedron_, objectives[k])) {
      parts.emplace_back(c, scaled(factor, floats_->unit[at(c)]));
      exponent =
          first ? parts.back().second.exponent : std::max(exponent, parts.back().second.exponent);
      first = false;
    }
    for (const auto& [c, one] : parts) cost[at(c)] = -in_units(one, exponent);
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

namespace {

/// A basis in exact numbers: the coordinates that are solved for, ascending, and as many rows that
/// are 0.
class ExactBasis {
 public:
  using Multipliers = std::map<int, Rational>;  // by variable

  ExactBasis(const Polyhedron& of, const std::vector<int>& coordinates,
             const std::vector<int>& rows, const StopToken& stop)
      : its_(of),
        coordinates_(coordinates),
        rows_(rows),
        stop_(stop),
        place_(at(of.coordinates), -1),
        square_(size(), size()),
        turned_(size(), size()) {
    for (slong c = 0; c < size(); ++c) place_[at(coordinates_[at(c)])] = static_cast<int>(c);
    for (slong r = 0; r < size(); ++r) {
      for (const auto& [c, factor] : its_.rows[at(rows_[at(r)])].terms) {
        if (place_[at(c)] < 0) continue;
        fmpz_set(square_.at(r, place_[at(c)]), factor.raw());
        fmpz_set(turned_.at(place_[at(c)], r), factor.raw());
      }
    }
  }

  [[nodiscard]] slong size() const { return static_cast<slong>(rows_.size()); }
  [[nodiscard]] bool solves(int coordinate) const { return place_[at(coordinate)] >= 0; }

  /// False unless this is a vertex with no variable below 0.
  bool find_vertex() {
    IntegerMatrix right(size(), 1);
    for (slong r = 0; r < size(); ++r) {
      fmpz_neg(right.at(r, 0), its_.rows[at(rows_[at(r)])].constant.raw());
    }
    if (!solve(square_, right, solved_)) return false;
    for (const Rational& one : solved_) {
      if (one.sign() < 0) return false;
    }
    values_ = Fractions(solved_);
    slack_.resize(its_.rows.size());
    for (std::size_t r = 0; r < slack_.size(); ++r) {
      if (stop_.stopped()) return false;
      const WholeRow& row = its_.rows[r];
      fmpz_mul(slack_[r].raw(), row.constant.raw(), values_.bottom.raw());
      for (const auto& [c, factor] : row.terms) {
        if (place_[at(c)] < 0) continue;
        fmpz_addmul(slack_[r].raw(), factor.raw(), values_.top[at(place_[at(c)])].raw());
      }
      if (fmpz_sgn(slack_[r].raw()) < 0) return false;
    }
    return true;
  }
  /// At the vertex.
  [[nodiscard]] Rational value(int variable) const {
    if (variable >= its_.coordinates) {
      return exact::quotient(slack_[at(variable - its_.coordinates)].raw(), values_.bottom.raw());
    }
    return solves(variable) ? solved_[at(place_[at(variable)])] : Rational();
  }

  /// Of the variables that are 0 by the basis, for objectives with these slopes. Nothing when
  /// stopped.
  [[nodiscard]] std::optional<std::vector<Multipliers>> multipliers(
      const std::vector<std::map<int, Integer>>& slopes) const {
    const auto system =
        size() > 0 ? exact::PadicSystem::of(turned_, stop_) : std::optional<exact::PadicSystem>();
    if (size() > 0 && !system) return std::nullopt;
    std::vector<Multipliers> result;
    for (const std::map<int, Integer>& slope : slopes) {
      Multipliers& list = result.emplace_back();
      IntegerMatrix right(size(), 1);
      for (const auto& [c, factor] : slope) {
        if (solves(c)) fmpz_neg(right.at(place_[at(c)], 0), factor.raw());
      }
      std::vector<Rational> of_rows;
      if (size() > 0) {
        auto solution = system->solve(right, stop_);
        if (!solution) return std::nullopt;
        of_rows = *std::move(solution);
      }
      const Fractions parts(of_rows);
      std::vector<Integer> rest(at(its_.coordinates));  // of the slope, times the denominator
      for (const auto& [c, factor] : slope) {
        fmpz_mul(rest[at(c)].raw(), factor.raw(), parts.bottom.raw());
      }
      for (slong r = 0; r < size(); ++r) {
        const int row = rows_[at(r)];
        if (of_rows[at(r)].sign() != 0) list[its_.coordinates + row] = of_rows[at(r)];
        for (const auto& [c, factor] : its_.rows[at(row)].terms) {
          fmpz_addmul(rest[at(c)].raw(), factor.raw(), parts.top[at(r)].raw());
        }
      }
      for (int c = 0; c < its_.coordinates; ++c) {
        if (solves(c) || fmpz_is_zero(rest[at(c)].raw()) != 0) continue;
        list[c] = -exact::quotient(rest[at(c)].raw(), parts.bottom.raw());
      }
    }
    return result;
  }

  /// The variable that is 0 first when another one rises from 0, the lowest of several. Nothing
  /// when stopped, or if there is none.
  [[nodiscard]] std::optional<int> leaving(int entering) const {
    IntegerMatrix right(size(), 1);
    for (slong r = 0; r < size(); ++r) {
      const int row = rows_[at(r)];
      if (row == entering - its_.coordinates) fmpz_one(right.at(r, 0));
      for (const auto& [c, factor] : its_.rows[at(row)].terms) {
        if (c == entering) fmpz_neg(right.at(r, 0), factor.raw());
      }
    }
    std::vector<Rational> move;  // of the coordinates, as the variable rises by 1
    if (!solve(square_, right, move)) return std::nullopt;
    std::optional<int> first;
    Rational step;
    const auto limit = [&](int variable, const Rational& change) {
      if (change.sign() >= 0) return;
      const Rational here = value(variable) / -change;
      if (first && (step < here || (step == here && *first < variable))) return;
      step = here;
      first = variable;
    };
    for (slong c = 0; c < size(); ++c) limit(coordinates_[at(c)], move[at(c)]);
    const Fractions moves(move);
    std::vector<char> tight(its_.rows.size(), 0);
    for (const int r : rows_) tight[at(r)] = 1;
    for (std::size_t r = 0; r < its_.rows.size(); ++r) {
      if (tight[r] != 0) continue;
      Integer change;
      for (const auto& [c, factor] : its_.rows[r].terms) {
        if (solves(c)) {
          fmpz_addmul(change.raw(), factor.raw(), moves.top[at(place_[at(c)])].raw());
        } else if (c == entering) {
          fmpz_addmul(change.raw(), factor.raw(), moves.bottom.raw());
        }
      }
      if (fmpz_sgn(change.raw()) < 0) {
        limit(its_.coordinates + static_cast<int>(r),
              exact::quotient(change.raw(), moves.bottom.raw()));
      }
    }
    return first;
  }

 private:
  [[nodiscard]] bool solve(const IntegerMatrix& matrix, const IntegerMatrix& right,
                           std::vector<Rational>& solution) const {
    if (size() == 0) return true;
    auto found = exact::solve(matrix, right, stop_);
    if (!found) return false;
    solution = *std::move(found);
    return true;
  }

  const Polyhedron& its_;
  const std::vector<int>& coordinates_;
  const std::vector<int>& rows_;
  const StopToken& stop_;
  std::vector<int> place_;  // by coordinate: its place among those solved for, or -1
  IntegerMatrix square_;
  IntegerMatrix turned_;
  std::vector<Rational> solved_;
  Fractions values_{{}};
  std::vector<Integer> slack_;  // by row, times the denominator
};

}  // namespace

std::optional<GuessedProgram::Optimum> GuessedProgram::checked(
    Basis basis, const std::vector<Objective>& objectives, const StopToken& stop) {
  const Polyhedron& its = *polyhedron_;
  std::vector<std::map<int, Integer>> slopes;
  for (const Objective& one : objectives) slopes.push_back(gradient(its, one));
  for (int pivots = 0; pivots <= most_exact_pivots && !stop.stopped(); ++pivots) {
    std::ranges::sort(basis.coordinates);
    std::ranges::sort(basis.rows);
    ExactBasis here(its, basis.coordinates, basis.rows, stop);
    largest_system_ = std::max(largest_system_, static_cast<int>(here.size()));
    if (!here.find_vertex()) return std::nullopt;
    const auto multipliers = here.multipliers(slopes);
    if (!multipliers) return std::nullopt;
    // The lowest variable that would make an objective larger, and none before it smaller.
    int entering = -1;
    Optimum found;
    found.only = true;
    const auto look_at = [&](int variable) {
      int sign = 0;  // of the first multiplier that is not 0
      for (const auto& list : *multipliers) {
        const auto one = list.find(variable);
        if (sign == 0 && one != list.end()) sign = one->second.sign();
      }
      if (sign == 0) found.only = false;
      if (sign < 0 && (entering < 0 || variable < entering)) entering = variable;
    };
    for (int c = 0; c < its.coordinates; ++c) {
      if (!here.solves(c)) look_at(c);
    }
    for (const int r : basis.rows) look_at(its.coordinates + r);
    if (entering < 0) {
      for (int v = 0; v < its.variables(); ++v) {
        const Rational value = here.value(v);
        if (v < its.coordinates) found.point.push_back(value);
        if (value.sign() == 0) found.zeros.push_back(v);
      }
      for (std::size_t k = 0; k < objectives.size(); ++k) {
        Rational& value = found.value.emplace_back();
        for (const auto& [variable, weight] : objectives[k]) {
          value += as_rational(weight) * here.value(variable);
        }
        found.multipliers.emplace_back((*multipliers)[k].begin(), (*multipliers)[k].end());
      }
      return found;
    }
    const auto leaving = here.leaving(entering);
    if (!leaving) return std::nullopt;
    if (entering >= its.coordinates) {
      std::erase(basis.rows, entering - its.coordinates);
    } else {
      basis.coordinates.push_back(entering);
    }
    if (*leaving >= its.coordinates) {
      basis.rows.push_back(*leaving - its.coordinates);
    } else {
      std::erase(basis.coordinates, *leaving);
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
