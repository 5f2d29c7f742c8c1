// The vertices of a polytope given by half-spaces, in whole numbers: all of them by the double
// description method, or some by a walk along edges. Both have limits on their work.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <vector>

#include "core/base/stop_token.hpp"
#include "core/exact/access.hpp"

namespace allnash::game {

/// A short time after a stop in which a run can still compute what it reports.
class Grace {
 public:
  explicit Grace(const StopToken& stop) : stop_(stop) {}
  /// True 100 ms after the first call that saw the stop.
  [[nodiscard]] bool over() {
    constexpr std::chrono::milliseconds grace{100};
    if (!end_ && !stop_.stopped()) return false;
    if (!end_) end_ = StopToken::Clock::now() + grace;
    return StopToken::Clock::now() >= *end_;
  }

 private:
  StopToken stop_;
  std::optional<StopToken::Clock::time_point> end_;
};

/// Limits on counted work instead of time: the same polytope and starting point give the same
/// result on every machine.
struct WorkBound {
  std::int64_t steps = 0;    ///< elementary steps, about a nanosecond each
  std::int64_t numbers = 0;  ///< integers held at once
};

/// The cost of inverting a matrix: one solution modulo each word-sized prime that the determinant
/// needs.
inline double steps_of_inverse(const exact::IntegerMatrix& matrix) {
  const auto size = static_cast<double>(matrix.rows());
  const auto bits = static_cast<double>(std::abs(fmpz_mat_max_bits(matrix.raw()))) + 8;
  return size * size * size * (size * bits / 64 + 1);
}

/// Thrown by Work and caught by the enumeration that owns it.
struct GaveUp {};

/// Counts the work of an enumeration. Throws GaveUp beyond the bound or when stopped.
class Work {
 public:
  Work(const WorkBound& bound, const StopToken& stop) : bound_(bound), stop_(stop) {}

  void spend(std::size_t steps) {
    spent_ += static_cast<std::int64_t>(steps);
    if (spent_ < next_look_) return;
    next_look_ = spent_ + look_every;
    if (spent_ > bound_.steps || stop_.stopped()) throw GaveUp();
  }
  /// For a step that cannot be interrupted, such as inverting a matrix. Throws if it would take
  /// more than about half a second.
  void spend_at_once(double steps) {
    constexpr double most_at_once = 5e8;
    if (steps > most_at_once) throw GaveUp();
    spend(static_cast<std::size_t>(steps));
  }
  void hold(std::size_t numbers) const {
    if (static_cast<std::int64_t>(numbers) > bound_.numbers) throw GaveUp();
  }
  /// True if more was spent than an optional improvement should take.
  [[nodiscard]] bool spent_a_part() const noexcept { return spent_ > bound_.steps / 8; }
  /// Starts the count of work again from 0.
  void begin_anew() noexcept { spent_ = next_look_ = 0; }
  /// For steps that check it themselves.
  [[nodiscard]] const StopToken& stop() const noexcept { return stop_; }

