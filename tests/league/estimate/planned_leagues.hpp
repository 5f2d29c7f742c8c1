// Leagues whose true rates are known, played until the question who scores most counts as settled:
// by the planner, or by a round robin. For a test and for `make bench-plans`.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "league/estimate/estimate.hpp"
#include "league/estimate/planner.hpp"

namespace allnash::planned {

/// How rates come about; what the numbers mean is said at `true_rates`.
struct Family {
  std::string name;
  double skills = 1;   ///< standard deviation, in logarithms of odds
  double effects = 0;  ///< of each pair, likewise
  double cycles = 0;   ///< weight of two rings
};
inline const std::vector<Family>& families() {
  static const std::vector<Family> list{
      {"Elo", 0.8, 0, 0}, {"Elo and pair effects", 0.6, 0.4, 0}, {"cycles", 0.4, 0, 0.6}};
  return list;
}

class Luck {
 public:
  explicit Luck(std::uint64_t seed) : engine_(seed) {}
  double uniform() { return static_cast<double>(engine_() >> 11U) * 0x1p-53; }
  double normal() {
    double sum = -6;
    for (int t = 0; t < 12; ++t) sum += uniform();
    return sum;
  }
  std::size_t below(std::size_t count) { return engine_() % count; }

 private:
  std::mt19937_64 engine_;
};

using Rates = std::vector<std::vector<double>>;

/// logit of the rate = difference of skills + an effect of the pair + cycles from four traits.
inline Rates true_rates(const Family& family, std::size_t players, Luck& luck) {
  std::vector<std::vector<double>> traits(players, std::vector<double>(5));
  for (auto& one : traits) {
    for (double& trait : one) trait = luck.normal();
  }
  Rates rates(players, std::vector<double>(players, 0.5));
  for (std::size_t a = 0; a < players; ++a) {
    for (std::size_t b = a + 1; b < players; ++b) {
      const auto& x = traits[a];
      const auto& y = traits[b];
      const double ring = x[1] * y[2] - x[2] * y[1] + x[3] * y[4] - x[4] * y[3];
      const double odds =
          family.skills * (x[0] - y[0]) + family.effects * luck.normal() + family.cycles * ring;
      rates[a][b] = 1 / (1 + std::exp(-odds));
      rates[b][a] = 1 - rates[a][b];
    }
  }
  return rates;
}

inline std::vector<double> true_scores(const Rates& rates) {
  std::vector<double> scores;
  for (const auto& row : rates) {
    double sum = 0;
    for (const double one : row) sum += one;
    scores.push_back(sum / static_cast<double>(rates.size()));
  }
  return scores;
}

/// Matches that were played, and more of them as coins fall.
class PlayedLeague {
 public:
  PlayedLeague(Rates rates, std::uint64_t seed) : rates_(std::move(rates)), luck_(seed) {}

  void play(std::size_t a, std::size_t b, std::int64_t count) {
    if (a > b) std::swap(a, b);
    auto& [plays, won] = results_[{static_cast<Index>(a), static_cast<Index>(b)}];
    for (std::int64_t t = 0; t < count; ++t) won += luck_.uniform() < rates_[a][b] ? 1 : 0;
    plays += static_cast<double>(count);
    played_ += count;
  }
  [[nodiscard]] league::PairingSums sums() const {
    const auto size = static_cast<Index>(rates_.size());
    league::PairingSums sums{size, size, true, {}};
    for (const auto& [entry, result] : results_) {
      sums.pairings.push_back({entry, result.first, result.second, result.second, 0});
    }
    return sums;
  }
  [[nodiscard]] std::int64_t played() const { return played_; }
  [[nodiscard]] const Rates& rates() const { return rates_; }
  Luck& luck() { return luck_; }

 private:
  Rates rates_;
  Luck luck_;
  std::map<Entry, std::pair<double, double>> results_;
  std::int64_t played_ = 0;
};

/// Pairs in rounds that have each once, in a random order.
class RoundRobin {
 public:
  RoundRobin(std::size_t players, Luck& luck) : players_(players), luck_(luck) {}
  std::pair<std::size_t, std::size_t> next() {
    if (left_.empty()) {
      for (std::size_t a = 0; a < players_; ++a) {
        for (std::size_t b = a + 1; b < players_; ++b) left_.emplace_back(a, b);
      }
      for (std::size_t t = left_.size(); t > 1; --t) {
        std::swap(left_[t - 1], left_[luck_.below(t)]);
      }
    }
    const auto pair = left_.back();
    left_.pop_back();
    return pair;
  }

