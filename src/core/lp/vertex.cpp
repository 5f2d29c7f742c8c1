#include "core/lp/vertex.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <span>
#include <utility>

#include "core/base/at.hpp"
#include "core/exact/access.hpp"
#include "core/exact/linear_system.hpp"
#include "core/lp/clp.hpp"
#include "core/lp/repair.hpp"

namespace allnash::lp {

namespace {

using exact::Integer;
using exact::IntegerMatrix;
using game::Both;
using game::opponent_of;
using game::Player;

const Rational& payoff(const exact::Matrix& game, Player player, Index own, Index other) {
  return player == Player::row ? game.at(own, other) : game.at(other, own);
}

Index strategies_of(const exact::Matrix& game, Player player) {
  return player == Player::row ? game.rows() : game.columns();
}

// The opponent's slack, or its change, when the payoff to the row player is `above` the value.
Rational shortfall(Player player, const Rational& above) {
  return player == Player::row ? above : -above;
}

// The payoff against each strategy of the opponent for these weights of the player's strategies.
// Unusable when stopped.
std::vector<Rational> payoffs_against(const exact::Matrix& game, Player player,
                                      const std::vector<Rational>& weights, const StopToken& stop) {
  MixedStrategy played;
  for (std::size_t t = 0; t < weights.size(); ++t) {
    if (weights[t].sign() != 0) played.push_back({static_cast<Index>(t), weights[t]});
  }
  const game::Mixture mixture(played);
  std::vector<Rational> result(at(strategies_of(game, opponent_of(player))));
  for (Index t = 0; t < std::ssize(result) && !stop.stopped(); ++t) {
    result[at(t)] = mixture.unscaled(
        mixture.expect([&](Index s) -> const Rational& { return payoff(game, player, s, t); }));
  }
  return result;
}

std::vector<Rational> dense(const MixedStrategy& strategy, Index count) {
  std::vector<Rational> result(at(count));
  for (const Weight& weight : strategy) result[at(weight.strategy)] = weight.probability;
  return result;
}

game::Block block_of(const Basis& basis) {
  const auto in = [](const std::vector<SimplexPlace>& places) {
    std::vector<Index> result;
    for (std::size_t t = 0; t < places.size(); ++t) {
      if (places[t] == SimplexPlace::in) result.push_back(static_cast<Index>(t));
    }
    return result;
  };
  game::Block block;
  block.row = in(basis.row);
  block.column = in(basis.column);
  return block;
}

// The solution of the basis, in which entries may be negative. Nothing if there is none.
std::optional<ExactVertex> solution_of(const exact::Matrix& game, game::Block basis,
                                       std::size_t threads, const StopToken& stop) {
  SupportGuess guess;
  guess.row = {basis.row, std::vector<double>(basis.row.size(), 1)};
  guess.column = {basis.column, std::vector<double>(basis.column.size(), 1)};
  auto solved = repair(game, guess, 4, threads, stop);
  if (!solved || solved->rounded) return std::nullopt;
  ExactVertex vertex;
  vertex.pair = std::move(solved->pair);
  vertex.basis = std::move(basis);
  vertex.played.row = dense(vertex.pair.row, game.rows());
  vertex.played.column = dense(vertex.pair.column, game.columns());
  for (const Player player : game::players) {
    std::vector<Rational> payoffs = payoffs_against(game, player, vertex.played.of(player), stop);
    for (Rational& each : payoffs) each = shortfall(player, each - vertex.pair.value);
    vertex.slack.of(opponent_of(player)) = std::move(payoffs);
  }
  if (stop.stopped()) return std::nullopt;
  return vertex;
}

bool any_negative(const std::vector<Rational>& values) {
  return std::ranges::any_of(values, [](const Rational& value) { return value.sign() < 0; });
}

bool is_optimal(const ExactVertex& vertex) {
  return std::ranges::none_of(game::players, [&](Player player) {
    return any_negative(vertex.played.of(player)) || any_negative(vertex.slack.of(player));
  });
}

// The size of a violation that the refined LP shows as 1. It never grows from round to round, which
// would undo earlier corrections, unless numbers became too large.
struct FaultUnits {
  double room = 1;  // for the column player's probabilities and the rows' slacks
  double cost = 1;  // for the row player's probabilities and the columns' slacks
};

// The payoffs less one near the value, equilibrated by powers of two: all are scaled to a largest
// one of size 1, and then each row and each column is.
struct ScaledPayoffs {
  std::vector<double> values;  // row by row
  double all = 1;              // the factor of all payoffs
  std::vector<double> rows;    // the factor of each row, and of each column
  std::vector<double> columns;
};

double power_near(double largest) {
  return largest > 0 ? std::ldexp(1.0, -std::ilogb(largest)) : 1.0;
}

// Nothing when stopped, or beyond the range of doubles.
std::optional<ScaledPayoffs> scaled_payoffs(const exact::Matrix& game, const Rational& middle,
                                            const StopToken& stop) {
  ScaledPayoffs scaled;
  for (Index i = 0; i < game.rows(); ++i) {
    if (stop.stopped()) return std::nullopt;
    for (const Rational& payoff : game.row(i)) {
      scaled.values.push_back(exact::within_filter_range((payoff - middle).to_double()));
      if (std::isnan(scaled.values.back())) return std::nullopt;
    }
  }
  scaled.all = power_near(largest_of(scaled.values));
  const auto width = at(game.columns());
  scaled.columns.assign(width, 0);
  for (std::size_t first = 0; first < scaled.values.size(); first += width) {
    const std::span line(&scaled.values[first], width);
    for (double& each : line) each *= scaled.all;
    scaled.rows.push_back(power_near(largest_of(line)));
    for (std::size_t j = 0; j < width; ++j) {
      line[j] *= scaled.rows.back();
      scaled.columns[j] = std::max(scaled.columns[j], std::abs(line[j]));
    }
  }
  for (double& each : scaled.columns) each = power_near(each);
  for (std::size_t t = 0; t < scaled.values.size(); ++t) {
    scaled.values[t] *= scaled.columns[t % width];
  }
  return scaled;
}

// In the units of the scaled game: a probability is divided by the factor of its line.
std::vector<double> played_in(const std::vector<Rational>& played,
                              const std::vector<double>& lines) {
  std::vector<double> result;
  for (std::size_t t = 0; t < played.size(); ++t) {
    result.push_back(played[t].to_double() / lines[t]);
  }
  return result;
}

std::vector<double> slack_in(const std::vector<Rational>& slack, const std::vector<double>& lines,
                             double all) {
  std::vector<double> result;
  for (std::size_t t = 0; t < slack.size(); ++t) {
    result.push_back(slack[t].to_double() * all * lines[t]);
  }
  return result;
}

// Larger numbers would only cost the solver accuracy.
constexpr double most_enlarged = 1e8;

double fault_unit(double before, double fault) {
  return fault > 0 ? std::clamp(before, fault / most_enlarged, fault) : before;
}

double fault_in(const std::vector<double>& some, const std::vector<double>& others) {
  return std::max(0.0, -std::min(std::ranges::min(some), std::ranges::min(others)));
}

// Iterative refinement of a basis whose solution has negative entries. Let y, v and the slacks s be
// differences from that solution. The LP is then
//
//   min  d y + x s,  A y - v + s = 0,  sum y = 0,
//
// bounded below by minus the values at the basis. All violations of the basis are positive bounds
// or negative costs, scaled up so that floating point can see them.
class RefinedLp {
 public:
  /// Nothing when stopped, or beyond the range of doubles. The vertex must outlive the LP.
  static std::optional<RefinedLp> of(const exact::Matrix& game, const ExactVertex& vertex,
                                     const StopToken& stop) {
    auto scaled = scaled_payoffs(game, Rational::from_double(vertex.pair.value.to_double()), stop);
    if (!scaled) return std::nullopt;
    return RefinedLp(vertex, *std::move(scaled));
  }

