// Lifting with a floating inverse.
//
// Whole vectors X and r with  M X + r = 2^N b  hold exactly at every step. A step finds w near
// M^-1 r in doubles, takes y, the whole numbers nearest to 2^a w, and goes on with
//
//   X <- 2^a X + y,  r <- 2^a r - M y,  N <- N + a.
//
// All that is exact in doubles as long as the sums stay below 2^53, and `a` is chosen so that they
// do. w is about as large as what rounding left, below 1, so that a step gains some 35 bits; what
// the inverse is off by makes r larger and the next step shorter, but nothing wrong. So X / 2^N
// goes to the solution, and its parts are fractions over one denominator d, which are read off.
//
// The proof: with d X = 2^N n + e,  M n - d b = -(d r + M e) / 2^N  is whole. Where the right side
// is below 1 it is 0, and n / d is the solution.
//
// Against lifting modulo a prime this spares the inverse modulo the prime, and BLAS does all the
// work.
#include "subgame/lifting.hpp"

#include <cblas.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "exact/access.hpp"

extern "C" {
// LAPACK's own interface has no header of its own.
void dgetrf_(const int* rows, const int* columns, double* matrix, const int* stride, int* pivots,
             int* info);
void dgetri_(const int* size, double* matrix, const int* stride, const int* pivots, double* work,
             const int* work_size, int* info);
}

namespace allnash::subgame {

namespace {

using exact::Integer;
using exact::IntegerMatrix;
using Vector = std::vector<double>;

constexpr int whole_bits = 52;  // sums of doubles below 2^52 are exact, with room to round
constexpr double most_payoff = 1 << 30;
constexpr int least_gain = 8;  // bits a step; with fewer the inverse is no good
constexpr slong luck = 30;     // bits that a fraction must be shorter than chance has it

double largest(const Vector& vector) {
  double most = 0;
  for (const double entry : vector) most = std::max(most, std::abs(entry));
  return most;
}

// Nothing where an entry is too large.
std::optional<Vector> in_doubles(const IntegerMatrix& matrix, double most) {
  Vector values;
  values.reserve(static_cast<std::size_t>(matrix.rows() * matrix.columns()));
  for (slong row = 0; row < matrix.rows(); ++row) {
    for (slong column = 0; column < matrix.columns(); ++column) {
      values.push_back(fmpz_get_d(matrix.at(row, column)));
      if (!(std::abs(values.back()) <= most)) return std::nullopt;
    }
  }
  return values;
}

class Lifting {
 public:
  Lifting(Vector matrix, Vector right)
      : size_(right.size()), matrix_(std::move(matrix)), rest_(std::move(right)) {
    for (std::size_t row = 0; row < size_; ++row) {
      const double* line = &matrix_[row * size_];
      widest_ = std::max(widest_, std::sqrt(std::inner_product(line, line + size_, line, 0.0)));
      double sum = 0;
      for (std::size_t t = 0; t < size_; ++t) sum += std::abs(line[t]);
      norm_ = std::max(norm_, sum);
    }
  }

  /// The floating inverse. False where there is none.
  bool invert() {
    inverse_ = matrix_;  // row by row it is the turned matrix to LAPACK, and so is its inverse
    const int size = static_cast<int>(size_);
    std::vector<int> pivots(size_);
    int info = 0;
    dgetrf_(&size, &size, inverse_.data(), &size, pivots.data(), &info);
    if (info != 0) return false;
    for (std::size_t t = 0; t < size_; ++t) {
      determinant_bits_ += std::log2(std::abs(inverse_[t * size_ + t]));
    }
    const int room = 64 * size;
    Vector work(static_cast<std::size_t>(room));
    dgetri_(&size, inverse_.data(), &size, pivots.data(), work.data(), &room, &info);
    return info == 0 && std::isfinite(determinant_bits_) && look_ahead();
  }

  /// The bits that the solution takes at most: those of its numerators and of its denominator.
  [[nodiscard]] slong enough() const {
    return static_cast<slong>(2 * std::max(0.0, determinant_bits_) +
                              std::max(0.0, std::log2(largest(ahead_) + 1)) + std::log2(norm_)) +
           2 * luck;
  }

  [[nodiscard]] slong bits() const { return bits_; }

  /// One step. False where it gains too little.
  bool advance() {
    const double most = std::max(widest_ * length_ + largest(rest_), 1.0);
    const int gain = whole_bits - 1 - std::ilogb(most);
    if (gain < least_gain) return false;
    for (double& entry : ahead_) entry = std::round(std::ldexp(entry, gain));
    for (double& entry : rest_) entry = std::ldexp(entry, gain);
    cblas_dgemv(CblasRowMajor, CblasNoTrans, static_cast<int>(size_), static_cast<int>(size_), -1,
                matrix_.data(), static_cast<int>(size_), ahead_.data(), 1, 1, rest_.data(), 1);
    digits_.push_back({gain, ahead_});
    bits_ += gain;
    return look_ahead();
  }

