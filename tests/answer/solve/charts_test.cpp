// Charts taken as symmetric: the caller's game stays as it is.
#include <gtest/gtest.h>

#include <sstream>

#include "allnash/allnash.hpp"

namespace allnash::charts_test {
namespace {

std::unique_ptr<Source> chart_in(const std::string& text) {
  std::istringstream in(text);
  TextTable table;
  table.names = TextTable::Names::both;
  return read_csv(in, "chart", table);
}

Options symmetric() { return {.symmetric = true}; }

/// Rounded cells, one that only its mirror tells, and an empty diagonal.
constexpr const char* rounded = ",x,y,z\nx,,52.4%,47.1%\ny,47.7%,,51%\nz,52.9%,,\n";

TEST(Charts, ASecondRunSeesTheSameGame) {
  const auto game = chart_in(rounded);
  const std::string identity = game->identity().fingerprint;
  const std::string before = to_json(plan(*game), *game);
  const Result first = solve(*game, symmetric());
  EXPECT_EQ(first.status, Status::proved);
  EXPECT_FALSE(first.solved_as.empty());
  EXPECT_TRUE(game->heading().solved_as.empty());
  EXPECT_EQ(game->identity().fingerprint, identity);
  EXPECT_EQ(to_json(plan(*game), *game), before);
  const Result second = solve(*game, symmetric());
  EXPECT_EQ(second.value, first.value);
  EXPECT_EQ(second.row_strategy, first.row_strategy);
  EXPECT_EQ(second.solved_as, first.solved_as);
}

TEST(Charts, WhatWasFilledInForOneRangeIsNotThereForAnother) {
  const auto game = chart_in(",x,y\nx,,0.7\ny,,\n");
  Options win_rates = symmetric();
  win_rates.payoff_range = PayoffRange{0, 1};
  EXPECT_EQ(solve(*game, win_rates).value, Rational(1, 2));
  Options differences = symmetric();
  differences.payoff_range = PayoffRange{-1, 1};
  EXPECT_EQ(solve(*game, differences).value, Rational(0));
  // Without `symmetric` the cells are as blank as they were.
  std::vector<Rational> answer(1);
  EXPECT_THROW(game->payoffs(std::vector<Question>{{{1, 0}, 0}}, answer), InputError);
}

TEST(Charts, APlanLeavesTheGameAsItIs) {
  const auto game = chart_in(",x,y,z\nx,,60%,\ny,,,60%\nz,,,\n");
  const Plan next = plan(*game, symmetric());
  ASSERT_EQ(next.questions.size(), 1U);
  EXPECT_EQ(next.questions[0].entry, (Entry{0, 2}));
  std::vector<Rational> answer(1);
  EXPECT_THROW(game->payoffs(std::vector<Question>{{{1, 0}, 0}}, answer), InputError);
}

}  // namespace
}  // namespace allnash::charts_test
