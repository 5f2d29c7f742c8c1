// Names of strategies: one each, no two the same.
#pragma once

#include <string>
#include <vector>

#include "allnash/source.hpp"

namespace allnash::sources {

/// Throws InputError, with `where` before it, unless there is no name or one for each strategy of
/// the side, each fit to print and none twice.
void check_names(const std::string& where, const char* side, const std::vector<std::string>& names,
                 Index strategies);

/// The same for both sides.
void check_labels(const std::string& where, const Labels& labels, Index rows, Index columns);

/// A name as a cell of a text table, in quotes where it needs them.
std::string cell_text(const std::string& name, char separator = ',');
/// The cell of a strategy: its name, or its number where there are no names.
std::string cell_of(const std::vector<std::string>& names, Index strategy);

}  // namespace allnash::sources
