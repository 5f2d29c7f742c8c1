// Confidence sequences: lower bounds on a mean that hold at every moment of sampling at once.
//
// Each is a number M(m), computed from the draws so far, that is a supermartingale with start 1
// when m is the mean. By Ville's inequality M(mean) ever reaches 1/alpha with probability at most
// alpha, however often one looks and whenever one stops. So every m below the draws' average with
// M(m) >= 1/alpha is too low, and the mean lies above all of them, save with probability alpha. An
// upper bound is a lower bound of the mirrored draws. docs/theory.md has the proofs.
//
// Floating point only guesses where a bound lies; `reaches` decides in exact arithmetic.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "allnash/rational.hpp"
#include "chance/evidence.hpp"

namespace allnash::chance {

/// The likelihood of the draws averaged over a Beta(a, b) law of the mean, over that of m:
///
///   M(m) = B(a + s, b + t - s) / (B(a, b) m^s (1-m)^(t-s))     t draws, of sum s rounded down
///
/// At its best for draws of 0 and 1. The law must be chosen before the first draw, and may be
/// anything: a poor choice costs draws, never truth.
struct BetaMixture {
  std::int64_t a = 1;  ///< both at least 1
  std::int64_t b = 1;
};

/// The wealth of a gambler who starts with 1, holds the mean to be above m, and stakes a fixed part
/// f of all he has on every draw X: M(m) = sum of weight * product of (1 - f + f X / m) over
/// several f. At its best for draws of small variance. Parts and weights must be chosen before the
/// first draw.
struct Stakes {
  struct Stake {
    Rational part;    ///< in [0, 1)
    Rational weight;  ///< above 0; the weights sum to 1
  };
  std::vector<Stake> stakes;
};

using Sequence = std::variant<BetaMixture, Stakes>;

/// As ledgers and certificates have it: "beta a b", or "stakes count part weight ...".
std::string text_of(const Sequence& sequence);

/// The logarithm of M(m), as floating point sees it. Requires 0 < m < 1.
double log_value(const Sequence& sequence, const Evidence& draws, double m);

/// The logarithm of a level, which may be larger than any double. Requires level > 0.
double log_of_level(const Rational& level);

/// Whether m lies below the draws' average and M(m) >= level, exactly. Requires 0 < m < 1.
bool reaches(const Sequence& sequence, const Evidence& draws, const Rational& m,
             const Rational& level);

/// The multiple of 1/grid where floating point sees the bound, as a count.
std::int64_t guessed_bound(const Sequence& sequence, const Evidence& draws, double log_level,
                           std::int64_t grid);

/// The largest multiple of 1/grid that `reaches` the level, or one a little below where floating
/// point guessed too low; 0 when none does.
Rational lower_bound(const Sequence& sequence, const Evidence& draws, const Rational& level,
                     std::int64_t grid);

}  // namespace allnash::chance
