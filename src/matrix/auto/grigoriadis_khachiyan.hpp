// Grigoriadis and Khachiyan's random fictitious play for 0/1 games, with its certificate.
//
// Claim: after t steps the frequencies of the rows and columns drawn are a strategy of each player.
// The certificate says exactly how good they are: the row strategy guarantees `low`, the column
// strategy concedes at most `high`, so the value lies between. With payoffs scaled to [-1, 1] the
// gap, then twice high - low, falls to eps within 4 ln(n m) / eps^2 steps with probability at least
// 1/2. A step looks at one whole row and one whole column.
//
// Reference: Grigoriadis, Khachiyan, "A sublinear-time randomized approximation algorithm for
// matrix games", Operations Research Letters 18 (1995).
//
// earned[i] is the total payoff of row i against the columns drawn so far, conceded[j] that of the
// rows drawn against column j. A step draws row i with weight exp(eps earned[i]) and column j with
// weight exp(-eps conceded[j]).
//
// Chosen: eps = -ln(1 - 2^-rate), so that the weights are integers computed by shifts, and every
// machine draws the same. The rate is raised whenever the gap falls to eps. The reference fixes eps
// beforehand, but a caller that stops as soon as it can prove something has no eps to fix.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "allnash/rational.hpp"
#include "core/base/random.hpp"

namespace allnash::matrix {

class GrigoriadisKhachiyan {
 public:
  /// The first `opening` steps are best replies to the past, ties drawn evenly: Brown's fictitious
  /// play, which concentrates on fewer lines.
  GrigoriadisKhachiyan(Index rows, Index columns, Index opening);

  /// The row and the column of the next step.
  [[nodiscard]] Entry draw(Random& random) const;
  /// Takes the step. `is_one(row, column)` is the payoff of an entry in the row or the column
  /// drawn; a payoff between 0 and 1 may be replaced by a coin with that mean, but the certificate
  /// then holds for the coins' results only.
  void step(Entry drawn, const std::function<bool(Index, Index)>& is_one);

  [[nodiscard]] Index steps() const { return steps_; }

  // The certificate's exact bounds. Require a step.
  [[nodiscard]] Rational low() const;
  [[nodiscard]] Rational high() const;

  /// The eps of the weights, for payoffs scaled to [-1, 1]; infinite in the opening.
  [[nodiscard]] double epsilon() const;

 private:
  void set_rate(int rate);

  Index opening_;
  Index steps_ = 0;
  int rate_ = 0;
  std::vector<std::uint64_t> weights_;  // by how far a line is behind the best
  std::vector<Index> earned_;
  std::vector<Index> conceded_;
  Index most_earned_ = 0;
  Index least_conceded_ = 0;
};

}  // namespace allnash::matrix
