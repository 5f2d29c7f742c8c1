// The restricted game: both players choose among the strategies that were met so far.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "allnash/rational.hpp"
#include "exact/matrix.hpp"
#include "game/players.hpp"

namespace allnash::responses {

/// Strategies are numbered in the order in which they were met. A mixture of one player is by the
/// numbers of that player's strategies.
class RestrictedGame {
 public:
  /// The number of a strategy, if it was met.
  [[nodiscard]] std::optional<Index> find(Player player, const std::string& strategy) const;
  /// Its number; it is met now unless it was before.
  Index add(Player player, const std::string& strategy);
  [[nodiscard]] const std::string& name(Player player, Index strategy) const {
    return sides_.of(player).names[at(strategy)];
  }
  [[nodiscard]] Index count(Player player) const { return std::ssize(sides_.of(player).names); }

  /// Payoffs of strategies that were added since the last `fill`, row by row.
  [[nodiscard]] std::vector<Entry> missing() const;
  /// Requires payoffs in the order of `missing`.
  void fill(const std::vector<Rational>& payoffs);
  /// How many strategies of the player the payoffs are known of.
  [[nodiscard]] Index filled(Player player) const { return sides_.of(player).filled; }

  /// All payoffs, of strategies that they are known of.
  [[nodiscard]] const exact::Matrix& payoffs() const { return payoffs_; }
  /// What the player's strategy earns against a mixture of the opponent's, times the denominator of
  /// that: to the row player.
  [[nodiscard]] Rational scaled_payoff(Player player, Index strategy,
                                       const game::Mixture& opponent) const;
  /// The player's strategy that does best against it; the first of several.
  struct Best {
    Index strategy = 0;
    Rational scaled;
  };
  [[nodiscard]] Best best_against(Player player, const game::Mixture& opponent) const;

 private:
  struct Names {
    std::vector<std::string> names;
    std::unordered_map<std::string, Index> numbers;
    Index filled = 0;
  };
  game::Both<Names> sides_;
  exact::Matrix payoffs_;
};

/// Whether a payoff is better for the player than another.
[[nodiscard]] inline bool is_better(Player player, const Rational& one, const Rational& other) {
  return player == Player::row ? one > other : one < other;
}

}  // namespace allnash::responses
