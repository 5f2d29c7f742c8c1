// The game that a command line names.
#pragma once

#include <memory>

#include "allnash/payoff_source.hpp"
#include "arguments.hpp"

namespace allnash::cli {

/// A file or a family, with what the options say of its text. Throws InputError.
std::unique_ptr<PayoffSource> open_named(const Arguments& arguments);

/// What --costs names, for a game of this shape; nothing without it. Throws InputError.
std::unique_ptr<PayoffSource> open_costs(const Arguments& arguments, const PayoffSource& game);

/// Of strategies, one each, or none for a side.
struct Names {
  std::vector<std::string> rows;
  std::vector<std::string> columns;
};
/// What --row-names and --column-names give. Throws InputError.
Names given_names(const Arguments& arguments);

/// The game with these names. Throws InputError.
std::unique_ptr<PayoffSource> with_names(std::unique_ptr<PayoffSource> game, Names names);

}  // namespace allnash::cli
