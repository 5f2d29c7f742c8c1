// Built-in games of any size, computed entry by entry from a formula and a hash of (seed, i, j), in
// integer arithmetic: the same numbers on every machine, and nothing stored.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "allnash/rational.hpp"
#include "allnash/source.hpp"
#include "game/keys.hpp"

namespace allnash::sources {

using game::Keys;

/// A game given by a formula: what the families share.
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

/// Makes the game that the text after "family:" describes, such as "planted,n=200,k=3,seed=2".
/// Throws InputError.
std::unique_ptr<Source> make_family(const std::string& description);

/// One maker a family, from its keys. Each throws InputError for keys that do not fit.
using Maker = std::unique_ptr<FormulaGame>(const Keys&);

Maker random_family;
Maker planted_family;
Maker lowrank_family;
Maker elo_family;
Maker spinning_family;
Maker bell_family;
Maker polynomial_family;
Maker undercut_family;
Maker blotto_family;
Maker matching_family;
Maker rps_family;
Maker lowerbound_family;
Maker binary_family;

}  // namespace allnash::sources
