// Draws from the posterior of all true win rates, given the matches.
//
// Each strategy has a skill, and the rate of a pair is predicted from the two skills as in Bradley
// and Terry (1952): p = 1 / (1 + exp(s_j - s_i)). Pairs deviate from the prediction, since there
// are cycles: the true rate has a Beta distribution about p, with the weight of `strength` matches
// that went as predicted. How far a league follows its skills is unknown. So each drawn league has
// a shape, drawn by its likelihood: one strength for all pairs, or another strength for a part of
// the pairs, or a part that is about even whatever the skills, as among strategies that hedge.
// Strengths go from 1 to 1024. Their prior is uniform in the variance about the prediction, which
// is about one over the strength. The standard deviation of the skills is drawn with the shape,
// from ten steps that are even in the logarithm. Given both, the skills have a normal posterior
// about their best fit, in which a pair of n matches weighs n (strength + 1) / (n + strength): many
// matches of one pair say little about skills if pairs deviate. Then
//
//   rate = Beta(strength p + won, strength (1 - p) + lost).
//
// Tried and dropped: one standard deviation of the skills, fitted (nearly equal players look spread
// out: orders of which 90 % were to be true were true in half of such leagues); one strength for
// all pairs (the estimate is worse where many pairs are even, by 0.017 on fourteen decks); a prior
// flat in the logarithm of the strength (too sure of the skills where matches are few); strategies
// that differ in how far they follow their skills.
//
// The rate of a pairing that never met is drawn about the prediction, never about even: where
// strategies of equal skill meet most, the pairs that met are about even, and the others need not
// be. Where rows and columns are different strategies, each row and each column has a skill.
// Outcomes other than 0 and 1 vary less than coins: they count as the number of coins that has the
// same variance.
//
// Everything is plain arithmetic in a fixed order, so that the same matches draw the same leagues
// on every machine. An estimate, not a proof.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "allnash/source.hpp"
#include "core/base/random.hpp"
#include "core/base/stop_token.hpp"
#include "league/estimate/table.hpp"
#include "league/reading/record.hpp"

namespace allnash::league {

/// Sums of the row strategy's payoffs in one pairing, scaled to [0, 1].
struct PairingSum {
  Entry entry;
  double plays = 0;
  double won = 0;       ///< the sum of the outcomes
  double squares = 0;   ///< the sum of their squares
  double rounding = 0;  ///< bound on the rounding error of `won`
};

/// The sums of all pairings of a league.
struct PairingSums {
  Index rows = 0;
  Index columns = 0;
  bool symmetric = false;
  /// The pairings that were played, by row, then column; in a symmetric game with row < column.
  std::vector<PairingSum> pairings;
  bool counted = true;  ///< if not, plays = 1 stands for an unknown number of matches

  /// The number of pairings, played or not.
  [[nodiscard]] Index all_pairings() const {
    return symmetric ? rows * (rows - 1) / 2 : rows * columns;
  }
};

/// The sums of all matches. Where only means are known, the squares are those of wins and losses.
[[nodiscard]] PairingSums sums_of(const reading::Record& record);

/// The same rates, as if each were the mean of this many matches.
[[nodiscard]] PairingSums of_so_many_matches(PairingSums rates, double matches);

/// A hash of the matches that does not depend on the strategies' names.
[[nodiscard]] std::uint64_t hash_of(const PairingSums& sums);

class Posterior {
 public:
  /// Requires a pairing. When stopped, nothing may be called.
  Posterior(const PairingSums& sums, const StopToken& stop);
  /// The same pairings with other results, some of them perhaps without matches: skills fitted anew
  /// to the likeliest shape and spread of the other.
  Posterior(const PairingSums& sums, const Posterior& like, const StopToken& stop);

  /// How far pairs follow the skills. Strengths are numbered: the k-th is 2^k.
  struct Shape {
    std::size_t strength = 0;  ///< of the pairs of the first kind
    std::size_t other = 0;     ///< of the pairs of the second kind
    bool even = false;         ///< the second kind is about even, whatever the skills
    double part = 1;           ///< the part of the pairs that is of the first kind
    double log_prior = 0;
    double log_probability = 0;  ///< at the skills of another fit; up to a constant
  };
  /// A shape and the posterior of the skills given it. Skills of the rows come first, then, unless
  /// the game is symmetric, those of the columns. Units are natural logarithms of odds.
  struct Fit {
    Shape shape;
    double probability = 0;
    std::size_t spread_step = 0;      ///< number of the step of the skills' standard deviation
    double spread = 0;                ///< that standard deviation
    double log_probability = 0;       ///< with the marginal likelihood of the matches
    std::vector<double> is_first;     ///< probability of the first kind, by pairing
    std::vector<double> skills;       ///< the mode of their posterior
    std::vector<double> weights;      ///< number of coins that a pairing is worth
    std::vector<double> information;  ///< of a pairing, about the difference of two skills
    std::vector<double> diagonal;     ///< of the precision matrix of the skills
  };
  /// The fit with the largest probability.
  [[nodiscard]] const Fit& likeliest() const;
  /// The number of coins that each pairing counts as.
  [[nodiscard]] std::vector<double> coins() const;
  /// The logarithm of the marginal likelihood of the rates, over all skills and shapes; up to a
  /// constant that is the same for all numbers of matches.
  [[nodiscard]] double log_evidence() const { return log_evidence_; }

