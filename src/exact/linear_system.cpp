#include "exact/linear_system.hpp"

#include <flint/fmpq.h>
#include <flint/ulong_extras.h>

#include <algorithm>
#include <array>
#include <functional>

#include "exact/access.hpp"

namespace allnash::exact {

Integer common_denominator(std::span<const Rational> values) {
  Integer result(1);
  for (const Rational& value : values) {
    // Most often one that has been seen, and a division is quicker than a common divisor.
    if (value.is_integer() || fmpz_equal(result.raw(), denominator(value)) != 0) continue;
    if (fmpz_divisible(result.raw(), denominator(value)) != 0) continue;
    fmpz_lcm(result.raw(), result.raw(), denominator(value));
  }
  return result;
}

void scale_to_integer(fmpz* out, const Rational& value, const Integer& scale) {
  if (value.is_integer()) {
    fmpz_mul(out, numerator(value), scale.raw());
  } else if (fmpz_equal(scale.raw(), denominator(value)) != 0) {
    fmpz_set(out, numerator(value));
  } else {
    fmpz_divexact(out, scale.raw(), denominator(value));
    fmpz_mul(out, out, numerator(value));
  }
}

std::optional<InvertiblePart> invertible_part(const IntegerMatrix& matrix, const StopToken& stop) {
  const auto modular = ModularElimination::of(matrix, prime_for_ranks(), stop);
  if (!modular) return std::nullopt;
  return InvertiblePart{modular->rows(), modular->columns()};
}

namespace {

// The number of bits, at most, of a minor of so many of these lines.
double most_bits(std::vector<double> lines, slong size) {
  std::ranges::sort(lines, std::greater{});
  double sum = 1;
  for (slong t = 0; t < std::min(size, std::ssize(lines)); ++t) sum += lines[at(t)];
  return sum;
}

// Hadamard: a minor is at most the product of the lengths of its rows, or of its columns.
double bits_of_minors(const IntegerMatrix& matrix, slong size) {
  std::vector<double> rows(at(matrix.rows()));
  std::vector<double> columns(at(matrix.columns()));
  for (slong i = 0; i < matrix.rows(); ++i) {
    for (slong j = 0; j < matrix.columns(); ++j) {
      const auto bits = static_cast<double>(fmpz_bits(matrix.at(i, j)));
      rows[at(i)] = std::max(rows[at(i)], bits);
      columns[at(j)] = std::max(columns[at(j)], bits);
    }
  }
  const double wider = static_cast<double>(FLINT_BIT_COUNT(static_cast<ulong>(size))) / 2;
  for (double& bits : rows) bits += wider;
  for (double& bits : columns) bits += wider;
  return std::min(most_bits(std::move(rows), size), most_bits(std::move(columns), size));
}

}  // namespace

std::optional<ModularElimination> eliminated(const IntegerMatrix& matrix, const StopToken& stop) {
  constexpr double bits_of_prime = 26;
  ulong prime = prime_for_ranks();
  auto best = ModularElimination::of(matrix, prime, stop);
  if (!best) return std::nullopt;
  const auto full = [&] { return best->rank() == std::min(matrix.rows(), matrix.columns()); };
  if (full()) return best;
  double needed = bits_of_minors(matrix, best->rank() + 1);
  for (double had = bits_of_prime; had < needed && !full(); had += bits_of_prime) {
    prime = n_nextprime(prime, 0);
    auto next = ModularElimination::of(matrix, prime, stop);
    if (!next) return std::nullopt;
    if (next->rank() > best->rank()) {
      best = std::move(next);
      needed = bits_of_minors(matrix, best->rank() + 1);
    }
  }
  return best;
}

namespace {

/// One solution on its way: whole vectors x and r with  matrix * x + p^k * r = right.
class PadicSolution {
 public:
  PadicSolution(const IntegerMatrix& matrix, ulong prime, const ModularElimination& modular,
                const IntegerMatrix& right)
      : matrix_(matrix), prime_(prime), modular_(modular), rest_(right) {
    right_bits_ = static_cast<slong>(std::abs(fmpz_mat_max_bits(right.raw())));
    matrix_bits_ = static_cast<slong>(std::abs(fmpz_mat_max_bits(matrix.raw())));
  }

