// A simplex dictionary of integers.
//
//   D * basic[r] = rhs(r) - sum over c of at(r, c) * cobasic[c]
//
// with one common denominator D > 0. Pivots divide without remainder (Edmonds 1967, Bareiss 1968),
// so no fraction is ever reduced. The caller decides what the numbered variables stand for.
#pragma once

#include <utility>
#include <vector>

#include "core/base/at.hpp"
#include "core/base/stop_token.hpp"
#include "core/exact/access.hpp"

namespace allnash::lp {

class Dictionary {
 public:
  /// A dictionary of zeros, which the caller fills, with these numbers as basic and cobasic
  /// variables. An objective is a row that never leaves the basis.
  Dictionary(std::vector<slong> basic, std::vector<slong> cobasic)
      : basic_(std::move(basic)),
        cobasic_(std::move(cobasic)),
        table_(static_cast<slong>(basic_.size()), static_cast<slong>(cobasic_.size()) + 1) {}

  [[nodiscard]] slong rows() const { return static_cast<slong>(basic_.size()); }
  [[nodiscard]] slong columns() const { return static_cast<slong>(cobasic_.size()); }
  fmpz* at(slong row, slong column) { return table_.at(row, column); }
  [[nodiscard]] const fmpz* at(slong row, slong column) const { return table_.at(row, column); }
  fmpz* rhs(slong row) { return table_.at(row, columns()); }
  [[nodiscard]] const fmpz* rhs(slong row) const { return table_.at(row, columns()); }
  exact::Integer& denominator() { return denominator_; }
  [[nodiscard]] const exact::Integer& denominator() const { return denominator_; }
  [[nodiscard]] slong basic(slong row) const { return basic_[allnash::at(row)]; }
  [[nodiscard]] slong cobasic(slong column) const { return cobasic_[allnash::at(column)]; }

  /// Exchanges the basic variable of the row with the cobasic one of the column. Requires a nonzero
  /// entry there. False when stopped; the dictionary is then unusable.
  [[nodiscard]] bool pivot(slong row, slong column, const StopToken& stop) {
    exact::Integer pivot;
    fmpz_set(pivot.raw(), at(row, column));
    for (slong r = 0; r < rows(); ++r) {
      if (r == row) continue;
      if (stop.stopped()) return false;
      const bool untouched = fmpz_is_zero(at(r, column)) != 0;
      for (slong c = 0; c <= columns(); ++c) {
        if (c == column) continue;
        fmpz* entry = at(r, c);
        if (untouched && fmpz_is_zero(entry) != 0) continue;
        fmpz_mul(entry, entry, pivot.raw());
        if (!untouched) fmpz_submul(entry, at(r, column), at(row, c));
        fmpz_divexact(entry, entry, denominator_.raw());
      }
      fmpz_neg(at(r, column), at(r, column));
    }
    fmpz_set(at(row, column), denominator_.raw());
    denominator_ = pivot;
    std::swap(basic_[allnash::at(row)], cobasic_[allnash::at(column)]);
    if (fmpz_sgn(pivot.raw()) < 0) {
      fmpz_neg(denominator_.raw(), denominator_.raw());
      fmpz_mat_neg(table_.raw(), table_.raw());
    }
    return true;
  }

 private:
  std::vector<slong> basic_;
  std::vector<slong> cobasic_;
  exact::IntegerMatrix table_;
  exact::Integer denominator_{1};
};

}  // namespace allnash::lp
