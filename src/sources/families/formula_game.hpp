// A game given by a formula: what the built-in families share.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "allnash/source.hpp"

namespace allnash::sources {

class FormulaGame : public Source {
 public:
  using Source::Source;

  [[nodiscard]] bool concurrent() const final { return true; }
  void payoffs(std::span<const Question> asked, std::span<Rational> answers) override;
  /// Looks at the first strategies: a family that is not antisymmetric shows it there.
  [[nodiscard]] std::optional<Entry> symmetry_fault(const Rational& sum) const final;
  [[nodiscard]] bool tells_symmetry() const final { return true; }
  /// Two descriptions that are equal give equal games: the numbers are the same on every machine.
  [[nodiscard]] GameIdentity identity() const final { return {description_, ""}; }
  void set_identity(std::string description) { description_ = std::move(description); }

 protected:
  [[nodiscard]] virtual Rational payoff(Index row, Index column) const = 0;

 private:
  std::string description_;
};

/// The denominator of the families in fixed-point decimals.
inline constexpr std::int64_t millionths = 1'000'000;

/// count / 1000000. Quicker than by a gcd: only 2 and 5 can cancel. Requires |count| < 2^61.
Rational in_millionths(std::int64_t count);

}  // namespace allnash::sources
