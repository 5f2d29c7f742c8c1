#include "large/choice/face.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <numeric>
#include <stdexcept>

#include "core/base/at.hpp"
#include "core/base/pace.hpp"
#include "core/exact/linear_system.hpp"

namespace allnash::large {
namespace {

using allnash::at;
using exact::Integer;
using exact::IntegerMatrix;
using lp::WholeRow;

Rational rational(const Integer& value) { return exact::quotient(value.raw(), Integer(1).raw()); }

}  // namespace

Rational Affine::at(const std::vector<Rational>& point) const {
  Rational sum = constant;
  for (const auto& [coordinate, factor] : terms) sum += factor * point[allnash::at(coordinate)];
  return sum;
}

/// Makes the face from the form and the proof. Many members: the indices of flows, nodes, rows and
/// coordinates by each other, which are needed until the face is made.
class OptimalFace::Maker {
  /// Adds up rows, and gives the sum away as a row.
  class Sum {
   public:
    explicit Sum(int coordinates) : of_(at(coordinates)), touched_mark_(at(coordinates), 0) {}

    void add(const WholeRow& row, const Integer& factor) {
      fmpz_addmul(constant_.raw(), row.constant.raw(), factor.raw());
      for (const auto& [coordinate, one] : row.terms) {
        fmpz_addmul(touch(coordinate).raw(), one.raw(), factor.raw());
      }
    }
    void add(const WholeRow& row) { add(row, one_); }
    void take_off(const WholeRow& row) { add(row, minus_one_); }
    void add_coordinate(int coordinate) { touch(coordinate) += one_; }
    void add_constant(const Integer& number) { constant_ += number; }

    /// The sum; the next one begins at 0.
    WholeRow take() {
      WholeRow row;
      row.constant = std::move(constant_);
      constant_ = Integer();
      std::ranges::sort(touched_);
      row.terms.reserve(touched_.size());
      for (const int coordinate : touched_) {
        touched_mark_[at(coordinate)] = 0;
        Integer& sum = of_[at(coordinate)];
        if (!is_zero(sum)) row.terms.emplace_back(coordinate, std::move(sum));
        sum = Integer();
      }
      touched_.clear();
      return row;
    }

   private:
    Integer& touch(int coordinate) {
      if (std::exchange(touched_mark_[at(coordinate)], 1) == 0) touched_.push_back(coordinate);
      return of_[at(coordinate)];
    }

    const Integer one_{1};
    const Integer minus_one_{-1};
    Integer constant_;
    std::vector<Integer> of_;
    std::vector<char> touched_mark_;
    std::vector<int> touched_;
  };

  /// Groups of numbers that belong together.
  class Groups {
   public:
    explicit Groups(int count) : above_(at(count)) { std::iota(above_.begin(), above_.end(), 0); }
    int of(int one) {
      while (above_[at(one)] != one) one = above_[at(one)] = above_[at(above_[at(one)])];
      return one;
    }
    void join(int one, int two) {
      above_[at(std::max(of(one), of(two)))] = std::min(of(one), of(two));
    }

   private:
    std::vector<int> above_;
  };

 public:
  Maker(const Form& form, const Proof& proof, int player, const StopToken& stop)
      : form_(form),
        mine_(form.side[player]),
        theirs_(form.side[1 - player]),
        proof_(proof),
        player_(player),
        stop_(stop),
        pace_(stop) {}

  /// Throws Stopped.
  OptimalFace make() {
    face_.form_ = &form_;
    face_.player_ = player_;
    face_.played_ = proof_.played;
    choose_defaults();
    write_flows();
    write_losses();
    solve_equations();
    number_coordinates();
    rewrite();
    find_rows();
    find_blocks();
    return std::move(face_);
  }

 private:
  [[nodiscard]] bool plays(int arc) const { return proof_.played[player_][at(arc)] != 0; }
  [[nodiscard]] bool opposes(int arc) const { return proof_.played[1 - player_][at(arc)] != 0; }
  [[nodiscard]] const Integer& weight(int arc) const { return proof_.flow[player_][at(arc)]; }

