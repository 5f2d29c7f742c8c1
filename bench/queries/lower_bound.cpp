// bench_lower_bound: every method on the games of the paper's lower bound.
//
// On family:lowerbound any randomised method that finds all equilibria asks for at least
// (n-1)(k+1)/2 payoffs in the mean, even one that is told of the family; one that is right on every
// game asks for the floor, n + nk - k.
#include <fmt/format.h>

#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include "allnash/allnash.hpp"
#include "report.hpp"

namespace {

constexpr std::int64_t sizes[] = {50, 200, 1000};
constexpr std::int64_t supports[] = {1, 2, 4, 10};
constexpr std::uint64_t seeds = 10;  // of the game and of the method
constexpr double usual_limit = 5;    // seconds that one run may take

struct Game {
  std::int64_t n;
  std::int64_t k;
  [[nodiscard]] std::string name(std::uint64_t seed) const {
    return fmt::format("family:lowerbound,n={},k={},seed={}", n, k, seed);
  }
  [[nodiscard]] double theorem() const { return static_cast<double>((n - 1) * (k + 1)) / 2; }
  [[nodiscard]] std::int64_t floor() const { return n + n * k - k; }
};

struct Mean {
  std::string failure;  // why there are no figures; empty when there are
  std::string example;  // of what a method said that refused
  double queries = 0;
  double rounds = 0;
  double seconds = 0;
};

std::string failure_of(const Game& game, const allnash::Result& result, double limit) {
  if (result.status == allnash::Status::stopped) return fmt::format("not done in {} s", limit);
  if (result.status != allnash::Status::proved) return "does not find such equilibria";
  const bool right =
      *result.value == allnash::Rational(1) && result.floor().value() == game.floor();
  if (!right || result.queries < game.floor()) {
    throw std::logic_error(result.method + " is wrong on " + game.name(result.seed));
  }
  return "";
}

// One failure is enough: the other seeds would take as long.
Mean run(const Game& game, const std::string& method, double limit) {
  Mean mean;
  for (std::uint64_t seed = 1; seed <= seeds && mean.failure.empty(); ++seed) {
    allnash::Options options;
    options.method = method;
    options.seed = seed;
    options.time_limit = limit;
    options.vertices = 0;
    try {
      const auto result = allnash::solve(*allnash::open_game(game.name(seed)), options);
      mean.failure = failure_of(game, result, limit);
      mean.queries += static_cast<double>(result.queries) / static_cast<double>(seeds);
      mean.rounds += static_cast<double>(result.rounds) / static_cast<double>(seeds);
      mean.seconds += result.seconds / static_cast<double>(seeds);
    } catch (const allnash::InputError& error) {
      mean.failure = "refuses the game";
      mean.example = error.what();
    }
  }
  const std::string how =
      mean.failure.empty() ? fmt::format("{:.0f} queries", mean.queries) : mean.failure;
  std::cerr << fmt::format("{} {}: {}\n", game.name(1), method, how);
  return mean;
}

bench::Line line_of(const Game& game, const std::string& method, const Mean& mean) {
  return {fmt::format("{}", game.k),
          fmt::format("{}", game.n),
          fmt::format("{:g}", game.theorem()),
          fmt::format("{}", game.floor()),
          method,
          fmt::format("{:.1f}", mean.queries),
          fmt::format("{:.2f}", mean.queries / game.theorem()),
          fmt::format("{:.3f}", mean.queries / static_cast<double>(game.floor())),
          fmt::format("{:.0f}", mean.rounds),
          fmt::format("{:.2f}", mean.seconds)};
}

// Which games a method has no figures for, and why.
struct LeftOut {
  std::string method;
  std::string failure;
  std::string example;
  std::string games;
};

void leave_out(std::vector<LeftOut>& all, const Game& game, const std::string& method,
               const Mean& mean) {
  const std::string name = fmt::format("({}, {})", game.k, game.n);
  for (LeftOut& left : all) {
    if (left.method != method || left.failure != mean.failure) continue;
    left.games += ", " + name;
    return;
  }
  all.push_back({method, mean.failure, mean.example, name});
}

std::string measure(double limit) {
  std::vector<bench::Line> lines{{"k", "n", "(n-1)(k+1)/2", "floor", "method", "queries",
                                  "/ theorem", "/ floor", "rounds", "seconds"}};
  std::vector<LeftOut> left_out;
  for (const std::int64_t k : supports) {
    for (const std::int64_t n : sizes) {
      for (const allnash::MethodInfo& info : allnash::method_table()) {
        const std::string method(info.name);
        if (method == "full") continue;  // it asks for n^2 payoffs, whatever they are
        const Mean mean = run({n, k}, method, limit);
        if (mean.failure.empty()) {
          lines.push_back(line_of({n, k}, method, mean));
        } else {
          leave_out(left_out, {n, k}, method, mean);
        }
      }
    }
  }
  std::string text = bench::aligned(lines);
  if (!left_out.empty()) text += "\nWithout figures, as (k, n):\n\n";
  for (const LeftOut& left : left_out) {
    const std::string example = left.example.empty() ? "" : fmt::format(" (\"{}\")", left.example);
    text += fmt::format("- `{}` {}{}: {}\n", left.method, left.failure, example, left.games);
  }
  return text;
}

std::string page(const std::string& table, double limit) {
  return fmt::format(R"(# The lower bound

The paper shows that on the games of `family:lowerbound` (n x n; the row player has one optimal strategy, the column
player's use k columns) any randomised method that finds all equilibria asks for at least (n-1)(k+1)/2 payoffs in the
mean, even one that is told of the family. A method that is right on every game asks for the floor, n + nk - k
([theory.md](theory.md)), which is about twice that. Below, each method's mean over {} seeds of game and method, over
the one and over the other. `full` is left out: it asks for n^2. A run had {} s.

Made by `make bench-lowerbound`.

{})",
                     seeds, limit, table);
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  std::string file;
  double limit = usual_limit;
  for (std::size_t t = 0; t < words.size(); t += 2) {
    const bool known = words[t] == "--write" || words[t] == "--limit";
    if (!known || t + 1 == words.size()) {
      std::cerr << "usage: bench_lower_bound [--write FILE] [--limit SECONDS]\n";
      return 2;
    }
    if (words[t] == "--write") file = words[t + 1];
    if (words[t] == "--limit") limit = std::stod(words[t + 1]);
  }
  try {
    const std::string table = measure(limit);
    std::cout << table;
    if (!file.empty()) bench::rewrite_page(file, page(table, limit));
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "bench_lower_bound: " << error.what() << "\n";
    return 5;
  }
}
