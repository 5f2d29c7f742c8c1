#include "paper/strips.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "exact/access.hpp"
#include "paper/lanes.hpp"

namespace allnash::methods {

Strips::Strips(const game::Known& known, const Subsets& subsets, bool of_rows,
               std::span<const Index> lines, std::int64_t largest, bool with_lanes)
    : of_rows_(of_rows),
      lines_(lines.begin(), lines.end()),
      thickness_(subsets.size()),
      length_(of_rows ? known.columns() : known.rows()) {
  read(known, subsets);
  scale(largest);
  if (wide()) {
    for (const Rational& payoff : payoffs_) floating_.push_back(payoff.to_double());
  } else if (with_lanes) {
    const auto fits = [](std::int64_t payoff) { return std::abs(payoff) <= largest_in_lanes; };
    if (std::ranges::all_of(whole_, fits)) floating_.assign(whole_.begin(), whole_.end());
  }
}

void Strips::read(const game::Known& known, const Subsets& subsets) {
  payoffs_.resize(start(lines_.size()));
  std::vector<Index> subset(at(thickness_));
  auto next = payoffs_.begin();
  for (const Index line : lines_) {
    subsets.subset(line, subset);
    for (Index place = 0; place < length_; ++place) {
      for (const Index member : subset) {
        const Entry entry = of_rows_ ? Entry{member, place} : Entry{place, member};
        if (known.knows(entry.row, entry.column)) *next = known.payoff(entry.row, entry.column);
        ++next;
      }
    }
  }
}

// To whole payoffs, unless they or their common denominator are too large.
void Strips::scale(std::int64_t largest) {
  for (const Rational& payoff : payoffs_) {
    if (!exact::is_small(payoff)) return;
    const std::int64_t bottom = *exact::denominator(payoff);
    if (bottom == 1) continue;
    if (__builtin_mul_overflow(scale_ / std::gcd(scale_, bottom), bottom, &scale_)) return;
    if (scale_ > largest) return;
  }
  std::vector<std::int64_t> whole(payoffs_.size());
  for (std::size_t t = 0; t < whole.size(); ++t) {
    const std::int64_t factor = scale_ / *exact::denominator(payoffs_[t]);
    if (__builtin_mul_overflow(*exact::numerator(payoffs_[t]), factor, &whole[t])) return;
    if (std::abs(whole[t]) > largest) return;
  }
  whole_ = std::move(whole);
  payoffs_.clear();
}

}  // namespace allnash::methods
