// The lists of extreme strategies in a certificate: those that the library writes are accepted, and
// whatever else is accepted says the same. Small games, whose extreme strategies are found by
// trying all square submatrices.
#include <gtest/gtest.h>

#include "checker/claims.hpp"
#include "random_games.hpp"
#include "watched_source.hpp"

namespace allnash::lists_test {
namespace {

using test::below;
using test::fault_in;
using test::joined;
using test::lines_of;
using test::Random;
using TextLines = std::vector<std::string>;

struct Solved {
  Result result;
  std::string text;
};

Solved solved(Source& game, Options options = {}) {
  options.vertices = 1'000'000;
  options.certificate_vertices = true;
  std::ostringstream out;
  Result result = solve(game, options, {.certificate = &out});
  return {std::move(result), out.str()};
}

Solved solved(const test::WholeGame& game, const Options& options = {}) {
  const auto source = table_game(game.rows, game.columns, test::payoffs_of(game));
  return solved(*source, options);
}

/// Where the lists begin: all before is a certificate without them.
std::size_t lists_of(const TextLines& lines) {
  for (std::size_t t = 0; t < lines.size(); ++t) {
    if (lines[t].starts_with("row-vertices") || lines[t].starts_with("column-vertices")) return t;
  }
  return lines.size() - 1;
}

/// What lists state: their heads and their strategies, without the proofs.
TextLines stated(const TextLines& lines) {
  TextLines result;
  for (const std::string& line : lines) {
    if (line.find("-vertices") != line.npos || line.starts_with("vertex")) result.push_back(line);
  }
  return result;
}

std::string vertex_line(const MixedStrategy& strategy) {
  std::string text = "vertex";
  for (const Weight& weight : strategy) {
    text += " " + std::to_string(weight.strategy) + " " + weight.probability.to_string();
  }
  return text;
}

TextLines statement(const test::Answer& answer, Index rows, Index columns, bool symmetric) {
  TextLines result;
  const auto add = [&](const char* head, const std::vector<MixedStrategy>& vertices, Index count) {
    result.push_back(head + std::to_string(vertices.size()) + " " +
                     std::to_string(test::affine_dimension(vertices, count)));
    for (const MixedStrategy& vertex : vertices) result.push_back(vertex_line(vertex));
  };
  add("row-vertices ", answer.row_vertices, rows);
  if (!symmetric) add("column-vertices ", answer.column_vertices, columns);
  return result;
}

std::string words_for(std::size_t vertices, const std::string& player) {
  if (vertices == 1) return "the only extreme " + player + " strategy";
  return "all " + std::to_string(vertices) + " extreme " + player + " strategies";
}

std::string words_for(const Result& result) {
  std::string text = "verified, with " + words_for(result.row().vertices.size(), "row");
  if (!result.symmetric) text += " and " + words_for(result.column().vertices.size(), "column");
  return text;
}

TEST(Lists, ThoseOfRandomGamesAreProved) {
  Random random(1);
  std::size_t most = 0;
  for (int round = 0; round < test::this_many(3000); ++round) {
    const test::WholeGame game = test::random_game(random, round % 10 == 0 ? 6 : 5);
    const auto [result, text] = solved(game);
    const test::Answer answer = test::brute_force(game);
    EXPECT_EQ(stated(lines_of(text)), statement(answer, game.rows, game.columns, false)) << text;
    ASSERT_EQ(fault_in(text), std::nullopt) << text;
    EXPECT_EQ(checker::verified(text, {}), words_for(result));
    most = std::max({most, answer.row_vertices.size(), answer.column_vertices.size()});
  }
  if (test::this_many(10) == 10) {  // a tenth of the games may lack large lists
    EXPECT_GT(most, 8U);
  }
}

TEST(Lists, ThoseOfSymmetricGamesAreStatedOnce) {
  Random random(2);
  const Options options{.symmetric = true};
  for (int round = 0; round < test::this_many(500); ++round) {
    const int largest = 1 + round % 3;
    const auto game = test::symmetric_game(1 + static_cast<int>(below(random, 6)), [&](int, int) {
      return static_cast<std::int64_t>(below(random, at(2 * largest + 1))) - largest;
    });
    const auto [result, text] = solved(game, options);
    EXPECT_EQ(stated(lines_of(text)), statement(test::brute_force(game), game.rows, 0, true));
    ASSERT_EQ(fault_in(text), std::nullopt) << text;
    EXPECT_EQ(checker::verified(text, {}), words_for(result));
    std::string twice = text.substr(text.find("row-vertices"));
    twice.replace(0, 3, "column");
    EXPECT_TRUE(fault_in(text.substr(0, text.size() - 4) + twice));
  }
}

// Whatever is unread, the list is the game's.
TEST(Lists, ThoseOfPartlyReadGamesHoldForEveryCompletion) {
  Random random(3);
  int unread = 0;
  for (int round = 0; round < test::this_many(1500); ++round) {
    const test::WholeGame game = test::random_game(random, 5);
    const auto [least, largest] = std::ranges::minmax(game.payoffs);
    const std::int64_t low = least - static_cast<std::int64_t>(below(random, 2));
    const std::int64_t high = largest + 1;
    const Options options{.payoff_range =
                              PayoffRange{Rational(low, game.scale), Rational(high, game.scale)}};
    test::WatchedSource watched(game.rows, game.columns, test::payoffs_of(game));
    const auto [result, text] = solved(watched, options);
    ASSERT_EQ(fault_in(text), std::nullopt) << text;
    EXPECT_EQ(checker::verified(text, {}), words_for(result));
    for (int times = 0; times < 3; ++times) {
      test::WholeGame other = game;
      for (int i = 0; i < game.rows; ++i) {
        for (int j = 0; j < game.columns; ++j) {
          if (watched.asked(i, j)) continue;
          ++unread;
          other.payoffs[at(i * game.columns + j)] =
              low +
              static_cast<std::int64_t>(below(random, static_cast<std::size_t>(high - low + 1)));
        }
      }
      EXPECT_EQ(stated(lines_of(text)),
                statement(test::brute_force(other), game.rows, game.columns, false));
    }
  }
  EXPECT_GT(unread, test::this_many(1000));
}

// A constraint rests on no unread payoff, and a strategy that the worst of them would cut off is
// not in the list. Both players: the second game is the first turned round.
TEST(Lists, UnreadPayoffsCountAsTheWorst) {
  const std::string head =
      "allnash-certificate 2\nshape 2 2\nsymmetric no\nrange -1 2\nvalue 0\n"
      "row-strategy 2\n0 1/2\n1 1/2\ncolumn-strategy 1\n0 1\nrow 0 0 2\nrow 1 0 ";
  const std::string cut =
      "\ncolumn 0\nrow-vertices 2 1\nstart r0 0 1\nstart r1 1 1\ncuts 1 c1\n"
      "vertex 0 1/3 1 2/3\nvertex 0 1\nend\n";
  const std::string whole =
      "\ncolumn 0\nrow-vertices 2 1\nstart r0 0 1\nstart r1 1 1\ncuts 0\nvertex 1 1\nvertex 0 "
      "1\nend\n";
  const std::string turned =
      "allnash-certificate 2\nshape 2 2\nsymmetric no\nrange -2 1\nvalue 0\n"
      "row-strategy 1\n0 1\ncolumn-strategy 2\n0 1/2\n1 1/2\nrow 0 0 0\ncolumn 0 -2\ncolumn 1 ";
  const std::string turned_cut =
      "\ncolumn-vertices 2 1\nstart c0 0 1\nstart c1 1 1\ncuts 1 r1\nvertex 0 1/3 1 2/3\n"
      "vertex 0 1\nend\n";
  const std::string turned_whole =
      "\ncolumn-vertices 2 1\nstart c0 0 1\nstart c1 1 1\ncuts 0\nvertex 1 1\nvertex 0 1\nend\n";
  for (const auto& [start, end_of_range, with_cut, without] :
       {std::array{head, std::string("-1"), cut, whole},
        std::array{turned, std::string("1"), turned_cut, turned_whole}}) {
    EXPECT_FALSE(fault_in(start + end_of_range + with_cut));
    EXPECT_TRUE(fault_in(start + "?" + with_cut));
    EXPECT_TRUE(fault_in(start + end_of_range + without));
    EXPECT_FALSE(fault_in(start + "0" + without));
    EXPECT_TRUE(fault_in(start + "?" + without));
  }
  EXPECT_FALSE(fault_in(head + "?\ncolumn 0\nend\n"));
}

void refuse(const TextLines& lines, const std::string& why) {
  EXPECT_TRUE(fault_in(joined(lines))) << why << "\n" << joined(lines);
}

TextLines with_count(TextLines lines, std::size_t head, long change) {
  std::istringstream in(lines[head]);
  std::string name;
  long size = 0;
  long dimension = 0;
  in >> name >> size >> dimension;
  lines[head] = name + " " + std::to_string(size + change) + " " + std::to_string(dimension);
  return lines;
}

// A strategy dropped with everything that counts it; doubled; swapped; a strategy between two.
TEST(Lists, AStrategyLeftOutTwiceOrInAnotherPlaceIsRejected) {
  Random random(4);
  int dropped = 0;
  for (int round = 0; round < test::this_many(400); ++round) {
    const TextLines lines = lines_of(solved(test::random_game(random, 5)).text);
    std::size_t head = 0;
    for (std::size_t t = lists_of(lines); t < lines.size(); ++t) {
      if (lines[t].find("-vertices") != std::string::npos) head = t;
      if (!lines[t].starts_with("vertex")) continue;
      TextLines changed = with_count(lines, head, -1);
      changed.erase(changed.begin() + static_cast<long>(t));
      refuse(changed, "dropped");
      ++dropped;
      changed = with_count(lines, head, 1);
      changed.insert(changed.begin() + static_cast<long>(t), lines[t]);
      refuse(changed, "doubled");
      if (!lines[t + 1].starts_with("vertex")) continue;
      changed = lines;
      std::swap(changed[t], changed[t + 1]);
      refuse(changed, "swapped");
    }
  }
  EXPECT_GT(dropped, test::this_many(1000));
}

// The point halfway between two extreme strategies is optimal, and not extreme.
TEST(Lists, AStrategyBetweenTwoExtremeOnesIsRejected) {
  Random random(5);
  int tried = 0;
  for (int round = 0; round < test::this_many(400); ++round) {
    const auto [result, text] = solved(test::random_game(random, 5));
    const auto& vertices = result.row().vertices;
    for (std::size_t t = 1; t < vertices.size(); ++t) {
      std::map<Index, Rational> sum;
      for (const auto* end : {&vertices[t - 1], &vertices[t]}) {
        for (const Weight& weight : *end) sum[weight.strategy] += weight.probability / Rational(2);
      }
      MixedStrategy middle;
      for (const auto& [strategy, probability] : sum) middle.push_back({strategy, probability});
      TextLines lines = lines_of(text);
      const std::size_t head = lists_of(lines);
      lines = with_count(lines, head, 1);
      const auto after = std::find(lines.begin(), lines.end(), vertex_line(vertices[t]));
      lines.insert(after, vertex_line(middle));
      refuse(lines, "between");
      ++tried;
    }
  }
  EXPECT_GT(tried, test::this_many(200));
}

std::string random_field(Random& random, const std::string& field) {
  const std::string kinds = "rc";
  switch (below(random, 5)) {
    case 0:
      return std::string(1, kinds[below(random, 2)]) + std::to_string(below(random, 5));
    case 1:
      return std::to_string(below(random, 5));
    case 2:
      return Rational(static_cast<Index>(below(random, 9)) - 4,
                      1 + static_cast<Index>(below(random, 4)))
          .to_string();
    case 3:
      return field + " " + field;
    default:
      return "";
  }
}

/// One change of the lists: a field, a constraint more or less, a line moved.
void change(Random& random, TextLines& lines, const TextLines& others) {
  const std::size_t first = lists_of(lines);
  if (first + 1 >= lines.size()) return;
  std::size_t at = first + below(random, lines.size() - 1 - first);
  if (below(random, 3) == 0) {  // often what may change without harm
    while (at + 2 < lines.size() && !lines[at].starts_with("cuts")) ++at;
  }
  std::string& line = lines[at];
  if (line.empty()) return;
  switch (below(random, 6)) {
    case 0:
      line = others[below(random, others.size())];
      return;
    case 1:
      std::swap(line, lines[first + below(random, lines.size() - 1 - first)]);
      return;
    case 2:
      if (line.starts_with("cuts")) line = "cuts 0";
      if (line.starts_with("vertex")) lines.erase(lines.begin() + static_cast<long>(at));
      return;
    case 3: {  // one more cut, or one less, or two of them in another order
      if (!line.starts_with("cuts")) return;
      auto words = test::words_of(line).at(0);
      if (words.size() > 3 && below(random, 2) == 0) {
        std::swap(words[2 + below(random, words.size() - 2)], words.back());
      } else if (words.size() > 2 && below(random, 2) == 0) {
        words.erase(words.begin() + 2 + static_cast<long>(below(random, words.size() - 2)));
      } else {
        words.push_back(random_field(random, "r0"));
      }
      line = "cuts " + std::to_string(words.size() - 2);
      for (std::size_t t = 2; t < words.size(); ++t) line += " " + words[t];
      return;
    }
    default: {
      const std::size_t start = line.find(' ', below(random, line.size()));
      if (start == std::string::npos) return;
      const std::size_t end = std::min(line.find(' ', start + 1), line.size());
      line.replace(start + 1, end - start - 1,
                   random_field(random, line.substr(start + 1, end - start - 1)));
    }
  }
}

// The game stays as it is; so an accepted list must state what was stated.
TEST(Lists, ChangedListsSayTheSameOrAreRejected) {
  Random random(6);
  std::vector<TextLines> all;
  while (all.size() < 150) {
    const TextLines lines = lines_of(solved(test::random_game(random, 5)).text);
    if (lines.size() - lists_of(lines) > 8) all.push_back(lines);
  }
  int accepted = 0;
  for (int round = 0; round < test::this_many(60000); ++round) {
    const TextLines& lines = all[below(random, all.size())];
    TextLines changed = lines;
    for (std::size_t times = 1 + below(random, 3); times > 0; --times) {
      change(random, changed, below(random, 2) == 0 ? lines : all[below(random, all.size())]);
    }
    if (changed == lines || fault_in(joined(changed))) continue;
    ++accepted;
    const TextLines says = stated(changed);
    // A list may be left out.
    const TextLines said = stated(lines);
    EXPECT_TRUE(std::search(said.begin(), said.end(), says.begin(), says.end()) != said.end())
        << joined(lines) << "became\n"
        << joined(changed);
  }
  EXPECT_GT(accepted, test::this_many(100));  // cuts in another order, cuts that cut nothing off
  std::cout << accepted << " changed, still true\n";
}

const char* const square =  // all of a 2 x 2 game of zeros is optimal
    "allnash-certificate 1\nshape 2 2\nsymmetric no\nvalue 0\nrow-strategy 2\n0 1/2\n1 1/2\n"
    "column-strategy 2\n0 1/2\n1 1/2\nrow 0 0 0\nrow 1 0 0\ncolumn 0\ncolumn 1\n";

TEST(Lists, EachConditionRejectsAForgery) {
  const auto with = [](const std::string& list) { return fault_in(square + list + "end\n"); };
  EXPECT_FALSE(
      with("row-vertices 2 1\nstart r0 0 1\nstart r1 1 1\ncuts 0\nvertex 1 1\nvertex 0 1\n"));
  EXPECT_FALSE(
      with("column-vertices 2 1\nstart c0 0 1\nstart c1 1 1\ncuts 0\nvertex 1 1\nvertex 0 1\n"));
  for (const char* forged : {
           // A start that spans too little: the other strategy is lost.
           "row-vertices 1 0\nstart r0 0 1\ncuts 0\nvertex 0 1\n",
           "row-vertices 1 0\nstart r0 0 1 1 1\ncuts 0\nvertex 0 1/2 1 1/2\n",
           // A vector of the start below 0 in its constraint, or not 0 in another.
           "row-vertices 2 1\nstart r0 0 -1\nstart r1 1 1\ncuts 0\nvertex 1 1\nvertex 0 1\n",
           "row-vertices 2 1\nstart r0 0 1 1 1\nstart r1 1 1\ncuts 0\nvertex 1 1\nvertex 0 1/2 1 "
           "1/2\n",
           // The same constraint twice; one of the other player; a line that is played.
           "row-vertices 2 1\nstart r0 0 1\nstart r0 1 1\ncuts 0\nvertex 1 1\nvertex 0 1\n",
           "row-vertices 2 1\nstart r0 0 1\nstart r1 1 1\ncuts 1 r0\nvertex 1 1\nvertex 0 1\n",
           "row-vertices 2 1\nstart c0 0 1\nstart r1 1 1\ncuts 0\nvertex 1 1\nvertex 0 1\n",
           "row-vertices 2 1\nstart r0 0 1\nstart r1 1 1\ncuts 1 c0\nvertex 1 1\nvertex 0 1\n",
           // Another text of the same.
           "row-vertices 2 1\nstart r0 0 2\nstart r1 1 1\ncuts 0\nvertex 1 1\nvertex 0 1\n",
           "row-vertices 2 1\nstart r0 0 1 1 0\nstart r1 1 1\ncuts 0\nvertex 1 1\nvertex 0 1\n",
           "row-vertices 2 1\nstart r0 0 1\nstart r1 1 1\ncuts 0\nvertex 0 1\nvertex 1 1\n",
           "row-vertices 2 1\nstart r00 0 1\nstart r1 1 1\ncuts 0\nvertex 1 1\nvertex 0 1\n",
           "row-vertices 2 1\nstart r0 0 1\nstart r1 1 1\ncuts\nvertex 1 1\nvertex 0 1\n",
           "row-vertices 2 1\nstart r0\nstart r1 1 1\ncuts 0\nvertex 1 1\nvertex 0 1\n",
           "row-vertices 2 1\nstart\nstart r1 1 1\ncuts 0\nvertex 1 1\nvertex 0 1\n",
           "row-vertices 2 1\nstart  0 1\nstart r1 1 1\ncuts 0\nvertex 1 1\nvertex 0 1\n",
           // More than the game has, or less.
           "row-vertices 2 1\nstart r0 0 1\nstart r2 1 1\ncuts 0\nvertex 1 1\nvertex 0 1\n",
           "row-vertices 2 2\nstart r0 0 1\nstart r1 1 1\ncuts 0\nvertex 1 1\nvertex 0 1\n",
           "row-vertices 1 1\nstart r0 0 1\nstart r1 1 1\ncuts 0\nvertex 1 1\n",
           "row-vertices 0 0\ncuts 0\n",
           // Out of order, twice.
           "column-vertices 2 1\nstart c0 0 1\nstart c1 1 1\ncuts 0\nvertex 1 1\nvertex 0 1\n"
           "row-vertices 2 1\nstart r0 0 1\nstart r1 1 1\ncuts 0\nvertex 1 1\nvertex 0 1\n",
           "row-vertices 2 1\nstart r0 0 1\nstart r1 1 1\ncuts 0\nvertex 1 1\nvertex 0 1\n"
           "row-vertices 2 1\nstart r0 0 1\nstart r1 1 1\ncuts 0\nvertex 1 1\nvertex 0 1\n",
       }) {
    EXPECT_TRUE(with(forged)) << forged;
  }
}

// Vectors that do not earn the value where the opponent plays: a start beyond the optimal set.
TEST(Lists, AStartThatDoesNotEarnTheValueIsRejected) {
  const auto game = table_game(2, 2, {1, 0, 0, 1});
  std::string text = solved(*game).text;
  ASSERT_FALSE(fault_in(text));
  const std::string vector = "start r0 0 1 1 1\n";
  const std::size_t place = text.find(vector);
  ASSERT_NE(place, std::string::npos) << text;
  std::string other = text;
  other.replace(place, vector.size(), "start r0 0 1 1 2\n");
  EXPECT_TRUE(fault_in(other));
  other.replace(other.find("vertex 0 1/2 1 1/2"), 18, "vertex 0 1/3 1 2/3");
  EXPECT_TRUE(fault_in(other));
}

// Counted out, none of these would ever end.
TEST(Lists, HugeCountsAreRejectedAtOnce) {
  for (const char* head :
       {"row-vertices 1099511627776 1\n", "row-vertices 1099511627777 1\n",
        "row-vertices 99999999999999999999 1\n", "row-vertices 1099511627776 1099511627775\n"}) {
    EXPECT_TRUE(fault_in(std::string(square) + head + "start r0 0 1\nstart r1 1 1\ncuts 0\nend\n"));
  }
  EXPECT_TRUE(fault_in(std::string(square) + "row-vertices 2 1\nstart r0 0 1\nstart r1 1 1\n" +
                       "cuts 1099511627776 c0\nvertex 1 1\nvertex 0 1\nend\n"));
}

TEST(Lists, WithoutTheOptionThereAreNone) {
  Random random(7);
  for (int round = 0; round < test::this_many(200); ++round) {
    const test::WholeGame game = test::random_game(random, 5);
    const TextLines lines = lines_of(solved(game).text);
    TextLines bare(lines.begin(), lines.begin() + static_cast<long>(lists_of(lines)));
    bare.emplace_back("end");
    const auto source = table_game(game.rows, game.columns, test::payoffs_of(game));
    std::ostringstream out;
    const Result result = solve(*source, {}, {.certificate = &out});
    EXPECT_FALSE(result.row().list_proved() || result.column().list_proved());
    EXPECT_EQ(out.str(), joined(bare));
  }
}

TEST(Lists, AnIncompleteListIsNotStated) {
  const auto game = open_game("family:blotto,fields=3,soldiers=5");
  const Result result = solve(*game, {.vertices = 3, .certificate_vertices = true});
  EXPECT_FALSE(result.row().vertices_complete);
  EXPECT_FALSE(result.row().list_proved());
}

// Many extreme strategies, and several words of constraints.
TEST(Lists, ThoseOfFamiliesAreProved) {
  for (const char* name :
       {"family:blotto,fields=3,soldiers=6", "family:blotto,fields=4,soldiers=4",
        "family:lowrank,n=30,rank=2,seed=3", "family:undercut,n=40", "family:rps,n=9",
        "family:matching,n=12", "family:random,n=30", "family:lowerbound,n=40,k=4",
        "family:lowerbound,n=90,k=70", "family:binary,n=60,k=3"}) {
    const auto game = open_game(name);
    const auto [result, text] = solved(*game);
    ASSERT_EQ(fault_in(text), std::nullopt) << name;
    EXPECT_EQ(checker::verified(text, {}), words_for(result)) << name;
  }
}

}  // namespace
}  // namespace allnash::lists_test
