// The strictly complementary pair by exact pivoting alone.
//
// 1. Shift the payoffs to be positive (B = A + s, least entry 1) and solve  max sum u, B u <= 1,
//    u >= 0  by the simplex method. Its optimum is 1 / (v + s); u is the column strategy and the
//    dual is the row strategy, each up to scale (Dantzig 1951).
// 2. The optimal dictionary leaves undecided the basic variables that are 0 (set E) and the cobasic
//    ones whose reduced cost is 0 (set Z). On them it reads e = -M z, a cone. For each undecided
//    variable either some ray of the cone makes it positive, or some nonnegative combination of the
//    rows shows that it is 0, and then gives it a positive dual (Tucker 1956). Pivoting by Bland's
//    rule finds which. A small step along the sum of all rays, and along the sum of all
//    combinations, makes the pair strictly complementary.
#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "core/exact/access.hpp"
#include "core/exact/linear_system.hpp"
#include "core/lp/dictionary.hpp"
#include "core/lp/subgame.hpp"

namespace allnash::lp {

namespace {

using exact::Integer;

// Variables 0..m-1 are the u of the columns, m..m+n-1 the slacks of the rows; the objective is the
// last row.
struct Lp {
  Dictionary dictionary;
  std::vector<Integer> row_scale;  // row i of the dictionary is row_scale[i] * (1 - B_i u)
  Rational shift;
};

std::vector<slong> numbers(slong first, slong count) {
  std::vector<slong> result(at(count));
  std::iota(result.begin(), result.end(), first);
  return result;
}

Lp make_lp(const exact::Matrix& game) {
  const slong n = game.rows();
  const slong m = game.columns();
  Rational least = game.at(0, 0);
  for (const Rational& entry : game.values()) least = std::min(least, entry);
  Lp lp{Dictionary(numbers(m, n + 1), numbers(0, m)), {}, Rational(1) - least};
  for (slong i = 0; i < n; ++i) {
    std::vector<Rational> row(game.row(i).begin(), game.row(i).end());
    for (Rational& entry : row) entry += lp.shift;
    const Integer scale = exact::common_denominator(row);
    for (slong j = 0; j < m; ++j) {
      exact::scale_to_integer(lp.dictionary.at(i, j), row[at(j)], scale);
    }
    fmpz_set(lp.dictionary.rhs(i), scale.raw());
    lp.row_scale.push_back(scale);
  }
  for (slong j = 0; j < m; ++j) fmpz_set_si(lp.dictionary.at(n, j), -1);
  return lp;
}

// The entering variable: of largest coefficient, or by Bland's rule the first; -1 at the optimum.
slong entering(const Dictionary& d, bool bland) {
  const slong objective = d.rows() - 1;
  slong best = -1;
  for (slong c = 0; c < d.columns(); ++c) {
    if (fmpz_sgn(d.at(objective, c)) >= 0) continue;
    const bool better =
        best < 0 || (bland ? d.cobasic(c) < d.cobasic(best)
                           : fmpz_cmp(d.at(objective, c), d.at(objective, best)) < 0);
    if (better) best = c;
  }
  return best;
}

// The ratio test: the row that limits the step, of several the one with the lowest variable. B > 0,
// so one always exists.
slong leaving(const Dictionary& d, slong column) {
  slong best = -1;
  Integer left;
  Integer right;
  for (slong r = 0; r + 1 < d.rows(); ++r) {
    if (fmpz_sgn(d.at(r, column)) <= 0) continue;
    if (best >= 0) {
      fmpz_mul(left.raw(), d.rhs(r), d.at(best, column));
      fmpz_mul(right.raw(), d.rhs(best), d.at(r, column));
      const int order = fmpz_cmp(left.raw(), right.raw());
      if (order > 0 || (order == 0 && d.basic(r) > d.basic(best))) continue;
    }
    best = r;
  }
  return best;
}

// The simplex method; Bland's rule, which cannot cycle, takes over when the objective has not
// changed for long. False when stopped.
bool optimise(Dictionary& d, const StopToken& stop) {
  const slong patience = d.rows() + d.columns();
  slong idle = 0;
  for (slong column = entering(d, false); column >= 0; column = entering(d, idle > patience)) {
    if (stop.stopped()) return false;
    const slong row = leaving(d, column);
    idle = fmpz_is_zero(d.rhs(row)) != 0 ? idle + 1 : 0;
    if (!d.pivot(row, column, stop)) return false;
  }
  return true;
}

// Pivots to the basis as far as possible: its columns enter, its rows leave. False when stopped.
bool go_to(Dictionary& d, const game::Block& basis, const StopToken& stop) {
  const slong columns = d.columns();
  for (const Index j : basis.column) {
    slong column = 0;
    while (d.cobasic(column) != j) ++column;
    for (slong r = 0; r + 1 < d.rows(); ++r) {
      const slong row = d.basic(r) - columns;
      if (fmpz_is_zero(d.at(r, column)) != 0 || !std::ranges::binary_search(basis.row, row))
        continue;
      if (!d.pivot(r, column, stop)) return false;
      break;
    }
  }
  return true;
}

// The ratio test of the dual simplex method: the cobasic variable that raises a negative basic one
// to 0 at the least cost, a negative cost counting as 0; -1 if there is none.
slong cheapest(const Dictionary& d, slong row) {
  const slong objective = d.rows() - 1;
  slong best = -1;
  Integer left;
  Integer right;
  const auto cost = [&](slong c) { return fmpz_sgn(d.at(objective, c)) > 0 ? 1 : 0; };
  for (slong c = 0; c < d.columns(); ++c) {
    if (fmpz_sgn(d.at(row, c)) >= 0) continue;
    if (best >= 0) {
      fmpz_mul_si(left.raw(), d.at(objective, c), cost(c));
      fmpz_mul(left.raw(), left.raw(), d.at(row, best));
      fmpz_mul_si(right.raw(), d.at(objective, best), cost(best));
      fmpz_mul(right.raw(), right.raw(), d.at(row, c));
      if (fmpz_cmp(left.raw(), right.raw()) <= 0) continue;  // both are negative or 0
    }
    best = c;
  }
  return best;
}

// The dual simplex method: makes all basic variables nonnegative, the most negative one first. Few
// steps from a nearly optimal dictionary. False when stopped, or after too many steps.
bool make_feasible(Dictionary& d, const StopToken& stop) {
  const slong most = d.rows() + d.columns();
  for (slong step = 0; step < most && !stop.stopped(); ++step) {
    slong row = -1;
    for (slong r = 0; r + 1 < d.rows(); ++r) {
      if (fmpz_sgn(d.rhs(r)) < 0 && (row < 0 || fmpz_cmp(d.rhs(r), d.rhs(row)) < 0)) row = r;
    }
    if (row < 0) return true;
    const slong column = cheapest(d, row);
    if (column < 0 || !d.pivot(row, column, stop)) return false;
  }
  return false;
}

// The sum of the rays and the sum of the row combinations that decided the variables of the cone.
struct Directions {
  std::map<slong, Rational> ray;          // by variable: its change
  std::map<slong, Rational> combination;  // by variable: its dual
};

class UndecidedCone {
 public:
  UndecidedCone(Dictionary dictionary, const StopToken& stop)
      : d_(std::move(dictionary)), stop_(stop) {
    for (slong r = 0; r < d_.rows(); ++r) undecided_.insert(d_.basic(r));
    for (slong c = 0; c < d_.columns(); ++c) undecided_.insert(d_.cobasic(c));
  }

