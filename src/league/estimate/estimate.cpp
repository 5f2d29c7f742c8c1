#include "league/estimate/estimate.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <queue>
#include <utility>

#include "core/base/at.hpp"
#include "core/lp/float_dictionary.hpp"

namespace allnash::league {
namespace {

// In larger leagues only the most promising strategies take part. A strategy that is worse than all
// of them is neither played nor the worst opponent.
constexpr std::size_t most_looked_at = 300;
constexpr double elo_of_log_odds = 173.71779276130073;  // 400 / log(10)
constexpr double average_rating = 1500;
constexpr std::int64_t parts_of_mixture = 1000;
constexpr double worth_leaving_out = 5e-4;  // loss of the mean worst case
constexpr double near_to_best = 3e-4;       // tolerance of the mean worst case
constexpr double near_for_freezing = 2e-3;  // coarser: frozen weights are rounded more
constexpr std::int64_t draws_for_freezing = 60;
constexpr std::size_t most_in_cycles = 30;
constexpr std::size_t most_cycles = 10;

/// The quantile, by linear interpolation. Requires sorted numbers.
double quantile_of(const std::vector<double>& sorted, double part) {
  const double place = part * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

/// The strategies whose skills may be highest, of the `count` whose skills begin at `first`.
std::vector<Index> likely_strongest(const Posterior& posterior, std::size_t first,
                                    std::size_t count) {
  std::vector<Index> list(count);
  std::iota(list.begin(), list.end(), Index{0});
  if (count <= most_looked_at) return list;
  const auto& fit = posterior.likeliest();
  const auto forecast = [&](Index one) {
    const std::size_t place = first + at(one);
    return -(fit.skills[place] + 1.28 / std::sqrt(fit.diagonal[place]));
  };
  std::ranges::stable_sort(list, {}, forecast);
  list.resize(most_looked_at);
  std::ranges::sort(list);
  return list;
}

/// The game as the column player sees it.
std::vector<double> seen_by_columns(const std::vector<double>& payoffs, std::size_t columns) {
  const std::size_t rows = payoffs.size() / columns;
  std::vector<double> turned_payoffs(payoffs.size());
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) {
      turned_payoffs[j * rows + i] = 1 - payoffs[i * columns + j];
    }
  }
  return turned_payoffs;
}

GameList turned_list(const GameList& games) {
  GameList list{games.others, games.own, {}, games.symmetric};
  for (const std::vector<double>& payoffs : games.payoffs) {
    list.payoffs.push_back(seen_by_columns(payoffs, games.others));
  }
  return list;
}

/// The mixture's worst-case payoff in each game.
std::vector<double> worst_cases_of(const std::vector<double>& mixture, const GameList& games) {
  std::vector<double> worst;
  for (const std::vector<double>& payoffs : games.payoffs) {
    worst.push_back(worst_case_of(mixture, payoffs, games.others));
  }
  return worst;
}

double mean_of(const std::vector<double>& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), 0.0) / static_cast<double>(numbers.size());
}

/// Counts how often each strategy is in the support of a drawn league's equilibrium. Ties have
/// probability 0 in a drawn league, so the equilibrium that a floating-point simplex method finds
/// is the only one. Where rounding leaves doubt, an approximate one is used, in which weights below
/// a hundredth count as 0.
class EquilibriaOfDraws {
 public:
  EquilibriaOfDraws(const DrawnLeagues& leagues, const StopToken& stop)
      : row_shares(leagues.rows.size()), column_shares(leagues.columns.size()) {
    const std::size_t rows = leagues.games.own;
    const std::size_t columns = leagues.games.others;
    for (const std::vector<double>& payoffs : leagues.games.payoffs) {
      lp::FloatDictionary dictionary;
      const auto payoff = [&](std::size_t i, std::size_t j) { return payoffs[i * columns + j]; };
      if (const auto optimum = dictionary.grow(rows, columns, payoff, stop)) {
        add(row_shares, optimum->row.played, 0);
        add(column_shares, optimum->column.played, 0);
      } else {
        const BestWorstCase near =
            best_worst_case({rows, columns, {payoffs}, leagues.symmetric}, near_to_best, stop);
        add(row_shares, near.mixture, 0.01);
        add(column_shares, near.opponents, 0.01);
      }
      if (stop.stopped()) break;
      ++count;
    }
  }

  std::int64_t count = 0;
  std::vector<std::vector<double>> row_shares;  // positive probabilities of each strategy
  std::vector<std::vector<double>> column_shares;

