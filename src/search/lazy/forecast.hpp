// What an unread payoff probably is.
//
// A few of a player's strategies, the sample, are known against a set of opponent strategies. From
// them we learn how payoffs against some of these tell of the payoffs against others: a
// least-squares fit. In games with structure (few hidden features, skill, smooth kernels) one or
// two payoffs of a strategy tell the rest; in noise they tell nothing, and the spread says so.
// Forecasts decide only what is read next, never what is true.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace allnash::methods {

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

}  // namespace allnash::methods
