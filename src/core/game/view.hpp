// One player's view of what is known: its own strategies against the opponent's, with signs such
// that it maximises. Code written for a view serves both players.
#pragma once

#include <cmath>
#include <limits>
#include <span>

#include "core/game/known.hpp"
#include "core/game/pair.hpp"
#include "core/game/players.hpp"

namespace allnash::game {

class View {
 public:
  View(const Known& known, Player player) : known_(&known), player_(player) {}
  [[nodiscard]] View opponent() const {
    View view = *this;
    view.player_ = opponent_of(player_);
    return view;
  }
  /// The same view, but with a range of payoffs unknown ones count as the best for this player, or
  /// for the opponent.
  [[nodiscard]] View hopeful() const { return assuming(is_row()); }
  [[nodiscard]] View fearful() const { return assuming(!is_row()); }
  [[nodiscard]] Player player() const { return player_; }
  [[nodiscard]] bool assumes() const { return assumed_ != nullptr; }

  [[nodiscard]] Index count() const { return is_row() ? known_->rows() : known_->columns(); }
  [[nodiscard]] Index opponents() const { return is_row() ? known_->columns() : known_->rows(); }
  [[nodiscard]] Entry entry(Index own, Index other) const {
    return is_row() ? Entry{own, other} : Entry{other, own};
  }
  [[nodiscard]] Index own(Entry entry) const { return is_row() ? entry.row : entry.column; }
  [[nodiscard]] Index other(Entry entry) const { return is_row() ? entry.column : entry.row; }

  // What is known.
  [[nodiscard]] bool knows(Index own, Index other) const {
    return is_row() ? known_->knows(own, other) : known_->knows(other, own);
  }
  /// Own strategies known against every opponent strategy, in the order of completion.
  [[nodiscard]] std::span<const Index> whole() const {
    return is_row() ? known_->whole_rows() : known_->whole_columns();
  }
  [[nodiscard]] Index known_of(Index own) const {  ///< number of known payoffs
    return is_row() ? known_->known_in_row(own) : known_->known_in_column(own);
  }

  // Payoffs to this player. `payoff` requires knows(own, other) and throws otherwise; `approximate`
  // is NaN if unknown. A hopeful or fearful view returns what it assumes instead.
  [[nodiscard]] Rational payoff(Index own, Index other) const {
    if (assumed_ != nullptr && !knows(own, other)) return turned(*assumed_);
    return is_row() ? known_->payoff(own, other) : -known_->payoff(other, own);
  }
  [[nodiscard]] double approximate(Index own, Index other) const {
    const double payoff =
        is_row() ? known_->approximate(own, other) : -known_->approximate(other, own);
    return assumed_ != nullptr && std::isnan(payoff) ? turned(assumed_->to_double()) : payoff;
  }
  /// An upper bound on unknown payoffs of own strategies; infinite without a range.
  [[nodiscard]] double most() const {
    const auto& range = known_->range();
    if (!range) return std::numeric_limits<double>::infinity();
    return is_row() ? range->high.to_double() : -range->low.to_double();
  }
  /// Payoffs with a row for each own strategy and a column for each of the opponent's.
  [[nodiscard]] exact::Matrix table(const Lines& own, const Lines& others) const {
    exact::Matrix result(std::ssize(own), std::ssize(others));
    for (Index s = 0; s < result.rows(); ++s) {
      for (Index t = 0; t < result.columns(); ++t) {
        result.at(s, t) = payoff(own[at(s)], others[at(t)]);
      }
    }
    return result;
  }
  /// The same with a row for each of the opponent's strategies.
  [[nodiscard]] exact::Matrix against(const Lines& others, const Lines& own) const {
    exact::Matrix result(std::ssize(others), std::ssize(own));
    for (Index t = 0; t < result.rows(); ++t) {
      for (Index s = 0; s < result.columns(); ++s) {
        result.at(t, s) = payoff(own[at(s)], others[at(t)]);
      }
    }
    return result;
  }

  // Converts a payoff between the row player and this player.
  [[nodiscard]] Rational turned(const Rational& value) const { return is_row() ? value : -value; }
  [[nodiscard]] double turned(double value) const { return is_row() ? value : -value; }

  [[nodiscard]] const MixedStrategy& mine(const Pair& pair) const {
    return is_row() ? pair.row : pair.column;
  }
  [[nodiscard]] const MixedStrategy& theirs(const Pair& pair) const {
    return is_row() ? pair.column : pair.row;
  }

 private:
  [[nodiscard]] View assuming(bool high) const {
    View view = *this;
    const auto& range = known_->range();
    if (range) view.assumed_ = high ? &range->high : &range->low;
    return view;
  }
  [[nodiscard]] bool is_row() const { return player_ == Player::row; }

  const Known* known_;
  Player player_;
  const Rational* assumed_ = nullptr;  // the row player's payoff in unknown entries
};

}  // namespace allnash::game
