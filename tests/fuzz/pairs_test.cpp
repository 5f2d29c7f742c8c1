// The readers of the solver and of the checker on the same bytes, changed by the ten thousand.
#include "fuzz/pairs.hpp"

#include <gtest/gtest.h>

#include <string_view>

#include "core/base/at.hpp"
#include "core/base/random.hpp"
#include "text.hpp"

namespace allnash::fuzz::pairs_test {
namespace {

struct Format {
  std::string name;
  bool labels = false;
  std::vector<std::string> games = {};
};

const std::vector<Format>& formats() {
  static const std::vector<Format> all = {
      {"g.paths",
       false,
       {"allnash-paths 1\nrow-arcs 4\ns m low\nm t high\ns m -\nm t low\ncolumn-arcs 3\nu v a\nu v "
        "b\n"
        "u v -\npayoffs 3\nlow a 1\nlow b -1/2\nhigh b 1.5\nend\n"}},
      {"g.efg",
       false,
       {"EFG 2 R \"One card\" { \"Alice\" \"Bob\" }\n\"A comment\"\n"
        "c \"\" 1 \"\" { \"k\" 1/3 \"q\" 2/3 } 1 \"antes\" { -1, -1 }\n"
        "p \"\" 1 1 \"k\" { \"r\" \"f\" } 0\np \"\" 2 1 \"Bob\" { \"c\" \"f\" } 2 \"\" { -1, 0 }\n"
        "t \"\" 3 \"\" { 4, -1 }\nt \"\" 4 \"\" { 3, 0 }\nt \"\" 5 \"\" { 0, 2 }\n"
        "p \"\" 1 2 \"q\" { \"r\" \"f\" } 0\np \"\" 2 1 2\nt \"\" 6 \"\" { 0, 3 }\nt \"\" 4\nt "
        "\"\" 5\n",
        "EFG 2 R \"\" { \"\" \"\" } c \"\" 1 { \"a\\\\b\" .5 \"\" 1/2 } 0 p 1 1 { \"l\" \"r\" } 0 "
        "t 1 { 1 -1 } t 2 { 0 0 }"
        " c 2 { 0 1 } 0 t 1 t 2"}},
      {"g.csv", false, {"1,2,-3\n 0.5 ,1e1,\"3/4\"\r\n", "1\n2\n\n"}},
      {"g.csv", true, {",x,\"y, z\"\na,1,2\n\"b\"\"c\",-3,4.5\n", "v,x,y\na,60%,3\nb,40.5%,0\n"}},
      {"g.tsv", false, {"1\t2\n-3\t 4\n"}},
      {"g.tsv", true, {"\tx\ty\na\t1\t2\nb\t3\t4\n"}},
      {"g.nfg",
       false,
       {"NFG 1 R \"t\" { \"A\" \"B\" } { 2 2 }\n\n1 -1 0 0 2 -2 3 -3\n",
        "NFG 1 D \"t\" { \"A\" \"B\" }\n{ { \"u\" \"d\" } { \"l\" \"r\" } }\n\"c\"\n{\n{ \"a\" 1, "
        "-1 }\n"
        "{ \"b\" 0.5, -1/2 }\n}\n1 2 0 1\n"}},
      {"g.mtx",
       false,
       {"%%MatrixMarket matrix array real general\n% c\n2 2\n1 2\n3\n4\n",
        "%%MatrixMarket matrix coordinate integer symmetric\n3 3 3\n1 1 2\n3 1 4\n3 2 -1\n",
        "%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n2 1 0.5\n",
        "%%MatrixMarket matrix array integer skew-symmetric\n3 3\n1\n2\n3\n",
        "%%MatrixMarket matrix coordinate pattern general\n2 3 2\n1 1\n2 3\n",
        "%%MatrixMarket matrix array double symmetric\n2 2\n1\n2\n3\n"}}};
  return all;
}

std::size_t below(Random& random, std::size_t bound) {
  return at(random.below(static_cast<Index>(bound)));
}

/// Puts, takes out or repeats a few bytes, or a line, or a word of another place.
void change(Random& random, std::string& text) {
  constexpr char all[] =
      "\r\r\n\t \v\f\0\x1b\x7f\"\\{},;/-+.%?1203eE>\xc2\x85\xff"
      "abt";
  const std::string_view bytes(all, sizeof all - 1);
  const std::size_t place = below(random, text.size() + 1);
  const std::size_t from = below(random, text.size() + 1);
  switch (below(random, 6)) {
    case 0:
    case 1:
      text.insert(place, 1, bytes[below(random, bytes.size())]);
      break;
    case 2:
      if (place < text.size()) text[place] = bytes[below(random, bytes.size())];
      break;
    case 3:
      text.erase(place, 1 + below(random, 3));
      break;
    case 4:
      text.insert(place, text.substr(from, below(random, 6)));
      break;
    default: {
      std::vector<std::string> lines = test::lines_of(text);
      if (lines.size() < 2) break;
      const std::size_t line = below(random, lines.size());
      lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(below(random, lines.size())),
                   lines[line]);
      text.clear();
      for (const std::string& one : lines) text += one + "\n";
    }
  }
}

TEST(Pairs, ReadTheGamesThemselvesAlike) {
  for (const Format& format : formats()) {
    for (const std::string& game : format.games) {
      const auto differ = difference(game, format.name, format.labels);
      EXPECT_FALSE(differ) << format.name << ":\n" << game << *differ;
    }
  }
}

TEST(Pairs, ReadOrRefuseTheSameBytes) {
  Random random(46);
  int read = 0;
  int refused = 0;
  for (const Format& format : formats()) {
    for (int t = 0; t < 6000; ++t) {
      std::string text = format.games[below(random, format.games.size())];
      for (std::size_t changes = 1 + below(random, 3); changes > 0; --changes) change(random, text);
      const auto differ = difference(text, format.name, format.labels);
      ASSERT_FALSE(differ) << format.name << (format.labels ? " with labels" : "") << ":\n"
                           << ::testing::PrintToString(text) << "\n"
                           << *differ;
      ++(solver_reads(text, format.name, format.labels).starts_with("refused: ") ? refused : read);
    }
  }
  EXPECT_GT(read, 5000);
  EXPECT_GT(refused, 5000);
}

}  // namespace
}  // namespace allnash::fuzz::pairs_test
