// What the parts of the room hand each other, and what opens games of this kind.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "allnash/flow_game.hpp"
#include "flows/exact_pair.hpp"
#include "flows/form.hpp"
#include "game/keys.hpp"

namespace allnash::flows {

/// Writes the proof down (docs/certificate_format.md).
void write_certificate(std::ostream& out, const FlowGame& game, const Form& form,
                       const ExactPair& pair);

/// Reads a file `.paths`; `name` stands for it in messages. Throws InputError.
FlowGame read_paths(std::istream& in, const std::string& name);

struct BuiltInPaths {
  const char* name;
  const char* keys;  ///< with their defaults
  const char* meaning;
  FlowGame (*make)(const game::Keys&);  ///< throws InputError for keys that do not fit
};
const std::vector<BuiltInPaths>& built_in_paths();

/// The game that the text after "paths:" describes, such as "blotto,fields=10,mine=20". Throws
/// InputError.
FlowGame make_path_game(const std::string& description);

}  // namespace allnash::flows
