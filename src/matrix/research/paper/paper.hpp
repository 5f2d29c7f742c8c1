// The paper's method: finds the strict saddle point of the matrix of all subgames, by Algorithm 1.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/base/random.hpp"
#include "core/exact/fraction.hpp"
#include "matrix/run/run.hpp"

namespace allnash::matrix {

// Algorithm 1 (psne_halving.cpp): the strict saddle point of a matrix that is known through an
// oracle for whole rows and whole columns.

using game::Both;
using game::Player;

/// An entry of the matrix: its place, and the keys by which its oracle orders entries.
struct OracleEntry {
  exact::Fraction value;
  Index tag = 0;
  Index row = -1;  ///< -1: no entry yet
  Index column = -1;

  [[nodiscard]] Index of(Player player) const { return player == Player::row ? row : column; }
};

/// A matrix known through whole rows and whole columns, by number, each list rising. A call returns
/// their entries in the lines in play, which are all that the algorithm looks at. False or nothing:
/// the run must end.
class LineOracle {
 public:
  virtual ~LineOracle() = default;
  [[nodiscard]] virtual Index count(Player player) const = 0;

  /// Asks for all payoffs of these lines' entries in the lines in play, in one round. Each line
  /// counts as one call.
  [[nodiscard]] virtual bool ask(const game::Block& lines, const game::Block& in_play) = 0;
  /// Replaces best[t] by the player's best entry among itself and those of the player's `lines` in
  /// the opponent's line in_play[t]: the largest for rows, the smallest for columns. Requires that
  /// the lines have been asked for.
  [[nodiscard]] virtual bool improve(Player player, std::span<const Index> lines,
                                     std::span<const Index> in_play,
                                     std::span<OracleEntry> best) = 0;
  /// The player's best entry among `lines` in each of the opponent's lines in play, and of these
  /// the worst for the player, the first of equals: min max over rows, max min over columns.
  [[nodiscard]] virtual std::optional<OracleEntry> race(Player player, std::span<const Index> lines,
                                                        std::span<const Index> in_play) = 0;
  /// The counts of its calls and of its callers' stages.
  [[nodiscard]] virtual PhaseCounts& counts() = 0;
  /// The order of the entries.
  [[nodiscard]] virtual bool less(const OracleEntry& left, const OracleEntry& right) const = 0;
  [[nodiscard]] bool better(Player player, const OracleEntry& one, const OracleEntry& two) const {
    return player == Player::row ? less(two, one) : less(one, two);
  }
  /// The player's best entry, the first of equals.
  [[nodiscard]] const OracleEntry& best_of(Player player,
                                           std::span<const OracleEntry> cells) const {
    return *std::ranges::min_element(cells, [&](const OracleEntry& one, const OracleEntry& two) {
      return better(player, one, two);
    });
  }
  /// The value of the entry.
  [[nodiscard]] virtual Rational number(const OracleEntry& cell) const = 0;
};

/// The settings of Algorithm 1's draws.
struct Halving {
  double delta = 0.05;
  Index sample = 0;  ///< 0: the paper's l; else this many rows and columns, which proves nothing
  /// The number of lines drawn of each side of a matrix.
  [[nodiscard]] Index sample_for(Index rows, Index columns) const;
};

/// l of the paper: ceil(2 log2(2 (n + m)^2 / delta)), for the whole matrix.
[[nodiscard]] Index sample_size(Index rows, Index columns, double delta);

struct HalvingResult {
  Index row = 0;
  Index column = 0;
  std::vector<Rational> values = {};  ///< the set V of value candidates: rising, distinct
  std::int64_t calls = 0;             ///< to the oracle
};

/// Algorithm 1. Ensures, with probability at least 1 - delta: the strict saddle point, if the
/// matrix has one; and that `values` holds the value, if it has any saddle point. Nothing when the
/// run must end.
std::optional<HalvingResult> psne_halving(Run& run, LineOracle& matrix, const Halving& halving,
                                          Random& random);

// The method.

/// SetV(A, delta, k1, k2): candidates for the value, rising. Nothing when the run must end.
std::optional<std::vector<Rational>> set_v(Run& run, const Halving& halving, Index k1, Index k2,
                                           Random& random);

/// Nash(A, delta, k1, k2): proved, or failure, or stopped. Requires sizes that the game has.
Outcome nash(Run& run, const Halving& halving, Index k1, Index k2, Random& random);

/// The loop over unknown sizes, with these settings: for tests, which force the sample size.
Outcome paper_loop(Run& run, const Halving& halving, Random& random);

/// A bound on the payoffs that one search of the matrix of all k1 x k2 subgames asks, with this
/// many lines of each kind a stage, and the check after it. The bounds of several searches add up.
double search_cost(const game::Known& known, Index k1, Index k2, Index sample);
/// True if the loop must end before a search with these sizes, or the options say so; another
/// method then continues. `cost` is a bound on the search's queries, called only if needed.
bool leaves_loop(Run& run, Index k1, Index k2, const std::function<double()>& cost);

}  // namespace allnash::matrix
