// Games that fit what is known: payoff = mean + the row's effect + the column's + a few products of
// a row's number and a column's + noise, drawn from the posterior by Gibbs sampling.
//
// Reference: Salakhutdinov, Mnih: Bayesian probabilistic matrix factorization using Markov chain
// Monte Carlo, ICML 2008; here the rows' numbers have one variance a factor, and the noise its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "allnash/source.hpp"
#include "core/base/random.hpp"
#include "core/base/stop_token.hpp"

namespace allnash {

/// A payoff that is known.
struct KnownNumber {
  Entry entry;
  double payoff;
};

/// Payoffs that are known, by row and by column, shifted and scaled to mean 0 and variance 1.
class KnownNumbers {
 public:
  struct Cell {
    std::size_t other;  // the column of a row's, the row of a column's
    double payoff;
  };
  using Lines = std::vector<std::vector<Cell>>;

  KnownNumbers(Index rows, Index columns, std::span<const KnownNumber> known);
  [[nodiscard]] const Lines& rows() const { return rows_; }
  [[nodiscard]] const Lines& columns() const { return columns_; }
  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] double mean() const { return mean_; }
  [[nodiscard]] double deviation() const { return deviation_; }

 private:
  Lines rows_;
  Lines columns_;
  std::size_t count_;
  double mean_ = 0;
  double deviation_ = 1;
};

/// A Markov chain of such games. It goes on from where it was when more is known.
class LowRankGame {
 public:
  LowRankGame(Index rows, Index columns, std::uint64_t seed);

  /// Draws all that is unknown anew, so many times, or less when stopped.
  void sweep(const KnownNumbers& known, int times, const StopToken& stop);
  /// What an entry pays in the game as it was drawn last; the same whenever it is asked.
  [[nodiscard]] double payoff(Entry entry) const;

  static constexpr int factors = 8;

 private:
  /// Numbers of the lines of one side: `factors` each, then the effect.
  static constexpr int width = factors + 1;
  using Side = std::vector<double>;

  double normal();
  double gamma(double shape);
  void draw_side(const KnownNumbers::Lines& lines, Side& side, const Side& others,
                 std::span<const double> precisions, const StopToken& stop);
  void draw_precisions();
  void draw_noise(const KnownNumbers& known);

  Random random_;
  Side rows_;
  Side columns_;
  std::vector<double> row_precisions_;
  std::vector<double> column_precisions_;
  double noise_precision_ = 1;
  std::uint64_t noise_seed_ = 0;
  double mean_ = 0;
  double deviation_ = 1;
};

}  // namespace allnash
