// Every method ends soon after its time limit, on games that are hard on floating point and on
// loops that wait for a gain.
#include <gtest/gtest.h>

#include <ctime>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "allnash/allnash.hpp"

namespace allnash {
namespace {

constexpr Index side = 500;
constexpr double limit = 0.1;  // seconds

using Payoff = std::function<Rational(Index, Index)>;

std::unique_ptr<PayoffSource> game_of(const Payoff& payoff) {
  std::vector<Rational> values;
  for (Index i = 0; i < side; ++i) {
    for (Index j = 0; j < side; ++j) values.push_back(payoff(i, j));
  }
  return function_game(side, side, [values = std::move(values)](Index i, Index j) {
    return values[static_cast<std::size_t>(i * side + j)];
  });
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
  Payoff payoff;
};

std::vector<Named> games() {
  const auto line = [](Index t) { return Rational(t * 37 % 101 - 50); };
  return {
      {"equal", [](Index, Index) { return Rational(3); }},
      {"rows and columns repeated",
       [](Index i, Index j) { return Rational((i % 7) * (j % 5) * 31 % 11 - 5); }},
      {"rank one", [=](Index i, Index j) { return line(i) * line(j); }},
      {"ones on the diagonal", [](Index i, Index j) { return Rational(i == j ? 1 : 0); }},
      {"noise", noise(1)},
      {"rows that are multiples of one vector", with_multiples()},
      {"huge", [draw = noise(4)](Index i, Index j) mutable { return scaled(draw(i, j), "1e300"); }},
      {"tiny",
       [draw = noise(5)](Index i, Index j) mutable { return scaled(draw(i, j), "1e-300"); }},
      {"huge and tiny",
       [draw = noise(6)](Index i, Index j) mutable {
         return scaled(draw(i, j), (i + j) % 3 == 0 ? "1e250" : "1e-250");
       }},
  };
}

double processor_seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

class Limit : public ::testing::TestWithParam<std::string> {};

TEST_P(Limit, EndsTheRun) {
  for (const Named& named : games()) {
    const auto game = game_of(named.payoff);
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
}  // namespace allnash
