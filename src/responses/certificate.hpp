// The certificate of an answer from best responses, and what it is written from: the two mixtures
// and the answers to them.
#pragma once

#include <iosfwd>
#include <optional>

#include "allnash/responses.hpp"
#include "game/players.hpp"
#include "responses/restricted_game.hpp"

namespace allnash::responses {

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
