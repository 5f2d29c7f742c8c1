#include "flows/built_in.hpp"

#include <cstddef>

namespace allnash::flows {

const BuiltInGames& built_in_trees() {
  static const BuiltInGames table = {
      "trees:",
      "unknown game tree (trees: ",
      {
          {"kuhn", "cards=3, bets=1",
           "Kuhn's poker: an ante of 1, a card each, at most `bets` bets or raises of 1, the "
           "higher card wins",
           kuhn_poker},
          {"leduc", "ranks=3, suits=2, suits-seen?",
           "Leduc poker: an ante of 1, a card each, bets of 2, a public card, bets of 4, at most "
           "two bets or raises a round; a pair with the public card wins, else the higher rank; "
           "`suits-seen` shows suits, which count for nothing",
           leduc_poker},
          {"liars-dice", "sides=6",
           "liar's dice, one die each: rising bids of a count of 1 or 2 and a face, or calling the "
           "last bid; the highest face is wild, the loser pays 1",
           liars_dice},
      }};
  return table;
}

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
