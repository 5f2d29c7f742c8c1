#include "league/estimate/planner.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "chance/evidence/plain_math.hpp"

namespace allnash::league {
namespace {

constexpr double near_best = 0.3;    // gains that go into one scan with the best
constexpr double negligible = 1e-7;  // of the largest weight
constexpr double in_pool = 0.1;
constexpr double most_of_batch = 0.2;
constexpr double least_of_batch = 0.02;
constexpr std::size_t normal_draw_count = 400;
constexpr double far_behind = 5;   // standard deviations: such players are never first
constexpr double never_first = 6;  // so many: they have no weight, either
constexpr double never_times = 50;
constexpr double near_enough = 0.3;  // how long a step may be, as a part of the answer
constexpr double picks_of_forecast = 64;
constexpr std::int64_t most_picks = 500;  // of a batch: longer ones take several matches at a time

/// How fast the risk of a wrong order falls with the variance.
double comparison_weight(double gap, double zone, double variance) {
  constexpr double root_two_pi = 2.50662827463100050242;
  if (variance <= 0) return 0;
  const double u = (gap + zone) / std::sqrt(variance);
  return chance::plain_exp(-u * u / 2) / root_two_pi * u / (2 * variance);
}

/// Places in order of score, best first.
std::vector<std::size_t> by_score(const std::vector<double>& scores) {
  std::vector<std::size_t> order(scores.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater(), [&](std::size_t i) { return scores[i]; });
  return order;
}

/// Upper bounds on the standard deviations of the scores, without the covariance of all skills:
/// those of the parts of a sum add up at most.
std::vector<double> most_deviations(const NormalLeague& league, const std::vector<double>& field) {
  std::vector<double> skills(league.players);
  std::vector<double> own(league.players);
  std::size_t place = 0;
  for (std::size_t a = 0; a < league.players; ++a) {
    for (std::size_t b = a + 1; b < league.players; ++b) {
      const PairKnown& pair = league.pairs[place++];
      const double deviation = pair.slope() * std::sqrt(std::max(0.0, league.variance(a, b)));
      skills[a] += field[b] * deviation;
      skills[b] += field[a] * deviation;
      own[a] += field[b] * field[b] * pair.deviation();
      own[b] += field[a] * field[a] * pair.deviation();
    }
  }
  for (std::size_t a = 0; a < league.players; ++a) skills[a] += std::sqrt(own[a]);
  return skills;
}

/// Two significant digits.
std::int64_t rounded_count(double number) {
  double unit = 1;
  while (number / unit >= 100) unit *= 10;
  return static_cast<std::int64_t>(std::ceil(number / unit) * unit);
}

}  // namespace

struct Planner::Pick {
  std::size_t a = 0;
  std::size_t b = 0;
  double gain = 0;
};

Planner::Planner(NormalLeague league, PlanQuestion question, std::vector<double> scores)
    : league_(std::move(league)),
      question_(std::move(question)),
      scores_(std::move(scores)),
      leader_(static_cast<std::size_t>(std::ranges::max_element(scores_) - scores_.begin())),
      planned_(league_.pairs.size()) {
  refresh();
}

void Planner::refresh() {
  slopes_ = score_slopes(league_, question_.field);
  const std::size_t size = league_.players;
  matters_.assign(size, true);
  if (!question_.whole_order) {
    const std::vector<double> most = most_deviations(league_, question_.field);
    for (std::size_t i = 0; i < size; ++i) {
      matters_[i] = i == leader_ || score_gap(i, leader_) + question_.zone <
                                        never_first * (most[i] + most[leader_]);
    }
  }
  responses_ = Table(size);
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t k = 0; matters_[i] && k < size; ++k) {
      add_line(responses_.row(i), slopes_.at(i, k), league_.covariance.row(k), size);
    }
  }
  weigh();
  weighted_ = product_of(laplacian_, responses_);
  gains_ = Table(size);
  for (std::size_t i = 0; i < size; ++i) {
    if (laplacian_.at(i, i) == 0) continue;
    const double* const right = weighted_.row(i);
    for (std::size_t x = 0; x < size; ++x) {
      const double factor = responses_.at(i, x);
      double* const row = gains_.row(x);
      add_line(row, factor, right, x + 1);
    }
  }
  for (std::size_t x = 0; x < size; ++x) {
    for (std::size_t y = x + 1; y < size; ++y) gains_.at(x, y) = gains_.at(y, x);
  }
  pool_.clear();
  fresh_until_ = league_.played + std::max(64.0, league_.played);
}

