// A league in normal approximation, for forecasts of what more matches would tell.
//
// Skills s are normal with covariance S. The rate of a pair is predicted from two skills, p, and
// deviates from that as with the weight of c matches (posterior.hpp). After n coins its expected
// rate is A, and as a function of the skills it has the slope
//
//   g = c / (c + n) p (1 - p),
//
// and given the skills the variance d = A (1 - A) / (c + n + 1). The score of i against a field w
// is t_i = sum over j of w_j A_ij. So scores are normal, too:
//
//   cov(t) = B S B' + R,   B_ii = sum over j of w_j g_ij,   B_ij = -w_j g_ij,
//
// where R has w_b^2 d at (a, a), w_a^2 d at (b, b) and -w_a w_b d at (a, b) of each pair a, b. All
// n coins of a pair tell about its two skills what n (c + 1) / (c + n) coins of rate p would, so k
// more coins add
//
//   i = p (1 - p) k c (c + 1) / ((c + n) (c + n + k)),
//
// which falls with n: one pair does not pay for long. With r the variance of the difference of the
// two skills and v the column a of S less the column b, S becomes S - i / (1 + i r) v v'.
//
// Nothing is refitted: rates and predictions stay where they are, at their expectation. Everything
// is plain arithmetic in a fixed order. An estimate, not a proof.
#pragma once

#include <cstddef>
#include <vector>

#include "allnash/source.hpp"
#include "core/base/random.hpp"
#include "league/estimate/posterior.hpp"
#include "league/estimate/table.hpp"

namespace allnash::league {

/// What is known of one pair, seen from its first player.
struct PairKnown {
  double rate = 0.5;     ///< A, expected
  double spread = 0.25;  ///< p (1 - p)
  double strength = 1;   ///< c
  double coins = 0;      ///< n

  /// Of the rate, by the difference of the skills.
  [[nodiscard]] double slope() const { return strength / (strength + coins) * spread; }
  /// The variance of the rate given the skills.
  [[nodiscard]] double deviation() const { return rate * (1 - rate) / (strength + coins + 1); }
  /// The information of more coins about the difference of the skills.
  [[nodiscard]] double told_by(double more) const {
    return spread * more * strength * (strength + 1) /
           ((strength + coins) * (strength + coins + more));
  }
};

struct NormalLeague {
  std::size_t players = 0;
  Table covariance;              ///< of the skills
  std::vector<PairKnown> pairs;  ///< of a < b, at `place`
  std::vector<double> matches;   ///< of each player
  double coins_per_match = 1;    ///< matches with draws vary less than coins
  double played = 0;             ///< all matches

  [[nodiscard]] std::size_t place(std::size_t a, std::size_t b) const {
    const std::size_t low = a < b ? a : b;
    const std::size_t high = a < b ? b : a;
    return low * players - low * (low + 1) / 2 + high - low - 1;
  }
  [[nodiscard]] const PairKnown& pair(std::size_t a, std::size_t b) const {
    return pairs[place(a, b)];
  }
  [[nodiscard]] PairKnown& pair(std::size_t a, std::size_t b) { return pairs[place(a, b)]; }
  /// The expected rate of a against b.
  [[nodiscard]] double rate(std::size_t a, std::size_t b) const {
    if (a == b) return 0.5;
    const double first = pair(a, b).rate;
    return a < b ? first : 1 - first;
  }
  /// The variance of the difference of two skills.
  [[nodiscard]] double variance(std::size_t a, std::size_t b) const {
    return covariance.at(a, a) + covariance.at(b, b) - 2 * covariance.at(a, b);
  }
  /// Learns what so many matches of the pair tell, if they go as expected.
  void play(std::size_t a, std::size_t b, double count);
};

/// The players named, from a fit and the coins of each pairing; the skills of all others are taken
/// as known. Requires a symmetric game, and players in ascending order.
[[nodiscard]] NormalLeague normal_league(const PairingSums& sums, const Posterior::Fit& fit,
                                         const std::vector<double>& coins,
                                         const std::vector<Index>& players);

/// Expected scores against the field.
[[nodiscard]] std::vector<double> expected_scores(const NormalLeague& league,
                                                  const std::vector<double>& field);
/// B: how scores against the field follow the skills.
[[nodiscard]] Table score_slopes(const NormalLeague& league, const std::vector<double>& field);
/// The covariance of the scores of some players, given B and B S.
[[nodiscard]] Table score_covariance(const NormalLeague& league, const std::vector<double>& field,
                                     const Table& slopes, const Table& responses,
                                     const std::vector<std::size_t>& players);
/// The variance of the score of one less that of another.
[[nodiscard]] double score_variance(const NormalLeague& league, const std::vector<double>& field,
                                    const Table& slopes, const Table& responses, std::size_t one,
                                    std::size_t other);

/// Draws of a normal vector with mean 0 and this covariance, which may be singular.
[[nodiscard]] std::vector<std::vector<double>> normal_draws(Table covariance, std::size_t count,
                                                            Random& random);

}  // namespace allnash::league
