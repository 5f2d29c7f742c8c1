// Tells of most lines of the implicit matrix that they are out of a race without solving a game.
//
// A mixture of the strategies of a sampled line earns something against each strategy of the other
// player. Where it earns more than the leader's entry against all members of another line, so does
// the value of the game between the two. Each mixture has a bit at each strategy; a line is out if
// the bits of its members have one in common.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/at.hpp"

namespace allnash::methods {

class Screen {
 public:
  /// `places` strategies of the other player. What is earned is divided by `scale`.
  Screen(Index places, std::int64_t scale) : places_(places), scale_(static_cast<double>(scale)) {}

  /// Some mixtures of a line with `thickness` members, payoffs place by place, for a player who
  /// raises payoffs (sign 1) or lowers them (-1). Payoffs up to 2^46 are added without rounding.
  void add(const std::int64_t* payoffs, Index thickness, std::int64_t sign);

  /// Sets the bits anew: beyond(earned) where what is earned puts a line out.
  template <typename Beyond>
  void aim(const Beyond& beyond) {
    bits_.assign(at(places_) * words(), 0);
    for (std::size_t t = 0; t < earned_.size(); ++t) {
      const std::size_t mixture = t / at(places_);
      const std::size_t place = t % at(places_);
      const std::uint64_t bit = beyond(earned_[t]) ? 1 : 0;
      bits_[place * words() + mixture / 64] |= bit << (mixture % 64);
    }
  }

  /// True only if a mixture was seen to be beyond against each of the members.
  [[nodiscard]] bool out(std::span<const Index> members) const;

 private:
  [[nodiscard]] std::size_t words() const { return (earned_.size() / at(places_) + 63) / 64; }
  void keep(const std::vector<std::int64_t>& totals, std::int64_t parts);

  Index places_;
  double scale_;
  std::vector<double> earned_;       // mixture by mixture
  std::vector<std::uint64_t> bits_;  // place by place; none before the first aim
};

}  // namespace allnash::methods
