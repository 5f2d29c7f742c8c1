// A source that hands over its payoffs one at a time, as a simulator would.
#pragma once

#include <functional>

#include "allnash/payoff_source.hpp"

namespace allnash::testing {

class AnsweringSource final : public PayoffSource {
 public:
  using Payoff = std::function<Rational(Index, Index)>;
  AnsweringSource(Index rows, Index columns, Payoff payoff)
      : rows_(rows), columns_(columns), payoff_(std::move(payoff)) {}

  [[nodiscard]] Index rows() const override { return rows_; }
  [[nodiscard]] Index columns() const override { return columns_; }
  void payoffs(std::span<const Entry> asked, std::span<Rational> answers) override {
    for (std::size_t t = 0; t < asked.size(); ++t) {
      answers[t] = payoff_(asked[t].row, asked[t].column);
    }
  }
  void answer(std::span<const Entry> asked, Answers& answers) override {
    for (std::size_t t = 0; t < asked.size() && !answers.stopped(); ++t) {
      const std::size_t which = backwards ? asked.size() - 1 - t : t;
      const Rational found = payoff_(asked[which].row, asked[which].column);
      answers.take({&which, 1}, {&found, 1});
    }
  }

  bool backwards = false;

 private:
  Index rows_;
  Index columns_;
  Payoff payoff_;
};

}  // namespace allnash::testing
