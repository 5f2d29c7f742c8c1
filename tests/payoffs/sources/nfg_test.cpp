#include <gtest/gtest.h>

#include <random>
#include <sstream>

#include "allnash/allnash.hpp"
#include "core/base/at.hpp"
#include "payoffs/sources/files/readers.hpp"
#include "payoffs/sources/reading.hpp"

namespace allnash::nfg_test {
namespace {

std::unique_ptr<Source> read(const std::string& content) {
  std::istringstream in(content);
  return sources::read_nfg(in, "game.nfg");
}

TEST(Nfg, ReadsBothForms) {
  const std::string outcomes =
      "NFG 1 R \"t\" { \"A\" \"B\" } { { \"up\" \"down\" } { \"l\" \"m\" \"r\" } } \"\"\n"
      "{ { \"one\" 1, -1 } { \"\" 1/2 -0.5 } { \"three\" -3, 3 } }\n";
  const std::pair<std::string, std::string> table[] = {
      {"NFG 1 R \"t\" { \"A\" \"B\" } { 2 3 }\n1 -1 2 -2 3 -3 4 -4 5 -5 6 -6\n", "1 3 5; 2 4 6"},
      {"NFG 1 D \"t\" {\"A\" \"B\"} {2 1} \"a comment\" 1,-1,2,-2", "1; 2"},
      {"NFG 1 R \"a \\\"b\\\" {\" { \"A\" \"B\" } { { \"x\" } { \"y\" } } 0.25 -1/4", "1/4"},
      {outcomes + "1 2 3 0 1 2", "1 -3 1; 1/2 0 1/2"},
      // Constant-sum: the first player's payoffs as they stand.
      {"NFG 1 R \"\" { \"A\" \"B\" } { 2 2 } 2 0 0 2 0 2 1 1", "2 0; 0 1"},
      {"NFG 1 R \"\" { \"A\" \"B\" } { 1 2 } { { \"\" 3 7 } { \"\" 10 0 } } 1 2", "3 10"},
  };
  for (const auto& [content, expected] : table) EXPECT_EQ(text_of(*read(content)), expected);
}

// The layout that Gambit itself writes.
TEST(Nfg, ReadsTheLayoutOfGambit) {
  const auto game = read(R"nfg(NFG 1 R "A game (of two)" { "Player 1" "Player 2" }

{ { "A1" "A2" "A3" }
{ "B1" "B2" }
}
"Two lines
of comment."

{
{ "A1B1" 5, -5 }
{ "A1B2" -5, 5 }
{ "A2B1" 1, -1 }
{ "A2B2" 2, -2 }
{ "A3B1" 3, -3 }
{ "A3B2" 4, -4 }
}
1 3 5 2 4 6
)nfg");
  EXPECT_EQ(text_of(*game), "5 -5; 1 2; 3 4");
  EXPECT_EQ(joined(game->labels().rows), "A1|A2|A3|");
  EXPECT_EQ(joined(game->labels().columns), "B1|B2|");
}

TEST(Nfg, LeavesOutNamesThatDoNotTellStrategiesApart) {
  const auto game =
      read("NFG 1 R \"\" { \"A\" \"B\" } { { \"a\" \"\" } { \"b\" \"b\" } } 1 -1 1 -1 1 -1 1 -1");
  EXPECT_TRUE(game->labels().rows.empty());
  EXPECT_TRUE(game->labels().columns.empty());
  EXPECT_EQ(game->heading().note, "columns go by number, since some share the name 'b'");
}

TEST(Nfg, KeepsTitlePlayersAndSum) {
  const auto game =
      read("NFG 1 R \"A \\\"fine\\\" game\" { \"Ann\" \"Bob\" } { 2 2 } 1 3 4 0 2 2 0 4");
  const Heading heading = game->heading();
  EXPECT_EQ(heading.title, "A \"fine\" game");
  EXPECT_EQ(heading.row_player, "Ann");
  EXPECT_EQ(heading.column_player, "Bob");
  EXPECT_EQ(heading.sum, Rational(4));
  EXPECT_EQ(heading.note, "");
}

// Each side pays its own costs, and the second counts in other units.
TEST(Nfg, TakesGamesThatHaveTheEquilibriaOfAZeroSumGame) {
  const std::string two = "NFG 1 R \"\" { \"A\" \"B\" } ";
  const std::string same =
      "A - g(column), which has the same equilibria: the players' payoffs have A + c B = f(row) + "
      "g(column), c = ";
  struct Case {
    std::string content;
    std::string payoffs;
    std::string solved_as;
  };
  const Case table[] = {
      // Matching pennies. Row 1 costs the first player 3, column 1 the second player 5.
      {two + "{ 2 2 } 1 -1 -4 1 -1 -4 -2 -6", "1 4; -4 3", same + "1"},
      // Twice what the first player loses is what the second one wins.
      {two + "{ 2 2 } 1 -2 -1 2 -1 2 1 -2", "1 -1; -1 1", same + "1/2"},
      // One row: the second player just takes what it likes best.
      {two + "{ 1 2 } 1 -1 1 2/3", "1 -2/3", same + "1"},
      // No player's payoff depends on what is good for the other.
      {two + "{ 2 2 } 0 0 1 5 7 1 8 6", "0 -1; 1 0", same + "1"},
      // The sum depends on the row alone: A as it stands, but not constant-sum.
      {two + "{ 2 1 } 1 1 2 3", "1; 2", same + "1"},
      {two + "{ 2 2 } 1 2 0 3 0 3 1 2", "1 0; 0 1", ""},
  };
  for (const auto& [content, payoffs, solved_as] : table) {
    const auto game = read(content);
    EXPECT_EQ(text_of(*game), payoffs) << content;
    EXPECT_EQ(game->heading().solved_as, solved_as) << content;
  }
}

// Random games of the form, and the equilibria of what is read, by the definition: no player gains
// by a change in the game that was given.
TEST(Nfg, TheEquilibriaAreThoseOfTheGameGiven) {
  std::mt19937_64 random(7);
  const auto below = [&](int n) {
    return static_cast<int>(random() % static_cast<std::uint64_t>(n));
  };
  for (int t = 0; t < 200 && !HasFailure(); ++t) {
    const int n = 1 + below(4);
    const int m = 1 + below(4);
    const Rational c(1 + below(4), 1 + below(3));
    std::vector<Rational> f;
    std::vector<Rational> g;
    for (int i = 0; i < n; ++i) f.emplace_back(below(9) - 4);
    for (int j = 0; j < m; ++j) g.emplace_back(below(9) - 4);
    std::vector<std::vector<Rational>> first(static_cast<std::size_t>(n));
    std::vector<std::vector<Rational>> second(static_cast<std::size_t>(n));
    std::string content =
        "NFG 1 R \"\" { \"A\" \"B\" } { " + std::to_string(n) + " " + std::to_string(m) + " }";
    for (int j = 0; j < m; ++j) {
      for (int i = 0; i < n; ++i) {
        const Rational a(below(7) - 3);
        const Rational b = (f[at(i)] + g[at(j)] - a) / c;
        first[at(i)].push_back(a);
        second[at(i)].push_back(b);
        content += " " + a.to_string() + " " + b.to_string();
      }
    }
    SCOPED_TRACE(content);
    const auto game = read(content);
    const Result result = solve(*game, Options{});
    for (const MixedStrategy& x : result.row().vertices) {
      for (const MixedStrategy& y : result.column().vertices) {
        const auto pays = [&](const auto& payoffs, const MixedStrategy& rows,
                              const MixedStrategy& columns) {
          Rational sum;
          for (const Weight& r : rows) {
            for (const Weight& s : columns) {
              sum += r.probability * s.probability * payoffs[at(r.strategy)][at(s.strategy)];
            }
          }
          return sum;
        };
        for (Index i = 0; i < n; ++i) {
          EXPECT_LE(pays(first, {{i, 1}}, y), pays(first, x, y));
        }
        for (Index j = 0; j < m; ++j) {
          EXPECT_LE(pays(second, x, {{j, 1}}), pays(second, x, y));
        }
      }
    }
  }
}

std::string refusal(int line, const std::string& cell, const std::string& payoffs) {
  return "game.nfg:" + std::to_string(line) +
         ": not a zero-sum game, nor one with the equilibria of such: in cell " + cell +
         " the payoffs " + payoffs +
         " leave no c > 0 for which first + c * second is a term for the row plus a term for the "
         "column";
}

TEST(Nfg, SaysWhereAndWhatIsWrong) {
  const std::string two = "NFG 1 R \"\" { \"A\" \"B\" } ";
  const std::pair<std::string, std::string> table[] = {
      {"", "game.nfg: empty file"},
      {"EFG 2 R \"\"", "game.nfg: not a .nfg file"},
      {"1,2\n3,4\n", "game.nfg: not a .nfg file"},
      {"NFG 2 R \"\"", "game.nfg:1: '2' where version 1 belongs"},
      {"NFG 1 X \"\"", "game.nfg:1: 'X' where R or D belongs"},
      {"NFG 1 R\n{", "game.nfg:2: '{' where the title belongs"},
      {"NFG 1 R \"abc", "game.nfg:1: quoted text that does not end"},
      {"NFG 1 R \"\" { \"A\" \"B\" \"C\" } { 2 2 2 }",
       "game.nfg:1: a game of 3 players, where two are solved"},
      {"NFG 1 R \"\" { \"A\" }", "game.nfg:1: a game of 1 player, where two are solved"},
      {two + "{ 2 }", "game.nfg:1: '}' where a count belongs"},
      {two + "{ 2 -3 }", "game.nfg:1: '-3' where a count belongs"},
      {two + "{ 2 2 2 }", "game.nfg:1: '2' where the end of the strategies belongs"},
      {two + "{ 2 0 }", "game.nfg: a game of 2 x 0 has no strategies to choose from"},
      {two + "{ { \"a\" } { } }", "game.nfg: a game of 1 x 0 has no strategies to choose from"},
      {two + "{ { \"a\" 3 } }", "game.nfg:1: '3' where the name of a strategy belongs"},
      {two + "{ 9999999999 9999999999 }",
       "game.nfg: a game of 9999999999 x 9999999999 is too large"},
      {two + "{ 1000000000 1000000000 } 1 -1",
       "game.nfg: truncated: 1 of 1000000000000000000 cells"},
      {two + "{ 2 2 }\n1 -1 2 -2 3", "game.nfg: truncated: 2 of 4 cells"},
      {two + "{ 1 1 }\n1 -1\n5", "game.nfg:3: '5' where the end of the file belongs"},
      {two + "{ 1 1 }\n1 abc", "game.nfg:2: 'abc' is not a number"},
      {two + "{ 1 1 }\ninf 1", "game.nfg:2: infinite payoff"},
      {two + "{ 1 1 }\n1 \"x\"", "game.nfg:2: 'x' where a payoff belongs"},
      {two + "{ 2 2 }\n1 -1 2 -2\n3 -3\n5 0.50", refusal(3 + 1, "(1, 1)", "5 and 0.50")},
      {two + "{ 2 2 }\n0 0 0 0 0 0\n1 1", refusal(3, "(1, 1)", "1 and 1")},
      {two + "{ 2 2 }\n0 0 0 0 0 0 1 0", refusal(2, "(1, 1)", "1 and 0")},
      // Opposite by a factor of 2, and then by one of 3.
      {two + "{ 2 3 }\n0 0 0 0 0 0 2 -1\n0 0\n3 -1", refusal(4, "(1, 2)", "3 and -1")},
      {two + "{ 2 2 }\n{ { \"\" 1 .5 } }\n0 0 0 1", refusal(4 - 1, "(1, 1)", "1 and .5")},
      {two + "{ 1 2 }\n{ { \"\" 1 -1 } }\n1 2", "game.nfg:3: outcome 2 where there are 1"},
      {two + "{ 1 2 }\n{ { \"\" 1 -1 } }\n1 -2", "game.nfg:3: '-2' where a count belongs"},
      {two + "{ 1 2 }\n{ { \"\" 1 -1 } }\n1", "game.nfg: truncated: 1 of 2 cells"},
      {two + "{ 1 2 }\n{ { \"\" 1 -1 2 } }\n1",
       "game.nfg:2: '2' where the end of an outcome belongs"},
      {two + "{ 1 2 }\n{ { \"\" 1 -1 }\n1",
       "game.nfg:3: '1' where the end of the outcomes belongs"},
  };
  for (const auto& [content, message] : table) {
    EXPECT_EQ(input_error([&] { read(content); }), message) << content;
  }
}

}  // namespace
}  // namespace allnash::nfg_test
