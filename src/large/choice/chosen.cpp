// Other equilibrium strategies that one may want to see: an extreme point, and the strategy whose
// entropy is the largest.
//
// The entropy is that of the mixture of pure strategies that decides at every node by itself: with
// x_a the flow of an arc and s_n what arrives at a node, the sum over nodes of s log s less the sum
// over arcs of x log x, a concave function. A barrier method in floating point maximises it over
// the face (A. V. Fiacco and G. P. McCormick, Nonlinear Programming, 1968): what it finds is a
// guess. It is rounded, and moved towards the strategy of the proof as far as it takes to be
// optimal exactly.
#include <algorithm>
#include <cmath>
#include <map>

#include "core/base/at.hpp"
#include "core/exact/access.hpp"
#include "core/lp/polyhedron.hpp"
#include "large/choice/parts.hpp"
#include "large/choice/sensible.hpp"

namespace allnash::large {
namespace {

using allnash::at;
using exact::Integer;

constexpr std::size_t most_coordinates = 400;
constexpr std::int64_t most_begun_entries = 2'000'000;
constexpr double last_barrier = 1e-13;

/// constant + gradient * point, in floating point.
struct FloatAffine {
  double constant = 0;
  std::vector<std::pair<int, double>> terms;

  [[nodiscard]] double value(const std::vector<double>& point) const {
    double sum = constant;
    for (const auto& [coordinate, factor] : terms) sum += factor * point[at(coordinate)];
    return sum;
  }
  [[nodiscard]] double along(const std::vector<double>& step) const {
    double sum = 0;
    for (const auto& [coordinate, factor] : terms) sum += factor * step[at(coordinate)];
    return sum;
  }
};

FloatAffine in_floats(const Affine& affine) {
  FloatAffine result;
  result.constant = affine.constant.to_double();
  for (const auto& [coordinate, factor] : affine.terms) {
    result.terms.emplace_back(coordinate, factor.to_double());
  }
  return result;
}

/// The guess, in coordinates of the face.
class LargestEntropy {
 public:
  LargestEntropy(const Form& form, const OptimalFace& face) : size_(face.point().size()) {
    const Graph& mine = form.side[face.player()];
    std::vector<std::map<int, double>> through(at(mine.nodes));
    std::vector<double> constant(at(mine.nodes));
    for (int a = 0; a < mine.arcs(); ++a) {
      const Affine& flow = face.flow()[at(a)];
      if (flow.is_constant() && flow.constant.sign() == 0) continue;
      FloatAffine one = in_floats(flow);
      constant[at(mine.tail[a])] += one.constant;
      for (const auto& [c, factor] : one.terms) through[at(mine.tail[a])][c] += factor;
      if (!one.terms.empty()) flows_.push_back(std::move(one));
    }
    for (std::size_t n = 0; n < through.size(); ++n) {
      FloatAffine one{constant[n], {through[n].begin(), through[n].end()}};
      std::erase_if(one.terms, [](const auto& term) { return std::abs(term.second) < 1e-14; });
      if (!one.terms.empty()) nodes_.push_back(std::move(one));
    }
    for (std::size_t c = 0; c < size_; ++c) rows_.push_back({0, {{static_cast<int>(c), 1.0}}});
    for (const OptimalFace::Row& row : face.rows()) {
      // In units of the flow or loss: whole numbers may be too long for floating point.
      const Affine& own = row.own ? face.flow()[at(row.arc)] : face.loss()[at(row.arc)];
      rows_.push_back(in_floats(own));
    }
    for (const Rational& one : face.point()) point_.push_back(one.to_double());
  }

  /// False when stopped, or where floating point does not suffice.
  bool find(const StopToken& stop) {
    if (!move_inside()) return false;
    for (double barrier = 0.1; barrier > last_barrier; barrier *= 0.2) {
      for (int step = 0; step < 60; ++step) {
        if (stop.stopped()) return false;
        if (!newton_step(barrier)) break;
      }
    }
    return true;
  }
  [[nodiscard]] const std::vector<double>& point() const { return point_; }

 private:
  [[nodiscard]] double least_row() const {
    double least = 1;
    for (const FloatAffine& row : rows_) least = std::min(least, row.value(point_));
    return least;
  }

  /// The first point has all flows inside; worths of nodes that are not reached may be at an end,
  /// which a few projections mend.
  bool move_inside() {
    for (int round = 0; round < 200 && least_row() <= 0; ++round) {
      for (const FloatAffine& row : rows_) {
        const double short_by = 1e-6 - row.value(point_);
        if (short_by <= 0) continue;
        double norm = 0;
        for (const auto& [c, factor] : row.terms) norm += factor * factor;
        for (const auto& [c, factor] : row.terms) {
          point_[at(c)] += short_by * factor / norm;
        }
      }
    }
    return least_row() > 0;
  }

  void add_square(std::vector<double>& matrix, const FloatAffine& of, double weight) const {
    for (const auto& [one, factor] : of.terms) {
      for (const auto& [two, other] : of.terms) {
        matrix[at(one) * size_ + at(two)] += weight * factor * other;
      }
    }
  }

