// What every payoff source must do, whatever it is made of: conformance_test.cpp. A test file lists
// its sources:
//
//   INSTANTIATE_TEST_SUITE_P(Tables, SourceConformance, testing::Values(SourceCase{...}),
//   case_name);
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <random>
#include <string>
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
    if (!source.traits().concurrent) return payoffs_of(source, asked);
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

}  // namespace allnash
