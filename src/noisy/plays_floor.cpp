#include "noisy/plays_floor.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

#include "base/at.hpp"
#include "chance/freeze.hpp"
#include "chance/lowering.hpp"
#include "subgame/float_game.hpp"

namespace allnash::methods::noisy {
namespace {

using chance::Arm;
using chance::Attempt;
using chance::Evidence;
using chance::Half;
using chance::Lowering;

/// A cell of an arm, as the arm's opponent sees it.
struct Part {
  std::size_t cell = 0;  ///< its number; a cell may be in two arms
  double weight = 0;     ///< the probability in the mixture
  Lowering lowering;
};

/// The cells that count for an arm, and by how much an alternative must lower their mean.
struct FloorArm {
  std::vector<Part> parts;
  double gap = 0;
};

/// What an alternative does: the divergence of each cell of an arm.
struct Alternative {
  std::size_t arm = 0;
  std::vector<double> divergences;
};

/// By how much the mean of the arm is lowered when every cell is, at this divergence.
double lowered_at(const FloorArm& arm, double divergence) {
  double sum = 0;
  for (const Part& part : arm.parts) sum += part.weight * part.lowering.lowered_at(divergence);
  return sum;
}

/// The least divergence at which the arm's mean is lowered by the gap; nothing if none does it.
std::optional<double> even_divergence(const FloorArm& arm) {
  double high = 0;
  for (const Part& part : arm.parts) {
    high = std::max(high, part.lowering.knots().back().divergence);
  }
  if (lowered_at(arm, high) < arm.gap) return {};
  double low = 0;
  for (int halving = 0; halving < 60; ++halving) {
    const double middle = (low + high) / 2;
    (lowered_at(arm, middle) < arm.gap ? low : high) = middle;
  }
  return high;
}

/// The alternative that the fewest plays tell from the game, when each cell has this many: the
/// pieces of all its cells that cost least, until they lower the mean by the gap.
std::vector<double> cheapest_for(const FloorArm& arm, const std::vector<double>& plays) {
  struct Piece {
    double price = 0;
    std::size_t part = 0;
    std::size_t knot = 0;
  };
  std::vector<Piece> pieces;
  for (std::size_t t = 0; t < arm.parts.size(); ++t) {
    const std::vector<Lowering::Knot>& knots = arm.parts[t].lowering.knots();
    for (std::size_t k = 1; k < knots.size(); ++k) {
      const double cost =
          plays[arm.parts[t].cell] * (knots[k].divergence - knots[k - 1].divergence);
      const double gain = arm.parts[t].weight * (knots[k].lowered - knots[k - 1].lowered);
      pieces.push_back({cost / gain, t, k});
    }
  }
  std::ranges::stable_sort(pieces, {}, &Piece::price);
  std::vector<double> divergences(arm.parts.size(), 0);
  double left = arm.gap;
  for (const auto& [price, t, k] : pieces) {
    const std::vector<Lowering::Knot>& knots = arm.parts[t].lowering.knots();
    const double gain = arm.parts[t].weight * (knots[k].lowered - knots[k - 1].lowered);
    const double part = std::min(1.0, left / gain);
    divergences[t] += part * (knots[k].divergence - knots[k - 1].divergence);
    left -= part * gain;
    if (left <= 0) break;
  }
  return divergences;
}

/// The largest sum of weights, at most, of alternatives of these arms, all of which share cells.
class SharedArms {
 public:
  SharedArms(std::vector<FloorArm> arms, std::size_t cells, const StopToken& stop)
      : arms_(std::move(arms)), cells_(cells), stop_(stop) {}

  /// Each step adds the alternatives that the plays of the last program tell least from the game.
  double weight() {
    constexpr int steps = 24;
    constexpr double enough = 0.995;
    for (std::size_t t = 0; t < arms_.size(); ++t) {
      const auto even = even_divergence(arms_[t]);
      if (even) alternatives_.push_back({t, std::vector<double>(arms_[t].parts.size(), *even)});
    }
    if (alternatives_.empty()) return 0;
    // A cell is in two arms at most.
    double best = 0;
    for (const Alternative& one : alternatives_) best += 0.5 / one.divergences.front();
    for (int step = 0; step < steps && !stop_.stopped(); ++step) {
      const auto solved = solve();
      if (!solved) break;
      best = std::max(best, weight_of(solved->column.played));
      std::vector<double> plays = solved->row.played;
      // A cell without plays would be changed at will: the program would zigzag.
      const double all = std::accumulate(plays.begin(), plays.end(), 0.0);
      for (double& some : plays) some = some / all + 0.001 / static_cast<double>(cells_);
      if (!add_cheapest(plays, enough / best)) break;
    }
    return best;
  }

