#include "chance/play/plays_floor.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

#include "core/base/at.hpp"
#include "core/lp/float_game.hpp"

namespace allnash::chance {
namespace {

using game::Player;

constexpr std::int64_t fine = std::int64_t{1} << 40U;   // means are multiples of 1/fine
constexpr std::int64_t parts = std::int64_t{1} << 20U;  // and weights of 1/parts
constexpr double rounding = 1e-9;

/// A cell of an arm, as the player of the mixture sees it.
struct Cell {
  std::size_t number = 0;  ///< among the cells of all arms; a cell may be in two
  std::size_t place = 0;   ///< in the mixture
  double weight = 0;       ///< the probability in the mixture
  Lowering lowering;
};

/// The cells that count for an arm, and by how much an alternative must lower its mean.
struct FloorArm {
  Player player = Player::row;
  Index number = 0;
  std::vector<Rational> means;  ///< of all cells, also of a strategy against itself
  std::vector<Cell> cells;
  double gap = 0;
};

/// The cells' divergences of an alternative of an arm.
struct Lowered {
  std::size_t arm = 0;
  std::vector<Rational> means;
  std::vector<double> divergences;  ///< one for each cell of the arm
};

/// Rounds down, but not to 0.
Rational lower_fraction(double mean) {
  const auto count = static_cast<std::int64_t>(std::floor(mean * static_cast<double>(fine)));
  return {std::max<std::int64_t>(count, 1), fine};
}

/// The alternative with these cells lowered so much. The divergences are at least those of its
/// rounded means.
Lowered lower(const FloorArm& arm, std::size_t number, const std::vector<double>& by) {
  Lowered result{number, arm.means, {}};
  for (std::size_t t = 0; t < arm.cells.size(); ++t) {
    const Cell& cell = arm.cells[t];
    double divergence = 0;
    if (by[t] > 0) {
      Rational& mean = result.means[cell.place];
      mean = std::min(mean, lower_fraction(cell.lowering.mean().to_double() - by[t]));
      divergence = cell.lowering.divergence(mean.to_double()) * (1 + rounding) + 1e-15;
    }
    result.divergences.push_back(divergence);
  }
  return result;
}

/// By how much each cell is lowered at this divergence.
std::vector<double> all_lowered(const FloorArm& arm, double divergence) {
  std::vector<double> by;
  for (const Cell& cell : arm.cells) by.push_back(cell.lowering.lowered_at(divergence));
  return by;
}

double mean_of(const FloorArm& arm, const std::vector<double>& by) {
  double sum = 0;
  for (std::size_t t = 0; t < by.size(); ++t) sum += arm.cells[t].weight * by[t];
  return sum;
}

/// Each cell lowered by the least divergence at which their mean is lowered by the gap; nothing if
/// none does it.
std::optional<std::vector<double>> evenly_lowered(const FloorArm& arm) {
  double high = 0;
  for (const Cell& cell : arm.cells) {
    high = std::max(high, cell.lowering.knots().back().divergence);
  }
  if (mean_of(arm, all_lowered(arm, high)) < arm.gap) return {};
  double low = 0;
  for (int halving = 0; halving < 60; ++halving) {
    const double middle = (low + high) / 2;
    (mean_of(arm, all_lowered(arm, middle)) < arm.gap ? low : high) = middle;
  }
  return all_lowered(arm, high);
}

/// The alternative that the fewest plays tell from the game, when each cell has this many: the
/// pieces of all its cells that cost least, until they lower the mean by the gap.
std::vector<double> cheapest_lowered(const FloorArm& arm, const std::vector<double>& plays) {
  struct Piece {
    double price = 0;
    std::size_t cell = 0;
    double gain = 0;
    double lowered = 0;
  };
  std::vector<Piece> pieces;
  for (std::size_t t = 0; t < arm.cells.size(); ++t) {
    const Cell& cell = arm.cells[t];
    const std::vector<Lowering::Knot>& knots = cell.lowering.knots();
    for (std::size_t k = 1; k < knots.size(); ++k) {
      const double cost = plays[cell.number] * (knots[k].divergence - knots[k - 1].divergence);
      const double lowered = knots[k].lowered - knots[k - 1].lowered;
      pieces.push_back({cost / (cell.weight * lowered), t, cell.weight * lowered, lowered});
    }
  }
  std::ranges::stable_sort(pieces, {}, &Piece::price);
  std::vector<double> by(arm.cells.size(), 0);
  double left = arm.gap;
  for (const Piece& piece : pieces) {
    const double part = std::min(1.0, left / piece.gain);
    by[piece.cell] += part * piece.lowered;
    left -= part * piece.gain;
    if (left <= 0) break;
  }
  return by;
}

/// Arms that share cells: the alternatives with the largest sum of weights that is found.
class SharedArms {
 public:
  SharedArms(const std::vector<FloorArm>& arms, const std::vector<std::size_t>& shared,
             std::size_t cells, const StopToken& stop)
      : arms_(arms), shared_(shared), cells_(cells), stop_(stop) {}

