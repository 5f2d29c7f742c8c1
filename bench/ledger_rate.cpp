// ledger_rate FOLDER SIZE: how fast the payoffs of an in-process function go through the ledger.
//
// Prints queries a second and microseconds of processor a query: without a file, with a new file,
// with that file again (it answers for all), each for a game of SIZE x SIZE read whole; then
// without and with a new file when every round is a single payoff. Opening and closing the file are
// in the time, solving the game is not.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>

#include "allnash/allnash.hpp"

namespace {

using allnash::Index;

/// Ends a run once everything has been read.
class Reading final : public allnash::Observer {
 public:
  void progress(const allnash::Progress& now) override {
    if (now.stage == "solving") flag.raise();
  }
  allnash::StopFlag flag;
};

void measure(Index size, const char* method, const std::string& ledger) {
  const auto game = allnash::function_game(size, size, [](Index i, Index j) {
    return allnash::Rational((i * 7919 + j * 104729) % 1000);
  });
  allnash::Options options;
  options.method = method;
  options.vertices = 0;
  if (!ledger.empty()) options.ledger = ledger;
  Reading reading;
  const std::clock_t processor = std::clock();
  const auto start = std::chrono::steady_clock::now();
  const allnash::Result result =
      allnash::solve(*game, options, {.observer = &reading, .stop = &reading.flag});
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  const double worked = static_cast<double>(std::clock() - processor) / CLOCKS_PER_SEC;
  const auto queries = static_cast<double>(result.queries);
  std::printf("%.0f %.3f\n", queries / taken.count(), 1e6 * worked / queries);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const std::filesystem::path folder = argv[1];
  const Index size = std::atoll(argv[2]);
  const std::string batches = folder / "batches.db";
  const std::string singles = folder / "singles.db";
  for (const std::string& file : {std::string(), batches, batches}) {
    measure(size, "full", file);
  }
  for (const std::string& file : {std::string(), singles}) {
    measure(20 * size, "saddle-bienstock", file);
  }
}
