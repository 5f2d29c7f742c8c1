// Built-in trees: their sequence form, which is made at once, against the tree, deal by deal; and
// against what is known of their values.

#include <gtest/gtest.h>

#include "core/lp/subgame.hpp"
#include "large/trees/plans.hpp"
#include "large/trees/trees.hpp"
#include "payoffs/sources/reading.hpp"

namespace allnash::built_in_trees_test {
namespace {

using test::Mover;
using test::TreeMaker;

std::vector<Rational> alike(int ways) {
  return std::vector<Rational>(static_cast<std::size_t>(ways), Rational(1, ways));
}

// What two players who hold cards can say in a round of betting.
class Round {
 public:
  Round(TreeMaker& maker, const std::string& first, const std::string& second, int size, int most,
        std::function<void(const std::string& heard, int stake)> called)
      : maker_(maker), size_(size), most_(most), called_(std::move(called)) {
    cards_[0] = "card " + first;
    cards_[1] = "card " + second;
  }

  // `heard` goes into labels after the card.
  void say(const std::string& heard, const std::string& last, int mover, int mine, int yours,
           int bets) {
    const bool facing = mine < yours;
    std::vector<std::string> actions =
        facing ? std::vector<std::string>{"fold", "call"} : std::vector<std::string>{"check"};
    if (bets < most_) actions.emplace_back(facing ? "raise" : "bet");
    maker_.move(mover == 0 ? Mover::first : Mover::second, cards_[mover] + heard, actions);
    for (const std::string& action : actions) {
      const std::string then = heard + (last.empty() ? ", " : " ") + action;
      if (action == "fold") {
        maker_.end(Rational(mover == 0 ? -mine : mine));
      } else if (action == "call" || (action == "check" && last == "check")) {
        called_(then, yours);
      } else if (action == "check") {
        say(then, action, 1 - mover, yours, mine, bets);
      } else {
        say(then, action, 1 - mover, yours, yours + size_, bets + 1);
      }
    }
  }

 private:
  TreeMaker& maker_;
  std::string cards_[2];
  int size_;
  int most_;
  std::function<void(const std::string&, int)> called_;
};

GameTree kuhn_tree(int cards, int bets) {
  TreeMaker maker;
  maker.chance("deal", alike(cards * (cards - 1)));
  for (int i = 1; i <= cards; ++i) {
    for (int j = 1; j <= cards; ++j) {
      if (i == j) continue;
      const auto showdown = [&](const std::string&, int stake) {
        maker.end(Rational(i > j ? stake : -stake));
      };
      Round(maker, std::to_string(i), std::to_string(j), 1, bets, showdown).say("", "", 0, 1, 1, 0);
    }
  }
  return std::move(maker.tree);
}

GameTree leduc_tree(int ranks, int suits, bool seen) {
  TreeMaker maker;
  const int cards = ranks * suits;
  const auto rank = [&](int card) { return card / suits; };
  const auto name = [&](int card) {
    return std::to_string(rank(card) + 1) + (seen ? "/" + std::to_string(card % suits + 1) : "");
  };
  maker.chance("deal", alike(cards * (cards - 1)));
  for (int i = 0; i < cards; ++i) {
    for (int j = 0; j < cards; ++j) {
      if (i == j) continue;
      const auto public_card = [&](const std::string& heard, int stake) {
        maker.chance("public " + std::to_string(maker.tree.nodes.size()), alike(cards - 2));
        for (int k = 0; k < cards; ++k) {
          if (k == i || k == j) continue;
          const auto showdown = [&](const std::string&, int both) {
            const int mine = rank(i) == rank(k) ? ranks : rank(i);
            const int yours = rank(j) == rank(k) ? ranks : rank(j);
            maker.end(Rational(mine > yours ? both : mine < yours ? -both : 0));
          };
          Round(maker, name(i), name(j), 4, 2, showdown)
              .say(heard + ", public " + name(k), "", 0, stake, stake, 0);
        }
      };
      Round(maker, name(i), name(j), 2, 2, public_card).say("", "", 0, 1, 1, 0);
    }
  }
  return std::move(maker.tree);
}

class Dice {
 public:
  static GameTree tree(int sides) {
    TreeMaker maker;
    maker.chance("roll", alike(sides * sides));
    for (int i = 1; i <= sides; ++i) {
      for (int j = 1; j <= sides; ++j) Dice(maker, sides, {i, j}).say("", 0, 0, 0);
    }
    return std::move(maker.tree);
  }

