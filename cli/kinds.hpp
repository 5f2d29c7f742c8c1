// The kinds of games that `allnash solve` takes, and the options of each: what its short help
// shows, and what it refuses.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "arguments.hpp"

namespace allnash::cli {

struct GameKind {
  std::string_view title;  ///< "Options for a table"; "Options" if no game is named
  /// Names of the options in the short help, in its order.
  std::span<const std::string_view> shown;
  std::span<const std::string_view> taken = {};  ///< empty: all that are in the tables
  std::string_view name = {};                    ///< in messages about options that are not taken
};

/// The kind of the game that is named; a kind of its own, with what is used most, if none is.
const GameKind& kind_of(const std::string& game, bool noisy);

/// Throws InputError for a given option that this kind of game does not take.
void refuse_options_of_others(const GameKind& kind, const Arguments& arguments);

}  // namespace allnash::cli
