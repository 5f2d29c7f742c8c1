#include "payoffs/sources/table.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "allnash/game.hpp"
#include "allnash/run.hpp"
#include "payoffs/sources/reading.hpp"
#include "payoffs/sources/source_conformance.hpp"

namespace allnash::table_test {
namespace {

const std::vector<Rational> integers = {3, -1, 0, 2, 5, -40};
const std::vector<Rational> fractions = {{1, 2}, {-3, 4}, 0, {5, 3}, 7, {-1, 1024}};

auto entry_of(const std::vector<Rational>& values, Index columns) {
  return [values, columns](Index i, Index j) {
    return values[static_cast<std::size_t>(i * columns + j)];
  };
}

std::vector<SourceCase> sources() {
  const auto one = [](Index, Index) { return Rational(7); };
  const auto by_column = [] {
    const std::vector<Rational> turned = {3, 2, -1, 5, 0, -40};
    return std::make_unique<sources::TableGame>(2, 3, turned, Labels{}, sources::Layout::by_column);
  };
  const auto sparse = [] {
    return std::make_unique<sources::SparseGame>(
        3, 2,
        std::vector<sources::ListedPayoff>{{{0, 0}, {1, 2}},
                                           {{0, 1}, {-3, 4}},
                                           {{1, 1}, {5, 3}},
                                           {{2, 0}, 7},
                                           {{2, 1}, {-1, 1024}}});
  };
  return {
      {"table_integers",
       [] {
         return table_game(2, 3, integers, {{"a", "b"}, {"x", "y", "z"}});
       },
       entry_of(integers, 3)},
      {"table_fractions", [] { return table_game(3, 2, fractions); }, entry_of(fractions, 2)},
      {"table_one", [] { return table_game(1, 1, {7}); }, one},
      {"table_by_column", by_column, entry_of(integers, 3)},
      {"sparse", sparse, entry_of(fractions, 2)},
      {"sparse_zero",
       [] {
         return std::make_unique<sources::SparseGame>(1000000, 2000000,
                                                      std::vector<sources::ListedPayoff>{});
       },
       [](Index, Index) { return Rational(0); }},
      {"function_integers", [] { return function_game(2, 3, entry_of(integers, 3)); },
       entry_of(integers, 3)},
      {"function_fractions", [] { return function_game(3, 2, entry_of(fractions, 2)); },
       entry_of(fractions, 2)},
      {"function_one", [one] { return function_game(1, 1, one); }, one},
  };
}

INSTANTIATE_TEST_SUITE_P(Known, SourceConformance, testing::ValuesIn(sources()), case_name);

TEST(TableGame, KeepsItsLabels) {
  const auto game = table_game(2, 1, {1, 2}, {{"up", "down"}, {"only"}});
  EXPECT_EQ(joined(game->labels().rows), "up|down|");
  EXPECT_EQ(joined(game->labels().columns), "only|");
  EXPECT_TRUE(game->traits().concurrent);
}

TEST(TableGame, TakesDoublesAsTheyPrint) {
  const double values[] = {0.5, 0.1, -3, 1e300};
  const auto game = table_game(2, 2, values, {{"a", "b"}, {}});
  EXPECT_EQ(text_of(*table_game(1, 2, std::vector<double>{0.5, -3})), "1/2 -3");
  EXPECT_EQ(text_of(*table_game(1, 1, {{1, 2}})), "1/2");
  const Entry tenth{0, 1};
  EXPECT_EQ(payoffs_of(*game, {&tenth, 1}).front(), Rational(1, 10));
  EXPECT_EQ(joined(game->labels().rows), "a|b|");
  const std::vector<double> odd{1, std::numeric_limits<double>::infinity(), std::nan(""), 1};
  EXPECT_EQ(input_error([&] { table_game(2, 2, odd); }), "table: entry (0, 1): infinite payoff");
  EXPECT_EQ(input_error([&] { table_game(1, 4, std::span(odd).subspan(0, 3)); }),
            "table: 3 payoffs where 1 x 4 needs 4");
}

TEST(Source, OverridesOneOfTwo) {
  class Neither final : public Source {
   public:
    Neither() : Source(1, 1) {}
  } neither;
  const Entry entry;
  EXPECT_THROW((void)payoffs_of(neither, {&entry, 1}), std::logic_error);
}

TEST(Rename, LeavesTheSameGameWithOtherNames) {
  const auto plain = open_game("family:rps,n=3");
  EXPECT_EQ(joined(plain->labels().rows), "rock|paper|scissors|");
  const auto game = open_game("family:rps,n=3");
  game->rename({{"r", "p", "s"}, {}});
  EXPECT_EQ(joined(game->labels().rows), "r|p|s|");
  EXPECT_EQ(joined(game->labels().columns), "rock|paper|scissors|");
  EXPECT_EQ(text_of(*game), text_of(*plain));
  EXPECT_EQ(game->identity().fingerprint, plain->identity().fingerprint);
  EXPECT_TRUE(game->traits().concurrent && game->self_check() != nullptr);
}

TEST(TableGame, RefusesShapesThatDoNotFit) {
  constexpr Index huge = Index{1} << 40U;
  struct Case {
    std::string message;
    Index rows;
    Index columns;
    std::vector<Rational> values;
    Labels labels = {};
  };
  const Case table[] = {
      {"a game of 0 x 3 has no strategies to choose from", 0, 3, {}},
      {"a game of 2 x -1 has no strategies to choose from", 2, -1, {}},
      {"a game of 1099511627776 x 1099511627776 is too large", huge, huge, {}},
      {"3 payoffs where 2 x 2 needs 4", 2, 2, {1, 2, 3}},
      {"1 row labels where there are 2 rows", 2, 1, {1, 2}, {{"a"}, {}}},
      {"2 column labels where there are 1 columns", 2, 1, {1, 2}, {{}, {"a", "b"}}},
      {"rows 0 and 2 share the label 'a'", 3, 1, {1, 2, 3}, {{"a", "b", "a"}, {}}},
      {"the label of column 1 is empty", 1, 2, {1, 2}, {{}, {"a", ""}}},
  };
  for (const auto& [message, rows, columns, values, labels] : table) {
    const auto make = [&, n = rows, m = columns, &v = values, &l = labels] {
      table_game(n, m, v, l);
    };
    EXPECT_EQ(input_error(make), "table: " + message);
  }
  const auto matching = open_game("family:matching,n=2");
  EXPECT_EQ(input_error([&] {
              matching->rename({{}, {"x", "x"}});
            }),
            "names: columns 0 and 1 share the label 'x'");
  EXPECT_EQ(input_error([&] {
              matching->rename({{"a", "b", "c"}, {}});
            }),
            "names: 3 row labels where there are 2 rows");
  EXPECT_EQ(input_error([] { function_game(1, 0, [](Index, Index) { return Rational(0); }); }),
            "function: a game of 1 x 0 has no strategies to choose from");
  EXPECT_EQ(input_error([] { function_game(1, 1, std::function<Rational(Index, Index)>()); }),
            "function: no function was given");
}

TEST(TableGame, FindsTheFirstEntryThatContradictsSymmetry) {
  const auto fault = [](const std::vector<Rational>& values) {
    return table_game(3, 3, values)->self_check()->symmetry_fault(0);
  };
  EXPECT_EQ(fault({0, 1, {-1, 2}, -1, 0, 2, {1, 2}, -2, 0}), std::nullopt);
  EXPECT_EQ(fault({0, 1, 2, -1, 5, 3, -2, -3, 0}), (Entry{1, 1}));
  EXPECT_EQ(fault({0, 1, 2, -1, 0, 3, -2, 3, 0}), (Entry{1, 2}));
  EXPECT_EQ(fault({0, 1, 2, -1, 0, 3, 2, 3, 0}), (Entry{0, 2}));
  EXPECT_EQ(table_game(1, 2, {1, 2})->self_check()->symmetry_fault(0), std::nullopt);
}

TEST(SparseTable, FindsTheFirstEntryThatContradictsSymmetry) {
  const auto fault = [](std::vector<sources::ListedPayoff> cells) {
    return sources::SparseGame(4, 4, std::move(cells)).symmetry_fault(0);
  };
  EXPECT_EQ(fault({{{0, 3}, 2}, {{3, 0}, -2}}), std::nullopt);
  EXPECT_EQ(fault({{{0, 3}, 2}, {{3, 0}, 2}}), (Entry{0, 3}));
  EXPECT_EQ(fault({{{1, 3}, 2}, {{2, 0}, 1}}), (Entry{0, 2}));
  EXPECT_EQ(fault({{{1, 1}, 2}}), (Entry{1, 1}));
}

TEST(FunctionGame, NamesTheEntryItsFunctionFailedAt) {
  const auto failing = function_game(3, 3, [](Index i, Index j) -> Rational {
    if (i == 1 && j == 2) throw std::runtime_error("the match was lost");
    if (i == 2) throw 5;  // NOLINT(hicpp-exception-baseclass): a stranger's function may
    return {0};
  });
  const auto message = [&](Entry entry) {
    return error_of<SourceError>([&] { (void)payoffs_of(*failing, {&entry, 1}); });
  };
  EXPECT_EQ(message({0, 0}), "no error");
  EXPECT_EQ(message({1, 2}), "entry (1, 2): the match was lost");
  EXPECT_EQ(message({2, 0}), "entry (2, 0): the payoff function failed");
  EXPECT_FALSE(failing->traits().concurrent);
}

}  // namespace
}  // namespace allnash::table_test
