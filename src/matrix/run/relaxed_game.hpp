// One player's relaxed game: all its strategies against those lines of the opponent that are
// known whole. Its value is an upper bound on the player's value in the whole game. The opponent's
// optimal mixture of those lines guarantees that bound.
#pragma once

#include <limits>
#include <vector>

#include "matrix/run/block.hpp"
#include "matrix/run/run.hpp"

namespace allnash::matrix {

class RelaxedGame {
 public:
  explicit RelaxedGame(const View& view);

  /// Adds a line of the opponent, which must be known whole unless the view assumes payoffs for
  /// unknown entries.
  void open(Index opponent);
  [[nodiscard]] bool is_open(Index opponent) const { return is_open_[at(opponent)]; }
  [[nodiscard]] const Lines& opened() const { return block_.of(opponent_of(view_.player())); }

  /// Solves the game in floating point. False if the floating solver failed or was stopped.
  /// Requires an open line.
  bool solve(const StopToken& stop);

  /// The player's equilibrium mix, and the opponent's, which is a mixture of open lines.
  [[nodiscard]] const FloatMix& mix() const { return mix_.of(view_.player()); }
  [[nodiscard]] const FloatMix& holding() const { return mix_.of(opponent_of(view_.player())); }
  /// Each strategy's mean payoff against the open lines as a standard score: less the mean of all
  /// strategies, in standard deviations. Requires an open line.
  [[nodiscard]] std::vector<double> standing();
  /// The open line against which the player's best response earns least.
  [[nodiscard]] Index best_line() const;
  /// The strategies among which the last equilibrium was found.
  [[nodiscard]] const Block& block() const { return block_; }
  /// Elementary operations so far (Run::work).
  [[nodiscard]] std::int64_t work() const { return solver_.work() + grown_; }
  /// An upper bound on the player's value in the whole game, rounded up.
  [[nodiscard]] double bound() const { return bound_; }

 private:
  Lines& part() { return block_.of(view_.player()); }
  void join(Index s);
  void rest();
  bool grow();

  View view_;
  FloatSolver solver_;
  std::vector<bool> active_;
  std::vector<bool> is_open_;
  Block block_;  // own strategies in the floating linear program, and the open lines
  std::vector<std::vector<double>> lines_;  // payoffs against each open line
  Both<FloatMix> mix_;
  double value_ = 0;
  double bound_ = std::numeric_limits<double>::infinity();
  double reach_ = 0;
  double largest_ = 0;
  std::vector<double> sums_;  // of the first `summed_` lines, divided by the largest payoff
  std::size_t summed_ = 0;
  double summed_over_ = -1;
  std::int64_t grown_ = 0;  // operations to find strategies that join
};

/// Both players' relaxed games: a line of a player that is read whole is opened in the opponent's.
class RelaxedGames {
 public:
  explicit RelaxedGames(Run& run)
      : run_(run),
        both_{RelaxedGame({run.known, Player::row}), RelaxedGame({run.known, Player::column})} {}

  [[nodiscard]] RelaxedGame& of(Player player) { return both_.of(player); }
  [[nodiscard]] const RelaxedGame& of(Player player) const { return both_.of(player); }
  /// The player's lines that are open.
  [[nodiscard]] const Lines& opened(Player player) const {
    return of(opponent_of(player)).opened();
  }
  [[nodiscard]] bool is_open(Player player, Index line) const {
    return of(opponent_of(player)).is_open(line);
  }
  [[nodiscard]] std::size_t lines() const {  ///< number of open lines of both players
    return both_.row.opened().size() + both_.column.opened().size();
  }

  /// Reads these lines whole, in one round, and opens them; in a symmetric game each as a row and
  /// as a column. False when the run must end.
  [[nodiscard]] bool open(const Block& lines);
  /// Solves both and notes their bounds. False if floating point failed, or the run must end.
  [[nodiscard]] bool solve();

 private:
  Run& run_;
  Both<RelaxedGame> both_;
};

}  // namespace allnash::matrix
