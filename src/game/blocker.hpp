// Moving from a point until a half-space blocks the way, in homogeneous integers.
#pragma once

#include <stdexcept>
#include <vector>

#include "exact/integer.hpp"
#include "game/work.hpp"

namespace allnash::game {

/// (w, t) with w > 0 is the point t / w; (0, t) a direction.
using Point = std::vector<exact::Integer>;

inline void make_primitive(fmpz* vector, slong width) {
  exact::Integer content;
  _fmpz_vec_content(content.raw(), vector, width);
  if (fmpz_is_zero(content.raw()) || fmpz_is_one(content.raw())) return;
  _fmpz_vec_scalar_divexact_fmpz(vector, vector, width, content.raw());
}

/// What the enumerations rest on. Throws std::logic_error when the point does not lie strictly
/// inside of every half-space.
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

/// For a move that nothing blocks, and half-spaces too few to bound anything.
[[noreturn]] inline void refuse_unbounded() {
  throw std::logic_error("the half-spaces do not bound a polytope");
}

/// The half-space at which a move ends: the one with the least slack / -rate, the first of several.
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
  /// True when the point lies on that half-space's boundary already.
  [[nodiscard]] bool at_once() const { return fmpz_is_zero(slack_.raw()) != 0; }

  /// Where the move ends: -rate * point + slack * direction.
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

}  // namespace allnash::game
