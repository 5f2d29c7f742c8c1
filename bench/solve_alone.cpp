// solve_alone GAME REPEATS: all equilibria and the proof by the method full. Prints the least
// seconds of the repeats and the value, as clp_alone and highs.py do: all three are timed inside a
// process that has solved before.
#include <algorithm>
#include <iostream>
#include <limits>
#include <string>

#include "allnash/allnash.hpp"

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: solve_alone GAME REPEATS\n";
    return 2;
  }
  const auto game = allnash::open_game(argv[1]);
  allnash::Options options;
  options.method = "full";
  double best = std::numeric_limits<double>::infinity();
  double value = 0;
  for (int t = std::stoi(argv[2]); t > 0; --t) {
    const allnash::Result result = allnash::solve(*game, options);
    if (result.status != allnash::Status::proved) return 1;
    best = std::min(best, result.seconds);
    value = result.value().to_double();
  }
  std::cout << best << " " << value << "\n";
}