  void choose_defaults() {
    face_.default_of_.assign(at(mine_.nodes), -1);
    for (int a = 0; a < mine_.arcs(); ++a) {
      if (!plays(a)) continue;
      int& chosen = face_.default_of_[at(mine_.tail[a])];
      if (chosen < 0 || fmpz_cmp(weight(a).raw(), weight(chosen).raw()) > 0) chosen = a;
    }
    for (int a = 0; a < mine_.arcs(); ++a) {
      if (plays(a) && face_.default_of_[at(mine_.tail[a])] != a) free_.push_back(a);
    }
    const Numbers gain = gains(form_, 1 - player_, amounts(mine_, proof_.flow[player_]));
    face_.opponent_default_ = best_response(theirs_, gain).choice;
    face_.reached_.assign(at(theirs_.nodes), 0);
    if (theirs_.nodes > 0) face_.reached_[0] = 1;
    for (int b = 0; b < theirs_.arcs(); ++b) {
      if (!opposes(b)) continue;
      for (const int head : theirs_.heads_of(b)) face_.reached_[at(head)] = 1;
    }
    extra_of_.assign(at(theirs_.nodes), -1);
    for (int n = 0; n < theirs_.nodes; ++n) {
      if (face_.reached_[at(n)] == 0) extra_of_[at(n)] = static_cast<int>(free_.size()) + extras_++;
    }
  }

  [[nodiscard]] int columns() const { return static_cast<int>(free_.size()) + extras_; }

  /// The flow of each played arc, by free arcs.
  void write_flows() {
    Sum sum(columns());
    std::vector<std::vector<int>> incoming(at(mine_.nodes));
    flow_.resize(at(mine_.arcs()));
    std::size_t next = 0;
    for (int n = 0; n < mine_.nodes; ++n) {
      const int chosen = face_.default_of_[at(n)];
      if (chosen < 0) continue;
      if (n == 0) sum.add_constant(Integer(1));
      for (const int arc : incoming[at(n)]) sum.add(flow_[at(arc)]);
      for (int a = mine_.first[n]; a < mine_.first[n + 1]; ++a) {
        pace_.step();
        if (!plays(a) || a == chosen) continue;
        WholeRow& row = flow_[at(a)];
        row.terms.emplace_back(static_cast<int>(next++), Integer(1));
        sum.take_off(row);
      }
      flow_[at(chosen)] = sum.take();
      for (int a = mine_.first[n]; a < mine_.first[n + 1]; ++a) {
        if (!plays(a)) continue;
        for (const int head : mine_.heads_of(a)) incoming[at(head)].push_back(a);
      }
    }
  }

  /// What each arc of the opponent loses, by free arcs and extra worths.
  void write_losses() {
    std::vector<std::vector<int>> with_feature(at(mine_.features));
    for (int a = 0; a < mine_.arcs(); ++a) {
      if (plays(a) && mine_.feature[a] >= 0) with_feature[at(mine_.feature[a])].push_back(a);
    }
    const Lines& lines = form_.lines[1 - player_];
    Sum sum(columns());
    std::vector<WholeRow> worth(at(theirs_.nodes));
    loss_.resize(at(theirs_.arcs()));
    const auto add_earned = [&](int b) {
      const int feature = theirs_.feature[b];
      for (int t = feature < 0 ? 0 : lines.first[feature];
           feature >= 0 && t < lines.first[feature + 1]; ++t) {
        for (const int a : with_feature[at(lines.other[at(t)])]) {
          pace_.step();
          sum.add(flow_[at(a)], lines.payoff[at(t)]);
        }
      }
      for (const int head : theirs_.heads_of(b)) sum.add(worth[at(head)]);
    };
    for (int n = theirs_.nodes; n-- > 0;) {
      const int chosen = face_.opponent_default_[at(n)];
      add_earned(chosen);
      if (extra_of_[at(n)] >= 0) {
        sum.add_coordinate(extra_of_[at(n)]);
        loss_[at(chosen)].terms.emplace_back(extra_of_[at(n)], Integer(1));
      }
      worth[at(n)] = sum.take();
      for (int b = theirs_.first[n]; b < theirs_.first[n + 1]; ++b) {
        pace_.step();
        if (b == chosen) continue;
        add_earned(b);
        const WholeRow earned = sum.take();
        sum.add(worth[at(n)]);
        sum.take_off(earned);
        loss_[at(b)] = sum.take();
        if (opposes(b) && !loss_[at(b)].terms.empty()) equations_.push_back(b);
      }
    }
  }