  /// The largest violation, for payoffs of size 1.
  [[nodiscard]] double fault() const { return std::max(fault_in(y_, s_), fault_in(x_, d_)); }

  /// Nothing when the solver fails or is stopped.
  [[nodiscard]] std::optional<game::Block> better_basis(FaultUnits& units,
                                                        const StopToken& stop) const {
    units.room = fault_unit(units.room, fault_in(y_, s_));
    units.cost = fault_unit(units.cost, fault_in(x_, d_));
    ClpSimplex lp;
    load(lp, units);
    start(lp);
    // The dual simplex method needs nonnegative costs.
    const auto kind = fault_in(x_, d_) > 0 ? Simplex::primal : Simplex::dual;
    if (!minimise(lp, stop, kind)) return std::nullopt;
    game::Block found;
    for (int i = 0; i < rows(); ++i) {
      if (lp.getColumnStatus(columns() + 1 + i) != ClpSimplex::basic) found.row.push_back(i);
    }
    for (int j = 0; j < columns(); ++j) {
      if (lp.getColumnStatus(j) == ClpSimplex::basic) found.column.push_back(j);
    }
    if (found.row.empty() || found.row.size() != found.column.size()) return std::nullopt;
    return found;
  }

 private:
  RefinedLp(const ExactVertex& vertex, ScaledPayoffs scaled)
      : vertex_(vertex),
        scaled_(std::move(scaled)),
        y_(played_in(vertex.played.column, scaled_.columns)),
        s_(slack_in(vertex.slack.row, scaled_.rows, scaled_.all)),
        x_(played_in(vertex.played.row, scaled_.rows)),
        d_(slack_in(vertex.slack.column, scaled_.columns, scaled_.all)) {}