 private:
  /// The cells choose how plays are divided, against the alternatives.
  [[nodiscard]] std::optional<subgame::FloatOptimum> solve() const {
    const auto width = alternatives_.size();
    std::vector<double> payoffs(cells_ * width, 0);
    for (std::size_t a = 0; a < width; ++a) {
      const FloorArm& arm = arms_[alternatives_[a].arm];
      for (std::size_t t = 0; t < arm.parts.size(); ++t) {
        payoffs[arm.parts[t].cell * width + a] += alternatives_[a].divergences[t];
      }
    }
    const subgame::FloatGame game(static_cast<Index>(cells_), static_cast<Index>(width),
                                  std::move(payoffs));
    return subgame::solve_floating(game, stop_);
  }

  /// The sum of these weights, scaled so that no cell's divergences sum to more than 1.
  [[nodiscard]] double weight_of(const std::vector<double>& weights) const {
    std::vector<double> load(cells_, 0);
    double sum = 0;
    for (std::size_t a = 0; a < weights.size(); ++a) {
      const FloorArm& arm = arms_[alternatives_[a].arm];
      for (std::size_t t = 0; t < arm.parts.size(); ++t) {
        load[arm.parts[t].cell] += weights[a] * alternatives_[a].divergences[t];
      }
      sum += weights[a];
    }
    const double most = std::ranges::max(load);
    return most > 0 ? sum / most : 0;
  }

  /// Adds the alternatives that are told from the game by less than `told` per play. False if there
  /// is none.
  bool add_cheapest(const std::vector<double>& plays, double told) {
    const std::size_t before = alternatives_.size();
    for (std::size_t t = 0; t < arms_.size(); ++t) {
      if (!even_divergence(arms_[t])) continue;
      Alternative one{t, cheapest_for(arms_[t], plays)};
      double seen = 0;
      for (std::size_t part = 0; part < one.divergences.size(); ++part) {
        seen += plays[arms_[t].parts[part].cell] * one.divergences[part];
      }
      if (seen < told) alternatives_.push_back(std::move(one));
    }
    return alternatives_.size() > before;
  }

  std::vector<FloorArm> arms_;
  std::size_t cells_;
  StopToken stop_;
  std::vector<Alternative> alternatives_;
};

/// The arms of both players' mixtures, with cells that have the same number where they are the
/// same.
class Arms {
 public:
  Arms(const Attempt& attempt, Rational row_bound, Rational column_bound)
      : attempt_(attempt),
        row_bound_(std::move(row_bound)),
        column_bound_(std::move(column_bound)) {}

  /// With the laws that `law` gives for the draws of a cell. Nothing if x does not guarantee its
  /// bound then, so that nothing follows.
  template <typename Known>
  [[nodiscard]] std::optional<std::vector<FloorArm>> all(const Known& known) {
    std::vector<FloorArm> arms;
    if (!add(attempt_.row, true, row_bound_, known, arms)) return {};
    if (!attempt_.row.symmetric && !add(attempt_.column, false, column_bound_, known, arms)) {
      return {};
    }
    return arms;
  }
  [[nodiscard]] std::size_t cells() const { return numbers_.size(); }

 private:
  template <typename Known>
  bool add(const Half& half, bool is_row, const Rational& bound, const Known& known,
           std::vector<FloorArm>& arms) {
    for (Index against = 0; against < std::ssize(half.arms); ++against) {
      FloorArm arm;
      double mean = 0;
      for (std::size_t i = 0; i < half.strategy.size(); ++i) {
        const auto& [own, probability] = half.strategy[i];
        const double weight = probability.to_double();
        if (half.symmetric && own == against) {
          mean += weight / 2;
          continue;
        }
        const auto law = known(draws_of(half, i, against));
        if (!law) return false;
        if (law->mean() <= 0) continue;
        mean += weight * law->mean();
        arm.parts.push_back({number_of(is_row, half.symmetric, own, against), weight, *law});
      }
      arm.gap = mean - bound.to_double();
      if (arm.gap <= 0) return false;
      if (!arm.parts.empty()) arms.push_back(std::move(arm));
    }
    return true;
  }

