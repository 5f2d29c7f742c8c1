// The payoffs of some lines of the implicit matrix against all strategies of the other player, read
// from the ledger once; what is not known is 0 and not looked at.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "allnash/rational.hpp"
#include "base/at.hpp"
#include "ledger/ledger.hpp"
#include "paper/subsets.hpp"

namespace allnash::methods {

class Strips {
 public:
  /// `lines` are ranks of subsets of rows, or of columns. Payoffs up to `largest` become whole
  /// numbers if one factor can make them so; `with_lanes` also doubles where the lanes take them.
  Strips(const game::Known& known, const Subsets& subsets, bool of_rows,
         std::span<const Index> lines, std::int64_t largest, bool with_lanes);

  [[nodiscard]] bool of_rows() const { return of_rows_; }
  [[nodiscard]] const std::vector<Index>& lines() const { return lines_; }
  [[nodiscard]] Index thickness() const { return thickness_; }
  [[nodiscard]] Index length() const { return length_; }
  [[nodiscard]] bool wide() const { return whole_.empty(); }
  /// Square games of two or three with payoffs that the lanes take.
  [[nodiscard]] bool in_lanes() const { return !wide() && !floating_.empty(); }
  /// What payoffs were multiplied by to be whole.
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
  std::vector<double> floating_;     // the same where the lanes take it; near payoffs when wide
};

}  // namespace allnash::methods
