#include "paper/screen.hpp"

#include <algorithm>

namespace allnash::methods {

namespace {

// Rounds of fictitious play (Brown 1951), which give weights in as many parts.
constexpr int screen_rounds = 64;

}  // namespace

// The even mixture, and one that is good against the worst of all places.
void Screen::add(const std::int64_t* payoffs, Index thickness, std::int64_t sign) {
  std::vector<std::int64_t> totals(at(places_));
  const auto play = [&](Index member) {
    for (Index place = 0; place < places_; ++place) {
      totals[at(place)] += payoffs[place * thickness + member];
    }
  };
  for (Index member = 0; member < thickness; ++member) play(member);
  keep(totals, thickness);
  std::ranges::fill(totals, 0);
  std::vector<std::int64_t> promised(at(thickness));
  for (int round = 0; round < screen_rounds; ++round) {
    play(std::ranges::max_element(promised) - promised.begin());
    const auto worst =
        std::ranges::min_element(totals, {}, [sign](std::int64_t total) { return sign * total; });
    const std::int64_t* answer = payoffs + (worst - totals.begin()) * thickness;
    for (Index member = 0; member < thickness; ++member) {
      promised[at(member)] += sign * answer[member];
    }
  }
  keep(totals, screen_rounds);
}

void Screen::keep(const std::vector<std::int64_t>& totals, std::int64_t parts) {
  for (const std::int64_t total : totals) {
    earned_.push_back(static_cast<double>(total) / (static_cast<double>(parts) * scale_));
  }
}

bool Screen::out(std::span<const Index> members) const {
  if (bits_.empty()) return false;
  for (std::size_t word = 0; word < words(); ++word) {
    std::uint64_t common = ~std::uint64_t{0};
    for (const Index member : members) common &= bits_[at(member) * words() + word];
    if (common != 0) return true;
  }
  return false;
}

}  // namespace allnash::methods
