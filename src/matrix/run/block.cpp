#include "matrix/run/block.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>
#include <utility>

#include "core/exact/access.hpp"
#include "core/lp/subgame.hpp"

namespace allnash::matrix {

namespace {

// Clp keeps bounds to 1e-9, so a smaller probability counts as 0 in a guess.
constexpr double zero = 1e-9;
// Payoffs are scaled to at most 100 and right to twelve digits, so a smaller shortfall counts as 0.
constexpr double near_value = 1e-12;

void take(const lp::FloatSide& side, const Lines& strategies, FloatMix& mix, Lines& near) {
  double sum = 0;
  for (const double played : side.played) sum += played > zero ? played : 0;
  for (std::size_t t = 0; t < strategies.size(); ++t) {
    if (side.played[t] > zero) mix.push_back({strategies[t], side.played[t] / sum});
    if (side.slack[t] < near_value) near.push_back(strategies[t]);
  }
}

FloatEquilibrium equilibrium_of(const lp::FloatOptimum& optimum, const Block& block, double value,
                                double reach) {
  FloatEquilibrium result;
  result.value = value;
  result.reach = reach;
  take(optimum.row, block.row, result.mix.row, result.near.row);
  take(optimum.column, block.column, result.mix.column, result.near.column);
  return result;
}

View of_rows(const View& view) { return view.player() == Player::row ? view : view.opponent(); }

std::vector<double> approximate_payoffs(const View& rows, const Block& block) {
  std::vector<double> payoffs;
  payoffs.reserve(block.row.size() * block.column.size());
  for (const Index i : block.row) {
    for (const Index j : block.column) payoffs.push_back(rows.approximate(i, j));
  }
  return payoffs;
}

bool begins_with(const Lines& all, const Lines& first) {
  return all.size() >= first.size() && std::equal(first.begin(), first.end(), all.begin());
}

bool is_small(const Block& block) {
  constexpr std::size_t soon_solved = 2500;  // payoffs
  return block.row.size() * block.column.size() <= soon_solved;
}

// Moves nothing unless a payoff is so far away that tolerances, which are parts of the reach, would
// hide the differences of the others; nor if a payoff is beyond the range of doubles.
Nearer nearer_for(std::vector<double> payoffs) {
  constexpr double hiding = 0x1p16;       // distance of such a payoff, in usual ones
  constexpr double farthest = 0x1p12;     // that it is moved to
  constexpr std::ptrdiff_t farther = 16;  // one payoff in so many may be farther than usual
  if (!std::ranges::all_of(payoffs, [](double payoff) { return std::isfinite(payoff); })) return {};
  const auto half = payoffs.begin() + std::ssize(payoffs) / 2;
  std::ranges::nth_element(payoffs, half);
  const double median = *half;
  std::erase(payoffs, median);
  for (double& payoff : payoffs) payoff = std::abs(payoff - median);
  if (payoffs.empty()) return {};
  const auto usual = payoffs.end() - 1 - std::ssize(payoffs) / farther;
  std::ranges::nth_element(payoffs, usual);
  if (!(std::ranges::max(payoffs) > hiding * *usual)) return {};
  return {median, farthest * *usual};
}

// The simplex states, in this block, of the strategies of the last block.
std::vector<lp::SimplexPlace> carried_over(const Lines& last,
                                           const std::vector<lp::SimplexPlace>& were,
                                           const Lines& now) {
  std::unordered_map<Index, lp::SimplexPlace> place;
  for (std::size_t t = 0; t < last.size(); ++t) place.emplace(last[t], were[t]);
  std::vector<lp::SimplexPlace> result;
  for (const Index s : now) {
    const auto found = place.find(s);
    result.push_back(found == place.end() ? lp::SimplexPlace::fresh : found->second);
  }
  return result;
}

// A strategy's payoff in floating point, and its error bound; NaN if it cannot be told.
struct Approximate {
  double sum = 0;
  double error = 0;
};

Approximate approximately_earned(const View& view, Index own, const FloatMix& opponent) {
  double sum = 0;
  double largest = 0;
  for (const FloatWeight& weight : opponent) {
    const double payoff = view.approximate(own, weight.strategy);
    sum += weight.probability * payoff;
    largest = std::max(largest, std::abs(payoff));
  }
  return {sum, rounding(opponent.size(), largest)};
}

// Whether payoffs have sizes so different that floating point loses some beside others: then its
// list of near strategies is useless.
bool beyond_floating(const exact::Matrix& game) {
  constexpr std::int64_t widest = 400;  // bits between the largest and the least
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  std::int64_t most = std::numeric_limits<std::int64_t>::min();
  for (const Rational& payoff : game.values()) {
    if (payoff.sign() == 0) continue;
    least = std::min(least, exact::binary_exponent(payoff));
    most = std::max(most, exact::binary_exponent(payoff));
  }
  return least <= most && most - least > widest;
}

// Adds to `part` the members of `all` outside it that gain most, at most so many, or if none gains,
// all that tie.
bool enlarge(const View& view, const game::Pair& pair, Lines& part, const Lines& all, Ties ties,
             std::ptrdiff_t most = 1) {
  const MixedStrategy& opponent = view.theirs(pair);
  const FloatMix mix = rounded(opponent);
  const Rational value = view.turned(pair.value);
  const double about_value = value.to_double();
  Lines sorted = part;
  std::sort(sorted.begin(), sorted.end());
  std::vector<std::pair<Rational, Index>> better;
  Lines tied;
  for (const Index s : all) {
    if (std::binary_search(sorted.begin(), sorted.end(), s)) continue;
    const Approximate about = approximately_earned(view, s, mix);
    const double error = about.error + rounding(1, std::abs(about_value));
    if (about.sum < about_value - error) continue;
    Rational earns = earned(view, s, opponent);
    if (earns > value) {
      better.emplace_back(std::move(earns), s);
    } else if (earns == value && ties == Ties::join) {
      tied.push_back(s);
    }
  }
  std::ranges::stable_sort(better, [](const auto& a, const auto& b) { return a.first > b.first; });
  if (better.empty()) {
    part.insert(part.end(), tied.begin(), tied.end());
    return !tied.empty();
  }
  for (std::ptrdiff_t t = 0; t < std::min(most, std::ssize(better)); ++t) {
    part.push_back(better[at(t)].second);
  }
  return true;
}

}  // namespace

FloatMix rounded(const MixedStrategy& strategy) {
  FloatMix mix;
  for (const Weight& weight : strategy) {
    mix.push_back({weight.strategy, weight.probability.to_double()});
  }
  return mix;
}

MixedStrategy exactly(const FloatMix& mix) {
  constexpr int bits = 40;
  MixedStrategy strategy;
  Rational sum;
  for (const auto& [s, probability] : mix) {
    const std::int64_t parts = std::llround(std::ldexp(probability, bits));
    if (parts <= 0) continue;
    strategy.push_back({s, parts});
    sum += parts;
  }
  for (Weight& weight : strategy) weight.probability /= sum;
  std::ranges::sort(strategy, {}, &Weight::strategy);
  return strategy;
}

Lines support_of(const FloatMix& mix) {
  Lines lines;
  for (const FloatWeight& weight : mix) lines.push_back(weight.strategy);
  std::ranges::sort(lines);
  return lines;
}

double rounding(std::size_t terms, double largest) {
  return std::ldexp(largest * static_cast<double>(terms + 8), -50) +
         static_cast<double>(terms + 8) * std::numeric_limits<double>::min();
}

double Nearer::operator()(double payoff) const {
  constexpr double shrunk = 1024;  // of the doublings beyond the limit, as a part of it
  const double distance = std::abs(payoff - median);
  if (!(distance > limit)) return payoff;
  return median +
         std::copysign(limit * (1 + std::log2(distance / limit) / shrunk), payoff - median);
}

std::vector<double> FloatSolver::payoffs_of(const Block& block) const {
  std::vector<double> payoffs = approximate_payoffs(rows_, block);
  for (double& payoff : payoffs) payoff = nearer_(payoff);
  return payoffs;
}

// Exact payoffs only if doubles would lose their differences.
lp::FloatGame FloatSolver::floating_game(const Block& block) const {
  std::vector<double> payoffs = payoffs_of(block);
  if (!lp::FloatGame::can_be_moved(payoffs)) {
    return lp::FloatGame(rows_.table(block.row, block.column));
  }
  return {std::ssize(block.row), std::ssize(block.column), std::move(payoffs)};
}

// Looks at the payoffs again whenever there are twice as many.
void FloatSolver::draw_nearer(const Block& block) {
  if (block.row.size() * block.column.size() < 2 * looked_at_) return;
  looked_at_ = block.row.size() * block.column.size();
  const Nearer before = std::exchange(nearer_, nearer_for(approximate_payoffs(rows_, block)));
  if (std::isfinite(before.limit) || std::isfinite(nearer_.limit)) grown_.dictionary.clear();
}

std::optional<FloatEquilibrium> FloatSolver::solve(const Block& block, const StopToken& stop) {
  draw_nearer(block);
  auto found = solve_grown(block, stop);
  return found ? std::move(found) : solve_anew(block, stop);
}

// A dictionary that is kept from block to block is quickest. If a block has a unique equilibrium it
// does not matter how it is found. If it has many, the dictionary's serves where the block is
// large; a small one is left to Clp, and the dictionary is not tried again soon.
std::optional<FloatEquilibrium> FloatSolver::solve_grown(const Block& block,
                                                         const StopToken& stop) {
  constexpr int longest_pause = 6;           // power of two of the number of blocks
  constexpr double widest = 16;              // largest payoff in units
  if (rows_.assumes()) return std::nullopt;  // assumed payoffs may become known
  auto& [within, dictionary, shift, unit, wanted, failures, pause] = grown_;
  if (wanted == lp::FloatDictionary::Vertex::only && !is_small(block)) {
    wanted = lp::FloatDictionary::Vertex::any;
    failures = pause = 0;
  }
  if (pause > 0 && pause-- > 0) return std::nullopt;
  if (!begins_with(block.row, within.row) || !begins_with(block.column, within.column)) {
    dictionary.clear();
  }
  within = block;
  if (dictionary.rows() == 0) {
    const std::vector<double> payoffs = payoffs_of(block);
    if (!lp::FloatGame::can_be_moved(payoffs)) return std::nullopt;
    const auto [least, most] = std::ranges::minmax(payoffs);
    shift = (least + most) / 2;
    unit = (most - least) / 2;
  }
  const std::int64_t before = dictionary.work();
  const auto optimum = dictionary.grow(
      block.row.size(), block.column.size(),
      [&](std::size_t r, std::size_t c) {
        const double payoff = nearer_(rows_.approximate(block.row[r], block.column[c]));
        return (payoff - grown_.shift) / grown_.unit;
      },
      stop, wanted);
  work_ += dictionary.work() - before;
  if (!optimum) {
    pause = (1 << failures) - 1;
    failures = std::min(failures + 1, longest_pause);
    return std::nullopt;
  }
  failures = 0;
  last_ = block;
  basis_ = dictionary.basis();
  const double reach = dictionary.reach();
  if (reach > widest) dictionary.clear();  // the next one starts with a new unit
  return equilibrium_of(*optimum, block, optimum->value * unit + shift, reach * unit);
}

// A small block is solved from scratch: if it has many vertices, the one found then led to fewer
// queries than the one next to the last (undercut: 1.08 floors against 1.12).
std::optional<FloatEquilibrium> FloatSolver::solve_anew(const Block& block, const StopToken& stop) {
  const lp::FloatGame game = floating_game(block);
  lp::Basis basis;
  if (!is_small(block)) {
    basis = {carried_over(last_.row, basis_.row, block.row),
             carried_over(last_.column, basis_.column, block.column)};
  }
  const auto optimum = lp::solve_floating(game, basis, stop);
  if (!optimum) return std::nullopt;
  work_ += optimum->work;
  last_ = block;
  basis_ = std::move(basis);
  return equilibrium_of(*optimum, block, game.original(optimum->value), game.reach());
}

// Measured on games of uniform payoffs: pivoting in small ones (subgame.cpp), and for others an
// interior point, linear systems and the exact check.
std::int64_t work_of_exact(std::size_t rows, std::size_t columns) {
  constexpr std::int64_t small_game = 200;
  const auto payoffs = static_cast<std::int64_t>(rows * columns);
  const auto side = static_cast<std::int64_t>(std::min(rows, columns));
  return payoffs <= small_game ? 2000 + 40 * payoffs * side : payoffs * (100 + 2 * side);
}

std::optional<game::Pair> exact_equilibrium(const View& view, const Block& block, Block part,
                                            const StopToken& stop, Ties ties, std::int64_t* work) {
  constexpr std::size_t quickly_solved = 10'000;  // payoffs
  // One strategy at a time at first, because on smooth games the best of many near equals makes the
  // others useless; later twice as many each time, because where floating point told little of the
  // part, there may be many to come.
  constexpr int one_at_a_time = 4;  // steps
  // If the part was not enough, and the whole block takes no longer than a few steps more, it is
  // solved at once: where payoffs are of very different size, floating point told a part that many
  // more have to join, and games on parts of it take long themselves.
  constexpr std::int64_t few = 4;
  std::ptrdiff_t joining = 1;
  const View rows = of_rows(view);
  for (int step = 1;; ++step) {
    const exact::Matrix game = rows.table(part.row, part.column);
    if (work != nullptr) *work += work_of_exact(part.row.size(), part.column.size());
    auto pair = lp::solve(game, stop);
    if (!pair) return std::nullopt;
    pair->row = game::renumbered(std::move(pair->row), part.row);
    pair->column = game::renumbered(std::move(pair->column), part.column);
    bool more = false;
    for (const Player player : game::players) {
      if (stop.stopped()) return std::nullopt;
      more |= enlarge(player == Player::row ? rows : rows.opponent(), *pair, part.of(player),
                      block.of(player), ties, joining);
    }
    if (!more) return pair;
    if (step >= one_at_a_time) joining *= 2;
    const bool soon = work_of_exact(block.row.size(), block.column.size()) <=
                      few * work_of_exact(part.row.size(), part.column.size());
    const bool small = block.row.size() * block.column.size() <= quickly_solved;
    if (soon || (small && beyond_floating(game))) {
      part = block;
    }
  }
}

Rational earned(const View& view, Index own, const MixedStrategy& opponent) {
  Rational sum;
  for (const Weight& weight : opponent) {
    sum += weight.probability * view.payoff(own, weight.strategy);
  }
  return sum;
}

std::optional<Rational> most_earned(const View& view, const MixedStrategy& opponent,
                                    const StopToken& stop) {
  const FloatMix mix = rounded(opponent);
  std::vector<Approximate> about;
  double sure = -std::numeric_limits<double>::infinity();  // lower bound on the best payoff
  constexpr Index look_every = 4096;
  for (Index s = 0; s < view.count(); ++s) {
    if (s % look_every == 0 && stop.stopped()) return std::nullopt;
    about.push_back(approximately_earned(view, s, mix));
    sure = std::max(sure, about.back().sum - about.back().error);
  }
  std::optional<Rational> most;
  for (Index s = 0; s < view.count(); ++s) {
    const auto [sum, error] = about[at(s)];
    if (sum + error < sure) continue;
    if (stop.stopped()) return std::nullopt;
    Rational earns = earned(view, s, opponent);
    if (!most || earns > *most) most = std::move(earns);
  }
  return most;
}

Block responses_outside(const game::Known& known, const game::Pair& pair, const Block& block) {
  Block responses = block;
  for (const Player player : game::players) {
    const View view(known, player);
    Lines& lines = responses.of(player);
    enlarge(view, pair, lines, game::all_below(view.count()), Ties::join);
    lines.erase(lines.begin(), lines.begin() + std::ssize(block.of(player)));
  }
  return responses;
}

}  // namespace allnash::matrix
