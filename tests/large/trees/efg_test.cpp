#include <gtest/gtest.h>

#include <sstream>

#include "allnash/large.hpp"
#include "large/trees/plans.hpp"
#include "payoffs/sources/reading.hpp"

namespace allnash::efg_test {
namespace {

GameTree read(const std::string& content) {
  std::istringstream in(content);
  return read_efg(in, "game.efg");
}
FlowGame game_in(const std::string& content) { return tree_game(read(content), "game.efg"); }

// What each node is, in short: who moves at which set, and what the first player is paid.
std::string text_of_tree(const GameTree& tree) {
  std::string text;
  for (const GameTree::Node& node : tree.nodes) {
    if (!text.empty()) text += " ";
    if (node.set) {
      const GameTree::InformationSet& set = tree.sets[at(*node.set)];
      text += set.mover == GameTree::Mover::chance  ? "c"
              : set.mover == GameTree::Mover::first ? "1"
                                                    : "2";
      text += "." + std::to_string(set.number);
    } else {
      text += "t";
    }
    if (node.outcome) text += ":" + tree.outcomes[at(*node.outcome)].first.to_string();
  }
  return text;
}

const std::string opening = "EFG 2 R \"t\" { \"A\" \"B\" }\n";

TEST(Efg, ReadsTheLayoutOfGambit) {
  const GameTree tree = read(R"efg(EFG 2 R "Stripped-down poker, \"by hand\"" { "Alice" "Bob" }
"A comment
on two lines."

c "deal" 1 "" { "King" 1/2 "Queen" 1/2 } 1 "ante" { -1, -1 }
p "" 1 1 "King" { "Bet" "Fold" } 0
p "" 2 1 "Bob" { "Call" "Fold" } 2 "raise" { -1, 0 }
t "" 3 "Alice wins big" { 4, -1 }
t "" 4 "Alice wins" { 3, 0 }
t "" 5 "Bob wins" { 0, 2 }
p "" 1 2 "Queen" { "Bet" "Fold" } 0
p "" 2 1 "Bob" { "Call" "Fold" } 2 "raise" { -1, 0 }
t "" 6 "Bob wins big" { 0, 3 }
t "" 4 "Alice wins" { 3, 0 }
t "" 5 "Bob wins" { 0, 2 }
)efg");
  EXPECT_EQ(text_of_tree(tree), "c.1:-1 1.1 2.1:-1 t:4 t:3 t:0 1.2 2.1:-1 t:0 t:3 t:0");
  EXPECT_EQ(tree.sets[0].chances, (std::vector<Rational>{Rational(1, 2), Rational(1, 2)}));
  EXPECT_EQ(tree.sets[2].label, "Bob");
  EXPECT_EQ(tree.sets[2].actions, (std::vector<std::string>{"Call", "Fold"}));
  EXPECT_EQ(tree.nodes[0].label, "deal");
  EXPECT_EQ(tree.nodes[10].line, 15);
  const FlowGame game = tree_game(tree, "poker.efg");
  EXPECT_EQ(test::strategies_of(game.rows), Rational(4));
  EXPECT_EQ(test::strategies_of(game.columns), Rational(2));
  // Always betting, against one who always calls: 1/2 (2 - 2).
  const auto first = [](const FlowSide& side) {
    return test::flow_of(side, [&](Index arc) {
      const std::string& label = side.arcs[at(arc)].label;
      return Rational(label == "Fold" ? 0 : 1);
    });
  };
  EXPECT_EQ(test::paid(game, first(game.rows), first(game.columns)), Rational(0));
}

TEST(Efg, ReadsWhatFilesMayLeaveOutOrSayAgain) {
  const std::string two = "p \"\" 1 1 \"x\" { \"l\" \"r\" } 0 p \"\" 2 1 \"y\" { \"l\" \"r\" } 0 ";
  const std::pair<std::string, std::string> table[] = {
      // Braces once, then numbers alone.
      {opening + two +
           "t \"\" 1 \"win\" { 1, -1 }\nt \"\" 2 \"lose\" { -1, 1 }\np \"\" 2 1 0\nt \"\" 2\nt "
           "\"\" 1\n",
       "1.1 2.1 t:1 t:-1 2.1 t:-1 t:1"},
      // Said again, in other words for the same numbers.
      {opening + two +
           "t \"\" 1 \"\" { 0.5 -0.5 } t \"\" 1 \"\" { 1/2, -1/2 } p \"\" 2 1 \"other\" {\"l\" "
           "\"r\"} 0 "
           "t \"\" 1 \"\" {5e-1,-5E-1} t \"\" 0",
       "1.1 2.1 t:1/2 t:1/2 2.1 t:1/2 t"},
      // No labels at all, D, commas everywhere.
      {"EFG 2 D \"\" { \"\" \"\" } c 3 { 0.25, 0.75 } 0 t 7 { -2, 2 } p 2 9 {\"\",\"\"} 7 t 0 t 7",
       "c.3 t:-2 2.9:-2 t t:-2"},
      // A comment without a line of its own, and nothing but an end.
      {"EFG 2 R \"t\" { \"A\" \"B\" } \"\" t \"\" 1 \"only\" { .5, 1.5 }", "t:1/2"},
      {opening + "t \"\" 0", "t"},
      // Sets of two players, and events, may have one number.
      {opening +
           "p \"\" 1 1 \"\" { \"a\" } 0 p \"\" 2 1 \"\" { \"b\" } 0 c \"\" 1 \"\" { \"c\" 1 } 0 "
           "t \"\" 0",
       "1.1 2.1 c.1 t"},
  };
  for (const auto& [content, expected] : table) EXPECT_EQ(text_of_tree(read(content)), expected);

  std::string windows = "\xEF\xBB\xBF";
  for (const char c : table[0].first)
    windows += c == '\n' ? std::string("\r\n") : std::string(1, c);
  EXPECT_EQ(text_of_tree(read(windows)), table[0].second);
}

TEST(Efg, KeepsLabelsAsTheyAre) {
  const GameTree tree =
      read(opening +
           "p \"say \\\"hi\\\"\" 1 1 \"a \\\\ {b}\" { \"\\u00e9\" \"\xC3\xA9\" } 0 "
           "t \"\" 0 t \"\" 0");
  EXPECT_EQ(tree.nodes[0].label, "say \"hi\"");
  EXPECT_EQ(tree.sets[0].label, "a \\ {b}");
  EXPECT_EQ(tree.sets[0].actions[1], "\xC3\xA9");
}

TEST(Efg, RefusesWhatIsNoTree) {
  const std::string node = "p \"\" 1 1 \"x\" { \"l\" \"r\" } 0\n";
  const std::pair<std::string, std::string> table[] = {
      {"", "game.efg: empty file"},
      {"NFG 1 R", "game.efg: not a .efg file"},
      {"EFG 1 R \"\"", "game.efg:1: '1' where version 2 belongs"},
      {"EFG 2 R \"t\" { \"A\" }\nt \"\" 0", "game.efg:1: a game of 1 player, where two are solved"},
      {"EFG 2 R \"t\" { \"A\" \"B\"\n\"C\" }\nt \"\" 0",
       "game.efg:2: a game of 3 players, where two are solved"},
      {opening, "game.efg:2: the end of the file where a node (c, p or t) belongs"},
      {opening + "x \"\" 0", "game.efg:2: 'x' where a node (c, p or t) belongs"},
      {opening + node + "t \"\" 0\n",
       "game.efg: truncated: 1 of the 2 actions at the node on line 2 lead on"},
      {opening + node + "t \"\" 0\nt \"\" 0\nt \"\" 0",
       "game.efg:5: 't' where the end of the file belongs"},
      {opening + "p \"\" 3 1 \"x\" { \"l\" } 0\nt \"\" 0",
       "game.efg:2: player 3 where there are 1 and 2"},
      {opening + "p \"\" 1 1 0\nt \"\" 0",
       "game.efg:2: information set 1 of player 1 is met first, without its actions"},
      {opening + "p \"\" 2 4 \"x\" { } 0",
       "game.efg:2: information set 4 of player 2 has no actions"},
      {opening + "p \"\" 1 1 \"x\" { l r } 0",
       "game.efg:2: 'l' where the label of an action belongs"},
      {opening + node + "p \"\" 1 1 \"x\" { \"r\" \"l\" } 0",
       "game.efg:3: information set 1 of player 1 has other actions here than on line 2"},
      {opening + "c \"\" 5 \"\" { \"a\" 1/2 \"b\" 1/2 } 0\nc \"\" 5 \"\" { \"a\" 1/3 \"b\" 2/3 } 0",
       "game.efg:3: chance event 5 has other probabilities here than on line 2"},
      {opening + "c \"\" 1 \"\" { \"a\" \"b\" } 0", "game.efg:2: 'b' where a probability belongs"},
      {opening + "c \"\" 1 \"\" { \"a\" half } 0", "game.efg:2: 'half' is not a number"},
      {opening + "t \"\"\n",
       "game.efg:3: the end of the file where the number of an outcome belongs"},
      {opening + "t \"\" 4", "game.efg:2: outcome 4 is met first, without its payoffs"},
      {opening + "t \"\" 0 \"\" { 1, -1 }",
       "game.efg:2: payoffs of outcome 0, which is to pay nothing"},
      {opening + "t \"\" 1 \"\" { 1 }", "game.efg:2: '}' where a payoff belongs"},
      {opening + "t \"\" 1 \"\" { 1 -1 0 }",
       "game.efg:2: '0' where the end of two payoffs belongs"},
      {opening + "t \"\" 1 \"\" { 1 inf }", "game.efg:2: infinite payoff"},
      {opening + node + "t \"\" 1 \"\" { 1, -1 }\nt \"\" 1 \"\" { 1, -2 }",
       "game.efg:4: outcome 1 pays something else here than on line 3"},
      {opening + "t \"never ends", "game.efg:2: quoted text that does not end"},
  };
  for (const auto& [content, message] : table) {
    EXPECT_EQ(input_error([&, text = content] { (void)read(text); }), message);
  }
}

// These are trees, but no games that are solved.
TEST(Efg, SaysOnWhichLineAGameIsNoneThatIsSolved) {
  const std::pair<std::string, std::string> table[] = {
      {"p \"\" 1 1 \"A\" { \"l\" \"r\" } 0\np \"\" 1 2 \"B\" { \"u\" } 0\nt \"\" 0\n"
       "p \"\" 1 2 \"B\" { \"u\" } 0\nt \"\" 0\n",
       "game.efg:5: information set 'B' of player 1 is met after 'r' at 'A', and on line 3 after "
       "'l' "
       "at 'A': only games in which nobody forgets are solved"},
      {"p \"\" 1 1 \"\" { \"l\" \"r\" } 0\np \"\" 1 1 \"\" { \"l\" \"r\" } 0\nt \"\" 0\nt \"\" 0\n"
       "t \"\" 0\n",
       "game.efg:3: information set 'set 1' of player 1 is met twice on one path, first on line 2: "
       "only games in which nobody forgets are solved"},
      {"p \"\" 1 1 \"\" { \"l\" \"r\" } 0\nt \"yes\" 1 \"\" { 1, 1 }\nt \"no\" 2 \"\" { 0.5, 1 }\n",
       "game.efg:4: the payoffs of the end 'no' add up to 3/2, those of the end 'yes' on line 3 to "
       "2: "
       "only games whose payoffs add up to one number are solved"},
      {"c \"\" 1 \"\" { \"a\" 0.333 \"b\" 0.333 \"c\" 0.333 } 0\nt \"\" 0\nt \"\" 0\nt \"\" 0\n",
       "game.efg:2: probabilities of chance add up to 999/1000, not to 1; thirds are written 1/3"},
  };
  for (const auto& [content, message] : table) {
    EXPECT_EQ(input_error([&, text = opening + content] { (void)game_in(text); }), message);
  }
}

/// The probabilities of a chance move with these words, which need not add up to 1.
std::vector<Rational> chances_in(const std::vector<std::string>& words, Restored* what = nullptr) {
  std::string content = opening + "c \"\" 1 \"\" {";
  for (const std::string& word : words) content += " \"\" " + word;
  content += " } 0\n";
  for (std::size_t t = 0; t < words.size(); ++t) content += "t \"\" 0\n";
  const GameTree tree = read(content);
  if (what != nullptr) *what = tree_game(tree, "game.efg").restored_chances;
  return tree.sets[0].chances;
}

TEST(Efg, RestoresProbabilitiesThatWereRounded) {
  const Rational third(1, 3);
  Restored what;
  EXPECT_EQ(chances_in({"0.333333", "0.333333", "0.333333"}, &what),
            (std::vector<Rational>{third, third, third}));
  EXPECT_EQ(what.numbers, 1);
  EXPECT_EQ(what.largest, Rational(1, 3000000));
  EXPECT_EQ(chances_in({"0.166667", "0.3333333333333333", "5.00000e-1"}, &what),
            (std::vector<Rational>{Rational(1, 6), third, Rational(1, 2)}));
  EXPECT_EQ(what.numbers, 2);
  // As doubles are printed with 17 digits: a third is 1.9e-17 away.
  EXPECT_EQ(chances_in({"0.33333333333333331", "0.66666666666666663"}),
            (std::vector<Rational>{third, third + third}));
  EXPECT_EQ(chances_in(std::vector<std::string>(7, "1.42857e-01")),
            (std::vector<Rational>(7, Rational(1, 7))));
  // Equal parts, of which the range of each has a simpler fraction.
  EXPECT_EQ(chances_in(std::vector<std::string>(1980, "0.000505")),
            (std::vector<Rational>(1980, Rational(1, 1980))));
}

TEST(Efg, LeavesProbabilitiesAsTheyAreWritten) {
  Restored what;
  EXPECT_EQ(chances_in({"0.333333", "0.333333", "0.333334"}, &what),
            (std::vector<Rational>{Rational(333333, 1000000), Rational(333333, 1000000),
                                   Rational(333334, 1000000)}));
  EXPECT_EQ(what.numbers, 0);
  // Few places may have been typed; and what is restored must add up to 1, too.
  for (const auto& words :
       std::vector<std::vector<std::string>>{{"0.33333", "0.33333", "0.33333"},
                                             {"0.333333", "0.333333"},
                                             {"0.333333", "0.333333", "0.333335"},
                                             {"0.333334", "0.333334", "0.333334"},
                                             {"1/3", "1/3", "0.33333"}}) {
    EXPECT_THROW((void)chances_in(words, &what), InputError) << words.back();
  }
}

TEST(Efg, ReadsDeepTrees) {
  std::string content = opening;
  constexpr int depth = 50000;
  for (int n = 1; n <= depth; ++n) {
    content += "p \"\" 1 " + std::to_string(n) + " \"\" { \"on\" \"off\" } 0\n";
  }
  for (int n = 0; n <= depth; ++n) content += "t \"\" 0\n";
  EXPECT_EQ(test::strategies_of(tree_game(read(opening + "t \"\" 0"), "x").rows), Rational(1));
  EXPECT_EQ(game_in(content).rows.arcs.size(), 2U * depth + 1);
}

}  // namespace
}  // namespace allnash::efg_test