  [[nodiscard]] int rows() const { return static_cast<int>(scaled_.rows.size()); }
  [[nodiscard]] int columns() const { return static_cast<int>(scaled_.columns.size()); }

  void load(ClpSimplex& lp, const FaultUnits& units) const {
    ColumnBuilder builder;
    const auto end_column = [&](double room, double cost) {
      builder.end_column(-std::min(room / units.room, most_enlarged), COIN_DBL_MAX,
                         std::min(cost / units.cost, most_enlarged));
    };
    for (int j = 0; j < columns(); ++j) {
      for (int i = 0; i < rows(); ++i) builder.add(i, scaled_.values[at(Index{i} * columns() + j)]);
      builder.add(rows(), scaled_.columns[at(j)]);
      end_column(y_[at(j)], d_[at(j)]);
    }
    for (int i = 0; i < rows(); ++i) builder.add(i, -scaled_.rows[at(i)]);
    builder.end_column(-COIN_DBL_MAX, COIN_DBL_MAX, 0);
    for (int i = 0; i < rows(); ++i) {
      builder.add(i, 1);
      end_column(s_[at(i)], x_[at(i)]);
    }
    const std::vector<double> nothing(static_cast<std::size_t>(rows()) + 1, 0);
    builder.load(lp, nothing, nothing);
    lp.scaling(0);  // it is scaled already, and tolerances are absolute
  }

  void start(ClpSimplex& lp) const {
    lp.createStatus();
    for (int i = 0; i <= rows(); ++i) lp.setRowStatus(i, ClpSimplex::isFixed);
    for (int t = 0; t <= columns() + rows(); ++t) lp.setColumnStatus(t, ClpSimplex::atLowerBound);
    for (const Index j : vertex_.basis.column) {
      lp.setColumnStatus(static_cast<int>(j), ClpSimplex::basic);
    }
    lp.setColumnStatus(columns(), ClpSimplex::basic);
    for (const Index i : game::complement(vertex_.basis.row, rows())) {
      lp.setColumnStatus(columns() + 1 + static_cast<int>(i), ClpSimplex::basic);
    }
  }

  const ExactVertex& vertex_;
  ScaledPayoffs scaled_;
  std::vector<double> y_;
  std::vector<double> s_;
  std::vector<double> x_;
  std::vector<double> d_;
};

// The equations for one player's probabilities in the basis, solved for any right side.
class BasisSide {
 public:
  /// Nothing when stopped, or if they have no solution.
  static std::optional<BasisSide> of(const exact::Matrix& game, const game::Block& basis,
                                     Player player, const StopToken& stop) {
    auto lines = equations(game, player, basis.of(player), basis.of(opponent_of(player)), stop);
    if (!lines) return std::nullopt;
    BasisSide side(game, basis, player, *std::move(lines));
    auto system = exact::PadicSystem::of(*side.lines_, stop);
    if (!system) return std::nullopt;
    side.system_.emplace(*std::move(system));
    return side;
  }

