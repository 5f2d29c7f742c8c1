#include "large/graphs/exact_pair.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>

#include "core/base/random.hpp"
#include "core/exact/linear_system.hpp"

namespace allnash::large {
namespace {

using exact::Integer;
using exact::IntegerMatrix;

/// Integers modulo the prime 2^61 - 1.
class Residue {
 public:
  static constexpr std::uint64_t prime = (std::uint64_t{1} << 61U) - 1;
  Residue() = default;
  explicit Residue(std::uint64_t value) : value_(value % prime) {}
  explicit Residue(const Integer& value) : value_(fmpz_fdiv_ui(value.raw(), prime)) {}

  Residue& operator+=(Residue other) {
    value_ += other.value_;
    if (value_ >= prime) value_ -= prime;
    return *this;
  }
  Residue& operator-=(Residue other) {
    value_ += prime - other.value_;
    if (value_ >= prime) value_ -= prime;
    return *this;
  }
  friend Residue operator*(Residue left, Residue right) { return folded(times(left, right)); }
  friend Residue operator-(Residue one) {
    Residue result;
    result -= one;
    return result;
  }
  /// Sums of up to `summands` products can wait to be reduced.
  static constexpr std::size_t summands = 32;
  friend UInt128 times(Residue left, Residue right) {
    return static_cast<UInt128>(left.value_) * right.value_;
  }
  static Residue folded(UInt128 sum) {
    const auto high = static_cast<UInt128>(sum >> 61U);
    std::uint64_t rest = (static_cast<std::uint64_t>(sum) & prime) +
                         (static_cast<std::uint64_t>(high) & prime) +
                         static_cast<std::uint64_t>(high >> 61U);
    rest = (rest & prime) + (rest >> 61U);
    Residue result;
    result.value_ = rest >= prime ? rest - prime : rest;
    return result;
  }
  [[nodiscard]] bool is_zero() const { return value_ == 0; }
  /// Requires a nonzero number.
  [[nodiscard]] Residue inverse() const {  // by Fermat's little theorem
    Residue result(1);
    Residue power = *this;
    for (std::uint64_t rest = prime - 2; rest > 0; rest >>= 1U) {
      if ((rest & 1U) != 0) result = result * power;
      power = power * power;
    }
    return result;
  }

 private:
  std::uint64_t value_ = 0;
};

Residue drawn(Random& random) { return Residue(random.bits()); }

void add_product(Residue& sum, Residue left, Residue right) { sum += left * right; }

/// A player's played arcs. The heaviest played arc of each node is its default. Flows on the
/// others, the free arcs, can be chosen, and determine the flows on the defaults.
struct Played {
  const Graph& graph;
  std::vector<int> arcs;        // ascending, so that tails come before heads
  std::vector<int> default_of;  // by node; -1 at nodes that are not reached
  std::vector<int> free;        // ascending

  Played(const Graph& the_graph, const std::vector<char>& played, const std::vector<double>& flow)
      : graph(the_graph), default_of(at(graph.nodes), -1) {
    for (int a = 0; a < graph.arcs(); ++a) {
      if (played[a] == 0) continue;
      arcs.push_back(a);
      int& chosen = default_of[graph.tail[a]];
      if (chosen < 0 || flow[a] > flow[chosen]) chosen = a;
    }
    for (const int a : arcs) {
      if (default_of[graph.tail[a]] != a) free.push_back(a);
    }
  }

  /// The flow of `unit` units with these amounts on the free arcs.
  template <typename Number>
  [[nodiscard]] std::vector<Number> flow(const std::vector<Number>& on_free,
                                         const Number& unit) const {
    std::vector<Number> result(at(graph.arcs()));
    std::vector<Number> left(at(graph.nodes));
    if (graph.nodes > 0) left[0] = unit;
    for (std::size_t t = 0; t < free.size(); ++t) result[free[t]] = on_free[t];
    // At each node the default takes what the free arcs leave.
    for (std::size_t begin = 0; begin < arcs.size();) {
      const int node = graph.tail[arcs[begin]];
      std::size_t end = begin;
      for (; end < arcs.size() && graph.tail[arcs[end]] == node; ++end) {
        if (arcs[end] != default_of[node]) left[node] -= result[arcs[end]];
      }
      result[default_of[node]] = left[node];
      for (; begin < end; ++begin) {
        for (const int head : graph.heads_of(arcs[begin])) left[head] += result[arcs[begin]];
      }
    }
    return result;
  }

