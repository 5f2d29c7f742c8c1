#include "sources/families/noise.hpp"

#include <algorithm>

namespace allnash::sources {

HidingPlaces::HidingPlaces(Index strategies, Index count, const Noise& noise) {
  for (Index draw = 0; this->count() < count; ++draw) {
    const Index strategy = noise.uniform(0, strategies - 1, draw);
    const auto spot = std::ranges::lower_bound(sorted_, strategy, {}, &Spot::strategy);
    if (spot != sorted_.end() && spot->strategy == strategy) continue;
    sorted_.insert(spot, {strategy, this->count()});
    places_.push_back(strategy);
  }
}

Index HidingPlaces::number(Index strategy) const {
  const auto spot = std::ranges::lower_bound(sorted_, strategy, {}, &Spot::strategy);
  return spot != sorted_.end() && spot->strategy == strategy ? spot->number : -1;
}

}  // namespace allnash::sources
