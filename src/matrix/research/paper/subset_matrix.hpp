// The implicit matrices of all subgames of one shape: entry (i, j) stands for the game on the rows
// f1(i) and the columns f2(j). Nothing of them is stored; an entry is computed when it is looked
// at.
#pragma once

#include <cstdint>
#include <vector>

#include "core/exact/matrix.hpp"
#include "core/lp/float_game.hpp"
#include "matrix/research/paper/paper.hpp"
#include "matrix/research/paper/small_game.hpp"
#include "matrix/research/paper/subsets.hpp"

namespace allnash::matrix {

class Screen;
class Strips;

class SubsetMatrix final : public LineOracle {
 public:
  /// A^(k1, k2) of the paper: an entry is the value of its subgame. Requires sizes that the game
  /// has. Throws InputError if there are too many subsets. Its queries count for the phase.
  SubsetMatrix(Run& run, Index k1, Index k2, Phase phase = Phase::search);

  /// A^(k1, k2, V): values in V move by a quarter of the smallest gap in V (of 1 if V has one
  /// member), up where optimal strategies play all rows but not all columns of the subgame, down
  /// where all columns but not all rows.
  void perturb(const std::vector<Rational>& candidates);

  [[nodiscard]] Index count(Player player) const override { return subsets_.of(player).count(); }
  [[nodiscard]] bool ask(const game::Block& lines, const game::Block& in_play) override;
  [[nodiscard]] bool improve(Player player, std::span<const Index> lines,
                             std::span<const Index> in_play, std::span<OracleEntry> best) override;
  [[nodiscard]] std::optional<OracleEntry> race(Player player, std::span<const Index> lines,
                                                std::span<const Index> in_play) override;
  [[nodiscard]] PhaseCounts& counts() override { return counts_; }
  [[nodiscard]] bool less(const OracleEntry& left, const OracleEntry& right) const override;
  [[nodiscard]] Rational number(const OracleEntry& cell) const override;

  /// False if either player has too many subsets to be searched.
  [[nodiscard]] static bool searchable(const game::Known& known, Index k1, Index k2);

  /// The strategies of the subset that the line stands for.
  [[nodiscard]] std::vector<Index> members(Player player, Index line) const;

 private:
  enum class EntryOrder { value, perturbed };
  struct Chunk;

  struct Race;
  struct Heat;
  [[nodiscard]] bool ask(const std::vector<Index>& rows, const std::vector<Index>& across,
                         const std::vector<Index>& columns, const std::vector<Index>& down);
  [[nodiscard]] Strips strips_of(Player side, std::span<const Index> lines) const;
  template <typename Piece>
  [[nodiscard]] bool each_block(Player side, std::span<const Index> in_play,
                                const Piece& piece) const;
  [[nodiscard]] bool worth_a_screen(const Strips& strips, std::size_t in_play) const;
  void aim(Race& race, std::size_t through) const;
  static void keep_in_play(const Screen& screen, Chunk& block, std::vector<Index>& kept);
  void run_heat(Race& race, const Chunk& block, std::size_t first,
                const std::vector<std::size_t>& order, OracleEntry& leader) const;
  void meet(const Race& race, std::size_t line, const Chunk& block, const OracleEntry& leader,
            Heat& heat) const;
  [[nodiscard]] bool leads(const OracleEntry& one, const OracleEntry& two, Player side) const;
  [[nodiscard]] bool beyond(const exact::Fraction& value, const OracleEntry& leader,
                            Player side) const;
  static void unrank(const Subsets& subsets, Chunk& block);
  template <typename Settled, typename Take>
  void each_value(const Strips& strips, std::size_t line, const Chunk& block,
                  std::span<const std::size_t> places, const Settled& settled,
                  const Take& take) const;
  template <typename Take>
  void each_whole(const Strips& strips, std::size_t line, const Chunk& block,
                  std::span<const std::size_t> places, const Take& take) const;
  template <int size, typename Take>
  void each_in_lanes(const Strips& strips, std::size_t line, const Chunk& block,
                     std::span<const std::size_t> places, const Take& take) const;
  template <typename Settled, typename Take>
  void each_wide(const Strips& strips, std::size_t line, const Chunk& block,
                 std::span<const std::size_t> places, const Settled& settled,
                 const Take& take) const;
  [[nodiscard]] double margin(double mark) const;
  [[nodiscard]] bool beaten(const lp::FloatBounds& near, const OracleEntry& best,
                            Player side) const;
  [[nodiscard]] bool surely_beyond(const lp::FloatBounds& near, const OracleEntry& leader,
                                   Player side) const;
  template <typename Sizes>
  void offer(OracleEntry& best, exact::Fraction value, Index line, Index other, Player side,
             const Sizes& sizes) const;
  [[nodiscard]] Index tag_of(const SupportSizes& sizes) const;
  [[nodiscard]] bool is_candidate(const exact::Fraction& value) const;
  [[nodiscard]] bool far_apart(const exact::Fraction& low, const exact::Fraction& high) const;
  [[nodiscard]] std::strong_ordering compare(const OracleEntry& left,
                                             const OracleEntry& right) const;
  [[nodiscard]] std::strong_ordering compare_perturbed(const OracleEntry& left,
                                                       const OracleEntry& right) const;

  Run& run_;
  PhaseCounts& counts_;
  Both<Subsets> subsets_;
  SmallGame small_;
  EntryOrder order_ = EntryOrder::value;
  std::vector<exact::Fraction> candidates_;  // rising
  Rational quarter_;                         // of the smallest gap between them
  double near_quarter_ = 0;                  // rounded
};

}  // namespace allnash::matrix