  /// For each free arc: how much less it earns than the default of its tail, defaults being played
  /// after both.
  template <typename Number>
  [[nodiscard]] std::vector<Number> losses(const std::vector<Number>& gain) const {
    std::vector<Number> worth(at(graph.nodes));
    std::vector<Number> result(free.size());
    const auto earns = [&](int arc) {
      Number sum{};
      if (graph.feature[arc] >= 0) sum += gain[graph.feature[arc]];
      for (const int head : graph.heads_of(arc)) sum += worth[head];
      return sum;
    };
    std::size_t t = free.size();
    for (std::size_t end = arcs.size(); end > 0;) {
      const int node = graph.tail[arcs[end - 1]];
      worth[node] = earns(default_of[node]);
      for (; end > 0 && graph.tail[arcs[end - 1]] == node; --end) {
        const int arc = arcs[end - 1];
        if (arc == default_of[node]) continue;
        result[--t] = worth[node];
        result[t] -= earns(arc);
      }
    }
    return result;
  }
};

Residue dot(std::span<const Residue> left, std::span<const Residue> right) {
  Residue result;
  for (std::size_t begin = 0; begin < left.size(); begin += Residue::summands) {
    const std::size_t end = std::min(left.size(), begin + Residue::summands);
    UInt128 sum = 0;
    for (std::size_t c = begin; c < end; ++c) sum += times(left[c], right[c]);
    result += Residue::folded(sum);
  }
  return result;
}

/// The independent rows so far, in echelon form. Where most rows depend on earlier ones, a product
/// with a random vector orthogonal to the earlier rows shows this, with error probability 2^-61.
class Echelon {
 public:
  Echelon(std::size_t columns, Random& random) : columns_(columns), given_(columns) {
    for (Residue& one : given_) one = drawn(random);
    orthogonal_ = given_;
  }
  [[nodiscard]] std::size_t rank() const { return rows_.size(); }
  /// Requires a nonempty echelon.
  [[nodiscard]] std::size_t last_pivot() const { return pivots_.back(); }
  /// True when the row is independent of those before. Entries beyond `columns` are ignored.
  bool add(std::vector<Residue> row) {
    row.resize(columns_);
    if (turned_ && dot(row, orthogonal_).is_zero()) return false;
    for (std::size_t begin = 0; begin < rows_.size(); begin += together) reduce(row, begin);
    std::size_t pivot = 0;
    while (pivot < columns_ && row[pivot].is_zero()) ++pivot;
    if (pivot == columns_) {
      if (!turned_) turn();
      return false;
    }
    const Residue scale = row[pivot].inverse();
    for (std::size_t c = pivot; c < columns_; ++c) row[c] = row[c] * scale;
    const auto place = std::ranges::upper_bound(pivots_, pivot) - pivots_.begin();
    pivots_.insert(pivots_.begin() + place, pivot);
    rows_.insert(rows_.begin() + place, std::move(row));
    turned_ = false;
    return true;
  }

 private:
  static constexpr std::size_t together = 16;
  static_assert(together < Residue::summands);

  /// Takes the rows from `begin` on, `together` of them, off the row, so that it is 0 at their
  /// pivots.
  void reduce(std::vector<Residue>& row, std::size_t begin) const {
    const std::size_t count = std::min(together, rows_.size() - begin);
    std::array<Residue, together> factor;  // with the opposite sign
    std::array<const Residue*, together> from;
    for (std::size_t t = 0; t < count; ++t) {
      const std::size_t pivot = pivots_[begin + t];
      from[t] = rows_[begin + t].data();
      UInt128 sum = times(row[pivot], Residue(1));
      for (std::size_t u = 0; u < t; ++u) sum += times(factor[u], from[u][pivot]);
      factor[t] = -Residue::folded(sum);
    }
    for (std::size_t c = pivots_[begin]; c < columns_; ++c) {
      UInt128 sum = times(row[c], Residue(1));
      for (std::size_t t = 0; t < count; ++t) sum += times(factor[t], from[t][c]);
      row[c] = Residue::folded(sum);
    }
  }

