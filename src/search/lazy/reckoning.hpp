// What each of a player's strategies earns against a mix: the sum over the known payoffs, and a
// forecast for the unread ones. Forecasts decide only what is read next, never what is true.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "search/lazy/block.hpp"

namespace allnash::methods {

/// A few of a player's strategies, the sample, are known against a set of opponent strategies. A
/// least-squares fit to them tells payoffs against some of these from the payoffs against others.
/// In games with structure (few hidden features, skill, smooth kernels) one or two payoffs of a
/// strategy tell the rest; in noise they tell nothing, and the spread says so.
class Forecast {
 public:
  using Mask = std::uint64_t;  ///< bit t: the payoff against opponent strategy t is known
  static constexpr std::size_t most_opponents = 64;

  /// A line of the sample holds a strategy's payoffs against all opponent strategies of the set.
  /// `mix` is how often the opponent plays each; payoffs differ by up to about `reach`.
  Forecast(const std::vector<std::vector<double>>& sample, std::vector<double> mix, double reach);

  /// How the payoff against one opponent strategy counts in a forecast.
  struct Slope {
    std::size_t opponent = 0;
    double slope = 0;
  };
  /// More of them tell little more and take long to fit.
  static constexpr std::size_t most_slopes = 8;

  /// The expected payoff against the mix: what is known of it, plus constant + slopes . known.
  struct Rule {
    std::array<Slope, most_slopes> slope;
    std::size_t count = 0;
    double constant = 0;
    double spread = 0;  ///< standard error of the forecast

    [[nodiscard]] std::span<const Slope> slopes() const { return {slope.data(), count}; }
  };
  /// It holds until the next is asked for.
  const Rule& rule(Mask known);

  /// Unknown opponents in the mix, the weightiest first.
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
  std::vector<double> weighted_;      // each line of covariances times how often it is played
  Along variance_{};                  // the covariances of one with itself
  Mask varying_ = 0;                  // those that have any
  Mask played_ = 0;                   // those in the mix
  std::vector<std::size_t> weighty_;  // opponents in the mix, the weightiest first
  std::vector<Rule> rules_;
  // Where the rule for a mask is, plus 1: at the hash of the mask, or the first place after it that
  // was empty. Rules are looked up by the hundred thousand.
  struct Place {
    Mask known = 0;
    std::size_t rule = 0;
  };
  std::vector<Place> places_;
  std::size_t last_ = 0;  // neighbours are often known alike
};

/// The opponent strategies that a look uses: those of the mix, then features, which are further
/// lines that forecasts draw on; and the payoffs against them.
struct Opposition {
  using Line = std::vector<double>;  ///< by own strategy; NaN where unread
  Lines strategies;
  std::vector<double> weights;  ///< 0 for a feature
  std::vector<const Line*> payoffs;
  std::size_t mixed = 0;      ///< how many belong to the mix
  double largest = 0;         ///< payoff in size
  double most = 0;            ///< that an unread payoff can be; infinite without a range
  std::vector<double> falls;  ///< with a range, by opponent of the mix: how far below the most,
                              ///< times its weight, a payoff is on average

  [[nodiscard]] bool in_range() const;
};

/// Most looks are against the same mix as the last: then only the strategies of which something was
/// read since are reckoned again.
class Reckoning {
 public:
  /// Of so many strategies, against a mix that may be empty.
  void reckon(std::size_t count, const Opposition& against,
              const std::vector<std::vector<double>>& sample, double reach);
  /// A payoff of this strategy has been read.
  void read(Index s) {
    if (stale_.empty() || stale_.back() != s) stale_.push_back(s);
  }

  [[nodiscard]] const Forecast& forecast() const { return *forecast_; }
  /// What is known of it, times its weight.
  [[nodiscard]] double sum(Index s) const { return sum_[at(s)]; }
  [[nodiscard]] Forecast::Mask known(Index s) const { return known_[at(s)]; }
  [[nodiscard]] bool whole(Index s) const {  ///< against the mix
    return (known_[at(s)] & mixed_) == mixed_ && (unread_.empty() || unread_[at(s)] == 0);
  }
  /// With a range: how often the mix plays what is unread; 0 without.
  [[nodiscard]] double open(Index s) const { return open_.empty() ? 0 : open_[at(s)]; }
  /// What it earns by its forecast, with doubt in its favour.
  [[nodiscard]] double promise(Index s, const Opposition& against);

 private:
  [[nodiscard]] bool goes_by(const Opposition& against,
                             const std::vector<std::vector<double>>& sample, double reach) const;
  void fill(const Opposition& against, std::size_t first, std::size_t size);
  void fill_more(const Opposition& against, std::size_t first, std::size_t size);

  // What it goes by.
  Lines strategies_;
  std::vector<double> weights_;
  std::vector<std::vector<double>> sample_;
  double reach_ = 0;

  std::optional<Forecast> forecast_;
  std::vector<double> sum_;
  std::vector<Forecast::Mask> known_;
  Forecast::Mask mixed_ = 0;           // the lines of the mix among what `known` tells of
  std::vector<std::uint64_t> unread_;  // of more lines of the mix; empty if there are no more
  std::vector<double> open_;
  std::vector<double> promise_;  // NaN where nobody has asked
  Lines stale_;
};

}  // namespace allnash::methods
