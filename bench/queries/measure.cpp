#include "measure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <iostream>
#include <stdexcept>

#include "allnash/allnash.hpp"
#include "textbook.hpp"

namespace bench {

namespace {

using Clock = std::chrono::steady_clock;

// Beyond this many payoffs `full` is not run: it asks for all of them, which needs no measuring.
constexpr std::int64_t largest_read_whole = 250'000;

// The runs on one game of one seed.
class Seed {
 public:
  Seed(const BenchGame& game, std::uint64_t seed, double limit)
      : name_(game.description(seed)), seed_(seed), limit_(limit) {}

  [[nodiscard]] const std::optional<Truth>& truth() const { return truth_; }

  Count run(const std::string& method) {
    const auto start = Clock::now();
    const std::clock_t begun = std::clock();
    Count count;
    try {
      count = run_on(*allnash::open_game(name_), method);
    } catch (const std::exception& error) {  // one bad run must not cost an hour's others
      std::cerr << error.what() << "\n";
      count.failure = "failed";
    }
    const double used = static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC;
    count.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    const std::string how =
        count.failure.empty() ? fmt::format("{} queries", count.queries) : count.failure;
    std::cerr << fmt::format("{} {}: {}, {:.1f} s, {:.3f} of the processor\n", name_, method, how,
                             count.seconds, used);
    return count;
  }

 private:
  Count run_on(allnash::Source& game, const std::string& method) {
    const std::int64_t size = game.rows() * game.columns();
    if (method == "full" && size > largest_read_whole) return {"", size, {}, 0};
    return method == "textbook" ? run_textbook(game) : run_library(game, method);
  }

  Count run_library(allnash::Source& game, const std::string& method) {
    allnash::Options options;
    options.method = method;
    options.seed = seed_;
    options.time_limit = limit_;
    options.vertices = 0;
    const allnash::Result result = allnash::solve(game, options);
    if (result.status != allnash::Status::proved) return {"stopped", 0, {}, 0};
    note({result.value->to_double(), result.floor().value(), result.row().support.size(),
          result.column().support.size()});
    return {"", result.queries, result.rounds, 0};
  }

  Count run_textbook(allnash::Source& game) const {
    const std::chrono::duration<double> limit(limit_);
    const auto deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(limit);
    const TextbookRun run = textbook(game, seed_, deadline);
    if (run.stopped) return {"stopped", 0, {}, 0};
    if (truth_ && std::abs(run.value - truth_->value) > 1e-6 * (1 + std::abs(truth_->value))) {
      std::cerr << fmt::format("textbook: the value is {}, not {}\n", truth_->value, run.value);
      return {"wrong value", 0, {}, 0};
    }
    return {"", run.queries, run.rounds, 0};
  }

  void note(const Truth& truth) {
    if (truth_ && *truth_ != truth) throw std::logic_error(name_ + ": two proofs disagree");
    truth_ = truth;
  }

  std::string name_;
  std::uint64_t seed_;
  double limit_;
  std::optional<Truth> truth_;
};

}  // namespace

Measured measure(const BenchGame& game, const Settings& settings) {
  const std::size_t methods = settings.methods.size();
  const bool tries_auto = std::ranges::find(settings.methods, "auto") != settings.methods.end();
  Measured measured{game, {}, std::vector<std::vector<Count>>(methods)};
  for (std::uint64_t seed = 1; seed <= settings.seeds; ++seed) {
    Seed runs(game, seed, settings.limit);
    const auto run = [&](bool by_the_book) {
      for (std::size_t m = 0; m < methods; ++m) {
        const std::string& method = settings.methods[m];
        if ((method == "textbook") == by_the_book) measured.counts[m].push_back(runs.run(method));
      }
    };
    run(false);
    // The rest is measured by a floor, which only a proof tells.
    if (!runs.truth() && !tries_auto) runs.run("auto");
    run(true);
    measured.truths.push_back(runs.truth());
  }
  return measured;
}

}  // namespace bench
