#include "core/exact/linear_system.hpp"

#include <flint/fmpq.h>
#include <flint/nmod_vec.h>
#include <flint/ulong_extras.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <numeric>

namespace allnash::exact {

namespace {

// Columns that FLINT eliminates at a time, and columns that are updated at a time: tenths of a
// second each with thousands of rows.
constexpr slong panel = 256;
constexpr slong strip = 512;

class Window {
 public:
  Window(nmod_mat_struct* of, slong row, slong column, slong row_end, slong column_end) {
    nmod_mat_window_init(value_, of, row, column, row_end, column_end);
  }
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;
  ~Window() { nmod_mat_window_clear(value_); }
  nmod_mat_struct* raw() { return value_; }

 private:
  nmod_mat_t value_;
};

}  // namespace

ulong prime_for_ranks() { return n_nextprime(UWORD(1) << 26, 0); }

ModularElimination::ModularElimination(const IntegerMatrix& matrix, ulong prime)
    : value_(new nmod_mat_struct), order_(at(matrix.rows())) {
  nmod_mat_init(value_.get(), matrix.rows(), matrix.columns(), prime);
  std::iota(order_.begin(), order_.end(), slong{0});
}

std::optional<ModularElimination> ModularElimination::of(const IntegerMatrix& matrix, ulong prime,
                                                         const StopToken& stop) {
  ModularElimination result(matrix, prime);
  for (slong row = 0; row < matrix.rows(); ++row) {
    if (stop.stopped()) return std::nullopt;
    for (slong column = 0; column < matrix.columns(); ++column) {
      nmod_mat_entry(result.value_, row, column) = fmpz_fdiv_ui(matrix.at(row, column), prime);
    }
  }
  if (!result.eliminate(stop)) return std::nullopt;
  return result;
}

bool ModularElimination::eliminate(const StopToken& stop) {
  for (slong first = 0; first < value_->c; first += panel) {
    const slong last = std::min(first + panel, value_->c);
    const slong before = rank();
    if (before == value_->r) break;
    const slong found = eliminate_panel(first, last);
    if (found > 0 && !take_off(before, first, last, stop)) return false;
    if (stop.stopped()) return false;
  }
  invert_pivots();
  return true;
}

void ModularElimination::invert_pivots() {
  if (rank() < value_->r || rank() < value_->c) return;
  for (slong row = 0; row < value_->r; ++row) {
    inverses_.push_back(n_invmod(nmod_mat_entry(value_, row, row), value_->mod.n));
  }
}

// Eliminates the panel's columns in the rows that have no pivot yet. Returns the number of new
// pivots. The lower factor is stored in its first columns.
slong ModularElimination::eliminate_panel(slong first, slong last) {
  const slong before = rank();
  const slong rows = value_->r - before;
  std::vector<slong> order(at(rows));
  std::iota(order.begin(), order.end(), slong{0});
  Window part(value_.get(), before, first, value_->r, last);
  const slong found = nmod_mat_lu(order.data(), part.raw(), 0);
  slong column = 0;
  for (slong row = 0; row < found; ++row) {
    while (nmod_mat_entry(part.raw(), row, column) == 0) ++column;
    columns_.push_back(first + column++);
  }
  // FLINT permutes the rows of the window, which are pointers into the matrix.
  std::vector<slong> names(order_.begin() + before, order_.end());
  for (slong row = 0; row < rows; ++row) {
    value_->rows[before + row] = part.raw()->rows[row] - first;
    order_[at(before + row)] = names[at(order[at(row)])];
  }
  return found;
}

// Eliminates with the new pivots, from row `rank` on, in the columns right of the panel.
bool ModularElimination::take_off(slong rank, slong first, slong last, const StopToken& stop) {
  const slong found = this->rank() - rank;
  for (slong left = last; left < value_->c; left += strip) {
    if (stop.stopped()) return false;
    const slong right = std::min(left + strip, value_->c);
    Window pivots(value_.get(), rank, first, rank + found, first + found);
    Window upper(value_.get(), rank, left, rank + found, right);
    nmod_mat_solve_tril(upper.raw(), pivots.raw(), upper.raw(), 1);
    if (rank + found == value_->r) continue;
    Window lower(value_.get(), rank + found, first, value_->r, first + found);
    Window rest(value_.get(), rank + found, left, value_->r, right);
    nmod_mat_t product;
    nmod_mat_init(product, rest.raw()->r, rest.raw()->c, value_->mod.n);
    nmod_mat_mul(product, lower.raw(), upper.raw());
    nmod_mat_sub(rest.raw(), rest.raw(), product);
    nmod_mat_clear(product);
  }
  return true;
}

std::vector<ulong> ModularElimination::solve(const std::vector<ulong>& right) const {
  const auto size = static_cast<slong>(order_.size());
  const nmod_t& mod = value_->mod;
  const int limbs = _nmod_vec_dot_bound_limbs(size, mod);
  std::vector<ulong> x(order_.size());
  for (slong row = 0; row < size; ++row) {
    const ulong known = _nmod_vec_dot(value_->rows[row], x.data(), row, mod, limbs);
    x[at(row)] = nmod_sub(right[at(order_[at(row)])], known, mod);
  }
  for (slong row = size - 1; row >= 0; --row) {
    const mp_limb_t* line = value_->rows[row];
    const ulong known =
        _nmod_vec_dot(line + row + 1, x.data() + row + 1, size - row - 1, mod, limbs);
    x[at(row)] = nmod_mul(nmod_sub(x[at(row)], known, mod), inverses_[at(row)], mod);
  }
  return x;
}

std::optional<ModularElimination> invertible_part(const IntegerMatrix& matrix,
                                                  const StopToken& stop) {
  return ModularElimination::of(matrix, prime_for_ranks(), stop);
}

namespace {

// An upper bound on the bits of a minor of `size` lines with these bits.
double most_bits(std::vector<double> lines, slong size) {
  std::ranges::sort(lines, std::greater{});
  double sum = 1;
  for (slong t = 0; t < std::min(size, std::ssize(lines)); ++t) sum += lines[at(t)];
  return sum;
}

// Hadamard's bound: a minor is at most the product of the norms of its rows, or of its columns.
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

/// A partial solution: integer vectors x and r with  matrix * x + p^k * r = right.
class PadicSolution {
 public:
  PadicSolution(const IntegerMatrix& matrix, ulong prime, const ModularElimination& modular,
                const IntegerMatrix& right)
      : matrix_(matrix), prime_(prime), modular_(modular), rest_(right) {
    right_bits_ = static_cast<slong>(std::abs(fmpz_mat_max_bits(right.raw())));
    matrix_bits_ = static_cast<slong>(std::abs(fmpz_mat_max_bits(matrix.raw())));
  }

