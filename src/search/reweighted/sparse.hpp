// Finds, exactly, a column strategy with few non-zeros that concedes least to some rows.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "search/lazy/block.hpp"
#include "search/run.hpp"

namespace allnash::methods {

/// A strategy of the other player, and the most that any of the rows earns against it, as the
/// player of the rows sees it.
struct Concession {
  Rational value;
  MixedStrategy strategy;
};

enum class SearchEnd { found, stopped, too_long };

/// The search, in the words of a row player whose rows are seen and a column player who minimises;
/// either may be the game's row player. Rows are only ever added, and what was learned of them
/// serves the next search.
///
/// A mixture x of rows that earns at least v against each of some columns shows that no strategy on
/// these concedes less than v. So a set of columns that is to do better must have a column outside
/// {j : xA[j] >= v}, and that for every x: the search branches on the columns that the sharpest
/// mixture leaves, and where no known mixture speaks against a set, the set is solved: either it is
/// better, or it yields a mixture. Bits tell which mixtures speak against which column. Floating
/// point decides where it is sure, exact arithmetic elsewhere.
class SparseSearch {
 public:
  SparseSearch(const game::Known& known, Player rows);

  /// Takes one more row. Requires that it is known whole.
  void see(Index row);

  /// Among all strategies with at most `most` non-zeros one that concedes least to the rows seen,
  /// and among these one of largest support, left in `least`. Requires a row. Ends as too long
  /// after `limit` steps.
  SearchEnd minimise(Index most, std::int64_t limit, const StopToken& stop);
  [[nodiscard]] const Concession& least() const { return *least_; }

 private:
  using Word = std::uint64_t;
  // A mixture of rows; its weights need not add up to 1.
  struct RowMixture {
    std::vector<std::pair<std::size_t, double>> weights;  // places in rows_, and nearly how much
    std::vector<Rational> exact = {};                     // weights; none: they are those doubles
    std::vector<double> earned = {};                      // against each column
    double sum = 0;
    double error = 0;      // of what is earned, and of the value times the sum
    std::size_t free = 0;  // columns against which it earns less than the value
  };
  struct Separated {
    std::size_t mixture = 0;
    bool tied = false;  // all columns so far are worth the value: ties may still be added
  };

  bool begin(Index most, const StopToken& stop);
  bool solve_whole(Index most, const StopToken& stop);
  void visit();
  [[nodiscard]] std::optional<Separated> separated() const;
  [[nodiscard]] std::optional<Separated> evaluate();
  [[nodiscard]] bool evaluate_floating();
  [[nodiscard]] std::optional<game::Pair> solve_exactly(const Lines& columns, Ties ties);
  [[nodiscard]] std::vector<Index> branches(const Separated& by) const;
  std::optional<Separated> take(const game::Pair& pair);
  std::size_t learn(RowMixture mixture);
  void aim();
  void aim(std::size_t mixture);
  [[nodiscard]] int compare(const RowMixture& mixture, Index column) const;
  [[nodiscard]] bool wants_ties() const {
    return std::ssize(least_->strategy) < std::min(most_, view_.opponents());
  }
  [[nodiscard]] bool bit(const std::vector<Word>& bits, std::size_t mixture, Index column) const {
    return ((bits[at(column) * words + mixture / 64] >> (mixture % 64)) & 1U) != 0;
  }
  void set_bit(std::vector<Word>& bits, std::size_t mixture, Index column, bool to) {
    Word& word = bits[at(column) * words + mixture / 64];
    const Word mask = Word{1} << (mixture % 64);
    word = to ? word | mask : word & ~mask;
  }

  static constexpr std::size_t words = 8;
  static constexpr std::size_t most_mixtures = words * 64;
  static constexpr std::size_t most_pure = most_mixtures - 128;  // the others are mixed

  View view_;  // of the player of the rows
  FloatSolver solver_;
  Lines rows_;
  std::vector<std::vector<double>> columns_;  // payoffs of the rows seen, column by column
  double largest_ = 0;                        // payoff, in size
  bool doubles_ = true;                       // every payoff is exactly a double
  std::vector<RowMixture> mixtures_;
  std::size_t pure_ = 0;        // of the mixtures, the first ones, single rows
  std::size_t next_mixed_ = 0;  // whose place the next one takes

  std::optional<Concession> least_;
  double near_value_ = 0;       // the double next to its value
  int beyond_near_ = 0;         // sign of the value less that
  std::vector<Word> not_less_;  // column by column, a bit a mixture: it earns at least the value
  std::vector<Word> more_;      // it earns more
  Index most_ = 0;
  std::int64_t left_ = 0;
  StopToken stop_;
  SearchEnd end_ = SearchEnd::found;
  std::vector<Index> chosen_;
  std::vector<bool> closed_;
};

/// The same without a limit on the support: an optimal strategy of the game of all columns against
/// the rows seen, extreme but for ties among what it plays.
class BasicSolution {
 public:
  BasicSolution(const game::Known& known, Player rows);
  void see(Index row) { rows_.push_back(row); }
  /// Nothing when stopped.
  std::optional<Concession> minimise(const StopToken& stop);

 private:
  View view_;
  FloatSolver solver_;
  Lines rows_;
};

}  // namespace allnash::methods
