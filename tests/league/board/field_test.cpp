// What is earned against a field, held against a sum over all pairings.
#include <gtest/gtest.h>

#include <cmath>

#include "league/board/describe.hpp"

namespace allnash::league::field_test {
namespace {

reading::Record three(bool symmetric) {
  reading::Record record;
  record.symmetric = symmetric;
  record.range = {0, 1};
  record.rows = {"x", "y", "z"};
  record.columns = symmetric ? record.rows : std::vector<std::string>{"a", "b", "c"};
  record.totals[{0, 1}] = {98, 70, {}};
  record.totals[{1, 2}] = {48, {41, 2}, {}};
  if (!symmetric) record.totals[{2, 0}] = {8, 1, {}};
  return record;
}

/// A flat prior's mean and variance of a pairing, as the row sees it.
struct Law {
  double mean = 0.5;
  double variance = 0;
};
Law law_of(const reading::Record& record, Index i, Index j) {
  if (record.symmetric && i == j) return {};
  const bool turned = record.symmetric && i > j;
  const auto found = record.totals.find(turned ? Entry{j, i} : Entry{i, j});
  if (found == record.totals.end()) return {0.5, 1.0 / 12};
  const double plays = static_cast<double>(found->second.plays);
  const double share = (found->second.sum.to_double() + 1) / (plays + 2);
  return {turned ? 1 - share : share, share * (1 - share) / (plays + 3)};
}

/// By the definition: a pairing counts with what both ways of it weigh together.
Middle by_hand(const reading::Record& record, const std::vector<double>& mix,
               const std::vector<double>& field) {
  double mean = 0;
  double variance = 0;
  for (Index i = 0; i < 3; ++i) {
    for (Index j = 0; j < 3; ++j) {
      const auto weight = [&](Index a, Index b) {
        return mix[static_cast<std::size_t>(a)] * field[static_cast<std::size_t>(b)];
      };
      const Law law = law_of(record, i, j);
      mean += weight(i, j) * law.mean;
      const double both = record.symmetric ? weight(i, j) - weight(j, i) : weight(i, j);
      if (!record.symmetric || i < j) variance += both * both * law.variance;
    }
  }
  const double half = 1.2815515655446004 * std::sqrt(variance);
  return {mean - half, mean, mean + half};
}

void expect_near(const Middle& found, const Middle& expected) {
  EXPECT_NEAR(found.low, expected.low, 1e-12);
  EXPECT_NEAR(found.median, expected.median, 1e-12);
  EXPECT_NEAR(found.high, expected.high, 1e-12);
}

TEST(Field, IsTheSumOverPairings) {
  const std::vector<Rational> shares{{1, 2}, {1, 3}, {1, 6}};
  const std::vector<double> field{1.0 / 2, 1.0 / 3, 1.0 / 6};
  for (const bool symmetric : {true, false}) {
    const reading::Record record = three(symmetric);
    const FieldAnswer answer = against_field(record, {}, shares, {{0, {1, 4}}, {2, {3, 4}}});
    for (std::size_t i = 0; i < 3; ++i) {
      std::vector<double> pure(3);
      pure[i] = 1;
      expect_near(answer.rows[i], by_hand(record, pure, field));
    }
    ASSERT_TRUE(answer.mixture);
    expect_near(*answer.mixture, by_hand(record, {0.25, 0, 0.75}, field));
  }
}

TEST(Field, APlayerThatIsTheWholeFieldEarnsTheMiddle) {
  const FieldAnswer answer = against_field(three(true), {}, {0, 1, 0}, {});
  EXPECT_EQ(answer.rows[1].low, 0.5);
  EXPECT_EQ(answer.rows[1].high, 0.5);
  EXPECT_FALSE(answer.mixture);
}

TEST(Field, IsMetInDrawnLeagues) {
  // Two leagues of three strategies: x earns 0.6 or 0.8 against y.
  DrawnLeagues leagues;
  leagues.rows = leagues.columns = {0, 1, 2};
  leagues.symmetric = true;
  leagues.games = {3,
                   3,
                   {{0.5, 0.6, 0.7, 0.4, 0.5, 0.5, 0.3, 0.5, 0.5},
                    {0.5, 0.8, 0.7, 0.2, 0.5, 0.5, 0.3, 0.5, 0.5}}};
  reading::Record record = three(true);
  record.range = {0, 100};
  const FieldAnswer answer = against_field(record, leagues, {0, 1, 0}, {{0, {1, 2}}, {2, {1, 2}}});
  EXPECT_NEAR(answer.rows[0].median, 70, 1e-9);
  EXPECT_NEAR(answer.rows[0].low, 62, 1e-9);  // a tenth of the way between the two
  EXPECT_NEAR(answer.rows[0].high, 78, 1e-9);
  EXPECT_NEAR(answer.rows[1].low, 50, 1e-9);
  ASSERT_TRUE(answer.mixture);
  EXPECT_NEAR(answer.mixture->median, 60, 1e-9);
}

}  // namespace
}  // namespace allnash::league::field_test
