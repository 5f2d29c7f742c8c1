// read_game GAME: opens a game and nothing else. Prints the seconds and the shape.
#include <chrono>
#include <iostream>

#include "allnash/allnash.hpp"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: read_game GAME\n";
    return 2;
  }
  const auto start = std::chrono::steady_clock::now();
  const auto game = allnash::open_game(argv[1]);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  std::cout << taken.count() << " " << game->rows() << " " << game->columns() << "\n";
}
