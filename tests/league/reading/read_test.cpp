// What is read from a text, or the message that refuses it: a table for each form of file.
#include <gtest/gtest.h>

#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include "allnash/rank.hpp"
#include "allnash/run.hpp"
#include "league/reading/record.hpp"

namespace allnash::reading::read_test {
namespace {

using Set = std::function<void(RankOptions&)>;

/// Each pairing with its matches and the sum of its outcomes: "A B 3 5/2; ...".
std::string totals(const Matches& matches) {
  const Record& record = Record::of(matches);
  std::string text;
  for (const auto& [entry, total] : record.totals) {
    text += (text.empty() ? "" : "; ") + record.rows[static_cast<std::size_t>(entry.row)] + " " +
            record.columns[static_cast<std::size_t>(entry.column)] + " " +
            (record.counted ? std::to_string(total.plays) + " " : "") + total.sum.to_string();
  }
  return text;
}

Matches matches_of(const std::string& text, const Set& set = {}) {
  RankOptions options;
  if (set) set(options);
  std::istringstream in(text);
  return read_matches(in, "f.csv", options);
}

struct Case {
  const char* text;
  const char* read;  ///< the totals, or the message that refuses it
  Set set = {};
};

void expect(const std::vector<Case>& cases) {
  for (const Case& one : cases) {
    SCOPED_TRACE(one.text);
    try {
      EXPECT_EQ(totals(matches_of(one.text, one.set)), one.read);
    } catch (const InputError& error) {
      EXPECT_EQ(std::string(error.what()), one.read);
    }
  }
}

Set sides(const char* sides, const char* result = nullptr) {
  return [=](RankOptions& options) {
    options.sides = sides;
    if (result != nullptr) options.result = result;
  };
}
Set scores(const char* headings) {
  return [=](RankOptions& options) { options.scores = headings; };
}
Set count(const char* headings) {
  return [=](RankOptions& options) { options.count = headings; };
}
Set each(std::int64_t matches) {
  return [=](RankOptions& options) { options.matches_each = matches; };
}
const Set two_sided = [](RankOptions& options) { options.two_sided = true; };
const Set skipping = [](RankOptions& options) { options.skip = true; };

TEST(Read, HeadingsOfTheSides) {
  expect({{"HomeTeam,AwayTeam,FTR\nA,B,H\nB,A,H\nA,B,D\n", "A B 3 3/2"},
          {"white_id,black_id,winner\nA,B,white\nB,A,white\nB,A,draw\n", "A B 3 3/2"},
          {"Player 1,Player 2,winner\nA,B,1\nB,A,1\n", "A B 2 1"},
          {"player1_name,player2_name,winner_name\nA,B,A\nB,A,A\n", "A B 2 2"},
          {"Deck,Opponent,W,L\nA,B,3,1\n", "A B 4 3", two_sided},
          {"RedFighter,BlueFighter,Winner\nA,B,Red\nB,A,Red\nB,A,Blue\n", "A B 3 2"},
          {"team,opp_team,result\nA,B,W\nB,A,L\nA,B,D\n", "A B 3 5/2"}});
}

// Wrong would be: the winner of a column of losers; one match for each name and its number.
TEST(Read, WinnersAndLosersAsSides) {
  expect(
      {{"winner_name,loser_name,score\nA,B,6-4 6-4\nB,A,7-6\nA,B,W/O\n", "A B 3 2"},
       {"winner,loser\nA,B\nB,A\n", "A B 2 1"},
       {"winner,loser,draw\nA,B,0\nB,A,1\n", "A B 2 3/2"},
       {"winner,loser,n\nA,B,3\nB,A,2\n",
        "f.csv: it can be read in two ways: each line is one match, by 'winner' (`count 1`), or as "
        "many as 'n' says (`count n`)"},
       {"winner,loser,n\nA,B,3\nB,A,2\n", "A B 5 3", count("n")},
       {"winner,loser,n\nA,B,3\nB,A,2\n", "A B 2 1", count("1")},
       {"winner,loser,draw\nA,B,0\nB,A,maybe\n",
        "f.csv:3: draw: 'maybe' does not say whether it was a tie: 1 or 0"},
       {"WTeamID,LTeamID,WScore\n7,9,60\n9,7,50\n7,9,61\n", "7 9 3 2"},
       {"winner_id,winner_name,loser_id,loser_name\n1,A,2,B\n2,B,1,A\n", "A B 2 1"},
       // One identifier has two names, so that either could be ranked.
       {"winner_id,winner_name,loser_id,loser_name\n1,A,2,B\n2,C,1,A\n",
        "f.csv: two pairs of headings name sides of a match, and either could be ranked:\n"
        "`allnash rank f.csv --sides winner_name,loser_name`\n"
        "`allnash rank f.csv --sides winner_id,loser_id`"}});
}

TEST(Read, SidesByValue) {
  const char* fights = "R_fighter,B_fighter,Winner\nA,B,Red\nB,A,Red\nB,A,Draw\nA,B,Blue\n";
  expect({{fights,
           "f.csv: no two headings name the sides of a match (`allnash rank --help` lists those "
           "that do), and it is no chart\n'R_fighter' and 'B_fighter' look like the sides, "
           "'Winner' like the result:\n`allnash rank f.csv --sides Red=R_fighter,Blue=B_fighter "
           "--result Winner`"},
          {fights, "A B 4 3/2", sides("Red=R_fighter,Blue=B_fighter", "Winner")},
          {fights, "A B 4 3/2", sides("Red=R_fighter,Blue=B_fighter,Draw=tie", "Winner")},
          {fights, "A B 4 5/2", sides("Blue=R_fighter,Red=B_fighter", "Winner")},
          {"a,b,winner\nA,B,x\nB,A,y\nA,B,z\n", "A B 3 5/2", sides("x=a,y=b,z=tie")},
          {"a,b,winner\nA,B,x\nB,A,y\nA,B,\n", "A B 3 5/2", sides("x=a,y=b,=tie")},
          {"a,b,winner\nA,B,x\nB,A,q\n",
           "f.csv:3: the winner 'q' is neither of the two nor a word for a side or a tie "
           "(`allnash rank --help` lists them)",
           sides("x=a,y=b")},
          {"a,b,winner\nA,B,x\n", "sides: the two are one column", sides("x=a,y=a")},
          {"a,b,winner\nA,B,x\n",
           "f.csv:2: the winner 'x' is neither of the two nor a word for a side or a tie "
           "(`allnash rank --help` lists them)\na word gets its meaning so:\n"
           "`allnash rank f.csv --sides x=a,b --result winner`"}});
}

// H, D and A are home, draw and away, and not the side `a`.
TEST(Read, LettersStandForTheSidesThatBeginSo) {
  expect({{"home,away,result\nX,Y,H\nY,X,A\nX,Y,A\n", "X Y 3 2"},
          {"home,away,result\nX,Y,A\nY,X,A\n",
           "f.csv: the letter 'a' in 'result' may stand for either side:\n"
           "`allnash rank f.csv --sides a=home,away --result result`\n"
           "`allnash rank f.csv --sides a=away,home --result result`"},
          {"home,away,result\nX,Y,A\nY,X,A\n", "X Y 2 1", sides("h=home,a=away")},
          {"player,opponent,result\nX,Y,W\nY,X,L\n", "X Y 2 2"},
          {"white,black,result\nX,Y,W\nY,X,B\n", "X Y 2 2"},
          {"black,white,result\nX,Y,B+R\nY,X,W+3.5\nX,Y,W+T\n", "Y X 3 1"},
          {"attacker,defender,result\nX,Y,A\nY,X,D\n", "X Y 2 2"},
          {"a,b,winner\nX,Y,a\nY,X,b\n", "X Y 2 2"}});
}

TEST(Read, ScoresOfTheSides) {
  const char* goals = "home,away,home_score,away_score\nX,Y,3,1\nY,X,2,2\nX,Y,0,4\n";
  expect(
      {{goals,
        "f.csv: 'home_score' and 'away_score' can be read in two ways:\n"
        "`allnash rank f.csv --count home_score,away_score` takes a line as so many games\n"
        "`allnash rank f.csv --scores home_score,away_score` takes it as one match, which the "
        "higher score won"},
       {goals, "X Y 3 3/2", scores("home_score,away_score")},
       {goals, "X Y 12 5", count("home_score,away_score")},
       {"a,b,Result\nX,Y,2-1\nY,X,0-2\n",
        "f.csv: 'Result' can be read in two ways:\n"
        "`allnash rank f.csv --count Result` takes a line as so many games\n"
        "`allnash rank f.csv --scores Result` takes it as one match, which the higher score won"},
       {"a,b,Result\nX,Y,2-1\nY,X,0-2\n", "X Y 2 2", scores("Result")},
       {"a,b,Result\nX,Y,2-1\nY,X,0-2\n", "X Y 5 4", count("Result")},
       {"a,b,Result\nX,Y,5.5-4.5\nY,X,3-3\n", "X Y 2 3/2", scores("Result")},
       {"a,b,Result\nX,Y,5.5-4.5\n",
        "f.csv:2: Result: '5.5-4.5' is not wins and losses, such as 2-1", count("Result")},
       {"a,b,x,y\nX,Y,win,resigned\nY,X,agreed,agreed\n", "X Y 2 3/2", scores("x,y")},
       {"a,b,x,y\nX,Y,win,win\n", "f.csv:2: 'win' and 'win' do not tell who won", scores("x,y")},
       {"a,b,x,y\nX,Y,3,none\n", "f.csv:2: y: 'none' is no score", scores("x,y")},
       {"a,b,x,y\nX,Y,3,\nX,Y,1,0\n", "X Y 1 1",
        [](RankOptions& options) {
          options.scores = "x,y";
          options.skip = true;
        }},
       // A result that names the winner beats scores.
       {"HomeTeam,AwayTeam,FTHG,FTAG,FTR\nX,Y,3,1,H\nY,X,0,0,D\n", "X Y 2 3/2"}});
}

TEST(Read, ByesAreNoMatches) {
  const Matches matches = matches_of("a,b,winner\nX,Y,X\nX,*** BYE ***,X\nY,bye,Y\n");
  EXPECT_EQ(totals(matches), "X Y 1 1");
  EXPECT_EQ(matches.notes(), std::vector<std::string>{"2 byes left out: no match"});
}

TEST(Read, DecksBesidePlayersMustBeChosen) {
  const char* log = "player_1,player_2,deck_1,deck_2,winner\nann,bob,X,Y,1\nbob,ann,X,Y,2\n";
  expect({{log,
           "f.csv: two pairs of headings name sides of a match, and either could be ranked:\n"
           "`allnash rank f.csv --sides player_1,player_2`\n"
           "`allnash rank f.csv --sides deck_1,deck_2`"},
          {log, "ann bob 2 2", sides("player_1,player_2")},
          {log, "X Y 2 1", sides("deck_1,deck_2")}});
}

// The words of a result name the sides as the file does, whatever order the options give them.
TEST(Read, SidesThatTheUserTurns) {
  expect({{"white_id,black_id,winner\nX,Y,white\nX,Y,black\nX,Y,white\n", "Y X 3 1",
           sides("black_id,white_id")},
          {"home,away,result\nX,Y,H\nX,Y,A\nX,Y,H\n", "Y X 3 1", sides("away,home")},
          {"black,white,result\nX,Y,B+R\n", "X Y 1 1", sides("black,white")},
          {"white,black,result\nX,Y,1-0\n", "Y X 1 0", sides("black,white")},
          {"winner,loser\nX,Y\n", "Y X 1 0", sides("loser,winner")},
          {"player,opponent,result\nX,Y,won\n",
           "f.csv:2: the winner 'won' is neither of the two nor a word for a side or a tie "
           "(`allnash rank --help` lists them)\na word gets its meaning so:\n"
           "`allnash rank f.csv --sides won=opponent,player --result result`",
           sides("opponent,player")}});
}

// Draws have no winner in many files; to leave them out would favour whoever draws little.
TEST(Read, EmptyWinnersAreTiesOrNoMatches) {
  const char* log = "white,black,winner\nX,Y,white\nY,X,\nX,Y,\n";
  expect(
      {{log,
        "f.csv:3: winner: nobody has won, and nobody drawn: the cell is empty; `skip` leaves such "
        "lines out, and counts them; 2 lines are so; if they are ties:\n"
        "`allnash rank f.csv --sides white,black,=tie`"},
       {log, "X Y 3 2", sides("white,black,=tie")},
       {log, "X Y 1 1", skipping}});
}

TEST(Read, CellsOfCharts) {
  expect({{",X,Y\nX,,128-69-3 (65%)\nY,69-128-3 (35%),\n", "X Y 200 259/2"},
          {",X,Y\nX,mirror,0-1-0 (0%)\nY,1-0-0 (100%),mirror\n", "X Y 1 0"},
          {",X,Y\nX,,65% (128-69-3)\nY,,\n", "X Y 200 259/2"},
          {",X,Y\nX,,70% (128-69-3)\nY,,\n",
           "f.csv:2: '70% (128-69-3)': the rate is not that of so many wins, losses and draws"},
          {",X,Y\nX,\u2014,\"52.5%\n1,200 games\"\nY,,\u2014\n", "X Y 1200 630",
           [](RankOptions& options) {
             options.payoff_range = PayoffRange{0, 1};
           }},
          {",X,Y,Z\nX,,5.5-4.5,2-1\nY,4.5-5.5,,\nZ,1-2,,\n", "X Y 10 11/2; X Z 3 2"},
          {",X,Y,Z\nX,,5.5-4,2-1\nY,,,\nZ,,,\n",
           "f.csv:2: '5.5-4': points that add up to no whole number"},
          {",X,Y,Z\nX,,12-5,3:2\nY,5-12,,1\u20131\nZ,2-3,1-1,\n", "X Y 17 12; X Z 5 3; Y Z 2 1"},
          {",X,Y\nX,,52% (10)\nY,48%,\n",
           "f.csv:3: a rate without its number of matches; line 2 has rates with theirs"}});
}

// 6-4 is 60 % in charts of fighting games, and six of ten games in a crosstable.
TEST(Read, ProportionsAreNotCounts) {
  const char* chart = ",X,Y,Z\nX,,6-4,7-3\nY,4-6,,5.5-4.5\nZ,3-7,4.5-5.5,\n";
  const char* refusal =
      "f.csv: its cells, such as 6-4, add up to 10 everywhere, and can be read in two ways:\n"
      "`allnash rank f.csv --matches-each 10` takes them as wins and losses of 10 matches each\n"
      "`allnash rank f.csv --matches-each 0` takes them as rates, of unknown numbers of matches";
  expect({{chart, refusal},
          {chart, "X Y 10 6; X Z 10 7; Y Z 10 11/2", each(10)},
          {chart, "X Y 3/5; X Z 7/10; Y Z 11/20", each(0)},
          {chart, "X Y 50 30; X Z 50 35; Y Z 50 55/2", each(50)},
          {",X,Y\nX,,6-4\nY,,\n", refusal},
          {",X,Y\nX,,55-45\nY,45-55,\n", "X Y 11/20", each(0)},
          {",X,Y\nX,,6-4-0\nY,,\n", "X Y 10 6"},
          {",X,Y,Z\nX,,6-4,7-4\nY,,,\nZ,,,\n",
           "matches-each: it is for a chart of rates alone, which f.csv is not", each(10)}});
}

TEST(Read, FilesOfOtherKinds) {
  expect(
      {{"<?xml version=\"1.0\"?>\n<matches/>\n",
        "f.csv: it is XML, which has no common form of matches: export CSV or JSON instead, with "
        "a line or a record a match"},
       {"<!DOCTYPE html><table></table>\n",
        "f.csv: it is a web page (HTML): save its table as CSV"},
       {"PK\003\004 ...",
        "f.csv: it is a spreadsheet (.xlsx, .ods) or a .zip: save the table as CSV, or unpack it"},
       {"(;FF[4]GM[1]RE[B+R])",
        "f.csv: it is a game of go (SGF), and a league takes many: write a line "
        "black,white,result for each, with its PB, PW and RE (B+3.5)"},
       {"Rank,Name,Elo,Games\n1,X,3500,100\n",
        "f.csv: it lists ratings of players, and no matches. What is read are matches (who played "
        "whom, and who won),\ntables of wins and losses of pairings, or charts of one against the "
        "other: PGN, a crosstable or a log of the games"}});
}

TEST(Read, NestedJson) {
  expect(
      {{R"({"players":{"white":{"user":{"name":"X","id":"x"}},"black":{"user":{"name":"Y","id":"y"}}},"winner":"black"})"
        "\n",
        "X Y 1 0"},
       {R"({"games":[{"white":{"username":"X","result":"win"},"black":{"username":"Y","result":"resigned"}}]})",
        "X Y 1 1", scores("white.result,black.result")},
       {R"({"participants":[{"id":1,"name":"X"},{"id":2,"name":"Y"}],
               "matches":[{"player1_id":2,"player2_id":1,"winner_id":1,"scores_csv":"1-2"}]})",
        "Y X 1 0"},
       {R"({"participants":[{"id":1,"name":"X"},{"id":2,"name":"Y"}],
               "matches":[{"player1":2,"player2":1,"winner":1}]})",
        "f.csv:1: the winner '1' can mean two things: by name 'X' won against 'Y', by side 'Y' "
        "won; `winner name` or `winner side` says what it means in all of the log"}});
}

