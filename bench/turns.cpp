// bench_turns [SIZE [SEEDS [FAMILY]]]: the processor seconds that `auto` takes where payoffs are
// counted, beside `lazy` and `full`, on random tables of many kinds, and the worst ratio to the
// better of the two. A run longer than a minute is stopped and counts as a minute.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <iostream>
#include <random>
#include <string>
#include <vector>

#include "allnash/allnash.hpp"

namespace {

using allnash::Index;
using Random = std::mt19937_64;

constexpr double longest = 60;  // seconds that a run may take
// Shorter runs are counted as this long: what a start costs says nothing about turns.
constexpr double shortest = 0.05;

double uniform(Random& random) {
  constexpr double unit = 0x1p-53;
  return static_cast<double>(random() >> 11U) * unit;
}

double normal(Random& random) {
  constexpr double turn = 6.283185307179586;
  return std::sqrt(-2 * std::log(1 - uniform(random))) * std::cos(turn * uniform(random));
}

double cauchy(Random& random) { return normal(random) / normal(random); }

struct Table {
  Index rows;
  Index columns;
  std::vector<double> payoffs;
};

using Entry = std::function<double(Index, Index)>;
using Family = std::function<Entry(Random&, Index)>;

Entry each(std::function<double()> draw) {
  return [draw = std::move(draw)](Index, Index) { return std::round(draw()); };
}

// Products of `rank` features drawn for each line, and noise.
Entry products(Random& random, Index size, int rank, double noise, double (*feature)(Random&)) {
  const auto lines = [&] {
    std::vector<std::vector<double>> all(static_cast<std::size_t>(size));
    for (auto& line : all) {
      for (int r = 0; r < rank; ++r) line.push_back(feature(random));
    }
    return all;
  };
  return [rows = lines(), columns = lines(), noise, feature, &random](Index i, Index j) {
    const auto& row = rows[static_cast<std::size_t>(i)];
    const auto& column = columns[static_cast<std::size_t>(j)];
    double sum = noise * feature(random);
    for (std::size_t r = 0; r < row.size(); ++r) sum += row[r] * column[r];
    return std::round(1000 * sum);
  };
}

struct Kind {
  const char* name;
  Family family;
};

std::vector<Kind> kinds() {
  const auto drawn = [](auto draw) -> Family {
    return [draw](Random& random, Index) { return each([&random, draw] { return draw(random); }); };
  };
  const auto ones = [&](double part) {
    return drawn([part](Random& random) { return uniform(random) < part ? 1.0 : 0.0; });
  };
  const auto product = [](int rank, double noise, double (*feature)(Random&)) -> Family {
    return [=](Random& random, Index size) { return products(random, size, rank, noise, feature); };
  };
  return {
      {"ones-1%", ones(0.01)},
      {"ones-3%", ones(0.03)},
      {"ones-10%", ones(0.1)},
      {"ones-50%", ones(0.5)},
      {"ones-90%", ones(0.9)},
      {"three", drawn([](Random& random) { return std::floor(3 * uniform(random)); })},
      {"ten", drawn([](Random& random) { return std::floor(10 * uniform(random)); })},
      {"sparse",
       drawn([](Random& random) { return uniform(random) < 0.1 ? 1000 * normal(random) : 0.0; })},
      {"uniform", drawn([](Random& random) { return 1e6 * uniform(random); })},
      {"normal", drawn([](Random& random) { return 1e3 * normal(random); })},
      {"heavy", drawn([](Random& random) { return 1e3 * cauchy(random); })},
      {"lognormal", drawn([](Random& random) { return 1e3 * std::exp(3 * normal(random)); })},
      {"quarter-shifted", drawn([](Random& random) {
         return 1e3 * normal(random) + (uniform(random) < 0.25 ? 1e9 : 0);
       })},
      {"few-large", drawn([](Random& random) {
         return 100 * normal(random) + (uniform(random) < 0.0003 ? 1e12 * normal(random) : 0);
       })},
      {"rank-1", product(1, 0.3, normal)},
      {"rank-1-heavy", product(1, 1, cauchy)},
      {"rank-3", product(3, 0.3, normal)},
      {"rank-3-heavy", product(3, 1, cauchy)},
      {"rank-10", product(10, 1, normal)},
      {"lines",
       [](Random& random, Index size) -> Entry {
         std::vector<double> row;
         std::vector<double> column;
         for (Index t = 0; t < size; ++t) {
           row.push_back(normal(random));
           column.push_back(normal(random));
         }
         return [=, &random](Index i, Index j) {
           return std::round(1e3 * (row[static_cast<std::size_t>(i)] +
                                    column[static_cast<std::size_t>(j)] + normal(random)));
         };
       }},
      {"cycle",
       [](Random& random, Index size) -> Entry {
         return [size, &random](Index i, Index j) {
           const double angle =
               6.283185307179586 * static_cast<double>(i - j) / static_cast<double>(size);
           return std::round(1e3 * (std::sin(angle) + 0.3 * normal(random)));
         };
       }},
      {"diagonal",
       [](Random& random, Index) -> Entry {
         return [&random](Index i, Index j) {
           return i == j ? std::floor(1 + 10 * uniform(random)) : 0.0;
         };
       }},
      {"triangle",
       [](Random& random, Index) -> Entry {
         return [&random](Index i, Index j) {
           return i >= j ? std::round(100 * uniform(random)) : 0.0;
         };
       }},
      {"climb",
       [](Random& /*random*/, Index size) -> Entry {
         return [size](Index i, Index j) {
           return static_cast<double>(i == j ? 0 : i > j ? size - i + j : j - i - size);
         };
       }},
  };
}

// A table whose payoffs are counted: `auto` would read a free one whole.
class Counted final : public allnash::Source {
 public:
  explicit Counted(const Table& table) : Source(table.rows, table.columns), table_(table) {}
  void payoffs(std::span<const allnash::Question> wanted,
               std::span<allnash::Rational> answers) override {
    for (std::size_t t = 0; t < wanted.size(); ++t) {
      const Index place = wanted[t].entry.row * table_.columns + wanted[t].entry.column;
      answers[t] = allnash::Rational(table_.payoffs[static_cast<std::size_t>(place)]);
    }
  }

