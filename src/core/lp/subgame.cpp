#include "core/lp/subgame.hpp"

#include <algorithm>
#include <vector>

#include "core/exact/access.hpp"
#include "core/game/known.hpp"
#include "core/lp/float_game.hpp"
#include "core/lp/repair.hpp"
#include "core/lp/vertex.hpp"

namespace allnash::lp {

namespace {

// Up to this many entries exact pivoting alone is faster.
constexpr Index small_game = 200;

// The roundings of free coordinates, in bits, in the order they are tried. The guess is accurate to
// about 1e-5 and differs between machines; rounded coarsely it is mostly the same. With many free
// coordinates a coarse rounding seldom works.
std::vector<int> grids(const SupportGuess& guess) {
  constexpr std::size_t few = 64;
  if (std::max(guess.row.support.size(), guess.column.support.size()) > few) return {10, 40};
  return {4, 10, 40};
}

std::optional<game::Pair> proved(const exact::Matrix& game,
                                 const std::optional<SupportGuess>& guess, std::size_t threads,
                                 const StopToken& stop) {
  if (!guess) return std::nullopt;
  for (const int bits : grids(*guess)) {
    if (stop.stopped()) return std::nullopt;
    std::optional<Repaired> found = repair(game, *guess, bits, threads, stop);
    if (!found) return std::nullopt;
    const auto equalities = found->whole ? game::Equalities::proved : game::Equalities::in_doubt;
    if (!game::fault_in(game::MatrixGame(game), found->pair, {}, threads, stop, equalities)) {
      return std::move(found->pair);
    }
    if (!found->rounded) return std::nullopt;
  }
  return std::nullopt;
}

// A floating-point optimum, strictly complementary up to rounding, as exact fractions.
game::Pair as_pair(const FloatOptimum& optimum) {
  const auto strategy = [](const FloatSide& side) {
    MixedStrategy result;
    for (std::size_t t = 0; t < side.played.size(); ++t) {
      if (side.played[t] > 0) result.push_back({static_cast<Index>(t), side.played[t]});
    }
    return result;
  };
  return {0, strategy(optimum.row), strategy(optimum.column)};
}

SupportGuess guess_at(const game::Pair& pair) {
  const auto side = [](const MixedStrategy& strategy) {
    GuessedSide result;
    for (const Weight& weight : strategy) {
      result.support.push_back(weight.strategy);
      result.interior.push_back(weight.probability.to_double());
    }
    return result;
  };
  return {side(pair.row), side(pair.column)};
}

std::optional<game::Pair> proved_around(const exact::Matrix& game, const ExactVertex& vertex,
                                        std::size_t threads, const StopToken& stop) {
  const auto undecided = UndecidedGame::at(game, vertex, stop);
  if (!undecided) return std::nullopt;
  const exact::Matrix& smaller = undecided->payoffs();
  if (smaller.rows() * smaller.columns() > small_game) {
    if (const auto centre = solve_by_interior_point(FloatGame(smaller, stop), threads, stop)) {
      const auto near = undecided->step(as_pair(*centre), stop);
      auto pair = near ? proved(game, guess_at(*near), threads, stop) : std::nullopt;
      if (pair || stop.stopped()) return pair;
    }
  }
  const auto exactly = solve_by_pivoting(smaller, stop);
  auto there = exactly ? undecided->step(*exactly, stop) : std::nullopt;
  if (!there) return std::nullopt;
  // The repaired pair mostly has shorter fractions.
  if (auto pair = proved(game, guess_at(*there), threads, stop)) return pair;
  if (game::fault_in(game::MatrixGame(game), *there, {}, threads, stop)) return std::nullopt;
  return there;
}

std::optional<game::Pair> proved_from_vertex(const exact::Matrix& game, const FloatGame& floating,
                                             std::size_t threads, const StopToken& stop) {
  const VertexSearch search = find_vertex(game, floating, threads, stop);
  if (stop.stopped()) return std::nullopt;
  if (!search.vertex) {
    return search.nearest.empty() ? std::nullopt
                                  : solve_by_pivoting_from(game, search.nearest, stop);
  }
  return search.vertex->is_strict() ? search.vertex->pair
                                    : proved_around(game, *search.vertex, threads, stop);
}

// The interior point was the faster guess at every size measured, and right on degenerate games. A
// vertex helps where probabilities of very different size leave the supports in doubt.
std::optional<game::Pair> guess_and_prove(const exact::Matrix& game, std::size_t threads,
                                          const StopToken& stop) {
  if (stop.stopped()) return std::nullopt;
  const FloatGame floating(game, stop);
  if (stop.stopped()) return std::nullopt;
  if (const auto centre = solve_by_interior_point(floating, threads, stop)) {
    if (auto pair = proved(game, guess_supports(*centre, 0), threads, stop)) return pair;
  }
  if (stop.stopped()) return std::nullopt;
  return proved_from_vertex(game, floating, threads, stop);
}

std::optional<game::Pair> solve_as_it_is(const exact::Matrix& game, const StopToken& stop,
                                         std::size_t threads) {
  if (game.rows() * game.columns() > small_game) {
    if (auto pair = guess_and_prove(game, threads, stop)) return pair;
    if (stop.stopped()) return std::nullopt;  // before memory is taken for large tables
  }
  return solve_by_pivoting(game, stop);
}

// A common factor of all payoffs: the gcd of the numerators over that of the denominators. A large
// one, as in k * 10^400 or k / 10^400, would be carried through every step.
Rational common_unit(const exact::Matrix& game) {
  exact::Integer top;
  exact::Integer bottom;
  for (const Rational& payoff : game.values()) {
    if (payoff.sign() == 0) continue;
    if (fmpz_is_one(top.raw()) == 0) fmpz_gcd(top.raw(), top.raw(), exact::numerator(payoff));
    // Mostly it divides already, and that test is faster.
    if (fmpz_is_zero(bottom.raw()) != 0 ||
        fmpz_divisible(exact::denominator(payoff), bottom.raw()) == 0) {
      fmpz_gcd(bottom.raw(), bottom.raw(), exact::denominator(payoff));
    }
    if (fmpz_is_one(top.raw()) != 0 && fmpz_is_one(bottom.raw()) != 0) return 1;
  }
  return fmpz_is_zero(top.raw()) != 0 ? Rational(1) : exact::quotient(top.raw(), bottom.raw());
}

exact::Matrix divided(exact::Matrix game, const Rational& unit) {
  for (Index i = 0; i < game.rows(); ++i) {
    for (Index j = 0; j < game.columns(); ++j) game.at(i, j) /= unit;
  }
  return game;
}

}  // namespace

std::optional<game::Pair> solve(const exact::Matrix& game, const StopToken& stop,
                                std::size_t threads) {
  const Rational unit = common_unit(game);
  if (exact::is_small(unit)) return solve_as_it_is(game, stop, threads);
  auto pair = solve_as_it_is(divided(game, unit), stop, threads);
  if (pair) pair->value *= unit;
  return pair;
}

}  // namespace allnash::lp