  /// Adds the alternatives with their weights.
  void find(std::vector<std::pair<Lowered, double>>& found) {
    constexpr int steps = 24;
    constexpr double enough = 0.995;
    std::vector<double> best;
    for (const std::size_t t : shared_) {
      const auto even = evenly_lowered(arms_[t]);
      if (!even) continue;
      columns_.push_back(lower(arms_[t], t, *even));
      best.push_back(1 / std::ranges::max(columns_.back().divergences));
    }
    if (columns_.empty()) return;
    scale(best);
    for (int step = 0; step < steps && !stop_.stopped(); ++step) {
      auto solved = solve();
      if (!solved) break;
      scale(solved->column.played);
      if (sum_of(solved->column.played) > sum_of(best)) best = solved->column.played;
      std::vector<double> plays = std::move(solved->row.played);
      // A cell without plays would be changed at will: the program would zigzag.
      const double all = sum_of(plays);
      for (double& some : plays) some = some / all + 0.001 / static_cast<double>(cells_);
      if (!add_cheapest(plays, enough / sum_of(best))) break;
    }
    for (std::size_t a = 0; a < best.size(); ++a) found.emplace_back(columns_[a], best[a]);
  }

 private:
  static double sum_of(const std::vector<double>& numbers) {
    return std::accumulate(numbers.begin(), numbers.end(), 0.0);
  }

  /// The cells choose how plays are divided, against the alternatives.
  [[nodiscard]] std::optional<lp::FloatOptimum> solve() const {
    const std::size_t width = columns_.size();
    std::vector<double> payoffs(cells_ * width, 0);
    for (std::size_t a = 0; a < width; ++a) {
      const FloorArm& arm = arms_[columns_[a].arm];
      for (std::size_t t = 0; t < arm.cells.size(); ++t) {
        payoffs[arm.cells[t].number * width + a] += columns_[a].divergences[t];
      }
    }
    if (!lp::FloatGame::can_be_moved(payoffs)) return {};
    const lp::FloatGame game(static_cast<Index>(cells_), static_cast<Index>(width),
                             std::move(payoffs));
    return lp::solve_floating(game, stop_);
  }

  /// Scales the weights so that no cell's divergences sum to more than 1.
  void scale(std::vector<double>& weights) const {
    std::vector<double> load(cells_, 0);
    for (std::size_t a = 0; a < weights.size(); ++a) {
      const FloorArm& arm = arms_[columns_[a].arm];
      for (std::size_t t = 0; t < arm.cells.size(); ++t) {
        load[arm.cells[t].number] += weights[a] * columns_[a].divergences[t];
      }
    }
    const double most = std::ranges::max(load);
    for (double& weight : weights) weight /= most;
  }

  /// Adds the alternatives that are told from the game by less than `told` per play. False if there
  /// is none.
  bool add_cheapest(const std::vector<double>& plays, double told) {
    const std::size_t before = columns_.size();
    for (const std::size_t t : shared_) {
      const FloorArm& arm = arms_[t];
      if (!evenly_lowered(arm)) continue;
      Lowered one = lower(arm, t, cheapest_lowered(arm, plays));
      double seen = 0;
      for (std::size_t cell = 0; cell < arm.cells.size(); ++cell) {
        seen += plays[arm.cells[cell].number] * one.divergences[cell];
      }
      if (seen < told) columns_.push_back(std::move(one));
    }
    return columns_.size() > before;
  }

  const std::vector<FloorArm>& arms_;
  const std::vector<std::size_t>& shared_;
  std::size_t cells_;
  StopToken stop_;
  std::vector<Lowered> columns_;
};

/// One floor of an attempt: its arms with the laws that are known of their cells.
class Floor {
 public:
  Floor(const Attempt& attempt, Rational row_bound, Rational column_bound, const StopToken& stop)
      : attempt_(attempt),
        row_bound_(std::move(row_bound)),
        column_bound_(std::move(column_bound)),
        stop_(stop) {}