  /// Makes the random vector orthogonal to all rows: its entries at pivots follow from the others.
  /// This takes as long as to reduce a row, so it waits for a row that depends on the others.
  void turn() {
    orthogonal_ = given_;
    for (std::size_t t = rows_.size(); t-- > 0;) {
      const std::size_t after = pivots_[t] + 1;
      orthogonal_[pivots_[t]] =
          -dot(std::span(rows_[t]).subspan(after), std::span(orthogonal_).subspan(after));
    }
    turned_ = true;
  }

  std::size_t columns_;
  std::vector<Residue> given_;
  std::vector<Residue> orthogonal_;
  bool turned_ = true;               // `orthogonal_` is orthogonal to all rows
  std::vector<std::size_t> pivots_;  // ascending
  std::vector<std::vector<Residue>> rows_;
};

/// The conditions that every played arc of the opponent is a best response to the player's flow,
/// which are linear in the flows on free arcs.
class Conditions {
 public:
  Conditions(const Form& form, const std::array<Played, 2>& played) : form_(form), played_(played) {
    for (const int player : {0, 1}) {
      const auto& payoffs = form.differences.lines[player].payoff;
      modular_[player].reserve(payoffs.size());
      for (const Integer& payoff : payoffs) modular_[player].emplace_back(payoff);
    }
  }

  /// The losses of the opponent's free arcs against the flow.
  template <typename Number>
  [[nodiscard]] std::vector<Number> losses(int player, const std::vector<Number>& on_free,
                                           const Number& unit) const {
    const int other = 1 - player;
    const Played& mine = played_[player];
    return played_[other].losses(form_.differences.earned(
        other, payoffs<Number>(other), amounts(mine.graph, mine.flow(on_free, unit))));
  }

  /// Their change when the flow on one free arc grows by a unit.
  [[nodiscard]] Numbers losses_by_arc(int player, int arc) const {
    Numbers unit(played_[player].free.size());
    unit[arc] = Integer(1);
    return losses(player, unit, Integer());
  }

 private:
  template <typename Number>
  [[nodiscard]] const auto& payoffs(int player) const {
    if constexpr (std::is_same_v<Number, Residue>) {
      return modular_[player];
    } else {
      return form_.differences.lines[player].payoff;
    }
  }

  const Form& form_;
  const std::array<Played, 2>& played_;
  std::array<std::vector<Residue>, 2> modular_;
};

/// The matrix of conditions on the player's flow, one row for each free arc of the opponent, times
/// a random matrix.
class RandomProducts {
 public:
  RandomProducts(const Conditions& conditions, const std::array<Played, 2>& played, int player)
      : conditions_(conditions),
        played_(played),
        player_(player),
        random_(Hash::hashed(7 + player)) {
    rows_.resize(played_[1 - player].free.size());
    base_ =
        conditions_.losses(player, std::vector<Residue>(played_[player].free.size()), Residue(1));
  }

  /// Adds columns up to this number. False when stopped.
  bool extend(std::size_t columns, const StopToken& stop) {
    for (; columns_ < columns; ++columns_) {
      if (stop.stopped()) return false;
      std::vector<Residue> on_free(played_[player_].free.size());
      for (Residue& one : on_free) one = drawn(random_);
      const std::vector<Residue> losses = conditions_.losses(player_, on_free, Residue());
      for (std::size_t r = 0; r < rows_.size(); ++r) rows_[r].push_back(losses[r]);
    }
    return true;
  }
  [[nodiscard]] std::size_t columns() const { return columns_; }
  [[nodiscard]] const std::vector<std::vector<Residue>>& rows() const { return rows_; }

