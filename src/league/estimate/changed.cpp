#include "league/estimate/changed.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "core/base/at.hpp"
#include "league/estimate/order.hpp"

namespace allnash::league {
namespace {

constexpr std::int64_t least_plays = 10;  // of a player before, and of a player since
constexpr double least_variance = 1;      // of the outcomes: with less they are far from normal
constexpr double false_alarms = 0.05;     // in all
constexpr std::size_t draws_of_past = 200;

/// The number of standard deviations that a standard normal number is away from 0 with this
/// probability.
double deviations_at(double probability) {
  double low = 0;
  double high = 40;
  for (int step = 0; step < 60; ++step) {
    const double middle = (low + high) / 2;
    (std::erfc(middle / std::sqrt(2.0)) > probability ? low : high) = middle;
  }
  return high;
}

/// The earlier and the later matches of each pairing.
struct Halves {
  PairingSums earlier;
  PairingSums later;
  std::vector<std::int64_t> plays_before;  // of each player
  std::vector<std::int64_t> plays_since;
};

Halves halves_of(const reading::Record& record, const PairingSums& sums, std::int64_t before) {
  Halves halves{sums, sums, {}, {}};
  halves.plays_before.resize(record.rows.size());
  halves.plays_since.resize(record.rows.size());
  std::map<Entry, std::size_t> places;
  for (std::size_t t = 0; t < sums.pairings.size(); ++t) {
    places.emplace(sums.pairings[t].entry, t);
    for (PairingSums* const half : {&halves.earlier, &halves.later}) {
      PairingSum& one = half->pairings[t];
      one.plays = one.won = one.squares = one.rounding = 0;
    }
  }
  std::vector<double> outcomes;
  for (const Rational& one : record.outcomes) outcomes.push_back(one.to_double());
  for (std::size_t t = 0; t < record.plays.size(); ++t) {
    const reading::Play& play = record.plays[t];
    const bool is_earlier = static_cast<std::int64_t>(t) < before;
    PairingSums& half = is_earlier ? halves.earlier : halves.later;
    PairingSum& one = half.pairings[places.at({play.row, play.column})];
    const double outcome = outcomes[play.outcome];
    one.plays += 1;
    one.won += outcome;
    one.squares += outcome * outcome;
    auto& plays = is_earlier ? halves.plays_before : halves.plays_since;
    ++plays[at(play.row)];
    ++plays[at(play.column)];
  }
  return halves;
}

/// Sums over each player's later matches: what they brought, and what leagues that fit the
/// earlier ones expect of them.
class Surprises {
 public:
  Surprises(const Halves& halves, double part)
      : halves_(halves), part_(part), players_(halves.plays_before.size()) {
    for (Totals* const list : {&won_, &mean_, &squares_, &variance_}) list->resize(players_);
  }

  void add_league(const std::vector<Posterior::Moments>& rates) {
    Totals expected(players_);
    Totals variance(players_);
    for (std::size_t t = 0; t < rates.size(); ++t) {
      const auto& one = halves_.later.pairings[t];
      if (one.plays <= 0) continue;
      const double rate = rates[t].mean;
      const double varies =
          one.plays * one.plays * rates[t].variance +
          one.plays * part_ * std::max(0.0, rate * (1 - rate) - rates[t].variance);
      const std::size_t row = at(one.entry.row);
      const std::size_t column = at(one.entry.column);
      expected[row] += one.plays * rate;
      expected[column] += one.plays * (1 - rate);
      variance[row] += varies;
      variance[column] += varies;
    }
    for (std::size_t i = 0; i < players_; ++i) {
      mean_[i] += expected[i];
      squares_[i] += expected[i] * expected[i];
      variance_[i] += variance[i];
    }
    ++leagues_;
  }

