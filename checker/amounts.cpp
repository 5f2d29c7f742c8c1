#include "amounts.hpp"

namespace checker {

void Amounts::take(Line& line, Index limit, const char* what, bool either_sign) {
  const Index index = line.count(0, limit - 1);
  if (!at.empty() && index <= at.back()) line.reject(string(what) + " do not rise");
  at.push_back(index);
  amount.push_back(either_sign ? line.nonzero() : line.whole(1));
}

bool Amounts::has_common_factor() const {
  Integer common;
  mpz_set(common, unit);
  for (const Integer& one : amount) mpz_gcd(common, common, one);
  return !common.is_one();
}

}  // namespace checker
