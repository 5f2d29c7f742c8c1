// What every payoff source must do, whatever it is made of. A test file lists its sources:
//
//   INSTANTIATE_TEST_SUITE_P(Tables, SourceConformance, testing::Values(SourceCase{...}),
//   case_name);
#pragma once

#include <flint/flint.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "allnash/source.hpp"

namespace allnash {

struct SourceCase {
  std::string name;  ///< letters, digits and underscores
  std::function<std::unique_ptr<Source>()> make;
  /// The payoff of an entry, where the test knows it by another way.
  std::function<Rational(Index, Index)> expected = {};
};

inline std::string case_name(const testing::TestParamInfo<SourceCase>& info) {
  return info.param.name;
}
inline void PrintTo(const SourceCase& source, std::ostream* out) { *out << source.name; }

class SourceConformance : public testing::TestWithParam<SourceCase> {
 protected:
  void SetUp() override {
    source_ = GetParam().make();
    ASSERT_NE(source_, nullptr);
    ASSERT_GE(source_->rows(), 1);
    ASSERT_GE(source_->columns(), 1);
  }

  /// Every entry of a small game; the corners and some others of a large one.
  [[nodiscard]] std::vector<Entry> entries() const {
    const Index rows = source_->rows();
    const Index columns = source_->columns();
    std::vector<Entry> result;
    if (rows <= 50 && columns <= 50) {
      for (Index i = 0; i < rows; ++i) {
        for (Index j = 0; j < columns; ++j) result.push_back({i, j});
      }
      return result;
    }
    result = {{0, 0}, {0, columns - 1}, {rows - 1, 0}, {rows - 1, columns - 1}};
    std::mt19937_64 random(1);
    const auto below = [&random](Index bound) {
      return static_cast<Index>(random() % static_cast<std::uint64_t>(bound));
    };
    for (int t = 0; t < 500; ++t) {
      const Index row = below(rows);
      result.push_back({row, below(columns)});
    }
    return result;
  }

  static std::vector<Rational> ask(Source& source, const std::vector<Entry>& asked) {
    if (!source.concurrent()) return payoffs_of(source, asked);
    // Answers must overwrite whatever the caller's memory holds.
    std::vector<Question> questions;
    for (const Entry& entry : asked) questions.push_back({entry});
    std::vector<Rational> answers(asked.size(), Rational(987654321));
    source.payoffs(questions, answers);
    return answers;
  }

  [[nodiscard]] std::vector<Rational> one_by_one(const std::vector<Entry>& asked) const {
    std::vector<Rational> answers;
    for (const Entry entry : asked) answers.push_back(ask(*source_, {entry}).front());
    return answers;
  }

  std::unique_ptr<Source> source_;
};

TEST_P(SourceConformance, ABatchAnswersAsOneByOne) {
  const auto asked = entries();
  EXPECT_EQ(ask(*source_, asked), one_by_one(asked));
}

TEST_P(SourceConformance, PayoffsAreTheExpectedOnes) {
  if (!GetParam().expected) GTEST_SKIP() << "nothing to compare with";
  const auto asked = entries();
  const auto answers = ask(*source_, asked);
  for (std::size_t t = 0; t < asked.size(); ++t) {
    EXPECT_EQ(answers[t], GetParam().expected(asked[t].row, asked[t].column))
        << "(" << asked[t].row << ", " << asked[t].column << ")";
  }
}

TEST_P(SourceConformance, TheOrderOfABatchIsTheOrderOfItsAnswers) {
  auto asked = entries();
  const auto forwards = ask(*source_, asked);
  std::reverse(asked.begin(), asked.end());
  auto backwards = ask(*source_, asked);
  std::reverse(backwards.begin(), backwards.end());
  EXPECT_EQ(forwards, backwards);
}

TEST_P(SourceConformance, AnEntryMayBeAskedTwiceInABatch) {
  const auto asked = entries();
  std::vector<Entry> doubled;
  for (const Entry entry : asked) doubled.insert(doubled.end(), {entry, asked.front(), entry});
  const auto single = ask(*source_, asked);
  const auto answers = ask(*source_, doubled);
  for (std::size_t t = 0; t < asked.size(); ++t) {
    EXPECT_EQ(answers[3 * t], single[t]);
    EXPECT_EQ(answers[3 * t + 1], single.front());
    EXPECT_EQ(answers[3 * t + 2], single[t]);
  }
}

TEST_P(SourceConformance, AnEmptyBatchIsFine) { EXPECT_TRUE(ask(*source_, {}).empty()); }

TEST_P(SourceConformance, AskingAgainGivesTheSameAnswers) {
  const auto asked = entries();
  const auto first = ask(*source_, asked);
  EXPECT_EQ(ask(*source_, asked), first);
  const auto other = GetParam().make();
  EXPECT_EQ(other->rows(), source_->rows());
  EXPECT_EQ(other->columns(), source_->columns());
  EXPECT_EQ(ask(*other, asked), first);
}

TEST_P(SourceConformance, LabelsAreNoneOrOneAStrategy) {
  const auto [rows, columns] = source_->labels();
  if (!rows.empty()) {
    EXPECT_EQ(static_cast<Index>(rows.size()), source_->rows());
  }
  if (!columns.empty()) {
    EXPECT_EQ(static_cast<Index>(columns.size()), source_->columns());
  }
}

TEST_P(SourceConformance, ASymmetryFaultIsOne) {
  const auto fault = source_->symmetry_fault(0);
  if (!fault) return;
  ASSERT_GE(fault->row, 0);
  ASSERT_LT(fault->row, source_->rows());
  ASSERT_GE(fault->column, 0);
  ASSERT_LT(fault->column, source_->columns());
  const auto answers = ask(*source_, {*fault, {fault->column, fault->row}});
  EXPECT_NE(answers[0], -answers[1]);
}

TEST_P(SourceConformance, ThreadsGetTheSameAnswersWhereTheyMayAsk) {
  if (!source_->concurrent()) GTEST_SKIP() << "one thread only";
  const auto asked = entries();
  const auto expected = ask(*source_, asked);
  std::vector<std::vector<Rational>> answers(2);
  {
    std::vector<std::jthread> threads;
    for (auto& mine : answers) {
      threads.emplace_back([&] {
        for (int t = 0; t < 20; ++t) mine = ask(*source_, asked);
        flint_cleanup();  // what a thread keeps for large integers
      });
    }
  }
  for (const auto& mine : answers) EXPECT_EQ(mine, expected);
}

}  // namespace allnash
