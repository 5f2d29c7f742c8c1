#include "matrix/auto/grigoriadis_khachiyan.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/at.hpp"

namespace allnash::matrix {

namespace {

// A game has fewer than 2^32 lines, so that the weights of all add up within 64 bits.
constexpr std::uint64_t full_weight = std::uint64_t{1} << 30;
constexpr int best_replies = 0;  // a rate: all weight on the best reply
constexpr int first_rate = 1;
constexpr int last_rate = 16;

// Draws a line with the weight that belongs to its shortfall.
template <typename Shortfall>
Index draw_line(Random& random, Index count, const std::vector<std::uint64_t>& weights,
                const Shortfall& shortfall) {
  const auto weight = [&](Index line) {
    const auto short_by = at(shortfall(line));
    return short_by < weights.size() ? weights[short_by] : 0;
  };
  std::uint64_t all = 0;
  for (Index line = 0; line < count; ++line) all += weight(line);
  all = std::max(all, full_weight);  // at least the best line's weight
  auto left = static_cast<std::uint64_t>(random.below(static_cast<Index>(all)));
  Index line = 0;
  for (; left >= weight(line); ++line) left -= weight(line);
  return line;
}

}  // namespace

GrigoriadisKhachiyan::GrigoriadisKhachiyan(Index rows, Index columns, Index opening)
    : opening_(opening), earned_(at(rows)), conceded_(at(columns)) {
  set_rate(opening > 0 ? best_replies : first_rate);
}

void GrigoriadisKhachiyan::set_rate(int rate) {
  rate_ = rate;
  weights_.clear();
  const std::uint64_t round_up = (std::uint64_t{1} << rate) - 1;
  for (std::uint64_t weight = full_weight; weight > 0; weight -= (weight + round_up) >> rate) {
    weights_.push_back(weight);
  }
}

double GrigoriadisKhachiyan::epsilon() const { return -std::log1p(-std::ldexp(1, -rate_)); }

Entry GrigoriadisKhachiyan::draw(Random& random) const {
  const Index row = draw_line(random, std::ssize(earned_), weights_,
                              [this](Index i) { return most_earned_ - earned_[at(i)]; });
  const Index column = draw_line(random, std::ssize(conceded_), weights_,
                                 [this](Index j) { return conceded_[at(j)] - least_conceded_; });
  return {row, column};
}

void GrigoriadisKhachiyan::step(Entry drawn, const std::function<bool(Index, Index)>& is_one) {
  ++steps_;
  for (Index i = 0; i < std::ssize(earned_); ++i) {
    if (is_one(i, drawn.column)) ++earned_[at(i)];
  }
  for (Index j = 0; j < std::ssize(conceded_); ++j) {
    if (is_one(drawn.row, j)) ++conceded_[at(j)];
  }
  most_earned_ = *std::ranges::max_element(earned_);
  least_conceded_ = *std::ranges::min_element(conceded_);
  // Compares integers; 2^-rate is a little below eps.
  const Index gap = 2 * (most_earned_ - least_conceded_);
  const bool close = rate_ == best_replies ? steps_ >= opening_ : gap <= steps_ >> rate_;
  if (close && rate_ < last_rate) set_rate(rate_ + 1);
}

Rational GrigoriadisKhachiyan::low() const { return {least_conceded_, steps_}; }
Rational GrigoriadisKhachiyan::high() const { return {most_earned_, steps_}; }

}  // namespace allnash::matrix