  /// Skills drawn from the posterior.
  struct Skills {
    std::size_t fit = 0;  ///< the index of the shape they were drawn with
    std::vector<double> skills;
  };
  /// What draws of skills have in common, by fit: empty at first.
  using Factors = std::vector<Table>;
  [[nodiscard]] Skills draw_skills(Random& random, Factors& factors) const;

  /// Draws payoffs, scaled to [0, 1], of a league with these skills; some rows and columns only.
  [[nodiscard]] std::vector<double> draw_payoffs(const Skills& skills,
                                                 const std::vector<Index>& rows,
                                                 const std::vector<Index>& columns,
                                                 Random& random) const;
  /// Draws what each player of a symmetric league with these skills scores, scaled to [0, 1],
  /// against opponents that come in these shares. In large leagues rates are not drawn one by one:
  /// a score, the sum of many, is drawn as a normal number.
  [[nodiscard]] std::vector<double> draw_scores(const Skills& skills,
                                                const std::vector<double>& field,
                                                Random& random) const;

  /// Of a symmetric league, in the likeliest fit.
  [[nodiscard]] std::vector<double> expected_scores(const std::vector<double>& field) const;

  /// By how much a match moves the score of one player less that of another, to first order and up
  /// to a factor that is the same for all matches: by what its outcome is above the expected one.
  struct Influence {
    double by_skills = 0;
    double predicted = 0.5;  ///< the outcome, from the skills alone
    double by_pair = 0;
    double expected = 0.5;  ///< the outcome, from all results of the pair
    [[nodiscard]] double of(double outcome) const {
      return by_skills * (outcome - predicted) + by_pair * (outcome - expected);
    }
  };
  /// Of each pairing of a symmetric league, in the likeliest fit.
  [[nodiscard]] std::vector<Influence> influences(Index above, Index below,
                                                  const std::vector<double>& field) const;

  /// Mean and variance of a rate.
  struct Moments {
    double mean = 0;
    double variance = 0;
  };
  /// The rates of all pairings in a symmetric league with these skills.
  [[nodiscard]] std::vector<Moments> rates_with(const Skills& skills) const;
  /// The variance of outcomes as a part of that of coins.
  [[nodiscard]] double part() const { return part_; }

 private:
  struct PairedSkills {
    std::size_t first = 0;  // indices of the two skills
    std::size_t second = 0;
    double coins = 0;
    double won = 0;
  };

  [[nodiscard]] double draw_rate(const Fit& fit, const PairedSkills* pairing, double rate,
                                 Random& random) const;

  [[nodiscard]] Moments moments_of(const Fit& fit, std::size_t pairing, double rate) const;
  void add_expected(const Fit& fit, const std::vector<double>& skills,
                    const std::vector<double>& field, std::vector<double>& scores,
                    std::vector<double>& variances) const;

  /// Likelihoods of each pairing's results, up to a factor for each pairing, by kind of pair: first
  /// each strength about the prediction, then each strength about even.
  using Likelihoods = std::vector<std::vector<double>>;
  [[nodiscard]] double log_density() const;

  [[nodiscard]] Fit best_of_one_strength(const StopToken& stop) const;
  [[nodiscard]] Likelihoods likelihoods_at(const Fit& start) const;
  [[nodiscard]] std::vector<Shape> likeliest_shapes(const Fit& start,
                                                    const Likelihoods& likelihoods,
                                                    const StopToken& stop) const;
  [[nodiscard]] std::vector<double> first_pairs(const Shape& shape,
                                                const Likelihoods& likelihoods) const;
  [[nodiscard]] std::vector<Fit> fits_of(const Fit& start, const StopToken& stop) const;
  void fit(Fit& one, std::size_t spread_step, const StopToken& stop) const;
  void set_weights(Fit& one) const;
  [[nodiscard]] std::vector<double> slope_at(Fit& one) const;
  void find_skills(Fit& one, std::size_t spread_step, const StopToken& stop) const;
  void set_rate_free();
  [[nodiscard]] double log_likelihood(std::size_t number, double rate, std::size_t strength) const;
  [[nodiscard]] double log_likelihood_of(const Fit& one) const;
  [[nodiscard]] double log_prior(const Fit& one) const;
  [[nodiscard]] double log_determinant(const Fit& one) const;
  [[nodiscard]] std::vector<double> solved(const Fit& one, const std::vector<double>& right,
                                           double near) const;
  [[nodiscard]] bool is_dense() const;
  [[nodiscard]] Table factor_of(const Fit& one) const;

  Index rows_;
  Index columns_;
  bool symmetric_;
  std::size_t count_;  // of skills
  double part_ = 1;
  double even_rate_ = 0.5;  // mean rate of pairs that do not follow skills
  std::vector<PairedSkills> pairings_;
  std::vector<std::size_t> first_of_row_;       // index of its first pairing; they are sorted
  std::vector<Index> column_of_;                // of the pairings
  std::vector<std::vector<double>> rate_free_;  // while fits are looked for
  std::vector<Fit> fits_;
  double log_evidence_ = 0;
};

}  // namespace allnash::league