  /// Nothing when stopped.
  std::optional<Directions> decide_all() {
    for (const slong variable : std::set(undecided_)) {
      while (undecided_.contains(variable)) {
        if (stop_.stopped()) return std::nullopt;
        step_towards(variable);
      }
    }
    return std::move(found_);
  }

 private:
  // One pivot, or one ray or combination found, on the way to deciding the variable.
  void step_towards(slong variable) {
    for (slong c = 0; c < d_.columns(); ++c) {
      if (d_.cobasic(c) == variable) return raise(c);
    }
    for (slong r = 0; r < d_.rows(); ++r) {
      if (d_.basic(r) == variable) return maximise(r);
    }
  }

  void maximise(slong row) {
    slong column = -1;
    for (slong c = 0; c < d_.columns(); ++c) {
      if (fmpz_sgn(d_.at(row, c)) >= 0) continue;
      if (column < 0 || d_.cobasic(c) < d_.cobasic(column)) column = c;
    }
    if (column < 0) {
      take_combination(row);
    } else {
      raise(column);
    }
  }

  void raise(slong column) {
    slong row = -1;
    for (slong r = 0; r < d_.rows(); ++r) {
      if (fmpz_sgn(d_.at(r, column)) <= 0) continue;
      if (row < 0 || d_.basic(r) < d_.basic(row)) row = r;
    }
    if (row < 0) {
      take_ray(column);
    } else {
      (void)d_.pivot(row, column, stop_);  // if stopped, decide_all ends
    }
  }

  void take_ray(slong column) {
    note(found_.ray, d_.cobasic(column), Rational(1));
    for (slong r = 0; r < d_.rows(); ++r) note(found_.ray, d_.basic(r), -coefficient(r, column));
  }

  void take_combination(slong row) {
    note(found_.combination, d_.basic(row), Rational(1));
    for (slong c = 0; c < d_.columns(); ++c) {
      note(found_.combination, d_.cobasic(c), coefficient(row, c));
    }
  }

  [[nodiscard]] Rational coefficient(slong row, slong column) const {
    return exact::quotient(d_.at(row, column), d_.denominator().raw());
  }

  void note(std::map<slong, Rational>& sum, slong variable, const Rational& amount) {
    if (amount.sign() == 0) return;
    sum[variable] += amount;
    undecided_.erase(variable);
  }

