// A source for tests of the ledger: answers 1000 i + j (or any function), keeps what it was asked
// in order, and fails the test when an entry is asked twice or lies outside.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <set>
#include <vector>

#include "allnash/run.hpp"
#include "allnash/source.hpp"

namespace allnash::test {

class CountingSource final : public Source, public SelfCheck {
 public:
  using Payoff = std::function<Rational(Index, Index)>;
  CountingSource(Index rows, Index columns) : Source(rows, columns) {}
  CountingSource(Index rows, Index columns, Payoff payoff)
      : Source(rows, columns), payoff_(std::move(payoff)) {}

  [[nodiscard]] std::optional<Entry> symmetry_fault(const Rational& /*sum*/) const override {
    return fault;
  }
  [[nodiscard]] const SelfCheck* self_check() const override { return this; }
  void payoffs(std::span<const Question> entries, std::span<Rational> answers) override {
    ASSERT_EQ(entries.size(), answers.size());
    ASSERT_FALSE(entries.empty());
    ++calls;
    for (std::size_t t = 0; t < entries.size(); ++t) {
      const Entry entry = entries[t].entry;
      ASSERT_TRUE(entry.row >= 0 && entry.row < rows() && entry.column >= 0 &&
                  entry.column < columns());
      ASSERT_TRUE(met_.insert(entry).second) << entry.row << ' ' << entry.column << " asked twice";
      if (fails_at && *fails_at == entry) throw SourceError("no answer");
      asked.push_back(entry);
      answers[t] = payoff_(entry.row, entry.column);
      if (on_answer) on_answer();
    }
  }

  std::vector<Entry> asked;
  int calls = 0;
  std::optional<Entry> fault;
  std::optional<Entry> fails_at;
  std::function<void()> on_answer;

 private:
  Payoff payoff_ = [](Index row, Index column) { return Rational(1000 * row + column); };
  std::set<Entry> met_;
};

}  // namespace allnash::test
