#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>

#include "allnash/rank.hpp"
#include "checker/examples.hpp"
#include "checker/verdict.hpp"
#include "paths.hpp"

namespace allnash::writer_test {
namespace {

using test::certificate_of;
using test::Example;
using test::examples;

Example example(const std::string& name) {
  for (Example& candidate : examples()) {
    if (candidate.name == name) return candidate;
  }
  throw std::out_of_range(name);
}

// The fenced blocks of the specification.
std::vector<std::string> documented_certificates() {
  std::ifstream in(std::string(paths::sources) + "/docs/certificate_format.md");
  std::vector<std::string> blocks;
  bool inside = false;
  for (std::string line; std::getline(in, line);) {
    if (line == "```") {
      inside = !inside;
      if (inside) blocks.emplace_back();
    } else if (inside) {
      blocks.back() += line + "\n";
    }
  }
  return blocks;
}

TEST(Writer, WritesTheExamplesOfTheSpecification) {
  const std::vector<std::string> blocks = documented_certificates();
  ASSERT_EQ(blocks.size(), 5U);
  EXPECT_EQ(test::fault_in(blocks[0]).value_or("none"), "none") << "with ranges";
  EXPECT_EQ(certificate_of(example("rock_paper_scissors")), blocks[1]);
  EXPECT_EQ(certificate_of(example("one_outside")), blocks[2]);
  EXPECT_EQ(certificate_of(example("symmetric_stakes")), blocks[3]);
  std::istringstream counts("row,column,wins,losses\na,c,600,0\nb,c,500,100\n");
  std::ostringstream played;
  write_certificate(played, rank(read_matches(counts, "counts")));
  EXPECT_EQ(played.str(), blocks[4]);
  EXPECT_EQ(test::fault_in(blocks[4]).value_or("none"), "none") << "of matches that were played";
}

TEST(Writer, WritesNumbersThatDoNotFitAWord) {
  const std::string text = certificate_of(example("huge"));
  EXPECT_NE(text.find("row 0 123456789012345678901234567890 -123456789012345678901234567890/11\n"),
            std::string::npos)
      << text;
}

class WatchedGame : public test::TableGame {
 public:
  using TableGame::TableGame;
  [[nodiscard]] Rational payoff(Index row, Index column) const override {
    EXPECT_TRUE(asked.insert({row, column}).second) << row << ", " << column << " twice";
    return TableGame::payoff(row, column);
  }
  mutable std::set<std::pair<Index, Index>> asked;
};

TEST(Writer, AsksOnceForEachEntryThatTheProofRestsOn) {
  for (const Example& one : examples()) {
    WatchedGame game(one.table);
    std::ostringstream out;
    certificate::write(out, game, one.pair, one.symmetric);
    const auto rows = static_cast<std::size_t>(game.rows());
    const auto columns = static_cast<std::size_t>(game.columns());
    const std::size_t i = one.pair.row.size();
    const std::size_t j = one.pair.column.size();
    EXPECT_EQ(game.asked.size(), columns * i + (one.symmetric ? 0 : rows * j - i * j)) << one.name;
  }
}

// A saddle point in a game of a million by a million.
class Endless : public KnownPayoffs {
 public:
  [[nodiscard]] Index rows() const override { return 1000000; }
  [[nodiscard]] Index columns() const override { return 1000000; }
  [[nodiscard]] Rational payoff(Index row, Index column) const override { return column - row; }
};

TEST(Writer, StreamsLongLines) {
  std::ostringstream out;
  certificate::write(out, Endless(), {0, {{0, 1}}, {{0, 1}}}, false);
  const std::string text = out.str();
  EXPECT_TRUE(text.ends_with(" -999999\nend\n"));
  EXPECT_EQ(std::count(text.begin(), text.end(), ' '), 1000000 + 999999 + 11);
}

}  // namespace
}  // namespace allnash::writer_test
