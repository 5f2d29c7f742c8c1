#include "chance/evidence/sequence.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <stdexcept>

#include "chance/evidence/plain_math.hpp"
#include "chance/evidence/rounded.hpp"
#include "core/base/text.hpp"
#include "core/exact/access.hpp"
#include "core/exact/printed.hpp"

namespace allnash::chance {
namespace {

using exact::Integer;

void multiply(Integer& product, const Integer& factor) {
  fmpz_mul(product.raw(), product.raw(), factor.raw());
}

void multiply_power(Integer& product, const fmpz* base, std::int64_t exponent) {
  Integer power;
  fmpz_pow_ui(power.raw(), base, static_cast<ulong>(exponent));
  multiply(product, power);
}

// With m = p/q and level = k/l: q^t l >= p^s (q-p)^(t-s) k (t+1) "t choose s".
bool value_reaches(const UniformMixture&, const Sample& draws, const Rational& m,
                   const Rational& level) {
  const std::int64_t t = draws.front().count();
  const std::int64_t s = draws.front().whole_sum();
  if (m * Rational(t) >= Rational(s)) return false;  // the sum is rounded down, to be safe
  Integer left(1);
  multiply_power(left, exact::denominator(m), t);
  fmpz_mul(left.raw(), left.raw(), exact::denominator(level));
  Integer right;
  fmpz_bin_uiui(right.raw(), static_cast<ulong>(t), static_cast<ulong>(s));
  fmpz_mul_ui(right.raw(), right.raw(), static_cast<ulong>(t + 1));
  multiply_power(right, exact::numerator(m), s);
  const Rational rest = Rational(1) - m;
  multiply_power(right, exact::numerator(rest), t - s);
  fmpz_mul(right.raw(), right.raw(), exact::numerator(level));
  return fmpz_cmp(left.raw(), right.raw()) >= 0;
}

/// M, rounded up or down.
Rounded value_near(const Bets& bets, const Sample& draws, const Rational& m, Rounding side) {
  const std::int64_t t = count_of(draws);
  Rounded wealth(0, side);
  for (const auto& [stake, weight] : bets.bets) {
    Rounded one = Rounded(Rational(1) / (Rational(1) + stake * (m - bets.centre)), side).power(t);
    one *= Rounded(weight, side);
    for (std::size_t i = 0; i < draws.size(); ++i) {
      for (const auto& [value, times] : draws[i].values()) {
        one *= Rounded(Rational(1) + stake * (value - bets.centres[i]), side).power(times);
      }
    }
    wealth += one;
  }
  return wealth;
}

bool value_reaches(const Bets& bets, const Sample& draws, const Rational& m,
                   const Rational& level) {
  // Usually M is far enough from the level to decide without its millions of digits.
  if (value_near(bets, draws, m, Rounding::down).at_least(level)) return true;
  if (!value_near(bets, draws, m, Rounding::up).at_least(level)) return false;
  const std::int64_t t = count_of(draws);
  Rational wealth;
  for (const auto& [stake, weight] : bets.bets) {
    const Rational all = Rational(1) + stake * (m - bets.centre);
    Integer top(1);
    Integer bottom(1);
    multiply_power(top, exact::denominator(all), t);
    multiply_power(bottom, exact::numerator(all), t);
    for (std::size_t i = 0; i < draws.size(); ++i) {
      for (const auto& [value, times] : draws[i].values()) {
        const Rational factor = Rational(1) + stake * (value - bets.centres[i]);
        multiply_power(top, exact::numerator(factor), times);
        multiply_power(bottom, exact::denominator(factor), times);
      }
    }
    wealth += weight * exact::quotient(top.raw(), bottom.raw());
    if (wealth >= level) return true;
  }
  return false;
}

std::int64_t floor_of(const Rational& value) {
  exact::Integer result;
  fmpz_fdiv_q(result.raw(), exact::numerator(value), exact::denominator(value));
  return fmpz_get_si(result.raw());
}

}  // namespace

void Evidence::add(const Rational& value, std::int64_t times) {
  if (value < Rational(0) || value > Rational(1)) {
    throw std::logic_error("a draw of " + value.to_string() + " outside [0, 1]");
  }
  values_[value] += times;
  count_ += times;
  exact_sum_ += value * Rational(times);
  whole_sum_ = floor_of(exact_sum_);
  sum_ += value.to_double() * static_cast<double>(times);
}

std::string text_of(const Bets& bets) {
  std::string text = "bets " + std::to_string(bets.bets.size());
  for (const auto& [stake, weight] : bets.bets) {
    text += " " + stake.to_string() + " " + weight.to_string();
  }
  text += " centres";
  for (const Rational& one : bets.centres) text += " " + one.to_string();
  return text;
}

Bets bets_in(std::string_view text) {
  std::istringstream words{std::string(text)};
  std::string word;
  words >> word;
  Bets bets;
  std::int64_t count = 0;
  if (word != "bets" || !(words >> count)) throw std::invalid_argument("no bets");
  for (std::string stake; count > 0 && words >> stake >> word; --count) {
    bets.bets.push_back({written_number(stake), written_number(word)});
  }
  if (!(words >> word) || word != "centres") throw std::invalid_argument("no centres");
  while (words >> word) bets.centres.push_back(written_number(word));
  return bets;
}

std::int64_t count_of(const Sample& draws) {
  std::int64_t count = 0;
  for (const Evidence& one : draws) count += one.count();
  return count;
}

GuessedValue::GuessedValue(const Sequence& sequence, const Sample& draws)
    : count_(static_cast<double>(count_of(draws))) {
  if (std::holds_alternative<UniformMixture>(sequence)) {
    won_ = static_cast<double>(draws.front().whole_sum());
    const double lost = count_ - *won_;
    parts_.push_back(
        {plain_log_gamma(1 + *won_) + plain_log_gamma(1 + lost) - plain_log_gamma(2 + count_), 0});
    return;
  }
  const auto& bets = std::get<Bets>(sequence);
  centre_ = bets.centre.to_double();
  for (const auto& [stake, weight] : bets.bets) {
    parts_.push_back({plain_log(weight.to_double()), stake.to_double()});
  }
  for (std::size_t i = 0; i < draws.size(); ++i) {
    const double centre = bets.centres[i].to_double();
    for (const auto& [value, times] : draws[i].values()) {
      const double off = value.to_double() - centre;
      for (Part& one : parts_) {
        one.top += static_cast<double>(times) * plain_log(1 + one.stake * off);
      }
    }
  }
}

double GuessedValue::log_at(double m) const {
  if (won_) {
    return parts_.front().top - *won_ * plain_log(m) - (count_ - *won_) * plain_log(1 - m);
  }
  std::vector<double> logs;
  for (const auto& [top, stake] : parts_) {
    logs.push_back(top - count_ * plain_log(1 + stake * (m - centre_)));
  }
  const double most = std::ranges::max(logs);
  double sum = 0;
  for (const double one : logs) sum += plain_exp(one - most);
  return most + plain_log(sum);
}

bool reaches(const Sequence& sequence, const Sample& draws, const Rational& m,
             const Rational& level) {
  return std::visit([&](const auto& kind) { return value_reaches(kind, draws, m, level); },
                    sequence);
}

double log_of_level(const Rational& level) {
  slong up = 0;
  slong down = 0;
  const double top = fmpz_get_d_2exp(&up, exact::numerator(level));
  const double bottom = fmpz_get_d_2exp(&down, exact::denominator(level));
  return plain_log(top / bottom) + static_cast<double>(up - down) * log_two;
}

std::int64_t guessed_bound(const Sequence& sequence, const Sample& draws, double log_level,
                           std::int64_t grid) {
  if (count_of(draws) == 0) return 0;
  double sum = 0;
  for (const Evidence& one : draws) sum += one.sum_approximate();
  const double average = sum / static_cast<double>(count_of(draws));
  // M falls as m rises; for a uniform mixture only up to the average.
  std::int64_t low = 0;
  auto high = static_cast<std::int64_t>(std::ceil(average * static_cast<double>(grid)));
  high = std::clamp<std::int64_t>(high, 1, grid);
  const GuessedValue value(sequence, draws);
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    const double m = static_cast<double>(middle) / static_cast<double>(grid);
    (value.log_at(m) >= log_level ? low : high) = middle;
  }
  return low;
}

Rational lower_bound(const Sequence& sequence, const Sample& draws, const Rational& level,
                     std::int64_t grid) {
  const auto shown = [&](std::int64_t place) {
    return place <= 0 || reaches(sequence, draws, Rational(place, grid), level);
  };
  const std::int64_t guess = guessed_bound(sequence, draws, log_of_level(level), grid);
  if (shown(guess)) return {guess, grid};
  // Floating point was wrong, usually by one. A bound may always be lowered.
  std::int64_t high = guess;  // does not reach the level
  std::int64_t low = guess - 1;
  for (std::int64_t step = 2; !shown(low); step *= 2) {
    high = low;
    low = std::max<std::int64_t>(guess - step, 0);
  }
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    (shown(middle) ? low : high) = middle;
  }
  return {low, grid};
}

}  // namespace allnash::chance
