// Games whose payoff is a smooth function of the positions of the two strategies: bell, polynomial
// and lowrank.
#include <algorithm>
#include <utility>
#include <vector>

#include "core/exact/access.hpp"
#include "payoffs/sources/families.hpp"

namespace allnash::sources {

namespace {

// The sum of c_ab T_a(s) T_b(t) for a, b <= degree, with Chebyshev polynomials T (integer
// coefficients) and c_ab uniform in -100..100, on a grid of n points from -1 to 1: point i is
// (2i - N) / N with N = n - 1 (N = 1 when n = 1). The common denominator is N^(2 degree). With
// plain powers in place of T two games in three have a saddle point in a corner.
class Polynomial final : public FormulaGame {
 public:
  Polynomial(Index points, Index degree, std::uint64_t seed)
      : FormulaGame(points, points), steps_(std::max<Index>(1, points - 1)) {
    const Noise noise(seed, 0);
    const std::size_t terms = at(degree) + 1;
    for (Index a = 0; a <= degree; ++a) {
      in_t_.emplace_back();
      for (Index b = 0; b <= degree; ++b) in_t_.back().emplace_back(noise.uniform(-100, 100, a, b));
    }
    powers_.assign(terms, exact::Integer(1));
    in_s_.assign(terms, Terms(terms));
    to_powers();
    for (std::size_t t = 1; t < powers_.size(); ++t) {
      fmpz_mul_si(powers_[t].raw(), powers_[t - 1].raw(), steps_);
    }
    fmpz_mul(bottom_.raw(), powers_.back().raw(), powers_.back().raw());
  }

  // Batches follow rows or columns: the polynomial of the fixed strategy is reused.
  void payoffs(std::span<const Question> asked, std::span<Rational> answers) override {
    Entry last{-1, -1};
    Terms row;
    Terms column;
    for (std::size_t t = 0; t < asked.size(); ++t) {
      const auto [i, j] = asked[t].entry;
      if (i != last.row && j != last.column) {
        row = line(in_s_, i);
        column = line(in_t_, j);
        last = {i, j};
      }
      answers[t] = i == last.row ? value(row, j) : value(column, i);
    }
  }

 private:
  using Terms = std::vector<exact::Integer>;  // coefficients, constant first

  // Turns `in_t_` and `in_s_` from weights of T_a(s) T_b(t) into coefficients of s^a t^b.
  void to_powers() {
    for (Terms& terms : in_t_) terms = from_chebyshev(terms);
    for (std::size_t b = 0; b < in_s_.size(); ++b) {
      for (std::size_t a = 0; a < in_s_.size(); ++a) in_s_[b][a] = in_t_[a][b];
      in_s_[b] = from_chebyshev(in_s_[b]);
      for (std::size_t a = 0; a < in_s_.size(); ++a) in_t_[a][b] = in_s_[b][a];
    }
  }

  // Coefficients of powers from those of T_0, T_1, ..., by T_(a+1)(s) = 2 s T_a - T_(a-1).
  static Terms from_chebyshev(const Terms& weights) {
    Terms sum(weights.size());
    Terms before(weights.size());
    Terms now(weights.size());
    fmpz_set_si(now.front().raw(), 1);
    for (std::size_t a = 0; a < weights.size(); ++a) {
      for (std::size_t t = 0; t <= a; ++t) {
        fmpz_addmul(sum[t].raw(), weights[a].raw(), now[t].raw());
      }
      Terms next(weights.size());
      for (std::size_t t = 0; t < weights.size(); ++t) {
        if (t > 0) fmpz_mul_si(next[t].raw(), now[t - 1].raw(), a == 0 ? 1 : 2);
        fmpz_sub(next[t].raw(), next[t].raw(), before[t].raw());
      }
      before = std::exchange(now, std::move(next));
    }
    return sum;
  }

  [[nodiscard]] Rational payoff(Index row, Index column) const override {
    return value(line(in_s_, row), column);
  }

  [[nodiscard]] Rational value(const Terms& terms, Index point) const {
    const exact::Integer top = horner(terms, point);
    return exact::quotient(top.raw(), bottom_.raw());
  }

