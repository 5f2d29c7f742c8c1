// The game that a command line names.
#pragma once

#include <memory>

#include "allnash/payoff_source.hpp"
#include "arguments.hpp"

namespace allnash::cli {

/// A file or a family, with what the options say of its text. Throws InputError.
std::unique_ptr<PayoffSource> open_named(const Arguments& arguments);

/// The game with the names that --row-names and --column-names give. Throws InputError.
std::unique_ptr<PayoffSource> with_names(std::unique_ptr<PayoffSource> game,
                                         const Arguments& arguments);

}  // namespace allnash::cli
