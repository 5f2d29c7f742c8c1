// The families that need no more than a comparison or one hash: random, matching, rps, undercut and
// lowerbound.
#include <string>
#include <vector>

#include "sources/families/formula_game.hpp"
#include "sources/families/makers.hpp"
#include "sources/families/noise.hpp"

namespace allnash::sources {

namespace {

class UniformGame final : public FormulaGame {
 public:
  UniformGame(Index rows, Index columns, std::uint64_t seed, std::int64_t low, std::int64_t high)
      : FormulaGame(rows, columns), noise_(seed, 0), low_(low), high_(high) {}

 private:
  [[nodiscard]] Rational payoff(Index row, Index column) const override {
    return noise_.uniform(low_, high_, row, column);
  }
  Noise noise_;
  std::int64_t low_;
  std::int64_t high_;
};

class Matching final : public FormulaGame {
 public:
  explicit Matching(Index sides) : FormulaGame(sides, sides) {
    const std::vector<std::string> coin{"heads", "tails"};
    if (sides == 2) rename({coin, coin});
  }

 private:
  [[nodiscard]] Rational payoff(Index row, Index column) const override {
    return row == column ? 1 : 0;
  }
};

// Strategy i loses to the (n - 1) / 2 that follow it around the circle.
class RockPaperScissors final : public FormulaGame {
 public:
  explicit RockPaperScissors(Index strategies) : FormulaGame(strategies, strategies) {
    const std::vector<std::string> three{"rock", "paper", "scissors"};
    const std::vector<std::string> five{"rock", "Spock", "paper", "lizard", "scissors"};
    if (strategies == 3) rename({three, three});
    if (strategies == 5) rename({five, five});
  }

 private:
  [[nodiscard]] Rational payoff(Index row, Index column) const override {
    const Index ahead = column >= row ? column - row : column - row + rows();
    if (ahead == 0) return 0;
    return ahead <= rows() / 2 ? -1 : 1;
  }
};

class Undercut final : public FormulaGame {
 public:
  explicit Undercut(Index numbers) : FormulaGame(numbers, numbers) {}

 private:
  [[nodiscard]] Rational payoff(Index row, Index column) const override {
    const Index above = row - column;
    if (above == 0) return 0;
    if (above == -1) return 2;
    if (above == 1) return -2;
    return above > 0 ? 1 : -1;
  }
};

// The hard games for the Omega(nk) bound of Maiti, Boczar, Jamieson and Ratliff: row 0 is optimal
// because of the one 0 that each other row hides among k columns.
class LowerBound final : public FormulaGame {
 public:
  LowerBound(Index size, Index special, std::uint64_t seed)
      : FormulaGame(size, size), special_(special), noise_(seed, 0) {}

 private:
  [[nodiscard]] Rational payoff(Index row, Index column) const override {
    if (column >= special_) return 2;
    return row != 0 && noise_.uniform(0, special_ - 1, row) == column ? 0 : 1;
  }
  Index special_;  // k
  Noise noise_;
};

}  // namespace

std::unique_ptr<FormulaGame> random_family(const Keys& keys) {
  constexpr std::int64_t largest = std::int64_t{1} << 61;
  const Index rows = keys.size("n");
  const Index columns = keys.size("m");
  const std::int64_t low = keys.integer("low", -largest, largest);
  const std::int64_t high = keys.integer("high", -largest, largest);
  if (low > high) keys.refuse("low is above high");
  return std::make_unique<UniformGame>(rows, columns, keys.seed(), low, high);
}

std::unique_ptr<FormulaGame> matching_family(const Keys& keys) {
  return std::make_unique<Matching>(keys.size("n"));
}

std::unique_ptr<FormulaGame> rps_family(const Keys& keys) {
  const Index strategies = keys.size("n");
  if (strategies % 2 == 0) {
    keys.refuse("n must be odd, not " + std::to_string(strategies));
  }
  return std::make_unique<RockPaperScissors>(strategies);
}

std::unique_ptr<FormulaGame> undercut_family(const Keys& keys) {
  return std::make_unique<Undercut>(keys.size("n"));
}

std::unique_ptr<FormulaGame> lowerbound_family(const Keys& keys) {
  const Index size = keys.size("n");
  return std::make_unique<LowerBound>(size, keys.integer("k", 1, size), keys.seed());
}

}  // namespace allnash::sources
