// Exact solution of linear systems by lifting with a floating-point factorization.
//
// Integer vectors X and r with  M X + r = 2^N b  hold exactly at every step. A step finds w near
// M^-1 r in doubles, takes y, the integers nearest to 2^a w, and goes on with
//
//   X <- 2^a X + y,  r <- 2^a r - M y,  N <- N + a.
//
// All of that is exact as long as the products with M do not overflow (WholeMatrix), and `a` is
// chosen so that they do not. w is about as large as the last rounding errors, below 1, so that a
// step gains some 35 bits. Errors of the factorization make r larger and the next step shorter, but
// nothing wrong. So X / 2^N tends to the solution. Its entries are fractions over one denominator
// d, which are read off.
//
// The proof: with d X = 2^N n + e,  M n - d b = -(d r + M e) / 2^N  is an integer vector. Where the
// right side is below 1 it is 0, and n / d is the solution.
//
// N must be about twice the number of bits of d where nothing is known about d, and little more
// than that number where d is known up to a small factor. The systems of the two players are each
// other's transpose up to the scale of their lines, so they have one determinant. The second to be
// solved takes half as many steps.
//
// Compared with lifting modulo a prime this saves the elimination modulo the prime, and BLAS does
// most of the work.
#include <cblas.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <vector>

#include "core/exact/access.hpp"
#include "core/exact/fraction.hpp"
#include "core/exact/memory.hpp"
#include "core/lp/blas.hpp"
#include "core/lp/repair.hpp"

