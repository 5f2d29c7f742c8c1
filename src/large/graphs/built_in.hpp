// Built-in games on flows, each known by a name and keys.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "allnash/large.hpp"
#include "core/base/pace.hpp"
#include "core/base/stop_token.hpp"
#include "core/game/keys.hpp"

namespace allnash::large {

/// More payoffs would exceed the memory of many machines.
inline constexpr std::int64_t most_payoffs = std::int64_t{1} << 25;

struct BuiltInGame {
  const char* name;
  const char* keys;  ///< with their defaults
  const char* meaning;
  /// Throws InputError for keys that do not fit, and Stopped.
  FlowGame (*make)(const game::Keys&, Pace&);
};

struct BuiltInGames {
  const char* prefix;   ///< of their names
  const char* unknown;  ///< start of the message for an unknown name; the list of names follows
  std::vector<BuiltInGame> games;
};
[[nodiscard]] const BuiltInGames& built_in_paths();

/// The game that the text after the prefix describes, such as "blotto,fields=10,mine=20". Throws
/// InputError, and Stopped by the token.
[[nodiscard]] FlowGame make_built_in(const BuiltInGames& table, const std::string& description,
                                     const StopToken& stop = {});

}  // namespace allnash::large
