// An optimal mixture of k rows guarantees the value v against every column, and of the mixtures of
// k rows that are no more than noise each column that is read rules out about half: of all C(n, k)
// sets of k rows the support is the best, or among the best, after some log2 C(n, k) columns,
// sooner when v is far above the middle of the payoffs and later when it is below; then it is the
// columns' support that stands out sooner. A mixture that linear programming fits to these columns
// shows the support much later, for it plays as many rows as there are columns.
//
// Sets are found by exchange, from sets drawn at random: the best strategy in one place, the others
// staying, then in the next, until no exchange guarantees more. Which strategies cannot be the best
// in a place is told by few small games: where the opponent's answer to the others and one more
// holds all of these to the bar, a strategy that it holds to the bar, too, would not pass it in
// that place. A set so found is not trusted: it is read against further columns, k payoffs a
// column, and a false one soon falls below what the support must earn. That costs little beside a
// line.
//
// Tried and dropped, on planted, n = 800, k = 4, seeds 1 to 24, where an earlier form of this asked
// for 64 n: ten starts a size (64 n, twice the time); one start (70 n); starts from what has come
// up in the player's mixes (66 n); columns alone, or two for each row (66 n, and up to 130 n where
// the value is low).
#include "search/lazy/supports.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace allnash::methods {

namespace {

constexpr Index least_strategies = 150;  // below, lines are cheap and the pursuit is not
constexpr Index most_strategies = 5000;
constexpr std::size_t smallest_set = 3;  // pairs have a search of their own
constexpr std::size_t largest_set = 5;
constexpr int starts_a_size = 4;  // in a round
constexpr Index must_stand = 32;  // further opponents that a set must stand against
constexpr Index at_a_time = 4;    // of them, those that are read in a round

// The logarithm to base 2 of how many sets there are.
double bits_of(std::size_t size, Index count) {
  double bits = 0;
  for (std::size_t t = 0; t < size; ++t) {
    bits += std::log2(static_cast<double>(count - std::min(count - 1, static_cast<Index>(t))) /
                      static_cast<double>(t + 1));
  }
  return bits;
}

// With fewer lines too many sets do well, with more the sets of this size have had their turn.
bool is_time_for(std::size_t size, Index count, std::size_t lines) {
  constexpr double begin = 0.45;
  constexpr double end = 1.25;
  const double bits = bits_of(size, count);
  const auto known = static_cast<double>(lines);
  return known >= begin * bits && known <= end * bits;
}

// So that no exchange is made for rounding's sake.
double bar_above(double bound) { return bound + 1e-9 * (1 + std::abs(bound)); }

}  // namespace

Supports::Supports(Run& run, Player player)
    : run_(run),
      view_(run.known, player),
      random_(Hash::hashed(run.options.seed) + (player == Player::row ? 0 : 1)) {}

bool Supports::suit(const game::Known& known) {
  return std::min(known.rows(), known.columns()) >= least_strategies &&
         std::max(known.rows(), known.columns()) <= most_strategies;
}

void Supports::learn(Outlook& outlook) {
  lines_ = &outlook.lines();
  learned_ = lines_->size();
  payoffs_.resize(at(view_.count()) * learned_);
  for (std::size_t t = 0; t < learned_; ++t) {
    const std::vector<double>& line = (*lines_)[t];
    for (std::size_t s = 0; s < line.size(); ++s) payoffs_[s * learned_ + t] = line[s];
  }
  // One that earns more on average than others do is the likelier to belong to an equilibrium.
  chances_.clear();
  double sum = 0;
  for (const double standing : outlook.standing()) chances_.push_back(sum += std::exp(standing));
}

EarnedBySome Supports::earned_by(const Lines& strategies) const {
  EarnedBySome earned;
  for (const Index s : strategies) earned.push_back(earned_by(s));
  return earned;
}

// The first ones and others at random. Requires that there are as many strategies. Where a few earn
// so much more than the rest that chances would bring no others, all are drawn alike.
Lines Supports::drawn(Lines first, std::size_t size) {
  constexpr int enough = 100;  // draws by their chances
  Lines result = std::move(first);
  for (int draws = 0; result.size() < size; ++draws) {
    const double place = random_.uniform() * chances_.back();
    const Index likely = std::ranges::upper_bound(chances_, place) - chances_.begin();
    const Index s =
        draws < enough ? std::min(likely, view_.count() - 1) : random_.below(view_.count());
    if (std::ranges::find(result, s) == result.end()) result.push_back(s);
  }
  return result;
}

double Supports::improve(Lines& strategies) {
  double bound = game_.solve(earned_by(strategies));
  std::size_t settled = 0;  // places in a row in which nothing changed
  for (std::size_t place = strategies.size(); settled < strategies.size();) {
    if (run_.stop.stopped()) break;
    place = (place > 0 ? place : strategies.size()) - 1;
    settled = replace(strategies, place, bound) ? 1 : settled + 1;
  }
  std::ranges::sort(strategies);
  return bound;
}

