// Games whose payoffs lie in a known range, and tolerances: on small games, against all square
// submatrices. What was not read is put at the ends of the range, and nothing that was said of the
// game may change.
#include <gtest/gtest.h>

#include <sstream>

#include "allnash/allnash.hpp"
#include "checker/verdict.hpp"
#include "payoffs/sources/reading.hpp"
#include "random_games.hpp"
#include "watched_source.hpp"

namespace allnash::ranges_test {
namespace {

using test::WatchedSource;
using test::WholeGame;

// In units of the game's scale.
struct Ends {
  std::int64_t low = 0;
  std::int64_t high = 0;
  [[nodiscard]] PayoffRange over(std::int64_t scale) const {
    return {Rational(low, scale), Rational(high, scale)};
  }
};

// The least range that holds the game, often, or a wider one.
Ends ends_of(const WholeGame& game, std::mt19937_64& random) {
  Ends ends{std::ranges::min(game.payoffs), std::ranges::max(game.payoffs)};
  if (ends.low == ends.high || random() % 3 == 0) {
    ends.low -= static_cast<std::int64_t>(random() % 4);
    ends.high += 1 + static_cast<std::int64_t>(random() % 4);
  }
  return ends;
}

std::int64_t& cell(WholeGame& game, int row, int column) {
  return game.payoffs[static_cast<std::size_t>(row * game.columns + column)];
}

// The unread entries at one end or the other.
template <typename High>
WholeGame completed(WholeGame game, const WatchedSource& source, const Ends& ends, bool symmetric,
                    const High& high) {
  for (int i = 0; i < game.rows; ++i) {
    for (int j = 0; j < game.columns; ++j) {
      if (source.asked(i, j) || (symmetric && (i >= j || source.asked(j, i)))) continue;
      cell(game, i, j) = high(i, j) ? ends.high : ends.low;
      if (symmetric) cell(game, j, i) = ends.low + ends.high - cell(game, i, j);
    }
  }
  return game;
}

void expect_answer(const Result& result, const WholeGame& game) {
  const test::Answer answer = test::brute_force(game);
  EXPECT_EQ(result.value, answer.value);
  EXPECT_EQ(result.row().support, test::union_support(answer.row_vertices));
  EXPECT_EQ(result.column().support, test::union_support(answer.column_vertices));
  EXPECT_TRUE(result.row().vertices_complete && result.column().vertices_complete);
  EXPECT_EQ(result.row().vertices, answer.row_vertices);
  EXPECT_EQ(result.column().vertices, answer.column_vertices);
}

bool contains(const std::vector<Index>& list, int index) {
  return std::ranges::binary_search(list, Index{index});
}

// For the rows of the support what is unread is worst when low, for the columns when high.
void expect_answer_of_completions(const Result& result, const WholeGame& game,
                                  const WatchedSource& source, const Ends& ends, bool symmetric,
                                  std::mt19937_64& random) {
  expect_answer(result, completed(game, source, ends, symmetric, [&](int i, int j) {
                  return contains(result.column().support, j) && !contains(result.row().support, i);
                }));
  expect_answer(result, completed(game, source, ends, symmetric,
                                  [&](int, int) { return random() % 2 == 0; }));
  // Every one of them, where they are few.
  constexpr std::int64_t few = 4;
  std::int64_t unread = 0;
  completed(game, source, ends, symmetric, [&](int, int) { return ++unread > 0; });
  if (unread == 0 || unread > few) return;
  for (std::uint64_t at_high = 0; at_high < std::uint64_t{1} << unread; ++at_high) {
    std::uint64_t place = 1;
    expect_answer(result, completed(game, source, ends, symmetric, [&](int, int) {
                    return (at_high & std::exchange(place, place << 1U)) != 0;
                  }));
  }
}

WholeGame symmetric_game(std::mt19937_64& random, std::int64_t middle) {
  return test::symmetric_game(
      1 + static_cast<int>(random() % 6),
      [&](int, int) { return static_cast<std::int64_t>(random() % 5) - 2; }, middle);
}

TEST(Ranges, AgreeWithAllSquareSubmatricesWhateverIsUnread) {
  std::mt19937_64 random(21);
  std::int64_t below_floor = 0;
  for (int t = 0; t < test::this_many(20000) && !HasFailure(); ++t) {
    SCOPED_TRACE(t);
    const WholeGame game = test::random_game(random);
    const Ends ends = ends_of(game, random);
    WatchedSource source(game.rows, game.columns, test::payoffs_of(game));
    const Options options{.method = t % 2 == 0 ? "lazy" : "auto",
                          .seed = 1 + random() % 5,
                          .payoff_range = ends.over(game.scale)};
    std::ostringstream certificate;
    const Result result = solve(source, options, {nullptr, nullptr, &certificate});
    ASSERT_EQ(result.status, Status::proved);
    EXPECT_EQ(result.queries, source.count());
    EXPECT_LE(*result.hindsight, result.queries);
    EXPECT_LE(*result.hindsight, result.floor().value());
    below_floor += result.queries < result.floor().value() ? 1 : 0;
    EXPECT_EQ(test::fault_in(certificate.str()), std::nullopt);
    expect_answer(result, game);
    expect_answer_of_completions(result, game, source, ends, false, random);
  }
  EXPECT_GT(below_floor, test::this_many(2000));
}

TEST(Ranges, SymmetricGamesMayPayAnySum) {
  std::mt19937_64 random(22);
  for (int t = 0; t < test::this_many(3000) && !HasFailure(); ++t) {
    SCOPED_TRACE(t);
    const auto middle = static_cast<std::int64_t>(random() % 7) - 3;
    const WholeGame game = symmetric_game(random, middle);
    const auto reach = 2 + static_cast<std::int64_t>(random() % 3);
    const Ends ends{middle - reach, middle + reach};
    WatchedSource source(game.rows, game.columns, test::payoffs_of(game));
    std::ostringstream certificate;
    const Result result = solve(source, {.symmetric = true, .payoff_range = ends.over(1)},
                                {nullptr, nullptr, &certificate});
    ASSERT_EQ(result.status, Status::proved);
    EXPECT_EQ(result.value, Rational(middle));
    EXPECT_EQ(test::fault_in(certificate.str()), std::nullopt);
    expect_answer(result, game);
    expect_answer_of_completions(result, game, source, ends, true, random);
  }
}

Rational earned(const WholeGame& game, const MixedStrategy& strategy, bool is_row, int against) {
  Rational sum;
  for (const Weight& weight : strategy) {
    const auto own = static_cast<int>(weight.strategy);
    const std::int64_t payoff = is_row ? game.at(own, against) : game.at(against, own);
    sum += weight.probability * Rational(payoff, game.scale);
  }
  return sum;
}

// The bounds hold of the game, and the strategies attain them.
void expect_bounds(const Result& result, const WholeGame& game) {
  const Rational value = test::brute_force(game).value;
  EXPECT_LE(result.low.value_or(value), value);
  EXPECT_GE(result.high.value_or(value), value);
  for (int j = 0; j < game.columns && !result.row_strategy.empty(); ++j) {
    EXPECT_GE(earned(game, result.row_strategy, true, j), *result.low);
  }
  for (int i = 0; i < game.rows && !result.column_strategy.empty(); ++i) {
    EXPECT_LE(earned(game, result.column_strategy, false, i), *result.high);
  }
}

void expect_bounds_of_completions(const Result& result, const WholeGame& game,
                                  const WatchedSource& source, const Ends& ends, bool symmetric,
                                  std::mt19937_64& random) {
  expect_bounds(result, game);
  if (!result.payoff_range) return;
  for (const int kind : {0, 1, 2}) {
    expect_bounds(result, completed(game, source, ends, symmetric, [&](int, int) {
                    return kind == 0 || (kind == 2 && random() % 2 == 0);
                  }));
  }
}

// A tolerance, a budget or both, with a range or without.
TEST(Ranges, BoundsAndTheirStrategiesHoldWhateverIsUnread) {
  std::mt19937_64 random(23);
  std::int64_t within = 0;
  for (int t = 0; t < test::this_many(20000) && !HasFailure(); ++t) {
    SCOPED_TRACE(t);
    const bool symmetric = t % 4 == 3;
    const bool ranged = t % 3 != 0;
    const std::int64_t middle = ranged ? static_cast<std::int64_t>(random() % 5) : 0;
    const WholeGame game = symmetric ? symmetric_game(random, middle) : test::random_game(random);
    const Ends ends = symmetric ? Ends{middle - 3, middle + 3} : ends_of(game, random);
    WatchedSource source(game.rows, game.columns, test::payoffs_of(game));
    Options options;
    options.symmetric = symmetric;
    options.seed = 1 + random() % 5;
    if (ranged) options.payoff_range = ends.over(game.scale);
    if (t % 5 != 0) options.epsilon = Rational(static_cast<std::int64_t>(1 + random() % 40), 10);
    if (t % 5 < 2) options.budget = static_cast<std::int64_t>(random() % 20);
    std::ostringstream certificate;
    const Result result = solve(source, options, {nullptr, nullptr, &certificate});
    expect_bounds_of_completions(result, game, source, ends, symmetric, random);
    EXPECT_LE(result.queries, options.budget.value_or(result.queries));
    if (ranged && result.status != Status::proved) {
      EXPECT_FALSE(result.row_strategy.empty() || result.column_strategy.empty());
    }
    if (result.status == Status::stopped) {
      EXPECT_TRUE(options.budget);
      continue;
    }
    EXPECT_EQ(test::fault_in(certificate.str()), std::nullopt);
    if (result.status != Status::within) continue;
    ++within;
    const Rational gap = symmetric ? *result.value - *result.low : *result.high - *result.low;
    EXPECT_LE(gap, *options.epsilon);
  }
  EXPECT_GT(within, test::this_many(5000));
}

// Every method minds the range and its answer is the same; those that do not use it say so.
TEST(Ranges, EveryMethodTakesOne) {
  for (const MethodInfo& method : method_table()) {
    if (method.name.starts_with("saddle-midsearch") || method.name == "noisy") continue;
    SCOPED_TRACE(method.name);
    const auto game = table_game(3, 3, {1, 0, 1, 0, 1, 1, 0, 0, 1});
    const Options options{.method = std::string(method.name),
                          .payoff_range = PayoffRange{0, 1},
                          .epsilon = Rational(1, 1000)};
    const Result result = solve(*game, options);
    if (method.name.starts_with("saddle")) {
      EXPECT_EQ(result.status, Status::no_strict_saddle_point);
    } else if (result.status == Status::proved) {
      EXPECT_EQ(result.value, Rational(1, 2));
    } else {
      EXPECT_EQ(result.status, Status::within);
    }
    // Those that go through sizes may go on as lazy.
    const bool lazy = method.name == "auto" || method.name == "lazy" || method.name == "paper" ||
                      method.name == "reweighted";
    EXPECT_EQ(result.range_used, lazy);
  }
}

std::string refusal(Source& game, const Options& options) {
  return input_error([&] { (void)solve(game, options); });
}

TEST(Ranges, APayoffOutsideIsNamed) {
  Options options{.payoff_range = PayoffRange{0, 1}};
  const auto table = table_game(2, 2, {0, 1, 1, Rational(3, 2)});
  EXPECT_EQ(refusal(*table, options),
            "entry (1, 1): the payoff 3/2 is outside the payoff range 0,1");
  const auto function = function_game(
      9, 9, [](Index i, Index j) { return i == 4 ? Rational(-1) : Rational((i + j) % 2); });
  EXPECT_TRUE(refusal(*function, options).starts_with("entry (4, "));
  options.payoff_range = PayoffRange{1, 1};
  EXPECT_EQ(refusal(*table, options), "payoff-range: 1,1 is not two numbers A,B with A < B");
}

TEST(Ranges, WinRatesNeedNoShifting) {
  const Options options{.symmetric = true, .payoff_range = PayoffRange{0, 1}};
  const Rational half(1, 2);
  const auto game = table_game(3, 3, {half, 1, 0, 0, half, 1, 1, 0, half});
  EXPECT_EQ(solve(*game, options).value, half);
  const auto crooked = table_game(2, 2, {half, 1, Rational(1, 4), half});
  EXPECT_TRUE(refusal(*crooked, options)
                  .starts_with("entry (0, 1) contradicts a symmetric game: it is 1 and entry (1, "
                               "0) is 0.25, and the two must "
                               "add up to 1"));
}

}  // namespace
}  // namespace allnash::ranges_test
