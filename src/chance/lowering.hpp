// How different a law must be for a lower mean, in the sense that counts plays.
//
// For a law F on [0, 1] and a mean b below its own, let
//
//   K(F, b) = inf { KL(F, G) : G a law on [0, 1] with mean at most b }
//           = max { E log(1 + u (X - b)) : 0 <= u <= 1/b },   X with the law F
//
// (Honda and Takemura 2010, mirrored). For a coin it is the divergence of two coins. K is convex
// and falls in b, so chords between computed points are never below it. An upper bound on K makes
// a lower bound on plays, and everything here that is rounded is rounded that way: values in groups
// count as their average, which raises K since the logarithm is concave.
#pragma once

#include <vector>

#include "chance/sequence.hpp"

namespace allnash::chance {

/// A law on [0, 1] with finitely many values, at most 32.
struct Law {
  std::vector<double> values;
  std::vector<double> shares;  ///< above 0; they sum to 1
  [[nodiscard]] double mean() const;
};

/// The law of these draws; of 1 - X if `mirrored`. Requires a draw.
[[nodiscard]] Law law_of(const Evidence& draws, bool mirrored = false);

/// What is known of a law with some confidence: E X is at most `mean`, and E X (1 - X), which is 0
/// for a coin, at most `mixed`.
struct LawBounds {
  double mean = 1;
  double mixed = 0.25;
};

/// The bounds on the law of these draws; each fails with probability 1 / `level` at most, however
/// many draws there are.
[[nodiscard]] LawBounds bounds_of(const Evidence& draws, bool mirrored, const Rational& level);

/// K as a function of the mean: convex, piecewise linear, and nowhere below the true one.
class Lowering {
 public:
  /// Requires a mean above 0.
  explicit Lowering(const Law& law);
  /// An upper bound for every law within these bounds.
  explicit Lowering(const LawBounds& bounds);

  struct Knot {
    double lowered = 0;     ///< the mean less b
    double divergence = 0;  ///< K(F, b)
  };
  [[nodiscard]] double mean() const { return mean_; }
  /// From lowered by nothing to nearly the whole mean.
  [[nodiscard]] const std::vector<Knot>& knots() const { return knots_; }
  /// By how much the mean can be lowered at this divergence.
  [[nodiscard]] double lowered_at(double divergence) const;

 private:
  template <typename Divergence>
  void draw(const Divergence& divergence);

  double mean_ = 0;
  std::vector<Knot> knots_;
};

}  // namespace allnash::chance
