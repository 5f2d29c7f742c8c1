#include "exact/modular.hpp"

#include <flint/nmod_mat.h>
#include <flint/nmod_vec.h>
#include <flint/ulong_extras.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace allnash::exact {

namespace {

// Columns eliminated at once, by FLINT, and columns that these are then taken off at once: tenths
// of a second each with thousands of rows.
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

// The panel's columns in the rows that have no pivot yet. Returns how many pivots it has. The lower
// factor lies in its first columns.
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
  // FLINT exchanges the rows of the window, which are pointers into the matrix.
  std::vector<slong> names(order_.begin() + before, order_.end());
  for (slong row = 0; row < rows; ++row) {
    value_->rows[before + row] = part.raw()->rows[row] - first;
    order_[at(before + row)] = names[at(order[at(row)])];
  }
  return found;
}

// Takes the new pivots, from row `rank` on, off all that is right of the panel.
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

}  // namespace allnash::exact
