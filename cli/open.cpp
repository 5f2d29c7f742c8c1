#include <algorithm>
#include <array>
#include <filesystem>
#include <iostream>
#include <system_error>

#include "allnash/large.hpp"
#include "allnash/ledger.hpp"
#include "allnash/run.hpp"
#include "commands.hpp"
#include "text.hpp"

namespace allnash::cli {
namespace {

/// Refuses an unknown family with the most similar name; the library would list them all.
void check_family(const std::string& game) {
  constexpr std::string_view start = "family:";
  if (!game.starts_with(start)) return;
  const std::string name = game.substr(start.size(), game.find(',') - start.size());
  std::vector<std::string> names;
  for (const FamilyInfo& family : families()) names.push_back(family.name);
  if (std::ranges::find(names, name) != names.end()) return;
  const std::string meant = did_you_mean(name, names);
  if (!meant.empty()) throw InputError("family:" + name + ": unknown family" + meant);
}

/// Refuses a word that is no file and resembles the name of a built-in game, with that name.
void check_word(const std::string& game) {
  std::error_code ignored;
  if (game.find_first_of(".:/") != game.npos || std::filesystem::exists(game, ignored)) return;
  std::vector<std::string> names;
  for (const FamilyInfo& family : families()) names.push_back("family:" + family.name);
  for (const FlowFamilyInfo& family : flow_families()) names.push_back(family.name);
  const std::string word = game.substr(0, game.find(','));
  for (const std::string& name : names) {
    const std::string bare = name.substr(name.find(':') + 1);
    if (!did_you_mean(word, std::array{bare}).empty()) {
      throw InputError(game + ": no such file; did you mean " + name + "?");
    }
  }
}

std::vector<std::string> names_in(const std::optional<std::string>& path) {
  return path ? read_names(*path) : std::vector<std::string>{};
}

}  // namespace

std::unique_ptr<Source> open_named(const Arguments& arguments) {
  check_family(arguments.game);
  check_word(arguments.game);
  TextTable text = arguments.text_table;
  if (arguments.header) text.names = TextTable::Names::columns;
  if (arguments.labels) text.names = TextTable::Names::both;
  auto game = open_game(arguments.game, text);
  const std::string note = game->heading().note;
  if (!note.empty()) std::cerr << arguments.game << ": " << note << "\n";
  return game;
}

std::unique_ptr<Source> open_costs(const Arguments& arguments, const Source& game) {
  if (!arguments.costs) return nullptr;
  const std::string& name = *arguments.costs;
  TextTable text = arguments.text_table;
  std::unique_ptr<Source> costs;
  if (arguments.labels) {  // a table with names like the game, or without names
    text.names = TextTable::Names::both;
    try {
      costs = open_game(name, text);
    } catch (const InputError&) {
      text.names = TextTable::Names::none;
    }
    if (costs && costs->labels() != game.labels()) {
      throw InputError(name + ": its labels are not those of the game, in the same order");
    }
  }
  if (!costs) costs = open_game(name, text);
  check_costs(*costs, game.rows(), game.columns(), name);
  return costs;
}

Labels given_names(const Arguments& arguments) {
  std::optional<std::string> rows = arguments.row_names;
  std::optional<std::string> columns = arguments.column_names;
  // In a symmetric game both players have the same strategies.
  if (arguments.options.symmetric && !rows) rows = columns;
  if (arguments.options.symmetric && !columns) columns = rows;
  return {names_in(rows), names_in(columns)};
}

std::unique_ptr<Source> with_names(std::unique_ptr<Source> game, Labels names) {
  game->rename(std::move(names));
  return game;
}

}  // namespace allnash::cli
