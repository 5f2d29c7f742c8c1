// The payoffs of a game on flows in compact form. What a feature pays is often nearly what another
// one, its base, pays: with one soldier more a field is won against one more number of soldiers.
// Such a feature is stored as its base and a difference. Tables of two cards, or of two numbers of
// soldiers, become a few numbers a line. Products with payoffs take time in proportion to the
// number of differences.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "exact/access.hpp"

namespace allnash::flows {

/// What a feature pays beside each feature of the opponent that it pays with.
struct Lines {
  std::vector<int> first;              ///< entries of feature f are first[f] .. first[f + 1] - 1
  std::vector<int> other;              ///< the opponent's feature
  std::vector<exact::Integer> payoff;  ///< to the player whose feature it is, times the scale
};

inline void add(exact::Integer& sum, const exact::Integer& one) {
  fmpz_add(sum.raw(), sum.raw(), one.raw());
}
inline void add_product(exact::Integer& sum, const exact::Integer& left,
                        const exact::Integer& right) {
  if (fmpz_is_zero(right.raw()) == 0) fmpz_addmul(sum.raw(), left.raw(), right.raw());
}

struct Differences {
  int paired = 0;         ///< the player whose features have bases: the one with fewer features
  std::vector<int> base;  ///< of each feature, one before it; none: -1
  std::array<Lines, 2> lines;  ///< the differences, by the features of each player

  /// What a unit of each feature of the player earns against these amounts of the opponent's, in
  /// numbers that `add` and `add_product` take; `payoff` has those of the player's lines.
  template <typename Number, typename Payoff>
  [[nodiscard]] std::vector<Number> earned(int player, const std::vector<Payoff>& payoff,
                                           std::vector<Number> amounts) const {
    if (player != paired) {  // what is built on a base plays it, too
      for (std::size_t f = amounts.size(); f-- > 0;) {
        if (base[f] >= 0) add(amounts[static_cast<std::size_t>(base[f])], amounts[f]);
      }
    }
    const Lines& mine = lines[static_cast<std::size_t>(player)];
    std::vector<Number> gain(mine.first.size() - 1);
    for (std::size_t f = 0; f < gain.size(); ++f) {
      if (player == paired && base[f] >= 0) gain[f] = gain[static_cast<std::size_t>(base[f])];
      for (int t = mine.first[f]; t < mine.first[f + 1]; ++t) {
        const auto entry = static_cast<std::size_t>(t);
        add_product(gain[f], payoff[entry], amounts[static_cast<std::size_t>(mine.other[entry])]);
      }
    }
    return gain;
  }
};

/// `lines` are those of the row player and the column player, which say the same.
Differences differences_of(const Lines (&lines)[2]);

}  // namespace allnash::flows
