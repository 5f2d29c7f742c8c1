#include "core/lp/repair.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "core/base/at.hpp"
#include "core/exact/access.hpp"
#include "core/exact/linear_system.hpp"
#include "core/exact/memory.hpp"
#include "core/lp/blas.hpp"

namespace allnash::lp {

namespace {

using exact::Integer;
using exact::IntegerMatrix;

struct ExactSide {
  Rational value;
  MixedStrategy strategy;
  bool rounded = false;
  bool whole = false;
};

// The free coordinates, those that are not pivots, as integers over 2^exponent.
struct FreeCoordinates {
  std::vector<slong> columns;
  std::vector<Integer> numerators;
  int exponent = 0;
};

// Nothing where the guess is not finite: fmpz_set_d takes neither infinities nor NaN.
std::optional<FreeCoordinates> rounded(const std::vector<slong>& pivots,
                                       const std::vector<double>& guess, int bits) {
  constexpr double least_coordinate = 1e-200;
  FreeCoordinates free;
  double least = 1;
  for (slong c = 0; c <= static_cast<slong>(guess.size()); ++c) {
    if (std::ranges::binary_search(pivots, c)) continue;
    free.columns.push_back(c);
    // Column 0 is the value. It is free only if the equations are not those of a game; then 0 will
    // do.
    if (c > 0) least = std::min(least, guess[static_cast<std::size_t>(c) - 1]);
  }
  free.exponent = bits + std::max(0, -std::ilogb(std::max(least, least_coordinate)));
  for (const slong c : free.columns) {
    const double value = c == 0 ? 0 : guess[static_cast<std::size_t>(c) - 1];
    if (!(std::abs(value) < 2)) return std::nullopt;
    Integer whole;
    fmpz_set_d(whole.raw(), std::round(std::ldexp(value, free.exponent)));
    free.numerators.push_back(std::move(whole));
  }
  return free;
}

// Rounds to eight bits, so that probabilities that differ by rounding errors become equal as a rule
// and the order is the same on every machine.
double coarse(double probability) {
  int exponent = 0;
  const double mantissa = std::frexp(probability, &exponent);
  return std::ldexp(std::round(std::ldexp(mantissa, 8)), exponent - 8);
}

// The square system of the pivots, over 2^exponent: terms of the free coordinates are on the right
// side.
struct SquareSystem {
  IntegerMatrix left;
  IntegerMatrix right;
};

SquareSystem square_system(const IntegerMatrix& lines, const exact::ModularElimination& part,
                           const FreeCoordinates& free) {
  const slong size = part.rank();
  const std::vector<slong> rows = part.rows();
  SquareSystem square{{size, size}, {size, 1}};
  for (slong r = 0; r < size; ++r) {
    const slong line = rows[at(r)];
    for (slong c = 0; c < size; ++c)
      fmpz_set(square.left.at(r, c), lines.at(line, part.columns()[at(c)]));
    fmpz* right = square.right.at(r, 0);
    if (line == lines.rows() - 1) fmpz_one_2exp(right, static_cast<ulong>(free.exponent));
    for (std::size_t f = 0; f < free.columns.size(); ++f) {
      fmpz_submul(right, lines.at(line, free.columns[f]), free.numerators[f].raw());
    }
  }
  return square;
}

// All unknowns in order, from the solved and the free ones, divided by 2^exponent.
std::vector<Rational> put_together(std::vector<Rational> solved,
                                   const exact::ModularElimination& part,
                                   const FreeCoordinates& free) {
  std::vector<Rational> unknowns(solved.size() + free.columns.size());
  for (std::size_t c = 0; c < solved.size(); ++c) {
    unknowns[at(part.columns()[c])] = std::move(solved[c]);
  }
  for (std::size_t f = 0; f < free.columns.size(); ++f) {
    fmpz_set(exact::numerator(unknowns[at(free.columns[f])]), free.numerators[f].raw());
  }
  for (Rational& unknown : unknowns) {
    fmpq_div_2exp(exact::raw(unknown), exact::raw(unknown),
                  static_cast<flint_bitcnt_t>(free.exponent));
  }
  return unknowns;
}

struct Solved {
  std::vector<Rational> unknowns;
  bool rounded;  // there were free coordinates
  bool whole;    // no equation was left out
};

// One exact solution of the equations, with free coordinates taken from the guess.
std::optional<Solved> solve_with_free(const IntegerMatrix& lines, const std::vector<double>& guess,
                                      int bits, const StopToken& stop) {
  const auto part = exact::invertible_part(lines, stop);
  if (!part) return std::nullopt;
  const auto free = rounded(part->columns(), guess, bits);
  if (!free || stop.stopped()) return std::nullopt;
  const SquareSystem square = square_system(lines, *part, *free);
  auto solved = solve_by_lifting(square.left, square.right, stop);
  if (!solved && !stop.stopped()) solved = exact::solve(square.left, square.right, stop);
  if (!solved) return std::nullopt;
  return Solved{put_together(*std::move(solved), *part, *free), !free->columns.empty(),
                part->rank() == lines.rows()};
}

// One player's equations. The most probable strategies come first, so that the free coordinates are
// small and rounding them leaves the others positive.
struct Unsolved {
  std::vector<Index> strategies;
  std::vector<double> guess;
  std::optional<IntegerMatrix> lines;  // nothing when stopped
};

Unsolved unsolved(const exact::Matrix& game, game::Player player, const GuessedSide& own,
                  const GuessedSide& opponent, const StopToken& stop) {
  std::vector<std::size_t> order(own.support.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) {
    return coarse(own.interior[a]) > coarse(own.interior[b]);
  });
  Unsolved side;
  for (const std::size_t t : order) {
    side.strategies.push_back(own.support[t]);
    side.guess.push_back(own.interior[t]);
  }
  side.lines = equations(game, player, side.strategies, opponent.support, stop);
  return side;
}

// The product of the factors that made the lines integer, which are the coefficients of the value.
Integer product_of_scales(const IntegerMatrix& lines) {
  Integer product(1);
  for (slong line = 0; line + 1 < lines.rows(); ++line) {
    fmpz_mul(product.raw(), product.raw(), lines.at(line, 0));
  }
  return product;
}

using Unknowns = std::optional<std::vector<Rational>>;

// Solutions are mostly unique; then no rank need be computed.
std::array<Unknowns, 2> solve_at_once(const IntegerMatrix& row, const IntegerMatrix& column,
                                      std::size_t threads, const StopToken& stop) {
  if (row.rows() != row.columns()) return {};
  const Rational ratio =
      exact::quotient(product_of_scales(column).raw(), product_of_scales(row).raw());
  return solve_both_by_lifting({&row, &column}, ratio, threads, stop);
}

std::optional<ExactSide> exact_side(const Unsolved& side, Unknowns unknowns, int bits,
                                    const StopToken& stop) {
  ExactSide result;
  result.whole = true;
  if (!unknowns) {
    if (stop.stopped()) return std::nullopt;
    auto solved = solve_with_free(*side.lines, side.guess, bits, stop);
    if (!solved) return std::nullopt;
    unknowns = std::move(solved->unknowns);
    result.rounded = solved->rounded;
    result.whole = solved->whole;
  }
  result.value = (*unknowns)[0];
  for (std::size_t s = 0; s < side.strategies.size(); ++s) {
    result.strategy.push_back({side.strategies[s], std::move((*unknowns)[s + 1])});
  }
  std::sort(result.strategy.begin(), result.strategy.end(),
            [](const Weight& a, const Weight& b) { return a.strategy < b.strategy; });
  return result;
}

// With a smaller support the second thread costs more than it saves.
constexpr std::size_t worth_a_thread = 80;

std::optional<GuessedSide> guessed(const FloatSide& side, double zero) {
  GuessedSide result;
  for (std::size_t t = 0; t < side.played.size(); ++t) {
    const bool played = side.played[t] > zero;
    const bool short_of = side.slack[t] > zero;
    if (played == short_of) return std::nullopt;
    if (!played) continue;
    result.support.push_back(static_cast<Index>(t));
    result.interior.push_back(side.played[t]);
  }
  return result;
}

}  // namespace