  /// False once it no longer moves.
  bool newton_step(double barrier) {
    std::vector<double> gradient(size_);
    std::vector<double> matrix(size_ * size_);  // of the negated function
    for (const FloatAffine& flow : flows_) {
      const double x = flow.value(point_);
      for (const auto& [c, factor] : flow.terms) gradient[at(c)] -= (std::log(x) + 1) * factor;
      add_square(matrix, flow, 1 / x);
    }
    for (const FloatAffine& node : nodes_) {
      const double s = node.value(point_);
      for (const auto& [c, factor] : node.terms) gradient[at(c)] += (std::log(s) + 1) * factor;
      add_square(matrix, node, -1 / s);
    }
    for (const FloatAffine& row : rows_) {
      const double slack = row.value(point_);
      for (const auto& [c, factor] : row.terms) gradient[at(c)] += barrier / slack * factor;
      add_square(matrix, row, barrier / (slack * slack));
    }
    const auto step = solved(std::move(matrix), gradient);
    if (!step) return false;
    double rise = 0;
    for (std::size_t c = 0; c < size_; ++c) rise += gradient[c] * (*step)[c];
    double length = 1;
    for (const auto* const list : {&rows_, &flows_, &nodes_}) {
      for (const FloatAffine& one : *list) {
        const double along = one.along(*step);
        if (along < 0) length = std::min(length, -0.9 * one.value(point_) / along);
      }
    }
    for (std::size_t c = 0; c < size_; ++c) point_[c] += length * (*step)[c];
    return rise > 1e-3 * barrier;
  }

  /// Cholesky's method.
  [[nodiscard]] std::optional<std::vector<double>> solved(std::vector<double> matrix,
                                                          std::vector<double> right) const {
    for (std::size_t i = 0; i < size_; ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        double sum = matrix[i * size_ + j];
        for (std::size_t k = 0; k < j; ++k) sum -= matrix[i * size_ + k] * matrix[j * size_ + k];
        if (i == j && !(sum > 0)) return std::nullopt;
        matrix[i * size_ + j] = i == j ? std::sqrt(sum) : sum / matrix[j * size_ + j];
      }
    }
    for (std::size_t i = 0; i < size_; ++i) {
      for (std::size_t k = 0; k < i; ++k) right[i] -= matrix[i * size_ + k] * right[k];
      right[i] /= matrix[i * size_ + i];
    }
    for (std::size_t i = size_; i-- > 0;) {
      for (std::size_t k = i + 1; k < size_; ++k) right[i] -= matrix[k * size_ + i] * right[k];
      right[i] /= matrix[i * size_ + i];
    }
    return right;
  }

  std::size_t size_;
  std::vector<FloatAffine> flows_;
  std::vector<FloatAffine> nodes_;
  std::vector<FloatAffine> rows_;
  std::vector<double> point_;
};

std::vector<Rational> flow_at(const Form& form, const OptimalFace& face,
                              const std::vector<Rational>& point) {
  const Graph& mine = form.side[face.player()];
  std::vector<Rational> flow(at(mine.arcs()));
  for (int a = 0; a < mine.arcs(); ++a) {
    flow[at(mine.given_arc[a])] = face.flow()[at(a)].at(point);
  }
  return flow;
}

}  // namespace

const char* name_of(Choice choice) {
  return choice == Choice::sensible ? "sensible"
         : choice == Choice::vertex ? "vertex"
                                    : "max_entropy";
}

std::optional<std::vector<Rational>> vertex_flow(const Form& form, const OptimalFace& face,
                                                 const StopToken& stop) {
  std::vector<Rational> point = face.point();
  for (const FaceBlock& block : face.blocks()) {
    const auto entries =
        static_cast<std::int64_t>(block.polyhedron.rows.size() + 1) * block.polyhedron.coordinates;
    if (entries > most_begun_entries) return std::nullopt;
    const auto program = lp::PolyhedronProgram::of(block.polyhedron, stop);
    if (!program) return std::nullopt;
    const std::vector<Rational> part = program->point();
    for (std::size_t c = 0; c < part.size(); ++c) point[at(block.coordinates[c])] = part[c];
  }
  return flow_at(form, face, point);
}

std::optional<std::vector<Rational>> entropy_flow(const Form& form, const OptimalFace& face,
                                                  const Proof& proof, const Rational& value,
                                                  const StopToken& stop) {
  if (face.point().size() > most_coordinates) return std::nullopt;
  if (face.dimension() == 0) return flow_at(form, face, face.point());
  LargestEntropy search(form, face);
  if (!search.find(stop)) return std::nullopt;
  const Rational grid(std::int64_t{1} << 50);
  std::vector<Rational> guess;
  for (const double one : search.point()) {
    guess.push_back(Rational(std::llround(std::ldexp(one, 50))) / grid);
  }
  // Towards the strategy of the proof, by 2^-34, 2^-30, ...
  for (int bits = 34; bits >= 0; bits -= 4) {
    const Rational part = Rational(1) / Rational(std::int64_t{1} << bits);
    std::vector<Rational> point;
    for (std::size_t c = 0; c < guess.size(); ++c) {
      point.push_back(guess[c] + part * (face.point()[c] - guess[c]));
    }
    std::vector<Rational> flow = flow_at(form, face, point);
    const auto negative = [](const Rational& one) { return one.sign() < 0; };
    if (std::ranges::any_of(flow, negative)) continue;
    if (judged(form, proof, value, face.player(), flow).optimal) return flow;
  }
  return std::nullopt;
}

}  // namespace allnash::large
