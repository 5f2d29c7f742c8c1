// Games of skill, antisymmetric, in decimals of six digits: elo and spinning.
#include <algorithm>

#include "core/exact/access.hpp"
#include "payoffs/sources/families.hpp"

namespace allnash::sources {

namespace {

/// The denominator of these families.
constexpr std::int64_t millionths = 1'000'000;

/// count / 1000000, faster than by a gcd since only 2 and 5 can cancel. Requires |count| < 2^61.
Rational in_millionths(std::int64_t count) {
  if (count == 0) return 0;
  std::int64_t bottom = millionths;
  for (; count % 2 == 0 && bottom % 2 == 0; bottom /= 2) count /= 2;
  for (; count % 5 == 0 && bottom % 5 == 0; bottom /= 5) count /= 5;
  Rational result;
  fmpz_set_si(exact::numerator(result), count);
  fmpz_set_si(exact::denominator(result), bottom);
  return result;
}

// Skills are bell-shaped, as in Elo (1978): an eighth of the sum of twelve uniform numbers, with
// standard deviation 1/8. Few players are near the top, however many there are.
std::int64_t skill_of(Index player, const Noise& noise) {
  std::uint64_t sum = 0;
  for (Index part = 0; part < 3; ++part) {
    for (std::uint64_t word = noise.word(player, part); word != 0; word >>= 16U) {
      sum += word & 0xffffU;
    }
  }
  return static_cast<std::int64_t>((sum * millionths) >> 19U);
}

// The wave at a phase difference in (-2, 2); both in millionths.
std::int64_t wave(std::int64_t turn) {
  if (turn < 0) return -wave(-turn);
  if (turn > millionths) return -wave(2 * millionths - turn);
  return 4 * turn * (millionths - turn) / millionths;
}

}  // namespace

std::unique_ptr<FormulaGame> elo_family(const Keys& keys) {
  const Rational noise = keys.rational("noise") * Rational(millionths);
  if (!noise.is_integer() || noise.sign() < 0 || noise > Rational(1000 * millionths)) {
    keys.refuse("noise must be from 0 to 1000, with up to 6 decimals");
  }
  const Index players = keys.size("n");
  const std::int64_t most = fmpz_get_si(exact::numerator(noise));
  const Noise skills(keys.seed(), 0);
  const Noise lucks(keys.seed(), 1);
  return formula_game(players, players, [=](Index row, Index column) -> Rational {
    if (row == column) return 0;
    const std::int64_t edge = skill_of(row, skills) - skill_of(column, skills);
    const std::int64_t luck =
        lucks.uniform(-most, most, std::min(row, column), std::max(row, column));
    return in_millionths(edge + (row < column ? luck : -luck));
  });
}

// Czarnecki et al., Real World Games Look Like Spinning Tops (2020), as a formula. Each player has
// a strength s in [0, 1) and for each cycle a phase. Row i against column j earns
//
//   s_i - s_j + 2 m (1 - m) * sum over the cycles of wave(phase_i - phase_j),  m = (s_i + s_j) / 2
//
// The wave is the odd wave of period 2 made of parabolas, 4 q (1 - q) for q in [0, 1]: within 6% of
// a sine and exact in integers. The rotations fade linearly with the distance to the top, as
// differences of strength do, so cycles reach the top however many players there are: equilibria
// play about 2 cycles + 1 players. Had rotations faded with the product of both players' distances,
// or been averaged over the cycles, the strongest player would mostly be a saddle point.
std::unique_ptr<FormulaGame> spinning_family(const Keys& keys) {
  const Index players = keys.size("n");
  const Index cycles = keys.integer("cycles", 1, 1000);
  const Noise strengths(keys.seed(), 0);
  const Noise phases(keys.seed(), 1);
  const auto phase = [=](Index player, Index cycle) {
    return phases.uniform(0, 2 * millionths - 1, player, cycle);
  };
  return formula_game(players, players, [=](Index row, Index column) {
    const std::int64_t own = strengths.uniform(0, millionths - 1, row);
    const std::int64_t other = strengths.uniform(0, millionths - 1, column);
    std::int64_t turning = 0;
    for (Index cycle = 0; cycle < cycles; ++cycle) {
      turning += wave(phase(row, cycle) - phase(column, cycle));
    }
    // Truncation towards zero keeps an odd function odd.
    const std::int64_t sum = own + other;
    const std::int64_t breadth = sum * (2 * millionths - sum) / millionths;
    return in_millionths(own - other + breadth * turning / (2 * millionths));
  });
}

}  // namespace allnash::sources
