// The implicit matrices of all subgames of one shape: entry (i, j) stands for the game on the rows
// f1(i) and the columns f2(j). Nothing of them is stored; an entry is computed when it is looked
// at.
#pragma once

#include <cstdint>
#include <vector>

#include "exact/matrix.hpp"
#include "methods/paper/psne_halving.hpp"
#include "methods/paper/small_game.hpp"
#include "methods/paper/subsets.hpp"

namespace allnash::methods {

class SubsetMatrix final : public LineOracle {
 public:
  /// A^(k1, k2) of the paper: an entry is the value of its subgame. Requires sizes that the game
  /// has. Throws InputError when the subsets of either player are too many.
  SubsetMatrix(Run& run, Index k1, Index k2);

  /// A^(k1, k2, V): values in V move by a quarter of the smallest gap in V (of 1 if V has one
  /// member), up where optimal strategies play all rows but not all columns of the subgame, down
  /// where all columns but not all rows.
  void perturb(const std::vector<Rational>& candidates);

  /// Entries as keys, in lexicographic order: the value, the row support's size less the column
  /// support's, the row's number backwards, the column's number. No two are equal.
  void order_by_padded_keys();

  [[nodiscard]] Index rows() const override { return row_subsets_.count(); }
  [[nodiscard]] Index columns() const override { return column_subsets_.count(); }
  [[nodiscard]] bool ask(const Lines& lines, const Lines& in_play) override;
  [[nodiscard]] bool raise(std::span<const Index> rows, std::span<const Index> in_play,
                           std::span<Cell> best) override;
  [[nodiscard]] bool lower(std::span<const Index> columns, std::span<const Index> in_play,
                           std::span<Cell> best) override;
  [[nodiscard]] bool less(const Cell& left, const Cell& right) const override;
  [[nodiscard]] Rational number(const Cell& cell) const override;
  [[nodiscard]] std::int64_t evaluated() const override { return evaluated_; }

  [[nodiscard]] std::vector<Index> rows_of(Index row) const;
  [[nodiscard]] std::vector<Index> columns_of(Index column) const;

 private:
  enum class Order { value, perturbed, padded };
  enum class Side { raise, lower };
  class Strips;
  struct Block;

  [[nodiscard]] bool fold(Side side, std::span<const Index> lines, std::span<const Index> in_play,
                          std::span<Cell> best);
  void fold_block(const Strips& strips, const Block& block) const;
  static void unrank(const Subsets& subsets, Block& block);
  template <int size>
  void fold_lanes(const Strips& strips, const Block& block) const;
  void fold_whole(const Strips& strips, const Block& block) const;
  void fold_wide(const Strips& strips, const Block& block) const;
  [[nodiscard]] bool surely_beaten(const Cell& best, const std::vector<double>& near,
                                   Side side) const;
  template <typename Sizes>
  void offer(Cell& best, exact::Fraction value, Index line, Index other, Side side,
             const Sizes& sizes) const;
  [[nodiscard]] Index tag_of(const SupportSizes& sizes) const;
  [[nodiscard]] bool is_candidate(const exact::Fraction& value) const;
  [[nodiscard]] bool far_apart(const exact::Fraction& low, const exact::Fraction& high) const;
  [[nodiscard]] std::strong_ordering compare(const Cell& left, const Cell& right) const;
  [[nodiscard]] std::strong_ordering compare_perturbed(const Cell& left, const Cell& right) const;

  Run& run_;
  Subsets row_subsets_;
  Subsets column_subsets_;
  SmallGame small_;
  Order order_ = Order::value;
  std::vector<exact::Fraction> candidates_;  // rising
  Rational quarter_;                         // of the smallest gap between them
  double near_quarter_ = 0;                  // rounded
  std::int64_t evaluated_ = 0;
};

}  // namespace allnash::methods