  // The polynomial in one variable, times N^degree, with the other variable fixed at a point.
  [[nodiscard]] Terms line(const std::vector<Terms>& kernel, Index point) const {
    Terms result;
    for (const Terms& terms : kernel) result.push_back(horner(terms, point));
    return result;
  }

  // N^degree times the value at the point of the polynomial with these coefficients.
  [[nodiscard]] exact::Integer horner(const Terms& terms, Index point) const {
    const Index place = 2 * point - steps_;
    exact::Integer result = terms.back();
    for (std::size_t t = terms.size() - 1; t > 0; --t) {
      fmpz_mul_si(result.raw(), result.raw(), place);
      fmpz_addmul(result.raw(), terms[t - 1].raw(), powers_[terms.size() - t].raw());
    }
    return result;
  }

  Index steps_;
  std::vector<Terms> in_t_;  // coefficients of the payoff: a polynomial in t for each power of s
  std::vector<Terms> in_s_;  // the same: a polynomial in s for each power of t
  Terms powers_;             // 1, N, N^2, ..., N^degree
  exact::Integer bottom_;
};

class LowRank final : public FormulaGame {
 public:
  LowRank(Index rows, Index columns, Index rank, std::uint64_t seed)
      : FormulaGame(rows, columns), rank_(rank), row_(seed, 0), column_(seed, 1) {}

  // Batches follow rows or columns, so one of the two factors is mostly the previous one.
  void payoffs(std::span<const Question> asked, std::span<Rational> answers) override {
    Factor left;
    Factor right;
    Entry last{-1, -1};
    for (std::size_t t = 0; t < asked.size(); ++t) {
      const Entry entry = asked[t].entry;
      if (entry.row != last.row) left = factor(row_, entry.row);
      if (entry.column != last.column) right = factor(column_, entry.column);
      last = entry;
      answers[t] = product(left, right);
    }
  }

 private:
  using Factor = std::vector<std::int32_t>;

  [[nodiscard]] Rational payoff(Index row, Index column) const override {
    return product(factor(row_, row), factor(column_, column));
  }
  [[nodiscard]] Factor factor(const Noise& noise, Index strategy) const {
    Factor result(at(rank_));
    for (Index t = 0; t < rank_; ++t) {
      result[at(t)] = static_cast<std::int32_t>(noise.uniform(0, 99, strategy, t));
    }
    return result;
  }
  static std::int64_t product(const Factor& left, const Factor& right) {
    std::int64_t sum = 0;
    for (std::size_t t = 0; t < left.size(); ++t) sum += std::int64_t{left[t]} * right[t];
    return sum;
  }

  Index rank_;
  Noise row_;
  Noise column_;
};

}  // namespace

// 1 / (1 + (p/q) (d/n)^2) = q n^2 / (q n^2 + p d^2) with d = i - j.
std::unique_ptr<FormulaGame> bell_family(const Keys& keys) {
  const Rational width = keys.rational("width");
  if (width.sign() <= 0) keys.refuse("width must be above 0, not " + width.to_string());
  const Index points = keys.size("n");
  exact::Integer top(points);
  fmpz_mul(top.raw(), top.raw(), top.raw());
  fmpz_mul(top.raw(), top.raw(), exact::denominator(width));
  return formula_game(points, points, [top, width](Index row, Index column) {
    exact::Integer bottom(row - column);
    fmpz_mul(bottom.raw(), bottom.raw(), bottom.raw());
    fmpz_mul(bottom.raw(), bottom.raw(), exact::numerator(width));
    fmpz_add(bottom.raw(), bottom.raw(), top.raw());
    return exact::quotient(top.raw(), bottom.raw());
  });
}

std::unique_ptr<FormulaGame> polynomial_family(const Keys& keys) {
  return std::make_unique<Polynomial>(keys.size("n"), keys.integer("degree", 0, 100), keys.seed());
}

std::unique_ptr<FormulaGame> lowrank_family(const Keys& keys) {
  const Index rows = keys.size("n");
  const Index columns = keys.size("m");
  return std::make_unique<LowRank>(rows, columns, keys.integer("rank", 1, 1000), keys.seed());
}

}  // namespace allnash::sources
