// How often independent logs are taken for copies, and which copies are found.
//
// Each test names the mutants that it kills: changes of the method, made on purpose, with which it
// fails.
#include "league/reading/copies.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace allnash::reading::copies_test {
namespace {

using Engine = std::mt19937_64;

/// Results of a round robin in a fixed order: pairings agree, and results alone tell logs apart.
std::vector<std::uint32_t> results(Engine& engine, int count, double won) {
  std::vector<std::uint32_t> list;
  for (int t = 0; t < count; ++t) {
    list.push_back(static_cast<double>(engine() >> 11U) * 0x1p-53 < won ? 1 : 0);
  }
  return list;
}

Sequence numbered(Numbering& numbering, const std::vector<std::uint32_t>& results, int pairings) {
  Sequence sequence;
  for (std::size_t t = 0; t < results.size(); ++t) {
    const auto pairing = static_cast<Index>(t % static_cast<std::size_t>(pairings));
    sequence.matches.push_back(numbering.number_of({pairing, pairing + 1}, results[t]));
  }
  return sequence;
}

std::optional<Stretch> found(const std::vector<std::uint32_t>& log,
                             const std::vector<std::uint32_t>& old, int pairings = 1) {
  Numbering numbering;
  const Sequence one = numbered(numbering, log, pairings);
  const Sequence other = numbered(numbering, old, pairings);
  return copy_of(one, other, numbering.bits(), {1, static_cast<double>(other.size())});
}

// Kills: ten bits as enough (621 of 60,000 are taken then); matches that count a bit each, whatever
// their pairing shows (14,465); no allowance for the number of places (80).
TEST(Copies, IndependentLogsAreRarelyTakenForCopies) {
  Engine engine(1);
  int taken = 0;
  for (const double won : {0.5, 0.9, 0.98}) {
    for (int run = 0; run < 20'000; ++run) {
      const int length = 5 + static_cast<int>(engine() % 60);
      const int other = 5 + static_cast<int>(engine() % 60);
      taken += found(results(engine, length, won), results(engine, other, won)) ? 1 : 0;
    }
  }
  EXPECT_LE(taken, 15);  // 6 are allowed on average
}

// Kills: only the beginnings of logs compared; one direction; no search in the middle.
TEST(Copies, AreFoundWhereverTheyBegin) {
  Engine engine(2);
  for (int run = 0; run < 100; ++run) {
    const auto old = results(engine, 200, 0.6);
    const auto more = results(engine, 60, 0.6);
    const auto part = [&](int first, int count) {
      return std::vector<std::uint32_t>(old.begin() + first, old.begin() + first + count);
    };
    const auto joined = [](std::vector<std::uint32_t> one, const std::vector<std::uint32_t>& two) {
      one.insert(one.end(), two.begin(), two.end());
      return one;
    };
    const auto overlap = found(joined(part(170, 30), more), old);
    ASSERT_TRUE(overlap);
    EXPECT_GE(overlap->count, 30);
    EXPECT_TRUE(found(joined(more, part(0, 30)), old));
    EXPECT_TRUE(found(part(80, 40), old));
    EXPECT_TRUE(found(joined(joined(more, part(40, 90)), more), old));
    auto turned = old;
    std::ranges::reverse(turned);
    const auto backward = found(turned, old);
    ASSERT_TRUE(backward);
    EXPECT_EQ(backward->count, 200);
  }
}

}  // namespace
}  // namespace allnash::reading::copies_test