 private:
  Dice(TreeMaker& maker, int sides, std::vector<int> dice)
      : maker_(maker), sides_(sides), dice_(std::move(dice)) {}
  void say(const std::string& heard, int mover, int count, int face) {
    std::vector<std::string> actions;
    std::vector<std::pair<int, int>> bids;
    for (int c = std::max(count, 1); c <= 2; ++c) {
      for (int f = c == count ? face + 1 : 1; f <= sides_; ++f) {
        bids.emplace_back(c, f);
        actions.push_back(std::to_string(c) + "x" + std::to_string(f));
      }
    }
    if (count > 0) actions.emplace_back("call");
    maker_.move(mover == 0 ? Mover::first : Mover::second,
                "die " + std::to_string(dice_[static_cast<std::size_t>(mover)]) + heard, actions);
    for (std::size_t b = 0; b < bids.size(); ++b) {
      say(heard + (heard.empty() ? ", bids " : " ") + actions[b], 1 - mover, bids[b].first,
          bids[b].second);
    }
    if (count == 0) return;
    int shown = 0;
    for (const int die : dice_) shown += die == face || die == sides_ ? 1 : 0;
    const int loser = shown >= count ? mover : 1 - mover;
    maker_.end(Rational(loser == 0 ? -1 : 1));
  }

  TreeMaker& maker_;
  int sides_;
  std::vector<int> dice_;
};

// A game by its labels, whatever the order of its nodes and arcs.
struct Described {
  explicit Described(const FlowGame& game) : constant(game.constant) {
    const auto rows = arcs_of(game.rows, "row: ");
    const auto columns = arcs_of(game.columns, "column: ");
    for (const FlowPayoff& entry : game.payoffs) {
      EXPECT_TRUE(
          payoffs
              .emplace(rows[at(entry.row_feature)] + " | " + columns[at(entry.column_feature)],
                       entry.payoff)
              .second);
    }
  }
  std::vector<std::string> arcs_of(const FlowSide& side, const std::string& player) {
    std::vector<std::string> names;
    for (const FlowArc& arc : side.arcs) {
      names.push_back(player + side.nodes[at(arc.tail)] + " = " + arc.label);
      EXPECT_EQ(arc.feature, static_cast<Index>(names.size()) - 1);
      std::set<std::string> heads;
      for (const Index head : arc.heads) heads.insert(side.nodes[at(head)]);
      EXPECT_EQ(heads.size(), arc.heads.size());
      EXPECT_TRUE(arcs.emplace(names.back(), heads).second);
    }
    EXPECT_EQ(side.features, static_cast<Index>(side.arcs.size()));
    return names;
  }