  /// Whether the conditions have a solution, and their rank, judged by the random products.
  struct Seen {
    std::size_t rank = 0;
    bool consistent = true;
  };
  /// Nothing when stopped.
  std::optional<Seen> look(const StopToken& stop) {
    // Many rows are replaced by fewer random sums. Each row is added to several, so that the sums
    // keep the rank.
    const std::size_t fewer = 2 * columns_ + 64;
    const bool direct = rows_.size() <= 2 * fewer;
    std::vector<std::vector<Residue>> sums(direct ? rows_.size() : fewer,
                                           std::vector<Residue>(columns_ + 1));
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      if (stop.stopped()) return {};
      constexpr int copies = 4;
      for (int t = 0; t < (direct ? 1 : copies); ++t) {
        auto& sum = sums[direct ? r : at(random_.below(static_cast<Index>(fewer)))];
        const Residue factor = drawn(random_);
        for (std::size_t c = 0; c < columns_; ++c) sum[c] += factor * rows_[r][c];
        sum[columns_] += factor * base_[r];
      }
    }
    // A row with its pivot in the last column contradicts the others.
    Echelon echelon(columns_ + 1, random_);
    Seen seen;
    for (auto& sum : sums) {
      if (stop.stopped()) return {};
      if (!echelon.add(std::move(sum))) continue;
      if (echelon.last_pivot() == columns_) seen.consistent = false;
    }
    seen.rank = echelon.rank() - (seen.consistent ? 0 : 1);
    return seen;
  }

 private:
  const Conditions& conditions_;
  const std::array<Played, 2>& played_;
  int player_;
  Random random_;
  std::size_t columns_ = 0;
  std::vector<std::vector<Residue>> rows_;
  std::vector<Residue> base_;
};

/// The first `rank` independent rows in the order of falling weight. Fewer when stopped.
std::vector<int> heaviest_independent(const std::vector<std::vector<Residue>>& rows,
                                      std::size_t columns, std::size_t rank,
                                      const std::vector<int>& arcs,
                                      const std::vector<double>& weight, const StopToken& stop) {
  std::vector<int> order(rows.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, std::ranges::greater(), [&](int r) { return weight[arcs[r]]; });
  if (rank == rows.size()) {
    std::ranges::sort(order);
    return order;
  }
  // Two columns more than the rank suffice.
  Random random(Hash::hashed(columns));
  Echelon echelon(std::min(columns, rank + 2), random);
  std::vector<int> chosen;
  for (const int r : order) {
    if (chosen.size() == rank || stop.stopped()) break;
    if (echelon.add(rows[r])) chosen.push_back(r);
  }
  std::ranges::sort(chosen);
  return chosen;
}

/// Binary places to which the flow can be rounded without a change of sign in it or in the
/// opponent's slacks, judged by the rounding error alone.
int bits_for(const Played& mine, const std::vector<double>& flow, const std::vector<char>& theirs,
             const std::vector<double>& slack) {
  double least = 1;
  for (const int a : mine.arcs) least = std::min(least, flow[a]);
  for (std::size_t a = 0; a < slack.size(); ++a) {
    if (theirs[a] == 0) least = std::min(least, slack[a]);
  }
  return static_cast<int>(std::ceil(-std::log2(std::max(least, 1e-300))));
}

Integer rounded(double value, int bits) {
  Integer result;
  int exponent = 0;
  const double mantissa = std::frexp(value, &exponent);
  constexpr int digits = 53;
  fmpz_set_d(result.raw(), std::ldexp(mantissa, digits));
  const int shift = exponent - digits + bits;
  if (shift >= 0) {
    fmpz_mul_2exp(result.raw(), result.raw(), static_cast<ulong>(shift));
  } else {
    fmpz_tdiv_q_2exp(result.raw(), result.raw(), static_cast<ulong>(-shift));
  }
  return result;
}

Integer power_of_two(int bits) {
  Integer result(1);
  fmpz_mul_2exp(result.raw(), result.raw(), static_cast<ulong>(bits));
  return result;
}

/// Divides flow and unit by their greatest common divisor.
void reduce(Numbers& flow, Integer& unit) {
  Integer common = unit;
  for (const Integer& one : flow) {
    if (fmpz_is_one(common.raw()) != 0) return;
    fmpz_gcd(common.raw(), common.raw(), one.raw());
  }
  for (Integer& one : flow) fmpz_divexact(one.raw(), one.raw(), common.raw());
  fmpz_divexact(unit.raw(), unit.raw(), common.raw());
}

struct ExactFlow {
  Numbers flow;
  Integer unit;
};

/// Searches for exact flows on given arcs.
class Finisher {
 public:
  Finisher(const Form& form, const ArcSets& sets, const std::array<std::vector<double>, 2>& flow,
           const std::array<std::vector<double>, 2>& slack, std::size_t most_rank,
           const StopToken& stop)
      : form_(form),
        sets_(sets),
        flow_(flow),
        slack_(slack),
        most_rank_(most_rank),
        stop_(stop),
        played_{Played(form.side[0], sets[0], flow[0]), Played(form.side[1], sets[1], flow[1])},
        conditions_(form, played_) {}

