// Games near a tie: strategies that are played once in a billion times or fall short of the value
// by a billionth, beside others that are tied with it exactly.
#pragma once

#include <cmath>
#include <cstdint>
#include <random>

#include "core/exact/matrix.hpp"

namespace allnash::lp {

struct NearTies {
  Index side = 40;       ///< rows, before mixtures join; columns are as many
  Index mixtures = 10;   ///< rows, and columns, that are mixtures of others, or nearly
  int entries = 50;      ///< payoffs are from -entries to entries, before they are scaled
  int digits = 6;        ///< lines are scaled by up to 10^digits, and mixtures off by 10^-digits
  bool scaled = true;    ///< lines are scaled: weights become tiny
  bool skew = true;      ///< a symmetric game: its value is 0, and stays so when lines are scaled
  bool doubles = false;  ///< payoffs are rounded to 53 bits after thirds were taken of them
};

inline exact::Matrix near_ties(const NearTies& kind, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto below = [&](std::int64_t count) {
    return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(count));
  };
  const Index whole = kind.side + kind.mixtures;
  const Rational unit(static_cast<std::int64_t>(std::pow(10, kind.digits)));
  exact::Matrix game(whole, whole);
  for (Index i = 0; i < kind.side; ++i) {
    for (Index j = kind.skew ? i + 1 : 0; j < kind.side; ++j) {
      game.at(i, j) = Rational(below(2 * kind.entries + 1) - kind.entries) * unit * 12;
      if (kind.skew) game.at(j, i) = -game.at(i, j);
    }
  }
  // The mean of a few lines, and off by a little or not at all: never to the advantage of whoever
  // would play it, so that the value stays.
  const auto mix = [&](Index line, Index count, auto entry, int worse) {
    const Index parts = 2 + below(3);
    const Rational off(worse * below(3) * below(3));
    for (Index t = 0; t < count; ++t) entry(line, t) = off;
    for (Index part = 0; part < parts; ++part) {
      const Index from = below(kind.side);
      for (Index t = 0; t < count; ++t) entry(line, t) += entry(from, t) / Rational(parts);
    }
  };
  const auto row = [&](Index i, Index j) -> Rational& { return game.at(i, j); };
  const auto column = [&](Index j, Index i) -> Rational& { return game.at(i, j); };
  for (Index t = kind.side; t < whole; ++t) mix(t, kind.side, row, -1);
  for (Index t = kind.side; t < whole; ++t) mix(t, whole, column, 1);
  if (kind.scaled) {
    const auto scale = [&](auto entry) {
      for (Index line = 0; line < whole; ++line) {
        const Rational by(static_cast<std::int64_t>(std::pow(10, below(kind.digits + 1))));
        for (Index t = 0; t < whole; ++t) entry(line, t) *= by;
      }
    };
    scale(row);
    scale(column);
  }
  if (kind.doubles) {
    for (Index i = 0; i < whole; ++i) {
      for (Index j = 0; j < whole; ++j) {
        game.at(i, j) = Rational((game.at(i, j) / Rational(3)).to_double());
      }
    }
  }
  return game;
}

}  // namespace allnash::lp
