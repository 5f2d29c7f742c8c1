#include "subgame/dictionary.hpp"

#include <utility>

namespace allnash::subgame {

Dictionary::Dictionary(std::vector<slong> basic, std::vector<slong> cobasic)
    : basic_(std::move(basic)),
      cobasic_(std::move(cobasic)),
      table_(static_cast<slong>(basic_.size()), static_cast<slong>(cobasic_.size()) + 1) {}

bool Dictionary::pivot(slong row, slong column, const StopToken& stop) {
  const exact::Integer pivot = [&] {
    exact::Integer value;
    fmpz_set(value.raw(), at(row, column));
    return value;
  }();
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
  std::swap(basic_[static_cast<std::size_t>(row)], cobasic_[static_cast<std::size_t>(column)]);
  return true;
}

}  // namespace allnash::subgame
