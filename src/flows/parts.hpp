// What the parts of the room hand each other.
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>

#include "allnash/flow_game.hpp"
#include "flows/exact_pair.hpp"
#include "flows/form.hpp"

namespace allnash::flows {

/// Writes the proof down (docs/certificate_format.md).
void write_certificate(std::ostream& out, const FlowGame& game, const Form& form,
                       const ExactPair& pair);

/// Reads a file `.paths`; `name` stands for it in messages. Throws InputError.
FlowGame read_paths(std::istream& in, const std::string& name);

/// A built-in path game: "blotto,fields=10,mine=20". Throws InputError.
FlowGame make_path_game(std::string_view description);

}  // namespace allnash::flows
