// Some lines of the implicit matrix of all subgames, read once; and a screen made from them, which
// rules out most other lines without solving a game.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "allnash/rational.hpp"
#include "core/base/at.hpp"
#include "matrix/research/paper/subsets.hpp"
#include "payoffs/asking/payoff_ledger.hpp"

namespace allnash::matrix {

/// The payoffs of some lines of the implicit matrix against all strategies of the other player,
/// read from the ledger once; unknown ones are 0 and are not used.
class Strips {
 public:
  /// `lines` are ranks of subsets of rows, or of columns. Payoffs up to `largest` become integers
  /// if a common factor makes them so; `with_lanes` adds doubles if lanes.cpp accepts them.
  Strips(const game::Known& known, const Subsets& subsets, bool of_rows,
         std::span<const Index> lines, std::int64_t largest, bool with_lanes);

  [[nodiscard]] bool of_rows() const { return of_rows_; }
  [[nodiscard]] const std::vector<Index>& lines() const { return lines_; }
  [[nodiscard]] Index thickness() const { return thickness_; }
  [[nodiscard]] Index length() const { return length_; }
  [[nodiscard]] bool wide() const { return whole_.empty(); }
  /// Whether these are square games of two or three with payoffs that lanes.cpp accepts.
  [[nodiscard]] bool in_lanes() const { return !wide() && !floating_.empty(); }
  /// The factor that made the payoffs integers.
  [[nodiscard]] std::int64_t scale() const { return scale_; }
  /// thickness() payoffs at each place, place by place.
  [[nodiscard]] const std::int64_t* whole(std::size_t line) const { return &whole_[start(line)]; }
  [[nodiscard]] const double* floating(std::size_t line) const { return &floating_[start(line)]; }
  [[nodiscard]] const Rational* wide(std::size_t line) const { return &payoffs_[start(line)]; }

 private:
  [[nodiscard]] std::size_t start(std::size_t line) const {
    return line * at(length_ * thickness_);
  }
  void read(const game::Known& known, const Subsets& subsets);
  void scale(std::int64_t largest);

  bool of_rows_;
  std::vector<Index> lines_;
  Index thickness_;
  Index length_;
  std::int64_t scale_ = 1;
  std::vector<Rational> payoffs_;
  std::vector<std::int64_t> whole_;  // empty: wide
  std::vector<double> floating_;  // the same if lanes.cpp accepts them; approximate payoffs if wide
};

/// Excludes most lines of the implicit matrix from a race without solving a game.
///
/// A mixture of the strategies of a sampled line has a payoff against each strategy of the other
/// player. If that exceeds the leader's entry against all members of another line, so does the
/// value of the game between the two. Each mixture has a bit at each strategy; a line is out if the
/// bits of its members have one in common.
class Screen {
 public:
  /// `places` strategies of the other player. Payoffs are divided by `scale`.
  Screen(Index places, std::int64_t scale) : places_(places), scale_(static_cast<double>(scale)) {}

  /// Adds some mixtures of a line with `thickness` members, payoffs place by place, for a player
  /// who maximizes (sign 1) or minimizes (-1). Payoffs up to 2^46 are added without rounding.
  void add(const std::int64_t* payoffs, Index thickness, std::int64_t sign);

  /// Sets the bits anew: where beyond(payoff) is true.
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

  /// True only if some mixture is beyond against every member.
  [[nodiscard]] bool out(std::span<const Index> members) const;

 private:
  [[nodiscard]] std::size_t words() const { return (earned_.size() / at(places_) + 63) / 64; }
  void keep(const std::vector<std::int64_t>& totals, std::int64_t parts);

  Index places_;
  double scale_;
  std::vector<double> earned_;       // mixture by mixture
  std::vector<std::uint64_t> bits_;  // place by place; empty before the first `aim`
};

}  // namespace allnash::matrix
