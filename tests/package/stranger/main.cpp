#include <allnash/allnash.hpp>
#include <iostream>

int main() {
  // Any function can be the game: here the higher number wins 1, but undercutting by one wins 2.
  auto game = allnash::function_game(1000, 1000, [](allnash::Index mine, allnash::Index yours) {
    if (mine == yours) return 0;
    if (mine == yours - 1) return 2;
    if (mine == yours + 1) return -2;
    return mine > yours ? 1 : -1;
  });
  const allnash::Result result = allnash::solve(*game);
  std::cout << "value " << *result.value << ", " << result.queries << " payoffs asked, floor "
            << *result.floor() << "\n";
  for (const allnash::MixedStrategy& strategy : result.row().vertices) {
    for (const allnash::Weight& weight : strategy) {
      std::cout << "play " << weight.strategy << " with probability " << weight.probability << "\n";
    }
  }
}
