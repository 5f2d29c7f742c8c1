// How a pair of rows that is optimal is found among the n(n-1)/2 pairs.
//
// An optimal mixture of two rows guarantees the value v against every column. Against c columns
// that are known whole, the best mixture of each pair guarantees some g. For a pair of noise g
// falls with every further column: of the pairs with g above v = 0 each column leaves about half,
// and fewer with g above a larger v (then it is the pairs of columns that are slow to fall). The
// true pair stays. So after some 2/3 log2(n^2/2) columns it is among the best, sooner when v is far
// from the middle of the payoffs, and a few columns later when it is there. Reading the best pairs
// against a few more columns then singles it out.
#include "search/lazy/pairs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

namespace allnash::methods {

namespace {

constexpr std::int64_t most_pairs = 10'000'000;
constexpr std::size_t leaders = 1000;  // pairs kept
constexpr std::size_t at_once = 32;    // pairs pursued in a round
constexpr std::size_t many = 32;       // further opponents that a pair must stand against

std::size_t worst_at(const std::vector<Earned>& against, double share) {
  const auto worst = std::min_element(against.begin(), against.end(), [&](auto& left, auto& right) {
    return left.mixed(share) < right.mixed(share);
  });
  return at(worst - against.begin());
}

std::int64_t pairs_among(Index count) {
  return count > 100'000 ? std::numeric_limits<std::int64_t>::max() : count * (count - 1) / 2;
}

}  // namespace

// The least of the payoffs is concave in the share of the first strategy: cut it between a rising
// and a falling payoff until none lies below the cut. Each cut lies below the one before, or
// rounding has the last word: so no two lines are cut twice, and there is an end to it.
PairMixture best_mixture(const std::vector<Earned>& against) {
  std::size_t rising = worst_at(against, 0);
  std::size_t falling = worst_at(against, 1);
  if (!(against[rising].slope() > 0)) return {against[rising].second, rising, rising};
  if (!(against[falling].slope() < 0)) return {against[falling].first, falling, falling};
  for (double last = std::numeric_limits<double>::infinity();;) {
    const Earned& up = against[rising];
    const Earned& down = against[falling];
    const double share = (down.second - up.second) / (up.slope() - down.slope());
    const double cut = up.mixed(share);
    const std::size_t worst = worst_at(against, share);
    if (worst == rising || worst == falling || !(cut < last)) return {cut, rising, falling};
    last = cut;
    (against[worst].slope() > 0 ? rising : falling) = worst;
  }
}

bool Pairs::suit(const game::Known& known) {
  constexpr Index small = 500;  // lines are cheap there, and the pursuit is not
  return std::min(known.rows(), known.columns()) >= small &&
         pairs_among(std::max(known.rows(), known.columns())) <= most_pairs;
}

bool Pairs::Couple::operator<(const Couple& other) const {
  return std::tie(other.bound, first, second) < std::tie(bound, other.first, other.second);
}

Pairs::Pairs(Run& run, Player player)
    : run_(run), view_(run.known, player), payoffs_(at(view_.count())) {}

void Pairs::learn(const std::vector<double>& line) {
  for (std::size_t s = 0; s < line.size(); ++s) payoffs_[s].push_back(line[s]);
}

Earned Pairs::earned(const Couple& pair, Index opponent) const {
  return {view_.approximate(pair.first, opponent), view_.approximate(pair.second, opponent)};
}

// False when no mixture of the two earns `bar` against all that was learned.
bool Pairs::may_reach(double bar, Index first, Index second) const {
  const std::vector<double>& one = payoffs_[at(first)];
  const std::vector<double>& two = payoffs_[at(second)];
  double least = 0;
  double most = 1;
  for (std::size_t t = 0; t < one.size(); ++t) {
    const double a = one[t];
    const double b = two[t];
    if (a >= bar && b >= bar) continue;
    if (a < bar && b < bar) return false;
    const double share = (bar - b) / (a - b);
    if (a > b) {
      least = std::max(least, share);
    } else {
      most = std::min(most, share);
    }
    if (least > most) return false;
  }
  return true;
}

void Pairs::weigh(Couple& pair) const {
  std::vector<Earned> against;
  for (std::size_t t = 0; t < payoffs_[at(pair.first)].size(); ++t) {
    against.push_back({payoffs_[at(pair.first)][t], payoffs_[at(pair.second)][t]});
  }
  pair.depth = 0;
  for (Index opponent = 0; opponent < view_.opponents(); ++opponent) {
    const Earned both = earned(pair, opponent);
    if (std::isnan(both.first) || std::isnan(both.second)) break;
    against.push_back(both);
    ++pair.depth;
  }
  pair.bound = best_mixture(against).guarantee;
}

// Of each strategy from `first` on, a bit an opponent against which it earns less than the bar. Two
// that fail against the same one need not be looked at.
void Pairs::note_failures(double bar, std::size_t first, std::vector<std::uint64_t>& fails) const {
  constexpr std::size_t bits = 64;
  for (std::size_t s = first; s < fails.size(); ++s) {
    const double* const payoffs = payoffs_[s].data();
    const std::size_t count = std::min(payoffs_[s].size(), bits);
    std::uint64_t against = 0;
    for (std::size_t t = 0; t < count; ++t) against |= std::uint64_t{payoffs[t] < bar} << t;
    fails[s] = against;
  }
}

// The best of the pairs that may earn `least`. The last leaders go first: they set the bar high
// from the start.
void Pairs::rank(double least) {
  std::vector<Couple> heap;  // the worst on top
  double bar = least;
  const auto offer = [&](Couple pair) {
    weigh(pair);
    if (pair.bound < bar) return;
    heap.push_back(pair);
    std::push_heap(heap.begin(), heap.end());
    if (heap.size() > leaders) {
      std::pop_heap(heap.begin(), heap.end());
      heap.pop_back();
    }
    if (heap.size() == leaders) bar = heap.front().bound;
  };
  std::vector<std::pair<Index, Index>> last;
  for (const Couple& pair : pairs_) {
    offer(pair);
    last.emplace_back(pair.first, pair.second);
  }
  std::sort(last.begin(), last.end());
  std::vector<std::uint64_t> fails(payoffs_.size());
  double noted = -std::numeric_limits<double>::infinity();  // the bar rises
  constexpr Index fresh = 32;
  for (Index first = 0; first < view_.count() && !run_.stop.stopped(); ++first) {
    if (first % fresh == 0 && bar > noted) note_failures(noted = bar, at(first), fails);
    for (Index second = first + 1; second < view_.count(); ++second) {
      if ((fails[at(first)] & fails[at(second)]) != 0) continue;
      if (!may_reach(bar, first, second)) continue;
      if (std::binary_search(last.begin(), last.end(), std::pair(first, second))) continue;
      offer({0, first, second, 0});
    }
  }
  pairs_ = std::move(heap);
}

// The best ones against one opponent more. False when the run must end.
bool Pairs::read_on() {
  std::vector<Entry> wanted;
  std::vector<Couple*> moved;
  for (Couple& pair : pairs_) {
    if (moved.size() == at_once) break;
    const auto next = static_cast<Index>(pair.depth);
    if (next == view_.opponents()) continue;
    wanted.push_back(view_.entry(pair.first, next));
    wanted.push_back(view_.entry(pair.second, next));
    moved.push_back(&pair);
  }
  if (!run_.ledger.ask(wanted)) return false;
  for (Couple* pair : moved) weigh(*pair);
  return true;
}

Pairs::Chase Pairs::pursue(double least, std::int64_t allowance) {
  rank(least);
  const bool are_all = pairs_.size() < leaders;
  const std::int64_t limit = run_.ledger.queries() + allowance;
  for (;;) {
    if (run_.stop.stopped()) return Chase::ended;
    std::sort(pairs_.begin(), pairs_.end());
    if (pairs_.empty() || pairs_.front().bound < least) {
      return are_all ? Chase::none : Chase::lost;
    }
    if (pairs_.front().depth >= std::min(many, at(view_.opponents()))) return Chase::won;
    if (run_.ledger.queries() >= limit) return Chase::lost;
    if (!read_on()) return Chase::ended;
  }
}

Lines Pairs::best() const { return {pairs_.front().first, pairs_.front().second}; }

Lines Pairs::binding() const {
  std::vector<Earned> against;
  for (Index t = 0; t < view_.opponents(); ++t) against.push_back(earned(pairs_.front(), t));
  const PairMixture mixture = best_mixture(against);
  return {static_cast<Index>(mixture.rising), static_cast<Index>(mixture.falling)};
}

}  // namespace allnash::methods