 private:
  static void add(std::vector<std::vector<double>>& shares, const std::vector<double>& played,
                  double none) {
    for (std::size_t t = 0; t < played.size(); ++t) {
      if (played[t] > none) shares[t].push_back(played[t]);
    }
  }
};

/// Number of matches and average payoff of each strategy.
std::vector<Estimate::Strategy> counted(const PairingSums& sums, bool row) {
  std::vector<Estimate::Strategy> list(at(row ? sums.rows : sums.columns));
  std::vector<double> plays(list.size());
  std::vector<double> won(list.size());
  const auto add = [&](Index one, double count, double sum) {
    plays[at(one)] += count;
    won[at(one)] += sum;
  };
  for (const PairingSum& one : sums.pairings) {
    add(row ? one.entry.row : one.entry.column, one.plays, one.won);
    if (row && sums.symmetric) add(one.entry.column, one.plays, one.plays - one.won);
  }
  for (std::size_t t = 0; t < list.size(); ++t) {
    list[t].matches = static_cast<std::int64_t>(plays[t]);
    if (plays[t] > 0) list[t].average = won[t] / plays[t];
  }
  return list;
}

/// Rates the player whose skills begin at `first`. Ratings of both players average 1500.
void rate(std::vector<Estimate::Strategy>& list, const DrawnLeagues& leagues, std::size_t first) {
  std::vector<double> means;
  for (const Posterior::Skills& one : leagues.skills) means.push_back(mean_of(one.skills));
  for (std::size_t t = 0; t < list.size(); ++t) {
    std::vector<double> ratings;
    for (std::size_t s = 0; s < means.size(); ++s) {
      const double skill = leagues.skills[s].skills[first + t] - means[s];
      ratings.push_back(average_rating + elo_of_log_odds * skill);
    }
    list[t].rating = middle_of(std::move(ratings), 0.8);
  }
}

void add_shares(std::vector<Estimate::Strategy>& list, const std::vector<Index>& looked_at,
                std::vector<std::vector<double>> shares, std::int64_t draws) {
  for (std::size_t t = 0; t < looked_at.size(); ++t) {
    Estimate::Strategy& one = list[at(looked_at[t])];
    one.played = std::ssize(shares[t]);
    shares[t].resize(at(draws));  // 0 in the other draws
    one.share = middle_of(std::move(shares[t]), 0.5);
  }
}

/// Played in at least half of the draws: 0, in at least a tenth: 1, in some: 2, in none: 3.
std::size_t level_of(const Estimate::Strategy& one, std::int64_t draws) {
  if (2 * one.played >= draws) return 0;
  if (10 * one.played >= draws) return 1;
  return one.played > 0 ? 2 : 3;
}

std::vector<Tier> tiers_by_draws(const Estimate& estimate) {
  std::vector<Tier> tiers(4);
  const auto sort = [&](const std::vector<Estimate::Strategy>& list, auto side) {
    for (std::size_t t = 0; t < list.size(); ++t) {
      (tiers[level_of(list[t], estimate.draws)].*side).push_back(static_cast<Index>(t));
    }
  };
  sort(estimate.rows, &Tier::rows);
  sort(estimate.columns, &Tier::columns);
  std::erase_if(tiers, [](const Tier& one) { return one.rows.empty() && one.columns.empty(); });
  return tiers;
}

/// Cycles among the strategies that are played in most draws, if at least half of the draws have
/// them.
std::vector<Estimate::Cycle> cycles_of(const Estimate& estimate, const DrawnLeagues& leagues) {
  std::vector<std::size_t> places;
  for (std::size_t t = 0; t < leagues.rows.size(); ++t) {
    if (estimate.rows[at(leagues.rows[t])].played > 0) places.push_back(t);
  }
  std::ranges::stable_sort(places, std::greater(), [&](std::size_t t) {
    return estimate.rows[at(leagues.rows[t])].played;
  });
  if (places.size() > most_in_cycles) places.resize(most_in_cycles);
  std::ranges::sort(places);
  const std::size_t size = leagues.rows.size();
  std::vector<Estimate::Cycle> cycles;
  const auto look_at = [&](std::size_t a, std::size_t b, std::size_t c) {
    std::int64_t stands = 0;
    for (const std::vector<double>& payoffs : leagues.games.payoffs) {
      const bool stays =
          payoffs[a * size + b] > 0.5 && payoffs[b * size + c] > 0.5 && payoffs[c * size + a] > 0.5;
      stands += stays ? 1 : 0;
    }
    if (2 * stands < leagues.count()) return;
    cycles.push_back({{leagues.rows[a], leagues.rows[b], leagues.rows[c]}, stands});
  };
  for (std::size_t a = 0; a < places.size(); ++a) {
    for (std::size_t b = a + 1; b < places.size(); ++b) {
      for (std::size_t c = b + 1; c < places.size(); ++c) {
        look_at(places[a], places[b], places[c]);
        look_at(places[a], places[c], places[b]);
      }
    }
  }
  std::ranges::stable_sort(cycles, std::greater(), &Estimate::Cycle::draws);
  if (cycles.size() > most_cycles) cycles.resize(most_cycles);
  return cycles;
}

}  // namespace

