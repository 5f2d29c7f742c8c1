// Games known by best responses.
//
// `allnash-responses 1`: strategies that were met, their payoffs, a mixture of each player, and an
// oracle's answers for the best response to either. That no strategy does better than the oracle
// says must be believed; then, by weak duality, the guarantees of the two mixtures bound the value,
// and if the bounds meet they are an equilibrium. It is verified that
//
//   no strategy that was met does better than the oracle says, and the one that it names earns
//   what it says; the claim follows from the answers; of a claim about the strategies met alone,
//   which needs no oracle, the mixtures are an equilibrium among these.

#pragma once

#include <optional>
#include <vector>

#include "text.hpp"

namespace checker {

/// The oracle's answer on the best response to the opponent's mixture.
struct SaidResponse {
  enum class Kind { exact, bound, unproved };
  Kind kind = Kind::exact;
  std::optional<std::size_t> strategy;  // its index among those met
  Fraction sum;                         // its payoff, or the bound
  Line line;
};

struct ResponseSide {
  std::vector<string_view> names;
  std::vector<Fraction> weights;  // integers
  Fraction total;
  std::vector<Fraction> sums;  // of each strategy against the opponent's weights
  SaidResponse response;
};

struct ResponseClaim {
  enum class Kind { equilibrium, within, restricted };
  Kind kind = Kind::equilibrium;
  Fraction low;  // and high: equal except for bounds
  Fraction high;
  ResponseSide row;
  ResponseSide column;
};

ResponseClaim read_response_claim(Lines& lines);
/// Returns the verdict.
string check_responses(const ResponseClaim& claim);

}  // namespace checker
