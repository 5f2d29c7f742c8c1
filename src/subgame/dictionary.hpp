// A simplex dictionary in whole numbers.
//
//   D * basic[r] = rhs(r) - sum over c of at(r, c) * cobasic[c]
//
// with one denominator D > 0 for all of it. Pivots divide without remainder (Edmonds 1967, Bareiss
// 1968), so no fraction is ever reduced. Variables are numbered; what they stand for is the
// caller's.
#pragma once

#include <vector>

#include "exact/integer.hpp"
#include "exact/stop_token.hpp"

namespace allnash::subgame {

class Dictionary {
 public:
  /// A dictionary of zeros; the caller fills it. Basic variables are numbered `basic`, cobasic ones
  /// `cobasic`; the objective, when there is one, is simply a row that never leaves.
  Dictionary(std::vector<slong> basic, std::vector<slong> cobasic);

  [[nodiscard]] slong rows() const { return static_cast<slong>(basic_.size()); }
  [[nodiscard]] slong columns() const { return static_cast<slong>(cobasic_.size()); }
  fmpz* at(slong row, slong column) { return table_.at(row, column); }
  [[nodiscard]] const fmpz* at(slong row, slong column) const { return table_.at(row, column); }
  fmpz* rhs(slong row) { return table_.at(row, columns()); }
  [[nodiscard]] const fmpz* rhs(slong row) const { return table_.at(row, columns()); }
  exact::Integer& denominator() { return denominator_; }
  [[nodiscard]] const exact::Integer& denominator() const { return denominator_; }
  [[nodiscard]] slong basic(slong row) const { return basic_[static_cast<std::size_t>(row)]; }
  [[nodiscard]] slong cobasic(slong column) const {
    return cobasic_[static_cast<std::size_t>(column)];
  }

  /// Exchanges the basic variable of the row with the cobasic one of the column. Requires a
  /// positive entry there. False when stopped: the dictionary is of no use then.
  [[nodiscard]] bool pivot(slong row, slong column, const StopToken& stop);

 private:
  std::vector<slong> basic_;
  std::vector<slong> cobasic_;
  exact::IntegerMatrix table_;
  exact::Integer denominator_{1};
};

}  // namespace allnash::subgame