/// Sets L. Comparisons that weigh next to nothing are left out.
void Planner::weigh() {
  const std::size_t size = league_.players;
  laplacian_ = Table(size);
  double most = 0;
  const auto weigh_pair = [&](std::size_t i, std::size_t k) {
    const double variance = score_variance(league_, question_.field, slopes_, responses_, i, k);
    laplacian_.at(i, k) = comparison_weight(score_gap(i, k), question_.zone, variance);
    most = std::max(most, laplacian_.at(i, k));
  };
  if (question_.whole_order) {
    std::vector<std::size_t> all(size);
    std::iota(all.begin(), all.end(), std::size_t{0});
    const Table covariance = score_covariance(league_, question_.field, slopes_, responses_, all);
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t k = i + 1; k < size; ++k) {
        const double variance = covariance.at(i, i) + covariance.at(k, k) - 2 * covariance.at(i, k);
        laplacian_.at(i, k) = comparison_weight(score_gap(i, k), question_.zone, variance);
        most = std::max(most, laplacian_.at(i, k));
      }
    }
  } else {
    for (std::size_t i = 0; i < size; ++i) {
      if (i != leader_ && matters_[i]) weigh_pair(std::min(i, leader_), std::max(i, leader_));
    }
  }
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t k = i + 1; k < size; ++k) {
      const double weight = laplacian_.at(i, k) < negligible * most ? 0 : laplacian_.at(i, k);
      laplacian_.at(i, k) = laplacian_.at(k, i) = -weight;
      laplacian_.at(i, i) += weight;
      laplacian_.at(k, k) += weight;
    }
  }
}

double Planner::weighted_variance() const {
  double sum = 0;
  for (std::size_t i = 0; i < league_.players; ++i) {
    for (std::size_t k = i + 1; k < league_.players; ++k) {
      const double weight = -laplacian_.at(i, k);
      if (weight == 0) continue;
      sum += weight * score_variance(league_, question_.field, slopes_, responses_, i, k);
    }
  }
  return sum;
}

/// The terms of the gain of a match, as at the head of planner.hpp.
struct Planner::Terms {
  double kept = 0;    // kappa
  double spread = 0;  // r
  double slope = 0;   // h, the change of the pair's slope
  double fall = 0;    // D, by how much its deviation falls
  double for_a = 0;   // w_b
  double for_b = 0;   // w_a
  double skills = 0;  // d'G d
  double both = 0;    // u'K d
  double own = 0;     // q = u'L u
};

Planner::Terms Planner::terms(std::size_t a, std::size_t b, double matches) const {
  const PairKnown& known = league_.pair(a, b);
  PairKnown then = known;
  then.coins += matches * league_.coins_per_match;
  const double information = known.told_by(then.coins - known.coins);
  Terms of;
  of.spread = league_.variance(a, b);
  of.kept = information / (1 + information * of.spread);
  of.slope = then.slope() - known.slope();
  of.fall = known.deviation() - then.deviation();
  of.for_a = question_.field[b];
  of.for_b = question_.field[a];
  of.skills = gains_.at(a, a) + gains_.at(b, b) - 2 * gains_.at(a, b);
  of.both = of.for_a * (weighted_.at(a, a) - weighted_.at(a, b)) -
            of.for_b * (weighted_.at(b, a) - weighted_.at(b, b));
  of.own = of.for_a * of.for_a * laplacian_.at(a, a) + of.for_b * of.for_b * laplacian_.at(b, b) -
           2 * of.for_a * of.for_b * laplacian_.at(a, b);
  return of;
}

double Planner::gain(std::size_t a, std::size_t b, double matches) const {
  const Terms of = terms(a, b, matches);
  const double rest = 1 - of.kept * of.spread;
  return of.kept * of.skills - 2 * of.slope * rest * of.both -
         of.slope * of.slope * of.spread * rest * of.own + of.fall * of.own;
}

void Planner::play(std::size_t a, std::size_t b, double matches) {
  const std::size_t size = league_.players;
  const Terms of = terms(a, b, matches);
  const double kept = of.kept;
  const double change = of.slope * (1 - kept * of.spread);
  // C becomes C + y v', y = change u - kept C d; so K and G need L y, C'L y and y'L y alone.
  const double square =
      change * change * of.own - 2 * change * kept * of.both + kept * kept * of.skills;
  std::vector<double> moved(size);  // v
  std::vector<double> by_l(size);   // L y
  std::vector<double> by_c(size);   // C'L y
  for (std::size_t t = 0; t < size; ++t) {
    moved[t] = league_.covariance.at(a, t) - league_.covariance.at(b, t);
    by_l[t] = change * (of.for_a * laplacian_.at(a, t) - of.for_b * laplacian_.at(b, t)) -
              kept * (weighted_.at(t, a) - weighted_.at(t, b));
    by_c[t] = change * (of.for_a * weighted_.at(a, t) - of.for_b * weighted_.at(b, t)) -
              kept * (gains_.at(a, t) - gains_.at(b, t));
  }
  for (std::size_t x = 0; x < size; ++x) {
    double* const gains = gains_.row(x);
    double* const weighted = weighted_.row(x);
    const double first = by_c[x] + square * moved[x];
    const double second = moved[x];
    const double third = by_l[x];
    add_line(gains, first, moved.data(), size);
    add_line(gains, second, by_c.data(), size);
    if (third != 0) add_line(weighted, third, moved.data(), size);
  }
  league_.play(a, b, matches);
}

