// What the files of this room share: the restricted game, in which both players choose among the
// strategies that were met so far; a point between its equilibria and its middle; the certificate.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "allnash/rational.hpp"
#include "allnash/responses.hpp"
#include "base/stop_token.hpp"
#include "exact/matrix.hpp"
#include "game/players.hpp"
#include "subgame/float_game.hpp"

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

/// Mixtures of both players between which the gap, what the column player's concedes at most less
/// what the row player's earns at least, is near `gap` and not above it, in the units of the
/// FloatGame; where the uniform mixtures are that near, those. Nothing when rounding has the better
/// of it or when stopped. The same numbers on every machine: plain arithmetic in a fixed order.
[[nodiscard]] std::optional<game::Both<std::vector<double>>> central_mixtures(
    const subgame::FloatGame& game, double gap, const StopToken& stop);

/// A mixture of one player, and what the opponent's response to it says.
struct Answered {
  MixedStrategy mixture;
  Response response;
};

/// Writes down what the status rests on (docs/certificate_format.md). Requires one that is not
/// `stopped`, and answers to the mixtures that the answer names.
void write_certificate(std::ostream& out, const ResponseAnswer& answer, const RestrictedGame& game,
                       const game::Both<Answered>& answered);

/// The weights of a mixture as whole numbers without a common divisor.
[[nodiscard]] std::vector<Rational> whole_weights(const MixedStrategy& mixture);

}  // namespace allnash::responses
