// Opening a game by its name: which reader it goes to.
#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <system_error>

#include "allnash/error.hpp"
#include "allnash/game.hpp"
#include "sources/families.hpp"
#include "sources/files/readers.hpp"
#include "sources/text.hpp"

namespace allnash {
namespace {

using Reader = std::unique_ptr<PayoffSource> (*)(std::istream&, const std::string&, bool);

struct Format {
  std::string_view ending;
  Reader read;
};

constexpr std::array<Format, 5> formats = {{
    {".csv", [](auto& in, auto& name, bool labels) { return read_csv(in, name, labels, ','); }},
    {".tsv", [](auto& in, auto& name, bool labels) { return read_csv(in, name, labels, '\t'); }},
    {".npy", [](auto& in, auto& name, bool) { return sources::read_npy(in, name); }},
    {".nfg", [](auto& in, auto& name, bool) { return sources::read_nfg(in, name); }},
    {".mtx", [](auto& in, auto& name, bool) { return sources::read_mtx(in, name); }},
}};

// The ending of the path with its dot, in small letters.
std::string ending_of(const std::string& path) {
  std::string ending = std::filesystem::path(path).extension().string();
  for (char& c : ending) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return ending;
}

const Format& format_to_read(const std::string& path) {
  const std::string ending = ending_of(path);
  for (const Format& format : formats) {
    if (format.ending == ending) return format;
  }
  sources::refuse(path,
                  "unknown ending; a game is a file .csv, .tsv, .npy, .nfg or .mtx, '-' for "
                  "CSV on standard input, or family:NAME");
}

}  // namespace

std::unique_ptr<PayoffSource> open_game(const std::string& name, bool labels) {
  constexpr std::string_view family = "family:";
  if (name == "-") return read_csv(std::cin, "standard input", labels);
  if (name.starts_with(family)) return sources::make_family(name.substr(family.size()));
  if (name.empty()) throw InputError("the name of the game is empty");

  std::error_code ignored;
  if (std::filesystem::is_directory(name, ignored)) sources::refuse(name, "is a directory");
  const Format& format = format_to_read(name);
  errno = 0;
  std::ifstream in(name, std::ios::binary);
  if (!in) {
    sources::refuse(name, errno != 0 ? std::generic_category().message(errno) : "cannot be opened");
  }
  return format.read(in, name, labels);
}

GameFormat format_of(const std::string& path) {
  const std::string ending = ending_of(path);
  if (ending == ".csv") return GameFormat::csv;
  if (ending == ".tsv") return GameFormat::tsv;
  if (ending == ".npy") return GameFormat::npy;
  if (ending == ".nfg") return GameFormat::nfg;
  sources::refuse(path, "unknown ending; a game is written as .csv, .tsv, .npy or .nfg");
}

}  // namespace allnash