Middle middle_of(std::vector<double> numbers, double part) {
  if (numbers.empty()) return {};
  std::ranges::sort(numbers);
  return {quantile_of(numbers, (1 - part) / 2), quantile_of(numbers, 0.5),
          quantile_of(numbers, (1 + part) / 2)};
}

std::int64_t usual_draws(const PairingSums& sums) {
  const auto side = [](Index count) { return std::min<Index>(count, most_looked_at); };
  const Index payoffs = side(sums.rows) * side(sums.columns);
  return std::clamp<std::int64_t>(
      std::min(8'000'000 / payoffs, 1'000'000 / (sums.rows + sums.columns)), 20, 200);
}

DrawnLeagues draw_leagues(const PairingSums& sums, std::int64_t draws, std::uint64_t seed,
                          const StopToken& stop) {
  const auto posteriors = std::make_shared<const Posteriors>(sums, stop);
  const Posterior& posterior = posteriors->likeliest();
  DrawnLeagues leagues;
  leagues.posteriors = posteriors;
  leagues.symmetric = sums.symmetric;
  if (stop.stopped()) return leagues;
  leagues.rows = likely_strongest(posterior, 0, at(sums.rows));
  leagues.columns =
      sums.symmetric ? leagues.rows : likely_strongest(posterior, at(sums.rows), at(sums.columns));
  leagues.likeliest = posterior.likeliest();
  leagues.coins = posterior.coins();
  leagues.games.own = leagues.rows.size();
  leagues.games.others = leagues.columns.size();
  leagues.games.symmetric = sums.symmetric;
  Hash hash;
  hash.add(hash_of(sums));
  hash.add(seed);
  Random random(hash.value());
  Posteriors::Factors factors;
  for (std::int64_t t = 0; t < draws && !stop.stopped(); ++t) {
    auto [one, skills] = posteriors->draw_skills(random, factors);
    leagues.games.payoffs.push_back(
        one->draw_payoffs(skills, leagues.rows, leagues.columns, random));
    leagues.skills.push_back(std::move(skills));
  }
  return leagues;
}

Advice advice_for(const DrawnLeagues& leagues, bool row, Index strategies, double near_enough,
                  const StopToken& stop) {
  const GameList turned_games = row ? GameList{} : turned_list(leagues.games);
  const GameList& games = row ? leagues.games : turned_games;
  const BestWorstCase best = best_worst_case(games, near_enough, stop);
  Advice advice;
  advice.opponents = best.opponents;
  std::vector<std::int64_t> weights;
  // The fewest strategies whose worst case is as good.
  for (const double least : {0.03, 0.02, 0.01, 0.005, 0.0}) {
    if (least > 0 && std::ranges::max(best.mixture) < least) continue;
    weights = whole_weights(best.mixture, parts_of_mixture, least);
    std::vector<double> shares;
    for (const std::int64_t weight : weights) {
      shares.push_back(static_cast<double>(weight) / parts_of_mixture);
    }
    advice.worst_cases = worst_cases_of(shares, games);
    if (mean_of(advice.worst_cases) >= best.mean - worth_leaving_out) break;
  }
  advice.mixture.denominator = parts_of_mixture;
  advice.mixture.weights.resize(at(strategies));
  const std::vector<Index>& own = row ? leagues.rows : leagues.columns;
  for (std::size_t t = 0; t < own.size(); ++t) advice.mixture.weights[at(own[t])] = weights[t];
  return advice;
}

