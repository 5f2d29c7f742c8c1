// Confidence sequences: lower bounds on a mean that hold at every moment of sampling at once.
//
// Each is a number M(m), computed from the draws so far, that is a supermartingale with start 1
// when m is the mean. By Ville's inequality M(mean) ever reaches 1/alpha with probability at most
// alpha, however often one looks and whenever one stops. So every m (with the uniform mixture:
// every m below the draws' average) with M(m) >= 1/alpha is too low, and the mean lies above all of
// them, except with probability alpha. An upper bound is a lower bound of the mirrored draws.
// docs/research/theory.md has the proofs.
//
// Floating point only guesses where a bound lies; `reaches` decides in exact arithmetic.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "allnash/rational.hpp"

namespace allnash::chance {

/// Draws in [0, 1], as counts by value: none of the bounds depends on their order. Their sum is
/// exact, since it is rounded down to an integer, and a double may lie just below one.
class Evidence {
 public:
  /// Throws std::logic_error for a value outside [0, 1].
  void add(const Rational& value, std::int64_t times = 1);

  [[nodiscard]] std::int64_t count() const { return count_; }
  [[nodiscard]] const Rational& sum() const { return exact_sum_; }
  /// The sum, rounded down.
  [[nodiscard]] std::int64_t whole_sum() const { return whole_sum_; }
  /// The sum in floating point, for guesses.
  [[nodiscard]] double sum_approximate() const { return sum_; }
  [[nodiscard]] const std::map<Rational, std::int64_t>& values() const { return values_; }

 private:
  std::map<Rational, std::int64_t> values_;
  std::int64_t count_ = 0;
  Rational exact_sum_;
  std::int64_t whole_sum_ = 0;
  double sum_ = 0;
};

/// The likelihood of the draws averaged over a uniform prior of the mean, divided by that of m:
///
///   M(m) = s! (t-s)! / ((t+1)! m^s (1-m)^(t-s))     t draws, of sum s rounded down
///
/// Its bounds are tightest for draws of 0 and 1.
struct UniformMixture {};

/// The wealth of a gambler who bets on a mixture's draws. Draws come in rounds: in each, stratum i
/// has its part x_i of them, and m is the mean of the whole. With a stake u, centres c_i of the
/// strata, and their mean c,
///
///   M(m) = sum over bets of weight * product of (1 + u (X - c_i)) / (1 + u (m - c))^t
///
/// after t draws in whole rounds. Its bounds are tightest when the centres are the strata's means:
/// then only the variance within strata costs draws. Everything must be chosen before the first
/// draw.
struct Bets {
  struct Bet {
    Rational stake;   ///< in (0, 1)
    Rational weight;  ///< above 0; the weights sum to 1
  };
  std::vector<Bet> bets;
  std::vector<Rational> centres;  ///< in [0, 1], one for each stratum
  Rational centre;                ///< mean of the centres, weighted by the parts of the strata
};

using Sequence = std::variant<UniformMixture, Bets>;

/// Draws by stratum; a single stratum if all are alike. Draws for bets come in whole rounds.
using Sample = std::vector<Evidence>;
std::int64_t count_of(const Sample& draws);

/// The format of ledgers and certificates: "bets count stake weight ... centres c ...".
std::string text_of(const Bets& bets);
/// Reads the format of `text_of`, except the mean of the centres, which depends on the strata's
/// parts. Throws std::invalid_argument.
Bets bets_in(std::string_view text);

/// M in floating point, for any number of m: the draws are processed once.
class GuessedValue {
 public:
  GuessedValue(const Sequence& sequence, const Sample& draws);
  /// The logarithm of M(m). Requires 0 < m < 1.
  [[nodiscard]] double log_at(double m) const;

 private:
  /// The part of a bet, or of the uniform mixture, that does not depend on m.
  struct Part {
    double top;
    double stake;
  };
  std::vector<Part> parts_;
  double count_ = 0;
  double centre_ = 0;
  std::optional<double> won_;  // the sum, for a uniform mixture
};

/// The logarithm of a level, which may be larger than any double. Requires level > 0.
double log_of_level(const Rational& level);

/// Whether M(m) >= level, exactly; for a uniform mixture also whether m lies below the draws'
/// average. Requires 0 < m < 1.
bool reaches(const Sequence& sequence, const Sample& draws, const Rational& m,
             const Rational& level);

/// An approximate bound, in floating point, as a multiple of 1/grid.
std::int64_t guessed_bound(const Sequence& sequence, const Sample& draws, double log_level,
                           std::int64_t grid);

/// The largest multiple of 1/grid that `reaches` the level, or one a little below it where floating
/// point guessed too low; 0 when none does.
Rational lower_bound(const Sequence& sequence, const Sample& draws, const Rational& level,
                     std::int64_t grid);

}  // namespace allnash::chance
