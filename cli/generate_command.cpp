#include <iostream>
#include <optional>

#include "allnash/game.hpp"
#include "commands.hpp"
#include "open.hpp"
#include "output.hpp"

namespace allnash::cli {

int run_generate(const Arguments& arguments) {
  const GameFormat format = arguments.output ? format_of(*arguments.output) : GameFormat::csv;
  std::optional<OutputFile> file;
  if (arguments.output) file.emplace(*arguments.output);
  std::ostream& out = file ? file->stream() : std::cout;
  const auto game = with_names(open_named(arguments), given_names(arguments));
  const bool named = arguments.labels || arguments.header || arguments.row_names.has_value() ||
                     arguments.column_names.has_value();
  const auto names = named ? TextTable::Names::both : TextTable::Names::none;
  write_watched(out, arguments.output.value_or("standard output"),
                [&](std::ostream& stream) { write_game(*game, format, stream, names); });
  if (file) file->commit();
  return exit_proved;
}

}  // namespace allnash::cli