Recommendation::Recommendation(const PairingSums& sums, const StopToken& stop) {
  if (sums.pairings.empty()) return;
  leagues_ = draw_leagues(sums, std::min(usual_draws(sums), draws_for_freezing), 0, stop);
  if (leagues_.count() == 0) return;
  const Mixture mixture = advice_for(leagues_, true, sums.rows, near_for_freezing, stop).mixture;
  for (const std::int64_t weight : mixture.weights) {
    shares_.push_back(static_cast<double>(weight) / static_cast<double>(mixture.denominator));
  }
}

double Recommendation::worst_case(const std::vector<double>& shares) const {
  std::vector<double> looked_at;
  for (const Index one : leagues_.rows) looked_at.push_back(shares[at(one)]);
  return mean_of(worst_cases_of(looked_at, leagues_.games));
}

std::optional<Middle> worst_case_in(const DrawnLeagues& leagues, const MixedStrategy& strategy,
                                    bool row) {
  const std::vector<Index>& own = row ? leagues.rows : leagues.columns;
  std::vector<double> shares(own.size());
  for (const auto& [index, weight] : strategy) {
    const auto found = std::ranges::lower_bound(own, index);
    if (found == own.end() || *found != index) return {};
    shares[at(found - own.begin())] = weight.to_double();
  }
  std::vector<double> worst = row ? worst_cases_of(shares, leagues.games)
                                  : worst_cases_of(shares, turned_list(leagues.games));
  for (double& one : worst) {
    one = leagues.symmetric ? std::min(one, 0.5) : row ? one : 1 - one;
  }
  return middle_of(std::move(worst), 0.8);
}

EstimateWithReasons estimate_of(const PairingSums& sums, std::int64_t draws, std::uint64_t seed,
                                const StopToken& stop) {
  EstimateWithReasons found;
  found.leagues = draw_leagues(sums, draws, seed, stop);
  const DrawnLeagues& leagues = found.leagues;
  Estimate& estimate = found.estimate;
  if (leagues.count() == 0) return found;
  found.row = advice_for(leagues, true, sums.rows, near_to_best, stop);
  estimate.row_strategy = found.row.mixture.strategy();
  estimate.column_strategy = estimate.row_strategy;
  std::vector<double> worst = found.row.worst_cases;
  for (double& one : worst) one = sums.symmetric ? std::min(one, 0.5) : one;
  estimate.worst_case = middle_of(std::move(worst), 0.8);
  if (!sums.symmetric) {
    found.column = advice_for(leagues, false, sums.columns, near_to_best, stop);
    estimate.column_strategy = found.column.mixture.strategy();
    std::vector<double> conceded = found.column.worst_cases;
    for (double& one : conceded) one = 1 - one;
    estimate.column_worst_case = middle_of(std::move(conceded), 0.8);
  }
  const EquilibriaOfDraws equilibria(leagues, stop);
  if (equilibria.count < leagues.count()) return found;
  estimate.draws = leagues.count();
  estimate.guessed = sums.all_pairings() - std::ssize(sums.pairings);
  estimate.left_out = sums.rows - std::ssize(leagues.rows);
  if (!sums.symmetric) estimate.left_out += sums.columns - std::ssize(leagues.columns);
  estimate.rows = counted(sums, true);
  rate(estimate.rows, leagues, 0);
  add_shares(estimate.rows, leagues.rows, equilibria.row_shares, estimate.draws);
  estimate.columns = estimate.rows;
  if (!sums.symmetric) {
    estimate.columns = counted(sums, false);
    rate(estimate.columns, leagues, at(sums.rows));
    add_shares(estimate.columns, leagues.columns, equilibria.column_shares, estimate.draws);
  }
  estimate.tiers = tiers_by_draws(estimate);
  if (sums.symmetric) estimate.cycles = cycles_of(estimate, leagues);
  return found;
}

Estimate::Rates mean_rates(const DrawnLeagues& leagues, const std::vector<Index>& rows,
                           const std::vector<Index>& columns, std::size_t most) {
  Estimate::Rates rates;
  const auto choose = [&](const std::vector<Index>& order, const std::vector<Index>& there,
                          std::vector<Index>& chosen) {
    std::vector<std::size_t> places;
    for (const Index one : order) {
      if (chosen.size() == most) break;
      const auto found = std::ranges::lower_bound(there, one);
      if (found == there.end() || *found != one) continue;
      chosen.push_back(one);
      places.push_back(at(found - there.begin()));
    }
    return places;
  };
  const std::vector<std::size_t> own = choose(rows, leagues.rows, rates.rows);
  const std::vector<std::size_t> others = choose(columns, leagues.columns, rates.columns);
  for (const std::size_t i : own) {
    for (const std::size_t j : others) {
      double sum = 0;
      for (const std::vector<double>& payoffs : leagues.games.payoffs) {
        sum += payoffs[i * leagues.games.others + j];
      }
      rates.means.push_back(sum / static_cast<double>(leagues.count()));
    }
  }
  return rates;
}

