#include "methods/noisy/attempt.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "chance/plain_math.hpp"

namespace allnash::methods::noisy {
namespace {

std::string text_of(const Half& half) {
  std::string text;
  for (const Weight& weight : half.strategy) {
    text += std::to_string(weight.strategy) + " " + weight.probability.to_string() + "\n";
  }
  for (const Arm& arm : half.arms) {
    text += "arm " + chance::text_of(arm.sequence) + "\n";
  }
  return text;
}

}  // namespace

bool Half::settled(const Arm& arm) const {
  constexpr double rounding = 1e-6;
  if (bound.sign() <= 0) return true;
  const double m = bound.to_double();
  if (m >= 1) return false;
  if (chance::count_of(arm.draws) == 0) return false;
  return chance::log_value(arm.sequence, arm.draws, m) >=
         chance::log_of_level(arm.level) + rounding;
}

bool Half::proved(const Arm& arm) const {
  if (bound >= Rational(1)) return false;
  return bound.sign() <= 0 || chance::reaches(arm.sequence, arm.draws, bound, arm.level);
}

double Half::guessed_bound(std::int64_t grid) const {
  std::int64_t least = grid;
  for (const Arm& arm : arms) {
    const double level = chance::log_of_level(arm.level);
    least = std::min(least, chance::guessed_bound(arm.sequence, arm.draws, level, grid));
  }
  return static_cast<double>(least) / static_cast<double>(grid);
}

std::vector<Rational> Half::lower_bounds(std::int64_t grid) const {
  std::vector<Rational> bounds;
  for (const Arm& arm : arms) {
    Rational low = chance::lower_bound(arm.sequence, arm.draws, arm.level, grid);
    if (low < bound && proved(arm)) low = bound;
    bounds.push_back(std::max(low, Rational(0)));
  }
  return bounds;
}

std::vector<Rational> Half::joint_bounds(std::int64_t grid) const {
  std::vector<Rational> bounds;
  for (const Arm& arm : arms) {
    bounds.push_back(chance::lower_bound(arm.sequence, arm.draws, together, grid));
  }
  return bounds;
}

std::int64_t Half::round_size() const {
  return std::accumulate(round.begin(), round.end(), std::int64_t{0});
}

std::string Attempt::frozen_text() const {
  std::string text = "row player\n" + text_of(row);
  if (!column.arms.empty()) text += "column player\n" + text_of(column);
  return text;
}

Lottery::Lottery(const MixedStrategy& strategy) {
  std::int64_t sum = 0;
  for (const Weight& weight : strategy) {
    const Rational parts = weight.probability * Rational(strategy_denominator);
    sum += std::llround(parts.to_double());
    strategies_.push_back(weight.strategy);
    upto_.push_back(sum);
  }
}

Index Lottery::draw(Random& random) const {
  const Index place = random.below(upto_.back());
  const auto found = std::ranges::upper_bound(upto_, place);
  return strategies_[at(found - upto_.begin())];
}

Rational own_share(const ledger::Paid& paid, bool is_row) {
  if (paid.lost) return 0;
  return is_row ? *paid.share : Rational(1) - *paid.share;
}

void add_rounds(std::span<const ledger::Paid> paid, std::span<const RoundsOf> rounds) {
  for (const auto& [half, arm, is_row, times] : rounds) {
    for (std::int64_t time = 0; time < times; ++time) {
      if (std::ssize(paid) < half->round_size()) return;
      for (std::size_t i = 0; i < half->round.size(); ++i) {
        for (std::int64_t play = 0; play < half->round[i]; ++play) {
          arm->draws[i].add(own_share(paid.front(), is_row));
          paid = paid.subspan(1);
        }
      }
    }
  }
}

double guessable_epsilon(const Rational& share) { return std::max(share.to_double(), 1e-9); }

MixedStrategy rounded_strategy(const std::vector<Index>& candidates,
                               const std::vector<double>& weights) {
  constexpr double worth_playing = 0.02;  // beside the most played
  const double least = worth_playing * std::ranges::max(weights);
  double sum = 0;
  for (const double weight : weights) sum += weight >= least ? weight : 0;
  std::vector<std::int64_t> parts(weights.size());
  std::int64_t left = strategy_denominator;
  for (std::size_t t = 0; t < weights.size(); ++t) {
    if (weights[t] < least) continue;
    parts[t] = static_cast<std::int64_t>(
        std::floor(weights[t] / sum * static_cast<double>(strategy_denominator)));
    left -= parts[t];
  }
  const auto most = std::ranges::max_element(weights) - weights.begin();
  parts[at(most)] += left;
  std::vector<std::size_t> order(weights.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t t) { return candidates[t]; });
  MixedStrategy strategy;
  for (const std::size_t t : order) {
    if (parts[t] > 0) strategy.push_back({candidates[t], {parts[t], strategy_denominator}});
  }
  return strategy;
}

}  // namespace allnash::methods::noisy
