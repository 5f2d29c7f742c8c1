// Games of skill, antisymmetric, in decimals of six digits: elo and spinning.
#include <algorithm>

#include "exact/access.hpp"
#include "sources/families/formula_game.hpp"
#include "sources/families/makers.hpp"
#include "sources/families/noise.hpp"

namespace allnash::sources {

namespace {

class Elo final : public FormulaGame {
 public:
  Elo(Index players, std::int64_t noise, std::uint64_t seed)
      : FormulaGame(players, players), skill_(seed, 0), luck_(seed, 1), noise_(noise) {}

 private:
  [[nodiscard]] Rational payoff(Index row, Index column) const override {
    if (row == column) return 0;
    const std::int64_t edge = skill(row) - skill(column);
    const std::int64_t luck =
        luck_.uniform(-noise_, noise_, std::min(row, column), std::max(row, column));
    return in_millionths(edge + (row < column ? luck : -luck));
  }
  // Skills are bell-shaped, as Elo (1978) has it: an eighth of the sum of twelve uniform numbers,
  // of standard deviation 1/8. Few players are near the top, however many there are.
  [[nodiscard]] std::int64_t skill(Index player) const {
    std::uint64_t sum = 0;
    for (Index part = 0; part < 3; ++part) {
      for (std::uint64_t word = skill_.word(player, part); word != 0; word >>= 16U) {
        sum += word & 0xffffU;
      }
    }
    return static_cast<std::int64_t>((sum * millionths) >> 19U);
  }
  Noise skill_;
  Noise luck_;
  std::int64_t noise_;
};

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
class Spinning final : public FormulaGame {
 public:
  Spinning(Index players, Index cycles, std::uint64_t seed)
      : FormulaGame(players, players), cycles_(cycles), strength_(seed, 0), phase_(seed, 1) {}

 private:
  [[nodiscard]] Rational payoff(Index row, Index column) const override {
    const std::int64_t own = strength(row);
    const std::int64_t other = strength(column);
    std::int64_t turning = 0;
    for (Index cycle = 0; cycle < cycles_; ++cycle) {
      turning += wave(phase(row, cycle) - phase(column, cycle));
    }
    // Truncation towards zero keeps what is odd odd.
    const std::int64_t sum = own + other;
    const std::int64_t breadth = sum * (2 * millionths - sum) / millionths;
    return in_millionths(own - other + breadth * turning / (2 * millionths));
  }
  // A difference of phases, in (-2, 2), to its wave; all in millionths.
  static std::int64_t wave(std::int64_t turn) {
    if (turn < 0) return -wave(-turn);
    if (turn > millionths) return -wave(2 * millionths - turn);
    return 4 * turn * (millionths - turn) / millionths;
  }
  [[nodiscard]] std::int64_t strength(Index player) const {
    return strength_.uniform(0, millionths - 1, player);
  }
  [[nodiscard]] std::int64_t phase(Index player, Index cycle) const {
    return phase_.uniform(0, 2 * millionths - 1, player, cycle);
  }
  Index cycles_;
  Noise strength_;
  Noise phase_;
};

}  // namespace

std::unique_ptr<FormulaGame> elo_family(const Keys& keys) {
  const Rational noise = keys.rational("noise") * Rational(millionths);
  if (!noise.is_integer() || noise.sign() < 0 || noise > Rational(1000 * millionths)) {
    keys.refuse("noise must be from 0 to 1000, with up to 6 decimals");
  }
  return std::make_unique<Elo>(keys.size("n"), fmpz_get_si(exact::numerator(noise)), keys.seed());
}

std::unique_ptr<FormulaGame> spinning_family(const Keys& keys) {
  return std::make_unique<Spinning>(keys.size("n"), keys.integer("cycles", 1, 1000), keys.seed());
}

}  // namespace allnash::sources