  PairSearch run() {
    if (const auto refusal = find_rank()) return {{}, *refusal};
    IntegerMatrix matrix = square_part();
    if (stop_.stopped()) return {{}, Refusal::stopped};
    IntegerMatrix turned(matrix.columns(), matrix.rows());
    fmpz_mat_transpose(turned.raw(), matrix.raw());
    fmpz_mat_neg(turned.raw(), turned.raw());
    const std::array<const IntegerMatrix*, 2> systems = {&matrix, &turned};
    std::array<std::optional<ExactFlow>, 2> found;
    for (const int player : {0, 1}) {
      const auto solver = rank_ > 0 ? exact::PadicSystem::of(*systems[player], stop_)
                                    : std::optional<exact::PadicSystem>();
      if (rank_ > 0 && !solver)
        return {{}, stop_.stopped() ? Refusal::stopped : Refusal::not_found};
      for (const int more : {3, 8, 16, 32}) {
        found[player] = exact_flow(player, more, solver);
        if (stop_.stopped()) return {{}, Refusal::stopped};
        if (found[player]) break;
      }
      if (!found[player]) return {{}, Refusal::not_found};
    }
    return judged(std::move(*found[0]), std::move(*found[1]));
  }

 private:
  /// Finds the rank of the conditions and the free arcs that they are solved for.
  std::optional<Refusal> find_rank() {
    std::array<RandomProducts, 2> products = {RandomProducts(conditions_, played_, 0),
                                              RandomProducts(conditions_, played_, 1)};
    const std::size_t most = std::min(played_[0].free.size(), played_[1].free.size());
    for (std::size_t columns = std::min<std::size_t>(most, 24);;
         columns = std::min(most, 2 * columns)) {
      if (!products[0].extend(columns, stop_)) return Refusal::stopped;
      const auto seen = products[0].look(stop_);
      if (!seen) return Refusal::stopped;
      // A rank below the number of columns is final, and so is the largest possible rank.
      if (seen->rank == columns && columns < most) {
        if (columns > most_rank_) return Refusal::too_large;
        continue;
      }
      if (!seen->consistent) return Refusal::inconsistent;
      rank_ = seen->rank;
      break;
    }
    if (!products[1].extend(products[0].columns(), stop_)) return Refusal::stopped;
    // Independent conditions contradict nothing.
    const bool independent = rank_ == products[1].rows().size();
    const auto turned = independent ? RandomProducts::Seen() : products[1].look(stop_);
    if (!turned) return Refusal::stopped;
    if (!turned->consistent) return Refusal::inconsistent;
    for (const int player : {0, 1}) {
      // Conditions on the opponent's flow have a row for each free arc of the player.
      const RandomProducts& mine = products[1 - player];
      chosen_[player] = heaviest_independent(mine.rows(), mine.columns(), rank_,
                                             played_[player].free, flow_[player], stop_);
      if (chosen_[player].size() == rank_) continue;
      return stop_.stopped() ? Refusal::stopped : Refusal::not_found;
    }
    return {};
  }

