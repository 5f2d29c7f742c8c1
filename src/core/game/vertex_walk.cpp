// A walk along the edges of a polytope that visits its vertices.
//
// A vertex is held with a basis: as many independent half-spaces as dimensions on whose boundary it
// lies. Leaving one of them along the others leads over an edge to a neighbour, or, where more
// half-spaces meet than needed, to another basis of the same vertex. Of the half-spaces that block
// the way the first in order enters, as in Bland's rule. The pivots of that rule lead from any
// basis to any vertex, so a walk with no bases left to visit has seen every vertex. New vertices go
// first, because a vertex may have more bases than can be visited.
#include <algorithm>
#include <deque>
#include <optional>
#include <set>

#include "core/exact/linear_system.hpp"
#include "core/game/enumeration.hpp"

namespace allnash::game {
namespace {

using exact::Integer;
using exact::IntegerMatrix;
using Basis = std::vector<slong>;  // ascending

struct PointLess {
  bool operator()(const Point& left, const Point& right) const {
    for (std::size_t c = 0; c < left.size(); ++c) {
      const int order = fmpz_cmp(left[c].raw(), right[c].raw());
      if (order != 0) return order < 0;
    }
    return false;
  }
};

class Walk {
 public:
  Walk(const IntegerMatrix& half_spaces, std::int64_t limit, Work& work)
      : half_spaces_(half_spaces),
        dimension_(half_spaces.columns() - 1),
        limit_(limit),
        work_(work) {}

  /// Starts at the lexicographically largest vertex, whatever the point; if that takes too long, at
  /// one near the point.
  void start(Point point);
  /// False when nothing is left to expand or the limit is reached.
  bool step();

  [[nodiscard]] std::vector<Point> vertices() { return std::move(found_); }
  [[nodiscard]] bool complete() const { return !full_ && fresh_.empty() && other_.empty(); }

 private:
  [[nodiscard]] Basis descend(Point& point);
  [[nodiscard]] std::optional<Basis> climb(Basis basis);
  [[nodiscard]] Basis first_basis(const Point& vertex);
  void expand(const Basis& basis);
  void arrive(Point vertex, const Basis& basis);
  [[nodiscard]] IntegerMatrix corner(const Basis& basis) const;
  IntegerMatrix products(const IntegerMatrix& columns);

