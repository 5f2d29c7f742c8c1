// Lines that stand out from noise by their spread: what was seen of a line lies close together.
#pragma once

#include <vector>

namespace allnash::matrix {

/// Payoffs that noise has shown: where another one stands among them.
class NoiseRanks {
 public:
  NoiseRanks() = default;
  explicit NoiseRanks(std::vector<double> payoffs);

  /// The part of noise below a payoff and the part up to it. They differ by more than 0, since the
  /// payoff itself counts as one of noise; by much if it is a common one.
  struct Place {
    double below;
    double up_to;
  };
  [[nodiscard]] Place of(double payoff) const;
  /// The least part of noise that can be told from none.
  [[nodiscard]] double least() const { return 1 / (static_cast<double>(sorted_.size()) + 1); }

 private:
  std::vector<double> sorted_;
};

/// The band of noise that holds all payoffs seen of a line.
class NoiseBand {
 public:
  void add(NoiseRanks::Place place);
  /// The logarithm of how much likelier the payoffs are if the line keeps to a band of noise, of
  /// unknown place and width, than if it is noise. 0 if none was seen, and nothing speaks for a
  /// band that lies among the worse payoffs.
  [[nodiscard]] double evidence(double least) const;

 private:
  double below_ = 1;
  double up_to_ = 0;
  int count_ = 0;
};

}  // namespace allnash::matrix
