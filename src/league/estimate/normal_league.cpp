#include "league/estimate/normal_league.hpp"

#include <algorithm>
#include <cmath>

#include "chance/evidence/plain_math.hpp"
#include "core/base/at.hpp"

namespace allnash::league {
namespace {

/// A pair of two kinds, each with a probability, as one kind: with the mean of their rates, and a
/// strength that gives the mean of their variances about the prediction.
PairKnown pair_of(const Posterior::Shape& shape, double is_first, double predicted, bool met,
                  double coins, double won) {
  const auto strength_of = [](std::size_t number) {
    return std::ldexp(1.0, static_cast<int>(number));
  };
  const double first = strength_of(shape.strength);
  const double other = strength_of(shape.other);
  const double rate_of_other = met && shape.even ? 0.5 : predicted;
  PairKnown pair;
  pair.rate = is_first * (first * predicted + won) / (first + coins) +
              (1 - is_first) * (other * rate_of_other + won) / (other + coins);
  pair.spread = predicted * (1 - predicted);
  pair.strength = 1 / (is_first / (first + 1) + (1 - is_first) / (other + 1)) - 1;
  pair.coins = coins;
  return pair;
}

/// Approximately normal.
double drawn_normal(Random& random) {
  double sum = -6;
  for (int t = 0; t < 12; ++t) sum += random.uniform();
  return sum;
}

}  // namespace

void NormalLeague::play(std::size_t a, std::size_t b, double count) {
  PairKnown& known = pair(a, b);
  const double more = count * coins_per_match;
  const double information = known.told_by(more);
  const double kept = information / (1 + information * variance(a, b));
  std::vector<double> change(players);
  for (std::size_t t = 0; t < players; ++t) change[t] = covariance.at(t, a) - covariance.at(t, b);
  for (std::size_t t = 0; t < players; ++t) {
    add_line(covariance.row(t), -kept * change[t], change.data(), players);
  }
  known.coins += more;
  matches[a] += count;
  matches[b] += count;
  played += count;
}

NormalLeague normal_league(const PairingSums& sums, const Posterior::Fit& fit,
                           const std::vector<double>& coins, const std::vector<Index>& players) {
  NormalLeague league;
  const std::size_t count = players.size();
  league.players = count;
  league.matches.resize(count);
  league.pairs.resize(count * (count - 1) / 2);
  std::vector<std::size_t> places(at(sums.rows), count);
  for (std::size_t t = 0; t < count; ++t) places[at(players[t])] = t;
  Table precision(count);
  for (std::size_t a = 0; a < count; ++a) {
    precision.at(a, a) = fit.diagonal[at(players[a])];
    for (std::size_t b = a + 1; b < count; ++b) {
      const double gap = fit.skills[at(players[a])] - fit.skills[at(players[b])];
      const double predicted = 1 / (1 + chance::plain_exp(-gap));
      league.pair(a, b) = pair_of(fit.shape, fit.shape.part, predicted, false, 0, 0);
    }
  }
  double all_coins = 0;
  for (std::size_t t = 0; t < sums.pairings.size(); ++t) {
    const PairingSum& one = sums.pairings[t];
    all_coins += coins[t];
    league.played += one.plays;
    const std::size_t a = places[at(one.entry.row)];
    const std::size_t b = places[at(one.entry.column)];
    if (a < count) league.matches[a] += one.plays;
    if (b < count) league.matches[b] += one.plays;
    if (a == count || b == count) continue;
    precision.at(a, b) = precision.at(b, a) = -fit.information[t];
    const double gap = fit.skills[at(one.entry.row)] - fit.skills[at(one.entry.column)];
    const double predicted = 1 / (1 + chance::plain_exp(-gap));
    const double won = coins[t] * one.won / one.plays;
    league.pair(a, b) = pair_of(fit.shape, fit.is_first[t], predicted, true, coins[t], won);
  }
  if (league.played > 0) league.coins_per_match = all_coins / league.played;
  league.covariance = inverse_of(std::move(precision));
  return league;
}

std::vector<double> expected_scores(const NormalLeague& league, const std::vector<double>& field) {
  std::vector<double> scores(league.players);
  for (std::size_t a = 0; a < league.players; ++a) {
    for (std::size_t b = 0; b < league.players; ++b) scores[a] += field[b] * league.rate(a, b);
  }
  return scores;
}

Table score_slopes(const NormalLeague& league, const std::vector<double>& field) {
  Table slopes(league.players);
  std::size_t place = 0;
  for (std::size_t a = 0; a < league.players; ++a) {
    for (std::size_t b = a + 1; b < league.players; ++b) {
      const double slope = league.pairs[place++].slope();
      slopes.at(a, a) += field[b] * slope;
      slopes.at(a, b) = -field[b] * slope;
      slopes.at(b, b) += field[a] * slope;
      slopes.at(b, a) = -field[a] * slope;
    }
  }
  return slopes;
}

Table score_covariance(const NormalLeague& league, const std::vector<double>& field,
                       const Table& slopes, const Table& responses,
                       const std::vector<std::size_t>& players) {
  const std::size_t count = players.size();
  Table table(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t a = players[i];
    for (std::size_t b = 0; b < league.players; ++b) {
      if (b != a) table.at(i, i) += field[b] * field[b] * league.pair(a, b).deviation();
    }
    for (std::size_t k = 0; k < count; ++k) {
      const std::size_t b = players[k];
      if (k != i) table.at(i, k) -= field[a] * field[b] * league.pair(a, b).deviation();
    }
  }
  // A column of the slopes at a time, so that the inner loop runs along rows.
  std::vector<double> column(count);
  for (std::size_t t = 0; t < league.players; ++t) {
    for (std::size_t k = 0; k < count; ++k) column[k] = slopes.at(players[k], t);
    for (std::size_t i = 0; i < count; ++i) {
      add_line(table.row(i), responses.at(players[i], t), column.data(), count);
    }
  }
  return table;
}

double score_variance(const NormalLeague& league, const std::vector<double>& field,
                      const Table& slopes, const Table& responses, std::size_t one,
                      std::size_t other) {
  double variance = 0;
  for (std::size_t t = 0; t < league.players; ++t) {
    variance +=
        (responses.at(one, t) - responses.at(other, t)) * (slopes.at(one, t) - slopes.at(other, t));
    if (t == one || t == other) continue;
    variance +=
        field[t] * field[t] * (league.pair(one, t).deviation() + league.pair(other, t).deviation());
  }
  const double both = field[one] + field[other];
  return variance + both * both * league.pair(one, other).deviation();
}

std::vector<std::vector<double>> normal_draws(Table covariance, std::size_t count, Random& random) {
  const std::size_t size = covariance.size;
  factorize(covariance);
  std::vector<std::vector<double>> draws(count, std::vector<double>(size));
  std::vector<double> noise(size);
  for (std::vector<double>& draw : draws) {
    for (double& one : noise) one = drawn_normal(random);
    for (std::size_t i = 0; i < size; ++i) {
      draw[i] = inner_product(covariance.row(i), noise.data(), i + 1);
    }
  }
  return draws;
}

}  // namespace allnash::league
