#include "chance/play/cheapest.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "chance/evidence/plain_math.hpp"

namespace allnash::chance {
namespace {

constexpr double no_error = 1e-6;  // keeps the derivative of a standard error finite

double slope_of_gap(double gap, double spread, double least) {
  const double g = std::max(gap, least);
  return -8 * spread / (g * g * g) - 2 / (g * g);
}

double curvature_of_gap(double gap, double spread, double least) {
  if (gap < least) return 0;
  return 24 * spread / (gap * gap * gap * gap) + 4 / (gap * gap * gap);
}

/// The gradient of the cost by the weights.
std::vector<double> gradient(const CertifyingSide& side, double caution, double least) {
  const std::size_t arms = at(side.arms);
  std::vector<double> by_mean(arms);
  std::vector<double> by_error(arms);
  std::vector<double> by_spread(arms);
  for (std::size_t j = 0; j < arms; ++j) {
    const double gap = side.arm_means[j] - side.bound - caution * side.arm_errors[j];
    const double g = std::max(gap, least);
    by_mean[j] = slope_of_gap(gap, side.arm_spreads[j], least);
    by_spread[j] = 4 / (g * g);
    by_error[j] = by_mean[j] * caution / side.arm_errors[j];
  }
  std::vector<double> result(side.weights.size());
  for (std::size_t r = 0; r < result.size(); ++r) {
    const double* const mean = &side.means[r * arms];
    const double* const variance = &side.variances[r * arms];
    const double* const spread = &side.spreads[r * arms];
    const double* const lean = &side.leans[r * arms];
    double from_means = 0;
    double from_errors = 0;
    double from_leans = 0;
    for (std::size_t j = 0; j < arms; ++j) {
      from_means += mean[j] * by_mean[j] + spread[j] * by_spread[j];
      from_errors += variance[j] * by_error[j];
      from_leans += lean[j] * side.arm_leans[j] * side.arm_doubts[j] * by_error[j];
    }
    result[r] = from_means - side.weights[r] * from_errors - from_leans;
  }
  return result;
}

/// The weights after a step against the slope; `slope` lies in [0, 1].
std::vector<double> stepped(const std::vector<double>& weights, const std::vector<double>& slope,
                            double length) {
  constexpr double least_weight = 1e-9;  // so that no weight underflows for good
  std::vector<double> result(weights.size());
  double sum = 0;
  for (std::size_t r = 0; r < weights.size(); ++r) {
    result[r] = weights[r] * plain_exp(-length * slope[r]) + least_weight;
    sum += result[r];
  }
  for (double& weight : result) weight /= sum;
  return result;
}

/// Scales the slope to [0, 1]. False when it is flat.
bool normalise(std::vector<double>& slope) {
  const auto [least, most] = std::ranges::minmax(slope);
  if (!(most > least)) return false;
  for (double& one : slope) one = (one - least) / (most - least);
  return true;
}

/// Integers of this sum, near the weights, by largest remainders.
std::vector<std::int64_t> whole_parts(const std::vector<double>& weights, std::int64_t sum) {
  std::vector<std::int64_t> parts;
  std::vector<std::size_t> order;
  std::int64_t left = sum;
  for (std::size_t r = 0; r < weights.size(); ++r) {
    parts.push_back(static_cast<std::int64_t>(std::floor(weights[r] * static_cast<double>(sum))));
    left -= parts.back();
    order.push_back(r);
  }
  std::ranges::stable_sort(order, std::greater{}, [&](std::size_t r) {
    return weights[r] * static_cast<double>(sum) - static_cast<double>(parts[r]);
  });
  for (std::size_t t = 0; left > 0; ++t, --left) ++parts[order[t]];
  return parts;
}

struct Derivatives {
  double first = 0;
  double second = 0;
};

/// The derivatives of the cost with respect to the bound.
Derivatives in_bound(const CertifyingSide& side, double caution, double least) {
  Derivatives result;
  for (std::size_t j = 0; j < at(side.arms); ++j) {
    const double gap = side.arm_means[j] - side.bound - caution * side.arm_errors[j];
    result.first -= slope_of_gap(gap, side.arm_spreads[j], least);
    result.second += curvature_of_gap(gap, side.arm_spreads[j], least);
  }
  return result;
}

}  // namespace

void CertifyingSide::look_at_weights() {
  const std::size_t width = at(arms);
  arm_means.assign(width, 0);
  arm_errors.assign(width, 0);
  arm_leans.assign(width, 0);
  arm_spreads.assign(width, 0);
  for (std::size_t r = 0; r < weights.size(); ++r) {
    const double weight = weights[r];
    if (weight < 1e-7) continue;
    const double square = weight * weight;
    const double* const mean = &means[r * width];
    const double* const variance = &variances[r * width];
    const double* const spread = &spreads[r * width];
    const double* const lean = &leans[r * width];
    for (std::size_t j = 0; j < width; ++j) {
      arm_means[j] += weight * mean[j];
      arm_errors[j] += square * variance[j];
      arm_spreads[j] += weight * spread[j];
      arm_leans[j] += weight * lean[j];
    }
  }
  for (std::size_t j = 0; j < width; ++j) {
    const double of_arm = arm_leans[j] * arm_leans[j] * arm_doubts[j];
    arm_errors[j] = std::sqrt(arm_errors[j] + of_arm + no_error * no_error);
  }
}

double CertifyingSide::lowest() const { return std::ranges::min(arm_means); }

double cost_of_gap(double gap, double spread, double least) {
  const double g = std::max(gap, least);
  return 4 * spread / (g * g) + 2 / g +
         std::min(gap - least, 0.0) * slope_of_gap(least, spread, least);
}

double cost(const CertifyingSide& side, double caution, double least) {
  double sum = 0;
  for (std::size_t j = 0; j < at(side.arms); ++j) {
    sum += cost_of_gap(side.arm_means[j] - side.bound - caution * side.arm_errors[j],
                       side.arm_spreads[j], least);
  }
  return sum;
}

std::vector<std::int64_t> cheapest_round(const CertifyingSide& side, double caution, double least,
                                         double log_level) {
  constexpr std::int64_t largest = 200;
  constexpr std::int64_t small = 64;
  constexpr double worth_while = 0.95;  // smaller gains are below the estimates' accuracy
  std::vector<std::int64_t> best;
  double best_cost = 0;
  CertifyingSide rounded = side;
  for (std::int64_t size = 1; size <= largest; ++size) {
    const std::vector<std::int64_t> round = whole_parts(side.weights, size);
    for (std::size_t r = 0; r < round.size(); ++r) {
      rounded.weights[r] = static_cast<double>(round[r]) / static_cast<double>(size);
    }
    rounded.look_at_weights();
    const double plays =
        cost(rounded, caution, least) * log_level / 2 + static_cast<double>(size * side.arms) / 2;
    if (!best.empty() && plays >= (size > small ? worth_while : 1) * best_cost) continue;
    best = round;
    best_cost = plays;
  }
  return best;
}

void fit(CertifyingSide& side, double caution, double least, int steps) {
  constexpr int most_halvings = 30;
  side.look_at_weights();
  double now = cost(side, caution, least);
  double length = 1;
  for (int step = 0; step < steps; ++step) {
    std::vector<double> slope = gradient(side, caution, least);
    if (!normalise(slope)) return;
    double then = now;
    const std::vector<double> before = side.weights;
    int halvings = 0;
    for (; halvings < most_halvings; ++halvings, length /= 2) {
      side.weights = stepped(before, slope, length);
      side.look_at_weights();
      then = cost(side, caution, least);
      if (then < now) break;
    }
    if (halvings == most_halvings) {
      side.weights = before;
      side.look_at_weights();
      return;
    }
    const bool settled = now - then < 1e-6 * now;
    now = then;
    length *= 1.5;
    if (settled && step > 20) return;
  }
}

void fit_both(CertifyingSide& row, CertifyingSide& column, double epsilon, double caution,
              double least, const StopToken& stop) {
  constexpr int rounds = 8;
  constexpr int steps = 40;
  for (int round = 0; round < rounds && !stop.stopped(); ++round) {
    fit(row, caution, least, steps);
    fit(column, caution, least, steps);
    const double low = row.lowest();
    const double high = 1 - column.lowest();
    double bound = (low + high - epsilon) / 2;
    if (high - epsilon < row.bound && row.bound < low) {
      const Derivatives ours = in_bound(row, caution, least);
      const Derivatives theirs = in_bound(column, caution, least);
      const double curvature = ours.second + theirs.second;
      const double move = curvature > 0 ? -(ours.first - theirs.first) / curvature : 0;
      bound = row.bound + std::clamp(move, -epsilon / 4, epsilon / 4);
    }
    row.bound = std::clamp(bound, -epsilon, 1.0);
    column.bound = 1 - epsilon - row.bound;
  }
  row.look_at_weights();
  column.look_at_weights();
}

}  // namespace allnash::chance