namespace allnash::lp {

namespace {

using exact::Integer;
using exact::IntegerMatrix;
using Vector = std::vector<double>;

constexpr double rounding_up = 1 + 1e-12;
constexpr int least_gain = 8;  // bits a step; with less the factors are too inaccurate
constexpr slong luck = 30;     // bits by which a fraction must be shorter than a random one

using Wide = exact::Wide;

// Takes off the lowest bits, as a number from -2^(bits - 1) up to 2^(bits - 1), and divides the
// rest by 2^bits.
std::int32_t take_low(Wide& value, int bits) {
  const Wide half = Wide{1} << (bits - 1);
  const Wide rest = (value + half) >> bits;
  const auto low = static_cast<std::int32_t>(value - (rest << bits));
  value = rest;
  return low;
}

std::int64_t summed(const std::int32_t* left, const std::int32_t* right, std::size_t count) {
  std::int64_t sum = 0;
  for (std::size_t t = 0; t < count; ++t) sum += std::int64_t{left[t]} * right[t];
  return sum;
}

// Requires a value that fits.
Wide wide(const fmpz* value) {
  ulong high = 0;
  ulong low = 0;
  fmpz_get_signed_uiui(&high, &low, value);
  return (static_cast<Wide>(static_cast<slong>(high)) << 64) | low;
}

// A square integer matrix with fast exact products. Entries of up to 30 bits are stored as doubles
// and multiplied by BLAS: sums below 2^53 are exact. Larger ones, which come from payoffs that are
// doubles, are cut into parts of 25 bits, whose products with entries of 31 bits are summed in
// 64-bit words.
class WholeMatrix {
 public:
  /// Nothing if entries are too large.
  [[nodiscard]] static std::optional<WholeMatrix> of(const IntegerMatrix& matrix) {
    if (matrix.rows() != matrix.columns()) return std::nullopt;
    const slong bits = std::abs(fmpz_mat_max_bits(matrix.raw()));
    if (bits > most_bits) return std::nullopt;
    WholeMatrix result(matrix);
    if (bits > most_narrow_bits) result.cut(matrix, bits);
    result.measure();
    return result;
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  /// The entries as doubles, row by row, each within a unit or so in the last place.
  [[nodiscard]] const Vector& rounded() const { return rounded_; }
  /// The largest Euclidean norm of a row, and the largest sum of absolute values, rounded up.
  [[nodiscard]] double widest() const { return widest_; }
  [[nodiscard]] double norm() const { return norm_; }

  /// Products, and what they are subtracted from, must stay below 2^room.
  [[nodiscard]] int room() const { return parts_.empty() ? narrow_room : wide_room; }
  /// Entries of the vector must be integers below 2^vector_bits.
  [[nodiscard]] int vector_bits() const { return parts_.empty() ? 51 : 31; }
  /// rest -= matrix * whole. Requires integers within the limits above.
  void take_off(const Vector& whole, std::vector<Wide>& rest) const {
    parts_.empty() ? take_off_narrow(whole, rest) : take_off_wide(whole, rest);
  }

 private:
  static constexpr int narrow_room = 52;  // bits; sums of doubles are exact below 2^53
  static constexpr int wide_room = 125;
  static constexpr int most_narrow_bits = 30;
  static constexpr int most_bits = 90;  // of an entry; leaves at least 20 bits a step
  static constexpr int part_bits = 25;
  static constexpr std::size_t most_summed = 128;  // products of 24 and 31 bits in a 64-bit word

  explicit WholeMatrix(const IntegerMatrix& matrix)
      : size_(static_cast<std::size_t>(matrix.rows())) {
    rounded_.reserve(size_ * size_);
    for (slong row = 0; row < matrix.rows(); ++row) {
      for (slong column = 0; column < matrix.columns(); ++column) {
        rounded_.push_back(fmpz_get_d(matrix.at(row, column)));
      }
    }
  }
  void measure() {
    constexpr double rounding = 1 + 1e-9;
    for (std::size_t row = 0; row < size_; ++row) {
      const double* line = &rounded_[row * size_];
      widest_ = std::max(widest_, std::sqrt(std::inner_product(line, line + size_, line, 0.0)));
      double sum = 0;
      for (std::size_t t = 0; t < size_; ++t) sum += std::abs(line[t]);
      norm_ = std::max(norm_, sum);
    }
    widest_ *= rounding;
    norm_ *= rounding;
  }
  void cut(const IntegerMatrix& matrix, slong bits) {
    parts_.resize(static_cast<std::size_t>(bits / part_bits + 1));  // one bit more for the sign
    for (auto& part : parts_) part.reserve(size_ * size_);
    for (slong row = 0; row < matrix.rows(); ++row) {
      for (slong column = 0; column < matrix.columns(); ++column) {
        Wide entry = wide(matrix.at(row, column));
        for (auto& part : parts_) part.push_back(take_low(entry, part_bits));
      }
    }
  }
  void take_off_narrow(const Vector& whole, std::vector<Wide>& rest) const {
    const int size = static_cast<int>(size_);
    Vector product(size_);
    cblas_dgemv(CblasRowMajor, CblasNoTrans, size, size, 1, rounded_.data(), size, whole.data(), 1,
                0, product.data(), 1);
    for (std::size_t t = 0; t < size_; ++t) rest[t] -= static_cast<std::int64_t>(product[t]);
  }
  void take_off_wide(const Vector& whole, std::vector<Wide>& rest) const {
    std::vector<std::int32_t> vector(size_);
    for (std::size_t t = 0; t < size_; ++t) vector[t] = static_cast<std::int32_t>(whole[t]);
    for (std::size_t row = 0; row < size_; ++row) {
      for (std::size_t p = 0; p < parts_.size(); ++p) {
        const std::int32_t* line = &parts_[p][row * size_];
        Wide sum = 0;
        for (std::size_t first = 0; first < size_; first += most_summed) {
          sum += summed(line + first, &vector[first], std::min(most_summed, size_ - first));
        }
        rest[row] -= sum << (static_cast<int>(p) * part_bits);
      }
    }
  }

  std::size_t size_;
  Vector rounded_;
  std::vector<std::vector<std::int32_t>> parts_;  // the lowest bits first; empty for narrow entries
  double widest_ = 0;
  double norm_ = 0;
};

// The value up to a relative error of 2^-51. The compiler's conversion takes ten times as long.
double near_to(Wide value) {
  const Wide size = value < 0 ? -value : value;
  const double near = static_cast<double>(static_cast<std::int64_t>(size >> 64)) * 0x1p64 +
                      static_cast<double>(static_cast<ulong>(size));
  return value < 0 ? -near : near;
}

// Nothing if an entry has more than `most_bits` bits.
std::optional<std::vector<Wide>> in_words(const IntegerMatrix& column, int most_bits) {
  if (std::abs(fmpz_mat_max_bits(column.raw())) > most_bits) return std::nullopt;
  std::vector<Wide> values;
  for (slong row = 0; row < column.rows(); ++row) values.push_back(wide(column.at(row, 0)));
  return values;
}

// The solution, and a common denominator of its entries.
struct Solution {
  std::vector<Rational> unknowns;
  Integer denominator;
};

class Lifting {
 public:
  /// Nothing where doubles do not suffice, or when stopped.
  static std::optional<Lifting> of(const IntegerMatrix& matrix, const IntegerMatrix& right,
                                   const StopToken& stop) {
    auto whole = WholeMatrix::of(matrix);
    if (!whole || stop.stopped()) return std::nullopt;
    auto aim = in_words(right, whole->room() - 16);
    if (!aim) return std::nullopt;
    Lifting lifting(*std::move(whole), *std::move(aim));
    if (!lifting.factor(stop)) return std::nullopt;
    return lifting;
  }

