// Matches as people have them, and what is said of them.
#include "allnash/rank.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <sstream>

#include "core/base/random.hpp"
#include "league/board/counted.hpp"
#include "league/board/league.hpp"
#include "league/reading/record.hpp"
#include "paths.hpp"
#include "payoffs/sources/reading.hpp"
#include "text.hpp"

namespace allnash::rank_test {
namespace {

using Json = nlohmann::json;

Matches read(const std::string& text, const RankOptions& settings = {}) {
  std::istringstream in(text);
  return read_matches(in, "log", settings);
}

std::string fault_of(const std::string& text, const RankOptions& settings = {}) {
  return input_error([&] { (void)read(text, settings); });
}

/// What a pairing paid in all, by label.
Rational sum_of(const Matches& matches, const std::string& row, const std::string& column) {
  const auto& record = reading::Record::of(matches);
  for (const auto& [entry, total] : record.totals) {
    const std::string& first = record.rows[static_cast<std::size_t>(entry.row)];
    const std::string& second = record.columns[static_cast<std::size_t>(entry.column)];
    if (first == row && second == column) return total.sum;
    if (record.symmetric && first == column && second == row)
      return Rational(total.plays) - total.sum;
  }
  return -1;
}

TEST(Rank, ReadsTheSameMatchesInEveryForm) {
  const char* const forms[] = {
      "model_a,model_b,winner\nx,y,model_a\ny,x,model_b\nx,z,tie\nz,y,tie (bothbad)\ny,x,b\n",
      "\xef\xbb\xbfjudge;MODEL_A;Model_B;winner;t\r\nj;x;y;A;1\r\nj;y;x;x;2\r\n\r\nj;x;z;Draw;"
      "3\r\nj;z;y;both;4\r\nj;y;x;2;5\r\n",
      "id\tleft\tright\twinner\n1\tx\ty\tleft\n2\ty\tx\tright\n3\tx\tz\ttie\n4\tz\ty\tdraw\n5\ty\tx"
      "\tx\n",
      "row,column,outcome\n\"x\",y,1\ny,x,0\nx,z,0.5\nz,y,1/2\ny,x,0.0\n",
      "{\"model_a\":\"x\",\"model_b\":\"y\",\"winner\":\"model_a\",\"o\":{\"a\":1}}\n"
      "{\"winner\":\"model_b\",\"model_a\":\"y\",\"model_b\":\"x\"}\n"
      "{\"model_a\":\"x\",\"model_b\":\"z\",\"winner\":\"tie\"}\n"
      "{\"model_a\":\"z\",\"model_b\":\"y\",\"winner\":\"tie\"}\n"
      "{\"model_a\":\"y\",\"model_b\":\"x\",\"winner\":\"model_b\"}\n",
      "[{\"a\":\"x\",\"b\":\"y\",\"outcome\":1},{\"a\":\"y\",\"b\":\"x\",\"outcome\":0},\n"
      "{\"a\":\"x\",\"b\":\"z\",\"outcome\":0.5},{\"a\":\"z\",\"b\":\"y\",\"outcome\":0.5},{\"a\":"
      "\"y\",\"b\":\"x\",\"outcome\":0}]",
      "model_a,model_b,winner_model_a,winner_model_b,winner_tie\nx,y,1,0,0\ny,x,0,1,0\nx,z,0,0,"
      "1\nz,y,0,0,1\ny,x,0,1,0\n",
  };
  for (const char* const form : forms) {
    const Matches matches = read(form);
    EXPECT_TRUE(matches.symmetric()) << form;
    EXPECT_TRUE(matches.ordered());
    EXPECT_EQ(matches.plays(), 5) << form;
    EXPECT_EQ(matches.row_labels(), (std::vector<std::string>{"x", "y", "z"})) << form;
    EXPECT_EQ(sum_of(matches, "x", "y"), Rational(3)) << form;
    EXPECT_EQ(sum_of(matches, "x", "z"), Rational(1, 2)) << form;
    EXPECT_EQ(sum_of(matches, "z", "y"), Rational(1, 2)) << form;
  }
}

TEST(Rank, CountsAndCharts) {
  const Matches counts = read("row,column,wins,losses,ties\nx,y,3,1,2\ny,z,0,4,\nz,x,1,1,0\n");
  EXPECT_FALSE(counts.ordered());
  EXPECT_EQ(counts.plays(), 12);
  EXPECT_EQ(sum_of(counts, "x", "y"), Rational(4));
  EXPECT_EQ(sum_of(counts, "z", "y"), Rational(4));
  const Matches means = read("row,column,plays,mean\nx,y,10,0.4\ny,z,4,1\nx,z,5,3/5\n");
  EXPECT_EQ(sum_of(means, "x", "y"), Rational(4));
  std::istringstream chart(",x,y,z\nx,-,40%,60 %\ny,,n/a,100%\nz,,0%,\n");
  std::istringstream plays(",x,y,z\nx,0,10,5\ny,10,0,4\nz,5,4,0\n");
  const Matches of_chart = read_chart(chart, "chart", plays, "plays");
  EXPECT_EQ(of_chart.plays(), 19);
  EXPECT_EQ(sum_of(of_chart, "x", "y"), Rational(4));
  EXPECT_EQ(sum_of(of_chart, "z", "x"), Rational(2));
  std::istringstream small(",x\nx,0\n");
  std::istringstream again(",x,y\nx,-,1\ny,,\n");
  EXPECT_THROW((void)read_chart(again, "chart", small, "plays"), InputError);
}

Matches chart_of(const std::string& cells, const std::string& counts,
                 const RankOptions& settings = {}) {
  std::istringstream chart(cells);
  std::istringstream plays(counts);
  return read_chart(chart, "chart", plays, "counts", settings);
}

/// The least and the most that x may have won against y in all.
std::pair<Rational, Rational> sums_of(const Matches& matches) {
  const reading::Total& total = reading::Record::of(matches).totals.begin()->second;
  return {total.least_sum(), total.most_sum()};
}

TEST(Rank, APrintedRateStandsForAllThatAreRoundedToIt) {
  const std::pair<Rational, Rational> half_a_percent{505'000, 515'000};
  for (const char* const cell : {"51%", "51 %", "5.1e1%", "5.1E+1 %", "0.51e2%", "+51%"}) {
    const Matches matches =
        chart_of(std::string(",x,y\nx,,") + cell + "\ny,,\n", ",x,y\nx,,1000000\ny,,\n");
    EXPECT_EQ(sums_of(matches), half_a_percent) << cell;
  }
  for (const char* const cell : {"0.51", "51/100", "5.1e-1", "51e-2", ".51"}) {
    const Matches of_chart =
        chart_of(std::string(",x,y\nx,,") + cell + "\ny,,\n", ",x,y\nx,,1000000\ny,,\n");
    EXPECT_EQ(sums_of(of_chart), half_a_percent) << cell;
    const Matches means = read(std::string("row,column,plays,mean\nx,y,1000000,") + cell + "\n");
    EXPECT_EQ(sums_of(means), half_a_percent) << cell;
  }
  // Rounded to hundredths and written in lowest terms.
  EXPECT_EQ(sums_of(read("row,column,plays,mean\nx,y,1000000,13/25\n")),
            std::pair(Rational(515'000), Rational(525'000)));
  // Whole numbers of another range are rounded to whole numbers.
  RankOptions hundred{.payoff_range = PayoffRange{0, 100}};
  EXPECT_EQ(sums_of(read("row,column,plays,mean\nx,y,1000000,51\n", hundred)), half_a_percent);
  hundred.payoff_range = PayoffRange{-100, 100};
  EXPECT_EQ(sums_of(read("row,column,plays,mean\nx,y,1000000,2\n", hundred)),
            std::pair(Rational(507'500), Rational(512'500)));
  // What is said of it holds for 50.6 % and for 51.4 %, the box being far narrower than that.
  const Ranking ranking = rank(chart_of(",x,y\nx,,51%\ny,,\n", ",x,y\nx,,10000000\ny,,\n"));
  ASSERT_EQ(ranking.pairings.size(), 1U);
  EXPECT_LT(ranking.pairings[0].low, Rational::parse("50.5"));
  EXPECT_GT(ranking.pairings[0].low, Rational::parse("50.3"));
  EXPECT_GT(ranking.pairings[0].high, Rational::parse("51.5"));
}

TEST(Rank, WhatNoRoundingMakesIsExact) {
  const auto exact = [](const std::string& plays, const std::string& mean) {
    const auto [least, most] = sums_of(read("row,column,plays,mean\nx,y," + plays + "," + mean));
    return least == most;
  };
  EXPECT_TRUE(exact("300", "2/3"));
  EXPECT_TRUE(exact("100", "51/100"));  // so many of so many
  EXPECT_FALSE(exact("1000", "51/100"));
  for (const char* const end : {"0", "1", "1.00", "0.0", "0e0", "1/1"}) {
    EXPECT_TRUE(exact("1000000", end)) << end;
  }
  // Rounding beside it would make 100% of 99.6 %: that it did not is told.
  const std::string counts = ",x,y,z\nx,,10000,10000\ny,,,10000\nz,,,\n";
  const Matches percents = chart_of(",x,y,z\nx,,100%,51%\ny,,,0%\nz,,,\n", counts);
  ASSERT_EQ(percents.notes().size(), 1U);
  EXPECT_EQ(percents.notes()[0],
            "2 rates are an end of the range, 0 or 100, and taken as exact, not as rounded: every "
            "match of such a pairing ended alike");
  const std::string few = ",x,y,z\nx,,90,90\ny,,,90\nz,,,\n";
  EXPECT_TRUE(chart_of(",x,y,z\nx,,100%,51%\ny,,,0%\nz,,,\n", few).notes().empty());
}

TEST(Rank, SumsOfSquaresMakeNoRoundedMeanExact) {
  const std::string header = "row,column,plays,mean,sum_of_squares\n";
  // 50.6 % printed as 51%, and outcomes that were not all wins and losses.
  EXPECT_EQ(sums_of(read(header + "x,y,1000000,0.51,505000\n")),
            std::pair(Rational(505'000), Rational(515'000)));
  // More squares than the mean as printed allows, fewer than it was rounded from.
  EXPECT_EQ(sums_of(read(header + "x,y,1000000,0.51,514000\n")),
            std::pair(Rational(505'000), Rational(515'000)));
  EXPECT_FALSE(fault_of(header + "x,y,1000000,0.51,515001\n").empty());
  EXPECT_FALSE(fault_of(header + "x,y,1000000,0.51,255000\n").empty());
  // A coincidence of a rounded mean and squares shows no wins and losses...
  EXPECT_TRUE(reading::Record::of(read(header + "x,y,1000000,0.51,510000\n")).plays.empty());
  // ... unless the mean leaves room for nothing else.
  EXPECT_EQ(reading::Record::of(read(header + "x,y,40,0.55,22\n")).plays.size(), 40U);
  EXPECT_EQ(reading::Record::of(read(header + "x,y,1000,51/1000,51\n")).plays.size(), 1000U);
  const RankOptions shifted{.payoff_range = PayoffRange{-1, 1}};
  EXPECT_EQ(reading::Record::of(read(header + "x,y,40,0.10,40\n", shifted)).plays.size(), 40U);
  EXPECT_FALSE(fault_of(header + "x,y,40,0.10,40.5\n", shifted).empty());
}

std::string fault_of_chart(const std::string& cells, const std::string& counts,
                           const RankOptions& settings = {}) {
  return input_error([&] { (void)chart_of(cells, counts, settings); });
}

TEST(Rank, AChartThatContradictsItselfIsRefused) {
  const std::string counts = ",A,B\nA,,40\nB,40,\n";
  EXPECT_EQ(
      fault_of_chart(",A,B\nA,,70%\nB,40%,\n", counts),
      "chart:3: 'B' against 'A' has 40% where 'A' against 'B' has 70%: one of the two is wrong, "
      "unless rows and columns are different sides (`two-sided`)");
  EXPECT_EQ(
      fault_of_chart(",A,B\nA,,70%\nB,30%,\n", ",A,B\nA,,40\nB,41,\n"),
      "counts:3: 'B' against 'A' has 41 matches where 'A' against 'B' has 40: one of the two is "
      "wrong, unless rows and columns are different sides (`two-sided`)");
  // What rounding explains is taken, and so is one triangle of either, or zeros in the other.
  for (const char* const cells : {",A,B\nA,,70%\nB,30%,\n", ",A,B\nA,,70%\nB,31%,\n",
                                  ",A,B\nA,,70%\nB,,\n", ",A,B\nA,50%,70%\nB,30.4%,50%\n"}) {
    for (const std::string& plays :
         {counts, std::string(",A,B\nA,,40\nB,,\n"), std::string(",A,B\nA,0,40\nB,0,0\n")}) {
      const Matches matches = chart_of(cells, plays);
      EXPECT_EQ(matches.plays(), 40) << cells << plays;
      EXPECT_TRUE(matches.notes().empty());
      EXPECT_EQ(sum_of(matches, "A", "B"), Rational(28)) << cells << plays;
    }
  }
  // An end of the range whose mirror says that it was rounded is not taken as exact.
  EXPECT_EQ(sum_of(chart_of(",A,B\nA,,100%\nB,1%,\n", counts), "A", "B"), Rational(396, 10));
  EXPECT_EQ(chart_of(",A,B\nA,,70%\nB,40%,\n", ",A,B\nA,,40\nB,41,\n", {.two_sided = true}).plays(),
            81);
  EXPECT_EQ(
      chart_of(",A,B\nA,60%,70%\nB,30%,\n", counts).notes(),
      std::vector<std::string>{"1 cell of a strategy against itself is left out: in a symmetric "
                               "game it is worth the middle of the range"});
}

TEST(Rank, WhatSumsUpAChartIsNoStrategy) {
  const std::string square = ",A,B\nA,,40\nB,40,\n";
  const std::string wide = ",A,B,Overall\nA,,40,40\nB,40,,40\n";
  const std::string word =
      " sums up the others, and is no strategy: take it out; if it is a strategy, give it another "
      "name";
  for (const std::string name : {"Overall", "TOTAL", "Average", "Win rate", "win_rate", "All"}) {
    EXPECT_EQ(fault_of_chart(",A,B," + name + "\nA,,70%,70%\nB,30%,,30%\n", wide),
              "chart: column '" + name + "'" + word);
  }
  EXPECT_EQ(fault_of_chart(",A,B\nA,,70%\nB,30%,\nTotal,30%,70%\n", square),
            "chart:4: row 'Total'" + word);
  const std::string lacking =
      " of that name: take it out if it sums up the others; if it is a strategy, add an empty ";
  EXPECT_EQ(fault_of_chart(",A,B,vs field\nA,,70%,70%\nB,30%,,30%\n", wide),
            "chart: column 'vs field' has no row" + lacking +
                "row for it; with `two-sided` rows and columns are different strategies");
  EXPECT_EQ(fault_of_chart(",A,B\nA,,70%\nB,30%,\nrest,30%,70%\n", square),
            "chart:4: row 'rest' has no column" + lacking +
                "column for it; with `two-sided` rows and columns are different strategies");
  // A triangle has no row of its last strategy and no column of its first.
  EXPECT_EQ(chart_of(",B,C\nA,70%,60%\nB,,55%\n", ",B,C\nA,40,40\nB,,40\n").plays(), 120);
  EXPECT_FALSE(fault_of_chart(",A,A\nA,,70%\nB,30%,\n", ",A,A\nA,,40\nB,40,\n").empty());
  EXPECT_FALSE(fault_of_chart(",A,B\nA,,70%\nA,30%,\n", ",A,B\nA,,40\nA,40,\n").empty());
}

TEST(Rank, NothingIsPromisedWhereItIsTheWorstPayoff) {
  const Ranking strangers =
      rank(read("attack,defence,winner\np,f,attack\nq,f,defence\nq,g,defence\np,g,defence\n"
                "p,h,defence\n"));
  EXPECT_EQ(strangers.low, Rational(0));
  EXPECT_FALSE(strangers.row_promised());
  const Json some = Json::parse(to_json(strangers));
  EXPECT_EQ(some["promised"], strangers.column_promised());
  const Ranking none = rank(read("row,column,plays,mean\np,f,1,0.5\nq,g,1,0.5\n"));
  EXPECT_FALSE(none.row_promised());
  EXPECT_FALSE(none.column_promised());
  const Json json = Json::parse(to_json(none));
  EXPECT_EQ(json["promised"], false);
  EXPECT_EQ(json["why"], none.why);
  EXPECT_FALSE(none.why.empty());
  const Ranking symmetric = rank(read("a,b,winner\nx,y,a\ny,x,a\n"));
  EXPECT_TRUE(symmetric.why.empty());
  EXPECT_EQ(Json::parse(to_json(symmetric))["promised"], true);
}

TEST(Rank, NoForecastIsAboveTheValue) {
  const RankOptions plan{.plan = 100'000, .resamples = 0};
  const Ranking symmetric =
      rank(read("row,column,wins,losses\nx,y,30,16\ny,z,34,26\nz,x,25,37\n"), plan);
  ASSERT_TRUE(symmetric.forecast);
  EXPECT_EQ(*symmetric.forecast, 0.5);  // it would be above
  EXPECT_GT(*symmetric.forecast, symmetric.low.to_double());
  const Ranking sides = rank(read("row,column,wins,losses\nx,a,30,10\nx,b,15,15\n"), plan);
  EXPECT_LE(*sides.forecast, sides.high.to_double());
}

TEST(Rank, TwoSides) {
  const std::string log =
      "attack,defence,winner\nphish,filter,attack\nphish,train,defence\nworm,filter,worm\n";
  const Matches matches = read(log);
  EXPECT_FALSE(matches.symmetric());
  EXPECT_EQ(matches.column_labels(), (std::vector<std::string>{"filter", "train"}));
  EXPECT_EQ(sum_of(matches, "worm", "filter"), Rational(1));
  EXPECT_FALSE(read("a,b,winner\nx,y,a\ny,x,a\n", {.two_sided = true}).symmetric());
}

// Kills: a word that is a name on its own line read by name, and by side on other lines.
TEST(Rank, WinnersAreAllByNameOrAllBySide) {
  // In line 3 the name 1 cannot have won, so that 1 is a side, in line 2 too.
  const std::string by_side = "player_1,player_2,winner\n2,1,1\n3,2,1\n4,1,2\n1,4,2\n1,2,draw\n";
  EXPECT_EQ(sum_of(read(by_side), "2", "1"), Rational(3, 2));
  EXPECT_EQ(sum_of(read(by_side), "4", "1"), Rational(1));
  // In line 4 the winner 3 is no side, so that winners are names, and 1 won in line 2.
  const std::string by_name = "player_1,player_2,winner\n2,1,1\n1,2,1\n3,2,3\n1,3,tie\n";
  EXPECT_EQ(sum_of(read(by_name), "1", "2"), Rational(2));
  // Both are possible and the same.
  EXPECT_EQ(sum_of(read("a,b,winner\na,b,a\na,b,b\na,c,a\n"), "a", "b"), Rational(1));
  // Words of one meaning each may be mixed.
  EXPECT_EQ(sum_of(read("a,b,winner\nx,y,a\ny,x,x\n"), "x", "y"), Rational(2));
  // A strategy may be called as a tie is.
  EXPECT_EQ(sum_of(read("a,b,winner\nDraw,y,y\nDraw,y,Draw\n"), "Draw", "y"), Rational(1));
}

TEST(Rank, WinnersThatCouldBeNamesOrSidesAreRefused) {
  const std::string log = "a,b,winner\na,b,a\nb,a,a\nc,b,b\n";
  EXPECT_EQ(fault_of(log),
            "log:3: the winner 'a' can mean two things: by name 'a' won against 'b', by side 'b' "
            "won; `winner name` or `winner side` says what it means in all of the log");
  RankOptions options{.winner = WinnerWords::name};
  EXPECT_EQ(sum_of(read(log, options), "a", "b"), Rational(2));
  options.winner = WinnerWords::side;
  EXPECT_EQ(sum_of(read(log, options), "a", "b"), Rational(1));
  EXPECT_TRUE(test::has(fault_of("a,b,winner\nx,y,x\n", options),
                        "log:2: the winner 'x' is no word for a side or a tie"));
  const std::string records =
      "[{\"player1\":1,\"player2\":2,\"winner\":1},{\"player1\":2,\"player2\":1,\"winner\":1}]";
  EXPECT_TRUE(test::has(fault_of(records), "log:2: the winner '1' can mean two things"));
  const std::string tie = "a,b,winner\ndraw,y,draw\ny,draw,draw\n";
  EXPECT_TRUE(test::has(fault_of(tie), "by name 'draw' won against 'y', by side nobody won"));
  // No reading fits both lines.
  EXPECT_TRUE(test::has(fault_of("a,b,winner\na,x,x\nx,c,a\n"),
                        "log:3: the winner 'a' is no name of the two, "
                        "and 'x' in line 2 is no side"));
}

// Kills: lots, or the choice of a mixture, from the seed.
TEST(Rank, AnotherSeedPromisesNothingElse) {
  std::string log = "row,column,outcome\n";
  std::string counts = "row,column,wins,losses,ties\nx,y,40,44,30\ny,z,33,31,50\nz,x,20,30,60\n";
  std::mt19937_64 engine(1);
  for (int t = 0; t < 300; ++t) {
    const char* const pairings[] = {"x,y,", "y,z,", "z,x,"};
    const char* const outcomes[] = {"0\n", "1\n", "1/2\n"};
    log += std::string(pairings[engine() % 3]) + outcomes[engine() % 3];
  }
  for (const std::string& text : {log, counts}) {
    const Matches matches = read(text);
    std::set<std::string> promised;
    for (RankOptions options; options.seed <= 10; ++options.seed) {
      options.resamples = 0;
      std::ostringstream certificate;
      write_certificate(certificate, rank(matches, options));
      promised.insert(certificate.str());
    }
    EXPECT_EQ(promised.size(), 1);
  }
}

// A log that is sorted by outcome chooses a mixture on losses and certifies it on wins.
TEST(Rank, RefusesLogsThatAreNotInTheOrderOfPlaying) {
  std::string losses;
  std::string wins;
  for (int t = 0; t < 12; ++t) {
    losses += "x,y,0\nx,z,0\n";
    wins += "x,y,1\ny,z,1\n";
  }
  const std::string header = "row,column,outcome\n";
  EXPECT_TRUE(test::has(fault_of(header + losses + wins),
                        "log: it is sorted by outcome: every pairing has all"));
  EXPECT_EQ(read(header + losses + wins + "x,y,0\n").plays(), 49);
  EXPECT_EQ(read(header + losses).plays(), 24) << "no other outcome";
  // A few lines at the end, in the middle, or swapped do not hide a longer one.
  const auto sorted = [](int count) {
    std::vector<std::string> lines;
    for (int t = 0; t < count; ++t) lines.push_back(t < count / 2 ? "x,y,0\n" : "y,x,0\n");
    return lines;
  };
  const auto text_of = [&](const std::vector<std::string>& lines) {
    std::string text = header;
    for (const std::string& line : lines) text += line;
    return text;
  };
  const char* const but_for_a_few = "log: it is sorted by outcome: but for a few matches, every";
  EXPECT_TRUE(test::has(fault_of(text_of(sorted(1000)) + "x,y,0\n"), but_for_a_few));
  EXPECT_TRUE(test::has(fault_of(text_of(sorted(1000)) + "x,y,0\ny,x,0\nx,z,1\n"), but_for_a_few));
  std::vector<std::string> swapped = sorted(1000);
  std::swap(swapped[100], swapped[700]);
  EXPECT_TRUE(test::has(fault_of(text_of(swapped)), but_for_a_few));
  // Nor do many that were played later; and outcomes that only rise are sorted, too.
  std::string later = text_of(sorted(400));
  std::string rising = header;
  Random luck(1);
  for (int t = 0; t < 300; ++t) later += luck.below(2) == 0 ? "x,y,0\n" : "y,x,0\n";
  EXPECT_TRUE(test::has(fault_of(later), "log: it is sorted by outcome from line "));
  for (int t = 0; t < 30; ++t) rising += "x,y,0." + std::to_string(100 + t) + "\n";
  EXPECT_TRUE(test::has(fault_of(rising + "x,y,0.05\n"), "outcomes rise, or fall, all but"));
  // Streaks are no sorting: runs of 20 in a row.
  std::string streaks = header;
  for (int t = 0; t < 1000; ++t) streaks += t / 20 % 2 == 0 ? "x,y,0\n" : "y,x,0\n";
  EXPECT_EQ(fault_of(streaks).find("sorted"), std::string::npos);
}

// By its times. Kills: lines that are read as they stand; lines of one time left as they stand.
TEST(Rank, TurnsLogsRoundThatHaveTheirNewestMatchFirst) {
  const auto list_of = [](const std::vector<std::string>& times, bool turned, bool pgn) {
    std::vector<std::string> lines;
    for (std::size_t t = 0; t < times.size(); ++t) {
      const bool won = t % 3 != 0 && t % 7 < 5;
      lines.push_back(pgn ? "[White \"x\"]\n[Black \"y\"]\n[Date \"" + times[t] +
                                "\"]\n[Result \"" + (won ? "1-0" : "0-1") + "\"]\n\n"
                          : times[t] + ",x,y," + (won ? "a" : "b") + "\n");
    }
    if (turned) std::ranges::reverse(lines);
    std::string text = pgn ? "" : "played_at,a,b,winner\n";
    for (const std::string& line : lines) text += line;
    return text;
  };
  std::vector<std::string> days;
  std::vector<std::string> dots;
  std::vector<std::string> seconds;
  for (int t = 0; t < 60; ++t) {
    const std::string day = std::to_string(10 + t / 4);  // four matches a day
    days.push_back("2024-02-" + day);
    dots.push_back("2024.02." + day);
    seconds.push_back(t % 9 == 5 ? "" : std::to_string(1000 + t));
  }
  for (const auto& [times, pgn] : {std::pair{days, false}, {dots, true}, {seconds, false}}) {
    const Matches there = read(list_of(times, false, pgn));
    const Matches turned = read(list_of(times, true, pgn));
    EXPECT_TRUE(there.notes().empty());
    ASSERT_EQ(turned.notes().size(), 1U);
    EXPECT_TRUE(test::has(turned.notes()[0], "the log was turned round"));
    const RankOptions options{.resamples = 0};
    std::ostringstream one;
    std::ostringstream two;
    write_certificate(one, rank(there, options));
    write_certificate(two, rank(turned, options));
    EXPECT_EQ(one.str(), two.str());
  }
  const auto notes = [&](const std::vector<std::string>& times) {
    return read(list_of(times, false, false)).notes().size();
  };
  EXPECT_EQ(notes({"9", "9", "8.5", "", "8", "7"}), 1U);
  EXPECT_EQ(notes({"9", "8", "7", "6", "7"}), 0U) << "in no order";
  // A newest match that was added at the end is put where it belongs.
  std::vector<std::string> late(seconds.rbegin(), seconds.rend());
  std::erase(late, "");
  EXPECT_EQ(notes(late), 1U);
  late.emplace_back("2000");
  const Matches put = read(list_of(late, false, false));
  ASSERT_EQ(put.notes().size(), 1U);
  EXPECT_TRUE(test::has(put.notes()[0], "; 1 line out of order put in place"));
  EXPECT_EQ(notes({"31.12.2024", "30.12.2024", "29.12.2024", "01.01.2025"}), 0U);
}

// The same matches promise the same, whatever form they come in and in whatever order. Kills: the
// order of a log, or of its strategies, in what is frozen with a fixed schedule; a tie seen from
// the wrong side.
TEST(Rank, TheSameMatchesPromiseTheSame) {
  std::mt19937_64 engine(3);
  const std::vector<std::string> names{"d", "b", "e", "a", "c"};
  std::vector<std::array<std::size_t, 3>> matches;  // who, whom, and won, lost or drawn
  for (int t = 0; t < 60; ++t) {
    for (std::size_t i = 0; i < 5; ++i) {
      for (std::size_t j = i + 1; j < 5; ++j) {
        const bool ahead = (j - i) % 2 == 1;
        const auto draw = engine() % 10;
        matches.push_back({i, j, draw == 9 ? 2U : (draw < 6) == ahead ? 0U : 1U});
      }
    }
  }
  const auto log_of = [&](bool turned) {
    std::string text = "a,b,winner\n";
    for (const auto& [i, j, result] : matches) {
      const std::string winner = result == 2 ? "tie" : names[result == 0 ? i : j];
      text +=
          (turned ? names[j] + "," + names[i] : names[i] + "," + names[j]) + "," + winner + "\n";
    }
    return text;
  };
  RankOptions fixed;
  fixed.schedule = Schedule::fixed;
  fixed.winner = WinnerWords::name;
  fixed.resamples = 0;
  const auto promised = [&](const std::string& text, const RankOptions& options) {
    const Ranking ranking = rank(read(text, options), options);
    std::map<std::string, std::string> strategy;
    for (const auto& [row, weight] : ranking.row_strategy) {
      strategy[ranking.row_name(row)] = weight.to_string();
    }
    return std::pair(ranking.low.to_string(), strategy);
  };
  const auto first = promised(log_of(false), fixed);
  EXPECT_EQ(promised(log_of(true), fixed), first);
  std::ranges::shuffle(matches, engine);
  EXPECT_EQ(promised(log_of(false), fixed), first);
  std::map<std::array<std::size_t, 2>, std::array<int, 3>> counts;
  for (const auto& [i, j, result] : matches) ++counts[{i, j}][result];
  std::string list = "row,column,wins,losses,ties\n";
  std::string turned_list = list;
  std::string chart;
  for (const auto& [pair, results] : counts) {
    const auto& [wins, losses, ties] = results;
    list += fmt::format("{},{},{},{},{}\n", names[pair[0]], names[pair[1]], wins, losses, ties);
    turned_list =
        "row,column,wins,losses,ties\n" +
        fmt::format("{},{},{},{},{}\n", names[pair[1]], names[pair[0]], losses, wins, ties) +
        turned_list.substr(turned_list.find('\n') + 1);
  }
  const RankOptions plain{.resamples = 0};
  EXPECT_EQ(promised(list, plain), first);
  EXPECT_EQ(promised(turned_list, plain), first);
  for (const std::size_t j : {4U, 2U, 0U, 1U, 3U}) chart += "," + names[j];
  for (const std::size_t i : {1U, 0U, 3U, 4U, 2U}) {
    chart += "\n" + names[i];
    for (const std::size_t j : {4U, 2U, 0U, 1U, 3U}) {
      const auto& [wins, losses, ties] = counts[{std::min(i, j), std::max(i, j)}];
      chart += i == j
                   ? ","
                   : fmt::format(",{}-{}-{}", i < j ? wins : losses, i < j ? losses : wins, ties);
    }
  }
  EXPECT_EQ(promised(chart + "\n", plain), first);
  EXPECT_GT(Rational::parse(first.first), Rational(1, 3));
}

// A chart of rates alone: what to play is estimated, and nothing is promised. Kills: rates taken to
// be of one match each, a promise from them, a percentage read as a share.
TEST(Rank, PromisesNothingFromRatesAlone) {
  // Rock, scissors, paper, and one who loses to all of them.
  const std::string chart =
      ",rock,scissors,paper,none\nrock,,70%,30%,85.5%\nscissors,30%,,70%,88%\n"
      "paper,70%,,,90%\nnone,14.5%,,,-\n";
  const Ranking rates = rank(read(chart));
  EXPECT_FALSE(rates.counted);
  EXPECT_EQ(rates.plays, 0);
  EXPECT_EQ(rates.entries, 6);
  EXPECT_EQ(rates.status, Status::certified);
  EXPECT_EQ(rates.low, Rational(0));
  EXPECT_EQ(rates.high, Rational(100));
  EXPECT_TRUE(rates.row_promises.empty());
  EXPECT_TRUE(rates.row_strategy.empty());
  EXPECT_TRUE(rates.why.starts_with("a chart of rates alone does not tell how sure they are"));
  ASSERT_TRUE(rates.estimate);
  ASSERT_EQ(rates.estimate->row_strategy.size(), 3U);
  for (const auto& [strategy, weight] : rates.estimate->row_strategy) {
    EXPECT_LT(strategy, 3);
    EXPECT_NEAR(weight.to_double(), 1.0 / 3, 0.1);
  }
  EXPECT_EQ(rates.estimate->rows[3].matches, 0);
  EXPECT_GT(rates.estimate->worst_case.low, 35);
  EXPECT_LE(rates.estimate->worst_case.high, 50);
  EXPECT_LT(rates.estimate->worst_case.low, 48) << "nobody knows how few matches there were";
  std::ostringstream certificate;
  EXPECT_THROW(write_certificate(certificate, rates), InputError);
  // Said to be of so many matches, it is a chart with counts.
  RankOptions options{.matches_each = 1000};
  const Ranking counted = rank(read(chart, options), options);
  std::string with_counts = chart;
  for (std::size_t t = with_counts.find('%'); t != std::string::npos;
       t = with_counts.find('%', t + 1)) {
    with_counts.insert(t + 1, " (1000)");
  }
  EXPECT_EQ(to_json(counted), to_json(rank(read(with_counts))));
  EXPECT_TRUE(counted.counted);
  EXPECT_EQ(counted.plays, 6000);
  EXPECT_GT(counted.low, Rational(35));
  // Shares are read as they are, and lines that have no names in common are no chart.
  EXPECT_EQ(rank(read(",x,y\nx,,0.7\ny,0.3,\n")).high, Rational(1));
  EXPECT_TRUE(test::has(fault_of("agent,games,points\nx,10,3\ny,10,7\n"), "no two headings"));
  const RankOptions sides{.two_sided = true};
  EXPECT_FALSE(rank(read("attack,d0,d1\na0,0.4,0.6\na1,0.7,0.2\n", sides), sides).counted);
  options.min_matches = 3;
  options.matches_each = 0;
  EXPECT_THROW((void)rank(read(chart), options), OptionError);
  options.matches_each = 5;
  EXPECT_THROW((void)read("a,b,winner\nx,y,a\n", options), OptionError);
}

TEST(Rank, NamesWhatItCannotRead) {
  EXPECT_EQ(fault_of(""), "log: empty file");
  EXPECT_EQ(fault_of("a,b,winner\nx,x,a\n"), "log: no match is in it");
  EXPECT_EQ(fault_of("a,b,winner\n"), "log: no match is in it");
  const std::pair<const char*, const char*> table[] = {
      {"a,b,winner\nx,y,a\ny,x,nobody\n", "log:3: the winner 'nobody'"},
      {"a,b,outcome\nx,y,1.5\n", "log:2: the outcome 3/2 is outside the range 0,1"},
      {"row,column,wins,losses\nx,y,-1,2\n", "'-1' is not a count"},
      {"row,column,wins,losses\nx,y,1.5,2\n", "'1.5' is not a count"},
      {"a,b,winner\nx,y\n", "log:2: 2 cells where the header has 3"},
      {"a,b,winner\n,y,a\n", "the name is empty"},
      {"a,b,winner\n\"x,y,a\n", "does not end"},
      {"a,b,score_of_x\nx,y,1\n", "no heading says who won"},
      {"x,y\n1,2\n", "no two headings name the sides"},
      {"a,a,b,winner\nx,x,y,a\n", "'a' twice"},
      {"{\"a\":1\n", "it is not JSON"},
  };
  for (const auto& [text, words] : table) EXPECT_TRUE(test::has(fault_of(text), words));
  const Matches near = read("a,b,winner\nx y,z,a\nX  y,z,b\nz,x y,a\n");
  ASSERT_EQ(near.notes().size(), 1U);
  EXPECT_TRUE(test::has(near.notes()[0], "differ by blanks or case alone"));
  RankOptions any;
  any.schedule = Schedule::any;
  EXPECT_THROW((void)rank(read("row,column,wins,losses\nx,y,1,2\n"), any), OptionError);
}

/// Rock, paper, scissors among three, and a fourth who loses to all.
Matches league_of_four(int times) {
  std::string text = "row,column,wins,losses\n";
  const auto add = [&](const char* row, const char* column, double mean) {
    const int wins = static_cast<int>(times * mean);
    text += std::string(row) + "," + column + "," + std::to_string(wins) + "," +
            std::to_string(times - wins) + "\n";
  };
  add("rock", "scissors", 0.8);
  add("scissors", "paper", 0.8);
  add("paper", "rock", 0.8);
  for (const char* one : {"rock", "paper", "scissors"}) add(one, "novice", 0.9);
  return read(text);
}

TEST(Rank, SaysWhomToPlayAndWhoIsOut) {
  RankOptions settings{.plan = 6, .resamples = 50};
  const Ranking ranking = rank(league_of_four(2000), settings);
  EXPECT_EQ(ranking.status, Status::certified);
  EXPECT_EQ(ranking.value, Rational(1, 2));
  EXPECT_GT(ranking.low, Rational(47, 100));
  EXPECT_LT(ranking.low, Rational(1, 2));
  EXPECT_EQ(ranking.low + ranking.high, Rational(1));
  ASSERT_TRUE(ranking.averages);
  ASSERT_EQ(ranking.averages->tiers.size(), 2U);
  EXPECT_EQ(ranking.averages->tiers[0].rows.size(), 3U);
  EXPECT_EQ(ranking.averages->tiers[1].rows.size(), 1U);
  const Index novice = ranking.averages->tiers[1].rows[0];
  bool capped = false;
  for (const Cap& cap : ranking.row_caps)
    capped = capped || (cap.strategy == novice && cap.most < Rational(1, 10));
  EXPECT_TRUE(capped);
  EXPECT_EQ(ranking.estimate->rows[static_cast<std::size_t>(novice)].played, 0);
  EXPECT_EQ(ranking.next.size(), 6U);
  const Json json = Json::parse(to_json(ranking));
  EXPECT_EQ(json["confidence"], "19/20");
  EXPECT_EQ(json["schedule"], "fixed");
  EXPECT_EQ(json["tiers"].size(), 2U);
  EXPECT_EQ(to_json(rank(league_of_four(2000), settings)), to_json(ranking));
  settings.epsilon = Rational(1, 1000);
  EXPECT_EQ(rank(league_of_four(2000), settings).status, Status::stopped);
}

// The decks' averages have one equilibrium of seven; what is guaranteed lies below a half, however
// the lots fall.
TEST(Rank, SaysThatItWasInterrupted) {
  // Fails if an interrupted answer is called certified, or says that matches were too few.
  std::string text = "row,column,outcome\n";
  for (int t = 0; t < 60; ++t) text += fmt::format("{},{},{}\n", t % 3, (t + 1) % 3, t % 7 < 4);
  StopFlag flag;
  flag.raise();
  const Ranking ranking = rank(read(text), {}, &flag);
  EXPECT_EQ(ranking.status, Status::stopped);
  EXPECT_TRUE(ranking.interrupted);
  EXPECT_FALSE(ranking.estimate);
  const Json json = Json::parse(to_json(ranking));
  EXPECT_EQ(json["status"], "stopped");
  EXPECT_EQ(json["stop_reason"], "interrupted");
  EXPECT_EQ(ranking.plays, 60);
  if (!ranking.row_promised()) {
    EXPECT_EQ(ranking.why, "the run was interrupted before that");
  }
  EXPECT_FALSE(rank(read(text)).interrupted);
  EXPECT_FALSE(Json::parse(to_json(rank(read(text)))).contains("stop_reason"));
}

TEST(Rank, FourteenDecks) {
  std::ifstream in(std::string(paths::games) + "/played/decks14.csv");
  const Matches matches = read_matches(in, "decks14.csv");
  EXPECT_EQ(matches.plays(), 26074);
  RankOptions settings{.resamples = 0};
  for (settings.seed = 1; settings.seed <= 10; ++settings.seed) {
    const Ranking ranking = rank(matches, settings);
    EXPECT_EQ(ranking.averages->equilibria.row.support.size(), 7U);
    const double gap = (Rational(1, 2) - ranking.low).to_double();
    EXPECT_GT(gap, 0.03);
    EXPECT_LT(gap, 0.08);
  }
}

// What was played between two counts, and in which order it is taken.

using namespace league;

const Entry pairing{0, 1};

Tally tally(std::int64_t won, std::int64_t lost) {
  return {{{pairing, 1}, won}, {{pairing, 0}, lost}};
}

TEST(Snapshot, TellsWhatIsMore) {
  EXPECT_TRUE(holds(tally(5, 3), tally(5, 2)));
  EXPECT_FALSE(holds(tally(5, 3), tally(6, 0)));
  EXPECT_TRUE(holds(tally(5, 3), {}));
  const auto fallen = fallen_since(tally(6, 0), tally(5, 3));
  ASSERT_TRUE(fallen);
  EXPECT_EQ(fallen->payoff, Rational(1));
  EXPECT_EQ(fallen->before, 6);
  EXPECT_EQ(fallen->now, 5);
  Tally found;
  for (const file::KeptPlay& play : played_since(tally(5, 2), tally(9, 3))) add_to(found, play);
  EXPECT_EQ(found, tally(4, 1));
  EXPECT_TRUE(played_since(tally(5, 3), tally(5, 3)).empty());
}

// Kills: plays in the order of their payoffs; one order for all counts.
TEST(Snapshot, OrderIsDrawnByLot) {
  constexpr int leagues = 2000;
  constexpr int first = 30;
  double sum = 0;
  double squares = 0;
  for (int t = 0; t < leagues; ++t) {
    // The same numbers of new plays each time, of counts that differ.
    int won = 0;
    const auto plays = played_since(tally(t, t), tally(50 + t, 50 + t));
    for (int k = 0; k < first; ++k) {
      won += plays[static_cast<std::size_t>(k)].payoff == Rational(1) ? 1 : 0;
    }
    sum += won;
    squares += won * won;
  }
  // Drawn without replacement: the mean is 15, the variance 30 / 4 * 70 / 99.
  const double mean = sum / leagues;
  const double variance = squares / leagues - mean * mean;
  const double expected = 30.0 / 4 * 70 / 99;
  EXPECT_NEAR(mean, 15, 5 * std::sqrt(expected / leagues));
  EXPECT_NEAR(variance, expected, 5 * expected * std::sqrt(2.0 / leagues));
}

}  // namespace
}  // namespace allnash::rank_test
