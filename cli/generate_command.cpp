#include <cerrno>
#include <iostream>
#include <optional>

#include "allnash/game.hpp"
#include "commands.hpp"
#include "output.hpp"

namespace allnash::cli {

int run_generate(const Arguments& arguments) {
  const GameFormat format = arguments.output ? format_of(*arguments.output) : GameFormat::csv;
  std::optional<OutputFile> file;
  if (arguments.output) file.emplace(*arguments.output);
  std::ostream& out = file ? file->stream() : std::cout;
  const auto game = open_game(arguments.game, arguments.labels);
  // A full disk must end the work, not only be noticed after it.
  out.exceptions(std::ios::badbit | std::ios::failbit);
  try {
    errno = 0;
    write_game(*game, format, out, arguments.labels);
    out.flush();
  } catch (const std::ios_base::failure&) {
    const int error = errno;
    out.exceptions(std::ios::goodbit);
    throw_cannot_write(arguments.output.value_or("standard output"), error);
  }
  if (file) file->commit();
  return exit_proved;
}

}  // namespace allnash::cli