  Rational constant;
  std::map<std::string, std::set<std::string>> arcs;
  std::map<std::string, Rational> payoffs;
};

void expect_equal(const std::string& description, const GameTree& tree) {
  SCOPED_TRACE(description);
  const Described made(test::made_tree(description));
  const Described walked(tree_game(tree, description));
  EXPECT_EQ(made.arcs, walked.arcs);
  EXPECT_EQ(made.payoffs, walked.payoffs);
  EXPECT_EQ(made.constant, walked.constant);
}

TEST(BuiltInTrees, AreTheTreesOfTheirRules) {
  expect_equal("kuhn", kuhn_tree(3, 1));
  expect_equal("kuhn,cards=2,bets=2", kuhn_tree(2, 2));
  expect_equal("kuhn,cards=5,bets=3", kuhn_tree(5, 3));
  expect_equal("leduc", leduc_tree(3, 2, false));
  expect_equal("leduc,suits-seen", leduc_tree(3, 2, true));
  expect_equal("leduc,ranks=4,suits=1", leduc_tree(4, 1, false));
  expect_equal("leduc,ranks=2,suits=3,suits-seen", leduc_tree(2, 3, true));
  expect_equal("liars-dice,sides=1", Dice::tree(1));
  expect_equal("liars-dice,sides=3", Dice::tree(3));
}

// Numbers of sequences, without the one of no moves, as published prototypes and papers have them.
TEST(BuiltInTrees, HaveSoManySequences) {
  const std::pair<std::string, std::size_t> table[] = {
      {"kuhn", 12},
      {"kuhn,cards=13", 52},
      {"leduc", 336},
      {"leduc,suits-seen", 1092},
      {"leduc,ranks=13", 6006},
      {"leduc,ranks=20", 14140},
      {"liars-dice", 24570},
  };
  for (const auto& [description, sequences] : table) {
    const FlowGame game = test::made_tree(description);
    EXPECT_EQ(game.rows.arcs.size(), sequences + 1) << description;
    EXPECT_EQ(game.columns.arcs.size(), sequences + 1) << description;
  }
}

// Kuhn 1950: -1/18. The others are of the normal form, too, which shares no code with flows.
TEST(BuiltInTrees, HaveTheirValues) {
  const auto value_of = [](const GameTree& tree) {
    const auto form = test::normal_form_of(tree, 1000);
    return form ? lp::solve(form->payoffs)->value : Rational(99);
  };
  EXPECT_EQ(value_of(kuhn_tree(3, 1)), Rational(-1, 18));
  EXPECT_EQ(value_of(Dice::tree(1)), Rational(1));
  EXPECT_EQ(value_of(Dice::tree(2)), Rational(1, 2));
}

TEST(BuiltInTrees, AreLargeWhereTheirTreesAreLarger) {
  const FlowGame kuhn = test::made_tree("kuhn,cards=400");
  EXPECT_EQ(kuhn.payoffs.size(), 400U * 399 * 5);
}

TEST(BuiltInTrees, RefuseWhatIsNoGame) {
  const std::pair<std::string, std::string> table[] = {
      {"poker", "trees:poker: unknown game tree (trees: kuhn, leduc, liars-dice)"},
      {"kuhn,cards=1", "trees:kuhn: cards must be an integer from 2 to 1000000, not '1'"},
      {"kuhn,card=3", "trees:kuhn: unknown key 'card' (keys: cards, bets)"},
      {"kuhn,cards=100000", "trees:kuhn: more than 33554432 payoffs"},
      {"leduc,suits-seen=1", "trees:leduc: 'suits-seen' stands alone, without a value"},
      {"leduc,suits-seen?=1",
       "trees:leduc: unknown key 'suits-seen?' (keys: ranks, suits, suits-seen?)"},
      {"leduc,suits-seen,suits-seen", "trees:leduc: key 'suits-seen' given twice"},
      {"leduc,ranks", "trees:leduc: 'ranks' is not key=value (keys: ranks, suits, suits-seen?)"},
      {"leduc,ranks=1,suits=2", "trees:leduc: a deck of fewer than three cards"},
      {"leduc,ranks=100", "trees:leduc: more than 33554432 payoffs"},
      {"liars-dice,sides=0", "trees:liars-dice: sides must be an integer from 1 to 20, not '0'"},
      {"liars-dice,sides=10", "trees:liars-dice: more than 33554432 payoffs"},
  };
  for (const auto& [description, message] : table) {
    EXPECT_EQ(input_error([&, text = description] { (void)test::made_tree(text); }), message);
  }
}

}  // namespace
}  // namespace allnash::built_in_trees_test
