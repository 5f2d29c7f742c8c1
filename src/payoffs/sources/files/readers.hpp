// One reader for each format of tables. Each takes the text or bytes of a game, and its name for
// messages. It throws InputError for a number that it cannot take at its exact value, and for
// everything else that is wrong.
#pragma once

#include <array>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "allnash/game.hpp"
#include "allnash/source.hpp"

namespace allnash::sources {

std::unique_ptr<Source> read_tsv(std::istream& in, const std::string& name, const TextTable& text);
std::unique_ptr<Source> read_npy(std::istream& in, const std::string& name);
std::unique_ptr<Source> read_nfg(std::istream& in, const std::string& name);
std::unique_ptr<Source> read_mtx(std::istream& in, const std::string& name);

/// A format by the ending of its files. A format that can be read need not be written.
struct Format {
  std::string_view ending;
  std::unique_ptr<Source> (*read)(std::istream&, const std::string&, const TextTable&);
  std::optional<GameFormat> written = {};
};

/// All formats of tables: what opens them, lists them in messages and tests them goes by this.
inline constexpr std::array formats = {
    Format{".csv", read_csv, GameFormat::csv},
    Format{".tsv", read_tsv, GameFormat::tsv},
    Format{".npy", [](auto& in, auto& name, auto&) { return read_npy(in, name); }, GameFormat::npy},
    Format{".nfg", [](auto& in, auto& name, auto&) { return read_nfg(in, name); }, GameFormat::nfg},
    Format{".mtx", [](auto& in, auto& name, auto&) { return read_mtx(in, name); }, GameFormat::mtx},
};

/// Opens a file for reading. Throws InputError with the reason if it cannot.
std::unique_ptr<std::istream> open_file(const std::string& path);

}  // namespace allnash::sources
