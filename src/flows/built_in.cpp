#include "flows/built_in.hpp"

#include <cstddef>

namespace allnash::flows {

FlowGame make_built_in(const BuiltInGames& table, const std::string& description) {
  const std::size_t comma = description.find(',');
  const std::string name = description.substr(0, comma);
  std::string names;
  for (const BuiltInGame& game : table.games) {
    names += (names.empty() ? "" : ", ") + std::string(game.name);
    if (name != game.name) continue;
    const std::string given = comma == std::string::npos ? "" : description.substr(comma + 1);
    return game.make(game::Keys(table.prefix + name, game.keys, given));
  }
  game::Keys(table.prefix + name, "", "").refuse(table.unknown + names + ")");
}

}  // namespace allnash::flows