 private:
  std::size_t players_;
  Luck& luck_;
  std::vector<std::pair<std::size_t, std::size_t>> left_;
};

struct Ended {
  std::int64_t matches = 0;
  bool settled = false;
  bool right = false;  ///< the leader truly scores within the zone of the best
};

/// Plays until it is settled who scores most, or so many matches. Both ways start with five matches
/// a player and are judged alike, after every tenth of the matches so far.
inline Ended play_until_settled(const Rates& rates, bool planned, std::uint64_t seed,
                                std::int64_t most, double zone = 0.02) {
  const std::size_t players = rates.size();
  PlayedLeague matches(rates, seed);
  RoundRobin robin(players, matches.luck());
  const auto by_robin = [&](std::int64_t count) {
    for (std::int64_t t = 0; t < count; ++t) {
      const auto [a, b] = robin.next();
      matches.play(a, b, 1);
    }
  };
  league::PlanQuestion question{false, zone, {}};
  question.field.assign(players, 1 / static_cast<double>(players));
  by_robin(static_cast<std::int64_t>(players) * 5 / 2);
  for (;;) {
    const league::PairingSums sums = matches.sums();
    const league::DrawnLeagues leagues = league::draw_leagues(sums, 400, 1, {});
    std::vector<std::vector<double>> draws;
    std::vector<double> means(players);
    for (const auto& payoffs : leagues.games.payoffs) {
      draws.emplace_back(players);
      for (std::size_t i = 0; i < players; ++i) {
        for (std::size_t j = 0; j < players; ++j) {
          draws.back()[i] += payoffs[i * players + j] / static_cast<double>(players);
        }
        means[i] += draws.back()[i] / static_cast<double>(leagues.count());
      }
    }
    const bool settled = league::settled_in(draws, means, question) >= league::settled_at;
    if (settled || matches.played() >= most) {
      const std::vector<double> scores = true_scores(rates);
      const auto leader = static_cast<std::size_t>(std::ranges::max_element(means) - means.begin());
      return {matches.played(), settled, std::ranges::max(scores) - scores[leader] <= zone};
    }
    const std::int64_t batch = std::max<std::int64_t>(5, matches.played() / 10);
    if (!planned) {
      by_robin(batch);
      continue;
    }
    league::Planner planner(
        league::normal_league(sums, leagues.likeliest, leagues.coins, leagues.rows), question,
        means);
    for (const league::PlannedPair& one : planner.batch(batch)) {
      matches.play(one.a, one.b, one.matches);
    }
  }
}

/// Matches of a plan over those of a round robin, in leagues of a family.
struct Compared {
  int leagues = 0;
  double ratio = 0;        ///< the geometric mean
  std::int64_t robin = 0;  ///< the median
  std::int64_t plan = 0;   ///< the median
  int settled = 0;         ///< by plan
  int right = 0;           ///< of these
  int robin_settled = 0;
  int robin_right = 0;
};

inline Compared compared(const Family& family, std::size_t players, int leagues, std::uint64_t seed,
                         std::int64_t most) {
  Compared found;
  found.leagues = leagues;
  std::vector<std::int64_t> robins;
  std::vector<std::int64_t> plans;
  for (int t = 0; t < leagues; ++t) {
    const std::uint64_t own = mixed(seed * 1000 + static_cast<std::uint64_t>(t));
    Luck luck(own);
    const Rates rates = true_rates(family, players, luck);
    const Ended robin = play_until_settled(rates, false, own + 1, most);
    const Ended plan = play_until_settled(rates, true, own + 2, most);
    robins.push_back(robin.matches);
    plans.push_back(plan.matches);
    found.ratio +=
        std::log(static_cast<double>(plan.matches) / static_cast<double>(robin.matches)) / leagues;
    found.settled += plan.settled ? 1 : 0;
    found.right += plan.settled && plan.right ? 1 : 0;
    found.robin_settled += robin.settled ? 1 : 0;
    found.robin_right += robin.settled && robin.right ? 1 : 0;
  }
  found.ratio = std::exp(found.ratio);
  const auto middle = [](std::vector<std::int64_t> list) {
    std::ranges::sort(list);
    return list[list.size() / 2];
  };
  found.robin = middle(std::move(robins));
  found.plan = middle(std::move(plans));
  return found;
}

}  // namespace allnash::planned
