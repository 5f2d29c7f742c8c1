#include "large/choice/sensible.hpp"

#include <algorithm>
#include <map>

#include "core/base/at.hpp"
#include "core/lp/guessed_program.hpp"
#include "core/lp/polyhedron.hpp"
#include "large/choice/affine.hpp"

namespace allnash::large {
namespace {

using allnash::at;
using exact::Integer;

constexpr std::size_t most_program_entries = 2'000'000;
/// Larger blocks are guessed in floating point first.
constexpr std::size_t most_pivoted_entries = 100'000;

/// The mean of the points that make one of these functions largest, over all of them that vary.
/// Nothing when stopped.
std::optional<std::vector<Rational>> mean_of_most(lp::PolyhedronProgram& program,
                                                  const std::vector<const Affine*>& flows,
                                                  bool& only, const StopToken& stop) {
  const std::vector<Rational> first = program.point();
  std::vector<Rational> sum(first.size());
  for (const Affine* const flow : flows) {
    if (!program.maximise(objective_of(*flow), stop)) return std::nullopt;
    const std::vector<Rational> point = program.point();
    if (point != first) only = false;
    for (std::size_t c = 0; c < sum.size(); ++c) sum[c] += point[c];
  }
  if (flows.empty() || only) return first;
  for (Rational& one : sum) one /= Rational(std::ssize(flows));
  return sum;
}

/// The flows of arcs that vary, each function once.
std::vector<const Affine*> varying(const std::vector<Affine>& flows) {
  std::map<std::vector<std::pair<int, Rational>>, const Affine*> known;
  std::vector<const Affine*> result;
  for (const Affine& flow : flows) {
    if (!flow.is_constant() && known.emplace(flow.terms, &flow).second) result.push_back(&flow);
  }
  return result;
}

/// A loss of the opponent's strategies off the face, met by one or several.
struct Mistake {
  const Affine* loss;
  std::optional<Rational> settled = {};  // what all flows that are left make it
};

}  // namespace

std::optional<ChosenPoint> dresher_point(const Form& form, const OptimalFace& face,
                                         const StopToken& stop) {
  ChosenPoint chosen;
  chosen.point = face.point();
  if (face.dimension() == 0) return chosen;
  std::vector<Mistake> mistakes;
  std::map<std::pair<Rational, std::vector<std::pair<int, Rational>>>, char> known;
  const Graph& theirs = form.side[1 - face.player()];
  for (int b = 0; b < theirs.arcs(); ++b) {
    const Affine& loss = face.loss()[at(b)];
    if (loss.is_constant() || !known.emplace(std::pair(loss.constant, loss.terms), 1).second) {
      continue;  // nothing can be gained there
    }
    mistakes.push_back({&loss});
  }
  const int margin = face.coordinates();
  const auto flows = varying(face.flow());
  for (;;) {
    // The rows of the face, the mistakes that are settled, and the margin of all others.
    lp::Polyhedron polyhedron;
    const auto is_open = [](const Mistake& mistake) { return !mistake.settled; };
    const bool some_open = std::ranges::any_of(mistakes, is_open);
    polyhedron.coordinates = margin + (some_open ? 1 : 0);
    polyhedron.point = chosen.point;
    for (const OptimalFace::Row& row : face.rows()) polyhedron.rows.push_back(row.whole);
    lp::Objective settled;
    std::optional<Rational> least;
    std::vector<std::pair<int, Mistake*>> open;
    for (Mistake& mistake : mistakes) {
      const int variable = polyhedron.variables();
      if (mistake.settled) {
        polyhedron.rows.push_back(whole_row(*mistake.loss, *mistake.settled));
        settled.emplace_back(variable, Integer(-1));
        continue;
      }
      const Rational here = mistake.loss->at(chosen.point);
      if (!least || here < *least) least = here;
      Affine above = *mistake.loss;
      above.terms.emplace_back(margin, Rational(-1));
      polyhedron.rows.push_back(whole_row(above));
      open.emplace_back(variable, &mistake);
    }
    if (some_open) polyhedron.point.push_back(*least);
    if (at(polyhedron.coordinates) * polyhedron.rows.size() > most_program_entries) {
      return std::nullopt;
    }
    auto program = lp::PolyhedronProgram::of(polyhedron, stop);
    if (!program) return std::nullopt;
    if (!settled.empty()) {
      if (!program->maximise(settled, stop)) return std::nullopt;
      program->fix(settled);
    }
    if (some_open) {
      lp::Objective highest;
      highest.emplace_back(margin, Integer(1));
      if (!program->maximise(highest, stop)) return std::nullopt;
      std::map<int, Rational> multiplier;
      for (const auto& [variable, number] : program->multipliers(highest)) {
        multiplier[variable] = number;
      }
      const Rational reached = program->value(margin);
      std::vector<Rational> point = program->point();
      point.pop_back();
      chosen.point = std::move(point);
      for (const auto& [variable, mistake] : open) {
        const auto found = multiplier.find(variable);
        if (found != multiplier.end() && found->second.sign() > 0) mistake->settled = reached;
      }
      program->fix(highest);
      if (program->is_point()) return chosen;
      continue;
    }
    chosen.only = true;
    auto mean = mean_of_most(*program, flows, chosen.only, stop);
    if (!mean) return std::nullopt;
    chosen.point = *std::move(mean);
    return chosen;
  }
}

Slips slips_of(const Graph& theirs, const std::vector<char>& played) {
  Slips slips;
  slips.order.assign(at(theirs.arcs()), 0);
  slips.weight.assign(at(theirs.arcs()), Rational());
  // By node: the slips on the way there and the weight of the last; several ways add up.
  std::vector<int> before(at(theirs.nodes), -1);
  std::vector<Rational> weight(at(theirs.nodes));
  if (theirs.nodes > 0) before[0] = 0;
  for (int b = 0; b < theirs.arcs(); ++b) {
    if (played[at(b)] == 0) continue;
    for (const int head : theirs.heads_of(b)) before[at(head)] = 0;
  }
  for (int n = 0; n < theirs.nodes; ++n) {
    const Rational actions(theirs.first[n + 1] - theirs.first[n]);
    for (int b = theirs.first[n]; b < theirs.first[n + 1]; ++b) {
      if (before[at(n)] == 0 && played[at(b)] != 0) continue;
      slips.order[at(b)] = before[at(n)] + 1;
      slips.weight[at(b)] = (before[at(n)] == 0 ? Rational(1) : weight[at(n)]) / actions;
      slips.most = std::max(slips.most, slips.order[at(b)]);
      for (const int head : theirs.heads_of(b)) {
        int& its = before[at(head)];
        if (its == 0) continue;
        if (its < 0 || slips.order[at(b)] < its) {
          its = slips.order[at(b)];
          weight[at(head)] = slips.weight[at(b)];
        } else if (its == slips.order[at(b)]) {
          weight[at(head)] += slips.weight[at(b)];
        }
      }
    }
  }
  return slips;
}

std::optional<ChosenPoint> slip_point(const Form& form, const OptimalFace& face,
                                      const StopToken& stop) {
  ChosenPoint chosen;
  chosen.point = face.point();
  const Graph& theirs = form.side[1 - face.player()];
  const Slips slips = slips_of(theirs, face.opponent_played());
  // The objectives, in coordinates of the face.
  std::vector<Rational> constant(at(slips.most));
  std::vector<std::map<int, Rational>> sum(at(slips.most));
  for (int b = 0; b < theirs.arcs(); ++b) {
    if (slips.order[at(b)] == 0) continue;
    const auto level = at(slips.order[at(b)] - 1);
    const Affine& loss = face.loss()[at(b)];
    constant[level] += slips.weight[at(b)] * loss.constant;
    for (const auto& [coordinate, factor] : loss.terms) {
      sum[level][coordinate] += slips.weight[at(b)] * factor;
    }
  }
  const auto flows = varying(face.flow());
  std::vector<std::vector<std::pair<int, Rational>>> multipliers(at(slips.most));
  for (std::size_t b = 0; b < face.blocks().size(); ++b) {
    const FaceBlock& block = face.blocks()[b];
    std::vector<std::pair<lp::Objective, Rational>> levels;
    std::vector<lp::Objective> objectives;
    for (const std::map<int, Rational>& all : sum) {
      Affine part;
      for (std::size_t c = 0; c < block.coordinates.size(); ++c) {
        const auto found = all.find(block.coordinates[c]);
        if (found == all.end() || found->second.sign() == 0) continue;
        part.terms.emplace_back(static_cast<int>(c), found->second);
      }
      lp::Objective objective = objective_of(part);
      Rational scale(1);
      if (!part.terms.empty()) {
        scale = exact::quotient(objective[0].second.raw(), Integer(1).raw()) / part.terms[0].second;
      }
      objectives.push_back(objective);
      levels.emplace_back(std::move(objective), std::move(scale));
    }
    const auto in_face = [&](int variable) {
      const int size = block.polyhedron.coordinates;
      return variable < size ? block.coordinates[at(variable)]
                             : face.coordinates() + block.rows[at(variable - size)];
    };
    const std::size_t entries =
        at(block.polyhedron.coordinates) * (block.polyhedron.rows.size() + 1);
    if (entries > most_pivoted_entries) {
      const auto guessed = lp::GuessedProgram(block.polyhedron).maximise(objectives, stop);
      if (guessed) {
        for (std::size_t k = 0; k < levels.size(); ++k) {
          for (const auto& [variable, number] : guessed->multipliers[k]) {
            multipliers[k].emplace_back(in_face(variable), number / levels[k].second);
          }
        }
        chosen.only = chosen.only && guessed->only;
        for (std::size_t c = 0; c < guessed->point.size(); ++c) {
          chosen.point[at(block.coordinates[c])] = guessed->point[c];
        }
        continue;
      }
    }
    if (entries > most_program_entries) return std::nullopt;
    auto program = lp::PolyhedronProgram::of(block.polyhedron, stop);
    if (!program) return std::nullopt;
    for (const lp::Objective& objective : objectives) {
      if (!program->maximise(objective, stop)) return std::nullopt;
      program->fix(objective);
    }
    for (std::size_t k = 0; k < levels.size(); ++k) {
      const auto& [objective, scale] = levels[k];
      for (const auto& [variable, number] : program->multipliers(objective)) {
        multipliers[k].emplace_back(in_face(variable), number / scale);
      }
    }
    std::vector<Rational> point = program->point();
    if (block.dimension > 0 && !program->is_point()) {
      std::vector<Affine> here;
      for (const Affine* const flow : flows) {
        Affine part;
        for (const auto& [coordinate, factor] : flow->terms) {
          const auto& [of_block, number] = face.place()[at(coordinate)];
          if (of_block == static_cast<int>(b)) part.terms.emplace_back(number, factor);
        }
        if (!part.terms.empty()) here.push_back(std::move(part));
      }
      bool only = true;
      auto mean = mean_of_most(*program, varying(here), only, stop);
      if (!mean) return std::nullopt;
      chosen.only = chosen.only && only;
      point = *std::move(mean);
    }
    for (std::size_t c = 0; c < point.size(); ++c) {
      chosen.point[at(block.coordinates[c])] = point[c];
    }
  }
  const Rational scale = exact::quotient(form.scale.raw(), Integer(1).raw());
  for (std::size_t k = 0; k < sum.size(); ++k) {
    Rational lost = constant[k];
    for (const auto& [coordinate, factor] : sum[k]) lost += factor * chosen.point[at(coordinate)];
    chosen.lost.push_back(lost / scale);
    std::vector<Rational> weights(slips.weight.size());
    for (std::size_t b = 0; b < weights.size(); ++b) {
      if (slips.order[b] == static_cast<int>(k) + 1) weights[b] = slips.weight[b];
    }
    auto amounts = face.amounts_for(std::move(weights), multipliers[k], stop);
    if (!amounts) return std::nullopt;
    chosen.proof.push_back(*std::move(amounts));
  }
  return chosen;
}

}  // namespace allnash::large
