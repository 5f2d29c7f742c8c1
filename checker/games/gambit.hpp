// What Gambit's two formats of games have in common.
#pragma once

#include <array>

#include "source.hpp"

namespace checker {

/// A brace, a string with its quotes, or a word; empty at the end of the file. Commas are blanks.
string_view gambit_token(Source& in);
void gambit_expect(Source& in, string_view wanted, string_view found);
/// Strings up to the closing brace; the opening one has been read.
Index gambit_strings(Source& in);

/// Both players' payoffs in an outcome or a cell.
using GambitPayoffs = std::array<Fraction, 2>;
GambitPayoffs gambit_payoffs(Source& in);

/// Reads the text before the strategies or the tree.
void read_gambit_head(Source& in, const string& format, const string& version);

}  // namespace checker