  /// With the laws that the plays showed, or, if `sure`, whatever they are. Nothing if the mixtures
  /// do not guarantee their bounds then, so that nothing follows.
  [[nodiscard]] std::optional<FloorClaim> claim(const Rational& delta, bool sure) {
    sure_ = sure;
    if (!add_arms(attempt_.row, Player::row)) return {};
    if (!attempt_.row.symmetric && !add_arms(attempt_.column, Player::column)) return {};
    FloorClaim result;
    Rational weights;
    for (auto& [lowered, weight] : weighted()) {
      const FloorArm& arm = arms_[lowered.arm];
      const Rational whole(static_cast<std::int64_t>(weight * parts * (1 - rounding)), parts);
      if (whole.sign() <= 0 || !excludes(arm, lowered.means)) continue;
      weights += whole;
      result.alternatives.push_back({arm.player, arm.number, whole, std::move(lowered.means)});
    }
    arrange(result);
    const double plays = -log_of_level(delta) * weights.to_double();
    result.plays = static_cast<std::int64_t>(std::min(plays * (1 - rounding), 9e15));
    return result;
  }

 private:
  [[nodiscard]] const Half& half_of(Player player) const {
    return player == Player::row ? attempt_.row : attempt_.column;
  }
  [[nodiscard]] const Rational& bound_of(Player player) const {
    return player == Player::row ? row_bound_ : column_bound_;
  }

  /// False if the mixture does not guarantee its bound.
  bool add_arms(const Half& half, Player player) {
    for (Index against = 0; against < std::ssize(half.arms) && !stop_.stopped(); ++against) {
      FloorArm arm{player, against, {}, {}, 0};
      const Rational gap = gap_of(half, arm);
      if (gap.sign() <= 0) return false;
      arm.gap = gap.to_double() * (1 + rounding) + 2.0 / static_cast<double>(fine);
      add_cells(half, arm);
      arms_.push_back(std::move(arm));
    }
    return true;
  }

  /// What the mixture earns against the arm above its bound; sets the means of its cells.
  [[nodiscard]] Rational gap_of(const Half& half, FloorArm& arm) {
    Rational gap = -bound_of(arm.player);
    ArmBounds bounds{arm.player, arm.number, {}};
    for (std::size_t i = 0; i < half.strategy.size(); ++i) {
      const bool itself = half.symmetric && half.strategy[i].strategy == arm.number;
      const Arm& evidence = half.arms[at(arm.number)];
      if (sure_) {
        // Joint statements have a part of delta. This promise is another one and has all of it.
        // There are two bounds for each cell.
        const auto size = static_cast<std::int64_t>(half.strategy.size());
        const Rational level = Rational(2 * size) * evidence.together * joint_part(attempt_.spends);
        bounds.cells.push_back(itself ? LawBounds{{1, 2}, {1, 4}}
                                      : bounds_of(evidence.draws[i], level));
        arm.means.push_back(bounds.cells.back().mean);
      } else if (itself) {
        arm.means.emplace_back(1, 2);
      } else {
        const auto [draws, mirrored] = draws_of(half, i, arm.number);
        if (draws->count() == 0) return {};
        const Rational average = draws->sum() / Rational(draws->count());
        arm.means.push_back(mirrored ? Rational(1) - average : average);
      }
      gap += half.strategy[i].probability * arm.means.back();
    }
    if (sure_) bounds_.push_back(std::move(bounds));
    return gap;
  }

  void add_cells(const Half& half, FloorArm& arm) {
    const double finest = arm.gap / 50;
    for (std::size_t i = 0; i < half.strategy.size(); ++i) {
      const Index own = half.strategy[i].strategy;
      if (half.symmetric && own == arm.number) continue;
      const double weight = half.strategy[i].probability.to_double();
      const std::size_t number = number_of(arm.player, half.symmetric, own, arm.number);
      if (sure_) {
        arm.cells.push_back({number, i, weight, Lowering(bounds_.back().cells[i], finest)});
      } else {
        const auto [draws, mirrored] = draws_of(half, i, arm.number);
        arm.cells.push_back({number, i, weight, Lowering(*draws, mirrored, finest)});
      }
    }
  }

  /// The draws of a pairing, and whether they are as the other player sees them: where it is in two
  /// arms, those of the arm that has more; of as many, of the first.
  struct Draws {
    const Evidence* draws = nullptr;
    bool mirrored = false;
  };
  [[nodiscard]] Draws draws_of(const Half& half, std::size_t own, Index against) const {
    const Evidence& here = half.arms[at(against)].draws[own];
    const Index strategy = half.strategy[own].strategy;
    const bool is_row = &half == &attempt_.row;
    const Half& other = half.symmetric || !is_row ? attempt_.row : attempt_.column;
    const auto place = other.place_of(against);
    if (!place) return {&here, false};
    const Evidence& there = other.arms[at(strategy)].draws[*place];
    const bool is_first = half.symmetric ? against < strategy : is_row;
    if (there.count() > here.count() || (there.count() == here.count() && !is_first)) {
      return {&there, true};
    }
    return {&here, false};
  }

