// Payoffs in a range, and a ledger file that holds some of the game: whatever it holds, the answer
// is the same, and where it holds a proof nothing is asked.
#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "allnash/allnash.hpp"
#include "payoffs/sources/temporary_file.hpp"
#include "quick_disk.hpp"
#include "random_games.hpp"

namespace allnash::partly_filled_test {
namespace {

using test::WholeGame;

constexpr const char* methods[] = {"auto", "lazy", "paper", "reweighted"};

// Wins and losses, often with a row that always wins: the value is then an end of the range, and
// what is unread ties.
WholeGame win_game(std::mt19937_64& random) {
  WholeGame game = test::random_game(random, 5);
  if (random() % 2 == 0) return game;
  game.scale = 2;
  for (std::int64_t& payoff : game.payoffs) payoff = static_cast<std::int64_t>(random() % 3);
  if (random() % 2 == 0) {
    for (int j = 0; j < game.columns; ++j) game.payoffs[static_cast<std::size_t>(j)] = 2;
  }
  return game;
}

Options ranged(const WholeGame& game, const char* method, const std::string& ledger) {
  Options options{
      .method = method,
      .payoff_range = PayoffRange{
          Rational(std::ranges::min(game.payoffs), game.scale),
          Rational(std::ranges::max(game.payoffs) + (game.scale == 2 ? 0 : 1), game.scale)}};
  if (options.payoff_range->low == options.payoff_range->high) options.payoff_range->high += 1;
  options.ledger = ledger;
  return options;
}

void expect_answer(const Result& result, const WholeGame& game) {
  const test::Answer truth = test::brute_force(game);
  ASSERT_EQ(result.status, Status::proved);
  EXPECT_EQ(result.value, truth.value);
  EXPECT_EQ(result.row().vertices, truth.row_vertices);
  EXPECT_EQ(result.column().vertices, truth.column_vertices);
}

std::string some_of(const WholeGame& game, std::mt19937_64& random) {
  std::ostringstream lines;
  const auto share = random() % 9;
  for (int i = 0; i < game.rows; ++i) {
    for (int j = 0; j < game.columns; ++j) {
      if (random() % 8 >= share) continue;
      lines << i << "," << j << "," << game.at(i, j) << "/" << game.scale << "\n";
    }
  }
  return lines.str();
}

/// Sees so many games, each with its source and with options that name a ledger file of its own.
template <typename See>
void each_game(int count, std::uint64_t seed, const See& see) {
  const test::QuickDisk quick;
  const TemporaryFolder folder;
  std::mt19937_64 random(seed);
  for (int number = 0; number < test::this_many(count); ++number) {
    SCOPED_TRACE(number);
    const WholeGame game = win_game(random);
    const auto source = table_game(game.rows, game.columns, test::payoffs_of(game));
    see(game, *source,
        ranged(game, methods[number % 4], folder.path() + "/" + std::to_string(number) + ".db"),
        random);
  }
}

TEST(PartlyFilled, RunsStartFromAnyPartOfTheGame) {
  each_game(
      240, 3,
      [](const WholeGame& game, Source& source, const Options& options, std::mt19937_64& random) {
        std::istringstream part(some_of(game, random));
        if (part.str().empty()) return;
        import_ledger(*options.ledger, part, "part.csv",
                      LedgerShape{game.rows, game.columns, false});
        expect_answer(solve(source, options), game);
      });
}

TEST(PartlyFilled, AnotherSeedGoesOnFromARunThatWasCut) {
  each_game(100, 4,
            [](const WholeGame& game, Source& source, Options options, std::mt19937_64& random) {
              options.budget = 1 + static_cast<std::int64_t>(random() % game.payoffs.size());
              (void)solve(source, options);
              options.budget.reset();
              options.seed = 2;
              expect_answer(solve(source, options), game);
              // All is known now: one more seed asks for nothing, but of `reweighted`, whose draws
              // decide what it looks at before it begins from what is known.
              options.seed = 3;
              const Result again = solve(source, options);
              expect_answer(again, game);
              if (options.method != "reweighted") {
                EXPECT_EQ(again.queries, again.recalled);
              }
            });
}

}  // namespace
}  // namespace allnash::partly_filled_test
