#include "matrix/lazy/steering.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "core/game/face.hpp"
#include "core/lp/float_game.hpp"
#include "core/lp/subgame.hpp"

namespace allnash::matrix {

namespace {

// Tolerances as parts of the block's reach. Payoffs against a vertex of the floating solver are
// right to about 1e-9, and this is well above it;
constexpr double floating_tolerance = 1e-7;
// payoffs against a rounded exact equilibrium are right to a few of the last bits.
constexpr double exact_tolerance = 1e-13;

}  // namespace

bool one_for_both(const Run& run) {
  return run.known.symmetric() && (run.options.payoff_range || run.options.epsilon);
}

Steering::Steering(Run& run)
    : run_(run), one_sided_(one_for_both(run)), solver_({run.known, Player::row}) {}

bool Steering::solve(const Block& block, SearchPhase phase) {
  const std::optional<FloatEquilibrium>& floating = solve_floating(block);
  if (run_.stop.stopped()) return false;
  if (floating) reach_ = floating->reach;
  if (floating && phase == SearchPhase::floating) {
    pair_.reset();
  } else if (!solve_exactly(block, floating ? floating->near : block, phase)) {
    return false;
  }
  if (floating && phase != SearchPhase::proof && !only_one(*floating)) {
    steer(floating->mix, floating->value, floating_tolerance * reach_);
  } else {
    steer({rounded(pair_->row), rounded(pair_->column)}, pair_->value.to_double(),
          exact_tolerance * reach_);
  }
  hope(block, floating ? floating->near : Block{});
  return true;
}

// While payoffs outside the block are read, the same block comes again.
const std::optional<FloatEquilibrium>& Steering::solve_floating(const Block& block) {
  const Both<std::size_t> size{block.row.size(), block.column.size()};
  if (floating_ && size.row == floating_size_.row && size.column == floating_size_.column) {
    return floating_;
  }
  const std::int64_t before = solver_.work();
  floating_ = solver_.solve(block, run_.stop);
  floating_size_ = size;
  run_.work += solver_.work() - before;
  return floating_;
}

// Starts from the last exact equilibrium, if there is one: it is nearer than the floating solution.
bool Steering::solve_exactly(const Block& block, Block part, SearchPhase phase) {
  if (pair_) part = {{game::support_of(pair_->row), game::support_of(pair_->column)}};
  const bool again = exact_.rows == block.row.size() && exact_.columns == block.column.size() &&
                     exact_.from.row == part.row && exact_.from.column == part.column;
  if (!again) {
    auto found = exact_equilibrium(run_.known, block, part, run_.stop, Ties::join, &run_.work);
    exact_ = {block.row.size(), block.column.size(), std::move(part), std::move(found)};
  }
  pair_ = exact_.pair;
  if (!pair_) return false;
  if (one_sided_) pair_->column = pair_->row;
  if (phase == SearchPhase::proof && run_.known.range()) lean(block);
  return true;
}

void Steering::lean(const Block& block) {
  const auto leant = [&](Player player) {
    return leaning({run_.known, player}, block, *pair_, run_.stop);
  };
  MixedStrategy row = leant(Player::row);
  pair_->column = one_sided_ ? row : leant(Player::column);
  pair_->row = std::move(row);
}

// Whether the equilibrium is unique: the floating vertex plays all that the exact one plays.
bool Steering::only_one(const FloatEquilibrium& floating) const {
  return pair_ && floating.mix.row.size() == pair_->row.size() &&
         floating.mix.column.size() == pair_->column.size();
}

void Steering::steer(Both<FloatMix> mix, double value, double tolerance) {
  if (one_sided_) mix.column = mix.row;
  moved_ = mix.row != mix_.row || mix.column != mix_.column;
  mix_ = std::move(mix);
  value_ = value;
  tolerance_ = tolerance;
}

// Sets `hoped`. The supports of a game are the unions of those of all its equilibria. So what ties
// with the mixes within the block counts as mixed: a vertex may play one of ten like strategies.
//
// If many strategies are mixed for almost no gain over pure ones, the search may be climbing to a
// saddle point (measured: at most a twentieth of the reach there, a tenth and more where many are
// needed), and half its floor is a lot to have spent before looking for one. Not if the mixes' own
// floor is most of the game: reading all of it would not cost twice as much (Blotto).
void Steering::hope(const Block& block, const Block& near) {
  constexpr std::size_t many = 8;
  constexpr double next_to_none = 0.05;
  const bool climb = std::min(mix_.row.size(), mix_.column.size()) >= many &&
                     pure_gap(block) < next_to_none * reach_;
  run_.hope_for(std::max(mix_.row.size(), near.row.size()),
                std::max(mix_.column.size(), near.column.size()));
  if (climb && run_.hoped < run_.known.size() / 2) {
    run_.hope_for(1, 1);
    run_.hoped /= 2;
  }
}

// The gap of pure strategies: what the best single column of the block concedes less what the best
// single row guarantees. Blocks grow, so only new entries are looked at.
double Steering::pure_gap(const Block& block) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  const std::size_t old_rows = guaranteed_.size();
  const std::size_t old_columns = conceded_.size();
  guaranteed_.resize(block.row.size(), infinite);
  conceded_.resize(block.column.size(), -infinite);
  for (std::size_t r = 0; r < guaranteed_.size(); ++r) {
    for (std::size_t c = r < old_rows ? old_columns : 0; c < conceded_.size(); ++c) {
      const double payoff = run_.known.approximate(block.row[r], block.column[c]);
      guaranteed_[r] = std::min(guaranteed_[r], payoff);
      conceded_[c] = std::max(conceded_[c], payoff);
    }
  }
  return *std::ranges::min_element(conceded_) - *std::ranges::max_element(guaranteed_);
}

