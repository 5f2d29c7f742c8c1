// What the parts of the room hand each other, and what opens games of this kind.
#pragma once

#include <iosfwd>
#include <string>

#include "allnash/flow_game.hpp"
#include "flows/exact_pair.hpp"
#include "flows/form.hpp"

namespace allnash::flows {

/// Writes the proof down (docs/certificate_format.md).
void write_certificate(std::ostream& out, const FlowGame& game, const Form& form,
                       const ExactPair& pair);

/// Reads a file `.paths`; `name` stands for it in messages. Throws InputError.
FlowGame read_paths(std::istream& in, const std::string& name);

}  // namespace allnash::flows
