#include "evidence.hpp"

#include <algorithm>
#include <cmath>

#include "text.hpp"

namespace checker {
namespace {

// A few bytes may claim any number of plays. If their number decides the running time, these are
// the limits for one arm or interval, and for all of a player or a box.
constexpr Index most_plays = Index{1} << 27;
constexpr Index most_recounted = Index{1} << 32;
// Numbers up to this length are compared exactly, longer ones after rounding to the safe side.
constexpr double short_bits = 65536;

/// Computes with exact numbers; `RoundedTo` rounds them to one side at every step.
struct Exactly {
  Fraction operator()(const Fraction& value) const { return value; }
  [[nodiscard]] Fraction ways(Index n, Index k) const {
    Fraction result;
    mpz_bin_uiui(mpq_numref(result.raw()), static_cast<unsigned long>(n),
                 static_cast<unsigned long>(k));
    return result;
  }
};

struct RoundedTo {
  Rounded::Side side;
  Rounded operator()(const Fraction& value) const { return {value, side}; }
  [[nodiscard]] Rounded ways(Index n, Index k) const { return binomial(n, k, side); }
};
constexpr RoundedTo rounded_up{Rounded::Side::up};
constexpr RoundedTo rounded_down{Rounded::Side::down};

Index bits_of(const Fraction& number) {
  return static_cast<Index>(std::max(mpz_sizeinbase(mpq_numref(number.raw()), 2),
                                     mpz_sizeinbase(mpq_denref(number.raw()), 2)));
}

/// Multiplies `product` by a power of `base`.
template <typename Value>
void multiply_power(Value& product, Value base, Index exponent) {
  base.raise(exponent);
  product.multiply(base);
}

/// M(m) of bets.
template <typename Numbers>
auto wealth_in(const Arm& arm, const Fraction& m, const Numbers& numbers) {
  auto wealth = numbers(0);
  for (const Bet& bet : arm.bets) {
    auto one = numbers(bet.weight);
    multiply_power(one, numbers(1 / (1 + bet.stake * (m - arm.centre))), arm.count);
    for (std::size_t i = 0; i < arm.strata.size(); ++i) {
      for (const auto& [value, times] : arm.strata[i]) {
        multiply_power(one, numbers(1 + bet.stake * (value - arm.centres[i])), times);
      }
    }
    wealth.add(one);
  }
  return wealth;
}

/// An upper bound on the length of the exact numbers of bets. In doubles, which do not overflow.
double exact_bits(const Arm& arm, const Fraction& m) {
  Index stakes = 1;
  for (const Bet& bet : arm.bets) stakes += bits_of(bet.stake) + bits_of(bet.weight);
  double bits = static_cast<double>(arm.count) *
                static_cast<double>(bits_of(m) + stakes + bits_of(arm.centre));
  for (std::size_t i = 0; i < arm.strata.size(); ++i) {
    for (const auto& [value, times] : arm.strata[i]) {
      bits += static_cast<double>(times) *
              static_cast<double>(stakes + bits_of(value) + bits_of(arm.centres[i]));
    }
  }
  return bits * static_cast<double>(arm.bets.size());
}

bool bets_show(const Arm& arm, const Fraction& m, const Fraction& level) {
  const Fraction wanted = 1 / level;
  if (exact_bits(arm, m) <= short_bits) return wealth_of(arm, m) >= wanted;
  return wealth_below(arm, m).against(wanted) >= 0;
}

/// (t+1)! m^s (1-m)^(t-s) / (s! (t-s)!).
template <typename Numbers>
auto inverse_likelihood_in(Index plays, Index won, const Fraction& m, const Numbers& numbers) {
  auto result = numbers.ways(plays, won);
  result.multiply(numbers(plays + 1));
  multiply_power(result, numbers(m), won);
  multiply_power(result, numbers(1 - m), plays - won);
  return result;
}

/// The number itself if it is short, otherwise a short one that is only a little larger.
Fraction shortened_up(Fraction number) {
  constexpr mp_bitcnt_t digits = 192;
  if (bits_of(number) <= static_cast<Index>(digits)) return number;
  mpq_mul_2exp(number.raw(), number.raw(), digits);
  mpz_cdiv_q(mpq_numref(number.raw()), mpq_numref(number.raw()), mpq_denref(number.raw()));
  mpz_set_ui(mpq_denref(number.raw()), 1);
  mpq_div_2exp(number.raw(), number.raw(), digits);
  return number;
}

/// P(Bin(plays, p) >= wins), rounded up. Requires wins >= 1, wins >= plays p + 1, 0 < p < 1.
Rounded upper_tail(Index plays, Index wins, const Fraction& p) {
  Rounded term = rounded_up.ways(plays, wins);
  multiply_power(term, rounded_up(p), wins);
  multiply_power(term, rounded_up(1 - p), plays - wins);
  Rounded total = rounded_up(0);
  total.add(term);
  for (Index t = wins; t < plays; ++t) {
    const Fraction ratio = p * (plays - t) / ((1 - p) * (t + 1));
    term.multiply(rounded_up(ratio));
    // Once a term is small, a geometric series bounds the rest.
    const bool last = term.size() + 160 < total.size();
    if (last) term.multiply(rounded_up(1 / (1 - ratio)));
    total.add(term);
    if (last) break;
  }
  return total;
}

/// Whether the strata prove that their total payoff is at least m.
bool strata_show(const Arm& arm, const Fraction& m, const Fraction& level) {
  Fraction mean;
  Fraction penalty = log_above(level);
  for (const Planned& one : arm.plan) {
    const Fraction weight = one.part / one.planned;
    const Fraction u = weight * arm.lambda;
    const Fraction spread =
        one.squares - 2 * one.centre * one.sum + one.centre * one.centre * one.draws;
    penalty.add(u * u * spread / (Fraction(2) * (1 - u)));
    mean.add(weight * one.sum);
  }
  return m <= mean - penalty / arm.lambda;
}

}  // namespace

Fraction wealth_of(const Arm& arm, const Fraction& m) { return wealth_in(arm, m, Exactly{}); }
Rounded wealth_below(const Arm& arm, const Fraction& m) { return wealth_in(arm, m, rounded_down); }
Fraction inverse_likelihood(Index plays, Index won, const Fraction& m) {
  return inverse_likelihood_in(plays, won, m, Exactly{});
}
Rounded inverse_likelihood_above(Index plays, Index won, const Fraction& m) {
  return inverse_likelihood_in(plays, won, m, rounded_up);
}

bool sum_shows(Index plays, const Fraction& sum, const Fraction& m, const Fraction& level) {
  Integer whole;
  mpz_fdiv_q(whole, mpq_numref(sum.raw()), mpq_denref(sum.raw()));
  const Index won = mpz_get_si(whole);
  if (m * plays >= won) return false;
  if (static_cast<double>(plays) * static_cast<double>(bits_of(m) + 1) <= short_bits) {
    return inverse_likelihood(plays, won, m) <= level;
  }
  return inverse_likelihood_above(plays, won, m).against(level) <= 0;
}
Fraction log_above(const Fraction& level) {
  const Fraction wanted = 1 / level;
  // Floating point may be a unit off; a number that is too low fails the test.
  long up = 0;
  long down = 0;
  const double top = mpz_get_d_2exp(&up, mpq_numref(wanted.raw()));
  const double bottom = mpz_get_d_2exp(&down, mpq_denref(wanted.raw()));
  const double log = std::log(top / bottom) + static_cast<double>(up - down) * std::log(2.0);
  for (auto count = static_cast<Index>(std::max(std::floor(1000 * log) - 1, 0.0));; ++count) {
    const Rounded exponent = rounded_down(Fraction(count) / 1000);
    Rounded term = rounded_down(1);
    Rounded sum = rounded_down(1);
    for (Index k = 1; k <= count / 250 + 40; ++k) {
      term.multiply(exponent);
      term.divide({k, Rounded::Side::up});
      sum.add(term);
    }
    if (sum.against(wanted) >= 0) return Fraction(count) / 1000;
  }
}

namespace {

constexpr mp_bitcnt_t log_bits = 128;

/// A lower bound on 2^128 log((1 + t) / (1 - t)), for t in [0, 1/3] that is `part` / 2^128.
Integer twice_atanh(const Integer& part) {
  Integer square;
  mpz_mul(square, part, part);
  mpz_fdiv_q_2exp(square, square, log_bits);
  Integer power;
  mpz_set(power, part);
  Integer sum;
  Integer term;
  for (unsigned long k = 1; power.sign() > 0; k += 2) {
    mpz_fdiv_q_ui(term, power, k);
    mpz_add(sum, sum, term);
    mpz_mul(power, power, square);
    mpz_fdiv_q_2exp(power, power, log_bits);
  }
  mpz_mul_2exp(sum, sum, 1);
  return sum;
}

}  // namespace

Fraction log_below(const Fraction& number) {
  auto exponent = static_cast<Index>(mpz_sizeinbase(mpq_numref(number.raw()), 2)) -
                  static_cast<Index>(mpz_sizeinbase(mpq_denref(number.raw()), 2));
  const auto scaled = [&](Index by) {
    Fraction result = number;
    if (by >= 0) {
      mpq_div_2exp(result.raw(), result.raw(), static_cast<mp_bitcnt_t>(by));
    } else {
      mpq_mul_2exp(result.raw(), result.raw(), static_cast<mp_bitcnt_t>(-by));
    }
    return result;
  };
  if (scaled(exponent) < 1) --exponent;
  const Fraction rest = scaled(exponent);  // in [1, 2)
  Fraction ratio = (rest - 1) / (rest + 1);
  mpq_mul_2exp(ratio.raw(), ratio.raw(), log_bits);
  Integer part;
  mpz_fdiv_q(part, mpq_numref(ratio.raw()), mpq_denref(ratio.raw()));
  Integer result = twice_atanh(part);
  Integer third;  // log 2 = 2 atanh(1/3)
  mpz_set_ui(third, 1);
  mpz_mul_2exp(third, third, log_bits);
  mpz_fdiv_q_ui(third, third, 3);
  Integer of_two = twice_atanh(third);
  // Fewer than 2^7 terms were rounded, each by less than 2^7 units.
  if (exponent < 0) mpz_add_ui(of_two, of_two, 1UL << 14U);
  mpz_mul_si(of_two, of_two, exponent);
  mpz_add(result, result, of_two);
  Fraction log(result);
  mpq_div_2exp(log.raw(), log.raw(), log_bits);
  return log;
}

string place_of(std::size_t line) { return "line " + std::to_string(line) + ": "; }

void spend(Index& spent, Index plays, const string& place) {
  spent += plays;
  if (plays > most_plays || spent > most_recounted) {
    throw Rejected(place + "too many draws to recount");
  }
}

/// Whether the plays of an arm prove a mean of at least m.
bool shows(const Arm& arm, const Fraction& m, const Fraction& level, Index& spent) {
  if (m.sign() <= 0) return true;  // by the range
  if (m >= 1) return false;
  if (arm.kind == Counted::bets) return bets_show(arm, m, level);
  const Fraction rest = m - arm.itself / 2;
  if (rest.sign() <= 0) return true;  // by meeting itself
  if (arm.kind == Counted::bernstein) return strata_show(arm, rest, level);
  if (arm.itself == 1) return false;
  const Fraction p = shortened_up(rest / (1 - arm.itself));
  if (p >= 1 || arm.sum < p * arm.count + 1) return false;
  spend(spent, arm.count, place_of(arm.line));
  const Index wins = mpz_get_si(mpq_numref(arm.sum.raw()));
  return upper_tail(arm.count, wins, p).against(level) <= 0;
}

}  // namespace checker