  /// Those beyond the point, the most surprising first.
  [[nodiscard]] std::vector<Changed::Surprise> found() {
    for (const auto& one : halves_.later.pairings) {
      won_[at(one.entry.row)] += one.won;
      won_[at(one.entry.column)] += one.plays - one.won;
    }
    std::vector<Changed::Surprise> tested;
    const auto leagues = static_cast<double>(leagues_);
    for (std::size_t i = 0; i < players_; ++i) {
      const std::int64_t plays = halves_.plays_since[i];
      const double mean = mean_[i] / leagues;
      const double matches = variance_[i] / leagues;
      if (halves_.plays_before[i] < least_plays || plays < least_plays) continue;
      if (matches < least_variance) continue;
      const double variance = matches + std::max(0.0, squares_[i] / leagues - mean * mean);
      const auto count = static_cast<double>(plays);
      tested.push_back({static_cast<Index>(i), plays, mean / count, won_[i] / count,
                        (won_[i] - mean) / std::sqrt(variance)});
    }
    const double beyond =
        deviations_at(false_alarms / std::max(1.0, static_cast<double>(tested.size())));
    std::erase_if(tested, [&](const auto& one) { return std::abs(one.deviations) <= beyond; });
    std::ranges::stable_sort(tested, std::greater(),
                             [](const auto& one) { return std::abs(one.deviations); });
    return tested;
  }

 private:
  using Totals = std::vector<double>;
  const Halves& halves_;
  double part_;
  std::size_t players_;
  Totals won_, mean_, squares_, variance_;
  int leagues_ = 0;
};

/// The first and the ranks by the scores of leagues that fit the earlier matches, of those who had
/// any. Players are named where their ranks then and now do not meet.
void compare_ranks(const DrawnScores& scores, const std::vector<Index>& present,
                   const Leaderboard& board, Changed& changed) {
  std::vector<double> sums(present.size());
  for (const std::vector<double>& draw : scores) {
    for (std::size_t i = 0; i < present.size(); ++i) sums[i] += draw[i];
  }
  changed.leader_before = present[at(std::ranges::max_element(sums) - sums.begin())];
  const std::vector<std::vector<Index>> ranks = ranks_of(scores);
  const double last = static_cast<double>(ranks.size() - 1);
  for (const Leaderboard::Player& now : board.players) {
    const auto place = std::ranges::find(present, now.index) - present.begin();
    if (place == std::ssize(present)) {
      changed.joined.push_back(now.index);
      continue;
    }
    std::vector<Index> own;
    for (const std::vector<Index>& draw : ranks) own.push_back(draw[at(place)]);
    std::ranges::sort(own);
    const Index low = own[static_cast<std::size_t>(std::floor(0.05 * last))];
    const Index high = own[static_cast<std::size_t>(std::ceil(0.95 * last))];
    if (now.rank_low <= high && low <= now.rank_high) continue;
    changed.moved.push_back({now.index, low, high, now.rank_low, now.rank_high});
  }
}

}  // namespace

std::optional<Changed> changed_since(const reading::Record& record, const PairingSums& sums,
                                     const Posterior& posterior, const Leaderboard& board,
                                     const ChangeQuestion& question, const StopToken& stop) {
  const std::int64_t all = std::ssize(record.plays);
  if (question.before < least_plays || question.before >= all) return {};
  const Halves halves = halves_of(record, sums, question.before);
  const Posterior past(halves.earlier, posterior, stop);
  Changed changed;
  changed.before = question.before;
  changed.since = all - question.before;
  changed.since_look = question.since_look;
  // Those who had not met anybody are no opponents in the comparison of ranks.
  std::vector<Index> present;
  std::vector<double> field = question.field;
  double shares = 0;
  for (std::size_t i = 0; i < field.size(); ++i) {
    if (halves.plays_before[i] > 0) present.push_back(static_cast<Index>(i));
    if (halves.plays_before[i] == 0) field[i] = 0;
    shares += field[i];
  }
  if (shares <= 0) return {};
  for (double& one : field) one /= shares;
  Hash hash;
  hash.add(hash_of(sums));
  hash.add(question.seed);
  hash.add("changed");
  Random random(hash.value());
  Surprises surprises(halves, past.part());
  DrawnScores scores;
  Posterior::Factors factors;
  for (std::size_t t = 0; t < draws_of_past && !stop.stopped(); ++t) {
    const Posterior::Skills skills = past.draw_skills(random, factors);
    surprises.add_league(past.rates_with(skills));
    if (!question.since_look) continue;
    const std::vector<double> drawn = past.draw_scores(skills, field, random);
    scores.emplace_back();
    for (const Index one : present) scores.back().push_back(drawn[at(one)]);
  }
  if (stop.stopped()) return {};
  changed.contradicting = surprises.found();
  if (question.since_look) compare_ranks(scores, present, board, changed);
  return changed;
}

}  // namespace allnash::league
