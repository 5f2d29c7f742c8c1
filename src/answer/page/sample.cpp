#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

#include "answer/page/data.hpp"

namespace allnash::page {

namespace {

std::size_t at(Index index) { return static_cast<std::size_t>(index); }

}  // namespace

std::vector<Index> Side::played() const {
  if (const OptimalSet* own = set()) return own->support;
  std::vector<Index> support;
  for (const Weight& weight : strategy()) support.push_back(weight.strategy);
  return support;
}

MixedStrategy most_played(MixedStrategy strategy, std::size_t limit) {
  std::ranges::stable_sort(strategy, std::greater{}, &Weight::probability);
  strategy.resize(std::min(strategy.size(), limit));
  return strategy;
}

Earnings::Earnings(const Side& side) : side_(side) {
  const MixedStrategy& theirs = side.opponents_strategy();
  for (const Weight& weight : theirs) {
    const Rational scaled = weight.probability * denominator_;
    if (scaled.is_integer()) continue;
    denominator_ *= Rational::from_digits(scaled.denominator_digits(16), "1", 16);
  }
  for (const Weight& weight : theirs) whole_.push_back(weight.probability * denominator_);
}

std::optional<Rational> Earnings::of(Index own) const {
  const MixedStrategy& theirs = side_.opponents_strategy();
  if (theirs.empty()) return {};
  Rational sum;
  for (std::size_t t = 0; t < theirs.size(); ++t) {
    if (!side_.knows(own, theirs[t].strategy)) return {};
    sum += whole_[t] * side_.payoff(own, theirs[t].strategy);
  }
  return sum / denominator_;
}

std::vector<double> Side::merits() const {
  const MixedStrategy& theirs = opponents_strategy();
  if (theirs.empty() || result_->known == nullptr) return {};
  std::vector<double> probabilities;
  for (const Weight& weight : theirs) probabilities.push_back(weight.probability.to_double());
  std::vector<double> merits(at(count()));
  for (Index own = 0; own < count(); ++own) {
    double sum = 0;
    for (std::size_t t = 0; t < theirs.size(); ++t) {
      const Index other = theirs[t].strategy;
      sum += knows(own, other) ? probabilities[t] * payoff(own, other).to_double()
                               : std::numeric_limits<double>::quiet_NaN();
    }
    merits[at(own)] = is_row_ ? sum : -sum;
  }
  return merits;
}

std::vector<Index> leading_strategies(const Side& side, std::span<const double> merits,
                                      std::size_t limit) {
  std::vector<Index> played = side.played();
  if (played.size() >= limit) {
    played.clear();
    for (const Weight& weight : most_played(side.strategy(), limit)) {
      played.push_back(weight.strategy);
    }
    return played;
  }
  std::vector<Index> others;
  std::vector<bool> taken(at(side.count()));
  for (const Index strategy : played) taken[at(strategy)] = true;
  for (Index t = 0; t < std::ssize(merits); ++t) {
    if (!taken[at(t)] && !std::isnan(merits[at(t)])) others.push_back(t);
  }
  const auto better = [&](Index left, Index right) {
    return merits[at(left)] != merits[at(right)] ? merits[at(left)] > merits[at(right)]
                                                 : left < right;
  };
  const std::size_t more = std::min(others.size(), limit - played.size());
  std::ranges::partial_sort(others, others.begin() + static_cast<std::ptrdiff_t>(more), better);
  played.insert(played.end(), others.begin(), others.begin() + static_cast<std::ptrdiff_t>(more));
  return played;
}

std::vector<Index> shown_strategies(const Side& side, std::span<const double> merits,
                                    std::size_t limit) {
  const std::size_t count = at(side.count());
  std::vector<Index> shown;
  if (count <= limit) {
    shown.resize(count);
    std::iota(shown.begin(), shown.end(), Index{0});
    return shown;
  }
  shown = leading_strategies(side, merits, limit * 3 / 4);
  std::vector<bool> taken(count);
  for (const Index strategy : shown) taken[at(strategy)] = true;
  const std::size_t more = limit - shown.size();
  for (std::size_t t = 0; t < more; ++t) {
    // If the place is taken, uses the next free one.
    std::size_t place = count * t / more;
    while (place < count && taken[place]) ++place;
    if (place == count) continue;
    taken[place] = true;
    shown.push_back(static_cast<Index>(place));
  }
  std::ranges::sort(shown);
  return shown;
}

}  // namespace allnash::page
