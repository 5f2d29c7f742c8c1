// solve_alone GAME REPEATS LIMIT: all equilibria and the proof by the method full. Prints the least
// seconds of the repeats, those of the processor, the value, the size of the row support and the
// peak memory in MB; clp_alone and highs.py begin alike. All three are timed inside a process.
#include <sys/resource.h>

#include <algorithm>
#include <ctime>
#include <iostream>
#include <limits>
#include <string>

#include "allnash/allnash.hpp"

int main(int argc, char** argv) {
  if (argc != 4) {
    std::cerr << "usage: solve_alone GAME REPEATS LIMIT\n";
    return 2;
  }
  const auto game = allnash::open_game(argv[1]);
  allnash::Options options;
  options.method = "full";
  options.time_limit = std::stod(argv[3]);
  double best = std::numeric_limits<double>::infinity();
  double used = best;
  allnash::Result result;
  for (int t = std::stoi(argv[2]); t > 0 && !(best < 1e9 && best > 5); --t) {
    const std::clock_t start = std::clock();
    result = allnash::solve(*game, options);
    if (result.status != allnash::Status::proved) return 1;
    used = std::min(used, static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
    best = std::min(best, result.seconds);
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  std::cout << best << " " << used << " " << result.value->to_double() << " "
            << result.row().support.size() << " " << usage.ru_maxrss / 1024 << "\n";
}
