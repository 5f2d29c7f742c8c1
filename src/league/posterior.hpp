// Draws from the posterior of all true win rates, given the matches.
//
// Each strategy has a skill, and the rate of a pair is predicted from the two skills as in Bradley
// and Terry (1952): p = 1 / (1 + exp(s_j - s_i)). Pairs deviate from the prediction, since there
// are cycles: the true rate has a Beta distribution about p, with the weight of `strength` matches
// that went as predicted. How far a league follows its skills is unknown. So each drawn league has
// a shape, drawn by its likelihood: one strength for all pairs, or another strength for a part of
// the pairs, or a part that is about even whatever the skills, as among strategies that hedge.
// Strengths go from 1 to 1024. Their prior is uniform in the variance about the prediction, which
// is about one over the strength. Given the shape, the skills have a normal posterior about their
// best fit, in which a pair of n matches weighs n (strength + 1) / (n + strength): many matches of
// one pair say little about skills if pairs deviate. Then
//
//   rate = Beta(strength p + won, strength (1 - p) + lost).
//
// Tried and dropped: one strength for all pairs (the estimate is worse where many pairs are even,
// by 0.017 on fourteen decks); a prior flat in the logarithm of the strength (too sure of the
// skills where matches are few); strategies that differ in how far they follow their skills.
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
#include <vector>

#include "allnash/index.hpp"
#include "base/random.hpp"
#include "base/stop_token.hpp"
#include "lists/record.hpp"

namespace allnash::league {

/// What pairings paid the row strategy, with payoffs scaled to [0, 1].
struct Sums {
  struct Pairing {
    Entry entry;
    double plays = 0;
    double won = 0;       ///< the sum of the outcomes
    double squares = 0;   ///< the sum of their squares
    double rounding = 0;  ///< how far `won` may be off
  };
  Index rows = 0;
  Index columns = 0;
  bool symmetric = false;
  /// Those that met, by row, then column; in a symmetric game the row is the lower number.
  std::vector<Pairing> pairings;
  bool counted = true;  ///< otherwise a pairing has one play for a rate of unknown many matches

  /// How many pairings there are, met or not.
  [[nodiscard]] Index all_pairings() const {
    return symmetric ? rows * (rows - 1) / 2 : rows * columns;
  }
};

/// The sums of all matches. Where only means are known, squares are those of wins and losses.
[[nodiscard]] Sums sums_of(const lists::Record& record);

/// The same rates, as if each were of this many matches.
[[nodiscard]] Sums of_so_many_matches(Sums rates, double matches);

/// A hash of the matches alone: the same for other names of the strategies.
[[nodiscard]] std::uint64_t hash_of(const Sums& sums);

class Posterior {
 public:
  /// Requires a pairing. Not to be asked for anything when stopped.
  Posterior(const Sums& sums, const StopToken& stop);

  /// How far pairs follow the skills. Strengths are numbered: the k-th is 2^k.
  struct Shape {
    std::size_t strength = 0;  ///< of the first pairs
    std::size_t other = 0;     ///< of the others
    bool even = false;         ///< the others are about even, whatever the skills
    double part = 1;           ///< of the pairs that are the first
    double log_probability = 0;
  };
  /// A shape, and what follows for the skills: those of the rows, then, if they differ, of the
  /// columns. Units are natural logarithms of odds.
  struct Fit {
    Shape shape;
    double probability = 0;
    double spread = 1;                ///< standard deviation of the skills
    std::vector<double> is_first;     ///< of the pairings: how likely it is one of the first pairs
    std::vector<double> skills;       ///< the likeliest
    std::vector<double> weights;      ///< of the pairings: how many coins each is worth
    std::vector<double> information;  ///< of the pairings, about the difference of two skills
    std::vector<double> diagonal;     ///< of the skills: one over the variance, the others known
  };
  /// The likeliest.
  [[nodiscard]] const Fit& likeliest() const;
  /// The logarithm of how likely such rates are, the skills and the shape being unknown; up to a
  /// constant that is the same for all numbers of matches.
  [[nodiscard]] double log_evidence() const { return log_evidence_; }

  /// Skills of a league that fits the matches.
  struct Skills {
    std::size_t fit = 0;  ///< its number
    std::vector<double> skills;
  };
  [[nodiscard]] Skills draw_skills(Random& random) const;

  /// Payoffs of such a league among some rows and columns, row by row, as shares of the range.
  [[nodiscard]] std::vector<double> draw_payoffs(const Skills& skills,
                                                 const std::vector<Index>& rows,
                                                 const std::vector<Index>& columns,
                                                 Random& random) const;

 private:
  struct Pairing {
    std::size_t first = 0;  // the places of the skills
    std::size_t second = 0;
    double coins = 0;
    double won = 0;
  };

  /// Likelihoods of what each pairing paid, up to a factor for each pairing, by kind of pair: first
  /// each strength about the prediction, then each strength about even.
  using Likelihoods = std::vector<std::vector<double>>;
  [[nodiscard]] double log_density_of(const Fit& start) const;

  [[nodiscard]] Fit best_of_one_strength(const StopToken& stop) const;
  [[nodiscard]] Likelihoods likelihoods_at(const Fit& start) const;
  [[nodiscard]] std::vector<Shape> likeliest_shapes(const Fit& start,
                                                    const Likelihoods& likelihoods,
                                                    const StopToken& stop) const;
  [[nodiscard]] std::vector<double> first_pairs(const Shape& shape,
                                                const Likelihoods& likelihoods) const;
  void fit(Fit& one, const StopToken& stop) const;
  void set_weights(Fit& one) const;
  [[nodiscard]] std::vector<double> slope_at(Fit& one) const;
  [[nodiscard]] static double log_likelihood(const Pairing& pairing, double rate, double strength);
  [[nodiscard]] double log_prior(const Fit& one) const;
  [[nodiscard]] std::vector<double> solved(const Fit& one, const std::vector<double>& right) const;

  Index rows_;
  Index columns_;
  bool symmetric_;
  std::size_t count_;       // of skills
  double even_rate_ = 0.5;  // of pairs that do not follow skills
  std::vector<Pairing> pairings_;
  std::vector<std::size_t> first_of_row_;  // among the pairings, which are sorted
  std::vector<Index> column_of_;           // of the pairings
  std::vector<Fit> fits_;
  double log_evidence_ = 0;
};

}  // namespace allnash::league
