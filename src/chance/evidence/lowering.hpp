// How different a law must be for a lower mean, in the sense that counts plays.
//
// Let F be a law on [0, 1] of mean m and variance V. The law that has the density 1 - t (X - m)
// beside F, with t = (m - b) / V, has the mean b, and diverges from F by
//
//   -E log(1 - t (X - m)),
//
// provided that the density is above 0. The law that F becomes when 0 takes the part 1 - b/m of it
// has the mean b, too, and diverges by log(m/b). The smaller of these is an upper bound on the
// least divergence of any law with a mean of b or less; of a coin it is that, and for small m - b
// it is hardly more. An upper bound on divergences makes a lower bound on plays.
//
// If only E X <= u and E X (1 - X) <= w are known, the same holds with the law of a coin of mean u,
// but with V = u (1 - u) - w. docs/research/plays_floor.md has the proofs.
#pragma once

#include <vector>

#include "chance/evidence/sequence.hpp"

namespace allnash::chance {

/// Bounds on a law on [0, 1]: E X is at most `mean`, and E X (1 - X), which is 0 for a coin, at
/// most `mixed`.
struct LawBounds {
  Rational mean = 1;
  Rational mixed = {1, 4};
};

/// The bounds that these draws show; each fails with probability 1 / `level` at most, however many
/// draws there are.
[[nodiscard]] LawBounds bounds_of(const Evidence& draws, const Rational& level);

/// The divergence as a function of the mean, and a convex, piecewise linear one that is nowhere
/// below the least divergence.
class Lowering {
 public:
  /// Of the law of these draws; of 1 - X if `mirrored`. Requires a draw. `finest` is about the
  /// least difference that matters.
  Lowering(const Evidence& draws, bool mirrored, double finest);
  /// Of every law within these bounds.
  Lowering(const LawBounds& bounds, double finest);

  [[nodiscard]] const Rational& mean() const { return mean_; }
  /// An upper bound on the least divergence for a mean of b. Requires 0 < b <= mean.
  [[nodiscard]] double divergence(double b) const;

  struct Knot {
    double lowered = 0;  ///< the mean less b
    double divergence = 0;
  };
  /// From lowered by nothing to nearly the whole mean; only the first where the mean is 0.
  [[nodiscard]] const std::vector<Knot>& knots() const { return knots_; }
  /// By how much the mean can be lowered at this divergence, by the chords.
  [[nodiscard]] double lowered_at(double divergence) const;

 private:
  struct Value {
    double off = 0;  ///< the value less the mean
    double share = 0;
  };
  void draw(double finest);

  Rational mean_;
  double near_mean_ = 0;
  double variance_ = 0;
  std::vector<Value> values_;  // falling
  std::vector<Knot> knots_;
};

}  // namespace allnash::chance