/// One match for each player with few, against the opponent that gains most.
std::vector<Planner::Pick> Planner::newcomers(std::int64_t cap) const {
  std::vector<std::size_t> few;
  for (std::size_t t = 0; t < league_.players; ++t) {
    if (league_.matches[t] < least_matches) few.push_back(t);
  }
  std::ranges::stable_sort(few, {}, [&](std::size_t t) { return league_.matches[t]; });
  std::vector<bool> used(league_.players);
  std::vector<Pick> picks;
  for (const std::size_t one : few) {
    if (used[one]) continue;
    std::optional<Pick> best;
    for (std::size_t other = 0; other < league_.players; ++other) {
      if (other == one || used[other] || planned_[league_.place(one, other)] >= cap) continue;
      const double found = gain(one, other, 1);
      if (!best || found > best->gain) best = Pick{one, other, found};
    }
    if (!best) continue;
    used[best->a] = used[best->b] = true;
    picks.push_back(*best);
  }
  return picks;
}

/// Disjoint pairs with nearly the largest gain. Gains fall as matches are played. So pairs that
/// gained little when all were looked at wait until the rest gains as little.
std::vector<Planner::Pick> Planner::most_useful(std::int64_t cap, std::int64_t at_a_time) {
  const auto count = static_cast<double>(at_a_time);
  std::vector<Pick> picks;
  double most = 0;
  const auto look_at = [&] {
    picks.clear();
    for (const auto& [a, b] : pool_) {
      if (planned_[league_.place(a, b)] >= cap) continue;
      picks.push_back({a, b, gain(a, b, count)});
      if (picks.size() == 1 || picks.back().gain > most) most = picks.back().gain;
    }
  };
  look_at();
  if (picks.empty() || near_best * most < pooled_from_) {
    pool_.clear();
    for (std::size_t a = 0; a < league_.players; ++a) {
      for (std::size_t b = a + 1; b < league_.players; ++b) pool_.emplace_back(a, b);
    }
    look_at();
    pooled_from_ = picks.empty() ? 0 : in_pool * most;
    if (pooled_from_ > 0) {
      pool_.clear();
      for (const Pick& one : picks) {
        if (one.gain >= pooled_from_) pool_.emplace_back(one.a, one.b);
      }
    }
  }
  std::erase_if(picks,
                [&](const Pick& one) { return one.gain < near_best * most && one.gain < most; });
  std::ranges::stable_sort(picks, std::greater(), &Pick::gain);
  std::vector<bool> used(league_.players);
  std::erase_if(picks, [&](const Pick& one) {
    if (used[one.a] || used[one.b]) return true;
    used[one.a] = used[one.b] = true;
    return false;
  });
  return picks;
}

std::vector<PlannedPair> Planner::batch(std::int64_t count) {
  return batch(count, (count + most_picks - 1) / most_picks);
}

std::vector<PlannedPair> Planner::batch(std::int64_t count, std::int64_t at_a_time) {
  std::ranges::fill(planned_, 0);
  pool_.clear();
  const double part =
      std::max(least_of_batch, std::min(most_of_batch, 4 / static_cast<double>(league_.players)));
  const auto step = std::max<std::int64_t>(
      1, static_cast<std::int64_t>(std::ceil(part * static_cast<double>(count))));
  std::int64_t cap = step;
  std::vector<PlannedPair> list;
  while (count > 0) {
    if (league_.played >= fresh_until_) refresh();
    std::int64_t together = 1;
    std::vector<Pick> picks = newcomers(cap);
    if (picks.empty()) {
      picks = most_useful(cap, at_a_time);
      together = at_a_time;
    }
    if (picks.empty()) cap += step;  // every pair has had its part
    for (const Pick& one : picks) {
      const std::int64_t matches = std::min(together, count);
      if (matches == 0) break;
      list.push_back({one.a, one.b, matches});
      planned_[league_.place(one.a, one.b)] += matches;
      play(one.a, one.b, static_cast<double>(matches));
      count -= matches;
    }
  }
  return list;
}

