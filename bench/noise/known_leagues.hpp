// Leagues whose true win rates are known, and matches that are drawn from them.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "allnash/allnash.hpp"

namespace allnash {

struct League {
  std::string name;
  Index size = 0;
  std::vector<double> means;        // win rates, row by row
  std::vector<std::int64_t> plays;  // of each pairing, row < column

  [[nodiscard]] std::size_t at(Index i, Index j) const {
    return static_cast<std::size_t>(i * size + j);
  }
  [[nodiscard]] std::int64_t all_plays() const {
    std::int64_t sum = 0;
    for (const std::int64_t one : plays) sum += one;
    return sum;
  }
};

/// Half the difference of an entry and its mirror image, times `scale`, plus 1/2: a win rate.
inline League win_rates(const std::string& name, const std::string& file, double scale,
                        std::int64_t plays) {
  const auto source = open_game(file);
  League league{name, source->rows(), {}, {}};
  std::vector<Entry> entries;
  for (Index i = 0; i < league.size; ++i) {
    for (Index j = 0; j < league.size; ++j) entries.push_back({i, j});
  }
  const std::vector<Rational> payoffs = payoffs_of(*source, entries);
  league.plays.resize(payoffs.size());
  for (const auto& [i, j] : entries) {
    const double difference = (payoffs[league.at(i, j)] - payoffs[league.at(j, i)]).to_double();
    league.means.push_back(difference * scale / 2 + 0.5);
    if (i < j) league.plays[league.at(i, j)] = plays;
  }
  return league;
}

/// The averages of a table of counts, and its counts.
inline League averages(const std::string& name, const std::string& file) {
  std::ifstream in(file);
  RankOptions options;
  options.resamples = 0;
  const Ranking ranking = rank(read_matches(in, file), options);
  League league{name, std::ssize(ranking.row_labels), {}, {}};
  const auto size = static_cast<std::size_t>(league.size);
  league.means.assign(size * size, 0.5);
  league.plays.resize(size * size);
  for (const auto& [tally, low, high] : ranking.pairings) {
    const auto [i, j] = tally.entry;
    league.means[league.at(i, j)] = tally.mean.to_double();
    league.means[league.at(j, i)] = 1 - tally.mean.to_double();
    league.plays[league.at(i, j)] = tally.plays;
  }
  return league;
}

class Coins {
 public:
  explicit Coins(std::uint64_t seed) : engine_(seed) {}
  double uniform() { return static_cast<double>(engine_() >> 11U) * 0x1p-53; }
  std::uint64_t draw() { return engine_(); }

 private:
  std::mt19937_64 engine_;
};

inline std::string counts_of(const League& league, Coins& coins) {
  std::string text = "row,column,wins,losses\n";
  for (Index i = 0; i < league.size; ++i) {
    for (Index j = i + 1; j < league.size; ++j) {
      const std::int64_t plays = league.plays[league.at(i, j)];
      std::int64_t wins = 0;
      for (std::int64_t t = 0; t < plays; ++t) {
        wins += coins.uniform() < league.means[league.at(i, j)] ? 1 : 0;
      }
      text += fmt::format("{},{},{},{}\n", i, j, wins, plays - wins);
    }
  }
  return text;
}

/// As many matches, each of a pairing at random, as often as it is in the counts.
inline std::string log_of(const League& league, Coins& coins) {
  std::vector<Entry> deck;
  for (Index i = 0; i < league.size; ++i) {
    for (Index j = i + 1; j < league.size; ++j) {
      deck.insert(deck.end(), static_cast<std::size_t>(league.plays[league.at(i, j)]), {i, j});
    }
  }
  std::string text = "row,column,outcome\n";
  for (std::size_t t = 0; t < deck.size(); ++t) {
    const auto [i, j] = deck[coins.draw() % deck.size()];
    text +=
        fmt::format("{},{},{}\n", i, j, coins.uniform() < league.means[league.at(i, j)] ? 1 : 0);
  }
  return text;
}

/// What a mixture of a ranking, whose names are numbers of strategies, truly earns at worst.
inline double earned_at_least(const League& league, const Ranking& ranking,
                              const MixedStrategy& strategy) {
  double least = 1;
  for (Index j = 0; j < league.size; ++j) {
    double earned = 0;
    for (const auto& [i, weight] : strategy) {
      const Index own = std::stoll(ranking.row_labels[static_cast<std::size_t>(i)]);
      earned += weight.to_double() * league.means[league.at(own, j)];
    }
    least = std::min(least, earned);
  }
  return least;
}

}  // namespace allnash
