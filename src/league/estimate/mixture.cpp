#include "league/estimate/mixture.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <set>
#include <utility>

#include "chance/evidence/plain_math.hpp"
#include "core/base/at.hpp"
#include "core/base/random.hpp"

namespace allnash::league {
namespace {

/// The number of charts that are drawn: fewer where they are large.
std::size_t charts_of(std::size_t own, std::size_t others) {
  return std::clamp<std::size_t>(20'000'000 / (own * others), 4, 60);
}

constexpr int steps = 400;
constexpr double worth_a_promise = 0.02;  // loss of the estimated worst case
constexpr std::int64_t finest = 200;      // the largest denominator
constexpr double worth_freezing = 0.02;   // least gain in the guarantee of a safer mixture

// Draws by plain arithmetic.

/// An approximately normal draw.
double normal(Random& random) {
  double sum = -6;
  for (int t = 0; t < 12; ++t) sum += random.uniform();
  return sum;
}

double order_statistic(Random& random, int below, int count) {
  std::vector<double> draws(static_cast<std::size_t>(count) + 1);
  for (double& draw : draws) draw = random.uniform();
  std::ranges::sort(draws);
  return draws[static_cast<std::size_t>(std::min(below, count))];
}

/// A draw from the posterior of a mean with a flat prior.
double posterior_mean(Random& random, double won, double plays) {
  if (plays < 8) {
    return order_statistic(random, static_cast<int>(std::lround(won)), static_cast<int>(plays));
  }
  const double centre = (won + 1) / (plays + 2);
  const double spread = std::sqrt(centre * (1 - centre) / (plays + 3));
  return std::clamp(centre + spread * normal(random), 0.0, 1.0);
}

class Climb {
 public:
  Climb(const MatchForecast& forecast, std::uint64_t seed)
      : own_(at(forecast.own)),
        others_(at(forecast.others)),
        charts_(charts_of(own_, others_)),
        symmetric_(forecast.symmetric) {
    Random luck(seed);
    payoffs_.resize(charts_ * own_ * others_);
    for (std::size_t chart = 0; chart < charts_; ++chart) draw(forecast, chart, luck);
    spread_.resize(charts_ * others_);
    for (double& coefficient : spread_) coefficient = (1.645 - normal(luck)) / 2;
    inverse_.resize(own_ * others_);
    for (std::size_t place = 0; place < inverse_.size(); ++place) {
      inverse_[place] = 1 / std::max(forecast.to_come[place], 1e-6);
    }
    for (std::size_t t = 0; symmetric_ && t < own_; ++t) inverse_[t * others_ + t] = 0;
  }

  /// The mixture with the best score of all steps.
  [[nodiscard]] std::vector<double> best(const StopToken& stop) {
    std::vector<double> x(own_, 1.0 / static_cast<double>(own_));
    std::vector<double> champion = x;
    double most = -std::numeric_limits<double>::infinity();
    for (int step = 0; step < steps && !stop.stopped(); ++step) {
      std::vector<double> slope(own_);
      const double worth = worth_of(x, &slope);
      if (worth > most) {
        most = worth;
        champion = x;
      }
      follow(x, slope, 4 / std::sqrt(1 + step / 20.0));
    }
    return champion;
  }

  /// The score of a mixture; with `slope`, also its gradient.
  [[nodiscard]] double worth_of(const std::vector<double>& x, std::vector<double>* slope) const {
    const std::vector<Limit> limits = limits_of(x);
    double sum = 0;
    std::vector<double> earned(others_);
    for (std::size_t chart = 0; chart < charts_; ++chart) {
      std::ranges::fill(earned, 0.0);
      const double* const payoffs = &payoffs_[chart * own_ * others_];
      for (std::size_t i = 0; i < own_; ++i) {
        if (x[i] < 1e-6) continue;
        for (std::size_t j = 0; j < others_; ++j) earned[j] += x[i] * payoffs[i * others_ + j];
      }
      const double* const spread = &spread_[chart * others_];
      std::size_t worst = 0;
      for (std::size_t j = 0; j < others_; ++j) {
        earned[j] -= spread[j] * limits[j].root;
        if (earned[j] < earned[worst]) worst = j;
      }
      sum += earned[worst];
      if (slope != nullptr) add_slope(*slope, payoffs, worst, limits[worst], spread[worst]);
    }
    return sum / static_cast<double>(charts_);
  }

