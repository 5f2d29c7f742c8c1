// What the files of this room share: the point between the equilibria and the middle of a game, and
// the certificate.
#pragma once

#include <iosfwd>
#include <optional>
#include <vector>

#include "allnash/responses.hpp"
#include "base/stop_token.hpp"
#include "game/players.hpp"
#include "responses/restricted_game.hpp"
#include "subgame/float_game.hpp"

namespace allnash::responses {

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
