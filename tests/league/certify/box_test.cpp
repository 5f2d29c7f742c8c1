// The box: all intervals hold together as often as they must, and caps are what they say.
#include "league/certify/box.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace allnash::league::box_test {
namespace {

Record record_of(Index rows, Index columns, bool symmetric) {
  Record record;
  record.symmetric = symmetric;
  record.range = {0, 1};
  for (Index t = 0; t < rows; ++t) record.rows.push_back("r" + std::to_string(t));
  for (Index t = 0; t < columns; ++t) record.columns.push_back("c" + std::to_string(t));
  return record;
}

// Every pairing on the boundary, and many of them: some interval misses its mean in at most one run
// of twenty. Kills: caps without the union over pairings.
TEST(Box, AllIntervalsHoldTogether) {
  constexpr int runs = 1000;
  constexpr Index size = 12;
  const Rational half(1, 2);
  int misses = 0;
  for (int run = 0; run < runs; ++run) {
    std::mt19937_64 draw(static_cast<std::uint64_t>(run));
    Record record = record_of(size, size, false);
    for (Index place = 0; place < size * size; ++place) {
      std::int64_t wins = 0;
      for (int t = 0; t < 40; ++t) wins += static_cast<std::int64_t>(draw() >> 63U);
      record.totals[{place / size, place % size}] = {40, wins, {}};
    }
    bool missed = false;
    for (const Interval& one : intervals_of(record, Rational(1, 20))) {
      missed = missed || one.low > half || one.high < half;
    }
    misses += missed ? 1 : 0;
  }
  EXPECT_LE(misses, runs * 0.05 + 3.1 * std::sqrt(runs * 0.05 * 0.95));
}

TEST(Box, SymmetricIntervalsMirrorEachOther) {
  Record record = record_of(3, 3, true);
  record.totals[{0, 1}] = {200, 150, {}};
  const Box box = box_of(record, intervals_of(record, Rational(1, 400)));
  EXPECT_EQ(box.low.at(0, 1) + box.high.at(1, 0), Rational(1));
  EXPECT_EQ(box.low.at(2, 2), Rational(1, 2));
  EXPECT_EQ(box.high.at(0, 2), Rational(1));
  EXPECT_GT(box.low.at(0, 1), Rational(1, 2));
}

// A rounded mean makes the interval wider, never narrower.
TEST(Box, RoundingWidens) {
  Record record = record_of(1, 1, false);
  record.totals[{0, 0}] = {200, 150, {}};
  const Box exact = box_of(record, intervals_of(record, Rational(1, 20)));
  record.totals[{0, 0}].rounding = 5;
  const Box rounded = box_of(record, intervals_of(record, Rational(1, 20)));
  EXPECT_LT(rounded.low.at(0, 0), exact.low.at(0, 0));
  EXPECT_GT(rounded.high.at(0, 0), exact.high.at(0, 0));
}

// max { x_0 : x U >= v } by hand: row 0 earns 0 against the only column, row 1 earns 3/4, v = 1/2:
// x_0 <= 1/3.
TEST(Box, CapsAreTheLinearPrograms) {
  exact::Matrix high(2, 1);
  high.at(0, 0) = 0;
  high.at(1, 0) = Rational(3, 4);
  const auto caps = caps_of(high, Rational(1, 2), {});
  ASSERT_EQ(caps.size(), 1U);
  EXPECT_EQ(caps[0].cap.strategy, 0);
  EXPECT_EQ(caps[0].cap.most, Rational(3334, 10000));
  // Against two columns: rows (1, 0), (0, 1), (1/4, 1/4); v = 1/2 leaves nothing for the third.
  exact::Matrix wide(3, 2);
  wide.at(0, 0) = 1;
  wide.at(1, 1) = 1;
  wide.at(2, 0) = wide.at(2, 1) = Rational(1, 4);
  const auto none = caps_of(wide, Rational(1, 2), {});
  ASSERT_EQ(none.size(), 3U);
  EXPECT_LE(none[2].cap.most, Rational(1, 10000));
  EXPECT_LE(none[0].cap.most, Rational(5001, 10000));
}

}  // namespace
}  // namespace allnash::league::box_test