  /// Solves the equations, each group of flows that share some by itself.
  void solve_equations() {
    follows_.resize(free_.size());
    Groups groups(static_cast<int>(free_.size()));
    for (const int b : equations_) {
      const auto& terms = loss_[at(b)].terms;
      for (const auto& term : terms) groups.join(terms.front().first, term.first);
    }
    std::map<int, std::vector<int>> arcs;
    for (const int b : equations_) {
      arcs[groups.of(loss_[at(b)].terms.front().first)].push_back(b);
    }
    std::map<int, std::vector<int>> members;
    for (int t = 0; t < std::ssize(free_); ++t) {
      if (arcs.contains(groups.of(t))) members[groups.of(t)].push_back(t);
    }
    // One prime may show too small a rank; the proof has the right one.
    bool sure = !proof_.dimension[player_].has_value();
    for (;;) {
      face_.eliminations_.clear();
      Index rank = 0;
      std::vector<std::pair<Elimination, std::vector<int>>> parts;
      for (auto& [group, flows] : members) {
        parts.emplace_back(eliminate(arcs[group], flows, sure), flows);
        rank += std::ssize(parts.back().first.flows);
      }
      if (!sure && rank != std::ssize(free_) - *proof_.dimension[player_]) {
        sure = true;
        continue;
      }
      for (auto& [part, flows] : parts) {
        follow(part, flows);
        face_.eliminations_.push_back(std::move(part));
      }
      return;
    }
  }

  Elimination eliminate(const std::vector<int>& arcs, std::vector<int>& flows, bool sure) {
    // What is played most follows from the rest.
    std::ranges::stable_sort(flows, [&](int one, int two) {
      return fmpz_cmp(weight(free_[at(one)]).raw(), weight(free_[at(two)]).raw()) > 0;
    });
    std::map<int, slong> column;
    for (slong c = 0; c < std::ssize(flows); ++c) column[flows[at(c)]] = c;
    IntegerMatrix matrix(std::ssize(arcs), std::ssize(flows));
    for (slong r = 0; r < std::ssize(arcs); ++r) {
      for (const auto& [t, factor] : loss_[at(arcs[at(r)])].terms) {
        fmpz_set(matrix.at(r, column[t]), factor.raw());
      }
    }
    const auto part =
        sure ? exact::eliminated(matrix, stop_) : exact::invertible_part(matrix, stop_);
    if (!part) throw Stopped();
    Elimination made;
    const std::vector<slong> rows = part->rows();
    for (const slong r : rows) made.arcs.push_back(arcs[at(r)]);
    for (const slong c : part->columns()) made.flows.push_back(flows[at(c)]);
    made.square = IntegerMatrix(part->rank(), part->rank());
    for (slong r = 0; r < part->rank(); ++r) {
      for (slong c = 0; c < part->rank(); ++c) {
        fmpz_set(made.square.at(r, c), matrix.at(rows[at(r)], part->columns()[at(c)]));
      }
    }
    return made;
  }

