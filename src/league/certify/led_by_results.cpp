#include "league/certify/led_by_results.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/base/at.hpp"

namespace allnash::league {
namespace {

constexpr int sweeps = 20;
constexpr double suspicious = 2.5;

/// The probability that a player of this advantage, in log odds, wins.
double chance_of(double advantage) { return 1 / (1 + std::exp(-advantage)); }

/// Coordinate ascent, a Newton step of at most 1 for one player after the other.
std::vector<double> fitted_strengths(const Counts& counts) {
  std::vector<double> strengths(counts.size());
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    for (std::size_t player = 0; player < counts.size(); ++player) {
      double slope = -strengths[player];
      double curvature = 1;
      for (const Met& one : counts[player]) {
        const double chance = chance_of(strengths[player] - strengths[at(one.other)]);
        const auto plays = static_cast<double>(one.own.plays);
        slope += static_cast<double>(one.own.twice()) / 2 - plays * chance;
        curvature += plays * chance * (1 - chance);
      }
      strengths[player] += std::clamp(slope / curvature, -1.0, 1.0);
    }
  }
  return strengths;
}

/// The residual of a player: what it earned in excess of its expected score.
struct Residual {
  double excess = 0;
  double variance = 0;
  [[nodiscard]] double in_deviations() const { return excess / std::sqrt(variance); }
  void add(double more, double its_variance) {
    excess += more;
    variance += its_variance;
  }
};

}  // namespace

bool seems_led_by_results(const reading::Record& record, const Counts& counts) {
  const std::vector<double> strengths = fitted_strengths(counts);
  std::vector<Residual> residuals(counts.size());
  double together = 0;
  double alone = 0;
  std::int64_t matches = 0;
  for (const reading::Play& play : record.plays) {
    Residual& first = residuals[at(play.row)];
    Residual& second = residuals[at(play.column)];
    if (first.variance > 0 && second.variance > 0) {
      const double mine = first.in_deviations();
      const double other = second.in_deviations();
      together += 2 * mine * other;
      alone += mine * mine + other * other;
      ++matches;
    }
    const double chance = chance_of(strengths[at(play.row)] - strengths[at(play.column)]);
    const double excess = record.outcomes[play.outcome].to_double() - chance;
    first.add(excess, chance * (1 - chance));
    second.add(-excess, chance * (1 - chance));
  }
  return alone > 0 && together / alone * std::sqrt(static_cast<double>(matches)) > suspicious;
}

}  // namespace allnash::league