// Puts the best strategy in this place. False when it is the one that is there.
bool Supports::replace(Lines& strategies, std::size_t place, double& bound) {
  EarnedBySome trial = earned_by(strategies);
  trial.erase(trial.begin() + static_cast<std::ptrdiff_t>(place));
  game_.solve(trial);
  trial.emplace_back();
  answer_all();
  bool better = false;
  for (;;) {
    const double bar = bar_above(bound);
    std::erase_if(left_, [&](const Answered& one) { return !(one.earned > bar); });
    const auto best = std::ranges::max_element(left_, {}, &Answered::earned);
    if (best == left_.end()) return better;
    const Index s = best->strategy;
    left_.erase(best);
    trial.back() = earned_by(s);
    const double now = game_.solve(trial);
    if (now > bar) {
      bound = now;
      strategies[place] = s;
      better = true;
    }
    answer_those_left();
  }
}

// Holds all strategies against the opponent's answer to the game that was solved last.
void Supports::answer_all() {
  left_.resize(at(view_.count()));
  for (std::size_t s = 0; s < left_.size(); ++s) left_[s] = {static_cast<Index>(s), 0};
  for (const auto& [t, share] : game_.holding()) {
    const std::vector<double>& line = (*lines_)[t];
    for (std::size_t s = 0; s < line.size(); ++s) left_[s].earned += share * line[s];
  }
}

void Supports::answer_those_left() {
  const auto holding = game_.holding();
  for (Answered& one : left_) {
    const auto payoffs = earned_by(one.strategy);
    one.earned = 0;
    for (const auto& [t, share] : holding) one.earned += share * payoffs[t];
  }
}

// What is known of further opponents counts, too.
void Supports::weigh(Candidate& candidate) {
  const auto known_against = [&](Index t) {
    return std::ranges::all_of(candidate.strategies, [&](Index s) { return view_.knows(s, t); });
  };
  while (candidate.depth < std::min(must_stand, view_.opponents()) &&
         known_against(candidate.depth)) {
    ++candidate.depth;
  }
  std::vector<std::vector<double>> all;
  for (const Index s : candidate.strategies) {
    const auto earned = earned_by(s);
    auto& line = all.emplace_back(earned.begin(), earned.end());
    for (Index t = 0; t < candidate.depth; ++t) line.push_back(view_.approximate(s, t));
  }
  candidate.bound = game_.solve({all.begin(), all.end()});
}

// The candidates against a few opponents more. False when the run must end.
bool Supports::read_on() {
  std::vector<Entry> wanted;
  for (const Candidate& candidate : candidates_) {
    const Index to = std::min(view_.opponents(), candidate.depth + at_a_time);
    for (Index t = candidate.depth; t < to; ++t) {
      for (const Index s : candidate.strategies) wanted.push_back(view_.entry(s, t));
    }
  }
  if (!run_.ledger.ask(wanted)) return false;
  for (Candidate& candidate : candidates_) weigh(candidate);
  return true;
}

// Without the strategies that it does as well without: each would be a line read for nothing.
void Supports::settle_on(Candidate candidate) {
  for (std::size_t place = candidate.strategies.size();
       place > 0 && candidate.strategies.size() > 1; --place) {
    Candidate fewer = candidate;
    fewer.strategies.erase(fewer.strategies.begin() + static_cast<std::ptrdiff_t>(place - 1));
    weigh(fewer);
    if (bar_above(fewer.bound) >= candidate.bound) candidate.strategies = fewer.strategies;
  }
  best_ = candidate.strategies;
}

// The first start is from the likely strategies: all but one of a support are soon among them.
void Supports::look_for(std::size_t size, const Lines& likely, double least) {
  for (int start = 0; start < starts_a_size && !run_.stop.stopped(); ++start) {
    Lines first = start == 0 ? likely : Lines{};
    first.resize(std::min(first.size(), size - 1));
    Candidate candidate{drawn(std::move(first), size)};
    candidate.bound = improve(candidate.strategies);
    if (candidate.bound >= least && tried_.insert(candidate.strategies).second) {
      candidates_.push_back(std::move(candidate));
    }
  }
}

Supports::Chase Supports::pursue(Outlook& outlook, const Lines& likely, double least,
                                 std::int64_t allowance) {
  bool any = !candidates_.empty();
  for (std::size_t size = smallest_set; size <= largest_set; ++size) {
    any |= is_time_for(size, view_.count(), outlook.lines().size());
  }
  if (!any) return Chase::lost;
  learn(outlook);
  for (std::size_t size = smallest_set; size <= std::min(largest_set, at(view_.count())); ++size) {
    if (is_time_for(size, view_.count(), learned_)) look_for(size, likely, least);
  }
  for (Candidate& candidate : candidates_) weigh(candidate);
  for (const std::int64_t limit = run_.ledger.queries() + allowance;;) {
    if (run_.stop.stopped()) return Chase::ended;
    std::erase_if(candidates_, [&](const Candidate& one) { return !(one.bound >= least); });
    for (const Candidate& candidate : candidates_) {
      if (candidate.depth < std::min(must_stand, view_.opponents())) continue;
      settle_on(candidate);
      return Chase::won;
    }
    if (candidates_.empty() || run_.ledger.queries() >= limit) return Chase::lost;
    if (!read_on()) return Chase::ended;
  }
}

Lines Supports::binding() {
  std::vector<std::vector<double>> all;
  for (const Index s : best_) {
    auto& line = all.emplace_back();
    for (Index t = 0; t < view_.opponents(); ++t) line.push_back(view_.approximate(s, t));
  }
  game_.solve({all.begin(), all.end()});
  Lines result;
  for (const auto& [t, unused] : game_.holding()) result.push_back(static_cast<Index>(t));
  std::ranges::sort(result);
  return result;
}

}  // namespace allnash::methods
