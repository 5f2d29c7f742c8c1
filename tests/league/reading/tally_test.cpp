// Matches by pairing, against a search for each.
#include "league/reading/tally.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <utility>

namespace allnash::tally_test {
namespace {

std::vector<reading::Play> some_plays(Index players, std::size_t count) {
  std::mt19937_64 engine(count);
  const auto below = [&](Index end) {
    return static_cast<Index>(engine() % static_cast<std::uint64_t>(end));
  };
  std::vector<reading::Play> plays;
  for (std::size_t t = 0; t < count; ++t) {
    plays.push_back({below(players), below(players), static_cast<std::uint32_t>(below(3)), 0});
  }
  return plays;
}

// Few players have a table of all pairings, many a sorted list. Kills: rows and columns exchanged,
// outcomes of a pairing joined, the first cell taken for an empty one.
TEST(AlikePlays, AreThoseOfASearch) {
  for (const Index players : {1, 5, 40, 5'000}) {
    reading::Record record;
    record.outcomes = {0, Rational(1, 2), 1};
    record.plays = some_plays(players, 3'000);
    std::map<std::pair<Entry, std::uint32_t>, std::int64_t> wanted;
    for (const reading::Play& one : record.plays) ++wanted[{{one.row, one.column}, one.outcome}];
    const auto found = reading::alike_plays(record);
    ASSERT_EQ(found.size(), wanted.size());
    auto next = wanted.begin();
    for (const auto& [entry, outcome, count] : found) {
      EXPECT_EQ(std::pair(entry, outcome), next->first);
      EXPECT_EQ(count, next->second);
      ++next;
    }
    const reading::Numbered pairings = reading::pairings_of(record.plays);
    for (std::size_t t = 0; t < record.plays.size(); ++t) {
      const Entry entry{record.plays[t].row, record.plays[t].column};
      EXPECT_EQ(pairings.entries[pairings.numbers[t]], entry);
    }
  }
  EXPECT_TRUE(reading::alike_plays({}).empty());
}

}  // namespace
}  // namespace allnash::tally_test
