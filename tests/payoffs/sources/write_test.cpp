#include <gtest/gtest.h>

#include <sstream>

#include "allnash/game.hpp"
#include "payoffs/sources/files/readers.hpp"
#include "payoffs/sources/reading.hpp"

namespace allnash::write_test {
namespace {

std::string written(Source& game, GameFormat format, bool labels = false) {
  std::ostringstream out;
  write_game(game, format, out, labels ? TextTable::Names::both : TextTable::Names::none);
  return out.str();
}

std::unique_ptr<Source> read_back(const std::string& content, GameFormat format,
                                  bool labels = false) {
  std::istringstream in(content);
  if (format == GameFormat::npy) return sources::read_npy(in, "game.npy");
  if (format == GameFormat::nfg) return sources::read_nfg(in, "game.nfg");
  if (format == GameFormat::mtx) return sources::read_mtx(in, "game.mtx");
  return read_csv(in, "game.csv",
                  {labels ? TextTable::Names::both : TextTable::Names::none,
                   format == GameFormat::csv ? ',' : '\t'});
}

std::unique_ptr<Source> fractions() {
  return table_game(2, 3, {{1, 2}, -3, 0, {-22, 7}, Rational::parse("1e30"), 1});
}

TEST(WriteGame, WritesExactText) {
  EXPECT_EQ(written(*fractions(), GameFormat::csv),
            "1/2,-3,0\n-22/7,1000000000000000000000000000000,1\n");
  EXPECT_EQ(written(*table_game(1, 2, {1, {2, 3}}), GameFormat::tsv), "1\t2/3\n");
  EXPECT_EQ(written(*table_game(2, 2, {1, 2, {1, 3}, 0}), GameFormat::nfg),
            "NFG 1 R \"\" { \"1\" \"2\" } { 2 2 }\n\n1 -1 1/3 -1/3\n2 -2 0 0\n");
}

TEST(WriteGame, WritesNamesWhenToldTo) {
  const auto game = table_game(2, 2, {1, 2, 3, 4}, {{"a,b", " c"}, {"say \"x\"", "plain"}});
  EXPECT_EQ(written(*game, GameFormat::csv), "1,2\n3,4\n");
  EXPECT_EQ(written(*game, GameFormat::csv, true),
            ",\"say \"\"x\"\"\",plain\n\"a,b\",1,2\n\" c\",3,4\n");
  EXPECT_EQ(written(*game, GameFormat::tsv, true),
            "\t\"say \"\"x\"\"\"\tplain\na,b\t1\t2\n\" c\"\t3\t4\n");
  std::ostringstream header;
  write_game(*game, GameFormat::csv, header, TextTable::Names::columns);
  EXPECT_EQ(header.str(), "\"say \"\"x\"\"\",plain\n1,2\n3,4\n");
  EXPECT_EQ(written(*table_game(1, 1, {5}), GameFormat::csv, true), "5\n");
  EXPECT_EQ(written(*table_game(1, 2, {5, 6}, {{"a"}, {}}), GameFormat::csv, true),
            ",0,1\na,5,6\n");
  for (const GameFormat format : {GameFormat::csv, GameFormat::tsv}) {
    const auto again = read_back(written(*game, format, true), format, true);
    EXPECT_EQ(again->labels(), game->labels());
    EXPECT_EQ(text_of(*again), text_of(*game));
  }
}

TEST(WriteGame, KeepsNamesInNfg) {
  const auto game = table_game(2, 2, {1, 2, 3, 4}, {{"a\\b", "c"}, {"say \"x\"", "plain"}});
  const std::string text = written(*game, GameFormat::nfg);
  EXPECT_EQ(text.substr(0, text.find('\n')),
            R"(NFG 1 R "" { "1" "2" } { { "a\\b" "c" } { "say \"x\"" "plain" } })");
  const auto again = read_back(text, GameFormat::nfg);
  EXPECT_EQ(again->labels(), game->labels());
  EXPECT_EQ(text_of(*again), text_of(*game));
}

TEST(WriteGame, WritesMtxAsItIsRead) {
  const auto array = table_game(2, 2, {{1, 10}, 7, {-193, 16}, Rational::parse("-1e-20")});
  const std::string text = written(*array, GameFormat::mtx);
  EXPECT_EQ(text,
            "%%MatrixMarket matrix array real general\n2 2\n0.1\n-12.0625\n7\n"
            "-0.00000000000000000001\n");
  EXPECT_EQ(text_of(*read_back(text, GameFormat::mtx)), text_of(*array));
  std::vector<Rational> identity(25);
  for (std::size_t t = 0; t < 25; t += 6) identity[t] = 3;
  const auto sparse = table_game(5, 5, identity);
  const std::string listed = written(*sparse, GameFormat::mtx);
  EXPECT_TRUE(
      listed.starts_with("%%MatrixMarket matrix coordinate integer general\n5 5 5\n1 1 3\n"))
      << listed;
  EXPECT_EQ(text_of(*read_back(listed, GameFormat::mtx)), text_of(*sparse));
  EXPECT_EQ(input_error([] {
              written(*table_game(1, 2, {1, {1, 3}}), GameFormat::mtx);
            }),
            "entry (0, 1): 1/3 is not a finite decimal, which a .mtx file requires");
}