  /// Writes the flows that follow as functions of the others of their group.
  void follow(const Elimination& part, const std::vector<int>& flows) {
    const auto system = exact::PadicSystem::of(part.square, stop_);
    if (!system) throw_stopped_or_fault();
    std::map<int, slong> row;
    for (slong r = 0; r < std::ssize(part.arcs); ++r) row[part.arcs[at(r)]] = r;
    for (const int t : part.flows) follows_[at(t)].emplace();
    const auto put = [&](const IntegerMatrix& right, std::optional<int> coordinate) {
      const auto solution = system->solve(right, stop_);
      if (!solution) throw_stopped_or_fault();
      for (std::size_t r = 0; r < part.flows.size(); ++r) {
        if ((*solution)[r].sign() == 0) continue;
        Affine& its = *follows_[at(part.flows[r])];
        if (coordinate) {
          its.terms.emplace_back(*coordinate, (*solution)[r]);
        } else {
          its.constant = (*solution)[r];
        }
      }
    };
    std::map<int, std::vector<std::pair<slong, const Integer*>>> right_sides;
    std::vector<int> others;
    for (const int t : flows) {
      if (!follows_[at(t)]) others.push_back(t);
    }
    std::ranges::sort(others);
    IntegerMatrix right(std::ssize(part.arcs), 1);
    for (const int b : part.arcs) {
      fmpz_neg(right.at(row[b], 0), loss_[at(b)].constant.raw());
      for (const auto& [t, factor] : loss_[at(b)].terms) {
        if (!follows_[at(t)]) right_sides[t].emplace_back(row[b], &factor);
      }
    }
    put(right, {});
    for (const int t : others) {
      const auto found = right_sides.find(t);
      if (found == right_sides.end()) continue;
      fmpz_mat_zero(right.raw());
      for (const auto& [r, factor] : found->second) fmpz_neg(right.at(r, 0), factor->raw());
      put(right, t);
    }
  }

  [[noreturn]] void throw_stopped_or_fault() const {
    if (stop_.stopped()) throw Stopped();
    throw std::logic_error("a square system of an optimal face has no solution");
  }

  /// Coordinates: the free arcs that follow from nothing, then the extra worths.
  void number_coordinates() {
    coordinate_of_.assign(at(columns()), -1);
    int count = 0;
    for (int t = 0; t < std::ssize(free_); ++t) {
      if (follows_[at(t)]) continue;
      coordinate_of_[at(t)] = count++;
      face_.point_.push_back(
          exact::quotient(weight(free_[at(t)]).raw(), proof_.unit[player_].raw()));
    }
    face_.dimension_ = count;
    for (int t = static_cast<int>(free_.size()); t < columns(); ++t)
      coordinate_of_[at(t)] = count++;
    face_.point_.resize(at(count));  // what the opponent's nodes are worth at best, exactly
  }

  /// The row in coordinates.
  Affine rewritten(const WholeRow& row, std::vector<Rational>& dense) {
    Affine result;
    result.constant = rational(row.constant);
    bool simple = true;
    for (const auto& [t, factor] : row.terms) {
      pace_.step();
      if (coordinate_of_[at(t)] < 0) simple = false;
    }
    if (simple) {
      for (const auto& [t, factor] : row.terms) {
        result.terms.emplace_back(coordinate_of_[at(t)], rational(factor));
      }
      return result;
    }
    std::vector<int> touched;
    const auto add = [&](int coordinate, const Rational& number) {
      Rational& sum = dense[at(coordinate)];
      if (sum.sign() == 0) touched.push_back(coordinate);
      sum += number;
    };
    for (const auto& [t, factor] : row.terms) {
      const Rational times = rational(factor);
      if (coordinate_of_[at(t)] >= 0) {
        add(coordinate_of_[at(t)], times);
        continue;
      }
      const Affine& its = *follows_[at(t)];
      result.constant += times * its.constant;
      for (const auto& [other, number] : its.terms) {
        pace_.step();
        add(coordinate_of_[at(other)], times * number);
      }
    }
    std::ranges::sort(touched);
    touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
    for (const int coordinate : touched) {
      Rational& sum = dense[at(coordinate)];
      if (sum.sign() != 0) result.terms.emplace_back(coordinate, sum);
      sum = Rational();
    }
    return result;
  }