  const IntegerMatrix& half_spaces_;
  slong dimension_;
  std::int64_t limit_;
  Work& work_;
  bool full_ = false;
  std::vector<Point> found_;
  std::set<Point, PointLess> seen_;
  std::set<Basis> seen_bases_;
  std::deque<Basis> fresh_;  // of newly found vertices
  std::deque<Basis> other_;  // further bases of vertices already expanded
};

Point column(const IntegerMatrix& matrix, slong index) {
  Point result(at(matrix.rows()));
  for (slong i = 0; i < matrix.rows(); ++i) {
    fmpz_set(result[at(i)].raw(), matrix.at(i, index));
  }
  return result;
}

/// The half-space that ends a move from a vertex along its edge t.
Blocker blocker_of(const IntegerMatrix& slopes, slong t) {
  Blocker blocker;
  for (slong row = 0; row < slopes.rows(); ++row) {
    blocker.offer(row, slopes.at(row, 0), slopes.at(row, t + 1));
  }
  if (blocker.row() < 0) refuse_unbounded();
  return blocker;
}

/// Removes the first direction, which leaves the boundary of a half-space, and combines the others
/// with it so that they stay on the boundary. `rates` are the rates at which the directions leave
/// it.
void keep_on_boundary(std::vector<Point>& directions, const std::vector<Integer>& rates) {
  const auto width = static_cast<slong>(directions[0].size());
  for (std::size_t t = 1; t < directions.size(); ++t) {
    if (fmpz_is_zero(rates[t].raw())) continue;
    fmpz* turned = directions[t][0].raw();
    _fmpz_vec_scalar_mul_fmpz(turned, turned, width, rates[0].raw());
    _fmpz_vec_scalar_submul_fmpz(turned, directions[0][0].raw(), width, rates[t].raw());
    make_primitive(turned, width);
  }
  directions.erase(directions.begin());
}

/// Moves the point to a vertex: each move ends at one more independent half-space. Returns these.
Basis Walk::descend(Point& point) {
  const slong width = dimension_ + 1;
  const auto dot = [&](Integer& result, slong row, const Point& vector) {
    _fmpz_vec_dot(result.raw(), half_spaces_.row(row), vector[0].raw(), width);
  };
  std::vector<Point> directions(at(dimension_), Point(point.size()));
  for (std::size_t t = 0; t < directions.size(); ++t) fmpz_one(directions[t][t + 1].raw());
  Basis basis;
  Integer slack;
  Integer rate;
  while (!directions.empty()) {
    Blocker blocker;
    for (slong row = 0; row < half_spaces_.rows(); ++row) {
      dot(slack, row, point);
      dot(rate, row, directions[0]);
      blocker.offer(row, slack.raw(), rate.raw());
    }
    const slong hit = blocker.row();
    if (hit < 0) refuse_unbounded();
    point = blocker.end(point, directions[0]);
    basis.insert(std::lower_bound(basis.begin(), basis.end(), hit), hit);
    std::vector<Integer> rates(directions.size());
    for (std::size_t t = 0; t < rates.size(); ++t) dot(rates[t], hit, directions[t]);
    keep_on_boundary(directions, rates);
    work_.spend(at(20 * width * (half_spaces_.rows() + width)));
  }
  return basis;
}

/// True when the direction raises the first coordinate that it changes.
bool rises(const IntegerMatrix& corner, slong direction) {
  for (slong i = 1; i < corner.rows(); ++i) {
    const int sign = fmpz_sgn(corner.at(i, direction));
    if (sign != 0) return sign > 0;
  }
  return false;
}

/// Goes to the lexicographically largest vertex by Bland's rule. Nothing if that takes long, which
/// can happen where many half-spaces meet.
std::optional<Basis> Walk::climb(Basis basis) {
  while (!work_.spent_a_part()) {
    const IntegerMatrix corner = this->corner(basis);
    slong out = 0;
    while (out < dimension_ && !rises(corner, out + 1)) ++out;
    if (out == dimension_) return basis;
    const slong in = blocker_of(products(corner), out).row();
    basis.erase(basis.begin() + out);
    basis.insert(std::lower_bound(basis.begin(), basis.end(), in), in);
  }
  return std::nullopt;
}

/// The first independent ones of the half-spaces that meet in the vertex.
Basis Walk::first_basis(const Point& vertex) {
  Basis meeting;
  Integer slack;
  for (slong row = 0; row < half_spaces_.rows(); ++row) {
    _fmpz_vec_dot(slack.raw(), half_spaces_.row(row), vertex[0].raw(), dimension_ + 1);
    if (fmpz_is_zero(slack.raw()) != 0) meeting.push_back(row);
  }
  IntegerMatrix normals(std::ssize(meeting), dimension_);
  for (slong t = 0; t < normals.rows(); ++t) {
    _fmpz_vec_set(normals.row(t), half_spaces_.row(meeting[at(t)]) + 1, dimension_);
  }
  const auto independent = exact::independent_rows(normals, work_.stop());
  if (!independent) throw GaveUp();
  Basis basis;
  for (const slong t : *independent) basis.push_back(meeting[at(t)]);
  return basis;
}

void Walk::start(Point point) {
  Basis basis = descend(point);
  try {
    if (const auto top = climb(basis)) {
      point = column(corner(*top), 0);
      make_primitive(point[0].raw(), dimension_ + 1);
      basis = first_basis(point);
    }
  } catch (const GaveUp&) {
    arrive(std::move(point), basis);
    throw;
  }
  work_.begin_anew();  // the work so far depended on the starting point
  arrive(std::move(point), basis);
}

void Walk::arrive(Point vertex, const Basis& basis) {
  if (!seen_.insert(vertex).second) return;
  if (static_cast<std::int64_t>(found_.size()) == limit_) {
    full_ = true;
    return;
  }
  work_.hold((found_.size() + 1) * vertex.size());
  found_.push_back(std::move(vertex));
  seen_bases_.insert(basis);
  fresh_.push_back(basis);
}

/// The vertex of the basis as first column, then the direction away from each of its half-spaces.
IntegerMatrix Walk::corner(const Basis& basis) const {
  IntegerMatrix normals(dimension_, dimension_);
  for (slong t = 0; t < dimension_; ++t) {
    const fmpz* row = half_spaces_.row(basis[at(t)]);
    _fmpz_vec_set(normals.row(t), row + 1, dimension_);
  }
  Integer scale;
  work_.spend_at_once(steps_of_inverse(normals));
  normals = inverse_of(std::move(normals), scale);
  IntegerMatrix result(dimension_ + 1, dimension_ + 1);
  fmpz_set(result.at(0, 0), scale.raw());
  for (slong i = 0; i < dimension_; ++i) {
    _fmpz_vec_set(result.row(i + 1) + 1, normals.row(i), dimension_);
    for (slong t = 0; t < dimension_; ++t) {
      const fmpz* constant = half_spaces_.at(basis[at(t)], 0);
      fmpz_submul(result.at(i + 1, 0), normals.at(i, t), constant);
    }
  }
  return result;
}

/// Half-spaces times columns, in blocks so that stops are noticed.
IntegerMatrix Walk::products(const IntegerMatrix& columns) {
  constexpr slong block = 256;
  const slong width = columns.columns();
  IntegerMatrix result(half_spaces_.rows(), width);
  work_.spend(at(10 * width * width * width));
  for (slong begin = 0; begin < half_spaces_.rows(); begin += block) {
    const slong end = std::min(begin + block, half_spaces_.rows());
    fmpz_mat_t lines;
    fmpz_mat_t part;
    fmpz_mat_window_init(lines, half_spaces_.raw(), begin, 0, end, width);
    fmpz_mat_window_init(part, result.raw(), begin, 0, end, width);
    fmpz_mat_mul(part, lines, columns.raw());
    fmpz_mat_window_clear(part);
    fmpz_mat_window_clear(lines);
    work_.spend(at(10 * width * width * (end - begin)));
  }
  return result;
}

void Walk::expand(const Basis& basis) {
  const IntegerMatrix corner = this->corner(basis);
  const Point vertex = column(corner, 0);
  const IntegerMatrix slopes = products(corner);
  for (slong t = 0; t < dimension_ && !full_; ++t) {
    const Blocker blocker = blocker_of(slopes, t);
    Basis next = basis;
    next.erase(next.begin() + t);
    next.insert(std::lower_bound(next.begin(), next.end(), blocker.row()), blocker.row());
    if (!blocker.at_once()) {
      arrive(blocker.end(vertex, column(corner, t + 1)), next);
    } else if (seen_bases_.insert(next).second) {
      other_.push_back(std::move(next));
    }
  }
}

bool Walk::step() {
  std::deque<Basis>& queue = fresh_.empty() ? other_ : fresh_;
  if (full_ || queue.empty()) return false;
  const Basis basis = std::move(queue.front());
  queue.pop_front();
  expand(basis);
  return true;
}

}  // namespace

WalkedVertices walk_vertices(const IntegerMatrix& half_spaces, const Point& interior,
                             std::int64_t limit, const WorkBound& bound, const StopToken& stop) {
  Work work(bound, stop);
  Walk walk(half_spaces, limit, work);
  bool gave_up = false;
  try {
    require_inside(half_spaces, interior, work);
    walk.start(interior);
    while (walk.step()) {
    }
  } catch (const GaveUp&) {
    gave_up = true;
  }
  const bool complete = !gave_up && walk.complete();
  return {walk.vertices(), complete};
}

}  // namespace allnash::game