  /// The losses of the column player's chosen arcs for a unit of flow on each of the row player's.
  /// Unusable when stopped.
  IntegerMatrix square_part() const {
    const auto size = static_cast<slong>(rank_);
    IntegerMatrix matrix(size, size);
    for (slong c = 0; c < size && !stop_.stopped(); ++c) {
      const Numbers losses = conditions_.losses_by_arc(0, chosen_[0][c]);
      for (slong r = 0; r < size; ++r) {
        fmpz_set(matrix.at(r, c), losses[chosen_[1][r]].raw());
      }
    }
    return matrix;
  }

  std::optional<ExactFlow> exact_flow(int player, int more,
                                      const std::optional<exact::PadicSystem>& solver) const {
    const Played& mine = played_[player];
    const int other = 1 - player;
    const int bits = more + bits_for(mine, flow_[player], sets_[other], slack_[other]);
    Numbers on_free(mine.free.size());
    for (std::size_t t = 0; t < mine.free.size(); ++t) {
      on_free[t] = rounded(flow_[player][mine.free[t]], bits);
    }
    for (const int t : chosen_[player]) on_free[t] = Integer();
    Integer unit = power_of_two(bits);
    if (rank_ > 0) {
      const Numbers losses = conditions_.losses(player, on_free, unit);
      const auto size = static_cast<slong>(rank_);
      IntegerMatrix right(size, 1);
      for (slong r = 0; r < size; ++r) {
        fmpz_neg(right.at(r, 0), losses[chosen_[other][r]].raw());
      }
      const auto solution = solver->solve(right, stop_);
      if (!solution) return {};
      const Integer scale = exact::common_denominator(*solution);
      for (Integer& one : on_free) one *= scale;
      unit *= scale;
      for (slong r = 0; r < size; ++r) {
        exact::scale_to_integer(on_free[chosen_[player][r]].raw(), (*solution)[r], scale);
      }
    }
    ExactFlow result{mine.flow(on_free, unit), std::move(unit)};
    for (const int a : mine.arcs) {
      if (fmpz_sgn(result.flow[a].raw()) <= 0) return {};
    }
    // The opponent's best responses must be exactly the arcs that he plays.
    const Graph& theirs = form_.side[other];
    const Numbers gain = gains(form_, other, amounts(mine.graph, result.flow));
    if (best_response(theirs, gain).tight != sets_[other]) return {};
    reduce(result.flow, result.unit);
    return result;
  }

  [[nodiscard]] PairSearch judged(ExactFlow rows, ExactFlow columns) const {
    ExactPair pair;
    pair.played = sets_;
    pair.flow = {std::move(rows.flow), std::move(columns.flow)};
    pair.unit = {std::move(rows.unit), std::move(columns.unit)};
    pair.rank = static_cast<Index>(rank_);
    for (const int player : {0, 1}) pair.free[player] = std::ssize(played_[player].free);
    if (!proves(form_, pair)) return {{}, Refusal::not_found};
    prove_rank(pair);
    return {std::move(pair), {}};
  }

  /// Computes the rank exactly: modulo a prime it may be smaller.
  void prove_rank(ExactPair& pair) const {
    const auto proved = rank_of_conditions(form_, sets_, pair.rank, stop_);
    if (!proved) return;
    pair.rank = *proved;
    pair.rank_proved = true;
  }

  /// Checks the conditions of theorem D in exact arithmetic.
  static bool proves(const Form& form, ExactPair& pair) {
    std::array<Integer, 2> best;
    for (const int player : {0, 1}) {
      const int other = 1 - player;
      const Graph& graph = form.side[player];
      if (!is_flow(graph, pair.flow[player], pair.unit[player])) return false;
      for (int a = 0; a < graph.arcs(); ++a) {
        const bool positive = fmpz_sgn(pair.flow[player][a].raw()) > 0;
        if (positive != (pair.played[player][a] != 0)) return false;
      }
      const Response response =
          best_response(form.side[other], gains(form, other, amounts(graph, pair.flow[player])));
      if (response.tight != pair.played[other]) return false;
      best[other] = response.best;
    }
    // The best the row player can get against the column player's flow, and vice versa.
    const Rational high = exact::quotient(best[0].raw(), pair.unit[1].raw());
    const Rational low = -exact::quotient(best[1].raw(), pair.unit[0].raw());
    if (high != low) return false;
    Integer one(1);
    pair.value = high * exact::quotient(one.raw(), form.scale.raw()) + form.constant;
    return true;
  }

