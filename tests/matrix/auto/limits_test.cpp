// Every method ends soon after its time limit, on games that are hard on floating point and on
// loops that wait for a gain.
#include <gtest/gtest.h>

#include <chrono>
#include <ctime>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "allnash/allnash.hpp"
#include "payoffs/sources/temporary_file.hpp"
#include "random_games.hpp"

namespace allnash::limits_test {
namespace {

constexpr Index side = 500;
constexpr double limit = 0.1;  // seconds

using Payoff = std::function<Rational(Index, Index)>;

std::vector<Rational> table_of(Index rows, Index columns, const Payoff& payoff) {
  std::vector<Rational> values;
  for (Index i = 0; i < rows; ++i) {
    for (Index j = 0; j < columns; ++j) values.push_back(payoff(i, j));
  }
  return values;
}

/// Two-decimal noise.
Payoff noise(std::uint64_t seed) {
  return [random = std::mt19937_64(seed)](Index, Index) mutable {
    return Rational(static_cast<std::int64_t>(random() % 2001) - 1000, 100);
  };
}

/// The first rows are multiples of one vector: pairs of them earn nothing but 0.
Payoff with_multiples() {
  std::vector<Rational> vector;
  Payoff draw = noise(2);
  for (Index j = 0; j < side; ++j) vector.push_back(draw(0, j));
  return [vector, draw = noise(3)](Index i, Index j) mutable {
    constexpr Index multiples = 60;
    if (i >= multiples) return draw(i, j);
    return Rational(i % 2 == 0 ? i + 1 : -i - 1, 10) * vector[static_cast<std::size_t>(j)];
  };
}

Rational scaled(const Rational& payoff, const char* scale) {
  return payoff * Rational::parse(scale);
}

struct Named {
  const char* name;
  std::vector<Rational> payoffs;
};

std::vector<Named> made_games() {
  const auto line = [](Index t) { return Rational(t * 37 % 101 - 50); };
  const auto named = [](const char* name, const Payoff& payoff) {
    return Named{name, table_of(side, side, payoff)};
  };
  return {
      named("equal", [](Index, Index) { return Rational(3); }),
      named("rows and columns repeated",
            [](Index i, Index j) { return Rational((i % 7) * (j % 5) * 31 % 11 - 5); }),
      named("rank one", [=](Index i, Index j) { return line(i) * line(j); }),
      named("ones on the diagonal", [](Index i, Index j) { return Rational(i == j ? 1 : 0); }),
      named("noise", noise(1)),
      named("rows that are multiples of one vector", with_multiples()),
      named("huge",
            [draw = noise(4)](Index i, Index j) mutable { return scaled(draw(i, j), "1e300"); }),
      named("tiny",
            [draw = noise(5)](Index i, Index j) mutable { return scaled(draw(i, j), "1e-300"); }),
      named("huge and tiny",
            [draw = noise(6)](Index i, Index j) mutable {
              return scaled(draw(i, j), (i + j) % 3 == 0 ? "1e250" : "1e-250");
            }),
  };
}

/// Made once for all methods: it takes longer than any of them may.
const std::vector<Named>& games() {
  static const std::vector<Named> made = made_games();
  return made;
}

double processor_seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

class Limit : public ::testing::TestWithParam<std::string> {};

TEST_P(Limit, EndsTheRun) {
  for (const Named& named : games()) {
    const auto game = function_game(side, side, [&named](Index i, Index j) {
      return named.payoffs[static_cast<std::size_t>(i * side + j)];
    });
    Options options;
    options.method = GetParam();
    options.time_limit = limit;
    options.vertices = 0;
    const double before = processor_seconds();
    try {
      solve(*game, options);
    } catch (const InputError&) {  // the method does not take such games
    }
    // Processor time, which a busy machine does not stretch.
    EXPECT_LT(processor_seconds() - before, limit + 1) << named.name;
  }
}

// Games whose exact answers are long, wide or large: what is begun for them is left when time is
// up.
struct Long {
  const char* name;
  Index rows;
  Index columns;
  Payoff payoff;
  bool kernels = false;
};

/// A fraction of two whole numbers of so many digits.
Payoff fractions(int digits, std::uint64_t seed) {
  return [digits, random = std::mt19937_64(seed)](Index, Index) mutable {
    const auto whole = [&] {
      std::string text(1, static_cast<char>('1' + random() % 9));
      while (std::ssize(text) < digits) text += static_cast<char>('0' + random() % 10);
      return text;
    };
    const std::string top = whole();
    return Rational::parse(top + "/" + whole());
  };
}

/// Sums of a few products: optimal sets of many dimensions, in large numbers.
Payoff low_rank(Index rows, Index columns, int digits) {
  constexpr Index rank = 5;
  Payoff draw = fractions(digits, 9);
  std::vector<Rational> left;
  std::vector<Rational> right;
  for (Index t = 0; t < rank * rows; ++t) left.push_back(draw(0, t));
  for (Index t = 0; t < rank * columns; ++t) right.push_back(draw(0, t));
  return [left, right, rows, columns](Index i, Index j) {
    Rational sum;
    for (Index t = 0; t < rank; ++t) {
      sum += left[static_cast<std::size_t>(t * rows + i)] *
             right[static_cast<std::size_t>(t * columns + j)];
    }
    return sum;
  };
}

std::vector<Long> long_games() {
  const auto equal = [](Index, Index) { return Rational(3); };
  const auto doubles = [random = std::mt19937_64(8)](Index, Index) mutable {
    return Rational::from_double(static_cast<double>(random() >> 11) * 0x1p-53);
  };
  return {
      {"equal, a column", 10'000, 1, equal},
      {"equal, a row", 1, 10'000, equal},
      {"equal", 400, 400, equal},
      {"fractions of 20 digits", 140, 140, fractions(20, 1)},
      {"fractions of 5 digits", 200, 200, fractions(5, 2)},
      {"fractions of 200 digits", 30, 30, fractions(200, 3)},
      {"doubles, with kernels", 300, 300, doubles, true},
      {"low rank", 60, 80, low_rank(60, 80, 4)},
      {"low rank, large numbers", 60, 60, low_rank(60, 60, 30)},
  };
}

std::unique_ptr<Source> source_of(const Long& game) {
  return table_game(game.rows, game.columns, table_of(game.rows, game.columns, game.payoff));
}

void expect_true_bounds(const Result& result) {
  if (result.low && result.high) {
    EXPECT_LE(*result.low, *result.high);
  }
}

class LongLimit : public ::testing::TestWithParam<const char*> {};

TEST_P(LongLimit, EndsTheRun) {
  for (const Long& game : long_games()) {
    const auto table = source_of(game);
    for (const std::int64_t vertices : {0, 100}) {
      SCOPED_TRACE(std::string(game.name) + ", " + std::to_string(vertices) + " vertices");
      Options options;
      options.method = GetParam();
      options.time_limit = limit;
      options.vertices = vertices;
      options.kernels = game.kernels;
      const double before = processor_seconds();
      expect_true_bounds(solve(*table, options));
      EXPECT_LT(processor_seconds() - before, limit + 1);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Methods, LongLimit, ::testing::Values("auto", "lazy"));

// As Ctrl-C does, in the midst of the longest part.
TEST(Request, EndsTheRun) {
  constexpr double later = 0.7;
  for (const Long& game : long_games()) {
    if (game.rows != 140 && !game.kernels) continue;
    SCOPED_TRACE(game.name);
    const auto table = source_of(game);
    StopFlag flag;
    const std::jthread asks([&] {
      std::this_thread::sleep_for(std::chrono::duration<double>(later));
      flag.raise();
    });
    Hooks hooks;
    hooks.stop = &flag;
    Options options;
    options.method = "full";
    const double before = processor_seconds();
    expect_true_bounds(solve(*table, options, hooks));
    EXPECT_LT(processor_seconds() - before, later + 1);
  }
}

TEST(VastGames, EndAtTheLimit) {
  const TemporaryFolder folder;
  const std::string sparse = folder.file("vast.mtx",
                                         "%%MatrixMarket matrix coordinate real general\n"
                                         "60000 60000 1\n1 1 1\n");
  // A sanitizer takes ten times as long to go through as many strategies.
  const std::string many = std::to_string(test::this_many(10'000'000));
  for (const std::string& name : {sparse, "family:random,n=" + many}) {
    SCOPED_TRACE(name);
    const auto game = open_game(name);
    Options options;
    options.time_limit = limit;
    const double before = processor_seconds();
    EXPECT_EQ(solve(*game, options).status, Status::stopped);
    EXPECT_LT(processor_seconds() - before, limit + 1);
  }
}

std::vector<std::string> methods() {
  std::vector<std::string> names;
  for (const MethodInfo& method : method_table()) names.emplace_back(method.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Methods, Limit, ::testing::ValuesIn(methods()), [](const auto& info) {
  std::string name = info.param;
  std::erase(name, '-');
  return name;
});

}  // namespace
}  // namespace allnash::limits_test
