// What the page of a league is given.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "answer/page/data.hpp"

namespace allnash::report_league_test {
namespace {

/// All pairings of strategies whose ratings rise with their numbers, each of as many plays as the
/// number of its row, and one.
Ranking league_of(Index count) {
  Ranking ranking;
  ranking.symmetric = true;
  ranking.range = {Rational(0), Rational(1)};
  ranking.confidence = Rational(19, 20);
  ranking.value = Rational(1, 2);
  ranking.estimate.emplace().draws = 10;
  for (Index i = 0; i < count; ++i) {
    ranking.row_labels.push_back("agent " + std::to_string(i));
    Estimate::Strategy& one = ranking.estimate->rows.emplace_back();
    one.rating.median = static_cast<double>(i);
    for (Index j = i + 1; j < count; ++j) {
      ranking.pairings.push_back({{{i, j}, i + 1, Rational(1, 4)}, Rational(0), Rational(1, 2)});
    }
  }
  ranking.column_labels = ranking.row_labels;
  ranking.estimate->columns = ranking.estimate->rows;
  ranking.entries = std::ssize(ranking.pairings);
  return ranking;
}

TEST(LeagueJson, HasAllPairingsThatFit) {
  const Json json = page::league_json(league_of(30));
  ASSERT_EQ(json["pairings"].size(), 435U);
  EXPECT_EQ(json["pairings"][0], Json::parse("[0,1,1,0.25,0.0,0.5]"));
  EXPECT_EQ(json["pairings"][434], Json::parse("[28,29,29,0.25,0.0,0.5]"));
  EXPECT_EQ(json["labels"].size(), 30U);
}

// A map that lacked pairings of its strategies would show them as pairings that never met.
TEST(LeagueJson, KeepsThePairingsOfThoseWhoComeFirst) {
  Ranking ranking = league_of(400);
  ranking.estimate->rows[7].played = 5;
  ranking.estimate->columns = ranking.estimate->rows;
  ranking.estimate->row_strategy = {{3, Rational(1)}};
  ranking.estimate->column_strategy = ranking.estimate->row_strategy;
  const Json json = page::league_json(ranking);
  const Json& pairings = json["pairings"];
  ASSERT_EQ(pairings.size(), page::most_pairings);
  EXPECT_EQ(json["entries"], 79800);
  // 316 strategies have 49,770 pairings: 3 and 7, and 86 to 399; the other 230 are those of 85.
  const auto leads = [](Index i) { return i == 3 || i == 7 || i >= 86; };
  std::size_t among_leaders = 0;
  for (const Json& one : pairings) {
    const bool both = leads(one[0].get<Index>()) && leads(one[1].get<Index>());
    among_leaders += both ? 1 : 0;
    if (!both) {
      EXPECT_TRUE(one[0] == 85 || one[1] == 85);
    }
  }
  EXPECT_EQ(among_leaders, 49'770U);
  EXPECT_TRUE(std::ranges::is_sorted(pairings, {}, [](const Json& one) {
    return std::pair(one[0].get<Index>(), one[1].get<Index>());
  }));
}

TEST(LeagueJson, CutsNamesThatAreEndless) {
  Ranking ranking = league_of(2);
  ranking.row_labels[0] = std::string(1000, 'x');
  ranking.left_out = {{std::string(1000, 'y'), true, 3, LeftOut::Why::dropped}};
  const Json json = page::league_json(ranking);
  EXPECT_EQ(json["labels"][0], std::string(300, 'x') + "\u2026 (1000 bytes)");
  EXPECT_EQ(json["labels"][1], "agent 1");
  EXPECT_EQ(json["left_out"][0]["label"], std::string(300, 'y') + "\u2026 (1000 bytes)");
}

}  // namespace
}  // namespace allnash::report_league_test