double Planner::probability() const {
  const bool same = question_.judges.empty();
  const std::vector<double>& field = same ? question_.field : question_.judges;
  const std::vector<double> scores = same ? scores_ : expected_scores(league_, field);
  const Table slopes = same ? Table() : score_slopes(league_, field);
  const Table responses = same ? Table() : product_of(slopes, league_.covariance);
  const Table& by_skill = same ? slopes_ : slopes;
  const Table& by_match = same ? responses_ : responses;
  const auto leader = static_cast<std::size_t>(std::ranges::max_element(scores) - scores.begin());
  std::vector<std::size_t> players;
  for (std::size_t i = 0; i < league_.players; ++i) {
    bool may_lead = question_.whole_order || i == leader;
    if (!may_lead && (!same || matters_[i])) {
      const double variance = score_variance(league_, field, by_skill, by_match, i, leader);
      const double gap = scores[leader] - scores[i] + question_.zone;
      may_lead = gap < far_behind * std::sqrt(variance);
    }
    if (may_lead) players.push_back(i);
  }
  Random random(league_.players);  // the same luck before and after a match
  auto draws = normal_draws(score_covariance(league_, field, by_skill, by_match, players),
                            normal_draw_count, random);
  std::vector<double> means;
  for (const std::size_t one : players) means.push_back(scores[one]);
  for (std::vector<double>& draw : draws) {
    for (std::size_t t = 0; t < means.size(); ++t) draw[t] += means[t];
  }
  return settled_in(draws, means, question_);
}

std::vector<std::pair<std::size_t, std::size_t>> Planner::doubtful(std::size_t most) const {
  struct Doubt {
    double distance = 0;
    std::pair<std::size_t, std::size_t> pair;
  };
  std::vector<Doubt> doubts;
  const std::vector<std::size_t> order = by_score(scores_);
  for (std::size_t s = 0; s < order.size(); ++s) {
    if (s > 0 && !question_.whole_order) break;
    for (std::size_t t = s + 1; t < order.size(); ++t) {
      if (!matters_[order[s]] || !matters_[order[t]]) continue;
      const double variance =
          score_variance(league_, question_.field, slopes_, responses_, order[s], order[t]);
      const double gap = score_gap(order[s], order[t]) + question_.zone;
      doubts.push_back({gap / std::sqrt(std::max(variance, 1e-300)), {order[s], order[t]}});
    }
  }
  std::ranges::stable_sort(doubts, {}, &Doubt::distance);
  doubts.resize(std::min(doubts.size(), most));
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (const Doubt& one : doubts) pairs.push_back(one.pair);
  return pairs;
}

std::optional<MatchesNeeded> forecast_of(Planner planner, const StopToken& stop) {
  constexpr std::size_t named = 3;
  const double start = planner.league().played;
  const double most =
      never_times *
      std::max(start, least_matches / 2 * static_cast<double>(planner.league().players));
  double before = planner.probability();
  double added = 0;
  if (before >= settled_at) return MatchesNeeded{true, 0, {}};
  double size = std::max(8.0, start / 128);
  bool growing = true;
  for (;;) {
    if (stop.stopped()) return {};
    const double whole = std::floor(std::min(size, most - added));
    if (whole < 1) return MatchesNeeded{false, {}, planner.doubtful(named)};
    const auto at_a_time =
        std::max<std::int64_t>(1, static_cast<std::int64_t>(whole / picks_of_forecast));
    Planner then = planner;
    (void)then.batch(static_cast<std::int64_t>(whole), at_a_time);
    then.refresh();
    const double now = then.probability();
    if (now < settled_at) {
      planner = std::move(then);
      before = now;
      added += whole;
      if (growing) size = 2 * added;
      continue;
    }
    if (whole <= std::max(8.0, near_enough * (added + whole))) {
      const double way = (settled_at - before) / (now - before);
      return MatchesNeeded{false, rounded_count(std::max(1.0, added + way * whole)), {}};
    }
    growing = false;  // between here and there
    size = whole / 3;
  }
}

double settled_in(const std::vector<std::vector<double>>& draws, const std::vector<double>& means,
                  const PlanQuestion& question) {
  const std::vector<std::size_t> order = by_score(means);
  std::size_t right = 0;
  for (const std::vector<double>& draw : draws) {
    double least = draw[order[0]];
    bool holds = true;
    for (const std::size_t one : order) {
      holds = holds && draw[one] - least <= question.zone;
      if (question.whole_order) least = std::min(least, draw[one]);
    }
    right += holds ? 1 : 0;
  }
  return draws.empty() ? 0 : static_cast<double>(right) / static_cast<double>(draws.size());
}

}  // namespace allnash::league