  /// The change of all of the player's probabilities, with the value fixed, when strategies outside
  /// the basis are played with probability `own` and the opponent's in the basis get slack
  /// `opposing`. Nothing when stopped.
  [[nodiscard]] std::optional<std::vector<Rational>> change(const MixedStrategy& own,
                                                            const MixedStrategy& opposing,
                                                            const StopToken& stop) const {
    const auto& others = basis_.of(opponent_of(player_));
    std::vector<Rational> right(others.size() + 1);
    for (const Weight& slack : opposing) {
      const auto place = std::ranges::lower_bound(others, slack.strategy) - others.begin();
      right[at(place)] = shortfall(player_, slack.probability);
    }
    for (const Weight& weight : own) {
      for (std::size_t t = 0; t < others.size(); ++t) {
        right[t] -= payoff(game_, player_, weight.strategy, others[t]) * weight.probability;
      }
      right.back() -= weight.probability;
    }
    for (std::size_t t = 0; t < others.size(); ++t) {
      fmpq_mul_fmpz(exact::raw(right[t]), exact::raw(right[t]),
                    lines_->at(static_cast<slong>(t), 0));
      right[t] = -right[t];  // the value's coefficient is -1 in an unscaled line
    }
    const Integer scale = exact::common_denominator(right);
    IntegerMatrix whole(static_cast<slong>(right.size()), 1);
    for (std::size_t t = 0; t < right.size(); ++t) {
      exact::scale_to_integer(whole.at(static_cast<slong>(t), 0), right[t], scale);
    }
    const auto solved = system_->solve(whole, stop);
    if (!solved) return std::nullopt;
    std::vector<Rational> result(at(strategies_of(game_, player_)));
    const auto& places = basis_.of(player_);
    for (std::size_t s = 0; s < places.size(); ++s) {
      Rational& each = result[at(places[s])] = (*solved)[s + 1];
      fmpq_div_fmpz(exact::raw(each), exact::raw(each), scale.raw());
    }
    for (const Weight& weight : own) result[at(weight.strategy)] = weight.probability;
    return result;
  }

 private:
  BasisSide(const exact::Matrix& game, const game::Block& basis, Player player, IntegerMatrix lines)
      : game_(game),
        basis_(basis),
        player_(player),
        lines_(std::make_unique<IntegerMatrix>(std::move(lines))) {}

