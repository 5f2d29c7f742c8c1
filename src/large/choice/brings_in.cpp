#include "large/choice/brings_in.hpp"

#include <algorithm>

#include "core/base/at.hpp"
#include "core/lp/polyhedron.hpp"
#include "large/choice/affine.hpp"

namespace allnash::large {
namespace {

using allnash::at;

/// Thrown when the token says so.
struct SearchStopped {};

/// What is least and most on the opponent's optimal mixes.
class MixSearch {
 public:
  MixSearch(const OptimalFace& face, const StopToken& stop)
      : face_(face), stop_(stop), polyhedron_(polyhedron_of(face)), program_(made()) {}

  Rational most(const Affine& function) { return function.at(maximise(program_, function)); }
  Rational least(const Affine& function) { return -most(sum(function, Rational(-1), {}, {})); }

  /// The most of loss / part; nothing if there is none.
  std::optional<Rational> most_ratio(const Affine& loss, const Affine& part) {
    if (least(part).sign() == 0) {
      lp::PolyhedronProgram without = made();
      const Affine turned = sum(part, Rational(-1), {}, {});
      maximise(without, turned);
      without.fix(objective_of(turned));
      if (loss.at(maximise(without, loss)).sign() > 0) return std::nullopt;
    }
    Rational ratio = loss.at(face_.point()) / part.at(face_.point());
    for (;;) {
      const std::vector<Rational> point = maximise(program_, sum(loss, Rational(1), part, -ratio));
      const Rational share = part.at(point);
      if (share.sign() == 0 || loss.at(point) <= ratio * share) return ratio;
      ratio = loss.at(point) / share;
    }
  }

 private:
  static lp::Polyhedron polyhedron_of(const OptimalFace& face) {
    lp::Polyhedron polyhedron;
    polyhedron.coordinates = face.coordinates();
    polyhedron.point = face.point();
    for (const OptimalFace::Row& row : face.rows()) polyhedron.rows.push_back(row.whole);
    return polyhedron;
  }

  [[nodiscard]] lp::PolyhedronProgram made() const {
    auto program = lp::PolyhedronProgram::of(polyhedron_, stop_);
    if (!program) throw SearchStopped();
    return *std::move(program);
  }

  std::vector<Rational> maximise(lp::PolyhedronProgram& program, const Affine& function) const {
    if (!program.maximise(objective_of(function), stop_)) throw SearchStopped();
    return program.point();
  }

  /// One times a factor plus another times its own.
  static Affine sum(const Affine& one, const Rational& times, const Affine& other,
                    const Rational& other_times) {
    std::vector<std::pair<int, Rational>> terms;
    for (const auto& [coordinate, factor] : one.terms)
      terms.emplace_back(coordinate, factor * times);
    for (const auto& [coordinate, factor] : other.terms) {
      terms.emplace_back(coordinate, factor * other_times);
    }
    std::ranges::sort(terms, {}, &std::pair<int, Rational>::first);
    Affine result;
    result.constant = one.constant * times + other.constant * other_times;
    for (auto& [coordinate, factor] : terms) {
      if (!result.terms.empty() && result.terms.back().first == coordinate) {
        result.terms.back().second += factor;
      } else {
        result.terms.emplace_back(coordinate, std::move(factor));
      }
      if (result.terms.back().second.sign() == 0) result.terms.pop_back();
    }
    return result;
  }

  const OptimalFace& face_;
  StopToken stop_;
  lp::Polyhedron polyhedron_;
  lp::PolyhedronProgram program_;
};

/// The opponent's strategies, those first against which the ratio of the face's point is smallest.
std::vector<int> in_order(const OptimalFace& face) {
  std::vector<int> order;
  for (int a = 0; a < std::ssize(face.flow()); ++a) {
    if (face.flow()[at(a)].at(face.point()).sign() > 0) order.push_back(a);
  }
  std::ranges::stable_sort(order, [&](int one, int other) {
    return face.flow()[at(one)].at(face.point()) > face.flow()[at(other)].at(face.point());
  });
  return order;
}

}  // namespace

std::optional<std::vector<BroughtIn>> brought_in(const Form& form, const OptimalFace& face,
                                                 std::int64_t most_entries, const StopToken& stop) {
  const auto entries = static_cast<std::int64_t>(face.coordinates() + 1) *
                       static_cast<std::int64_t>(face.rows().size() + 1);
  if (entries > most_entries) return std::nullopt;
  const Rational scale = exact::quotient(form.scale.raw(), exact::Integer(1).raw());
  const std::vector<int> order = in_order(face);
  std::vector<BroughtIn> list;
  try {
    std::optional<MixSearch> search;
    if (face.coordinates() > 0) search.emplace(face, stop);
    for (int b = 0; b < std::ssize(face.loss()); ++b) {
      const Affine& loss = face.loss()[at(b)];
      const Rational here = loss.at(face.point());
      if (face.opponent_played()[at(b)] != 0) continue;
      BroughtIn one{b, here / scale, here / scale, {}, {}};
      if (!loss.is_constant()) {
        one.least = search->least(loss) / scale;
        one.most = search->most(loss) / scale;
      }
      for (const int a : order) {
        const Affine& part = face.flow()[at(a)];
        const Rational reached = here / part.at(face.point());
        if (one.against && reached > one.by) break;  // the most is no less than here
        const bool is_fixed = loss.is_constant() && part.is_constant();
        const auto by = is_fixed ? reached : search->most_ratio(loss, part);
        if (by && (!one.against || *by < one.by || (*by == one.by && a < *one.against))) {
          one.against = a;
          one.by = *by;
        }
        if (stop.stopped()) return std::nullopt;
      }
      one.by = one.by / scale;
      list.push_back(std::move(one));
    }
  } catch (const SearchStopped&) {
    return std::nullopt;
  }
  return list;
}

}  // namespace allnash::large