  /// The solution, where so many bits are enough.
  [[nodiscard]] std::optional<std::vector<Rational>> solution() const {
    std::vector<Integer> numerators(size_);
    Integer denominator(1);
    const Integer off(static_cast<std::int64_t>(2 * largest(ahead_)) + 2);
    Integer most_off;  // of the denominator times a part, from a whole number over 2^bits
    Integer scaled;
    for (std::size_t t = 0; t < size_; ++t) {
      const Integer part = assembled(t, 0, digits_.size()).value;
      fmpz_mul(scaled.raw(), part.raw(), denominator.raw());
      Integer doubt;
      fmpz_mul(doubt.raw(), denominator.raw(), off.raw());
      split(scaled, numerators[t]);
      if (fmpz_cmpabs(scaled.raw(), doubt.raw()) <= 0) {
        if (fmpz_cmpabs(scaled.raw(), most_off.raw()) > 0) fmpz_abs(most_off.raw(), scaled.raw());
        continue;
      }
      const Integer factor = denominator_near(scaled, doubt);
      fmpz_mul(denominator.raw(), denominator.raw(), factor.raw());
      const slong needed = static_cast<slong>(2 * fmpz_bits(factor.raw()) + fmpz_bits(doubt.raw()));
      if (needed + luck > bits_) return std::nullopt;
      fmpz_zero(most_off.raw());
      t = static_cast<std::size_t>(-1);  // from the first again, over the new denominator
    }
    if (!proved(denominator, most_off)) return std::nullopt;
    std::vector<Rational> result;
    for (const Integer& numerator : numerators) {
      result.push_back(exact::quotient(numerator.raw(), denominator.raw()));
    }
    return result;
  }

 private:
  struct Digits {
    int gain;
    Vector whole;
  };
  struct Part {
    Integer value;
    slong bits = 0;
  };

  // False where floating point is at its end.
  bool look_ahead() {
    const int size = static_cast<int>(size_);
    ahead_.resize(size_);
    cblas_dgemv(CblasRowMajor, CblasNoTrans, size, size, 1, inverse_.data(), size, rest_.data(), 1,
                0, ahead_.data(), 1);
    length_ = cblas_dnrm2(size, ahead_.data(), 1);
    return length_ < std::ldexp(1.0, whole_bits);  // NaN is not
  }

  // The digits of unknown t of the steps from first up to last, in halves, for the sake of shifts.
  [[nodiscard]] Part assembled(std::size_t t, std::size_t first, std::size_t last) const {
    if (first == last) return {};
    if (last - first == 1) {
      return {Integer(static_cast<std::int64_t>(digits_[first].whole[t])), digits_[first].gain};
    }
    const std::size_t middle = first + (last - first) / 2;
    Part high = assembled(t, first, middle);
    const Part low = assembled(t, middle, last);
    fmpz_mul_2exp(high.value.raw(), high.value.raw(), static_cast<ulong>(low.bits));
    fmpz_add(high.value.raw(), high.value.raw(), low.value.raw());
    high.bits += low.bits;
    return high;
  }

  // value = 2^bits whole + what is left in value, at most half of that.
  void split(Integer& value, Integer& whole) const {
    if (bits_ == 0) {
      fmpz_swap(whole.raw(), value.raw());
      fmpz_zero(value.raw());
      return;
    }
    const auto bits = static_cast<ulong>(bits_);
    Integer half;
    fmpz_one_2exp(half.raw(), bits - 1);
    fmpz_add(half.raw(), half.raw(), value.raw());
    fmpz_fdiv_q_2exp(whole.raw(), half.raw(), bits);
    fmpz_mul_2exp(half.raw(), whole.raw(), bits);
    fmpz_sub(value.raw(), value.raw(), half.raw());
  }

  // Of the simplest fraction within doubt of value, both over 2^bits.
  [[nodiscard]] Integer denominator_near(const Integer& value, const Integer& doubt) const {
    Integer unit;
    fmpz_one_2exp(unit.raw(), static_cast<ulong>(bits_));
    Integer low;
    Integer high;
    fmpz_sub(low.raw(), value.raw(), doubt.raw());
    fmpz_add(high.raw(), value.raw(), doubt.raw());
    const Rational from = exact::quotient(low.raw(), unit.raw());
    const Rational to = exact::quotient(high.raw(), unit.raw());
    Rational simplest;
    fmpq_simplest_between(exact::raw(simplest), exact::raw(from), exact::raw(to));
    Integer result;
    fmpz_set(result.raw(), exact::denominator(simplest));
    return result;
  }

  // |d r| + |M e| < 2^N
  [[nodiscard]] bool proved(const Integer& denominator, const Integer& most_off) const {
    Integer bound(static_cast<std::int64_t>(largest(rest_)));
    fmpz_mul(bound.raw(), bound.raw(), denominator.raw());
    const Integer norm(static_cast<std::int64_t>(norm_));
    fmpz_addmul(bound.raw(), norm.raw(), most_off.raw());
    return static_cast<slong>(fmpz_bits(bound.raw())) <= bits_;
  }

  std::size_t size_;
  Vector matrix_;
  Vector inverse_;
  Vector rest_;        // r
  Vector ahead_;       // w
  double length_ = 0;  // of w
  std::vector<Digits> digits_;
  slong bits_ = 0;     // N
  double widest_ = 0;  // the largest Euclidean norm of a row
  double norm_ = 0;    // the largest sum of a row
  double determinant_bits_ = 0;
};

}  // namespace

std::optional<std::vector<Rational>> solve_by_lifting(const IntegerMatrix& matrix,
                                                      const IntegerMatrix& right,
                                                      const StopToken& stop) {
  auto floating = in_doubles(matrix, most_payoff);
  auto aim = in_doubles(right, std::ldexp(1.0, whole_bits - 16));
  if (!floating || !aim || stop.stopped()) return std::nullopt;
  Lifting lifting(*std::move(floating), *std::move(aim));
  if (!lifting.invert()) return std::nullopt;
  // Solutions much simpler than they might be are common in games with a pattern.
  const slong enough = lifting.enough();
  for (const int part : {8, 4, 2, 1}) {
    while (lifting.bits() * part < enough) {
      if (stop.stopped() || !lifting.advance()) return std::nullopt;
    }
    if (auto solution = lifting.solution()) return solution;
  }
  return std::nullopt;
}

}  // namespace allnash::subgame
