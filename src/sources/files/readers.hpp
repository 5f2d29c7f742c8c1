// One reader a format. Each takes the text or bytes of a game, and the name that stands for it in
// messages, and throws InputError for anything it cannot take at its exact value.
#pragma once

#include <iosfwd>
#include <memory>
#include <string>

#include "allnash/source.hpp"

namespace allnash::sources {

std::unique_ptr<Source> read_npy(std::istream& in, const std::string& name);
std::unique_ptr<Source> read_nfg(std::istream& in, const std::string& name);
std::unique_ptr<Source> read_mtx(std::istream& in, const std::string& name);

/// A file to read from. Throws InputError that says why it cannot be opened.
std::unique_ptr<std::istream> open_file(const std::string& path);

}  // namespace allnash::sources