 private:
  struct Limit {
    std::size_t by = 0;  // the strategy with the largest x_i / n
    double root = 0;
  };

  void draw(const MatchForecast& forecast, std::size_t chart, Random& luck) {
    double* const payoffs = &payoffs_[chart * own_ * others_];
    for (std::size_t i = 0; i < own_; ++i) {
      for (std::size_t j = symmetric_ ? i : 0; j < others_; ++j) {
        const std::size_t place = i * others_ + j;
        if (symmetric_ && i == j) {
          payoffs[place] = 0.5;
          continue;
        }
        payoffs[place] = posterior_mean(luck, forecast.won[place], forecast.plays[place]);
        if (symmetric_) payoffs[j * others_ + i] = 1 - payoffs[place];
      }
    }
  }

  [[nodiscard]] std::vector<Limit> limits_of(const std::vector<double>& x) const {
    std::vector<Limit> limits(others_);
    std::vector<double> most(others_);
    for (std::size_t i = 0; i < own_; ++i) {
      if (x[i] < 1e-6) continue;
      for (std::size_t j = 0; j < others_; ++j) {
        const double share = x[i] * inverse_[i * others_ + j];
        if (share > most[j]) {
          most[j] = share;
          limits[j].by = i;
        }
      }
    }
    for (std::size_t j = 0; j < others_; ++j) limits[j].root = std::sqrt(most[j]);
    return limits;
  }

  void add_slope(std::vector<double>& slope, const double* payoffs, std::size_t j,
                 const Limit& limit, double spread) const {
    for (std::size_t i = 0; i < own_; ++i)
      slope[i] += payoffs[i * others_ + j] / static_cast<double>(charts_);
    if (limit.root <= 0) return;
    slope[limit.by] -=
        spread * inverse_[limit.by * others_ + j] / (2 * limit.root) / static_cast<double>(charts_);
  }

  static void follow(std::vector<double>& x, const std::vector<double>& slope, double size) {
    const double mean = std::inner_product(x.begin(), x.end(), slope.begin(), 0.0);
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      x[i] = std::max(1e-7, x[i] * chance::plain_exp(size * (slope[i] - mean)));
      sum += x[i];
    }
    for (double& weight : x) weight /= sum;
  }

  std::size_t own_;
  std::size_t others_;
  std::size_t charts_;
  bool symmetric_;
  std::vector<double> payoffs_;  // chart by chart
  std::vector<double> spread_;
  std::vector<double> inverse_;
};

std::uint64_t seed_of_charts(const MatchForecast& forecast) {
  Hash hash;
  hash.add(static_cast<std::uint64_t>(forecast.own));
  hash.add(static_cast<std::uint64_t>(forecast.others));
  for (const auto* const list : {&forecast.plays, &forecast.won, &forecast.to_come}) {
    for (const double number : *list) hash.add(std::bit_cast<std::uint64_t>(number));
  }
  return hash.value();
}

/// The largest loss of a bound because only whole rounds count.
double lost_to_rounds(const MatchForecast& forecast, const Mixture& mixture,
                      const std::vector<double>& x) {
  double most = 0;
  for (Index j = 0; j < forecast.others; ++j) {
    double ideal = 0;
    for (Index i = 0; i < forecast.own; ++i) {
      if (forecast.symmetric && i == j) continue;
      ideal =
          std::max(ideal, x[at(i)] / std::max(forecast.to_come[at(i * forecast.others + j)], 1e-6));
    }
    const auto plays =
        static_cast<double>(rounds_against(forecast, mixture, j) * mixture.denominator);
    if (ideal <= 0) continue;
    most = std::max(most, 1 / std::sqrt(std::max(plays, 1e-6)) - std::sqrt(ideal));
  }
  return 1.645 / 2 * most;
}

/// A mixture and its likely guarantee.
struct Likely {
  Mixture mixture;
  double promise = -std::numeric_limits<double>::infinity();
};

using Estimated = std::function<double(const std::vector<double>&)>;

/// Rounds shares to the mixture with the highest likely guarantee, among those whose estimate is at
/// least `least`.
class WellRounded {
 public:
  WellRounded(const Climb& climb, const MatchForecast& forecast, Estimated estimated, double least,
              const StopToken& stop)
      : climb_(climb),
        prospect_(forecast),
        estimated_(std::move(estimated)),
        least_(least),
        stop_(stop) {}

