// In noise, what an optimal mixture earns against an opponent is the mean of a few random payoffs,
// but never below the value. So each of its strategies earns a little more on average than
// strategies that are no more than noise: by a part of a standard deviation. It is not worth while
// to read all strategies until that shows. As with coins of which a few are biased, the next payoff
// is asked of the strategy for which what was seen speaks most (Chandrasekaran and Karp, Finding a
// most biased coin with fewest flips, 2014): most are given up after two or three payoffs, and one
// payoff tells of a row and of a column.
//
// Once a strategy of the support is found and read whole, the others must make up for it where it
// earns least. There their payoffs are far from noise, and they are found with fewer queries each.
// Whether the support is complete is told by the opponents that hold the strategies found to their
// guarantee: a mixture of these holds strategies drawn at random to it, too.
//
// How much more a strategy earns is not known beforehand: the likelihood is averaged over several
// sizes, as if payoffs were normal. A payoff above all that noise has shown speaks for its strategy
// as well. So do payoffs that lie close together (steadiness.cpp): a strategy of the support may
// earn no more than noise in the mean, but always nearly the same. Which of the two it is that
// shows is not known either, so the mean of both ratios counts.
#include "matrix/lazy/support_search.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

#include "core/base/random.hpp"

namespace allnash::matrix {

namespace {

constexpr Index least_lines = 150;  // below, lines are cheap
constexpr Index most_lines = 1'000'000;
constexpr Index most_at_once = 16;        // strategies that are asked about in a round,
constexpr Index part_at_once = 25;        // at most this fraction of all: 1/25
constexpr std::int64_t most_spent = 32;   // lines for the first, and for every other
constexpr std::int64_t part_spent = 32;   // at most this fraction of all payoffs: 1/32,
constexpr std::int64_t least_spent = 12;  // or so many lines
constexpr double doubtful = -3;           // evidence of a whole line that is not kept
constexpr std::size_t most_found = 64;    // of a player
constexpr double part_steady = 0.125;     // of lines of a support, those that show by their spread
constexpr Index must_hold = 32;  // strategies that the opponents must hold to the guarantee
constexpr Index held_at_once = 4;

// The logarithm of the mean of two ratios, given by their logarithms.
double mean_ratio(double one, double other, double part_other) {
  const double larger = std::max(one, other);
  return larger + std::log((1 - part_other) * std::exp(one - larger) +
                           part_other * std::exp(other - larger));
}

std::size_t asked_at_once(const View& view) {
  return at(std::min(most_at_once, view.count() / part_at_once));
}

// The odds for a strategy that is read whole: the fewer opponents, the less a mistake costs.
double odds_wanted(const View& view) {
  constexpr double most = 10;
  constexpr double dear = 1000;  // opponents from which on it takes the most
  const double part = std::min(1.0, static_cast<double>(view.opponents()) / dear);
  return most * part * part;
}

// One turn in so many asks as if nothing were found. In small games more: what was found tells less
// of the rest.
int turns_between(Index lines) {
  constexpr Index least = 3;
  constexpr Index most = 8;
  return static_cast<int>(std::clamp(lines / 100, least, most));
}

}  // namespace

// The logarithm of the mean likelihood ratio, over several differences from noise.
double SupportSearch::StandardizedSum::evidence(double mean_of_all) const {
  constexpr std::array differences{0.2, 0.4, 0.8, 1.6};
  constexpr double most = 500;  // more is beyond all doubt, and may be no double
  const double above = sum - mean_of_all * count;
  double mean = 0;
  for (const double difference : differences) {
    const double logarithm = difference * (above - difference * count / 2);
    mean += std::exp(std::clamp(logarithm, -most, most)) / static_cast<double>(differences.size());
  }
  return std::log(mean);
}

bool SupportSearch::suits(const game::Known& known) {
  return !known.symmetric() && std::min(known.rows(), known.columns()) >= least_lines &&
         std::max(known.rows(), known.columns()) <= most_lines;
}

SupportSearch::SupportSearch(Run& run)
    : run_(run), sides_{{View(run.known, Player::row)}, {View(run.known, Player::column)}} {
  Random random(Hash::hashed(run.options.seed) + 2);
  for (const Player player : game::players) {
    Side& side = sides_.of(player);
    side.places.resize(at(side.view.count()));
    std::iota(side.places.begin(), side.places.end(), Index{0});
    random.shuffle(side.places);
    side.candidates.resize(at(side.view.count()));
    for (std::size_t place = 0; place < side.places.size(); ++place) {
      side.candidates[at(side.places[place])].place = place;
      side.ranking.emplace(0.0, place);
    }
  }
}

// What is known so far shows what noise is like. A line that is known for the most part, as a walk
// to a saddle point leaves it, may be one that is looked for: it does not count.
void SupportSearch::measure_spread() {
  const View& rows = sides_.row.view;
  const View& columns = sides_.column.view;
  const std::vector<Entry> entries = run_.known.entries();
  std::vector<double> payoffs;
  double count = 0;
  double sum = 0;
  double squares = 0;
  double most = -std::numeric_limits<double>::infinity();
  double least = -most;
  for (const auto& [i, j] : entries) {
    if (2 * rows.known_of(i) > columns.count()) continue;
    if (2 * columns.known_of(j) > rows.count()) continue;
    const double payoff = rows.approximate(i, j);
    payoffs.push_back(payoff);
    ++count;
    sum += payoff;
    squares += payoff * payoff;
    most = std::max(most, payoff);
    least = std::min(least, payoff);
  }
  const double mean = sum / count;
  deviation_ = std::sqrt(squares / count - mean * mean);
  if (!(deviation_ > 0)) return;
  sides_.row.mean = mean;
  sides_.column.mean = -mean;
  sides_.row.most = most;
  sides_.column.most = -least;
  sides_.row.noise = NoiseRanks(payoffs);
  for (double& payoff : payoffs) payoff = -payoff;
  sides_.column.noise = NoiseRanks(std::move(payoffs));
  for (const Player player : game::players) {
    Side& side = sides_.of(player);
    side.seen = count;
    for (const Entry& entry : entries) {
      note(side, side.view.own(entry), side.view.other(entry), Aim::plain);
    }
    side.sum = 0;
    side.seen = count;
    side.beyond = 0;
  }
}

void SupportSearch::note(Side& side, Index own, Index other, Aim aim) {
  SupportCandidate& candidate = side.candidates[at(own)];
  const double payoff = side.view.approximate(own, other);
  side.sum += add(side, candidate, payoff, aim);
  ++side.seen;
  if (payoff > side.most) ++side.beyond;
  if (!candidate.is_done) rank(side, candidate);
}

// Returns the payoff in standard deviations above the mean.
double SupportSearch::add(const Side& side, SupportCandidate& candidate, double payoff,
                          Aim aim) const {
  constexpr double cut = 3;  // where payoffs have heavy tails, one of them tells no more than this
  const double place = std::clamp((payoff - side.mean) / deviation_, -cut, cut);
  StandardizedSum& total = aim == Aim::plain ? candidate.plain : candidate.aimed;
  total.sum += place;
  ++total.count;
  if (aim == Aim::plain) candidate.band.add(side.noise.of(payoff));
  if (payoff > side.most) ++candidate.beyond;
  return place;
}

void SupportSearch::rank(Side& side, SupportCandidate& candidate) {
  side.ranking.erase({-candidate.evidence, candidate.place});
  candidate.evidence = evidence(side, candidate);
  side.ranking.emplace(-candidate.evidence, candidate.place);
}

// Where noise is bounded, payoffs above all that were seen at first are rare but in supports.
double SupportSearch::evidence(const Side& side, const SupportCandidate& candidate) {
  constexpr double often = 0.02;  // of a strategy in a support
  const double rarely = (1 + side.beyond) / (1 + side.seen);
  const double mean = side.sum / side.seen;
  const double high =
      candidate.plain.evidence(mean) + candidate.beyond * std::max(0.0, std::log(often / rarely));
  const double steady = candidate.band.evidence(side.noise.least());
  return candidate.before + candidate.aimed.evidence(mean) + mean_ratio(high, steady, part_steady);
}

// Evidence fades as payoffs of other strategies come: what seems likeliest is computed anew.
Lines SupportSearch::likeliest(Side& side) {
  Lines lines;
  for (auto next = side.ranking.begin();
       next != side.ranking.end() && lines.size() < asked_at_once(side.view);) {
    const Index s = side.places[next->second];
    SupportCandidate& candidate = side.candidates[at(s)];
    if (evidence(side, candidate) < candidate.evidence) {
      rank(side, candidate);
      lines.clear();
      next = side.ranking.begin();
    } else {
      lines.push_back(s);
      ++next;
    }
  }
  return lines;
}

// An opponent that the strategy is not known against; one after the other, in the order shuffled.
std::optional<Index> SupportSearch::unknown_to(Side& side, Index strategy) {
  const Lines& opponents = sides_.of(opponent_of(side.view.player())).places;
  for (std::size_t t = 0; t < opponents.size(); ++t) {
    side.place = (side.place + 1) % opponents.size();
    if (!side.view.knows(strategy, opponents[side.place])) return opponents[side.place];
  }
  return std::nullopt;
}

// The likeliest rows and the likeliest columns, against each other as far as they are not known: a
// payoff tells of both. False when the run must end.
bool SupportSearch::ask_plainly() {
  const Lines rows = likeliest(sides_.row);
  const Lines columns = likeliest(sides_.column);
  std::vector<Entry> wanted;
  std::vector<bool> is_met(columns.size());
  for (const Index i : rows) {
    std::size_t place = 0;
    while (place < columns.size() && (is_met[place] || run_.known.knows(i, columns[place]))) {
      ++place;
    }
    if (place < columns.size()) {
      is_met[place] = true;
      wanted.push_back({i, columns[place]});
    } else if (const auto other = unknown_to(sides_.row, i)) {
      wanted.push_back({i, *other});
    }
  }
  for (std::size_t place = 0; place < columns.size(); ++place) {
    if (is_met[place]) continue;
    const auto other = unknown_to(sides_.column, columns[place]);
    const auto entry = other ? std::optional(Entry{*other, columns[place]}) : std::nullopt;
    if (entry && std::ranges::find(wanted, *entry) == wanted.end()) wanted.push_back(*entry);
  }
  if (!run_.ask(wanted)) return false;
  for (const Entry& entry : wanted) {
    note(sides_.row, entry.row, entry.column, Aim::plain);
    note(sides_.column, entry.column, entry.row, Aim::plain);
  }
  return true;
}

// The likeliest strategies where those that were found do worst. False when the run must end.
bool SupportSearch::ask_aimed(Side& side) {
  std::vector<Entry> wanted;
  for (const Index s : likeliest(side)) {
    SupportCandidate& candidate = side.candidates[at(s)];
    while (candidate.next < side.opponents.size() &&
           side.view.knows(s, side.opponents[candidate.next])) {
      ++candidate.next;
    }
    if (candidate.next == side.opponents.size()) continue;
    wanted.push_back(side.view.entry(s, side.opponents[candidate.next]));
  }
  if (!run_.ask(wanted)) return false;
  Side& other = sides_.of(opponent_of(side.view.player()));
  for (const Entry& entry : wanted) {
    const Index own = side.view.own(entry);
    const Index opponent = side.view.other(entry);
    note(side, own, opponent, Aim::aimed);
    note(other, opponent, own, Aim::plain);
  }
  return true;
}

// Those against which the best mixture of the strategies found earns least come first.
void SupportSearch::aim(Side& side) {
  std::vector<double> earned(at(side.view.opponents()));
  const std::vector<double> mixture = side.game.mixture();
  for (std::size_t t = 0; t < side.lines.size(); ++t) {
    for (std::size_t j = 0; j < earned.size(); ++j) earned[j] += mixture[t] * side.lines[t][j];
  }
  side.opponents.resize(earned.size());
  std::iota(side.opponents.begin(), side.opponents.end(), Index{0});
  std::ranges::stable_sort(side.opponents, {}, [&](Index t) { return earned[at(t)]; });
  for (SupportCandidate& candidate : side.candidates) {
    candidate.before += candidate.aimed.evidence(side.sum / side.seen);
    candidate.aimed = {};
    candidate.next = 0;
  }
}

// Reads it whole, and keeps it unless the whole line speaks against it, if with it more is
// guaranteed. Where payoffs are too large for doubles nothing can be concluded.
SupportSearch::End SupportSearch::take(Side& side, Index strategy) {
  SupportCandidate& candidate = side.candidates[at(strategy)];
  candidate.is_done = true;
  side.ranking.erase({-candidate.evidence, candidate.place});
  Block line;
  line.of(side.view.player()) = {strategy};
  if (!run_.ask_lines(line.row, line.column)) return End::stopped;
  std::vector<double> payoffs;
  SupportCandidate whole;
  for (Index t = 0; t < side.view.opponents(); ++t) {
    payoffs.push_back(side.view.approximate(strategy, t));
    add(side, whole, payoffs.back(), Aim::plain);
  }
  // One that was taken for its spread may have outliers, and its mean never spoke for it.
  const bool is_steady = candidate.band.evidence(side.noise.least()) > 0;
  if (!is_steady && evidence(side, whole) < doubtful) return End::not_found;
  side.lines.push_back(std::move(payoffs));
  const double now = side.game.solve({side.lines.begin(), side.lines.end()});
  if (!std::isfinite(now) || (!side.found.empty() && !(now > side.guarantee))) {
    side.lines.pop_back();
    if (!side.lines.empty()) side.game.solve({side.lines.begin(), side.lines.end()});
    return End::not_found;
  }
  side.guarantee = now;
  side.found.push_back(strategy);
  found_.of(side.view.player()).push_back(strategy);
  aim(side);
  return try_answer(side);
}

// A mixture of the opponents that hold the strategies found to their guarantee: does it hold
// others?
SupportSearch::End SupportSearch::try_answer(const Side& side) {
  const auto holding = side.game.holding();
  const double slack = 1e-9 * (1 + std::abs(side.guarantee) + deviation_);
  for (Index from = 0; from < must_hold; from += held_at_once) {
    std::vector<Entry> wanted;
    const Index to = std::min(from + held_at_once, side.view.count());
    for (Index t = from; t < to; ++t) {
      for (const auto& [opponent, unused] : holding) {
        wanted.push_back(side.view.entry(side.places[at(t)], static_cast<Index>(opponent)));
      }
    }
    if (!run_.ask(wanted)) return End::stopped;
    for (Index t = from; t < to; ++t) {
      double earned = 0;
      for (const auto& [opponent, share] : holding) {
        earned += share * side.view.approximate(side.places[at(t)], static_cast<Index>(opponent));
      }
      if (earned > side.guarantee + slack) return End::not_found;
    }
  }
  found_ = {};
  const std::vector<double> mixture = side.game.mixture();
  for (std::size_t t = 0; t < mixture.size(); ++t) {
    if (mixture[t] > 0) found_.of(side.view.player()).push_back(side.found[t]);
  }
  Lines& binding = found_.of(opponent_of(side.view.player()));
  for (const auto& [opponent, unused] : holding) binding.push_back(static_cast<Index>(opponent));
  for (const Player player : game::players) std::ranges::sort(found_.of(player));
  return End::found;
}

SupportSearch::End SupportSearch::run() {
  measure_spread();
  if (!(deviation_ > 0) || !std::isfinite(deviation_)) return End::not_found;
  const std::int64_t line = std::max(run_.known.rows(), run_.known.columns());
  const std::int64_t spent =
      std::clamp(run_.known.size() / part_spent, least_spent * line, most_spent * line);
  const int every = turns_between(line);
  std::int64_t limit = run_.ledger.queries() + spent;
  for (int turn = 1; run_.ledger.queries() < limit; ++turn) {
    if (run_.stop.stopped()) return End::stopped;
    const std::int64_t before = run_.ledger.queries();
    const std::size_t found = std::max(sides_.row.found.size(), sides_.column.found.size());
    if ((found == 0 || turn % every == 0) && !ask_plainly()) return End::stopped;
    for (const Player player : game::players) {
      Side& side = sides_.of(player);
      if (found == 0 || side.found.size() < found) continue;
      if (!ask_aimed(side)) return End::stopped;
    }
    if (run_.ledger.queries() == before) break;
    for (const Player player : game::players) {
      Side& side = sides_.of(player);
      const double sure = std::log(odds_wanted(side.view) * static_cast<double>(side.view.count()));
      const Lines best = likeliest(side);
      if (best.empty() || !(side.candidates[at(best.front())].evidence > sure)) continue;
      const std::size_t before_it = side.found.size();
      const End end = take(side, best.front());
      if (end != End::not_found || side.found.size() == most_found) return end;
      if (side.found.size() > before_it) limit = run_.ledger.queries() + spent;
    }
  }
  return End::not_found;
}

}  // namespace allnash::matrix