  void rewrite() {
    std::vector<Rational> dense(face_.point_.size());
    for (const WholeRow& row : flow_) face_.flow_.push_back(rewritten(row, dense));
    for (int b = 0; b < theirs_.arcs(); ++b) {
      face_.loss_.push_back(opposes(b) ? Affine() : rewritten(loss_[at(b)], dense));
    }
  }

  /// The primitive whole multiple of its terms.
  static std::pair<WholeRow, Rational> whole(const Affine& affine) {
    std::vector<Rational> factors;
    for (const auto& [coordinate, factor] : affine.terms) factors.push_back(factor);
    const Integer whole_scale = exact::common_denominator(factors);
    WholeRow row;
    Integer common;
    for (const auto& [coordinate, factor] : affine.terms) {
      Integer number;
      exact::scale_to_integer(number.raw(), factor, whole_scale);
      fmpz_gcd(common.raw(), common.raw(), number.raw());
      row.terms.emplace_back(coordinate, std::move(number));
    }
    for (auto& [coordinate, number] : row.terms) {
      fmpz_divexact(number.raw(), number.raw(), common.raw());
    }
    return {std::move(row), rational(whole_scale) / rational(common)};
  }

  static bool same_terms_less(const WholeRow& left, const WholeRow& right) {
    if (left.terms.size() != right.terms.size()) return left.terms.size() < right.terms.size();
    for (std::size_t t = 0; t < left.terms.size(); ++t) {
      const auto& [here, one] = left.terms[t];
      const auto& [there, two] = right.terms[t];
      if (here != there) return here < there;
      if (const int order = fmpz_cmp(one.raw(), two.raw()); order != 0) return order < 0;
    }
    return false;
  }

  /// What the polytope keeps at 0 or more, each direction once with its tightest constant.
  void find_rows() {
    struct Less {
      bool operator()(const WholeRow* left, const WholeRow* right) const {
        return same_terms_less(*left, *right);
      }
    };
    struct Met {
      Row row;
      Rational constant;  // of the primitive row
    };
    std::vector<Met> met;
    met.reserve(face_.flow_.size() + face_.loss_.size());
    std::map<const WholeRow*, std::size_t, Less> known;
    const auto visit = [&](bool own, int arc, const Affine& affine, std::vector<int>& variable) {
      pace_.step();
      if (affine.is_constant()) return;
      if (affine.terms.size() == 1 && affine.constant.sign() == 0 &&
          affine.terms[0].second.sign() > 0) {
        variable[at(arc)] = affine.terms[0].first;
        return;
      }
      const auto not_negative = [](const auto& term) { return term.second.sign() >= 0; };
      if (affine.constant.sign() >= 0 && std::ranges::all_of(affine.terms, not_negative)) return;
      auto [row, scale] = whole(affine);
      const Rational constant = affine.constant * scale;
      met.push_back({{own, arc, scale, std::move(row)}, constant});
      const auto [place, fresh] = known.emplace(&met.back().row.whole, met.size() - 1);
      if (!fresh && constant < met[place->second].constant) place->second = met.size() - 1;
    };
    face_.flow_variable_.assign(face_.flow_.size(), -1);
    face_.loss_variable_.assign(face_.loss_.size(), -1);
    for (int a = 0; a < mine_.arcs(); ++a) visit(true, a, face_.flow_[at(a)], face_.flow_variable_);
    for (int b = 0; b < theirs_.arcs(); ++b) {
      visit(false, b, face_.loss_[at(b)], face_.loss_variable_);
    }
    // In the order of the arcs, which no map decides.
    std::vector<std::size_t> kept;
    for (const auto& [row, index] : known) kept.push_back(index);
    std::ranges::sort(kept);
    std::map<std::size_t, int> number;
    for (const std::size_t index : kept) number[index] = static_cast<int>(number.size());
    for (const Met& one : met) {
      const std::size_t tightest = known.find(&one.row.whole)->second;
      if (met[tightest].constant != one.constant) continue;
      (one.row.own ? face_.flow_variable_ : face_.loss_variable_)[at(one.row.arc)] =
          static_cast<int>(face_.point_.size()) + number[tightest];
    }
    known.clear();
    for (const std::size_t index : kept) {
      Row row = std::move(met[index].row);
      // Whole with its constant, too.
      const Integer bottom = exact::common_denominator({&met[index].constant, 1});
      for (auto& [coordinate, factor] : row.whole.terms) factor *= bottom;
      exact::scale_to_integer(row.whole.constant.raw(), met[index].constant, bottom);
      row.scale *= rational(bottom);
      face_.rows_.push_back(std::move(row));
    }
  }