 private:
  const Table& table_;
};

struct Cost {
  double seconds = 0;
  std::int64_t queries = 0;
};

Cost cost_of(const Table& table, const char* method, std::uint64_t seed) {
  Counted source(table);
  allnash::Options options;
  options.method = method;
  options.seed = seed;
  options.threads = 1;
  options.vertices = 0;
  options.time_limit = longest;
  const std::clock_t begun = std::clock();
  const allnash::Result result = allnash::solve(source, options);
  const double seconds = static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC;
  return {std::max(seconds, shortest), result.queries};
}

}  // namespace

int main(int argc, char** argv) {
  const Index size = argc > 1 ? std::atoll(argv[1]) : 100;
  const int seeds = argc > 2 ? std::atoi(argv[2]) : 2;
  const std::string only = argc > 3 ? argv[3] : "";
  double worst = 0;
  std::string where = "none";
  std::cout << fmt::format("{:<24}{:>8}{:>8}{:>8}{:>8}{:>10}{:>10}\n", "table", "auto", "lazy",
                           "full", "ratio", "auto asks", "lazy asks");
  for (const auto& [name, family] : kinds()) {
    if (std::string(name).find(only) == std::string::npos) continue;
    for (int seed = 1; seed <= seeds; ++seed) {
      Random random(static_cast<std::uint64_t>(seed));
      const Entry entry = family(random, size);
      // Every third table is long.
      Table table{seed % 3 == 0 ? std::max<Index>(size / 5, 2) : size, size, {}};
      for (Index i = 0; i < table.rows; ++i) {
        for (Index j = 0; j < size; ++j) table.payoffs.push_back(entry(i, j));
      }
      const auto number = static_cast<std::uint64_t>(seed);
      const Cost by_lazy = cost_of(table, "lazy", number);
      const Cost by_full = cost_of(table, "full", number);
      const Cost by_auto = cost_of(table, "auto", number);
      const double ratio = by_auto.seconds / std::min(by_lazy.seconds, by_full.seconds);
      const std::string game = fmt::format("{} {} x {}, {}", name, table.rows, size, seed);
      std::cout << fmt::format("{:<24}{:>8.2f}{:>8.2f}{:>8.2f}{:>8.1f}{:>10}{:>10}\n", game,
                               by_auto.seconds, by_lazy.seconds, by_full.seconds, ratio,
                               by_auto.queries, by_lazy.queries)
                << std::flush;
      if (ratio <= worst) continue;
      worst = ratio;
      where = game;
    }
  }
  std::cout << fmt::format("worst ratio {:.1f}: {}\n", worst, where);
}
