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
// as well.
#include "search/lazy/prospects.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

#include "base/random.hpp"

namespace allnash::methods {

namespace {

constexpr Index least_lines = 500;  // below, lines are cheap
constexpr Index most_lines = 5000;
constexpr std::size_t asked_at_once = 32;
constexpr double first_lines = 8;  // what the first may cost, in lines
constexpr double next_lines = 4;   // and every other
constexpr double odds = 20;        // for a strategy that is read whole
constexpr Index must_hold = 32;    // strategies that the opponents must hold to the guarantee
constexpr Index held_at_once = 4;

// The logarithm of the mean likelihood ratio, over several differences from noise.
double evidence_of(double sum, int count) {
  constexpr std::array differences{0.1, 0.2, 0.4, 0.8, 1.6};
  double mean = 0;
  for (const double difference : differences) {
    mean += std::exp(difference * (sum - difference * count / 2)) /
            static_cast<double>(differences.size());
  }
  return std::log(mean);
}

}  // namespace

bool Prospects::suit(const game::Known& known) {
  return !known.symmetric() && std::min(known.rows(), known.columns()) >= least_lines &&
         std::max(known.rows(), known.columns()) <= most_lines;
}

Prospects::Prospects(Run& run)
    : run_(run), sides_{{View(run.known, Player::row)}, {View(run.known, Player::column)}} {
  Random random(Hash::hashed(run.options.seed) + 2);
  for (const Player player : game::players) {
    Side& one = side(player);
    one.places.resize(at(one.view.count()));
    std::iota(one.places.begin(), one.places.end(), Index{0});
    random.shuffle(one.places);
    one.prospects.resize(at(one.view.count()));
  }
}

// What is known so far shows what noise is like.
void Prospects::gauge() {
  const View rows(run_.known, Player::row);
  double sum = 0;
  double squares = 0;
  double most = -std::numeric_limits<double>::infinity();
  double least = -most;
  seen_ = 0;
  std::vector<Entry> entries;
  for (Index i = 0; i < rows.count(); ++i) {
    if (rows.known_of(i) == 0) continue;
    for (Index j = 0; j < rows.opponents(); ++j) {
      if (!rows.knows(i, j)) continue;
      const double payoff = rows.approximate(i, j);
      sum += payoff;
      squares += payoff * payoff;
      most = std::max(most, payoff);
      least = std::min(least, payoff);
      ++seen_;
      entries.push_back({i, j});
    }
  }
  mean_ = sum / seen_;
  deviation_ = std::sqrt(squares / seen_ - mean_ * mean_);
  most_ = {most, -least};
  for (const Entry& entry : entries) {
    note(Player::row, entry.row, entry.column);
    note(Player::column, entry.column, entry.row);
  }
}

void Prospects::note(Player player, Index own, Index other) {
  Prospect& prospect = side(player).prospects[at(own)];
  const double payoff = side(player).view.approximate(own, other);
  prospect.sum += (payoff - (player == Player::row ? mean_ : -mean_)) / deviation_;
  ++prospect.count;
  constexpr double often = 0.02;  // in a support, if noise is bounded
  if (payoff > most_.of(player)) prospect.beyond += std::max(0.0, std::log(often * seen_));
  prospect.evidence =
      prospect.before + prospect.beyond + evidence_of(prospect.sum, prospect.count);
}

Lines Prospects::likeliest(Player player, std::size_t count) const {
  const Side& one = side(player);
  Lines lines;
  for (const Index s : one.places) {
    if (!one.prospects[at(s)].is_done) lines.push_back(s);
  }
  count = std::min(count, lines.size());
  const auto evidence = [&](Index s) { return one.prospects[at(s)].evidence; };
  std::ranges::partial_sort(lines, lines.begin() + static_cast<std::ptrdiff_t>(count),
                            std::greater{}, evidence);
  lines.resize(count);
  return lines;
}

bool Prospects::is_sure(Player player, Index strategy) const {
  const Side& one = side(player);
  return one.prospects[at(strategy)].evidence >
         std::log(odds * static_cast<double>(one.view.count()));
}

Prospects::Chase Prospects::find_first() {
  for (;;) {
    if (run_.stop.stopped()) return Chase::ended;
    const Lines rows = likeliest(Player::row, asked_at_once);
    const Lines columns = likeliest(Player::column, asked_at_once);
    for (const Player player : game::players) {
      const Index best = (player == Player::row ? rows : columns).front();
      if (is_sure(player, best)) {
        player_ = player;
        return take(player, best);
      }
    }
    if (!has_queries_left()) return Chase::lost;
    std::vector<Entry> wanted;
    std::vector<bool> taken(columns.size());
    for (std::size_t a = 0; a < rows.size(); ++a) {
      for (std::size_t off = 0; off < columns.size(); ++off) {
        const std::size_t b = (a + off) % columns.size();
        if (taken[b] || run_.known.knows(rows[a], columns[b])) continue;
        taken[b] = true;
        wanted.push_back({rows[a], columns[b]});
        break;
      }
    }
    if (wanted.empty()) return Chase::lost;
    if (!run_.ledger.ask(wanted)) return Chase::ended;
    for (const Entry& entry : wanted) {
      note(Player::row, entry.row, entry.column);
      note(Player::column, entry.column, entry.row);
    }
  }
}

// Reads it whole, and keeps it if the mixture that guarantees most plays it.
Prospects::Chase Prospects::take(Player player, Index strategy) {
  Side& one = side(player);
  one.prospects[at(strategy)].is_done = true;
  Block line;
  line.of(player) = {strategy};
  if (!run_.ledger.ask_lines(line.row, line.column)) return Chase::ended;
  auto& payoffs = lines_.emplace_back();
  for (Index t = 0; t < one.view.opponents(); ++t) {
    payoffs.push_back(one.view.approximate(strategy, t));
  }
  const double now = game_.solve({lines_.begin(), lines_.end()});
  if (lines_.size() > 1 && !(now > guarantee_)) {
    lines_.pop_back();
    game_.solve({lines_.begin(), lines_.end()});
    return Chase::lost;
  }
  guarantee_ = now;
  found_.of(player).push_back(strategy);
  return Chase::won;
}

// A mixture of the opponents that hold the strategies found to their guarantee: does it hold others?
Prospects::Chase Prospects::try_answer() {
  const Side& one = side(player_);
  const auto holding = game_.holding();
  const double slack = 1e-9 * (1 + std::abs(guarantee_) + deviation_);
  for (Index from = 0; from < must_hold; from += held_at_once) {
    std::vector<Entry> wanted;
    Lines tried;
    for (Index t = from; t < std::min(from + held_at_once, one.view.count()); ++t) {
      const Index s = one.places[at(t)];
      tried.push_back(s);
      for (const auto& [opponent, unused] : holding) {
        wanted.push_back(one.view.entry(s, static_cast<Index>(opponent)));
      }
    }
    if (!run_.ledger.ask(wanted)) return Chase::ended;
    for (const Index s : tried) {
      double earned = 0;
      for (const auto& [opponent, share] : holding) {
        earned += share * one.view.approximate(s, static_cast<Index>(opponent));
      }
      if (earned > guarantee_ + slack) return Chase::lost;
    }
  }
  Lines& binding = found_.of(opponent_of(player_));
  for (const auto& [opponent, unused] : holding) binding.push_back(static_cast<Index>(opponent));
  std::ranges::sort(binding);
  return Chase::won;
}

// Those against which the best mixture of the strategies found earns least come first.
void Prospects::order_opponents() {
  Side& one = side(player_);
  std::vector<double> earned(at(one.view.opponents()));
  const std::vector<double> mixture = game_.mixture();
  for (std::size_t t = 0; t < lines_.size(); ++t) {
    for (std::size_t j = 0; j < earned.size(); ++j) earned[j] += mixture[t] * lines_[t][j];
  }
  opponents_.resize(earned.size());
  std::iota(opponents_.begin(), opponents_.end(), Index{0});
  std::ranges::stable_sort(opponents_, {}, [&](Index t) { return earned[at(t)]; });
  for (Prospect& prospect : one.prospects) {
    prospect.before = prospect.evidence;
    prospect.sum = 0;
    prospect.count = 0;
    prospect.beyond = 0;
    prospect.next = 0;
  }
}

Prospects::Chase Prospects::find_next() {
  order_opponents();
  Side& one = side(player_);
  for (;;) {
    if (run_.stop.stopped()) return Chase::ended;
    const Lines best = likeliest(player_, asked_at_once);
    if (best.empty()) return Chase::lost;
    if (is_sure(player_, best.front())) {
      const Chase taken = take(player_, best.front());
      if (taken != Chase::lost) return taken;
      continue;
    }
    if (!has_queries_left()) return Chase::lost;
    std::vector<Entry> wanted;
    for (const Index s : best) {
      Prospect& prospect = one.prospects[at(s)];
      while (prospect.next < opponents_.size() &&
             one.view.knows(s, opponents_[prospect.next])) {
        ++prospect.next;
      }
      if (prospect.next == opponents_.size()) {
        prospect.is_done = true;
        continue;
      }
      wanted.push_back(one.view.entry(s, opponents_[prospect.next]));
    }
    if (!run_.ledger.ask(wanted)) return Chase::ended;
    for (const Entry& entry : wanted) note(player_, one.view.own(entry), one.view.other(entry));
  }
}

Prospects::Chase Prospects::pursue() {
  gauge();
  if (!(deviation_ > 0) || !std::isfinite(deviation_)) return Chase::lost;
  const auto line = static_cast<double>(std::max(run_.known.rows(), run_.known.columns()));
  const auto allow = [&](double lines) {
    limit_ = run_.ledger.queries() + static_cast<std::int64_t>(lines * line);
  };
  allow(first_lines);
  Chase chase = find_first();
  while (chase == Chase::won) {
    const Chase tried = try_answer();
    if (tried != Chase::lost) return tried;
    allow(next_lines);
    chase = find_next();
  }
  return chase;
}

}  // namespace allnash::methods
