#include "sources/table.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "allnash/error.hpp"
#include "allnash/game.hpp"
#include "sources/reading.hpp"
#include "sources/source_conformance.hpp"

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
    return std::make_unique<sources::Table>(2, 3, turned, sources::Labels{},
                                            sources::Order::by_column);
  };
  const auto sparse = [] {
    return std::make_unique<sources::SparseTable>(3, 2,
                                                  std::vector<sources::Cell>{{{0, 0}, {1, 2}},
                                                                             {{0, 1}, {-3, 4}},
                                                                             {{1, 1}, {5, 3}},
                                                                             {{2, 0}, 7},
                                                                             {{2, 1}, {-1, 1024}}});
  };
  return {
      {"table_integers",
       [] {
         return table_game(2, 3, integers, {"a", "b"}, {"x", "y", "z"});
       },
       entry_of(integers, 3)},
      {"table_fractions", [] { return table_game(3, 2, fractions); }, entry_of(fractions, 2)},
      {"table_one", [] { return table_game(1, 1, {7}); }, one},
      {"table_by_column", by_column, entry_of(integers, 3)},
      {"sparse", sparse, entry_of(fractions, 2)},
      {"sparse_zero",
       [] {
         return std::make_unique<sources::SparseTable>(1000000, 2000000,
                                                       std::vector<sources::Cell>{});
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
  const auto game = table_game(2, 1, {1, 2}, {"up", "down"}, {"only"});
  EXPECT_EQ(joined(game->row_labels()), "up|down|");
  EXPECT_EQ(joined(game->column_labels()), "only|");
  EXPECT_TRUE(game->concurrent());
}

TEST(NamedGame, IsTheSameGameWithOtherNames) {
  const auto plain = open_game("family:rps,n=3");
  EXPECT_EQ(joined(plain->row_labels()), "rock|paper|scissors|");
  const auto game = named_game(open_game("family:rps,n=3"), {"r", "p", "s"}, {});
  EXPECT_EQ(joined(game->row_labels()), "r|p|s|");
  EXPECT_EQ(joined(game->column_labels()), "rock|paper|scissors|");
  EXPECT_EQ(text_of(*game), text_of(*plain));
  EXPECT_EQ(game->identity().fingerprint, plain->identity().fingerprint);
  EXPECT_TRUE(game->concurrent() && game->tells_symmetry());
}

TEST(TableGame, RefusesShapesThatDoNotFit) {
  constexpr Index huge = Index{1} << 40U;
  const std::pair<std::string, std::function<void()>> table[] = {
      {"table: a game of 0 x 3 has no strategies to choose from", [] { table_game(0, 3, {}); }},
      {"table: a game of 2 x -1 has no strategies to choose from", [] { table_game(2, -1, {}); }},
      {"table: 3 payoffs where 2 x 2 needs 4",
       [] {
         table_game(2, 2, {1, 2, 3});
       }},
      {"table: 1 row labels where there are 2 rows",
       [] {
         table_game(2, 1, {1, 2}, {"a"});
       }},
      {"table: 2 column labels where there are 1 columns",
       [] {
         table_game(2, 1, {1, 2}, {}, {"a", "b"});
       }},
      {"table: rows 0 and 2 share the label 'a'",
       [] {
         table_game(3, 1, {1, 2, 3}, {"a", "b", "a"});
       }},
      {"table: the label of column 1 is empty",
       [] {
         table_game(1, 2, {1, 2}, {}, {"a", ""});
       }},
      {"names: columns 0 and 1 share the label 'x'",
       [] {
         named_game(table_game(1, 2, {1, 2}), {}, {"x", "x"});
       }},
      {"names: 3 row labels where there are 2 rows",
       [] {
         named_game(open_game("family:matching,n=2"), {"a", "b", "c"}, {});
       }},
      {"table: a game of 1099511627776 x 1099511627776 is too large",
       [] { table_game(huge, huge, {}); }},
      {"function: a game of 1 x 0 has no strategies to choose from",
       [] { function_game(1, 0, [](Index, Index) { return Rational(0); }); }},
      {"function: no function was given", [] { function_game(1, 1, nullptr); }},
  };
  for (const auto& [message, call] : table) EXPECT_EQ(input_error(call), message);
}

TEST(TableGame, FindsTheFirstEntryThatContradictsSymmetry) {
  const auto fault = [](const std::vector<Rational>& values) {
    return table_game(3, 3, values)->symmetry_fault(0);
  };
  EXPECT_EQ(fault({0, 1, {-1, 2}, -1, 0, 2, {1, 2}, -2, 0}), std::nullopt);
  EXPECT_EQ(fault({0, 1, 2, -1, 5, 3, -2, -3, 0}), (Entry{1, 1}));
  EXPECT_EQ(fault({0, 1, 2, -1, 0, 3, -2, 3, 0}), (Entry{1, 2}));
  EXPECT_EQ(fault({0, 1, 2, -1, 0, 3, 2, 3, 0}), (Entry{0, 2}));
  EXPECT_EQ(table_game(1, 2, {1, 2})->symmetry_fault(0), std::nullopt);
}

TEST(SparseTable, FindsTheFirstEntryThatContradictsSymmetry) {
  const auto fault = [](std::vector<sources::Cell> cells) {
    return sources::SparseTable(4, 4, std::move(cells)).symmetry_fault(0);
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
  const auto message = [&](Entry entry) -> std::string {
    Rational answer;
    try {
      failing->payoffs({&entry, 1}, {&answer, 1});
    } catch (const SourceError& error) {
      return error.what();
    }
    return "no error";
  };
  EXPECT_EQ(message({0, 0}), "no error");
  EXPECT_EQ(message({1, 2}), "entry (1, 2): the match was lost");
  EXPECT_EQ(message({2, 0}), "entry (2, 0): the payoff function failed");
  EXPECT_FALSE(failing->concurrent());
}

}  // namespace
}  // namespace allnash::table_test