  const exact::Matrix& game_;
  const game::Block& basis_;
  Player player_;
  std::unique_ptr<IntegerMatrix> lines_;  // on the heap, since the system refers to it
  std::optional<exact::PadicSystem> system_;
};

}  // namespace

bool ExactVertex::is_strict() const {
  return std::ranges::all_of(game::players, [&](Player player) {
    for (std::size_t t = 0; t < played.of(player).size(); ++t) {
      if (played.of(player)[t].sign() == 0 && slack.of(player)[t].sign() == 0) return false;
    }
    return true;
  });
}

namespace {

// The basis that floating point ends in; a poor one where it fails, to be refined.
game::Block floating_basis(const FloatGame& floating, const StopToken& stop) {
  if (Basis first; solve_floating(floating, first, stop)) return block_of(first);
  return {{{0}, {0}}};
}

// Refines the basis until its exact solution is optimal.
VertexSearch refined(const exact::Matrix& game, game::Block basis, std::size_t threads,
                     const StopToken& stop) {
  constexpr int most_rounds = 8;  // each gains about nine digits
  VertexSearch search;
  FaultUnits units;
  std::optional<double> least;
  for (int round = 0; round < most_rounds; ++round) {
    auto vertex = solution_of(game, basis, threads, stop);
    if (!vertex) break;
    if (is_optimal(*vertex)) {
      search.vertex = std::move(vertex);
      break;
    }
    const auto lp = RefinedLp::of(game, *vertex, stop);
    if (!lp) break;
    if (!least || lp->fault() < *least) {
      least = lp->fault();
      search.nearest = basis;
    }
    auto next = lp->better_basis(units, stop);
    if (!next || (next->row == basis.row && next->column == basis.column)) break;
    basis = *std::move(next);
  }
  return search;
}

// log2 of a positive number, and between powers of two the chord of it.
double rising_log2(const Rational& number) {
  const std::int64_t exponent = exact::binary_exponent(number);
  const double part = exact::times_power_of_two(number, -exponent).to_double();  // from 1/2 to 2
  return static_cast<double>(exponent) + (part < 1 ? 2 * part - 2 : part - 1);
}

// The game with its largest payoffs moved towards the median, to a million times the usual distance
// from it and, to keep their order, a little more. Nothing if none is farther away.
std::optional<exact::Matrix> drawn_in(const exact::Matrix& game, const StopToken& stop) {
  constexpr double farthest = 20;    // doublings of the usual distance
  constexpr double shrunk = 1024.0;  // of further doublings, as a part of the distance
  std::vector<Rational> sorted(game.values().begin(), game.values().end());
  const auto half = sorted.begin() + std::ssize(sorted) / 2;
  std::nth_element(sorted.begin(), half, sorted.end());
  const Rational median = *half;
  const auto distance = [&](const Rational& payoff) {
    return rising_log2(payoff < median ? median - payoff : payoff - median);
  };
  std::vector<double> distances;
  for (const Rational& payoff : game.values()) {
    if (stop.stopped()) return std::nullopt;
    if (payoff != median) distances.push_back(distance(payoff));
  }
  if (distances.empty()) return std::nullopt;
  const auto middle = distances.begin() + std::ssize(distances) / 2;
  std::nth_element(distances.begin(), middle, distances.end());
  const double limit = std::floor(*middle) + farthest;
  if (std::ranges::max(distances) <= limit) return std::nullopt;
  const Rational reach = exact::times_power_of_two(1, static_cast<slong>(limit));
  exact::Matrix result = game;
  for (Index i = 0; i < game.rows(); ++i) {
    if (stop.stopped()) return std::nullopt;
    for (Index j = 0; j < game.columns(); ++j) {
      Rational& payoff = result.at(i, j);
      if (payoff == median) continue;
      const double beyond = distance(payoff) - limit;
      if (beyond <= 0) continue;
      const Rational moved = reach * Rational::from_double(1 + beyond / shrunk);
      payoff = payoff < median ? median - moved : median + moved;
    }
  }
  return result;
}

}  // namespace

// A few payoffs far larger than the others hide all else from floating point. But their strategies
// are played just seldom enough, however large they are: mostly the basis stays the same when they
// are drawn nearer to the others.
VertexSearch find_vertex(const exact::Matrix& game, const FloatGame& floating, std::size_t threads,
                         const StopToken& stop) {
  const auto nearer = drawn_in(game, stop);
  if (!nearer) return refined(game, floating_basis(floating, stop), threads, stop);
  VertexSearch there =
      refined(*nearer, floating_basis(FloatGame(*nearer, stop), stop), threads, stop);
  game::Block basis = there.vertex ? std::move(there.vertex->basis) : std::move(there.nearest);
  if (basis.row.empty()) return refined(game, floating_basis(floating, stop), threads, stop);
  VertexSearch search = refined(game, basis, threads, stop);
  if (search.nearest.empty()) search.nearest = std::move(basis);
  return search;
}

UndecidedGame::UndecidedGame(const exact::Matrix& game, const ExactVertex& vertex)
    : game_(game), vertex_(vertex) {
  for (const Player player : game::players) {
    const auto& basis = vertex.basis.of(player);
    const auto& played = vertex.played.of(player);
    for (std::size_t t = 0; t < played.size(); ++t) {
      if (played[t].sign() != 0 || vertex.slack.of(player)[t].sign() != 0) continue;
      const auto strategy = static_cast<Index>(t);
      const bool in_basis = std::ranges::binary_search(basis, strategy);
      // Of the slacks of rows and probabilities of columns, the cobasic ones are raised and the
      // basic ones block.
      auto& list = in_basis == (player == Player::row) ? raised_ : blocking_;
      list.push_back({player, strategy, in_basis, 1});
    }
  }
}

std::optional<UndecidedGame> UndecidedGame::at(const exact::Matrix& game, const ExactVertex& vertex,
                                               const StopToken& stop) {
  UndecidedGame found(game, vertex);
  if (!found.fill(stop)) return std::nullopt;
  found.bring_to_size();
  return found;
}

bool UndecidedGame::fill(const StopToken& stop) {
  payoffs_ = exact::Matrix(std::ssize(raised_) + 1, std::ssize(blocking_) + 1);
  const auto columns = BasisSide::of(game_, vertex_.basis, Player::column, stop);
  if (!columns) return false;
  for (std::size_t z = 0; z < raised_.size(); ++z) {
    const MixedStrategy one{{raised_[z].strategy, 1}};
    const auto change =
        raised_[z].in_basis ? columns->change({}, one, stop) : columns->change(one, {}, stop);
    if (!change) return false;
    const auto payoffs = payoffs_against(game_, Player::column, *change, stop);
    if (stop.stopped()) return false;
    for (std::size_t e = 0; e < blocking_.size(); ++e) {
      const auto strategy = allnash::at(blocking_[e].strategy);
      payoffs_.at(static_cast<Index>(z), static_cast<Index>(e)) =
          blocking_[e].in_basis ? (*change)[strategy]
                                : shortfall(Player::column, payoffs[strategy]);
    }
  }
  return true;
}

// Divides each row, then each column, by a power of two near its largest entry.
void UndecidedGame::bring_to_size() {
  const auto divide = [](Undecided& line, auto entry, Index count) {
    std::optional<slong> most;
    for (Index t = 0; t < count; ++t) {
      if (entry(t).sign() == 0) continue;
      const slong exponent = exact::binary_exponent(entry(t));
      most = std::max(most.value_or(exponent), exponent);
    }
    if (!most) return;
    line.unit = exact::times_power_of_two(1, -*most);
    for (Index t = 0; t < count; ++t) entry(t) *= line.unit;
  };
  for (std::size_t z = 0; z < raised_.size(); ++z) {
    divide(
        raised_[z], [&](Index e) -> Rational& { return payoffs_.at(static_cast<Index>(z), e); },
        payoffs_.columns());
  }
  for (std::size_t e = 0; e < blocking_.size(); ++e) {
    divide(
        blocking_[e], [&](Index z) -> Rational& { return payoffs_.at(z, static_cast<Index>(e)); },
        payoffs_.rows());
  }
}

std::optional<game::Pair> UndecidedGame::step(const game::Pair& pair, const StopToken& stop) const {
  Both<MixedStrategy> outside;       // strategies outside the basis that are now played
  Both<MixedStrategy> short_of;      // strategies of the basis that get a slack
  Both<std::vector<Index>> joining;  // all strategies that are now played
  const auto look = [&](const std::vector<Undecided>& list, const MixedStrategy& moves) {
    std::vector<Rational> amounts(list.size());
    for (const Weight& move : moves) {
      const auto place = allnash::at(move.strategy);
      if (place < list.size()) amounts[place] = move.probability * list[place].unit;
    }
    for (std::size_t t = 0; t < list.size(); ++t) {
      const auto& [player, strategy, in_basis, unit] = list[t];
      const bool moves_it = amounts[t].sign() > 0;
      if (moves_it) {
        (in_basis ? short_of : outside).of(player).push_back({strategy, std::move(amounts[t])});
      }
      if (moves_it != in_basis) joining.of(player).push_back(strategy);
    }
  };
  look(raised_, pair.row);
  look(blocking_, pair.column);
  game::Pair result;
  result.value = vertex_.pair.value;
  for (const Player player : game::players) {
    const auto side = BasisSide::of(game_, vertex_.basis, player, stop);
    if (!side) return std::nullopt;
    const auto change = side->change(outside.of(player), short_of.of(opponent_of(player)), stop);
    if (!change) return std::nullopt;
    auto found = stepped(player, *change, joining.of(player), stop);
    if (!found) return std::nullopt;
    (player == Player::row ? result.row : result.column) = *std::move(found);
  }
  return result;
}

// Half of the longest step that keeps positive entries positive.
std::optional<MixedStrategy> UndecidedGame::stepped(Player player,
                                                    const std::vector<Rational>& change,
                                                    const std::vector<Index>& joining,
                                                    const StopToken& stop) const {
  const auto& played = vertex_.played.of(player);
  const auto& slack = vertex_.slack.of(opponent_of(player));
  std::optional<Rational> longest;
  const auto limit = [&](const Rational& from, const Rational& by) {
    if (from.sign() <= 0 || by.sign() >= 0) return;
    Rational step = -from / by;
    if (!longest || step < *longest) longest = std::move(step);
  };
  for (std::size_t t = 0; t < played.size(); ++t) limit(played[t], change[t]);
  const auto payoffs = payoffs_against(game_, player, change, stop);
  if (stop.stopped()) return std::nullopt;
  for (std::size_t t = 0; t < slack.size(); ++t) limit(slack[t], shortfall(player, payoffs[t]));
  const Rational step = longest ? *longest / 2 : Rational(1);
  MixedStrategy result;
  for (std::size_t t = 0; t < played.size(); ++t) {
    const auto strategy = static_cast<Index>(t);
    if (played[t].sign() == 0 && std::ranges::find(joining, strategy) == joining.end()) continue;
    result.push_back({strategy, played[t] + step * change[t]});
    if (result.back().probability.sign() <= 0) return std::nullopt;
  }
  return result;
}

}  // namespace allnash::lp
