#include "chance/evidence/attempt.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "chance/evidence/plain_math.hpp"

namespace allnash::chance {
namespace {

/// 1 / (n (n+1)), a series that sums to 1.
Rational of_series(std::int64_t number) {
  return {Rational(1) / (Rational(number) * Rational(number + 1))};
}

/// Whether the waiting plays of the arm make a whole round.
bool is_whole(const Half& half, const Arm& arm, std::optional<std::size_t> itself) {
  for (std::size_t i = 0; i < half.round.size(); ++i) {
    if (i != itself && std::ssize(arm.waiting[i]) < half.round[i]) return false;
  }
  return true;
}

}  // namespace

Rational AttemptBudget::part(std::int64_t number) const {
  if (!newcomers && number > 0) throw std::logic_error("nothing is kept for newcomers");
  if (!newcomers) return 1;
  return number == 0 ? Rational(1, 2) : of_series(number) / Rational(2);
}

Rational AttemptBudget::guarantee(std::int64_t group) const {
  return part(group) * (all - joint()) / Rational(players);
}

Rational AttemptBudget::together(std::int64_t newcomer) const {
  const Rational shared = part(newcomer) * joint();
  return newcomer == 0 ? shared / Rational(arms) : shared;
}

Rational usually_spends(std::int64_t number) { return {1, number + 1}; }

bool all_as_usual(std::span<const Rational> spends) {
  for (std::size_t t = 0; t < spends.size(); ++t) {
    if (spends[t] != usually_spends(static_cast<std::int64_t>(t) + 1)) return false;
  }
  return true;
}

Rational joint_part(std::span<const Rational> spends) {
  return all_as_usual(spends) ? Rational(1, 5) : Rational(1, 10);
}

ErrorBudget::ErrorBudget(Rational total, std::vector<Rational> spends)
    : total_(std::move(total)), spends_(std::move(spends)) {
  if (total_ <= Rational(0) || total_ >= Rational(1)) {
    throw std::logic_error("an error budget of " + total_.to_string());
  }
}

AttemptBudget ErrorBudget::of_attempt(std::int64_t number, std::int64_t players, std::int64_t arms,
                                      bool newcomers) const {
  const std::span<const Rational> spends(spends_.data(), at(number));
  Rational all = total_ * spends.back();
  for (const Rational& before : spends.first(spends.size() - 1)) all *= Rational(1) - before;
  return {all, players, arms, newcomers, chance::joint_part(spends)};
}

AttemptBudget ErrorBudget::open_attempt(std::int64_t players, std::int64_t arms, bool newcomers,
                                        const std::optional<Rational>& part) {
  spends_.push_back(part ? *part : usually_spends(attempts() + 1));
  if (spends_.back() <= Rational(0) || spends_.back() >= Rational(1)) {
    throw std::logic_error("an attempt that spends " + spends_.back().to_string());
  }
  return of_attempt(attempts(), players, arms, newcomers);
}

bool Half::settled(const Arm& arm, const GuessedValue& value) const {
  constexpr double rounding = 1e-6;
  if (bound.sign() <= 0) return true;
  const double m = bound.to_double();
  if (m >= 1) return false;
  if (count_of(arm.draws) == 0) return false;
  return value.log_at(m) >= log_of_level(arm.level) + rounding;
}

bool Half::proved(const Arm& arm) const {
  if (bound >= Rational(1)) return false;
  return bound.sign() <= 0 || reaches(arm.sequence, arm.draws, bound, arm.level);
}

double Half::guessed_bound(std::int64_t grid) const {
  std::int64_t least = grid;
  for (const Arm& arm : arms) {
    const double level = log_of_level(arm.level);
    least = std::min(least, chance::guessed_bound(arm.sequence, arm.draws, level, grid));
  }
  return static_cast<double>(least) / static_cast<double>(grid);
}

std::vector<Rational> Half::lower_bounds(std::int64_t grid) const {
  std::vector<Rational> bounds;
  for (const Arm& arm : arms) {
    Rational low = lower_bound(arm.sequence, arm.draws, arm.level, grid);
    if (low < bound && proved(arm)) low = bound;
    bounds.push_back(std::max(low, Rational(0)));
  }
  return bounds;
}

std::vector<Rational> Half::joint_bounds(std::int64_t grid) const {
  std::vector<Rational> bounds;
  for (const Arm& arm : arms) {
    bounds.push_back(lower_bound(arm.sequence, arm.draws, arm.together, grid));
  }
  return bounds;
}

std::int64_t Half::round_size() const {
  return std::accumulate(round.begin(), round.end(), std::int64_t{0});
}

std::optional<std::size_t> Half::place_of(Index played) const {
  const auto found = std::ranges::lower_bound(strategy, played, {}, &Weight::strategy);
  if (found == strategy.end() || found->strategy != played) return {};
  return static_cast<std::size_t>(found - strategy.begin());
}

void Half::take(std::size_t stratum, Index against, const Rational& share) {
  Arm& arm = arms[at(against)];
  arm.waiting.resize(round.size());
  arm.waiting[stratum].push_back(share);
  const auto itself = symmetric ? place_of(against) : std::nullopt;
  while (std::ssize(arm.waiting[stratum]) >= round[stratum] && is_whole(*this, arm, itself)) {
    for (std::size_t i = 0; i < round.size(); ++i) {
      if (i == itself) {
        arm.draws[i].add(Rational(1, 2), round[i]);
        continue;
      }
      for (std::int64_t play = 0; play < round[i]; ++play) {
        arm.draws[i].add(arm.waiting[i].front());
        arm.waiting[i].pop_front();
      }
    }
  }
}

std::int64_t Half::lacks(std::size_t stratum, Index against, std::int64_t rounds) const {
  if (symmetric && strategy[stratum].strategy == against) return 0;
  const auto& waiting = arms[at(against)].waiting;
  const std::int64_t there = waiting.empty() ? 0 : std::ssize(waiting[stratum]);
  return std::max<std::int64_t>(rounds * round[stratum] - there, 0);
}

void Half::draw_unplayed(Index against, std::int64_t rounds) {
  if (!symmetric || strategy.size() != 1 || strategy.front().strategy != against) return;
  arms[at(against)].draws.front().add(Rational(1, 2), rounds * round.front());
}

void Attempt::take(Entry entry, const asking::Paid& paid, std::int64_t play) {
  const auto give = [&](Half& half, Index own, Index arm, bool is_row) {
    const auto place = half.place_of(own);
    if (place && play >= half.arms[at(arm)].since) half.take(*place, arm, own_share(paid, is_row));
  };
  if (row.symmetric && entry.row == entry.column) return;
  if (paid.lost && play >= since) ++lost;
  give(row, entry.row, entry.column, true);
  give(row.symmetric ? row : column, entry.column, entry.row, false);
}

Rational own_share(const asking::Paid& paid, bool is_row) {
  if (paid.lost) return 0;
  return is_row ? *paid.share : Rational(1) - *paid.share;
}

}  // namespace allnash::chance
