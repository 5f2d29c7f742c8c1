// All equilibria of game trees: against the reduced normal form, solved whole by what shares no
// code with flows, and against what is known.
#include <gtest/gtest.h>

#include "allnash/allnash.hpp"
#include "allnash/large.hpp"
#include "core/lp/subgame.hpp"
#include "large/trees/plans.hpp"
#include "large/trees/trees.hpp"
#include "random_games.hpp"

namespace allnash::tree_answers_test {
namespace {

using test::Mover;

Index rank_of(std::vector<std::vector<Rational>> lines) {
  Index rank = 0;
  const std::size_t columns = lines.empty() ? 0 : lines[0].size();
  for (std::size_t c = 0; c < columns && at(rank) < lines.size(); ++c) {
    std::size_t pivot = at(rank);
    while (pivot < lines.size() && lines[pivot][c].sign() == 0) ++pivot;
    if (pivot == lines.size()) continue;
    std::swap(lines[pivot], lines[at(rank)]);
    const std::vector<Rational>& top = lines[at(rank)];
    for (std::size_t r = at(rank) + 1; r < lines.size(); ++r) {
      if (lines[r][c].sign() == 0) continue;
      const Rational factor = lines[r][c] / top[c];
      for (std::size_t t = c; t < columns; ++t) lines[r][t] -= factor * top[t];
    }
    ++rank;
  }
  return rank;
}

// What the normal form says of one player.
struct Expected {
  std::string support_size;
  std::vector<Index> arcs;  // that some strategy of the support uses
  Index dimension = 0;      // of the optimal plans
};

Expected expected_of(const std::vector<Index>& support, const std::vector<Index>& opponents,
                     const std::vector<std::vector<Rational>>& plans,
                     const std::function<Rational(Index, Index)>& payoff) {
  Expected result;
  result.support_size = std::to_string(support.size());
  std::set<Index> arcs;
  std::vector<std::vector<Rational>> used;
  for (const Index strategy : support) {
    const auto& plan = plans[at(strategy)];
    used.push_back(plan);
    for (std::size_t a = 0; a < plan.size(); ++a) {
      if (plan[a].sign() > 0) arcs.insert(static_cast<Index>(a));
    }
  }
  result.arcs.assign(arcs.begin(), arcs.end());
  // Every pure strategy inside these arcs is in the support.
  for (std::size_t s = 0; s < plans.size(); ++s) {
    bool inside = true;
    for (std::size_t a = 0; a < plans[s].size(); ++a) {
      inside = inside && (plans[s][a].sign() == 0 || arcs.contains(static_cast<Index>(a)));
    }
    EXPECT_EQ(inside,
              std::find(support.begin(), support.end(), static_cast<Index>(s)) != support.end());
  }
  // Optimal mixtures earn the value against each of the opponent's, and add up to 1. Mixtures with
  // one plan are one plan.
  std::vector<std::vector<Rational>> conditions = {std::vector<Rational>(support.size(), 1)};
  for (const Index other : opponents) {
    std::vector<Rational> line;
    for (const Index own : support) line.push_back(payoff(own, other));
    conditions.push_back(std::move(line));
  }
  result.dimension = rank_of(used) - rank_of(conditions);
  return result;
}

std::vector<Index> support_in(const MixedStrategy& strategy) {
  std::vector<Index> result;
  for (const auto& [index, probability] : strategy) result.push_back(index);
  return result;
}

void expect_player(const FlowPlayer& answered, const Expected& expected) {
  EXPECT_EQ(answered.support_size, expected.support_size);
  std::vector<Index> arcs = answered.support;
  std::sort(arcs.begin(), arcs.end());
  EXPECT_EQ(arcs, expected.arcs);
  EXPECT_EQ(answered.dimension, expected.dimension);
}

TEST(TreeAnswers, AreThoseOfTheNormalForm) {
  std::mt19937_64 random(7);
  int games = 0;
  for (int round = 0; round < test::this_many(2500); ++round) {
    SCOPED_TRACE(round);
    const GameTree tree = test::RandomTree::draw(random);
    const auto form = test::normal_form_of(tree, 60);
    if (!form || form->rows.size() * form->columns.size() > 600) continue;
    ++games;
    const auto pair = lp::solve(form->payoffs);
    ASSERT_TRUE(pair);
    const FlowGame game = tree_game(tree, "drawn");
    const FlowAnswer answer = solve_flows(game);
    ASSERT_EQ(answer.status, Status::proved);
    EXPECT_EQ(answer.value, pair->value);
    EXPECT_EQ(answer.row.strategies, std::to_string(form->rows.size()));
    EXPECT_EQ(answer.column.strategies, std::to_string(form->columns.size()));

    const auto rows = test::plans_of(tree, Mover::first, game.rows, form->rows);
    const auto columns = test::plans_of(tree, Mover::second, game.columns, form->columns);
    const auto row_support = support_in(pair->row);
    const auto column_support = support_in(pair->column);
    expect_player(answer.row, expected_of(row_support, column_support, rows, [&](Index i, Index j) {
                    return form->payoffs.at(i, j);
                  }));
    expect_player(answer.column,
                  expected_of(column_support, row_support, columns,
                              [&](Index j, Index i) { return form->payoffs.at(i, j); }));
    // The plans guarantee the value.
    EXPECT_EQ(test::best_against(game, false, answer.row.flow), pair->value);
    EXPECT_EQ(test::best_against(game, true, answer.column.flow), pair->value);
    if (HasFailure()) break;
  }
  EXPECT_GT(games, test::this_many(2500) / 2);
}

struct Known {
  const char* description;
  const char* value;
  const char* row_support;  // empty: not looked at
  const char* column_support;
};

void expect_known(const Known& known) {
  SCOPED_TRACE(known.description);
  const FlowAnswer answer = solve_flows(test::made_tree(known.description));
  ASSERT_EQ(answer.status, Status::proved);
  EXPECT_EQ(answer.value, Rational::parse(known.value));
  if (*known.row_support == '\0') return;
  EXPECT_EQ(answer.row.support_size, known.row_support);
  EXPECT_EQ(answer.column.support_size, known.column_support);
}

// Kuhn 1950; Leduc poker's value as the literature has it to eight digits, -0.08560642; sizes of
// supports as a program that shares no code with this one found them; liar's dice by its normal
// form.
TEST(TreeAnswers, AreThoseThatAreKnown) {
  const char* const leduc = "-1454920850547486749701863871533/16995463438839962469905132501930";
  for (const Known& known : {
           Known{"kuhn", "-1/18", "8", "4"},
           Known{"kuhn,cards=13", "-5/78", "12288", "16"},
           Known{"leduc", leduc, "38092032", "38806224297984000"},
           Known{"leduc,suits-seen", leduc, "", ""},
           Known{"liars-dice,sides=1", "1", "", ""},
           Known{"liars-dice,sides=2", "1/2", "", ""},
       }) {
    expect_known(known);
  }
}

}  // namespace
}  // namespace allnash::tree_answers_test
