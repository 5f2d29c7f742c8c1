// The two views of one game: what one player earns the other pays.
#include "core/game/view.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "allnash/allnash.hpp"
#include "payoffs/asking/payoff_ledger.hpp"

namespace allnash::game::view_test {
namespace {

TEST(View, IsTheGameAsThePlayerSeesIt) {
  const auto game = table_game(2, 3, {1, 2, 3, 4, 5, 6});
  asking::Ledger ledger(*game);
  const Index row[] = {1};
  ASSERT_TRUE(ledger.ask_lines(row, {}));
  const View rows(ledger.known(), Player::row);
  const View columns = rows.opponent();
  EXPECT_EQ(rows.count(), 2);
  EXPECT_EQ(columns.count(), 3);
  EXPECT_EQ(columns.opponents(), 2);
  EXPECT_EQ(columns.entry(2, 1), (Entry{1, 2}));
  EXPECT_EQ(columns.own({1, 2}), 2);
  EXPECT_EQ(columns.other({1, 2}), 1);
  EXPECT_EQ(rows.payoff(1, 2), Rational(6));
  EXPECT_EQ(columns.payoff(2, 1), Rational(-6));
  EXPECT_EQ(columns.approximate(0, 1), -4);
  EXPECT_TRUE(std::isnan(columns.approximate(0, 0)));
  EXPECT_TRUE(columns.knows(0, 1));
  EXPECT_FALSE(columns.knows(0, 0));
  EXPECT_EQ(columns.known_of(0), 1);
  EXPECT_EQ(rows.known_of(1), 3);
  EXPECT_EQ(columns.turned(Rational(2)), Rational(-2));
  const exact::Matrix against = columns.against({1}, {2, 0});
  EXPECT_EQ(against.at(0, 0), Rational(-6));
  EXPECT_EQ(against.at(0, 1), Rational(-4));
}

TEST(View, ListsWhatIsKnownWholeAsItComes) {
  const auto game = table_game(2, 3, {1, 2, 3, 4, 5, 6});
  asking::Ledger ledger(*game);
  const View rows(ledger.known(), Player::row);
  EXPECT_TRUE(rows.whole().empty());
  const Index row[] = {1};
  const Index column[] = {2};
  ASSERT_TRUE(ledger.ask_lines(row, {}));
  ASSERT_TRUE(ledger.ask_lines({}, column));
  EXPECT_EQ(Lines(rows.whole().begin(), rows.whole().end()), Lines{1});
  ASSERT_TRUE(ledger.ask_all());
  EXPECT_EQ(Lines(rows.whole().begin(), rows.whole().end()), (Lines{1, 0}));
  const auto whole = rows.opponent().whole();
  EXPECT_EQ(Lines(whole.begin(), whole.end()), (Lines{2, 0, 1}));
}

TEST(View, InASymmetricGameALineIsARowAndAColumn) {
  const auto game = open_game("family:rps,n=3");
  asking::LedgerSettings settings;
  settings.symmetric = true;
  asking::Ledger ledger(*game, settings);
  const Entry match{0, 2};
  ASSERT_TRUE(ledger.ask({&match, 1}));
  const Entry other{0, 1};
  ASSERT_TRUE(ledger.ask({&other, 1}));
  for (const Player player : players) {
    const View view(ledger.known(), player);
    EXPECT_EQ(Lines(view.whole().begin(), view.whole().end()), Lines{0});
    EXPECT_EQ(view.payoff(1, 0), -view.payoff(0, 1));
  }
}

}  // namespace
}  // namespace allnash::game::view_test
