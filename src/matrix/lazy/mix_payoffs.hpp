// The payoff of each of a player's strategies against a mix: the sum over the known payoffs, and a
// forecast for the unread ones. Forecasts decide only what is read next, never what is true.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "matrix/run/block.hpp"

namespace allnash::matrix {

/// A few of a player's strategies, the sample, are known against a set of opponent strategies. A
/// least-squares fit to the sample predicts payoffs against some of these opponents from payoffs
/// against the others. In games with structure (few hidden features, skill, smooth kernels) one or
/// two payoffs of a strategy predict the rest; in noise the spread is large. Many members: sums
/// over the sample that all fits share, and the fits, kept in a hash table of its own for speed.
class PayoffForecast {
 public:
  using Mask = std::uint64_t;  ///< bit t: the payoff against opponent strategy t is known
  static constexpr std::size_t most_opponents = 64;

  /// A line of the sample holds a strategy's payoffs against all opponent strategies of the set.
  /// `mix` has the opponent's probabilities; payoffs differ by up to about `reach`.
  PayoffForecast(const std::vector<std::vector<double>>& sample, std::vector<double> mix,
                 double reach);

  /// The coefficient of the payoff against one opponent strategy in a forecast.
  struct Slope {
    std::size_t opponent = 0;
    double slope = 0;
  };
  /// More predictors add little and take long to fit.
  static constexpr std::size_t most_slopes = 8;

  /// The expected payoff against the mix: the known part, plus constant + slopes . known.
  struct Rule {
    std::array<Slope, most_slopes> slope;
    std::size_t count = 0;
    double constant = 0;
    double spread = 0;  ///< standard error of the forecast

    [[nodiscard]] std::span<const Slope> slopes() const { return {slope.data(), count}; }
  };
  /// The reference is valid until the next call.
  const Rule& rule(Mask known);

  /// Opponents in the mix without a known payoff, largest weighted variance first.
  [[nodiscard]] std::vector<std::size_t> unknown(Mask known) const;

 private:
  using Along = std::array<double, most_opponents>;

  [[nodiscard]] const double* covariance(std::size_t t) const {
    return covariance_.data() + t * stride_;
  }
  [[nodiscard]] Along along_unknown(Mask known) const;
  [[nodiscard]] Rule fit(Mask known) const;
  [[nodiscard]] std::size_t place_of(Mask known) const;
  void make_room();
  void choose(Mask known, const Along& along, Rule& rule) const;
  void least_squares(const Along& along, Rule& rule) const;

  std::size_t sample_size_;
  std::vector<double> mix_;
  double reach_;
  std::vector<double> mean_;
  std::size_t stride_;                // of the lines of covariances
  std::vector<double> covariance_;    // line by line; empty without a sample
  std::vector<double> weighted_;      // each line of covariances times the opponent's probability
  Along variance_{};                  // the diagonal of the covariances
  Mask varying_ = 0;                  // opponents with positive variance
  Mask played_ = 0;                   // those in the mix
  std::vector<std::size_t> weighty_;  // opponents in the mix, largest weighted variance first
  std::vector<Rule> rules_;
  // A hash table with open addressing of the rules' indices plus 1, by mask: rules are looked up by
  // the hundred thousand.
  struct Place {
    Mask known = 0;
    std::size_t rule = 0;
  };
  std::vector<Place> places_;
  std::size_t last_ = 0;  // strategies in a row often have the same mask
};

/// The opponent strategies of a look: those of the mix, then features, which are further lines that
/// forecasts use; and the payoffs against them.
struct Opposition {
  using Line = std::vector<double>;  ///< by own strategy; NaN where unread
  Lines strategies;
  std::vector<double> weights;  ///< 0 for a feature
  std::vector<const Line*> payoffs;
  std::size_t mixed = 0;      ///< how many belong to the mix
  double largest = 0;         ///< absolute value of a payoff
  double most = 0;            ///< upper bound on an unread payoff; infinite without a range
  std::vector<double> falls;  ///< with a range, by opponent of the mix: its weight times the mean
                              ///< of `most` - payoff

  [[nodiscard]] bool in_range() const;
};

/// Sums and forecasts of all strategies. Most looks are against the same mix as the last: then only
/// strategies with newly read payoffs are computed again.
class MixPayoffs {
 public:
  /// For `count` strategies, against a mix that may be empty.
  void compute(std::size_t count, const Opposition& against,
               const std::vector<std::vector<double>>& sample, double reach);
  /// Notes that a payoff of this strategy has been read.
  void read(Index s) {
    if (stale_.empty() || stale_.back() != s) stale_.push_back(s);
  }

  [[nodiscard]] const PayoffForecast& forecast() const { return *forecast_; }
  /// The sum of its known payoffs times their weights.
  [[nodiscard]] double sum(Index s) const { return sum_[at(s)]; }
  [[nodiscard]] PayoffForecast::Mask known(Index s) const { return known_[at(s)]; }
  [[nodiscard]] bool whole(Index s) const {  ///< no payoff against the mix is unread
    return (known_[at(s)] & mixed_) == mixed_ && (unread_.empty() || unread_[at(s)] == 0);
  }
  /// With a range: the probability of the mix's strategies with an unread payoff; 0 without.
  [[nodiscard]] double open(Index s) const { return open_.empty() ? 0 : open_[at(s)]; }
  /// Its forecast payoff plus a few standard errors: an optimistic estimate.
  [[nodiscard]] double promise(Index s, const Opposition& against);

 private:
  [[nodiscard]] bool goes_by(const Opposition& against,
                             const std::vector<std::vector<double>>& sample, double reach) const;
  void fill(const Opposition& against, std::size_t first, std::size_t size);
  void fill_more(const Opposition& against, std::size_t first, std::size_t size);

  // The inputs of the last computation.
  Lines strategies_;
  std::vector<double> weights_;
  std::vector<std::vector<double>> sample_;
  double reach_ = 0;

  std::optional<PayoffForecast> forecast_;
  std::vector<double> sum_;
  std::vector<PayoffForecast::Mask> known_;
  PayoffForecast::Mask mixed_ = 0;     // bits of the opponents in the mix
  std::vector<std::uint64_t> unread_;  // beyond 64 opponents of the mix; else empty
  std::vector<double> open_;
  std::vector<double> promise_;  // NaN until it is needed
  Lines stale_;
};

}  // namespace allnash::matrix