  static bool is_flow(const Graph& graph, const Numbers& flow, const Integer& unit) {
    Numbers left(at(graph.nodes));
    if (graph.nodes > 0) left[0] = unit;
    for (int a = 0; a < graph.arcs(); ++a) {
      Integer& here = left[graph.tail[a]];
      here -= flow[a];
      for (const int head : graph.heads_of(a)) {
        left[head] += flow[a];
      }
    }
    return fmpz_sgn(unit.raw()) > 0 && std::ranges::all_of(left, is_zero);
  }

  const Form& form_;
  const ArcSets& sets_;
  const std::array<std::vector<double>, 2>& flow_;
  const std::array<std::vector<double>, 2>& slack_;
  std::size_t most_rank_;
  const StopToken& stop_;
  std::array<Played, 2> played_;
  Conditions conditions_;
  std::size_t rank_ = 0;
  std::array<std::vector<int>, 2> chosen_;  // indices into `free`
};

}  // namespace

std::vector<char> usable(const Graph& graph, const std::vector<char>& arcs) {
  std::vector<char> result = arcs;
  std::vector<char> ends(at(graph.nodes), 0);
  for (int a = graph.arcs(); a-- > 0;) {
    for (const int head : graph.heads_of(a)) {
      if (ends[head] == 0) result[a] = 0;
    }
    if (result[a] != 0) ends[graph.tail[a]] = 1;
  }
  std::vector<char> reached(at(graph.nodes), 0);
  if (graph.nodes > 0) reached[0] = 1;
  for (int a = 0; a < graph.arcs(); ++a) {
    if (reached[graph.tail[a]] == 0) result[a] = 0;
    if (result[a] == 0) continue;
    for (const int head : graph.heads_of(a)) reached[head] = 1;
  }
  return result;
}

PairSearch exact_pair(const Form& form, const ArcSets& sets,
                      const std::array<std::vector<double>, 2>& flow,
                      const std::array<std::vector<double>, 2>& slack, std::size_t most_rank,
                      const StopToken& stop) {
  for (const int player : {0, 1}) {
    const bool some = std::ranges::find(sets[player], 1) != sets[player].end();
    if (!some && form.side[player].nodes > 0) return {{}, Refusal::inconsistent};
  }
  return Finisher(form, sets, flow, slack, most_rank, stop).run();
}

std::optional<Guarantee> guarantee(const Form& form, int player, const std::vector<double>& flow,
                                   const StopToken& stop) {
  const Graph& graph = form.side[player];
  const Played all(graph, std::vector<char>(at(graph.arcs()), 1), flow);
  constexpr int bits = 44;
  Numbers on_free;
  on_free.reserve(all.free.size());
  if (stop.stopped()) return {};
  for (const int a : all.free) on_free.push_back(rounded(flow[a], bits));
  if (stop.stopped()) return {};
  Guarantee result{all.flow(on_free, power_of_two(bits)), power_of_two(bits), {}};
  for (const Integer& one : result.flow) {
    if (fmpz_sgn(one.raw()) < 0) return {};
  }
  const int other = 1 - player;
  if (stop.stopped()) return {};
  const Numbers gain = gains(form, other, amounts(graph, result.flow));
  if (stop.stopped()) return {};
  const Response response = best_response(form.side[other], gain);
  Integer whole = result.unit;
  whole *= form.scale;
  const Rational earned_by_other = exact::quotient(response.best.raw(), whole.raw());
  result.bound = (player == 0 ? -earned_by_other : earned_by_other) + form.constant;
  return result;
}

}  // namespace allnash::large