  void find_blocks() {
    const int count = face_.coordinates();
    Groups groups(count);
    for (const Row& row : face_.rows_) {
      for (const auto& term : row.whole.terms) groups.join(row.whole.terms[0].first, term.first);
    }
    std::map<int, std::size_t> block_of;
    face_.place_.resize(at(count));
    for (int c = 0; c < count; ++c) {
      const auto [found, fresh] = block_of.emplace(groups.of(c), face_.blocks_.size());
      if (fresh) face_.blocks_.emplace_back();
      FaceBlock& block = face_.blocks_[found->second];
      face_.place_[at(c)] = {static_cast<int>(found->second),
                             static_cast<int>(block.coordinates.size())};
      block.coordinates.push_back(c);
      block.polyhedron.point.push_back(face_.point_[at(c)]);
      if (c < face_.dimension_) ++block.dimension;
    }
    for (int r = 0; r < std::ssize(face_.rows_); ++r) {
      WholeRow row = face_.rows_[at(r)].whole;
      FaceBlock& block = face_.blocks_[at(face_.place_[at(row.terms[0].first)].first)];
      for (auto& term : row.terms) term.first = face_.place_[at(term.first)].second;
      block.polyhedron.rows.push_back(std::move(row));
      block.rows.push_back(r);
    }
    for (FaceBlock& block : face_.blocks_) {
      block.polyhedron.coordinates = static_cast<int>(block.coordinates.size());
    }
  }