TEST(WriteGame, IsReadBackAsTheSameGame) {
  const auto thirds = [] { return fractions(); };
  const auto large = [] {
    return function_game(70, 90, [](Index i, Index j) { return Rational(i * i - 7 * j); });
  };
  const auto limits = [] { return table_game(1, 2, {INT64_MIN, INT64_MAX}); };
  const auto halves = [] {
    return table_game(
        3, 2, {{1, 2}, {-3, 1024}, 0, Rational::parse("36893488147419103000"), 5e-324, -0.1});
  };
  const auto one = [] { return table_game(1, 1, {7}); };
  const std::function<std::unique_ptr<Source>()> exact[] = {thirds, large, limits, halves, one};
  for (const auto& make : exact) {
    for (const GameFormat format : {GameFormat::csv, GameFormat::tsv, GameFormat::nfg}) {
      EXPECT_EQ(text_of(*read_back(written(*make(), format), format)), text_of(*make()));
    }
  }
  const std::function<std::unique_ptr<Source>()> binary[] = {large, limits, halves, one};
  for (const auto& make : binary) {
    const std::string bytes = written(*make(), GameFormat::npy);
    EXPECT_EQ(text_of(*read_back(bytes, GameFormat::npy)), text_of(*make()));
  }
}

TEST(WriteGame, ChoosesTheTypeOfAnNpyFile) {
  const std::string integers = written(*table_game(1, 2, {1, -2}), GameFormat::npy);
  EXPECT_EQ(integers.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
  EXPECT_EQ((integers.size() - 16) % 64, 0U);
  EXPECT_NE(integers.find("{'descr': '<i8', 'fortran_order': False, 'shape': (1, 2), }"),
            std::string::npos);
  EXPECT_EQ(integers.substr(integers.size() - 17),
            "\n" + std::string("\x01\0\0\0\0\0\0\0\xfe\xff\xff\xff\xff\xff\xff\xff", 16));
  EXPECT_NE(written(*table_game(1, 1, {{1, 2}}), GameFormat::npy).find("'<f8'"), std::string::npos);
  EXPECT_NE(written(*table_game(1, 1, {Rational::parse("1e20")}), GameFormat::npy).find("'<f8'"),
            std::string::npos);
}

TEST(WriteGame, RefusesWhatAnNpyFileCannotHold) {
  const std::string reason =
      " is not how a double is printed, and not all payoffs are 64-bit integers";
  std::ostringstream out;
  const auto error = [&](std::unique_ptr<Source> game) {
    return input_error([&] { write_game(*game, GameFormat::npy, out); });
  };
  EXPECT_EQ(error(table_game(2, 2, {1, {1, 2}, {1, 3}, {1, 5}})), "entry (1, 0): 1/3" + reason);
  // Whole, but too long for a double, beside a fraction.
  EXPECT_EQ(error(table_game(1, 2, {9007199254740993, {1, 2}})),
            "entry (0, 0): 9007199254740993" + reason);
  EXPECT_EQ(error(table_game(1, 1, {Rational::parse("1e400")})),
            "entry (0, 0): 1" + std::string(39, '0') + "..." + reason);
  EXPECT_EQ(out.str(), "");
}

// Counts what it is asked, and in how many batches.
class CountingGame : public Source {
 public:
  CountingGame() : Source(30, 20) {}
  void payoffs(std::span<const Question> asked, std::span<Rational> answers) override {
    ++batches;
    for (std::size_t t = 0; t < asked.size(); ++t) answers[t] = asked[t].entry.row;
  }
  int batches = 0;
};

TEST(WriteGame, AsksForWholeLines) {
  const std::pair<GameFormat, int> table[] = {
      {GameFormat::csv, 30}, {GameFormat::npy, 60}, {GameFormat::nfg, 20}, {GameFormat::mtx, 40}};
  for (const auto& [format, batches] : table) {
    CountingGame game;
    written(game, format);
    EXPECT_EQ(game.batches, batches);
  }
  CountingGame game;
  std::ostringstream broken;
  broken.setstate(std::ios::badbit);
  write_game(game, GameFormat::csv, broken);
  EXPECT_EQ(game.batches, 0);
}

TEST(Write, NfgKeepsTitlePlayersAndSum) {
  const std::string text =
      "NFG 1 R \"A \\\"fine\\\" game\" { \"Ann\" \"Bob\" } { 2 2 }\n\n1 3 4 0\n2 2 0 4\n";
  EXPECT_EQ(written(*read_back(text, GameFormat::nfg), GameFormat::nfg), text);
}

}  // namespace
}  // namespace allnash::write_test
