#include "subgame/repair.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "exact/access.hpp"
#include "exact/at.hpp"
#include "exact/linear_system.hpp"
#include "exact/side_by_side.hpp"
#include "subgame/blas.hpp"
#include "subgame/lifting.hpp"

namespace allnash::subgame {

namespace {

using exact::Integer;
using exact::IntegerMatrix;

struct ExactSide {
  Rational value;
  MixedStrategy strategy;
  bool rounded = false;
};

// Equations in the unknowns (v, probabilities in the order given): one line an opponent strategy of
// the guess, payoff - v = 0, and last the sum, 1.
// Nothing when stopped.
template <typename Payoff>
std::optional<IntegerMatrix> equations(const std::vector<Index>& own,
                                       const std::vector<Index>& opponent, const Payoff& payoff,
                                       const StopToken& stop) {
  IntegerMatrix lines(static_cast<slong>(opponent.size()) + 1, static_cast<slong>(own.size()) + 1);
  std::vector<Rational> line(own.size());
  for (std::size_t t = 0; t < opponent.size(); ++t) {
    if (stop.stopped()) return std::nullopt;
    for (std::size_t s = 0; s < own.size(); ++s) line[s] = payoff(own[s], opponent[t]);
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

// The coordinates outside the invertible part, as whole numbers over 2^exponent.
struct FreeCoordinates {
  std::vector<slong> columns;
  std::vector<Integer> numerators;
  int exponent = 0;
};

// Nothing where the guess is no strategy: fmpz_set_d takes neither infinities nor NaN.
std::optional<FreeCoordinates> rounded(const std::vector<slong>& pivots,
                                       const std::vector<double>& guess, int bits) {
  constexpr double least_coordinate = 1e-200;
  FreeCoordinates free;
  double least = 1;
  for (slong c = 0; c <= static_cast<slong>(guess.size()); ++c) {
    if (std::ranges::binary_search(pivots, c)) continue;
    free.columns.push_back(c);
    // Column 0 is the value; it is free only when the equations are no game's, and then 0 will do.
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

// To eight bits: what differs by rounding alone is equal, as a rule, and the order is then the same
// on another machine.
double coarse(double probability) {
  int exponent = 0;
  const double mantissa = std::frexp(probability, &exponent);
  return std::ldexp(std::round(std::ldexp(mantissa, 8)), exponent - 8);
}

// The equations that the invertible part stands for, over 2^exponent: what the free coordinates
// make of each line goes to the right.
struct SquareSystem {
  IntegerMatrix left;
  IntegerMatrix right;
};

SquareSystem square_system(const IntegerMatrix& lines, const exact::InvertiblePart& part,
                           const FreeCoordinates& free) {
  const auto size = static_cast<slong>(part.rows.size());
  SquareSystem square{{size, size}, {size, 1}};
  for (slong r = 0; r < size; ++r) {
    const slong line = part.rows[at(r)];
    for (slong c = 0; c < size; ++c)
      fmpz_set(square.left.at(r, c), lines.at(line, part.columns[at(c)]));
    fmpz* right = square.right.at(r, 0);
    if (line == lines.rows() - 1) fmpz_one_2exp(right, static_cast<ulong>(free.exponent));
    for (std::size_t f = 0; f < free.columns.size(); ++f) {
      fmpz_submul(right, lines.at(line, free.columns[f]), free.numerators[f].raw());
    }
  }
  return square;
}

// All unknowns by their places, from those solved for and the free ones, and 2^exponent divided
// out.
std::vector<Rational> put_together(std::vector<Rational> solved, const exact::InvertiblePart& part,
                                   const FreeCoordinates& free) {
  std::vector<Rational> unknowns(solved.size() + free.columns.size());
  for (std::size_t c = 0; c < solved.size(); ++c) {
    unknowns[at(part.columns[c])] = std::move(solved[c]);
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

// One exact solution of the equations: the free coordinates are the guess's.
std::optional<std::vector<Rational>> solve_with_free(const IntegerMatrix& lines,
                                                     const std::vector<double>& guess, int bits,
                                                     const StopToken& stop) {
  const auto part = exact::invertible_part(lines, stop);
  if (!part) return std::nullopt;
  const auto free = rounded(part->columns, guess, bits);
  if (!free || stop.stopped()) return std::nullopt;
  const SquareSystem square = square_system(lines, *part, *free);
  auto solved = solve_by_lifting(square.left, square.right, stop);
  if (!solved && !stop.stopped()) solved = exact::solve(square.left, square.right, stop);
  if (!solved) return std::nullopt;
  return put_together(*std::move(solved), *part, *free);
}

// Where the solution is unique, which most are, no rank need be known.
std::optional<std::vector<Rational>> solve_at_once(const IntegerMatrix& lines,
                                                   const StopToken& stop) {
  if (lines.rows() != lines.columns()) return std::nullopt;
  IntegerMatrix right(lines.rows(), 1);
  fmpz_one(right.at(lines.rows() - 1, 0));
  return solve_by_lifting(lines, right, stop);
}

// One player's exact strategy. The likeliest strategies come first, so that the free coordinates
// are small ones: rounding them leaves the others positive.
template <typename Payoff>
std::optional<ExactSide> exact_side(const GuessedSide& own, const GuessedSide& opponent,
                                    const Payoff& payoff, int bits, const StopToken& stop) {
  std::vector<std::size_t> order(own.support.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) {
    return coarse(own.interior[a]) > coarse(own.interior[b]);
  });
  std::vector<Index> strategies;
  std::vector<double> guess;
  for (const std::size_t t : order) {
    strategies.push_back(own.support[t]);
    guess.push_back(own.interior[t]);
  }
  const auto lines = equations(strategies, opponent.support, payoff, stop);
  if (!lines) return std::nullopt;
  auto unknowns = solve_at_once(*lines, stop);
  ExactSide side;
  side.rounded = !unknowns;
  if (!unknowns && !stop.stopped()) unknowns = solve_with_free(*lines, guess, bits, stop);
  if (!unknowns) return std::nullopt;
  side.value = (*unknowns)[0];
  for (std::size_t s = 0; s < strategies.size(); ++s) {
    side.strategy.push_back({strategies[s], std::move((*unknowns)[s + 1])});
  }
  std::sort(side.strategy.begin(), side.strategy.end(),
            [](const Weight& a, const Weight& b) { return a.strategy < b.strategy; });
  return side;
}

// Below this support the second thread costs more than it saves.
constexpr std::size_t worth_a_thread = 80;

}  // namespace

std::optional<Repaired> repair(const exact::Matrix& game, const SupportGuess& guess, int bits,
                               std::size_t threads, const StopToken& stop) {
  const SingleThreadedBlas quiet;
  threads = threads_with_memory(guess.row.support.size() < worth_a_thread ? 1 : threads);
  std::optional<ExactSide> row;
  std::optional<ExactSide> column;
  const auto solve_row = [&] {
    row = exact_side(
        guess.row, guess.column, [&](Index i, Index j) { return game.at(i, j); }, bits, stop);
  };
  const auto solve_column = [&] {
    column = exact_side(
        guess.column, guess.row, [&](Index j, Index i) { return game.at(i, j); }, bits, stop);
  };
  exact::side_by_side(threads, 2, [&](std::size_t t) { t == 0 ? solve_row() : solve_column(); });
  if (!row || !column || row->value != column->value) return std::nullopt;
  return Repaired{{row->value, std::move(row->strategy), std::move(column->strategy)},
                  row->rounded || column->rounded};
}

}  // namespace allnash::subgame