  /// The number of steps that suffices for any solution: two determinants, by Cramer's rule.
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

  /// The solution, if the steps so far suffice. Nothing also when stopped.
  ///
  /// If n = d x modulo p^k, then matrix * n - d * right is a multiple of p^k; if it is smaller than
  /// p^k it is 0.
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

    /// The number with digits `first` up to `last` of unknown t, by divide and conquer; the lower
    /// part has a power of two of digits.
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
  // True if a sum over all rows of products of `number` with numbers of `other` bits is below half
  // of p^k.
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
  std::vector<std::vector<ulong>> digits_;  // one vector for each step
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
  // Tries a part of the steps first: games with a pattern often have short solutions.
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

namespace {

/// The column of the first nonzero entry of each row of a matrix in echelon form.
std::vector<slong> pivots(const IntegerMatrix& matrix, slong rank) {
  std::vector<slong> places;
  slong column = 0;
  for (slong row = 0; row < rank; ++row, ++column) {
    while (fmpz_is_zero(matrix.at(row, column)) != 0) ++column;
    places.push_back(column);
  }
  return places;
}

/// A null space whose coordinates in columns `bound` (ascending) are still to be computed.
NullSpace space_of(const std::vector<slong>& bound, slong columns) {
  NullSpace result;
  for (slong column = 0; column < columns; ++column) {
    if (!std::ranges::binary_search(bound, column)) result.free.push_back(column);
  }
  result.directions = Matrix(std::ssize(result.free), columns);
  for (Index t = 0; t < result.directions.rows(); ++t) {
    result.directions.at(t, result.free[at(t)]) = Rational(1);
  }
  return result;
}

NullSpace null_space_by_elimination(IntegerMatrix lines) {
  Integer scale;
  const slong rank = fmpz_mat_rref(lines.raw(), scale.raw(), lines.raw());
  const std::vector<slong> bound = pivots(lines, rank);
  NullSpace result = space_of(bound, lines.columns());
  fmpz_neg(scale.raw(), scale.raw());
  for (Index t = 0; t < result.directions.rows(); ++t) {
    for (slong r = 0; r < rank; ++r) {
      result.directions.at(t, bound[at(r)]) =
          quotient(lines.at(r, result.free[at(t)]), scale.raw());
    }
  }
  return result;
}

// The cost of integer elimination in steps of about a nanosecond: numbers grow to the size of
// minors.
double steps_of_elimination(const IntegerMatrix& lines) {
  const auto rank = static_cast<double>(lines.rows());
  const double bits = static_cast<double>(std::abs(fmpz_mat_max_bits(lines.raw()))) + 8;
  return 50 * rank * rank * static_cast<double>(lines.columns()) * (rank * bits / 64 + 1);
}

/// Solves the square part once for each direction. Requires independent lines, and ascending
/// columns of an invertible part.
std::optional<NullSpace> null_space_by_solving(const IntegerMatrix& lines,
                                               const std::vector<slong>& bound,
                                               const StopToken& stop) {
  const slong rank = lines.rows();
  IntegerMatrix square(rank, rank);
  for (slong r = 0; r < rank; ++r) {
    for (slong c = 0; c < rank; ++c) fmpz_set(square.at(r, c), lines.at(r, bound[at(c)]));
  }
  const auto system = PadicSystem::of(square, stop);
  if (!system) return std::nullopt;
  NullSpace result = space_of(bound, lines.columns());
  IntegerMatrix right(rank, 1);
  for (Index t = 0; t < result.directions.rows(); ++t) {
    for (slong r = 0; r < rank; ++r) fmpz_neg(right.at(r, 0), lines.at(r, result.free[at(t)]));
    auto solved = system->solve(right, stop);
    if (!solved) return std::nullopt;
    for (slong r = 0; r < rank; ++r) {
      result.directions.at(t, bound[at(r)]) = std::move((*solved)[at(r)]);
    }
  }
  return result;
}

}  // namespace

IntegerMatrix chosen_rows(const IntegerMatrix& lines, const std::vector<slong>& rows) {
  IntegerMatrix chosen(static_cast<slong>(rows.size()), lines.columns());
  for (std::size_t t = 0; t < rows.size(); ++t) {
    _fmpz_vec_set(chosen.row(static_cast<slong>(t)), lines.row(rows[t]), lines.columns());
  }
  return chosen;
}

IntegerMatrix clear_denominators(const Matrix& lines) {
  IntegerMatrix result(lines.rows(), lines.columns());
  for (Index i = 0; i < lines.rows(); ++i) {
    const Integer scale = common_denominator(lines.row(i));
    for (Index j = 0; j < lines.columns(); ++j) {
      scale_to_integer(result.at(i, j), lines.at(i, j), scale);
    }
  }
  return result;
}

std::optional<NullSpace> null_space(const IntegerMatrix& lines, const StopToken& stop) {
  constexpr double at_once = 1e8;  // steps, about a tenth of a second
  const auto modular = eliminated(lines, stop);
  if (!modular) return std::nullopt;
  if (modular->rank() == lines.columns()) return NullSpace{};
  IntegerMatrix chosen = chosen_rows(lines, modular->rows());
  if (steps_of_elimination(chosen) <= at_once) return null_space_by_elimination(std::move(chosen));
  return null_space_by_solving(chosen, modular->columns(), stop);
}

std::optional<std::vector<slong>> independent_rows(const IntegerMatrix& lines,
                                                   const StopToken& stop) {
  IntegerMatrix columns(lines.columns(), lines.rows());
  fmpz_mat_transpose(columns.raw(), lines.raw());
  const auto modular = eliminated(columns, stop);
  if (!modular) return std::nullopt;
  return modular->columns();
}

}  // namespace allnash::exact
