// Every source of every file here, held to what a source must do.
#include <flint/flint.h>

#include <algorithm>
#include <thread>

#include "payoffs/sources/source_conformance.hpp"

namespace allnash {

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
  const SelfCheck* const check = source_->self_check();
  if (check == nullptr) return;
  const auto fault = check->symmetry_fault(0);
  if (!fault) return;
  ASSERT_GE(fault->row, 0);
  ASSERT_LT(fault->row, source_->rows());
  ASSERT_GE(fault->column, 0);
  ASSERT_LT(fault->column, source_->columns());
  const auto answers = ask(*source_, {*fault, {fault->column, fault->row}});
  EXPECT_NE(answers[0], -answers[1]);
}

TEST_P(SourceConformance, ThreadsGetTheSameAnswersWhereTheyMayAsk) {
  if (!source_->traits().concurrent) GTEST_SKIP() << "one thread only";
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