std::optional<SupportGuess> guess_supports(const FloatOptimum& optimum, double zero) {
  std::optional<GuessedSide> row = guessed(optimum.row, zero);
  std::optional<GuessedSide> column = guessed(optimum.column, zero);
  if (!row || !column) return std::nullopt;
  return SupportGuess{*std::move(row), *std::move(column)};
}

std::optional<IntegerMatrix> equations(const exact::Matrix& game, game::Player player,
                                       const std::vector<Index>& own,
                                       const std::vector<Index>& opponent, const StopToken& stop) {
  const bool earned = player == game::Player::row;
  IntegerMatrix lines(static_cast<slong>(opponent.size()) + 1, static_cast<slong>(own.size()) + 1);
  std::vector<Rational> line(own.size());
  for (std::size_t t = 0; t < opponent.size(); ++t) {
    if (stop.stopped()) return std::nullopt;
    for (std::size_t s = 0; s < own.size(); ++s) {
      line[s] = earned ? game.at(own[s], opponent[t]) : game.at(opponent[t], own[s]);
    }
    const Integer scale = exact::common_denominator(line);
    const auto row = static_cast<slong>(t);
    fmpz_neg(lines.at(row, 0), scale.raw());
    for (std::size_t s = 0; s < own.size(); ++s) {
      exact::scale_to_integer(lines.at(row, static_cast<slong>(s) + 1), line[s], scale);
    }
  }
  for (slong c = 1; c < lines.columns(); ++c) fmpz_one(lines.at(lines.rows() - 1, c));
  return lines;
}

std::optional<Repaired> repair(const exact::Matrix& game, const SupportGuess& guess, int bits,
                               std::size_t threads, const StopToken& stop) {
  const SingleThreadedBlas blas(
      guess.row.support.size() < worth_a_thread ? 1 : std::min(threads, std::size_t{2}));
  threads = blas.threads();
  std::array<Unsolved, 2> sides;
  exact::side_by_side(threads, 2, [&](std::size_t t) {
    sides[t] = t == 0 ? unsolved(game, game::Player::row, guess.row, guess.column, stop)
                      : unsolved(game, game::Player::column, guess.column, guess.row, stop);
  });
  if (!sides[0].lines || !sides[1].lines) return std::nullopt;
  auto solved = solve_at_once(*sides[0].lines, *sides[1].lines, threads, stop);
  std::array<std::optional<ExactSide>, 2> found;
  exact::side_by_side(threads, 2, [&](std::size_t t) {
    found[t] = exact_side(sides[t], std::move(solved[t]), bits, stop);
  });
  auto& [row, column] = found;
  if (!row || !column || row->value != column->value) return std::nullopt;
  return Repaired{{row->value, std::move(row->strategy), std::move(column->strategy)},
                  row->rounded || column->rounded,
                  row->whole && column->whole};
}

}  // namespace allnash::lp