  /// Tries an eighth of the bits first, then more: games with a pattern often have short solutions.
  std::optional<Solution> solve(const StopToken& stop) {
    const slong most = 2 * denominator_bits() + doubt_bits();
    for (const int part : {8, 4, 2, 1}) {
      if (part > 1 && bits_ * part / 2 >= most) continue;
      if (!lift_to(most / part + 1, stop)) return std::nullopt;
      if (auto found = solution(Integer(1), stop)) return found;
    }
    return std::nullopt;
  }

  /// The same, given the denominator up to a small factor.
  std::optional<Solution> solve(const Integer& denominator, const StopToken& stop) {
    const auto length = static_cast<slong>(fmpz_bits(denominator.raw()));
    if (length <= denominator_bits() + luck) {  // otherwise it cannot belong to this system
      if (!lift_to(length + doubt_bits(), stop)) return std::nullopt;
      if (auto found = solution(denominator, stop)) return found;
    }
    return solve(stop);
  }

  /// Lifts while another thread computes the denominator, as far as is needed once it is known.
  void go_ahead(const std::atomic<bool>& known, const StopToken& stop) {
    const slong most = denominator_bits() + doubt_bits();
    while (!known && bits_ < most && !stop.stopped() && advance()) {
    }
  }

 private:
  Lifting(WholeMatrix matrix, std::vector<Wide> right)
      : size_(matrix.size()), matrix_(std::move(matrix)), rest_(std::move(right)) {}

  /// The LU factors in floating point. False if there are none, or when stopped.
  bool factor(const StopToken& stop) {
    factors_ = matrix_.rounded();  // row by row: LAPACK reads the transposed matrix
    pivots_.resize(size_);
    for (std::size_t first = 0; first < size_; first += panel) {
      const std::size_t last = std::min(first + panel, size_);
      if (!factor_panel(first, last) || !take_off(first, last, stop)) return false;
    }
    for (std::size_t t = 0; t < size_; ++t) {
      determinant_bits_ += std::log2(std::abs(factors_[t * size_ + t]));
    }
    return std::isfinite(determinant_bits_) && look_ahead();
  }

  /// An upper bound on the bits of the denominator, which divides the determinant.
  [[nodiscard]] slong denominator_bits() const {
    return static_cast<slong>(std::max(0.0, determinant_bits_));
  }
  /// Bits needed beyond those of the denominator.
  [[nodiscard]] slong doubt_bits() const {
    return static_cast<slong>(std::max(0.0, std::log2(largest_of(ahead_) + 1)) +
                              std::log2(matrix_.norm())) +
           2 * luck;
  }

  bool lift_to(slong bits, const StopToken& stop) {
    while (bits_ < bits) {
      if (stop.stopped() || !advance()) return false;
    }
    return true;
  }

  /// One step. False where it gains too little.
  bool advance() {
    const double most = std::max(matrix_.widest() * length_ + largest_rest(), 1.0);
    const double longest = std::max(largest_of(ahead_), 0.5) * (1 + 0x1p-30);  // rounded up
    const int gain = std::min(matrix_.room() - 1 - std::ilogb(most),
                              matrix_.vector_bits() - 1 - std::ilogb(longest));
    if (gain < least_gain) return false;
    for (double& entry : ahead_) entry = std::round(std::ldexp(entry, gain));
    for (Wide& entry : rest_) entry *= Wide{1} << gain;
    matrix_.take_off(ahead_, rest_);
    digits_.push_back({gain, ahead_});
    bits_ += gain;
    return look_ahead();
  }

