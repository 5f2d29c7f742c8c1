// read_game GAME: opens a game and nothing else. Prints the seconds and the peak memory in kB.
#include <chrono>
#include <fstream>
#include <iostream>
#include <limits>
#include <string>

#include "allnash/allnash.hpp"

namespace {

// What getrusage tells includes the process that started this one.
long peak_memory() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    long kilobytes = 0;
    if (word == "VmHWM:" && status >> kilobytes) return kilobytes;
    status.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: read_game GAME\n";
    return 2;
  }
  const auto start = std::chrono::steady_clock::now();
  const auto game = allnash::open_game(argv[1]);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  std::cout << taken.count() << " " << peak_memory() << "\n";
}
