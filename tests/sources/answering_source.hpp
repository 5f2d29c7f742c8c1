// A source that hands over its payoffs one at a time, as a simulator would.
#pragma once

#include <functional>

#include "allnash/payoff_source.hpp"

namespace allnash::test {

class AnsweringSource final : public SlowSource {
 public:
  using Payoff = std::function<Rational(Index, Index)>;
  AnsweringSource(Index rows, Index columns, Payoff payoff)
      : SlowSource(rows, columns), payoff_(std::move(payoff)) {}

  void answer(std::span<const Entry> asked, Answers& answers) override {
    for (std::size_t t = 0; t < asked.size() && !answers.stopped(); ++t) {
      const std::size_t which = backwards ? asked.size() - 1 - t : t;
      const Rational found = payoff_(asked[which].row, asked[which].column);
      answers.take({&which, 1}, {&found, 1});
    }
  }

  bool backwards = false;

 private:
  Payoff payoff_;
};

}  // namespace allnash::test
