// Opens a game by its name: chooses the reader.
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <system_error>
#include <vector>

#include "allnash/game.hpp"
#include "allnash/run.hpp"
#include "core/base/reader.hpp"
#include "core/base/text.hpp"
#include "payoffs/sources/families.hpp"
#include "payoffs/sources/files/readers.hpp"

namespace allnash {
namespace {

using namespace sources;

/// The endings, for messages: ".csv, .tsv, .npy, .nfg or .mtx".
std::string listed_endings(bool to_write) {
  std::vector<std::string_view> endings;
  for (const Format& format : formats) {
    if (!to_write || format.written) endings.push_back(format.ending);
  }
  std::string text;
  for (std::size_t t = 0; t < endings.size(); ++t) {
    text += t == 0 ? "" : t + 1 == endings.size() ? " or " : ", ";
    text += endings[t];
  }
  return text;
}

/// `known` lists further formats for the error message.
const Format& format_by_ending(const std::string& path, const std::string& known) {
  const std::string ending = lower_case(std::filesystem::path(path).extension().string());
  for (const Format& format : formats) {
    if (format.ending == ending) return format;
  }
  if (ending == ".efg") {
    allnash::refuse(path,
                    "a game tree, and games here are matrices: make one with a row or a column for "
                    "each plan of a player; Gambit does, when it saves the tree as .nfg");
  }
  allnash::refuse(path, "unknown ending; a game is " + known);
}

void refuse_directory(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) allnash::refuse(path, "is a directory");
}

std::ifstream opened(const std::string& path) {
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  if (!in) {
    allnash::refuse(path, errno != 0 ? std::generic_category().message(errno) : "cannot be opened");
  }
  return in;
}

}  // namespace

std::unique_ptr<std::istream> sources::open_file(const std::string& path) {
  refuse_directory(path);
  return std::make_unique<std::ifstream>(opened(path));
}

std::unique_ptr<Source> sources::read_tsv(std::istream& in, const std::string& name,
                                          const TextTable& text) {
  TextTable tabs = text;
  if (!tabs.separator) tabs.separator = '\t';
  return read_csv(in, name, tabs);
}

std::string game_endings() {
  std::string text;
  for (const Format& format : formats)
    text += (text.empty() ? "" : " ") + std::string(format.ending);
  return text;
}

std::unique_ptr<Source> open_game(const std::string& name, const TextTable& text) {
  constexpr std::string_view family = "family:";
  if (name == "-") return read_csv(std::cin, "standard input", text);
  if (name.starts_with(family)) return sources::make_family(name.substr(family.size()));
  if (name.empty()) throw InputError("the name of the game is empty");

  refuse_directory(name);
  const Format& format = format_by_ending(
      name, "a file " + listed_endings(false) + ", '-' for CSV on standard input, or family:NAME");
  std::ifstream in = opened(name);
  return format.read(in, name, text);
}

std::vector<std::string> read_names(const std::string& path) {
  std::ifstream in = opened(path);
  TextReader text(in, path);
  std::vector<std::string> names;
  std::string line;
  while (text.take_line(line)) {
    const std::string name(trimmed(line));
    // The game refuses invalid names: it knows how many names there must be.
    if (!name.empty() || text.peek() != TextReader::end) names.push_back(name);
  }
  if (names.empty()) allnash::refuse(path, "no names in it");
  return names;
}

GameFormat format_of(const std::string& path) {
  const std::string known = "written as " + listed_endings(true);
  const Format& format = format_by_ending(path, known);
  if (!format.written) {
    allnash::refuse(path, "a game of this format is read, not written; it is " + known);
  }
  return *format.written;
}

}  // namespace allnash