  /// The solution over a multiple of `denominator`, if the bits so far suffice. Nothing also when
  /// stopped.
  [[nodiscard]] std::optional<Solution> solution(Integer denominator, const StopToken& stop) const {
    std::vector<Integer> numerators(size_);
    const Integer off(static_cast<std::int64_t>(2 * largest_of(ahead_)) + 2);
    Integer most_off;  // largest |e|: distance of the denominator times an entry of X from a
                       // multiple of 2^bits
    Integer scaled;
    for (std::size_t t = 0; t < size_; ++t) {
      if (stop.stopped()) return std::nullopt;
      const Integer part = assembled(t);
      fmpz_mul(scaled.raw(), part.raw(), denominator.raw());
      Integer doubt;
      fmpz_mul(doubt.raw(), denominator.raw(), off.raw());
      split(scaled, numerators[t]);
      if (fmpz_cmpabs(scaled.raw(), doubt.raw()) <= 0) {
        if (fmpz_cmpabs(scaled.raw(), most_off.raw()) > 0) fmpz_abs(most_off.raw(), scaled.raw());
        continue;
      }
      const auto factor = denominator_near(scaled, doubt);
      if (!factor) return std::nullopt;
      fmpz_mul(denominator.raw(), denominator.raw(), factor->raw());
      fmpz_zero(most_off.raw());
      t = static_cast<std::size_t>(-1);  // start again with the new denominator
    }
    if (!proved(denominator, most_off)) return std::nullopt;
    return Solution{exact::quotients(numerators, denominator), std::move(denominator)};
  }

  struct Digits {
    int gain;
    Vector whole;
  };

  // Width of a panel, and of the strips that it updates: some milliseconds each.
  static constexpr std::size_t panel = 512;

  [[nodiscard]] double* at(std::size_t row, std::size_t column) {
    return &factors_[column * size_ + row];  // column by column, as LAPACK stores it
  }

  bool factor_panel(std::size_t first, std::size_t last) {
    const int height = static_cast<int>(size_ - first);
    const int width = static_cast<int>(last - first);
    const int stride = static_cast<int>(size_);
    int info = 0;
    dgetrf_(&height, &width, at(first, first), &stride, &pivots_[first], &info);
    if (info != 0) return false;
    for (std::size_t t = first; t < last; ++t) pivots_[t] += static_cast<int>(first);
    const int from = static_cast<int>(first) + 1;
    const int to = static_cast<int>(last);
    const int step = 1;
    const int left = static_cast<int>(first);
    const int right = static_cast<int>(size_ - last);
    dlaswp_(&left, factors_.data(), &stride, &from, &to, pivots_.data(), &step);
    if (right > 0) dlaswp_(&right, at(0, last), &stride, &from, &to, pivots_.data(), &step);
    return true;
  }

  // Updates the columns right of the panel. False when stopped.
  bool take_off(std::size_t first, std::size_t last, const StopToken& stop) {
    const int stride = static_cast<int>(size_);
    const int width = static_cast<int>(last - first);
    const int below = static_cast<int>(size_ - last);
    for (std::size_t column = last; column < size_; column += panel) {
      if (stop.stopped()) return false;
      const int columns = static_cast<int>(std::min(panel, size_ - column));
      cblas_dtrsm(CblasColMajor, CblasLeft, CblasLower, CblasNoTrans, CblasUnit, width, columns, 1,
                  at(first, first), stride, at(first, column), stride);
      cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, below, columns, width, -1,
                  at(last, first), stride, at(first, column), stride, 1, at(last, column), stride);
    }
    return !stop.stopped();
  }

  // Computes w. False where floating point cannot go on.
  bool look_ahead() {
    const int size = static_cast<int>(size_);
    const int one = 1;
    int info = 0;
    ahead_.clear();
    for (const Wide entry : rest_) ahead_.push_back(near_to(entry));
    dgetrs_("T", &size, &one, factors_.data(), &size, pivots_.data(), ahead_.data(), &size, &info);
    length_ = cblas_dnrm2(size, ahead_.data(), 1);
    return length_ < std::ldexp(1.0, matrix_.vector_bits());  // false for NaN
  }

  [[nodiscard]] double largest_rest() const {
    double most = 0;
    for (const Wide entry : rest_) most = std::max(most, std::abs(near_to(entry)));
    return most;
  }

  // The entry t of X: the sum of the digits of all steps, each shifted to its place, in two's
  // complement.
  [[nodiscard]] Integer assembled(std::size_t t) const {
    constexpr slong word_bits = 64;
    std::vector<ulong> words(static_cast<std::size_t>(bits_ / word_bits + 3));
    slong place = bits_;
    for (const Digits& step : digits_) {
      place -= step.gain;
      const auto digit = static_cast<std::int64_t>(step.whole[t]);
      add_at(words, static_cast<std::size_t>(place / word_bits),
             static_cast<Wide>(digit) * (Wide{1} << (place % word_bits)));
    }
    Integer value;
    fmpz_set_signed_ui_array(value.raw(), words.data(), static_cast<slong>(words.size()));
    return value;
  }

