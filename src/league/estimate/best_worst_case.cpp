// The mixture that does best against the worst opponent, on average over several games:
//
//   max over x of  mean over s of  min over j of  (x A^s)[j].
//
// That is the equilibrium of a game in which the opponent sees which of the games is played: one
// mixture x against one mixture y^s for each game. Both are found by predictive regret matching
// with quadratic averages (Farina, Kroer, Sandholm 2021). Every step is plain arithmetic, so all
// machines find the same. The two averages bound the optimum from both sides, which tells when to
// stop. Tried and dropped: multiplicative weights, which take ten times as many steps for as small
// a gap.
#include <algorithm>
#include <numeric>

#include "league/estimate/estimate.hpp"
#include "league/estimate/table.hpp"

namespace allnash::league {
namespace {

constexpr int most_rounds = 3000;
constexpr int rounds_between_looks = 50;

/// A player who learns from the payoff of each of its strategies.
class Learner {
 public:
  explicit Learner(std::size_t count)
      : regrets_(count), mixture_(count, 1 / static_cast<double>(count)), sum_(count) {}

  [[nodiscard]] const std::vector<double>& mixture() const { return mixture_; }
  [[nodiscard]] std::vector<double> average() const {
    const double all = std::accumulate(sum_.begin(), sum_.end(), 0.0);
    std::vector<double> average = sum_;
    for (double& one : average) one /= all;
    return average;
  }
  void count(double weight) {
    for (std::size_t i = 0; i < sum_.size(); ++i) sum_[i] += weight * mixture_[i];
  }
  /// `sign` is -1 for a player who minimizes the payoff.
  void learn(const std::vector<double>& earned, double sign) {
    const double mean = std::inner_product(earned.begin(), earned.end(), mixture_.begin(), 0.0);
    double all = 0;
    for (std::size_t i = 0; i < regrets_.size(); ++i) {
      const double regret = sign * (earned[i] - mean);
      regrets_[i] = std::max(0.0, regrets_[i] + regret);
      mixture_[i] = std::max(0.0, regrets_[i] + regret);  // predicts the same regret again
      all += mixture_[i];
    }
    for (double& one : mixture_) {
      one = all > 0 ? one / all : 1 / static_cast<double>(mixture_.size());
    }
  }

 private:
  std::vector<double> regrets_;
  std::vector<double> mixture_;
  std::vector<double> sum_;
};

/// Adds to `earned` the payoff of each own strategy against a mixture of the opponents. In a
/// symmetric game that is 1 less what the opponents earn, which goes along rows.
void add_earned_against(std::vector<double>& earned, const std::vector<double>& opponents,
                        const std::vector<double>& payoffs, bool symmetric) {
  std::vector<std::size_t> played;
  for (std::size_t j = 0; j < opponents.size(); ++j) {
    if (opponents[j] > 0) played.push_back(j);
  }
  if (symmetric) {
    double all = 0;
    for (const std::size_t j : played) {
      add_line(earned.data(), -opponents[j], &payoffs[j * earned.size()], earned.size());
      all += opponents[j];
    }
    for (double& one : earned) one += all;
    return;
  }
  for (std::size_t i = 0; i < earned.size(); ++i) {
    const double* const row = &payoffs[i * opponents.size()];
    double sum = 0;
    for (const std::size_t j : played) sum += opponents[j] * row[j];
    earned[i] += sum;
  }
}

}  // namespace

std::vector<double> earned_by(const std::vector<double>& mixture, std::span<const double> payoffs,
                              std::size_t others) {
  std::vector<double> earned(others);
  for (std::size_t i = 0; i < mixture.size(); ++i) {
    if (mixture[i] <= 0) continue;
    add_line(earned.data(), mixture[i], &payoffs[i * others], others);
  }
  return earned;
}

double worst_case_of(const std::vector<double>& mixture, std::span<const double> payoffs,
                     std::size_t others) {
  return std::ranges::min(earned_by(mixture, payoffs, others));
}

BestWorstCase best_worst_case(const GameList& games, double near_enough, const StopToken& stop) {
  const auto count = static_cast<double>(games.payoffs.size());
  Learner own(games.own);
  std::vector<Learner> others(games.payoffs.size(), Learner(games.others));
  const auto mean_earned = [&](const auto& mixture_of) {
    std::vector<double> earned(games.own);
    for (std::size_t s = 0; s < others.size(); ++s) {
      add_earned_against(earned, mixture_of(others[s]), games.payoffs[s], games.symmetric);
    }
    for (double& one : earned) one /= count;
    return earned;
  };
  BestWorstCase best;
  best.mixture = own.mixture();
  best.gap = 1;
  for (int round = 1; round <= most_rounds && !stop.stopped(); ++round) {
    own.learn(mean_earned([](const Learner& one) { return one.mixture(); }), 1);
    const double weight = static_cast<double>(round) * static_cast<double>(round);
    own.count(weight);
    for (std::size_t s = 0; s < others.size(); ++s) {
      others[s].learn(earned_by(own.mixture(), games.payoffs[s], games.others), -1);
      others[s].count(weight);
    }
    if (round % rounds_between_looks != 0) continue;
    best.mixture = own.average();
    best.mean = 0;
    for (const auto& payoffs : games.payoffs) {
      best.mean += worst_case_of(best.mixture, payoffs, games.others) / count;
    }
    best.gap =
        std::ranges::max(mean_earned([](const Learner& one) { return one.average(); })) - best.mean;
    if (best.gap < near_enough) break;
  }
  best.opponents.resize(games.others);
  for (const Learner& one : others) {
    const std::vector<double>& average = one.average();
    for (std::size_t j = 0; j < games.others; ++j) best.opponents[j] += average[j] / count;
  }
  return best;
}

}  // namespace allnash::league
