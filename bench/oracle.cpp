// oracle [MILLISECONDS [SLOW EVERY FILE [chance]]]: an oracle program that costs next to nothing,
// or sleeps before each answer. With SLOW, one entry in about EVERY takes as many milliseconds
// instead, and the payoffs are those of the .csv file; with `chance`, one execution in about EVERY
// does.
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace {

std::vector<std::vector<std::string>> table_of(const char* path) {
  std::vector<std::vector<std::string>> table;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    std::istringstream cells(line);
    table.emplace_back();
    for (std::string cell; std::getline(cells, cell, ',');) table.back().push_back(cell);
  }
  return table;
}

bool is_slow(std::uint64_t i, std::uint64_t j, std::uint64_t every) {
  std::uint64_t word = (i * 1'000'003 + j + 1) * 0x9e3779b97f4a7c15U;
  word = (word ^ (word >> 31U)) * 0xbf58476d1ce4e5b9U;
  return (word >> 20U) % every == 0;
}

}  // namespace

int main(int argc, char** argv) {
  const int pause = argc > 1 ? std::atoi(argv[1]) : 0;
  const bool stragglers = argc > 4;
  const auto table = stragglers ? table_of(argv[4]) : std::vector<std::vector<std::string>>{};
  std::size_t i = 0;
  std::size_t j = 0;
  std::uint64_t executions = 0;
  const auto process = static_cast<std::uint64_t>(::getpid());
  while (std::scanf("%zu %zu", &i, &j) == 2) {
    const auto every = static_cast<std::uint64_t>(stragglers ? std::atoi(argv[3]) : 1);
    const bool by_chance = argc > 5;
    const bool slow =
        stragglers && (by_chance ? is_slow(process, executions++, every) : is_slow(i, j, every));
    const std::chrono::milliseconds wait(slow ? std::atoi(argv[2]) : pause);
    if (wait.count() > 0) std::this_thread::sleep_for(wait);
    if (stragglers) {
      std::printf("%s\n", table.at(i).at(j).c_str());
    } else {  // the game is trivial, too: what is left is the asking
      std::printf("%ld\n", static_cast<long>(i) - static_cast<long>(j));
    }
    std::fflush(stdout);
  }
}