  std::size_t number_of(Player player, bool symmetric, Index own, Index against) {
    Entry cell = player == Player::row ? Entry{own, against} : Entry{against, own};
    if (symmetric && cell.row > cell.column) std::swap(cell.row, cell.column);
    return numbers_.try_emplace(cell, numbers_.size()).first->second;
  }

  /// Alternatives and their weights.
  [[nodiscard]] std::vector<std::pair<Lowered, double>> weighted() const {
    std::vector<int> met(numbers_.size(), 0);
    for (const FloorArm& arm : arms_) {
      for (const Cell& cell : arm.cells) ++met[cell.number];
    }
    std::vector<std::pair<Lowered, double>> found;
    std::vector<std::size_t> shared;
    for (std::size_t t = 0; t < arms_.size(); ++t) {
      const FloorArm& arm = arms_[t];
      if (arm.cells.empty()) continue;
      if (std::ranges::any_of(arm.cells, [&](const Cell& cell) { return met[cell.number] > 1; })) {
        shared.push_back(t);
        continue;
      }
      const auto even = evenly_lowered(arm);
      if (!even) continue;
      Lowered one = lower(arm, t, *even);
      const double weight = 1 / std::ranges::max(one.divergences);
      found.emplace_back(std::move(one), weight);
    }
    if (!shared.empty()) with_own_numbers(shared, found);
    return found;
  }

  /// The arms that share cells, with numbers of their own for these.
  void with_own_numbers(const std::vector<std::size_t>& shared,
                        std::vector<std::pair<Lowered, double>>& found) const {
    std::vector<FloorArm> arms = arms_;
    std::map<std::size_t, std::size_t> renumbered;
    for (const std::size_t t : shared) {
      for (Cell& cell : arms[t].cells) {
        cell.number = renumbered.try_emplace(cell.number, renumbered.size()).first->second;
      }
    }
    SharedArms(arms, shared, renumbered.size(), stop_).find(found);
  }

  /// Whether the mixture earns no more than its bound, exactly.
  [[nodiscard]] bool excludes(const FloorArm& arm, const std::vector<Rational>& means) const {
    const MixedStrategy& strategy = half_of(arm.player).strategy;
    Rational sum;
    for (std::size_t i = 0; i < means.size(); ++i) sum += strategy[i].probability * means[i];
    return sum <= bound_of(arm.player);
  }

  /// Sorts the alternatives, joins those that are the same, and adds the bounds of their arms.
  void arrange(FloorClaim& claim) {
    std::vector<Alternative>& all = claim.alternatives;
    const auto key = [](const Alternative& one) {
      return std::tie(one.player, one.arm, one.means);
    };
    std::ranges::stable_sort(
        all, [&](const auto& one, const auto& other) { return key(one) < key(other); });
    std::vector<Alternative> joined;
    for (Alternative& one : all) {
      if (!joined.empty() && key(joined.back()) == key(one)) {
        joined.back().weight += one.weight;
      } else {
        joined.push_back(std::move(one));
      }
    }
    all = std::move(joined);
    for (ArmBounds& bounds : bounds_) {
      if (std::ranges::any_of(all, [&](const Alternative& one) {
            return one.player == bounds.player && one.arm == bounds.arm;
          })) {
        claim.bounds.push_back(std::move(bounds));
      }
    }
  }

  const Attempt& attempt_;
  Rational row_bound_;
  Rational column_bound_;
  StopToken stop_;
  bool sure_ = false;
  std::vector<FloorArm> arms_;
  std::vector<ArmBounds> bounds_;
  std::map<Entry, std::size_t> numbers_;
};

}  // namespace

FloorClaims plays_floor(const Attempt& attempt, const Rational& low, const Rational& high,
                        const Rational& delta, const StopToken& stop) {
  const Rational conceded = Rational(1) - high;
  FloorClaims floors;
  floors.seen = Floor(attempt, low, conceded, stop).claim(delta, false);
  // Nobody knows what a lost play would have paid.
  if (attempt.lost == 0) floors.sure = Floor(attempt, low, conceded, stop).claim(delta, true);
  return floors;
}

}  // namespace allnash::chance