  /// As many steps as the largest solution there can be takes: two determinants, by Cramer's rule.
  [[nodiscard]] std::size_t enough() const {
    double bits = static_cast<double>(right_bits_ + 64);
    bits += 2 * bits_of_minors(matrix_, matrix_.rows()) + static_cast<double>(slack_bits());
    return static_cast<std::size_t>(bits / static_cast<double>(FLINT_BIT_COUNT(prime_) - 1)) + 1;
  }

  /// One step. False when stopped.
  bool advance(const StopToken& stop) {
    std::vector<ulong> residues(at(rest_.rows()));
    for (slong t = 0; t < rest_.rows(); ++t) residues[at(t)] = fmpz_fdiv_ui(rest_.at(t, 0), prime_);
    digits_.push_back(modular_.solve(residues));
    const std::vector<ulong>& digit = digits_.back();
    for (slong row = 0; row < matrix_.rows(); ++row) {
      if (row % look_every == 0 && stop.stopped()) return false;
      for (slong c = 0; c < matrix_.columns(); ++c) {
        fmpz_submul_ui(rest_.at(row, 0), matrix_.at(row, c), digit[at(c)]);
      }
      fmpz_divexact_ui(rest_.at(row, 0), rest_.at(row, 0), prime_);
    }
    return true;
  }

  [[nodiscard]] std::size_t steps() const { return digits_.size(); }

  /// The solution, where the steps so far are enough. Nothing also when stopped.
  ///
  /// Where n = d x modulo p^k, matrix * n - d * right is a multiple of p^k, and where it is smaller
  /// than that it is 0.
  [[nodiscard]] std::optional<std::vector<Rational>> solution(const StopToken& stop) const {
    const Powers powers(prime_, steps());
    const auto bits = static_cast<slong>(fmpz_bits(powers.whole().raw()));
    std::vector<Integer> numerators;
    Integer denominator(1);
    for (std::size_t t = 0; t < at(matrix_.columns()); ++t) {
      if (stop.stopped()) return std::nullopt;
      Integer part = powers.assembled(digits_, t, 0, steps());
      fmpz_mul(part.raw(), part.raw(), denominator.raw());
      fmpz_smod(part.raw(), part.raw(), powers.whole().raw());
      if (static_cast<slong>(fmpz_bits(part.raw())) >= bits / 2 - 1) {
        Rational fraction;
        fmpz_mod(part.raw(), part.raw(), powers.whole().raw());
        if (fmpq_reconstruct_fmpz(raw(fraction), part.raw(), powers.whole().raw()) == 0) {
          return std::nullopt;
        }
        const fmpz* factor = exact::denominator(fraction);
        fmpz_mul(denominator.raw(), denominator.raw(), factor);
        for (Integer& earlier : numerators) fmpz_mul(earlier.raw(), earlier.raw(), factor);
        fmpz_set(part.raw(), numerator(fraction));
      }
      if (!small_enough(part, matrix_bits_, bits) ||
          !small_enough(denominator, right_bits_, bits)) {
        return std::nullopt;
      }
      numerators.push_back(std::move(part));
    }
    return divided(numerators, denominator, bits, stop);
  }

 private:
  static constexpr slong look_every = 64;  // rows

  // p^(2^j), and p^steps.
  class Powers {
   public:
    Powers(ulong prime, std::size_t steps) {
      Integer power;
      fmpz_set_ui(power.raw(), prime);
      for (std::size_t half = 1; half < steps; half *= 2) {
        powers_.push_back(power);
        fmpz_mul(power.raw(), power.raw(), power.raw());
      }
      fmpz_set_ui(whole_.raw(), prime);
      fmpz_pow_ui(whole_.raw(), whole_.raw(), steps);
    }
    [[nodiscard]] const Integer& whole() const { return whole_; }