TEST(Read, Pgn) {
  const std::string tags = "[White \"X\"]\n[Black \"Y\"]\n";
  const std::string games = tags + "[Result \"1-0\"]\n\n1. e4 {[x} (1. d4 0-1) e5 1-0\n\n" + tags +
                            "[Result \"*\"]\n\n1. e4 *\n\n" + tags +
                            "[Result \"1/2-1/2\"]\n\n½-½\n";
  EXPECT_EQ(totals(matches_of(games)), "X Y 2 3/2");
  EXPECT_EQ(matches_of(games).notes(),
            std::vector<std::string>{"1 game was not finished (`*`): no match, and left out"});
  expect(
      {{"[White \"X\"]\n[Black \"Y\"]\n[Result \"1-0\"]\n\n1. e4 0-1\n",
        "f.csv:1: the game's tag Result is '1-0', and its moves end with '0-1'; `skip` leaves such "
        "games out, and counts them"},
       {"[White \"X\"]\n[Black \"Y\"]\n\n1. e4 {no end\n",
        "f.csv:4: a comment begins here that does not end"}});
}

TEST(Read, Cutechess) {
  expect({{"Finished game 2 (Y vs X): 0-1 {x}\nFinished game 1 (X vs Y): 1/2-1/2 {x}\nFinished "
           "match\n",
           "X Y 2 3/2"},
          {"Score of X vs Y: 1 - 0 - 0  [1.000] 1\nScore of X vs Y: 5 - 3 - 2  [0.600] 10\n",
           "X Y 10 6"},
          {"Score of X vs Y: 5 - 3 - 2  [0.700] 10\n",
           "f.csv:1: the rate in brackets does not agree with the wins, losses and draws"}});
}

