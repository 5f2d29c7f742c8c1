// What the files of this room share: the restricted game, in which both players choose among the
// strategies that were met so far; a point between its equilibria and its middle; the certificate.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "allnash/large.hpp"
#include "allnash/rational.hpp"
#include "core/base/stop_token.hpp"
#include "core/exact/matrix.hpp"
#include "core/game/players.hpp"
#include "core/lp/float_game.hpp"

namespace allnash::responses {

/// Strategies are numbered in the order of discovery. Mixtures use the numbers of the player's
/// strategies.
class RestrictedGame {
 public:
  /// The number of a strategy, if it is known.
  [[nodiscard]] std::optional<Index> find(Player player, const std::string& strategy) const;
  /// The number of a strategy, which is added if it is new.
  Index add(Player player, const std::string& strategy);
  [[nodiscard]] const std::string& name(Player player, Index strategy) const {
    return sides_.of(player).names[at(strategy)];
  }
  [[nodiscard]] Index count(Player player) const { return std::ssize(sides_.of(player).names); }

  /// Entries of strategies that were added since the last `fill`, row by row.
  [[nodiscard]] std::vector<Entry> missing() const;
  /// Requires payoffs in the order of `missing`.
  void fill(const std::vector<Rational>& payoffs);
  /// The number of the player's strategies with known payoffs.
  [[nodiscard]] Index filled(Player player) const { return sides_.of(player).filled; }

  /// The payoffs of all strategies up to the last `fill`.
  [[nodiscard]] const exact::Matrix& payoffs() const { return payoffs_; }
  /// The payoff to the row player when the player's strategy meets a mixture of the opponent, times
  /// the mixture's denominator.
  [[nodiscard]] Rational scaled_payoff(Player player, Index strategy,
                                       const game::Mixture& opponent) const;
  /// The player's best strategy against the mixture; the first of several.
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

/// Whether the player prefers the first payoff.
[[nodiscard]] inline bool is_better(Player player, const Rational& one, const Rational& other) {
  return player == Player::row ? one > other : one < other;
}

/// Mixtures of both players on the central path with a gap near `gap` and not above it, in the
/// units of the FloatGame; the uniform mixtures if theirs is small enough. The gap is the most that
/// the column player's mixture concedes less the least that the row player's earns. Nothing when
/// rounding errors prevail or when stopped. The same numbers on every machine: plain arithmetic in
/// a fixed order.
[[nodiscard]] std::optional<game::Both<std::vector<double>>> central_mixtures(
    const lp::FloatGame& game, double gap, const StopToken& stop);

/// A mixture of one player and the opponent's response to it.
struct Answered {
  MixedStrategy mixture;
  Response response;
};

/// Writes the certificate of the answer (docs/certificate_format.md). Requires a status other than
/// `stopped`, and the responses to the mixtures of the answer.
void write_certificate(std::ostream& out, const ResponseAnswer& answer, const RestrictedGame& game,
                       const game::Both<Answered>& answered);

/// The weights of a mixture as integers without a common factor.
[[nodiscard]] std::vector<Rational> whole_weights(const MixedStrategy& mixture);

}  // namespace allnash::responses
