#include "flows/built_in_trees.hpp"

namespace allnash::flows {

const BuiltInGames& built_in_trees() {
  static const BuiltInGames table = {
      "trees:",
      "unknown game tree (trees: ",
      {
          {"kuhn", "cards=3, bets=1",
           "Kuhn's poker: an ante of 1, a card each, at most `bets` bets or raises of 1, the "
           "higher "
           "card wins",
           kuhn_poker},
          {"leduc", "ranks=3, suits=2, suits-seen?",
           "Leduc poker: an ante of 1, a card each, bets of 2, a public card, bets of 4, at most "
           "two "
           "bets or raises a round; a pair with the public card wins, else the higher rank; "
           "`suits-seen` shows suits, which count for nothing",
           leduc_poker},
          {"liars-dice", "sides=6",
           "liar's dice, one die each: rising bids of a count of 1 or 2 and a face, or calling the "
           "last bid; the highest face is wild, the loser pays 1",
           liars_dice},
      }};
  return table;
}

}  // namespace allnash::flows
