#include "league/certify/direct.hpp"

namespace allnash::league {

Least direct_evidence(const Score& score) {
  const std::int64_t all = score.wins + score.losses() + 5;
  const std::int64_t won = score.wins + 2;
  Least term(1);
  Least sum(1);
  for (std::int64_t j = 0; j < won; ++j) {
    term.multiply(static_cast<double>(won - j), static_cast<double>(all - won + j + 1));
    sum.add(term);
  }
  sum.multiply(15, static_cast<double>(8 * (all - won)));
  return sum;
}

}  // namespace allnash::league
