// Finds, exactly, a column strategy with few non-zeros that concedes least to some rows.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "matrix/run/block.hpp"
#include "matrix/run/run.hpp"

namespace allnash::matrix {

/// A strategy of the column player, and the largest payoff of the rows against it, as the player of
/// the rows sees it.
struct Concession {
  Rational value;
  MixedStrategy strategy;
};

enum class SearchEnd { found, stopped, too_long, paused };

/// The search, in the words of a row player whose rows are seen and a column player who minimises;
/// either may be the game's row player. Rows are only ever added, and mixtures found before serve
/// the next search.
///
/// A mixture x of rows that earns at least v against each of some columns proves that no strategy
/// on these concedes less than v. So a better set of columns must have a column outside {j : xA[j]
/// >= v}, for every such x. The search branches on the columns outside this set of the mixture that
/// leaves fewest. If no known mixture excludes a set, its game is solved: either the set is better,
/// or the solution is a mixture that excludes it. Bits say which mixtures earn at least v against
/// which column. Floating point decides where it is sure, exact arithmetic elsewhere. Many members,
/// since the search pauses at any node and goes on from there.
class SparseSearch {
 public:
  SparseSearch(const game::Known& known, Player rows);

  /// Adds a row. Requires that it is known whole.
  void see(Index row);

  /// Finds, among all strategies with at most `most` non-zeros that concede least to the rows seen,
  /// one of largest support, and keeps it in `least`. Requires a row. Ends as too long after
  /// `limit` steps. Pauses when it has taken `work` elementary operations, or before a part that
  /// probably takes more; the next call with the same `most` goes on from there.
  SearchEnd minimise(Index most, std::int64_t limit, const StopToken& stop,
                     std::int64_t work = std::numeric_limits<std::int64_t>::max());
  /// True if a search with this `most` is paused. Rows that are seen now would end it.
  [[nodiscard]] bool is_paused_at(Index most) const {
    return end_ == SearchEnd::paused && most_ == most && !open_.empty();
  }
  /// Elementary operations so far (Run::work).
  [[nodiscard]] std::int64_t work() const { return work_ + solver_.work(); }
  [[nodiscard]] const Concession& least() const { return *least_; }

 private:
  using Word = std::uint64_t;
  // A mixture of rows; its weights need not add up to 1.
  struct RowMixture {
    std::vector<std::pair<std::size_t, double>> weights;  // index in rows_, weight
    std::vector<Rational> exact = {};                     // weights; empty: the doubles are exact
    std::vector<double> earned = {};                      // against each column
    double sum = 0;
    double error = 0;      // of `earned`, and of the value times the sum
    std::size_t free = 0;  // number of columns against which it earns less than the value
  };
  struct Separated {
    std::size_t mixture = 0;
    bool tied = false;  // sets of columns that tie with the value still count
  };

  // A node of the search: the columns to branch on, and how many are taken.
  struct Node {
    std::vector<Index> columns;
    std::size_t taken = 0;
  };

  bool begin(Index most, const StopToken& stop);
  [[nodiscard]] std::int64_t work_of_beginning() const;
  bool solve_whole(Index most, const StopToken& stop);
  void search(std::int64_t most_work);
  void forget_search();
  [[nodiscard]] bool visit();
  [[nodiscard]] std::optional<Separated> separated() const;
  [[nodiscard]] std::optional<Separated> evaluate();
  [[nodiscard]] bool evaluate_floating();
  [[nodiscard]] std::optional<game::Pair> solve_exactly(const Lines& columns, Ties ties);
  [[nodiscard]] std::vector<Index> branches(const Separated& by);
  std::optional<Separated> take(const game::Pair& pair);
  std::size_t learn(RowMixture mixture);
  void aim();
  void aim(std::size_t mixture);
  [[nodiscard]] int compare(const RowMixture& mixture, Index column);
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
  static constexpr std::size_t most_pure = most_mixtures - 128;  // the rest is for proper mixtures

  View view_;  // of the player of the rows
  FloatSolver solver_;
  Lines rows_;
  std::vector<std::vector<double>> columns_;  // payoffs of the rows seen, column by column
  double largest_ = 0;                        // absolute payoff
  bool doubles_ = true;                       // every payoff is exactly a double
  std::vector<RowMixture> mixtures_;
  std::size_t pure_ = 0;        // number of single rows, which come first
  std::size_t next_mixed_ = 0;  // index that the next proper mixture replaces

  std::optional<Concession> least_;
  double near_value_ = 0;       // the value of `least_`, rounded
  int beyond_near_ = 0;         // sign of the value less its rounding
  std::vector<Word> not_less_;  // bits by column, then mixture: it earns at least the value
  std::vector<Word> more_;      // likewise: it earns more than the value
  Index most_ = 0;
  std::int64_t left_ = 0;
  StopToken stop_;
  SearchEnd end_ = SearchEnd::found;
  std::vector<Index> chosen_;
  std::vector<Node> open_;  // along the chosen columns, the root first
  std::vector<bool> closed_;
  std::int64_t work_ = 0;  // but for that of the solver
};

/// The same without a limit on the support: an optimal strategy of the game of all columns against
/// the rows seen, extreme except for ties among the strategies that it plays.
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

}  // namespace allnash::matrix