// The worst case is about sum x_i A_ij y_j, with y the worst opponents. A pairing adds the square
// of its coefficient times its variance, which falls as one over the matches. Strategies that only
// some draws play count half as much: the best mixture may need them.
std::vector<Entry> matches_for_estimate(const PairingSums& sums, const EstimateWithReasons& known,
                                        std::int64_t count) {
  const DrawnLeagues& leagues = known.leagues;
  const Estimate& estimate = known.estimate;
  const auto weights_of = [](const Advice& advice, const std::vector<Estimate::Strategy>& list,
                             const std::vector<Index>& looked_at, std::int64_t draws) {
    std::vector<double> weights;
    for (const Index one : looked_at) {
      const double played = static_cast<double>(advice.mixture.weights[at(one)]) /
                            static_cast<double>(advice.mixture.denominator);
      const double often = static_cast<double>(list[at(one)].played) /
                           static_cast<double>(std::max<std::int64_t>(1, draws));
      weights.push_back(played + 0.5 * often * list[at(one)].share.high);
    }
    return weights;
  };
  const std::vector<double> own =
      weights_of(known.row, estimate.rows, leagues.rows, estimate.draws);
  std::vector<double> plays(leagues.rows.size() * leagues.columns.size());
  std::vector<std::size_t> place_of(at(sums.columns), leagues.columns.size());
  for (std::size_t j = 0; j < leagues.columns.size(); ++j) place_of[at(leagues.columns[j])] = j;
  std::vector<std::size_t> row_place(at(sums.rows), leagues.rows.size());
  for (std::size_t i = 0; i < leagues.rows.size(); ++i) row_place[at(leagues.rows[i])] = i;
  for (const PairingSum& one : sums.pairings) {
    const std::size_t i = row_place[at(one.entry.row)];
    const std::size_t j = place_of[at(one.entry.column)];
    if (i < leagues.rows.size() && j < leagues.columns.size()) {
      plays[i * leagues.columns.size() + j] = one.plays;
    }
  }
  struct Use {
    double gain = 0;  // reduction of the variance by one match
    double variance = 0;
    double coins = 0;  // number of coins whose mean has this variance
    Entry entry;
    bool operator<(const Use& other) const {
      return gain != other.gain ? gain < other.gain : entry > other.entry;
    }
    void weigh() { gain = variance / (coins + 1); }
  };
  std::vector<Use> uses;
  const auto draws = static_cast<double>(leagues.count());
  for (std::size_t i = 0; i < leagues.rows.size(); ++i) {
    for (std::size_t j = leagues.symmetric ? i + 1 : 0; j < leagues.columns.size(); ++j) {
      double coefficient = own[i] * known.row.opponents[j];
      if (leagues.symmetric) coefficient += own[j] * known.row.opponents[i];
      if (coefficient <= 0) continue;
      double sum = 0;
      double squares = 0;
      for (const std::vector<double>& payoffs : leagues.games.payoffs) {
        const double payoff = payoffs[i * leagues.columns.size() + j];
        sum += payoff;
        squares += payoff * payoff;
      }
      const double mean = sum / draws;
      const double variance = std::max(1e-12, squares / draws - mean * mean);
      // The number of coins whose posterior has this variance.
      const double coins =
          std::max({0.0, mean * (1 - mean) / variance - 1, plays[i * leagues.columns.size() + j]});
      uses.push_back(
          {0, coefficient * coefficient * variance, coins, {leagues.rows[i], leagues.columns[j]}});
      uses.back().weigh();
    }
  }
  std::vector<Entry> list;
  std::priority_queue<Use> queue(std::less<Use>(), std::move(uses));
  for (std::int64_t t = 0; t < count && !queue.empty(); ++t) {
    Use use = queue.top();
    queue.pop();
    list.push_back(use.entry);
    use.variance *= (use.coins + 1) / (use.coins + 2);
    use.coins += 1;
    use.weigh();
    queue.push(use);
  }
  return list;
}

}  // namespace allnash::league
