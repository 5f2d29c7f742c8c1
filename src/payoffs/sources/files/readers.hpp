// One reader for each format. Each takes the text or bytes of a game, and its name for messages. It
// throws InputError for a number that it cannot take at its exact value, and for everything else
// that is wrong.
#pragma once

#include <iosfwd>
#include <memory>
#include <string>

#include "allnash/source.hpp"

namespace allnash::sources {

std::unique_ptr<Source> read_npy(std::istream& in, const std::string& name);
std::unique_ptr<Source> read_nfg(std::istream& in, const std::string& name);
std::unique_ptr<Source> read_mtx(std::istream& in, const std::string& name);

/// Opens a file for reading. Throws InputError with the reason if it cannot.
std::unique_ptr<std::istream> open_file(const std::string& path);

}  // namespace allnash::sources
