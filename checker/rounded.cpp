#include "rounded.hpp"

#include <algorithm>

namespace checker {
namespace {

/// All primes up to n < 2^31, and perhaps more; kept for the next call.
const std::vector<std::uint32_t>& primes_up_to(Index n) {
  static Index known = 1;
  static std::vector<std::uint32_t> primes;
  if (n <= known) return primes;
  known = n;
  // The sieve has only odd numbers: index t is 2 t + 1.
  std::vector<bool> composite(to_size(n / 2 + 1));
  primes.assign(1, 2);
  for (std::size_t t = 1; 2 * t + 1 <= to_size(n); ++t) {
    if (composite[t]) continue;
    primes.push_back(static_cast<std::uint32_t>(2 * t + 1));
    for (std::size_t u = 2 * t * (t + 1); u < composite.size(); u += 2 * t + 1) composite[u] = true;
  }
  return primes;
}

}  // namespace

Rounded binomial(Index n, Index k, Rounded::Side side) {
  constexpr Index few = 1000;
  if (n <= few || k <= few || n - k <= few) {
    Integer exact;
    mpz_bin_uiui(exact, static_cast<unsigned long>(n),
                 static_cast<unsigned long>(std::min(k, n - k)));
    return {exact, side};
  }
  Rounded result(1, side);
  std::uint64_t together = 1;  // product of factors that are not yet in the result
  for (const std::uint64_t p : primes_up_to(n)) {
    if (p > static_cast<std::uint64_t>(n)) break;
    auto top = static_cast<std::uint64_t>(n);
    auto one = static_cast<std::uint64_t>(k);
    auto rest = static_cast<std::uint64_t>(n - k);
    while (top >= p) {
      top /= p;
      one /= p;
      rest /= p;
      if (top == one + rest) continue;
      together *= p;  // a factor is below 2^31
      if (together >> 32 == 0) continue;
      result.multiply({static_cast<Index>(together), side});
      together = 1;
    }
  }
  result.multiply({static_cast<Index>(together), side});
  return result;
}

}  // namespace checker