// The function `leaning` and its parts.

namespace {

constexpr std::int64_t looked_at = 50;  // limit on the extreme strategies compared
constexpr Index quickly_listed = 8;     // dimension up to which all extreme strategies are listed

Index unread_of(const View& view, const MixedStrategy& strategy) {
  Index unread = 0;
  for (const Weight& weight : strategy) unread += view.opponents() - view.known_of(weight.strategy);
  return unread;
}

MixedStrategy mixture(const MixedStrategy& seldom, const MixedStrategy& often) {
  const Rational share(1, 8);
  std::map<Index, Rational> weights;
  for (const Weight& weight : seldom) weights[weight.strategy] += share * weight.probability;
  for (const Weight& weight : often) weights[weight.strategy] += (1 - share) * weight.probability;
  MixedStrategy result;
  for (const auto& [strategy, probability] : weights) result.push_back({strategy, probability});
  return result;
}

constexpr double toll = 1e-4;  // of the reach, for a strategy with no payoff read
constexpr double least_played = 1e-9;

// The block's payoffs of these strategies, less a toll on unread payoffs.
std::vector<double> tolled(const View& view, const Lines& own, const Lines& others) {
  std::vector<double> payoffs;
  for (const Index s : own) {
    for (const Index t : others) payoffs.push_back(view.approximate(s, t));
  }
  const auto [least, most] = std::ranges::minmax(payoffs);
  std::size_t next = 0;
  for (const Index s : own) {
    const auto unread = static_cast<double>(view.opponents() - view.known_of(s));
    const double pays = toll * (most - least) * unread / static_cast<double>(view.opponents());
    for (std::size_t t = 0; t < others.size(); ++t) payoffs[next++] -= pays;
  }
  return payoffs;
}

// Used if there are too many extreme optimal strategies to list. Finds an optimal strategy of the
// block, on the support of the player's half of the pair, whose strategies have few unread payoffs.
// The simplex method walks there along the edges of the optimal set, in floating point: a toll
// lowers the payoffs of strategies with many unread ones, so little that the result is optimal
// without it, too. The game of its support is solved exactly, and the result is dropped unless it
// earns the value. Nothing when stopped.
std::optional<MixedStrategy> walk_to_known(const View& view, const Block& block,
                                           const game::Pair& pair, const StopToken& stop) {
  const Lines own = game::support_of(view.mine(pair));
  const Lines& others = block.of(opponent_of(view.player()));
  std::vector<double> payoffs = tolled(view, own, others);
  if (!lp::FloatGame::can_be_moved(payoffs)) return std::nullopt;
  const lp::FloatGame floating(std::ssize(own), std::ssize(others), std::move(payoffs));
  const auto optimum = lp::solve_floating(floating, stop);
  if (!optimum) return std::nullopt;
  Lines kept;
  for (std::size_t s = 0; s < own.size(); ++s) {
    if (optimum->row.played[s] > least_played) kept.push_back(own[s]);
  }
  const auto found = lp::solve(view.table(kept, others), stop);
  if (!found || found->value != view.turned(pair.value)) return std::nullopt;
  return game::renumbered(found->row, kept);
}

}  // namespace

MixedStrategy leaning(const View& view, const Block& block, const game::Pair& pair,
                      const StopToken& stop) {
  const MixedStrategy& inside = view.mine(pair);
  const Lines support = game::support_of(inside);
  const Lines tight = game::support_of(view.theirs(pair));
  const game::Face face(support, view.against(tight, support), view.turned(pair.value), inside,
                        stop);
  if (face.dimension().value_or(0) == 0) return inside;
  if (face.dimension() > quickly_listed) {
    const auto extreme = walk_to_known(view, block, pair, stop);
    return extreme ? mixture(inside, *extreme) : inside;
  }
  Lines loose;
  for (const Index t : block.of(opponent_of(view.player()))) {
    if (!std::ranges::binary_search(tight, t)) loose.push_back(t);
  }
  const auto extreme = face.extreme_points(view.against(loose, support), looked_at, stop).points;
  const auto best = std::ranges::min_element(
      extreme, {}, [&](const MixedStrategy& point) { return unread_of(view, point); });
  return best == extreme.end() ? inside : mixture(inside, *best);
}

}  // namespace allnash::matrix
