#include "matrix/research/paper/strips.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/exact/access.hpp"
#include "matrix/research/paper/small_game.hpp"

namespace allnash::matrix {

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

// Scales payoffs to integers, unless they or their common denominator are too large.
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

namespace {

// Rounds of fictitious play (Brown 1951); weights are multiples of 1 / rounds.
constexpr int screen_rounds = 64;

}  // namespace

// Adds the uniform mixture, and one that is good against the worst of all places.
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

}  // namespace allnash::matrix