  const Form& form_;
  const Graph& mine_;
  const Graph& theirs_;
  const Proof& proof_;
  int player_;
  StopToken stop_;
  Pace pace_;
  OptimalFace face_;
  std::vector<int> free_;      // played arcs that are no defaults
  std::vector<int> extra_of_;  // by node of the opponent: its column, or -1
  int extras_ = 0;
  std::vector<WholeRow> flow_;  // by arc, in columns: free arcs, then extra worths
  std::vector<WholeRow> loss_;
  std::vector<int> equations_;
  std::vector<std::optional<Affine>> follows_;  // by free arc, in columns
  std::vector<int> coordinate_of_;              // by column
};

std::optional<OptimalFace> OptimalFace::of(const Form& form, const Proof& proof, int player,
                                           const StopToken& stop) {
  try {
    return Maker(form, proof, player, stop).make();
  } catch (const Stopped&) {
    return std::nullopt;
  }
}

std::optional<std::vector<Rational>> OptimalFace::amounts_against(
    const std::vector<std::pair<int, Rational>>& weights,
    const std::vector<std::pair<int, Rational>>& multipliers, const StopToken& stop) const {
  std::vector<Rational> own(at(form_->side[player_].arcs()));
  for (const auto& [arc, weight] : weights) own[at(arc)] += weight;
  auto amount =
      completed(std::move(own), std::vector<Rational>(at(form_->side[1 - player_].arcs())),
                multipliers, stop);
  if (!amount) return std::nullopt;
  for (Rational& one : *amount) one *= rational(form_->scale);
  return amount;
}

std::optional<std::vector<Rational>> OptimalFace::amounts_for(
    std::vector<Rational> weights, const std::vector<std::pair<int, Rational>>& multipliers,
    const StopToken& stop) const {
  return completed(std::vector<Rational>(at(form_->side[player_].arcs())), std::move(weights),
                   multipliers, stop);
}

// The opponent's other amounts follow: those on the played arcs that the flows were solved for, so
// that no flow of the player earns more than another, and those on default arcs, by conservation.
std::optional<std::vector<Rational>> OptimalFace::completed(
    std::vector<Rational> own, std::vector<Rational> amount,
    const std::vector<std::pair<int, Rational>>& multipliers, const StopToken& stop) const {
  const Graph& mine = form_->side[player_];
  const Graph& theirs = form_->side[1 - player_];
  for (const auto& [variable, multiplier] : multipliers) {
    if (variable < coordinates()) continue;  // its condition follows from the others
    const Row& row = rows_[at(variable - coordinates())];
    (row.own ? own : amount)[at(row.arc)] += multiplier * row.scale;
  }
  // The defaults take what conservation leaves, from the start down. Nothing leaves the start on
  // the whole: what it is worth is no constant before the equations are solved.
  const auto conserve = [&] {
    std::vector<Rational> arriving(at(theirs.nodes));
    for (int n = 0; n < theirs.nodes; ++n) {
      const int chosen = opponent_default_[at(n)];
      Rational rest = arriving[at(n)];
      for (int b = theirs.first[n]; b < theirs.first[n + 1]; ++b) {
        if (b != chosen) rest -= amount[at(b)];
      }
      amount[at(chosen)] = rest;
      for (int b = theirs.first[n]; b < theirs.first[n + 1]; ++b) {
        if (amount[at(b)].sign() == 0) continue;
        for (const int head : theirs.heads_of(b)) arriving[at(head)] += amount[at(b)];
      }
    }
  };
  conserve();
  if (stop.stopped()) return std::nullopt;
  // How much more a flow earns on a free arc than on the default beside it.
  const Integer unit = exact::common_denominator(amount);
  Numbers whole(amount.size());
  for (std::size_t b = 0; b < amount.size(); ++b) {
    exact::scale_to_integer(whole[b].raw(), amount[b], unit);
  }
  const Numbers gain = gains(*form_, player_, amounts(theirs, whole));
  std::vector<Rational> worth(at(mine.nodes));
  std::map<int, Rational> more;  // by free arc
  const auto earns = [&](int arc) {
    Rational sum = own[at(arc)];
    if (mine.feature[arc] >= 0) sum += exact::quotient(gain[mine.feature[arc]].raw(), unit.raw());
    for (const int head : mine.heads_of(arc)) sum += worth[at(head)];
    return sum;
  };
  std::vector<int> free;
  for (int a = 0; a < mine.arcs(); ++a) {
    if (played_[player_][at(a)] != 0 && default_of_[at(mine.tail[a])] != a) free.push_back(a);
  }
  for (int n = mine.nodes; n-- > 0;) {
    const int chosen = default_of_[at(n)];
    if (chosen < 0) continue;
    worth[at(n)] = earns(chosen);
  }
  for (const Elimination& part : eliminations_) {
    const auto size = std::ssize(part.flows);
    if (size == 0) continue;
    std::vector<Rational> wanted;
    for (const int t : part.flows) {
      const int arc = free[at(t)];
      wanted.push_back(worth[at(mine.tail[arc])] - earns(arc));
    }
    if (std::ranges::all_of(wanted, [](const Rational& one) { return one.sign() == 0; })) continue;
    IntegerMatrix turned(size, size);
    fmpz_mat_transpose(turned.raw(), part.square.raw());
    const Integer scale = exact::common_denominator(wanted);
    IntegerMatrix right(size, 1);
    for (slong r = 0; r < size; ++r) {
      exact::scale_to_integer(right.at(r, 0), wanted[at(r)], scale);
    }
    const auto solution = exact::solve(turned, right, stop);
    if (!solution) return std::nullopt;
    for (slong r = 0; r < size; ++r) {
      amount[at(part.arcs[at(r)])] += (*solution)[at(r)] / rational(scale);
    }
  }
  conserve();
  return amount;
}

}  // namespace allnash::large
