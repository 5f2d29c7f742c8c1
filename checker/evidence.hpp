// What plays show: each kind of evidence that a frozen strategy earns a share of m or more on
// average against an opponent, when the statement may be false with probability d.
//
//   bets: M(m) >= 1/d, M the sum of weight * product of (1 + u (X - c_i)) / (1 + u (m - c))^t over
//     stakes u, the weights summing to 1. The t draws X come in whole rounds: x_i t of them are
//     plays of strategy i. c_i is a centre for each of these, c = sum x_i c_i;
//   binomial n s: of n plays that were planned in whole rounds s took place and were won:
//     s >= n p + 1 and P(Bin(n, p) >= s) <= d;
//   bernstein lambda ...: n_i plays of strategy i were planned, of which those that took place paid
//     S_i in all, Q_i in squares. With u_i = lambda x_i / n_i < 1, any centres c_i, and D_i the sum
//     of (X - c_i)^2, m is at most the sum of x_i S_i / n_i - (sum of u_i^2 D_i / (2 (1 - u_i)) +
//     l) / lambda for some l with e^l >= 1/d.
//
// Of t plays of one pairing with sum s, rounded down, the mean is at least m < s/t if
// M(m) = s! (t-s)! / ((t+1)! m^s (1-m)^(t-s)) >= 1/d. Payoffs are scaled to [0, 1].
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "rounded.hpp"

namespace checker {

using Draws = std::vector<std::pair<Fraction, Index>>;  // rising values, with their counts

struct Bet {
  Fraction stake;
  Fraction weight;
};

/// The planned plays of one strategy, and their results.
struct Planned {
  Fraction part;  // probability in the frozen strategy
  Index planned = 1;
  Fraction centre;
  Index draws = 0;
  Fraction sum;
  Fraction squares;
};

enum class Counted { bets, binomial, bernstein };

struct Arm {
  std::size_t line = 0;
  Index group = 0;  // of newcomers; 0: an arm of the freeze
  Fraction joint;   // its error probability in a statement on all arms together
  Fraction itself;  // probability that the frozen strategy meets itself
  std::optional<std::size_t> itself_at;  // where it is in the frozen strategy's support
  Counted kind = Counted::bets;
  Index count = 0;  // of draws, or of planned plays
  Fraction sum;     // number of wins
  std::vector<Bet> bets;
  std::vector<Fraction> centres;  // one for each stratum
  Fraction centre;                // their mean
  std::vector<Draws> strata;
  Index lambda = 0;
  std::vector<Planned> plan;
};

/// Adds up the work of recounting, and rejects what would take too long.
void spend(Index& spent, Index plays, const string& place);
/// Whether the plays of an arm prove a mean of at least m.
bool shows(const Arm& arm, const Fraction& m, const Fraction& level, Index& spent);
/// Whether plays with this sum prove that their mean is at least m, which is below their average.
bool sum_shows(Index plays, const Fraction& sum, const Fraction& m, const Fraction& level);

/// M(m) of bets, exactly and rounded down.
Fraction wealth_of(const Arm& arm, const Fraction& m);
Rounded wealth_below(const Arm& arm, const Fraction& m);
/// (t+1)! m^s (1-m)^(t-s) / (s! (t-s)!) of a sum s of t plays, exactly and rounded up.
Fraction inverse_likelihood(Index plays, Index won, const Fraction& m);
Rounded inverse_likelihood_above(Index plays, Index won, const Fraction& m);
/// Some l, only little above log(1 / level), with e^l >= 1 / level: partial sums of the series of
/// e^l, rounded down, are below e^l.
Fraction log_above(const Fraction& level);
/// A multiple of 2^-128 below log(number), by little: 2 atanh(t) = 2 (t + t^3/3 + ...) of the
/// number divided by a power of 2, with every term rounded down. Requires number > 0.
Fraction log_below(const Fraction& number);

string place_of(std::size_t line);

}  // namespace checker