  void look_at(const std::vector<double>& shares) {
    for (const std::int64_t denominator :
         {1, 2, 3, 4, 6, 8, 12, 16, 20, 25, 30, 40, 60, 80, 120, 200}) {
      for (const double smallest : {0.0, 0.01, 0.02, 0.03}) {
        if (std::ranges::max(shares) < smallest) continue;
        if (stop_.stopped() && !best_.mixture.weights.empty()) return;
        judge({whole_weights(shares, denominator, smallest), denominator});
      }
    }
  }
  [[nodiscard]] const Likely& best() const { return best_; }

 private:
  void judge(Mixture one) {
    if (!seen_.insert(one.weights).second) return;
    std::vector<double> kept;
    for (const std::int64_t weight : one.weights) {
      kept.push_back(static_cast<double>(weight) / static_cast<double>(one.denominator));
    }
    const double promise = climb_.worth_of(kept, nullptr) - lost_to_rounds(prospect_, one, kept);
    if (promise <= best_.promise || estimated_(kept) < least_) return;
    best_ = {std::move(one), promise};
  }

  const Climb& climb_;
  const MatchForecast& prospect_;
  Estimated estimated_;
  double least_;
  const StopToken& stop_;
  std::set<std::vector<std::int64_t>> seen_;
  Likely best_;
};

}  // namespace

std::vector<std::int64_t> whole_weights(const std::vector<double>& shares, std::int64_t denominator,
                                        double least) {
  double kept = 0;
  for (const double weight : shares) kept += weight >= least ? weight : 0;
  std::vector<std::int64_t> weights(shares.size());
  std::vector<std::pair<double, std::size_t>> rests;
  std::int64_t left = denominator;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const double exact =
        shares[i] >= least ? shares[i] / kept * static_cast<double>(denominator) : 0;
    weights[i] = static_cast<std::int64_t>(exact);
    left -= weights[i];
    rests.emplace_back(static_cast<double>(weights[i]) - exact, i);
  }
  std::ranges::sort(rests);
  for (std::size_t t = 0; left > 0; ++t, --left) ++weights[rests[t % rests.size()].second];
  return weights;
}

MixedStrategy Mixture::strategy() const {
  MixedStrategy strategy;
  for (std::size_t t = 0; t < weights.size(); ++t) {
    if (weights[t] == 0) continue;
    strategy.push_back({static_cast<Index>(t), Rational(weights[t], denominator)});
  }
  return strategy;
}

std::int64_t rounds_against(const MatchForecast& forecast, const Mixture& mixture, Index other) {
  std::int64_t rounds = std::numeric_limits<std::int64_t>::max();
  for (Index i = 0; i < forecast.own; ++i) {
    const std::int64_t weight = mixture.weights[at(i)];
    if (weight == 0 || (forecast.symmetric && i == other)) continue;
    const auto plays = static_cast<std::int64_t>(forecast.to_come[at(i * forecast.others + other)]);
    rounds = std::min(rounds, plays / weight);
  }
  return rounds == std::numeric_limits<std::int64_t>::max() ? 0 : rounds;
}

std::vector<Mixture> mixtures_to_freeze(
    const MatchForecast& forecast, const std::vector<double>& would_play,
    const std::function<double(const std::vector<double>&)>& estimated_worst_case,
    const StopToken& stop) {
  if (forecast.own == 1) return {{{1}, 1}};
  Climb climb(forecast, seed_of_charts(forecast));
  const std::vector<double> safest = climb.best(stop);
  WellRounded certified_best(
      climb, forecast, [](const auto&) { return 0.0; }, 0, stop);
  certified_best.look_at(safest);
  const Likely& safer = certified_best.best();
  if (would_play.empty()) return {safer.mixture};
  WellRounded near(climb, forecast, estimated_worst_case,
                   estimated_worst_case(would_play) - worth_a_promise, stop);
  constexpr int parts = 4;
  for (int part = 0; part <= parts; ++part) {
    const double way = static_cast<double>(part) / parts;
    std::vector<double> between(would_play.size());
    for (std::size_t t = 0; t < between.size(); ++t) {
      between[t] = (1 - way) * would_play[t] + way * safest[t];
    }
    near.look_at(between);
  }
  Likely played = near.best();
  if (played.mixture.weights.empty()) {
    played.mixture = {whole_weights(would_play, finest, 0), finest};
  }
  if (safer.promise <= played.promise + worth_freezing) return {played.mixture};
  return {played.mixture, safer.mixture};
}

}  // namespace allnash::league
