#include "league/certify/frozen.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <compare>
#include <cstdint>
#include <numeric>
#include <utility>

#include "chance/evidence/fixed_plan.hpp"
#include "core/base/at.hpp"
#include "core/base/random.hpp"
#include "league/estimate/estimate.hpp"

namespace allnash::league {

namespace {

/// A pairing as one of its two strategies sees it.
struct PairingResult {
  std::uint64_t result = 0;  // a hash of the number of matches and of the sum won
  std::size_t opponent = 0;  // rows first, then, unless the game is symmetric, columns
};

std::uint64_t hash_of_result(const reading::Total& total, const Rational& sum) {
  Hash hash;
  hash.add(static_cast<std::uint64_t>(total.plays));
  hash.add(sum.to_string());
  return hash.value();
}

std::vector<Index> places_by(const std::vector<std::uint64_t>& colours, std::size_t first,
                             std::size_t count) {
  std::vector<Index> sorted(count);
  std::iota(sorted.begin(), sorted.end(), Index{0});
  std::ranges::stable_sort(sorted, {}, [&](Index one) { return colours[first + at(one)]; });
  std::vector<Index> places(count);
  for (std::size_t t = 0; t < count; ++t) places[at(sorted[t])] = static_cast<Index>(t);
  return places;
}

}  // namespace

CanonicalOrder canonical_order(const reading::Record& record) {
  constexpr int rounds = 3;
  const std::size_t rows = record.rows.size();
  const std::size_t columns = record.symmetric ? 0 : record.columns.size();
  std::vector<std::vector<PairingResult>> seen(rows + columns);
  for (const auto& [entry, total] : record.totals) {
    const std::size_t row = at(entry.row);
    const std::size_t column = at(entry.column) + (record.symmetric ? 0 : rows);
    const Rational lost = Rational(total.plays) - total.sum;
    seen[row].push_back({hash_of_result(total, total.sum), column});
    seen[column].push_back({hash_of_result(total, lost), row});
  }
  std::vector<std::uint64_t> colours(seen.size());
  for (int round = 0; round < rounds; ++round) {
    std::vector<std::uint64_t> next;
    for (const std::vector<PairingResult>& pairings : seen) {
      std::vector<std::pair<std::uint64_t, std::uint64_t>> list;
      for (const auto& [result, opponent] : pairings) list.emplace_back(result, colours[opponent]);
      std::ranges::sort(list);
      Hash hash;
      for (const auto& [result, colour] : list) {
        hash.add(result);
        hash.add(colour);
      }
      next.push_back(hash.value());
    }
    colours = std::move(next);
  }
  CanonicalOrder order{places_by(colours, 0, rows), {}};
  order.columns = record.symmetric ? order.rows : places_by(colours, rows, columns);
  return order;
}

CanonicalOrder given_order(const reading::Record& record) {
  CanonicalOrder order{std::vector<Index>(record.rows.size()),
                       std::vector<Index>(record.columns.size())};
  std::iota(order.rows.begin(), order.rows.end(), Index{0});
  std::iota(order.columns.begin(), order.columns.end(), Index{0});
  return order;
}

namespace {

// The part of the matches on which the mixture is chosen. Anything from a fifth to two fifths does
// as well.
constexpr double early_part = 0.3;

// Random draws decide which matches of a table of counts come first, and who wins a tie. Their seed
// is a hash of the matches, so that nobody can choose it, and the same matches give the same draws
// everywhere. We assume that such a hash is as good as randomness independent of the matches.
/// The seed. It does not depend on the strategies' names.
std::uint64_t seed_of_lots(const Record& record) {
  Hash hash;
  for (const Rational& outcome : record.outcomes) hash.add(outcome.to_string());
  for (const Play& play : record.plays) {
    hash.add(static_cast<std::uint64_t>(play.row));
    hash.add(static_cast<std::uint64_t>(play.column));
    hash.add(play.outcome);
  }
  return hash.value();
}

/// Matches in canonical order, each as the player that comes first in that order sees it.
struct Sorted {
  struct One {
    Play play;
    bool turned = false;  // the column comes first
  };
  std::vector<One> plays;
  std::uint64_t seed = 0;
};
Sorted sorted_plays(const Record& record, const CanonicalOrder& order) {
  std::vector<Rational> outcomes = record.outcomes;
  for (const Rational& outcome : record.outcomes) outcomes.push_back(Rational(1) - outcome);
  std::ranges::sort(outcomes);
  outcomes.erase(std::unique(outcomes.begin(), outcomes.end()), outcomes.end());
  std::vector<std::uint64_t> hashes;
  for (const Rational& outcome : outcomes) {
    Hash hash;
    hash.add(outcome.to_string());
    hashes.push_back(hash.value());
  }
  std::vector<std::array<std::int64_t, 2>> worth;  // rank of an outcome, and of its mirror image
  for (const Rational& outcome : record.outcomes) {
    const auto number = [&](const Rational& share) {
      return std::ranges::lower_bound(outcomes, share) - outcomes.begin();
    };
    worth.push_back({number(outcome), number(Rational(1) - outcome)});
  }
  struct Key {
    Index first = 0;
    Index second = 0;
    std::int64_t worth = 0;
    auto operator<=>(const Key&) const = default;
  };
  std::vector<std::pair<Key, Sorted::One>> keyed;
  for (const Play& play : record.plays) {
    Index first = order.rows[at(play.row)];
    Index second = order.columns[at(play.column)];
    const bool turned = record.symmetric && first > second;
    if (turned) std::swap(first, second);
    keyed.push_back({{first, second, worth[play.outcome][turned ? 1 : 0]}, {play, turned}});
  }
  std::ranges::stable_sort(keyed, {}, &std::pair<Key, Sorted::One>::first);
  Sorted sorted;
  Hash hash;
  for (const auto& [key, one] : keyed) {
    hash.add(static_cast<std::uint64_t>(key.first));
    hash.add(static_cast<std::uint64_t>(key.second));
    hash.add(hashes[at(key.worth)]);
    sorted.plays.push_back(one);
  }
  sorted.seed = hash.value();
  return sorted;
}

/// True with exactly this probability. Takes at least one draw, even if it is 0 or 1.
bool coin(Random& random, Rational probability) {
  const Rational scale(std::int64_t{1} << 62U);
  for (;;) {
    const auto draw = static_cast<std::int64_t>(random.bits() >> 2U);
    if (probability.sign() <= 0) return false;
    if (probability >= Rational(1)) return true;
    // The draw is the next 62 binary digits of a uniform number.
    probability = probability * scale - Rational(draw);
  }
}

/// The expected binomial bound, if the mean payoffs are those of the strata.
Rational bound_of_coins(std::int64_t plays, const std::vector<chance::Stratum>& strata,
                        const Rational& level) {
  Rational mean;
  Rational weights;
  for (const chance::Stratum& one : strata) {
    mean += one.weight * one.sum / Rational(one.planned);
    weights += one.weight;
  }
  const double wins = static_cast<double>(plays) * (mean / weights).to_double();
  return chance::binomial_lower_bound(plays, std::min(static_cast<std::int64_t>(wins), plays),
                                      level);
}

}  // namespace

SplitLog::SplitLog(const Record& record, Schedule schedule)
    : rows_(record.row_count()),
      columns_(record.column_count()),
      symmetric_(record.symmetric),
      schedule_(schedule),
      order_(schedule == Schedule::fixed ? canonical_order(record) : given_order(record)),
      outcomes_(record.outcomes) {
  Sorted sorted;
  if (schedule == Schedule::fixed) {
    sorted = sorted_plays(record, order_);
  } else {
    sorted.seed = seed_of_lots(record);
    for (const Play& play : record.plays) sorted.plays.push_back({play, false});
  }
  Random lots(sorted.seed);
  auto& plays = sorted.plays;
  if (schedule == Schedule::fixed) lots.shuffle(plays);
  const auto freeze = static_cast<std::int64_t>(early_part * static_cast<double>(plays.size()));
  struct Early {
    double matches = 0;  // with a fixed schedule, how many are early
    std::int64_t met = 0;
    SplitMatches* pairing = nullptr;
  };
  std::unordered_map<Entry, Early, game::EntryHash> early_ones;
  for (const auto& [entry, total] : record.totals) {
    early_ones[entry] = {early_part * static_cast<double>(total.plays), 0, &pairings_[entry]};
  }
  for (std::int64_t t = 0; t < std::ssize(plays); ++t) {
    const auto& [play, turned] = plays[at(t)];
    Early& one = early_ones[{play.row, play.column}];
    const Rational& share = outcomes_[play.outcome];
    const Match match{play.outcome, coin(lots, turned ? Rational(1) - share : share) != turned};
    const bool early =
        schedule == Schedule::any ? t < freeze : static_cast<double>(one.met++) < one.matches;
    (early ? one.pairing->early : one.pairing->later).push_back(match);
  }
}

SplitLog::Seat SplitLog::seat(bool row, Index own, Index other) const {
  const bool swapped = symmetric_ ? own > other : !row;
  const Index first = swapped ? other : own;
  static const SplitMatches never_met;
  const auto found = pairings_.find({first, swapped ? own : other});
  return {found == pairings_.end() ? never_met : found->second, swapped};
}

bool SplitLog::will_meet(Entry entry) const {
  const auto found = pairings_.find(entry);
  return found != pairings_.end() && to_come(found->second) > 0;
}

bool SplitLog::each_misses(std::int64_t so_many) const {
  std::vector<std::int64_t> missed(at(rows_), rows_ - 1);
  for (const auto& [entry, pairing] : pairings_) {
    if (to_come(pairing) == 0) continue;
    --missed[at(entry.row)];
    --missed[at(entry.column)];
  }
  return std::ranges::all_of(missed, [&](std::int64_t count) { return count >= so_many; });
}

// If the schedule is not fixed, the number of plays to come is a forecast, and a careful one: a
// planned play that does not take place counts as lost.
std::int64_t SplitLog::to_come(const SplitMatches& pairing) const {
  if (schedule_ == Schedule::fixed) return std::ssize(pairing.later);
  const double likely = static_cast<double>(pairing.early.size()) * (1 - early_part) / early_part;
  return static_cast<std::int64_t>(std::max(0.0, likely - 1.5 * std::sqrt(likely)));
}

std::int64_t SplitLog::wins(const std::vector<Match>& matches, bool turned,
                            std::int64_t first) const {
  const auto end = matches.begin() + std::min<std::int64_t>(first, std::ssize(matches));
  return std::count_if(matches.begin(), end,
                       [turned](const Match& match) { return match.won != turned; });
}

void SplitLog::add_up(chance::Stratum& stratum, const std::vector<Match>& matches, bool turned,
                      std::int64_t first) const {
  stratum.draws = std::min<std::int64_t>(first, std::ssize(matches));
  for (std::int64_t t = 0; t < stratum.draws; ++t) {
    const Rational& outcome = outcomes_[matches[at(t)].outcome];
    const Rational paid = turned ? Rational(1) - outcome : outcome;
    stratum.sum += paid;
    stratum.squares += paid * paid;
  }
}

Rational SplitLog::Side::weight(Index own) const {
  return {mixture.weights[at(own)], mixture.denominator};
}

std::vector<Index> SplitLog::Side::playing(Index other) const {
  std::vector<Index> list;
  for (Index i = 0; i < forecast.own; ++i) {
    if (mixture.weights[at(i)] > 0 && !(forecast.symmetric && i == other)) list.push_back(i);
  }
  return list;
}

chance::Binomial SplitLog::by_rounds(const Side& side, Index other) const {
  chance::Binomial coins;
  const std::int64_t rounds = rounds_against(side.forecast, side.mixture, other);
  for (const Index i : side.playing(other)) {
    const std::int64_t plays = rounds * side.mixture.weights[at(i)];
    const auto [pairing, turned] = seat(side.row, i, other);
    coins.plays += plays;
    coins.wins += wins(pairing.later, turned, plays);
  }
  return coins;
}

// The best lambda is sqrt(2 log(1/level) / V), with V the forecast variance of the strata's sum.
// Nothing if some stratum that is needed has no plays to come.
std::optional<chance::Bernstein> SplitLog::by_strata(const Side& side, Index other,
                                                     const Rational& level) const {
  chance::Bernstein count;
  double variance = 0;
  double largest = INFINITY;  // upper limit of lambda: every u_i <= 1/2
  for (const Index i : side.playing(other)) {
    const auto [pairing, turned] = seat(side.row, i, other);
    chance::Stratum early;
    add_up(early, pairing.early, turned, std::ssize(pairing.early));
    const Rational seen(early.draws + 2);
    early.weight = side.weight(i);
    early.planned = to_come(pairing);
    if (early.planned == 0) return {};
    const double weight = early.weight.to_double();
    const auto planned = static_cast<double>(early.planned);
    early.centre =
        Rational(std::llround(((early.sum + Rational(1)) / seen).to_double() * 1000), 1000);
    // Scaled to the number of plays after the freeze.
    const Rational scale = Rational(early.planned) / seen;
    early.sum = (early.sum + Rational(1)) * scale;
    early.squares = (early.squares + Rational(3, 4)) * scale;
    early.draws = early.planned;
    const double c = early.centre.to_double();
    const double spread =
        early.squares.to_double() / planned - 2 * c * early.sum.to_double() / planned + c * c;
    variance += weight * weight * std::max(spread, 1e-6) / planned;
    largest = std::min(largest, planned / (2 * weight));
    count.strata.push_back(std::move(early));
  }
  if (count.strata.empty()) return {};
  const double best = std::sqrt(2 * chance::log_above(level).to_double() / variance);
  count.lambda = static_cast<std::int64_t>(std::min({best, largest, 1e9}));
  if (count.lambda < 1) return {};
  return count;
}

PairingSums SplitLog::early_sums(bool row) const {
  PairingSums sums{row ? rows_ : columns_, row ? columns_ : rows_, symmetric_, {}};
  for (const auto& [entry, pairing] : pairings_) {
    if (pairing.early.empty()) continue;
    PairingSum one;
    const Index place = order_.rows[at(entry.row)];
    const Index other = order_.columns[at(entry.column)];
    const bool turned = symmetric_ ? place > other : !row;
    one.entry = turned ? Entry{other, place} : Entry{place, other};
    one.plays = static_cast<double>(pairing.early.size());
    for (const Match& match : pairing.early) {
      const double share = outcomes_[match.outcome].to_double();
      const double outcome = turned ? 1 - share : share;
      one.won += outcome;
      one.squares += outcome * outcome;
    }
    sums.pairings.push_back(one);
  }
  std::ranges::sort(sums.pairings, {}, &PairingSum::entry);
  return sums;
}

MatchForecast SplitLog::in_order(const MatchForecast& forecast, bool row) const {
  const std::vector<Index>& own = row ? order_.rows : order_.columns;
  const std::vector<Index>& others = row ? order_.columns : order_.rows;
  MatchForecast sorted = forecast;
  for (Index i = 0; i < forecast.own; ++i) {
    for (Index j = 0; j < forecast.others; ++j) {
      const std::size_t from = at(i * forecast.others + j);
      const std::size_t to = at(own[at(i)] * forecast.others + others[at(j)]);
      sorted.plays[to] = forecast.plays[from];
      sorted.won[to] = forecast.won[from];
      sorted.to_come[to] = forecast.to_come[from];
    }
  }
  return sorted;
}

Choice SplitLog::choice(bool row, const StopToken& stop) const {
  Choice choice{row, {}, {}};
  MatchForecast& forecast = choice.forecast;
  forecast.own = row ? rows_ : columns_;
  forecast.others = row ? columns_ : rows_;
  forecast.symmetric = symmetric_;
  for (Index i = 0; i < forecast.own; ++i) {
    for (Index j = 0; j < forecast.others; ++j) {
      const auto [pairing, turned] = seat(row, i, j);
      const std::int64_t plays = std::ssize(pairing.early);
      forecast.plays.push_back(static_cast<double>(plays));
      forecast.won.push_back(static_cast<double>(wins(pairing.early, turned, plays)));
      forecast.to_come.push_back(static_cast<double>(to_come(pairing)));
    }
  }
  const Recommendation intention(early_sums(row), stop);
  choice.mixtures = mixtures_to_freeze(
      in_order(forecast, row), intention.shares(),
      [&](const std::vector<double>& shares) { return intention.worst_case(shares); }, stop);
  const std::vector<Index>& own = row ? order_.rows : order_.columns;
  for (Mixture& mixture : choice.mixtures) {
    const std::vector<std::int64_t> sorted = mixture.weights;
    for (std::size_t i = 0; i < own.size(); ++i) mixture.weights[i] = sorted[at(own[i])];
  }
  return choice;
}

CertifiedMixture SplitLog::certified(const Choice& choice, const Mixture& mixture,
                                     const Rational& level) const {
  CertifiedMixture found;
  found.mixture = mixture;
  const Side side{choice.row, choice.forecast, mixture};
  for (Index j = 0; j < choice.forecast.others; ++j) {
    ArmBound one = arm_against(side, j, level);
    found.arms.push_back(std::move(one.arm));
    found.bounds.push_back(std::move(one.bound));
  }
  found.guarantee = std::ranges::min(found.bounds);
  return found;
}

// The bound is chosen from the early matches alone.
SplitLog::ArmBound SplitLog::arm_against(const Side& side, Index other,
                                         const Rational& level) const {
  const Rational own = symmetric_ ? side.weight(other) : Rational(0);
  const Rational itself = own / Rational(2);  // the part of the payoff from meeting itself
  const Rational others = Rational(1) - own;
  const chance::Binomial coins = by_rounds(side, other);
  auto strata = by_strata(side, other, level);
  const bool use_strata =
      strata && chance::bernstein_lower_bound(strata->lambda, strata->strata, level) >
                    others * bound_of_coins(coins.plays, strata->strata, level);
  if (!use_strata) {
    return {{coins, 0, 0},
            itself + others * chance::binomial_lower_bound(coins.plays, coins.wins, level)};
  }
  auto stratum = strata->strata.begin();
  for (const Index i : side.playing(other)) {
    const auto [pairing, turned] = seat(side.row, i, other);
    stratum->sum = stratum->squares = 0;
    add_up(*stratum, pairing.later, turned, stratum->planned);
    ++stratum;
  }
  const Rational shown = chance::bernstein_lower_bound(strata->lambda, strata->strata, level);
  return {{std::move(*strata), 0, 0}, itself + std::max(Rational(0), shown)};
}

}  // namespace allnash::league
