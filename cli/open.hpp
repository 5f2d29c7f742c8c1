// Opens the game that a command line names.
#pragma once

#include <memory>

#include "allnash/source.hpp"
#include "arguments.hpp"

namespace allnash::cli {

/// A file or a family, with what the options say of its text. Throws InputError.
std::unique_ptr<Source> open_named(const Arguments& arguments);

/// What --costs names, for a game of this shape; nothing without it. Throws InputError.
std::unique_ptr<Source> open_costs(const Arguments& arguments, const Source& game);

/// What --row-names and --column-names give. Throws InputError.
Labels given_names(const Arguments& arguments);

/// The game with these names. Throws InputError.
std::unique_ptr<Source> with_names(std::unique_ptr<Source> game, Labels names);

}  // namespace allnash::cli
