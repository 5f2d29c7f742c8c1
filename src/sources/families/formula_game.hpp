// A game given by a formula: what the built-in families share.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "allnash/source.hpp"

namespace allnash::sources {

class FormulaGame : public Source, public SelfCheck {
 public:
  FormulaGame(Index rows, Index columns) : Source(rows, columns, {}, {.concurrent = true}) {}

  [[nodiscard]] const SelfCheck* self_check() const final { return this; }
  void payoffs(std::span<const Question> asked, std::span<Rational> answers) override;
  /// Looks at the first strategies: a family that is not antisymmetric shows it there.
  [[nodiscard]] std::optional<Entry> symmetry_fault(const Rational& sum) const final;
  /// Two descriptions that are equal give equal games: the numbers are the same on every machine.
  [[nodiscard]] GameIdentity identity() const final { return {description_, ""}; }
  void set_identity(std::string description) { description_ = std::move(description); }

 protected:
  [[nodiscard]] virtual Rational payoff(Index row, Index column) const = 0;

 private:
  std::string description_;
};

/// The game in which row against column pays `payoff(row, column)`.
template <typename Payoff>
std::unique_ptr<FormulaGame> formula_game(Index rows, Index columns, Payoff payoff) {
  class Game final : public FormulaGame {
   public:
    Game(Index n, Index m, Payoff paid) : FormulaGame(n, m), paid_(std::move(paid)) {}

   private:
    [[nodiscard]] Rational payoff(Index row, Index column) const override {
      return paid_(row, column);
    }
    Payoff paid_;
  };
  return std::make_unique<Game>(rows, columns, std::move(payoff));
}

}  // namespace allnash::sources
