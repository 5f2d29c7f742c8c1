// A table that sees how it is asked.
#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "allnash/source.hpp"

namespace allnash::test {

/// Fails on the second question about one entry, and remembers which were asked.
class WatchedSource : public Source {
 public:
  WatchedSource(Index rows, Index columns, std::vector<Rational> payoffs)
      : Source(rows, columns), payoffs_(std::move(payoffs)), asked_(payoffs_.size()) {}
  void payoffs(std::span<const Question> asked, std::span<Rational> answers) override {
    for (std::size_t t = 0; t < asked.size(); ++t) {
      const std::size_t at = place(asked[t].entry.row, asked[t].entry.column);
      EXPECT_FALSE(asked_[at]) << "entry asked twice";
      asked_[at] = true;
      ++count_;
      answers[t] = payoffs_[at];
    }
  }
  [[nodiscard]] std::int64_t count() const { return count_; }
  [[nodiscard]] bool asked(Index row, Index column) const { return asked_[place(row, column)]; }

 private:
  [[nodiscard]] std::size_t place(Index row, Index column) const {
    return static_cast<std::size_t>(row * columns() + column);
  }

  std::vector<Rational> payoffs_;
  std::vector<bool> asked_;
  std::int64_t count_ = 0;
};

}  // namespace allnash::test