TEST(Read, CountsAndRates) {
  expect(
      {{"row,column,wins,losses,draws\nX,Y,3,1,2\n", "X Y 6 4", two_sided},
       {"Deck,Opponent,Matches,Win %\nX,Y,\"1,200\",52.5%\nY,Z,10,40%\n", "X Y 1200 630; Y Z 10 4"},
       {"Deck,Foe,Battles,Rate\nX,Y,40,0.525\nY,Z,10,0.4\n", "X Y 40 21; Y Z 10 4",
        [](RankOptions& options) {
          options.sides = "Deck,Foe";
          options.result = "Rate";
          options.count = "Battles";
        }},
       {"row,column,wins,losses,score\nX,Y,3,0,1\nY,Z,2,0,1\n",
        "f.csv: it can be read in two ways: each line is one match, by 'score' (`count 1`), or as "
        "many as 'wins' and 'losses' say (`count wins,losses`)"}});
}

// Strategies may have names that are also words or letters for sides.
TEST(Read, NamesThatAreWords) {
  expect(
      {{"home,away,result\nH,A,H\nA,H,A\n",
        "f.csv:3: the winner 'A' can mean two things: by name 'A' won against 'H', by side 'H' "
        "won; "
        "`winner name` or `winner side` says what it means in all of the log"},
       {"home,away,result\nH,A,H\nA,H,A\n", "H A 2 1",
        [](RankOptions& options) { options.winner = WinnerWords::name; }},
       {"home,away,result\nH,A,H\nA,H,A\n", "H A 2 2",
        [](RankOptions& options) { options.winner = WinnerWords::side; }},
       {"p1,p2,winner\nwin,draw,win\ndraw,win,draw\n",
        "f.csv:3: the winner 'draw' can mean two things: by name 'draw' won against 'win', by side "
        "nobody won; `winner name` or `winner side` says what it means in all of the log"}});
}

TEST(Read, ExplainsHow) {
  const Matches matches = matches_of("home,away,x,FTR\nX,Y,7,H\nY,X,8,D\nX,bye,9,H\n");
  EXPECT_EQ(explained(matches),
            "file       f.csv\n"
            "read as    a log, a line a match: a column names the winner\n"
            "column     'home': first side\n"
            "column     'away': second side\n"
            "column     'FTR': winner\n"
            "strategies 2, on either side\n"
            "matches    2 of 1 pairings\n"
            "first      line 2: 'X' against 'Y': the first won\n"
            "           line 3: 'Y' against 'X': a tie\n"
            "note       1 bye left out: no match\n");
}

}  // namespace
}  // namespace allnash::reading::read_test
