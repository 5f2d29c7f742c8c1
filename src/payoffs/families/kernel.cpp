// Games whose payoff is a smooth function of two places: bell, polynomial and lowrank.
#include <algorithm>
#include <vector>

#include "exact/access.hpp"
#include "exact/integer.hpp"
#include "payoffs/families/formula_game.hpp"
#include "payoffs/families/makers.hpp"
#include "payoffs/families/noise.hpp"

namespace allnash::payoffs {

namespace {

// 1 / (1 + (p/q) (d/n)^2) = q n^2 / (q n^2 + p d^2) with d = i - j.
class Bell final : public FormulaGame {
 public:
  Bell(Index points, const Rational& width) : FormulaGame(points, points) {
    fmpz_set_si(top_.raw(), points);
    fmpz_mul(top_.raw(), top_.raw(), top_.raw());
    fmpz_mul(top_.raw(), top_.raw(), exact::denominator(width));
    fmpz_set(width_.raw(), exact::numerator(width));
  }

 private:
  [[nodiscard]] Rational payoff(Index row, Index column) const override {
    exact::Integer bottom(row - column);
    fmpz_mul(bottom.raw(), bottom.raw(), bottom.raw());
    fmpz_mul(bottom.raw(), bottom.raw(), width_.raw());
    fmpz_add(bottom.raw(), bottom.raw(), top_.raw());
    return exact::quotient(top_.raw(), bottom.raw());
  }
  exact::Integer top_;
  exact::Integer width_;
};

// The sum of c_ab T_a(s) T_b(t) for a, b <= degree, with Chebyshev polynomials T (integer
// coefficients) and c_ab uniform in -100..100, on a grid of n points from -1 to 1: point i is
// (2i - N) / N with N = n - 1 (N = 1 when n = 1). The common denominator is N^(2 degree). With
// plain powers in place of T two games in three have a saddle point in a corner.
class Polynomial final : public FormulaGame {
 public:
  Polynomial(Index points, Index degree, std::uint64_t seed)
      : FormulaGame(points, points),
        steps_(std::max<Index>(1, points - 1)),
        degree_(degree),
        coefficient_(seed, 0) {
    fmpz_set_si(bottom_.raw(), steps_);
    fmpz_pow_ui(bottom_.raw(), bottom_.raw(), static_cast<ulong>(2 * degree));
  }

  void payoffs(std::span<const Entry> asked, std::span<Rational> answers) override {
    Terms terms;
    for (std::size_t t = 0; t < asked.size(); ++t) {
      if (t == 0 || asked[t].row != asked[t - 1].row) terms = terms_of(asked[t].row);
      answers[t] = value(terms, asked[t].column);
    }
  }

 private:
  using Terms = std::vector<exact::Integer>;

  [[nodiscard]] Rational payoff(Index row, Index column) const override {
    return value(terms_of(row), column);
  }

  [[nodiscard]] Rational value(const Terms& terms, Index column) const {
    const Terms basis = basis_at(column);
    exact::Integer top;
    for (std::size_t b = 0; b < basis.size(); ++b) {
      fmpz_addmul(top.raw(), terms[b].raw(), basis[b].raw());
    }
    return exact::quotient(top.raw(), bottom_.raw());
  }

  // The row's coefficients of T_0(t), T_1(t), ..., each times N^degree.
  [[nodiscard]] Terms terms_of(Index row) const {
    const Terms basis = basis_at(row);
    Terms result(basis.size());
    for (Index b = 0; b <= degree_; ++b) {
      fmpz* term = result[static_cast<std::size_t>(b)].raw();
      for (Index a = 0; a <= degree_; ++a) {
        const exact::Integer coefficient(coefficient_.uniform(-100, 100, a, b));
        fmpz_addmul(term, coefficient.raw(), basis[static_cast<std::size_t>(a)].raw());
      }
    }
    return result;
  }

  // N^degree times T_0, T_1, ... at the given point p / N, by T_(a+1) = 2 (p/N) T_a - T_(a-1),
  // first each as N^a T_a, then with the powers that are missing.
  [[nodiscard]] Terms basis_at(Index point) const {
    const Index place = 2 * point - steps_;
    Terms basis(static_cast<std::size_t>(degree_) + 1);
    exact::Integer power(1);
    for (std::size_t a = 0; a < basis.size(); ++a) {
      fmpz* term = basis[a].raw();
      if (a == 0) fmpz_set_si(term, 1);
      if (a == 1) fmpz_set_si(term, place);
      if (a < 2) continue;
      fmpz_mul_si(term, basis[a - 2].raw(), steps_);
      fmpz_mul_si(term, term, -steps_);
      exact::Integer turned;
      fmpz_mul_si(turned.raw(), basis[a - 1].raw(), place);
      fmpz_addmul_ui(term, turned.raw(), 2);
    }
    for (std::size_t a = basis.size(); a-- > 0;) {
      fmpz_mul(basis[a].raw(), basis[a].raw(), power.raw());
      fmpz_mul_si(power.raw(), power.raw(), steps_);
    }
    return basis;
  }

  Index steps_;
  Index degree_;
  Noise coefficient_;
  exact::Integer bottom_;
};

class LowRank final : public FormulaGame {
 public:
  LowRank(Index rows, Index columns, Index rank, std::uint64_t seed)
      : FormulaGame(rows, columns), rank_(rank), row_(seed, 0), column_(seed, 1) {}

  // Batches run along rows and along columns, so one of the two factors is mostly the last one's.
  void payoffs(std::span<const Entry> asked, std::span<Rational> answers) override {
    Factor left;
    Factor right;
    for (std::size_t t = 0; t < asked.size(); ++t) {
      if (t == 0 || asked[t].row != asked[t - 1].row) left = factor(row_, asked[t].row);
      if (t == 0 || asked[t].column != asked[t - 1].column) {
        right = factor(column_, asked[t].column);
      }
      answers[t] = product(left, right);
    }
  }

 private:
  using Factor = std::vector<std::int32_t>;

  [[nodiscard]] Rational payoff(Index row, Index column) const override {
    return product(factor(row_, row), factor(column_, column));
  }
  [[nodiscard]] Factor factor(const Noise& noise, Index strategy) const {
    Factor result(static_cast<std::size_t>(rank_));
    for (Index t = 0; t < rank_; ++t) {
      result[static_cast<std::size_t>(t)] =
          static_cast<std::int32_t>(noise.uniform(0, 99, strategy, t));
    }
    return result;
  }
  static std::int64_t product(const Factor& left, const Factor& right) {
    std::int64_t sum = 0;
    for (std::size_t t = 0; t < left.size(); ++t) sum += left[t] * right[t];
    return sum;
  }

  Index rank_;
  Noise row_;
  Noise column_;
};

}  // namespace

std::unique_ptr<PayoffSource> bell_family(const Keys& keys) {
  const Rational width = keys.rational("width");
  if (width.sign() <= 0) keys.refuse("width must be above 0, not " + width.to_string());
  return std::make_unique<Bell>(keys.size("n"), width);
}

std::unique_ptr<PayoffSource> polynomial_family(const Keys& keys) {
  return std::make_unique<Polynomial>(keys.size("n"), keys.integer("degree", 0, 100), keys.seed());
}

std::unique_ptr<PayoffSource> lowrank_family(const Keys& keys) {
  return std::make_unique<LowRank>(keys.size("n"), keys.size("m"), keys.integer("rank", 1, 1000),
                                   keys.seed());
}

}  // namespace allnash::payoffs
