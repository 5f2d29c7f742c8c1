#include "large/choice/ranges.hpp"

#include <algorithm>
#include <cstddef>
#include <ranges>

#include "core/base/at.hpp"

namespace allnash::large {
namespace {

using allnash::at;
using exact::Integer;

/// Programs of more entries are not solved exactly.
constexpr std::size_t most_entries = 100'000;

/// The objective in whole numbers, and what it was multiplied by.
std::pair<lp::Objective, Rational> whole(const std::vector<std::pair<int, Rational>>& terms,
                                         bool turned) {
  std::vector<Rational> factors;
  for (const auto& [variable, factor] : terms) factors.push_back(turned ? -factor : factor);
  const Integer scale = exact::common_denominator(factors);
  lp::Objective objective;
  for (std::size_t t = 0; t < terms.size(); ++t) {
    Integer weight;
    exact::scale_to_integer(weight.raw(), factors[t], scale);
    objective.emplace_back(terms[t].first, std::move(weight));
  }
  return {std::move(objective), exact::quotient(scale.raw(), Integer(1).raw())};
}

Affine difference(const Affine& left, const Rational& factor, const Affine& right) {
  Affine result;
  result.constant = left.constant - factor * right.constant;
  std::map<int, Rational> sum;
  for (const auto& [coordinate, number] : left.terms) sum[coordinate] += number;
  for (const auto& [coordinate, number] : right.terms) sum[coordinate] -= factor * number;
  for (auto& [coordinate, number] : sum) {
    if (number.sign() != 0) result.terms.emplace_back(coordinate, std::move(number));
  }
  return result;
}

}  // namespace

RangeSearch::RangeSearch(const Form& form, const OptimalFace& face, const StopToken& stop,
                         std::int64_t work)
    : form_(form),
      face_(face),
      stop_(stop),
      programs_(face.blocks().size()),
      too_large_(face.blocks().size(), 0),
      guesses_(face.blocks().size()),
      work_left_(work),
      zero_at_(face.blocks().size()),
      row_place_(face.rows().size()),
      base_(face.point()) {
  for (const FaceBlock& block : face.blocks()) {
    for (std::size_t r = 0; r < block.rows.size(); ++r) {
      row_place_[at(block.rows[r])] = block.polyhedron.coordinates + static_cast<int>(r);
    }
  }
  const Graph& mine = form.side[face.player()];
  arriving_.resize(at(mine.nodes));
  if (mine.nodes > 0) arriving_[0].constant = Rational(1);
  std::vector<std::map<int, Rational>> sums(at(mine.nodes));
  for (int a = 0; a < mine.arcs(); ++a) {
    const Affine& flow = face.flow()[at(a)];
    if (flow.is_constant() && flow.constant.sign() == 0) continue;
    for (const int head : mine.heads_of(a)) {
      arriving_[at(head)].constant += flow.constant;
      for (const auto& [coordinate, factor] : flow.terms) sums[at(head)][coordinate] += factor;
    }
  }
  for (int n = 0; n < mine.nodes; ++n) {
    for (auto& [coordinate, factor] : sums[at(n)]) {
      if (factor.sign() != 0) arriving_[at(n)].terms.emplace_back(coordinate, std::move(factor));
    }
  }
}

lp::PolyhedronProgram* RangeSearch::program(int block) {
  auto& program = programs_[at(block)];
  if (program || too_large_[at(block)] != 0) return program ? &*program : nullptr;
  const lp::Polyhedron& polyhedron = face_.blocks()[at(block)].polyhedron;
  if (at(polyhedron.coordinates) * (polyhedron.rows.size() + 1) > most_entries) {
    too_large_[at(block)] = 1;
    return nullptr;
  }
  program = lp::PolyhedronProgram::of(polyhedron, stop_);
  if (!program) {
    too_large_[at(block)] = 1;
    return nullptr;
  }
  zero_at_[at(block)].resize(at(polyhedron.variables()));
  const std::vector<Rational> point = program->point();
  const FaceBlock& its = face_.blocks()[at(block)];
  for (std::size_t c = 0; c < point.size(); ++c) base_[at(its.coordinates[c])] = point[c];
  return &*program;
}

std::size_t RangeSearch::witness_of(const std::map<int, std::vector<Rational>>& points) {
  std::vector<Rational> point = base_;
  for (const auto& [block, part] : points) {
    const FaceBlock& its = face_.blocks()[at(block)];
    for (std::size_t c = 0; c < part.size(); ++c) point[at(its.coordinates[c])] = part[c];
  }
  const auto [found, fresh] = known_.emplace(point, witnesses_.size());
  if (fresh) witnesses_.push_back(std::move(point));
  return found->second;
}

// The variables that are 0 at the vertex at which the block's program is.
void RangeSearch::note_zeros(int block) {
  const lp::PolyhedronProgram& program = *programs_[at(block)];
  std::optional<std::size_t> witness;
  auto& zeros = zero_at_[at(block)];
  for (std::size_t v = 0; v < zeros.size(); ++v) {
    if (zeros[v] || !program.is_zero(static_cast<int>(v))) continue;
    if (!witness) witness = witness_of({{block, program.point()}});
    zeros[v] = witness;
  }
}

int RangeSearch::variable_of_face(int block, int variable) const {
  const FaceBlock& its = face_.blocks()[at(block)];
  return variable < its.polyhedron.coordinates
             ? its.coordinates[at(variable)]
             : face_.coordinates() + its.rows[at(variable - its.polyhedron.coordinates)];
}

RangeSearch::Goal RangeSearch::goal_of(const Affine& affine) const {
  Goal goal;
  goal.constant = affine.constant;
  for (const auto& [coordinate, factor] : affine.terms) {
    const auto& [block, number] = face_.place()[at(coordinate)];
    goal.of_block[block].emplace_back(number, factor);
  }
  return goal;
}

RangeSearch::Goal RangeSearch::goal_of(int arc) const {
  const Affine& affine = face_.flow()[at(arc)];
  const int variable = face_.flow_variable()[at(arc)];
  if (variable < face_.coordinates()) return goal_of(affine);
  const int row = variable - face_.coordinates();
  const lp::WholeRow& whole = face_.rows()[at(row)].whole;
  // The flow is a positive multiple of the row.
  const Rational& here = affine.terms[0].second;
  const Rational there = exact::quotient(whole.terms[0].second.raw(), Integer(1).raw());
  const int block = face_.place()[at(affine.terms[0].first)].first;
  Goal goal;
  goal.of_block[block].emplace_back(row_place_[at(row)], here / there);
  return goal;
}

std::optional<RangeSearch::End> RangeSearch::search(const Goal& goal, bool turned) {
  End end;
  end.value = turned ? -goal.constant : goal.constant;
  std::map<int, std::vector<Rational>> points;
  for (const auto& [block, terms] : goal.of_block) {
    lp::PolyhedronProgram* const its = program(block);
    const bool zero_goal = turned && goal.of_block.size() == 1 && goal.constant.sign() == 0 &&
                           terms.size() == 1 && terms[0].second.sign() > 0;
    if (its == nullptr) {
      const auto& zeros = zero_at_[at(block)];
      if (zero_goal && !zeros.empty() && zeros[at(terms[0].first)]) {
        end.multipliers.emplace_back(variable_of_face(block, terms[0].first), terms[0].second);
        end.witness = *zeros[at(terms[0].first)];
        return end;
      }
      if (!search_guessed(block, terms, turned, end, points)) return std::nullopt;
      continue;
    }
    // The least of what is not negative may have been met already.
    if (zero_goal) {
      note_zeros(block);
      if (const auto& witness = zero_at_[at(block)][at(terms[0].first)]) {
        end.multipliers.emplace_back(variable_of_face(block, terms[0].first), terms[0].second);
        end.witness = *witness;
        return end;
      }
    }
    const auto [objective, scale] = whole(terms, turned);
    if (!its->maximise(objective, stop_)) {
      programs_[at(block)].reset();
      too_large_[at(block)] = 1;
      return std::nullopt;
    }
    end.value += its->value(objective) / scale;
    for (const auto& [variable, multiplier] : its->multipliers(objective)) {
      end.multipliers.emplace_back(variable_of_face(block, variable), multiplier / scale);
    }
    points[block] = its->point();
    note_zeros(block);
  }
  end.witness = witness_of(points);
  return end;
}

bool RangeSearch::search_guessed(int block, const std::vector<std::pair<int, Rational>>& terms,
                                 bool turned, End& end,
                                 std::map<int, std::vector<Rational>>& points) {
  const lp::Polyhedron& polyhedron = face_.blocks()[at(block)].polyhedron;
  auto& zeros = zero_at_[at(block)];
  zeros.resize(at(polyhedron.variables()));
  auto& its = guesses_[at(block)];
  if (!its) its.emplace(polyhedron);
  const std::int64_t size = std::max(its->largest_system(), 50);
  const std::int64_t price = size * size * polyhedron.variables();
  if (price > work_left_ || stop_.stopped()) return false;
  work_left_ -= price;
  const auto [objective, scale] = whole(terms, turned);
  const auto found = its->maximise({objective}, stop_);
  if (!found) return false;
  end.value += found->value[0] / scale;
  for (const auto& [variable, multiplier] : found->multipliers[0]) {
    end.multipliers.emplace_back(variable_of_face(block, variable), multiplier / scale);
  }
  points[block] = found->point;
  std::optional<std::size_t> witness;
  for (const int variable : found->zeros) {
    if (zeros[at(variable)]) continue;
    if (!witness) witness = witness_of({{block, found->point}});
    zeros[at(variable)] = witness;
  }
  return true;
}

void RangeSearch::widen(int arc, Range& range) const {
  constexpr std::size_t most_points = 64;
  const Affine& flow = face_.flow()[at(arc)];
  for (std::size_t t = 0; t < std::min(most_points, witnesses_.size()); ++t) {
    const Rational here = flow.at(witnesses_[t]);
    range.reached.first = std::min(range.reached.first, here);
    range.reached.second = std::max(range.reached.second, here);
  }
}

std::optional<RangeSearch::End> RangeSearch::search_share(int arc, bool turned) {
  const Affine& flow = face_.flow()[at(arc)];
  const Affine& through = arriving_[at(form_.side[face_.player()].tail[arc])];
  End best;
  best.value = flow.at(base_) / (through.at(base_).sign() > 0 ? through.at(base_) : Rational(1));
  std::vector<Rational> at_best = base_;
  if (through.at(base_).sign() == 0) {
    at_best = face_.point();
    best.value = flow.at(at_best) / through.at(at_best);
  }
  for (;;) {
    const Affine more = difference(flow, best.value, through);
    const auto end = search(goal_of(more), turned);
    if (!end) return std::nullopt;
    best.multipliers = end->multipliers;
    if (end->value.sign() == 0) break;
    at_best = witnesses_[end->witness];
    best.value = flow.at(at_best) / through.at(at_best);
  }
  const auto [found, fresh] = known_.emplace(at_best, witnesses_.size());
  if (fresh) witnesses_.push_back(std::move(at_best));
  best.witness = found->second;
  return best;
}

Range RangeSearch::open_range(const Affine& affine) const {
  const Rational here = affine.at(face_.point());
  return {Rational(), Rational(1), false, {here, here}};
}

void RangeSearch::keep(int arc, bool share, bool upper, const End& end) {
  bounds_.push_back({arc, share, upper, end.value, end.multipliers, end.witness});
}

Range RangeSearch::flow(int arc) {
  const Affine& affine = face_.flow()[at(arc)];
  const Goal goal = goal_of(arc);
  auto least = search(goal, true);
  auto most_end = least ? search(goal, false) : std::nullopt;
  if (!least || !most_end) {
    Range range = open_range(affine);
    if (least) range.least = range.reached.first = -least->value;
    return range;
  }
  least->value = -least->value;
  keep(arc, false, false, *least);
  keep(arc, false, true, *most_end);
  return {least->value, most_end->value, true, {least->value, most_end->value}};
}

Range RangeSearch::share(int arc) {
  const Affine& flow = face_.flow()[at(arc)];
  const Affine& through = arriving_[at(form_.side[face_.player()].tail[arc])];
  const Rational here = flow.at(face_.point()) / through.at(face_.point());
  if (through.is_constant()) {
    // A multiple of the flow; its bounds are the flow's.
    Range range;
    for (const bool upper : {false, true}) {
      auto end = search(goal_of(arc), !upper);
      if (!end) return {Rational(), Rational(1), false, {here, here}};
      end->value = (upper ? end->value : -end->value) / through.constant;
      keep(arc, true, upper, *end);
      (upper ? range.most : range.least) = end->value;
    }
    range.reached = {range.least, range.most};
    return range;
  }
  Range range;
  for (const bool upper : {false, true}) {
    const auto end = search_share(arc, !upper);
    if (!end) {
      return {upper ? range.least : Rational(), Rational(1), false, {here, here}};
    }
    keep(arc, true, upper, *end);
    (upper ? range.most : range.least) = end->value;
  }
  range.reached = {range.least, range.most};
  return range;
}

}  // namespace allnash::large
