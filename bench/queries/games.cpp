#include "games.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace bench {

std::string BenchGame::description(std::uint64_t seed) const {
  const std::string start =
      fmt::format("family:{}{}", family, sized ? fmt::format(",n={}", size) : "");
  return seeded ? fmt::format("{},seed={}", start, seed) : start;
}

std::vector<BenchGame> bench_games(std::int64_t size) {
  std::vector<BenchGame> games = {
      {"lowrank-5", "lowrank,rank=5", true, 2000, 1.5},
      {"lowrank-20", "lowrank,rank=20", true, 2000, 1.5},
      {"elo-0.1", "elo,noise=0.1", true, 2000, 1.3},
      {"elo-0.5", "elo,noise=0.5", true, 2000, 1.3},
      {"spinning-3", "spinning,cycles=3", true, 2000, 1.8},
      {"bell-16", "bell,width=16", false, 2000, 2.0},
      {"polynomial-5", "polynomial,degree=5", true, 2000, 1.6},
      {"undercut", "undercut", false, 2000, 1.25},
      {"lowerbound-10", "lowerbound,k=10", true, 2000, 1.6},
      {"planted-1", "planted,k=1", true, 2000, 2.0},
      {"planted-2", "planted,k=2", true, 2000, 1.9},
      {"planted-5", "planted,k=5", true, 2000, 1.6},
      {"planted-10", "planted,k=10", true, 2000, 1.6},
      {"random", "random", true, 200, 1.15},
      {"blotto-5", "blotto,fields=5,soldiers=5", false, 126, 1.05, false},
  };
  for (BenchGame& game : games) {
    if (game.sized) game.size = std::max<std::int64_t>(10, game.size * size / 2000);
  }
  return games;
}

}  // namespace bench
