// What an unread payoff probably is.
//
// A few of a player's strategies, the sample, are known against a set of opponent strategies. From
// them we learn how payoffs against some of these tell of the payoffs against others: a
// least-squares fit. In games with structure (few hidden features, skill, smooth kernels) one or
// two payoffs of a strategy tell the rest; in noise they tell nothing, and the spread says so.
// Forecasts decide only what is read next, never what is true.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

namespace allnash::methods {

class Forecast {
 public:
  using Mask = std::uint64_t;  ///< bit t: the payoff against opponent strategy t is known
  static constexpr std::size_t most_opponents = 64;

  /// A line of the sample holds a strategy's payoffs against all opponent strategies of the set.
  /// `mix` is how often the opponent plays each; payoffs differ by up to about `reach`.
  Forecast(const std::vector<std::vector<double>>& sample, std::vector<double> mix, double reach);

  /// The expected payoff against the mix: what is known of it, plus constant + slopes . known.
  struct Rule {
    std::vector<std::pair<std::size_t, double>> slopes;  ///< by known opponent strategy
    double constant = 0;
    double spread = 0;                 ///< standard error of the forecast
    std::vector<std::size_t> unknown;  ///< unknown opponents in the mix, the weightiest first
  };
  const Rule& rule(Mask known);

 private:
  [[nodiscard]] Rule fit(Mask known) const;
  [[nodiscard]] std::vector<std::size_t> telling(Mask known,
                                                 const std::vector<double>& along) const;
  [[nodiscard]] std::vector<double> least_squares(const std::vector<std::size_t>& features,
                                                  const std::vector<double>& along) const;

  std::size_t sample_size_;
  std::vector<double> mix_;
  double reach_;
  std::vector<double> mean_;
  std::vector<std::vector<double>> covariance_;
  std::unordered_map<Mask, Rule> rules_;
  const Rule* last_ = nullptr;  // neighbours are often known alike
  Mask last_known_ = 0;
};

}  // namespace allnash::methods
