// What the files of this room share: optimal flows, certificates, the double oracle, and the reader
// of path games.
#pragma once

#include <array>
#include <iosfwd>
#include <optional>
#include <string>

#include "allnash/flow_game.hpp"
#include "allnash/flows.hpp"
#include "allnash/stop.hpp"
#include "flows/exact_pair.hpp"
#include "flows/form.hpp"

namespace allnash::flows {

/// Flows of both players, optimal ones.
struct OptimalFlows {
  std::array<Numbers, 2> flow;  ///< of each arc, times the unit; no factor divides all and the unit
  std::array<exact::Integer, 2> unit;
  Rational value;
};

/// Writes the proof down (docs/certificate_format.md): of all equilibria, or of one.
void write_certificate(std::ostream& out, const FlowGame& game, const Form& form,
                       const ExactPair& pair);
void write_certificate(std::ostream& out, const FlowGame& game, const Form& form,
                       const OptimalFlows& optimal);

/// Finds one equilibrium by double oracle. Writes into the answer what it has found: status, value
/// and strategies, or bounds and strategies where these are better than what is there. Returns the
/// flows where there is an equilibrium.
std::optional<OptimalFlows> solve_by_responses(FlowAnswer& answer, const Form& form,
                                               std::optional<double> time_limit,
                                               const StopFlag* stop);

/// Reads a file `.paths`; `name` stands for it in messages. Throws InputError.
FlowGame read_paths(std::istream& in, const std::string& name);

}  // namespace allnash::flows
