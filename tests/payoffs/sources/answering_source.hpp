// A source that hands over its payoffs one at a time, as a simulator would.
#pragma once

#include <functional>

#include "allnash/source.hpp"

namespace allnash::test {

class AnsweringSource final : public Source {
 public:
  using Payoff = std::function<Rational(Index, Index)>;
  AnsweringSource(Index rows, Index columns, Payoff payoff)
      : Source(rows, columns), payoff_(std::move(payoff)) {}

  void answer(std::span<const Question> asked, Answers& answers) override {
    for (std::size_t t = 0; t < asked.size() && !answers.stopped(); ++t) {
      const std::size_t which = backwards ? asked.size() - 1 - t : t;
      const Rational found = payoff_(asked[which].entry.row, asked[which].entry.column);
      answers.take({&which, 1}, {&found, 1});
    }
  }

  bool backwards = false;

 private:
  Payoff payoff_;
};

}  // namespace allnash::test