 private:
  static constexpr std::int64_t look_every = 1 << 20;
  WorkBound bound_;
  StopToken stop_;
  std::int64_t spent_ = 0;
  std::int64_t next_look_ = 0;
};

// Points and directions in homogeneous integer coordinates, and moves up to a blocking half-space.

/// (w, t) with w > 0 is the point t / w; (0, t) a direction.
using Point = std::vector<exact::Integer>;

inline void make_primitive(fmpz* vector, slong width) {
  exact::Integer content;
  _fmpz_vec_content(content.raw(), vector, width);
  if (fmpz_is_zero(content.raw()) || fmpz_is_one(content.raw())) return;
  _fmpz_vec_scalar_divexact_fmpz(vector, vector, width, content.raw());
}

/// The inverse of a square matrix times `scale` > 0, which makes it an integer matrix.
inline exact::IntegerMatrix inverse_of(exact::IntegerMatrix square, exact::Integer& scale) {
  fmpz_mat_inv(square.raw(), scale.raw(), square.raw());
  if (fmpz_sgn(scale.raw()) < 0) {
    fmpz_mat_neg(square.raw(), square.raw());
    fmpz_neg(scale.raw(), scale.raw());
  }
  return square;
}

/// Throws std::logic_error unless the point lies strictly inside every half-space, as the
/// enumerations require.
inline void require_inside(const exact::IntegerMatrix& half_spaces, const Point& point,
                           Work& work) {
  if (std::ssize(point) != half_spaces.columns()) {
    throw std::logic_error("a point of another dimension than the polytope's");
  }
  exact::Integer slack;
  for (slong row = 0; row < half_spaces.rows(); ++row) {
    work.spend(at(half_spaces.columns()));
    _fmpz_vec_dot(slack.raw(), half_spaces.row(row), point[0].raw(), half_spaces.columns());
    if (fmpz_sgn(slack.raw()) <= 0) throw std::logic_error("the point is not inside the polytope");
  }
}

/// For a move without a blocking half-space, and for too few half-spaces to bound a polytope.
[[noreturn]] inline void refuse_unbounded() {
  throw std::logic_error("the half-spaces do not bound a polytope");
}

/// The half-space that ends a move: the one with the least slack / -rate, the first of several.
class Blocker {
 public:
  void offer(slong row, const fmpz* slack, const fmpz* rate) {
    if (fmpz_sgn(rate) >= 0) return;
    if (row_ >= 0) {
      fmpz_mul(left_.raw(), slack, rate_.raw());
      fmpz_mul(right_.raw(), slack_.raw(), rate);
      if (fmpz_cmp(left_.raw(), right_.raw()) <= 0) return;  // rates are negative
    }
    row_ = row;
    fmpz_set(slack_.raw(), slack);
    fmpz_set(rate_.raw(), rate);
  }

  /// -1 when nothing blocks.
  [[nodiscard]] slong row() const { return row_; }
  /// True when the point is on the boundary already.
  [[nodiscard]] bool at_once() const { return fmpz_is_zero(slack_.raw()) != 0; }

  /// The end of the move: -rate * point + slack * direction.
  [[nodiscard]] Point end(const Point& point, const Point& direction) const {
    Point result(point.size());
    const auto width = static_cast<slong>(point.size());
    _fmpz_vec_scalar_mul_fmpz(result[0].raw(), point[0].raw(), width, rate_.raw());
    _fmpz_vec_neg(result[0].raw(), result[0].raw(), width);
    _fmpz_vec_scalar_addmul_fmpz(result[0].raw(), direction[0].raw(), width, slack_.raw());
    make_primitive(result[0].raw(), width);
    return result;
  }

 private:
  slong row_ = -1;
  exact::Integer slack_;
  exact::Integer rate_;
  exact::Integer left_;
  exact::Integer right_;
};

struct ExtremeRays {
  exact::IntegerMatrix rays;      ///< one a row, primitive
  bool complete = true;           ///< false when the bound or `stop` cut the list
  std::vector<slong> start = {};  ///< the half-spaces of the first cone
  std::vector<slong> cuts = {};   ///< the half-spaces that it was cut with, in order
  std::size_t most = 0;           ///< largest number of rays after any cut
};

/// The extreme rays of the cone { z : h.z >= 0 for every row h of `half_spaces` }, by the double
/// description method (Motzkin, Raiffa, Thompson and Thrall 1953; Fukuda and Prodon 1996). The cone
/// must be pointed with `interior` strictly inside; otherwise throws std::logic_error.
ExtremeRays extreme_rays(const exact::IntegerMatrix& half_spaces, const Point& interior,
                         const WorkBound& bound, const StopToken& stop);

struct WalkedVertices {
  std::vector<Point> vertices;  ///< primitive, distinct
  bool complete = false;
};

/// Up to `limit` vertices of the polytope { t : h.(1, t) >= 0 for every row h }, which may be too
/// large to enumerate. Throws std::logic_error unless `interior` lies strictly inside. A
/// breadth-first walk along edges, in an order that depends on the rows alone. It starts at the
/// lexicographically largest vertex, or near `interior` if that one is not found soon. Ends at
/// `limit`, at the work bound, when stopped, or after the last vertex.
WalkedVertices walk_vertices(const exact::IntegerMatrix& half_spaces, const Point& interior,
                             std::int64_t limit, const WorkBound& bound, const StopToken& stop);

}  // namespace allnash::game
