// Trees against their sequence form: both are walked, and every pure strategy is tried.
#include <gtest/gtest.h>

#include "allnash/large.hpp"
#include "allnash/run.hpp"
#include "large/trees/plans.hpp"
#include "large/trees/trees.hpp"
#include "payoffs/sources/reading.hpp"
#include "random_games.hpp"

namespace allnash::tree_test {
namespace {

using test::Mover;
using test::TreeMaker;

TEST(SequenceForm, PaysWhatTheTreePays) {
  std::mt19937_64 random(1);
  int games = 0;
  for (int round = 0; round < test::this_many(600); ++round) {
    SCOPED_TRACE(round);
    const GameTree tree = test::RandomTree::draw(random);
    const FlowGame game = tree_game(tree, "drawn");
    EXPECT_EQ(game.kind, FlowGame::Kind::tree);
    const auto form = test::normal_form_of(tree, 300);
    if (!form || form->rows.size() * form->columns.size() > 500) continue;
    ++games;
    EXPECT_EQ(test::strategies_of(game.rows), Rational(form->rows.size()));
    EXPECT_EQ(test::strategies_of(game.columns), Rational(form->columns.size()));
    const auto rows = test::plans_of(tree, Mover::first, game.rows, form->rows);
    const auto columns = test::plans_of(tree, Mover::second, game.columns, form->columns);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      for (std::size_t j = 0; j < columns.size(); ++j) {
        ASSERT_EQ(test::paid(game, rows[i], columns[j]),
                  form->payoffs.at(static_cast<Index>(i), static_cast<Index>(j)));
      }
    }

    // A random mixture at each set, and the best responses to it.
    std::map<std::pair<Index, Index>, Rational> weights;
    for (std::size_t s = 0; s < tree.sets.size(); ++s) {
      const auto set = static_cast<Index>(s);
      const auto actions = static_cast<Index>(tree.sets[s].actions.size());
      Rational sum;
      for (Index a = 0; a < actions; ++a) sum += weights[{set, a}] = Rational(random() % 4);
      if (sum.sign() == 0) sum = weights[{set, 0}] = Rational(1);
      for (Index a = 0; a < actions; ++a) weights[{set, a}] /= sum;
    }
    const auto mixed = [&](Index set, Index action) { return weights.at({set, action}); };
    const auto x = test::plan_of(tree, Mover::first, game.rows, mixed);
    const auto y = test::plan_of(tree, Mover::second, game.columns, mixed);
    EXPECT_EQ(test::paid(game, x, y), test::walked(tree, mixed));
    // What each pure strategy of the player earns against the other's mixture.
    const auto earned = [&](Mover mover, const std::vector<test::Choice>& choices) {
      std::vector<Rational> all;
      for (const test::Choice& choice : choices) {
        all.push_back(test::walked(tree, [&](Index set, Index action) {
          return tree.sets[at(set)].mover == mover ? test::Pure{choice}(set, action)
                                                   : mixed(set, action);
        }));
      }
      return all;
    };
    EXPECT_EQ(test::best_against(game, true, y),
              std::ranges::max(earned(Mover::first, form->rows)));
    EXPECT_EQ(test::best_against(game, false, x),
              std::ranges::min(earned(Mover::second, form->columns)));
  }
  EXPECT_GT(games, test::this_many(600) / 2);
}

// Matching pennies, where the second player has seen nothing.
TreeMaker pennies() {
  TreeMaker maker;
  maker.move(Mover::first, "one", {"heads", "tails"});
  for (const int first : {0, 1}) {
    maker.move(Mover::second, "two", {"heads", "tails"});
    for (const int second : {0, 1}) maker.end(Rational(first == second ? 1 : -1));
  }
  return maker;
}

TEST(SequenceForm, HasASetANodeAndAnActionAnArc) {
  const FlowGame game = tree_game(pennies().tree, "pennies");
  ASSERT_EQ(game.rows.nodes.size(), 2U);
  EXPECT_EQ(game.rows.nodes[1], "one");
  ASSERT_EQ(game.rows.arcs.size(), 3U);
  EXPECT_EQ(game.rows.arcs[0].heads, std::vector<Index>{1});
  EXPECT_EQ(game.rows.arcs[2].tail, 1);
  EXPECT_EQ(game.rows.arcs[2].label, "tails");
  EXPECT_TRUE(game.rows.arcs[2].heads.empty());
  EXPECT_EQ(game.rows.arcs[2].feature, 2);
  EXPECT_EQ(game.rows.features, 3);
  EXPECT_EQ(game.payoffs.size(), 4U);
  EXPECT_EQ(game.constant, Rational(0));
}

TEST(SequenceForm, TellsLabelsApart) {
  TreeMaker maker;
  maker.move(Mover::first, "a", {"", "go", "go", "2"});
  maker.end(Rational(1));
  maker.move(Mover::second, "x", {"1", ""});
  maker.end(Rational(0));
  maker.end(Rational(0));
  maker.move(Mover::second, "y", {"only"});
  maker.end(Rational(0));
  maker.move(Mover::second, "z", {"only"});
  maker.end(Rational(0));
  maker.tree.sets[1].label = "";
  maker.tree.sets[1].number = 7;
  maker.tree.sets[2].label = "same";
  maker.tree.sets[2].number = 8;
  maker.tree.sets[3].label = "same";
  maker.tree.sets[3].number = 9;
  const FlowGame game = tree_game(maker.tree, "labels");
  EXPECT_EQ(game.columns.nodes, (std::vector<std::string>{"start", "set 7", "same #8", "same #9"}));
  std::vector<std::string> actions;
  for (const FlowArc& arc : game.rows.arcs) actions.push_back(arc.label);
  EXPECT_EQ(actions, (std::vector<std::string>{"start", "1", "go #2", "go #3", "2"}));
  EXPECT_EQ(game.columns.arcs[2].label, "2");

  maker.tree.sets[2].label = "caf\xE9";
  maker.tree.sets[3].label = "caf\xE8";
  EXPECT_EQ(tree_game(maker.tree, "labels").columns.nodes,
            (std::vector<std::string>{"start", "set 7", "caf? #8", "caf? #9"}));
}

TEST(SequenceForm, AddsUpWhatIsPaidOnTheWay) {
  TreeMaker maker;
  maker.sum = 3;
  maker.chance("weather", {Rational(1, 3), Rational(2, 3), Rational(0)}, Rational(10));
  maker.move(Mover::first, "one", {"left", "right"}, Rational(6));
  maker.end(Rational(1));
  maker.end({});
  maker.end(Rational(3));
  maker.end(Rational(77));
  maker.tree.outcomes.back().second = 1;  // which never happens, so that any sum will do
  const FlowGame game = tree_game(maker.tree, "paid");
  // 10 + 6/3 + 3 * 2/3 whatever is done, and 1/3 for `left`.
  EXPECT_EQ(game.constant, Rational(14));
  ASSERT_EQ(game.payoffs.size(), 1U);
  EXPECT_EQ(game.payoffs[0].row_feature, 1);
  EXPECT_EQ(game.payoffs[0].column_feature, 0);
  EXPECT_EQ(game.payoffs[0].payoff, Rational(1, 3));
}

std::string refused(const GameTree& tree) {
  return input_error([&] { (void)tree_game(tree, "tree"); });
}

TEST(SequenceForm, RefusesThoseWhoForget) {
  TreeMaker maker;
  maker.move(Mover::first, "one", {"left", "right"});
  for (const int first : {0, 1}) {
    maker.move(Mover::second, "two", {"go"});
    maker.move(Mover::first, "three", {"up", "down"});
    maker.end(Rational(first));
    maker.end(Rational(0));
  }
  for (std::size_t n = 0; n < maker.tree.nodes.size(); ++n) {
    maker.tree.nodes[n].line = static_cast<std::int64_t>(n) + 2;
  }
  EXPECT_EQ(
      refused(maker.tree),
      "tree:8: information set 'three' of player 1 is met after 'right' at 'one', and on line "
      "4 after 'left' at 'one': only games in which nobody forgets are solved");
}

TEST(SequenceForm, RefusesASetThatIsMetTwiceOnAPath) {
  TreeMaker maker;
  maker.move(Mover::second, "exit?", {"stay", "exit"});
  maker.move(Mover::second, "exit?", {"stay", "exit"});
  for (int end = 0; end < 3; ++end) maker.end(Rational(end));
  EXPECT_EQ(refused(maker.tree),
            "tree: information set 'exit?' of player 2 is met twice on one path: only games in "
            "which nobody forgets are solved");
}

TEST(SequenceForm, RefusesPayoffsThatDoNotAddUpToOneNumber) {
  TreeMaker maker = pennies();
  maker.tree.outcomes.back() = {Rational(1, 2), Rational(1)};
  maker.tree.nodes.back().label = "odd";
  maker.tree.nodes.back().line = 9;
  EXPECT_EQ(refused(maker.tree),
            "tree:9: the payoffs of the end 'odd' add up to 3/2, those of the end to 0: only games "
            "whose payoffs add up to one number are solved");
}

TEST(SequenceForm, RefusesProbabilitiesThatDoNotAddUpToOne) {
  TreeMaker maker;
  maker.chance("weather", {Rational(1, 3), Rational(1, 3)});
  maker.end({});
  maker.end({});
  EXPECT_EQ(refused(maker.tree),
            "tree: probabilities of chance add up to 2/3, not to 1; thirds are written 1/3");
  maker.tree.sets[0].chances = {Rational(-1, 3), Rational(4, 3)};
  EXPECT_EQ(refused(maker.tree), "tree: probability -1/3 of a chance move");
}

TEST(SequenceForm, RefusesWhatIsNoTree) {
  EXPECT_EQ(refused({}), "tree: a tree without a node");
  GameTree tree = pennies().tree;
  tree.nodes.pop_back();
  EXPECT_EQ(refused(tree), "tree: nothing follows action 2 here: the tree ends before it");
  tree = pennies().tree;
  tree.nodes.push_back(tree.nodes.back());
  EXPECT_EQ(refused(tree), "tree: a node after the end of the tree");
  tree = pennies().tree;
  tree.nodes[1].set = 7;
  EXPECT_EQ(refused(tree), "tree: there is no such set");
  tree = pennies().tree;
  tree.nodes.back().outcome = -1;
  EXPECT_EQ(refused(tree), "tree: there is no such outcome");
  tree = pennies().tree;
  tree.sets[0].chances = {1};
  EXPECT_EQ(refused(tree),
            "tree: a probability for each action of chance is needed, and for no other");
  tree = pennies().tree;
  tree.sets[1].actions.clear();
  EXPECT_EQ(refused(tree), "tree: information set '" + tree.sets[1].label + "' without an action");
}

TEST(SequenceForm, TakesDeepTrees) {
  constexpr int depth = 100000;
  TreeMaker maker;
  for (int n = 0; n < depth; ++n) {
    maker.move(n % 2 == 0 ? Mover::first : Mover::second, "set " + std::to_string(n), {"on"});
  }
  maker.end(Rational(1));
  const FlowGame game = tree_game(maker.tree, "deep");
  EXPECT_EQ(game.rows.arcs.size(), depth / 2 + 1U);
  ASSERT_EQ(game.payoffs.size(), 1U);
  EXPECT_EQ(game.payoffs[0].row_feature, depth / 2);
}

std::string text_of(const std::vector<Behaviour>& behaviour) {
  std::string text;
  for (const Behaviour& at_set : behaviour) {
    text += at_set.set + ":";
    for (const auto& [label, probability] : at_set.actions) {
      text += " " + label + " " + probability.to_string();
    }
    text += "\n";
  }
  return text;
}

TEST(Behaviour, IsWhatAPlanDoesWhereItsOwnMovesLead) {
  const FlowGame game = test::made_tree("kuhn");
  const FlowSide& side = game.rows;
  // Bets a 3 always, a 1 one time in three, checks a 2; calls with a 2 one time in four.
  const auto share = [&](Index a) {
    const FlowArc& arc = side.arcs[at(a)];
    const std::string& set = side.nodes[at(arc.tail)];
    if (arc.tail == 0) return Rational(1);
    if (set == "card 1") return arc.label == "bet" ? Rational(1, 3) : Rational(2, 3);
    if (set == "card 2") return Rational(arc.label == "check" ? 1 : 0);
    if (set == "card 3") return Rational(arc.label == "bet" ? 1 : 0);
    if (set == "card 1, check bet") return Rational(arc.label == "fold" ? 1 : 0);
    return arc.label == "call" ? Rational(1, 4) : Rational(3, 4);
  };
  std::vector<Rational> flow = test::flow_of(side, share);
  const std::string expected =
      "card 1: check 2/3 bet 1/3\n"
      "card 2: check 1\n"
      "card 3: bet 1\n"
      "card 1, check bet: fold 1\n"
      "card 2, check bet: fold 3/4 call 1/4\n";  // a 3 never comes to call
  EXPECT_EQ(text_of(behaviour_of(side, flow)), expected);
  for (Rational& amount : flow) amount *= Rational(84);  // whole flows over one denominator
  EXPECT_EQ(text_of(behaviour_of(side, flow)), expected);
}

}  // namespace
}  // namespace allnash::tree_test