  /// The draws of a cell, and whether they are the other player's: where a match counts for two
  /// arms, those of the arm that has more.
  struct Draws {
    const Evidence* draws = nullptr;
    bool mirrored = false;
  };
  [[nodiscard]] Draws draws_of(const Half& half, std::size_t own, Index against) const {
    const Evidence& here = half.arms[at(against)].draws[own];
    const Index strategy = half.strategy[own].strategy;
    const Half& other = half.symmetric           ? half
                        : &half == &attempt_.row ? attempt_.column
                                                 : attempt_.row;
    const auto place = other.place_of(against);
    if (!place) return {&here, false};
    const Evidence& there = other.arms[at(strategy)].draws[*place];
    if (there.count() > here.count()) return {&there, true};
    return {&here, false};
  }

  std::size_t number_of(bool is_row, bool symmetric, Index own, Index against) {
    Entry cell = is_row ? Entry{own, against} : Entry{against, own};
    if (symmetric && cell.row > cell.column) std::swap(cell.row, cell.column);
    return numbers_.try_emplace(cell, numbers_.size()).first->second;
  }

  const Attempt& attempt_;
  Rational row_bound_;
  Rational column_bound_;
  std::map<Entry, std::size_t> numbers_;
};

/// The largest sum of weights for these arms.
double weight_of(const std::vector<FloorArm>& arms, std::size_t cells, const StopToken& stop) {
  std::vector<int> met(cells, 0);
  for (const FloorArm& arm : arms) {
    for (const Part& part : arm.parts) ++met[part.cell];
  }
  double sum = 0;
  std::vector<FloorArm> shared;
  std::map<std::size_t, std::size_t> renumbered;
  for (const FloorArm& arm : arms) {
    const bool alone =
        std::ranges::all_of(arm.parts, [&](const Part& part) { return met[part.cell] == 1; });
    if (alone) {
      const auto even = even_divergence(arm);
      if (even) sum += 1 / *even;
      continue;
    }
    FloorArm& one = shared.emplace_back(arm);
    for (Part& part : one.parts) {
      part.cell = renumbered.try_emplace(part.cell, renumbered.size()).first->second;
    }
  }
  if (!shared.empty()) sum += SharedArms(std::move(shared), renumbered.size(), stop).weight();
  return sum;
}

/// 1 / error probability of each bound on a cell's law. There are three for each cell: on its mean
/// from both sides, and on how far it is from a coin. All that the attempt could speak of when its
/// last newcomer joined share the part of delta that belongs to the attempt and this newcomer.
Rational level_of_cell(const Attempt& attempt, const Rational& delta) {
  const bool symmetric = attempt.row.symmetric;
  const auto freeze = chance::budget_of(delta, attempt.number, 1, symmetric, attempt.newcomers);
  Rational arms(attempt.joined);
  for (const Arm& arm : attempt.row.arms) {
    if (arm.group == 0) {
      arms += arm.together * freeze.together();  // of the freeze, those that have left included
      break;
    }
  }
  const Rational cells = symmetric ? arms * (arms - Rational(1)) / Rational(2)
                                   : arms * arms / Rational(4);  // at least rows times columns
  const Rational newcomer(attempt.joined + 1);
  const Rational shares = attempt.newcomers ? newcomer * (newcomer + Rational(1)) : Rational(1);
  return Rational(3) * cells * shares / chance::ErrorBudget(delta).of_attempt(attempt.number);
}

/// As a whole number, rounded down and hardly too high.
std::int64_t plays_for(double weight, const Rational& delta) {
  const double plays = -std::log(delta.to_double()) * weight;
  return static_cast<std::int64_t>(std::min(plays * (1 - 1e-9), 9e15));
}

}  // namespace

PlaysFloor plays_floor(const Attempt& attempt, const Rational& low, const Rational& high,
                       const Rational& delta, const StopToken& stop) {
  PlaysFloor floor;
  Arms seen(attempt, low, Rational(1) - high);
  const auto arms = seen.all([](const auto& one) -> std::optional<Lowering> {
    if (one.draws->count() == 0) return {};
    return Lowering(chance::law_of(*one.draws, one.mirrored));
  });
  if (arms) floor.seen = plays_for(weight_of(*arms, seen.cells(), stop), delta);
  if (attempt.lost > 0) return floor;  // nobody knows what a lost play would have paid
  const Rational level = level_of_cell(attempt, delta);
  Arms sure(attempt, low, Rational(1) - high);
  const auto bounded = sure.all([&](const auto& one) -> std::optional<Lowering> {
    return Lowering(chance::bounds_of(*one.draws, one.mirrored, level));
  });
  if (bounded) floor.sure = plays_for(weight_of(*bounded, sure.cells(), stop), delta);
  return floor;
}

}  // namespace allnash::methods::noisy