  static void add_at(std::vector<ulong>& words, std::size_t place, Wide part) {
    Wide carry = 0;
    for (; place < words.size() && (part != 0 || carry != 0); ++place) {
      const Wide sum = static_cast<Wide>(words[place]) + static_cast<ulong>(part) + carry;
      words[place] = static_cast<ulong>(sum);
      carry = sum >> 64;
      part >>= 64;
      if (part == -1 && carry == 1) return;
    }
  }

  // Writes value as 2^bits * whole + remainder, at most half of 2^bits in size; value becomes the
  // remainder.
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

  // The denominator d of a fraction n / d within `doubt` of value, both over 2^bits, by a partial
  // extended Euclidean algorithm on 2^bits and value. Nothing unless d is so short that it is no
  // coincidence.
  [[nodiscard]] std::optional<Integer> denominator_near(const Integer& value,
                                                        const Integer& doubt) const {
    Integer before;
    Integer remainder;
    Integer bound;
    fmpz_one_2exp(before.raw(), static_cast<ulong>(bits_));
    fmpz_abs(remainder.raw(), value.raw());
    fmpz_one_2exp(bound.raw(), (static_cast<ulong>(bits_) + fmpz_bits(doubt.raw())) / 2);
    Integer last;
    Integer result;
    fmpz_xgcd_partial(last.raw(), result.raw(), before.raw(), remainder.raw(), bound.raw());
    fmpz_abs(result.raw(), result.raw());
    fmpz_mul(bound.raw(), result.raw(), doubt.raw());
    const auto needed = static_cast<slong>(fmpz_bits(result.raw()) + fmpz_bits(bound.raw()));
    if (fmpz_cmpabs(remainder.raw(), bound.raw()) > 0 || needed + luck > bits_) return std::nullopt;
    return result;
  }

  // Whether |d r| + |M e| < 2^N.
  [[nodiscard]] bool proved(const Integer& denominator, const Integer& most_off) const {
    Integer bound;
    Integer norm;
    fmpz_set_d(bound.raw(), std::ceil(largest_rest() * rounding_up));
    fmpz_set_d(norm.raw(), std::ceil(matrix_.norm()));
    fmpz_mul(bound.raw(), bound.raw(), denominator.raw());
    fmpz_addmul(bound.raw(), norm.raw(), most_off.raw());
    return static_cast<slong>(fmpz_bits(bound.raw())) <= bits_;
  }

  std::size_t size_;
  WholeMatrix matrix_;
  Vector factors_;  // LU, of the transposed matrix
  std::vector<int> pivots_;
  std::vector<Wide> rest_;  // r
  Vector ahead_;            // w
  double length_ = 0;       // of w
  std::vector<Digits> digits_;
  slong bits_ = 0;  // N
  double determinant_bits_ = 0;
};

}  // namespace

std::optional<std::vector<Rational>> solve_by_lifting(const IntegerMatrix& matrix,
                                                      const IntegerMatrix& right,
                                                      const StopToken& stop) {
  auto lifting = Lifting::of(matrix, right, stop);
  if (!lifting) return std::nullopt;
  auto found = lifting->solve(stop);
  if (!found) return std::nullopt;
  return std::move(found->unknowns);
}

std::array<std::optional<std::vector<Rational>>, 2> solve_both_by_lifting(
    const std::array<const IntegerMatrix*, 2>& matrices, const Rational& ratio, std::size_t threads,
    const StopToken& stop) {
  std::optional<Lifting> second;
  std::optional<Solution> found;
  std::atomic<bool> known = false;
  exact::side_by_side(threads, 2, [&](std::size_t t) {
    IntegerMatrix right(matrices[t]->rows(), 1);
    fmpz_one(right.at(right.rows() - 1, 0));
    auto lifting = Lifting::of(*matrices[t], right, stop);
    if (t == 0) {
      if (lifting) found = lifting->solve(stop);
      known = true;
    } else if (lifting) {
      lifting->go_ahead(known, stop);
      second = std::move(lifting);
    }
  });
  std::array<std::optional<std::vector<Rational>>, 2> both;
  if (second) {
    Rational denominator(1);
    if (found) fmpq_mul_fmpz(exact::raw(denominator), exact::raw(ratio), found->denominator.raw());
    Integer whole;
    fmpz_abs(whole.raw(), exact::numerator(denominator));
    auto other = found ? second->solve(whole, stop) : second->solve(stop);
    if (other) both[1] = std::move(other->unknowns);
  }
  if (found) both[0] = std::move(found->unknowns);
  return both;
}

}  // namespace allnash::lp