  Dictionary d_;
  StopToken stop_;
  std::set<slong> undecided_;
  Directions found_;
};

// The basic variables that are 0 and the cobasic ones of reduced cost 0 in an optimal dictionary.
UndecidedCone undecided_part(const Dictionary& d, const StopToken& stop) {
  std::vector<slong> rows;
  std::vector<slong> columns;
  std::vector<slong> basic;
  std::vector<slong> cobasic;
  const slong objective = d.rows() - 1;
  for (slong r = 0; r < objective; ++r) {
    if (fmpz_is_zero(d.rhs(r)) == 0) continue;
    rows.push_back(r);
    basic.push_back(d.basic(r));
  }
  for (slong c = 0; c < d.columns(); ++c) {
    if (fmpz_is_zero(d.at(objective, c)) == 0) continue;
    columns.push_back(c);
    cobasic.push_back(d.cobasic(c));
  }
  Dictionary part(std::move(basic), std::move(cobasic));
  for (slong r = 0; r < part.rows(); ++r) {
    for (slong c = 0; c < part.columns(); ++c) {
      fmpz_set(part.at(r, c), d.at(rows[at(r)], columns[at(c)]));
    }
  }
  part.denominator() = d.denominator();
  return {std::move(part), stop};
}

// The primal values of all variables, or their dual values (reduced costs), after a step from the
// optimum in direction `moves`: half of the longest step that keeps positive values positive, or
// the whole of it if nothing limits it. Unusable when stopped.
std::vector<Rational> moved(const Dictionary& d, const std::map<slong, Rational>& moves, bool dual,
                            const StopToken& stop) {
  const slong rows = d.rows() - 1;
  const slong own = dual ? d.columns() : rows;  // variables that may be nonzero there
  const slong others = dual ? rows : d.columns();
  const auto other = [&](slong s) { return dual ? d.basic(s) : d.cobasic(s); };
  const auto value = [&](const fmpz* entry) {
    return exact::quotient(entry, d.denominator().raw());
  };
  std::vector<Rational> base(at(own + others));
  std::vector<Rational> change(base.size());
  for (slong s = 0; s < others; ++s) {
    const auto found = moves.find(other(s));
    if (found != moves.end()) change[at(other(s))] = found->second;
  }
  std::optional<Rational> longest;
  for (slong t = 0; t < own && !stop.stopped(); ++t) {
    const auto variable = at(dual ? d.cobasic(t) : d.basic(t));
    base[variable] = value(dual ? d.at(rows, t) : d.rhs(t));
    for (slong s = 0; s < others; ++s) {
      const Rational& by = change[at(other(s))];
      if (by.sign() == 0) continue;
      const Rational part = by * value(dual ? d.at(s, t) : d.at(t, s));
      change[variable] += dual ? part : -part;
    }
    if (change[variable].sign() >= 0 || base[variable].sign() <= 0) continue;
    Rational step = -base[variable] / change[variable];
    if (!longest || step < *longest) longest = std::move(step);
  }
  const Rational step = longest ? *longest / 2 : Rational(1);
  for (std::size_t t = 0; t < base.size(); ++t) base[t] += step * change[t];
  return base;
}

MixedStrategy normalised(const std::vector<Rational>& weights) {
  Rational sum;
  for (const Rational& weight : weights) sum += weight;
  MixedStrategy strategy;
  for (std::size_t t = 0; t < weights.size(); ++t) {
    if (weights[t].sign() != 0) strategy.push_back({static_cast<Index>(t), weights[t] / sum});
  }
  return strategy;
}

// The strictly complementary pair from an optimal dictionary. Nothing when stopped.
std::optional<game::Pair> pair_at(const exact::Matrix& game, const Lp& lp, const StopToken& stop) {
  const Dictionary& d = lp.dictionary;
  const std::optional<Directions> directions = undecided_part(d, stop).decide_all();
  if (!directions) return std::nullopt;

  const auto columns = static_cast<std::ptrdiff_t>(game.columns());
  const std::vector<Rational> u = moved(d, directions->ray, false, stop);
  const std::vector<Rational> duals = moved(d, directions->combination, true, stop);
  if (stop.stopped()) return std::nullopt;
  std::vector<Rational> x(duals.begin() + columns, duals.end());
  for (std::size_t i = 0; i < x.size(); ++i) {
    fmpq_mul_fmpz(exact::raw(x[i]), exact::raw(x[i]), lp.row_scale[i].raw());
  }
  game::Pair pair;
  pair.value = exact::quotient(d.denominator().raw(), d.rhs(d.rows() - 1)) - lp.shift;
  pair.row = normalised(x);
  pair.column = normalised({u.begin(), u.begin() + columns});
  return pair;
}

}  // namespace

std::optional<game::Pair> solve_by_pivoting(const exact::Matrix& game, const StopToken& stop) {
  Lp lp = make_lp(game);
  if (!optimise(lp.dictionary, stop)) return std::nullopt;
  return pair_at(game, lp, stop);
}

std::optional<game::Pair> solve_by_pivoting_from(const exact::Matrix& game,
                                                 const game::Block& basis, const StopToken& stop) {
  Lp lp = make_lp(game);
  Dictionary& d = lp.dictionary;
  if (!go_to(d, basis, stop) || !make_feasible(d, stop) || !optimise(d, stop)) return std::nullopt;
  return pair_at(game, lp, stop);
}

}  // namespace allnash::lp
