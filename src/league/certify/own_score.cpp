#include "league/certify/own_score.hpp"

#include <array>

namespace allnash::league {
namespace {

constexpr std::array<std::int64_t, 11> stakes_in_64{1, 2, 3, 4, 6, 9, 14, 22, 34, 53, 83};
constexpr std::array<std::int64_t, 2> centres_in_4{2, 3};

// e^(1/64000) and e^(-1/64000), rounded down to doubles.
constexpr double growth = 0x1.000106256367p+0;
constexpr double decay = 0x1.fffdf3b75210ep-1;

Least exponential(std::int64_t exponent_in_64000) {
  return exponent_in_64000 < 0 ? Least(decay).power(-exponent_in_64000)
                               : Least(growth).power(exponent_in_64000);
}

}  // namespace

Least own_score_evidence(const Score& score, std::int64_t thousandths) {
  Least sum;
  for (const std::int64_t centre : centres_in_4) {
    for (const std::int64_t stake : stakes_in_64) {
      Least wealth = exponential(stake * score.plays * (250 * centre - thousandths));
      const auto bet = [&](std::int64_t outcome_in_4, std::int64_t times) {
        const std::int64_t in_256 = 256 + stake * (outcome_in_4 - centre);
        wealth.multiply(Least(static_cast<double>(in_256) / 256).power(times));
      };
      bet(4, score.wins);
      bet(2, score.draws);
      bet(0, score.losses());
      sum.add(wealth);
    }
  }
  sum.multiply(1, centres_in_4.size() * stakes_in_64.size());
  return sum;
}

std::int64_t own_score_bound(const Score& score, const Rational& level) {
  const Rational wanted = Rational(1) / level;
  std::int64_t low = 0;  // shown without evidence
  std::int64_t high = 1001;
  while (high - low > 1) {
    const std::int64_t middle = (low + high) / 2;
    (own_score_evidence(score, middle).reaches(wanted) ? low : high) = middle;
  }
  return low;
}

}  // namespace allnash::league