    /// The number with the digits from first up to last of unknown t: in parts of which the lower
    /// one is a power of two long.
    [[nodiscard]] Integer assembled(const std::vector<std::vector<ulong>>& digits, std::size_t t,
                                    std::size_t first, std::size_t last) const {
      Integer result;
      if (last - first == 1) {
        fmpz_set_ui(result.raw(), digits[first][t]);
        return result;
      }
      std::size_t level = 0;
      while ((std::size_t{2} << level) < last - first) ++level;
      const std::size_t middle = first + (std::size_t{1} << level);
      result = assembled(digits, t, middle, last);
      fmpz_mul(result.raw(), result.raw(), powers_[level].raw());
      const Integer low = assembled(digits, t, first, middle);
      fmpz_add(result.raw(), result.raw(), low.raw());
      return result;
    }

   private:
    std::vector<Integer> powers_;
    Integer whole_;
  };

  [[nodiscard]] slong slack_bits() const {
    return matrix_bits_ + right_bits_ +
           2 * static_cast<slong>(FLINT_BIT_COUNT(static_cast<ulong>(matrix_.rows()))) + 8;
  }
  // A sum of products with it and a number of so many bits, one a row, is below half of p^k.
  [[nodiscard]] bool small_enough(const Integer& number, slong other, slong bits) const {
    const auto size = static_cast<slong>(FLINT_BIT_COUNT(static_cast<ulong>(matrix_.rows())));
    return static_cast<slong>(fmpz_bits(number.raw())) + other + size + 3 < bits;
  }

  [[nodiscard]] std::optional<std::vector<Rational>> divided(const std::vector<Integer>& numerators,
                                                             const Integer& denominator, slong bits,
                                                             const StopToken& stop) const {
    for (const Integer& numerator : numerators) {
      if (stop.stopped() || !small_enough(numerator, matrix_bits_, bits)) return std::nullopt;
    }
    return quotients(numerators, denominator);
  }

  const IntegerMatrix& matrix_;
  ulong prime_;
  const ModularElimination& modular_;
  IntegerMatrix rest_;
  std::vector<std::vector<ulong>> digits_;  // a step each
  slong right_bits_ = 0;
  slong matrix_bits_ = 0;
};

}  // namespace

std::optional<PadicSystem> PadicSystem::of(const IntegerMatrix& matrix, const StopToken& stop) {
  if (matrix.rows() != matrix.columns()) return std::nullopt;
  ulong prime = UWORD(1) << 60;
  for (int attempt = 0; attempt < 2; ++attempt) {
    prime = n_nextprime(prime, 0);
    auto modular = ModularElimination::of(matrix, prime, stop);
    if (!modular) return std::nullopt;
    if (modular->rank() == matrix.rows()) return PadicSystem(matrix, prime, *std::move(modular));
  }
  return std::nullopt;
}

std::optional<std::vector<Rational>> PadicSystem::solve(const IntegerMatrix& right,
                                                        const StopToken& stop) const {
  PadicSolution solution(matrix_, prime_, modular_, right);
  // Solutions much simpler than they might be are common in games with a pattern.
  const std::size_t enough = solution.enough();
  for (const std::size_t part : {64, 16, 8, 4, 2, 1}) {
    while (solution.steps() * part < enough) {
      if (!solution.advance(stop)) return std::nullopt;
    }
    if (auto found = solution.solution(stop)) return found;
    if (stop.stopped()) return std::nullopt;
  }
  return std::nullopt;
}

std::optional<std::vector<Rational>> solve(const IntegerMatrix& matrix, const IntegerMatrix& right,
                                           const StopToken& stop) {
  const auto system = PadicSystem::of(matrix, stop);
  return system ? system->solve(right, stop) : std::nullopt;
}

}  // namespace allnash::exact
