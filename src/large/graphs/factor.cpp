#include "large/graphs/factor.hpp"

#include <cblas.h>

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <algorithm>
#include <cstddef>
#include <iterator>
#include <limits>
#include <numeric>
#include <optional>
#include <type_traits>
#include <utility>

#include "core/base/left_thread.hpp"

namespace allnash::large {
namespace {

/// A minimum degree order of the vertices.
std::vector<int> minimum_degree(const VertexGraph& graph, Pace& pace) {
  const int count = static_cast<int>(graph.pair.size());
  // The pattern with the diagonal, columns ascending. Values are of one byte, since none is used.
  using Pattern = Eigen::SparseMatrix<signed char, Eigen::ColMajor, int>;
  Pattern pattern(count, count);
  pattern.resizeNonZeros(static_cast<Eigen::Index>(graph.neighbour.size()) + count);
  int* const starts = pattern.outerIndexPtr();
  int* const rows = pattern.innerIndexPtr();
  int entries = 0;
  for (int v = 0; v < count; ++v) {
    starts[v] = entries;
    rows[entries++] = v;
    for (int t = graph.first[v]; t < graph.first[v + 1]; ++t) rows[entries++] = graph.neighbour[t];
    std::sort(rows + starts[v], rows + entries);
    pace.step(static_cast<std::size_t>(entries - starts[v]));
  }
  starts[count] = entries;
  std::fill(pattern.valuePtr(), pattern.valuePtr() + entries, static_cast<signed char>(1));
  auto work = [pattern, count]() mutable {
    Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> order;
    Eigen::internal::minimum_degree_ordering(pattern, order);
    const auto& indices = order.indices();
    return std::vector<int>(indices.data(), indices.data() + count);
  };
  constexpr int soon_done = 1'000'000;
  if (entries < soon_done) return work();
  auto order = left_when_stopped(std::move(work), pace.token());
  if (!order) throw Stopped();
  return *std::move(order);
}

/// The elimination tree (Liu 1990): the parent of a vertex is the first later neighbour that it has
/// when all vertices before it are eliminated. Vertices are numbered in the order.
std::vector<int> elimination_tree(const VertexGraph& graph, const std::vector<int>& order,
                                  const std::vector<int>& number, Pace& pace) {
  const int count = static_cast<int>(order.size());
  std::vector<int> parent(order.size(), -1);
  std::vector<int> ancestor(order.size(), -1);
  for (int v = 0; v < count; ++v) {
    for (int t = graph.first[order[v]]; t < graph.first[order[v] + 1]; ++t) {
      pace.step();
      int at = number[graph.neighbour[t]];
      while (at >= 0 && at < v) {
        const int next = std::exchange(ancestor[at], v);
        if (next < 0) parent[at] = v;
        if (next < 0) break;
        at = next;
      }
    }
  }
  return parent;
}

std::vector<int> postorder(const std::vector<int>& parent) {
  const int count = static_cast<int>(parent.size());
  std::vector<int> child(parent.size(), -1);
  std::vector<int> sibling(parent.size(), -1);
  for (int v = count; v-- > 0;) {
    if (parent[v] < 0) continue;
    sibling[v] = child[parent[v]];
    child[parent[v]] = v;
  }
  std::vector<int> order;
  std::vector<int> open;
  for (int root = 0; root < count; ++root) {
    if (parent[root] >= 0) continue;
    open.push_back(root);
    while (!open.empty()) {
      const int v = open.back();
      if (child[v] >= 0) {
        open.push_back(std::exchange(child[v], sibling[child[v]]));
      } else {
        order.push_back(v);
        open.pop_back();
      }
    }
  }
  return order;
}

std::vector<int> inverse(const std::vector<int>& order) {
  std::vector<int> number(order.size());
  for (int t = 0; t < static_cast<int>(order.size()); ++t) number[order[t]] = t;
  return number;
}

/// For each vertex the column height of the factor: its own unknowns and later ones that it couples
/// with. False if the factor has more than `most` entries.
bool column_heights(const VertexGraph& graph, const std::vector<int>& order,
                    const std::vector<int>& number, const std::vector<int>& parent, double most,
                    std::vector<int>& height, Pace& pace) {
  const int count = static_cast<int>(order.size());
  height.assign(order.size(), 0);
  std::vector<int> seen(order.size(), -1);
  const auto size = [&](int v) { return graph.pair[order[v]] != 0 ? 2 : 1; };
  double entries = 0;
  for (int v = 0; v < count && entries <= most; ++v) {
    height[v] += size(v);
    entries += size(v) * size(v);
    seen[v] = v;
    for (int t = graph.first[order[v]]; t < graph.first[order[v] + 1]; ++t) {
      for (int at = number[graph.neighbour[t]]; at < v && seen[at] != v; at = parent[at]) {
        pace.step();
        seen[at] = v;
        height[at] += size(v);
        entries += size(v) * size(at);
      }
    }
  }
  return entries <= most;
}

/// Consecutive vertices that are eliminated together.
struct Group {
  int begin = 0;
  int end = 0;
  int width = 0;     // unknowns
  int height = 0;    // of its first column
  double zeros = 0;  // entries stored though they are 0
};

double area(const Group& group) {
  return static_cast<double>(group.width) * group.height - 0.5 * group.width * (group.width - 1.0);
}

/// Whether to merge a group with the next, its parent: one dense front is faster than two with
/// fewer entries. The limits are CHOLMOD's (Chen, Davis, Hager, Rajamanickam 2008).
bool better_together(const Group& merged) {
  if (merged.width <= 4) return true;
  const double share = merged.zeros / area(merged);
  return share < 0.05 || (merged.width <= 16 && share < 0.8) || (merged.width <= 48 && share < 0.1);
}

std::vector<Group> groups_of(const VertexGraph& graph, const std::vector<int>& order,
                             const std::vector<int>& parent, const std::vector<int>& height) {
  std::vector<Group> groups;
  for (int v = 0; v < static_cast<int>(order.size()); ++v) {
    const int size = graph.pair[order[v]] != 0 ? 2 : 1;
    Group group{v, v + 1, size, height[v], 0};
    while (!groups.empty() && parent[groups.back().end - 1] == group.begin) {
      const Group& child = groups.back();
      Group merged{child.begin, group.end, child.width + group.width, child.width + group.height,
                   0};
      merged.zeros = area(merged) - (area(child) - child.zeros) - (area(group) - group.zeros);
      if (merged.zeros > 0.5 && !better_together(merged)) break;
      group = merged;
      groups.pop_back();
    }
    groups.push_back(group);
  }
  return groups;
}

/// An order of elimination in which the vertices of a front are consecutive.
struct Order {
  std::vector<int> order;
  std::vector<int> number;
  std::vector<int> parent;
  std::vector<int> height;
};

/// Nothing if the factor has more than `most` entries.
std::optional<Order> analysed(const VertexGraph& graph, const std::vector<int>& order, double most,
                              Pace& pace) {
  Order result;
  result.order.reserve(order.size());
  for (const int v : postorder(elimination_tree(graph, order, inverse(order), pace))) {
    result.order.push_back(order[v]);
  }
  result.number = inverse(result.order);
  result.parent = elimination_tree(graph, result.order, result.number, pace);
  if (!column_heights(graph, result.order, result.number, result.parent, most, result.height,
                      pace)) {
    return {};
  }
  return result;
}

/// The number of entries in the matrix's lower triangle.
double entries_of(const VertexGraph& graph) {
  double entries = 0;
  for (std::size_t v = 0; v < graph.pair.size(); ++v) {
    const int size = graph.pair[v] != 0 ? 2 : 1;
    entries += size * (size + 1) / 2.0;
    for (int t = graph.first[v]; t < graph.first[v + 1]; ++t) {
      entries += size * (graph.pair[graph.neighbour[t]] != 0 ? 2 : 1) / 2.0;
    }
  }
  return entries;
}

/// The given order if its factor is nearly as sparse as the matrix, which no order improves much;
/// otherwise a minimum degree order.
Order chosen_order(const VertexGraph& graph, const std::vector<int>& given, Pace& pace) {
  constexpr double nearly = 2;
  if (auto mine = analysed(graph, given, nearly * entries_of(graph), pace)) return std::move(*mine);
  const std::vector<int> order = minimum_degree(graph, pace);
  return *analysed(graph, order, std::numeric_limits<double>::infinity(), pace);
}

}  // namespace

Elimination eliminate(const VertexGraph& graph, const std::vector<int>& given_order,
                      const StopToken& stop) {
  Pace pace(stop);
  const auto [order, number, parent, height] = chosen_order(graph, given_order, pace);
  const std::vector<Group> groups = groups_of(graph, order, parent, height);

  Elimination result;
  result.place.resize(order.size());
  for (const int v : order) {
    result.place[v] = static_cast<int>(result.vertex.size());
    result.vertex.push_back(v);
    result.pair.push_back(graph.pair[v]);
    if (graph.pair[v] != 0) result.vertex.push_back(v);
    if (graph.pair[v] != 0) result.pair.push_back(0);
  }
  std::vector<int> group_of(order.size());
  for (int g = 0; g < static_cast<int>(groups.size()); ++g) {
    std::fill(group_of.begin() + groups[g].begin, group_of.begin() + groups[g].end, g);
  }
  std::vector<std::vector<int>> touched(groups.size());  // vertices by number in the order
  std::vector<int> seen(order.size(), -1);
  std::vector<int> front_of(groups.size());
  // The last front: its later vertices, its parent's group, whether it is a leaf.
  std::vector<int> last_below;
  int last_parent = -1;
  bool last_is_leaf = false;
  for (int g = 0; g < static_cast<int>(groups.size()); ++g) {
    const Group& group = groups[g];
    const bool is_leaf = touched[g].empty();
    std::vector<int> mine = std::move(touched[g]);  // from the children
    std::erase_if(mine, [&](int v) { return v < group.end || std::exchange(seen[v], g) == g; });
    for (int v = group.begin; v < group.end; ++v) {
      for (int t = graph.first[order[v]]; t < graph.first[order[v] + 1]; ++t) {
        pace.step();
        const int other = number[graph.neighbour[t]];
        if (other >= group.end && std::exchange(seen[other], g) != g) mine.push_back(other);
      }
    }
    pace.step(mine.size() + 1);
    std::ranges::sort(mine);
    const int parent_group = mine.empty() ? -1 : group_of[mine.front()];
    Elimination::Front front;
    front.begin = result.place[order[group.begin]];
    front.end = front.begin + group.width;
    front.rows_begin = static_cast<int>(result.rows.size());
    // Neighbouring leaves that couple with nearly the same unknowns are faster as one front: the
    // update of a front takes as much memory however narrow the front is.
    if (is_leaf && last_is_leaf && parent_group >= 0 && parent_group == last_parent) {
      constexpr int widest = 96;
      std::vector<int> both;
      std::ranges::set_union(mine, last_below, std::back_inserter(both));
      const Elimination::Front& last = result.fronts.back();
      const std::size_t larger = std::max(mine.size(), last_below.size());
      if (last.width() + group.width <= widest && both.size() <= larger + larger / 8 + 2) {
        front.begin = last.begin;
        front.rows_begin = last.rows_begin;
        result.rows.resize(static_cast<std::size_t>(last.rows_begin));
        result.fronts.pop_back();
        mine = std::move(both);
      }
    }
    for (const int v : mine) {
      const int place = result.place[order[v]];
      result.rows.push_back(place);
      if (graph.pair[order[v]] != 0) result.rows.push_back(place + 1);
    }
    front.rows_end = static_cast<int>(result.rows.size());
    front.parent = parent_group;
    if (parent_group >= 0) {
      auto& theirs = touched[parent_group];
      theirs.insert(theirs.end(), mine.begin(), mine.end());
    }
    front_of[g] = static_cast<int>(result.fronts.size());
    result.fronts.push_back(front);
    last_below = std::move(mine);
    last_parent = parent_group;
    last_is_leaf = is_leaf;
  }
  for (Elimination::Front& front : result.fronts) {
    if (front.parent >= 0) front.parent = front_of[front.parent];
    const double width = front.width();
    const double below = front.below();
    front.panel = result.panels;
    result.panels += static_cast<std::size_t>(front.width()) * (front.width() + front.below());
    result.entries += width * (width / 2 + below);
    result.operations += width * (below * below + below * width + width * width / 3) / 2;
  }
  return result;
}

namespace {

/// out (rows x columns) = before - left (rows x inner) * right (columns x inner)', where before is
/// 0 if fresh and otherwise out.
void take_product(int rows, int columns, int inner, const double* left, int left_stride,
                  const double* right, int right_stride, bool fresh, double* out, int stride) {
  constexpr int small = 4096;
  if (rows <= 0 || columns <= 0) return;
  if (static_cast<double>(rows) * columns * inner > small) {
    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasTrans, rows, columns, inner, -1.0, left,
                left_stride, right, right_stride, fresh ? 0.0 : 1.0, out, stride);
    return;
  }
  for (int c = 0; c < columns; ++c) {
    double* const to = out + static_cast<std::ptrdiff_t>(c) * stride;
    if (fresh) std::fill(to, to + rows, 0.0);
    for (int k = 0; k < inner; ++k) {
      const double factor = right[c + static_cast<std::ptrdiff_t>(k) * right_stride];
      const double* const from = left + static_cast<std::ptrdiff_t>(k) * left_stride;
      for (int r = 0; r < rows; ++r) to[r] -= from[r] * factor;
    }
  }
}

/// The same for the lower triangle of a square, in strips.
void take_square(int size, int inner, const double* left, int left_stride, const double* right,
                 int right_stride, bool fresh, double* out, int stride) {
  constexpr int strip = 96;
  for (int c = 0; c < size; c += strip) {
    take_product(size - c, std::min(strip, size - c), inner, left + c, left_stride, right + c,
                 right_stride, fresh, out + c + static_cast<std::ptrdiff_t>(c) * stride, stride);
  }
}

double dot(int count, const double* left, const double* right) {
  constexpr int few = 8;
  if (count > few) return cblas_ddot(count, left, 1, right, 1);
  double sum = 0;
  for (int t = 0; t < count; ++t) sum += left[t] * right[t];
  return sum;
}

/// out += matrix (rows x columns) * x.
void add_times(int rows, int columns, const double* matrix, int stride, const double* x,
               double* out) {
  if (rows == 0) return;
  cblas_dgemv(CblasColMajor, CblasNoTrans, rows, columns, 1.0, matrix, stride, x, 1, 1.0, out, 1);
}

/// out -= transposed matrix * x.
void take_turned_times(int rows, int columns, const double* matrix, int stride, const double* x,
                       double* out) {
  if (rows == 0) return;
  cblas_dgemv(CblasColMajor, CblasTrans, rows, columns, -1.0, matrix, stride, x, 1, 1.0, out, 1);
}

/// The inverse of a symmetric 2 x 2 matrix.
struct InversePair {
  double a;
  double b;
  double d;
  InversePair(double first, double below, double second) {
    const double determinant = first * second - below * below;
    a = second / determinant;
    b = -below / determinant;
    d = first / determinant;
  }
  void times(double& x, double& y) const {
    const double old = x;
    x = a * old + b * y;
    y = b * old + d * y;
  }
};

}  // namespace

// The panel of a front is its columns of L, `height` rows each. D is on the diagonal; for a pair
// the entry below the diagonal belongs to D, too. `rest` is the lower triangle of the update of
// later unknowns. False when stopped.
bool Factor::eliminate_front(int number, double* rest, const StopToken& stop) {
  const auto& front = order_.fronts[number];
  const int width = front.width();
  const int below = front.below();
  const int height = width + below;
  double* const panel = panels_.data() + front.panel;
  const auto at = [&](int row, int column) -> double& {
    return panel[row + static_cast<std::ptrdiff_t>(column) * height];
  };
  constexpr int block = 48;
  int begin = 0;
  while (begin < width) {
    if (begin > 0 && stop.stopped()) return false;
    int end = std::min(width, begin + block);
    if (end < width && order_.pair[front.begin + end - 1] != 0) ++end;  // keep pairs together
    const int span = end - begin;
    // Left-looking factorisation of columns begin .. end - 1; scaled_ keeps L times D.
    const int stride = height - begin;
    scaled_.resize(static_cast<std::size_t>(span) * stride);
    const auto scaled = [&](int row, int column) -> double& {
      return scaled_[(row - begin) + static_cast<std::size_t>(column - begin) * stride];
    };
    for (int j = begin; j < end;) {
      const int size = order_.pair[front.begin + j] != 0 ? 2 : 1;
      for (int c = j; c < j + size; ++c) {
        for (int k = begin; k < j; ++k) {
          const double factor = at(c, k);
          const double* const from = &scaled(begin, k);
          if (factor == 0.0) continue;
          for (int r = c; r < height; ++r) at(r, c) -= from[r - begin] * factor;
        }
        for (int r = c; r < height; ++r) scaled(r, c) = at(r, c);
      }
      if (size == 1) {
        const double inverse_pivot = 1.0 / at(j, j);
        for (int r = j + 1; r < height; ++r) at(r, j) *= inverse_pivot;
      } else {
        const InversePair inverse_pivot(at(j, j), at(j + 1, j), at(j + 1, j + 1));
        for (int r = j + 2; r < height; ++r) inverse_pivot.times(at(r, j), at(r, j + 1));
      }
      j += size;
    }
    // Updates the rest of the panel and of the front.
    if (end < width) {
      constexpr int strip = 96;
      for (int c = end; c < width; c += strip) {
        take_product(height - c, std::min(strip, width - c), span, &scaled(c, begin), stride,
                     &at(c, begin), height, false, &at(c, c), height);
      }
    }
    if (below > 0) {
      take_square(below, span, &scaled(width, begin), stride, &at(width, begin), height, begin == 0,
                  rest, below);
    }
    begin = end;
  }
  return true;
}

// Multifrontal: the updates of fronts are on a stack, and a front finds those of its children on
// top.
bool Factor::compute(const Fill& fill, const StopToken& stop) {
  panels_.assign(order_.panels, 0.0);
  std::vector<int> local(order_.vertex.size(), 0);
  struct Rest {
    int front;
    std::size_t begin;
  };
  std::vector<Rest> rests;
  std::size_t top = 0;
  for (int number = 0; number < static_cast<int>(order_.fronts.size()); ++number) {
    if (stop.stopped()) return false;
    const auto& front = order_.fronts[number];
    const int width = front.width();
    const int below = front.below();
    const int height = width + below;
    for (int t = 0; t < width; ++t) local[front.begin + t] = t;
    for (int t = 0; t < below; ++t) local[order_.rows[front.rows_begin + t]] = width + t;
    double* const panel = panels_.data() + front.panel;
    for (int t = 0; t < width; ++t) {
      double* const values = panel + static_cast<std::size_t>(t) * height;
      fill(front.begin + t, Column{local.data(), values, front.begin + t});
    }
    std::size_t first_child = rests.size();
    while (first_child > 0 && order_.fronts[rests[first_child - 1].front].parent == number) {
      --first_child;
    }
    const std::size_t size = static_cast<std::size_t>(below) * below;
    if (stack_.size() < top + size) stack_.resize(top + size);
    double* const rest = stack_.data() + top;
    // Adds the updates of children to the panel, or to the update of this front.
    const auto gather = [&](bool to_panel) {
      for (std::size_t child = first_child; child < rests.size(); ++child) {
        const auto& lower = order_.fronts[rests[child].front];
        const int count = lower.below();
        const int* const rows = order_.rows.data() + lower.rows_begin;
        const double* from = stack_.data() + rests[child].begin;
        for (int c = 0; c < count; ++c, from += count) {
          const int column = local[rows[c]];
          if ((column < width) != to_panel) continue;
          double* const to =
              to_panel ? panel + static_cast<std::size_t>(column) * height
                       : rest + static_cast<std::ptrdiff_t>(column - width) * below - width;
          for (int r = c; r < count; ++r) to[local[rows[r]]] += from[r];
        }
      }
    };
    gather(true);
    if (!eliminate_front(number, rest, stop)) return false;
    gather(false);
    if (first_child < rests.size()) {
      std::size_t to = rests[first_child].begin;
      std::copy(rest, rest + size, stack_.data() + to);
      rests.resize(first_child);
      top = to;
    }
    rests.push_back({number, top});
    top += size;
  }
  return true;
}

void Factor::solve(std::vector<double>& right) const {
  const int fronts = static_cast<int>(order_.fronts.size());
  std::vector<double> rest;                           // part of the later unknowns
  const auto after = [&](const auto& front, int j) {  // first row below the pivot
    return j + (order_.pair[front.begin + j] != 0 ? 2 : 1);
  };
  for (int number = 0; number < fronts; ++number) {
    const auto& front = order_.fronts[number];
    const int width = front.width();
    const int below = front.below();
    const int height = width + below;
    const double* const panel = panels_.data() + front.panel;
    double* const x = right.data() + front.begin;
    for (int j = 0; j < width; ++j) {
      const double* const column = panel + static_cast<std::size_t>(j) * height;
      for (int r = after(front, j); r < width; ++r) x[r] -= column[r] * x[j];
    }
    rest.assign(static_cast<std::size_t>(below), 0.0);
    add_times(below, width, panel + width, height, x, rest.data());
    const int* const rows = order_.rows.data() + front.rows_begin;
    for (int r = 0; r < below; ++r) right[rows[r]] -= rest[r];
  }
  for (int number = fronts; number-- > 0;) {
    const auto& front = order_.fronts[number];
    const int width = front.width();
    const int below = front.below();
    const int height = width + below;
    const double* const panel = panels_.data() + front.panel;
    double* const x = right.data() + front.begin;
    const int* const rows = order_.rows.data() + front.rows_begin;
    rest.resize(static_cast<std::size_t>(below));
    for (int r = 0; r < below; ++r) rest[r] = right[rows[r]];
    for (int j = 0; j < width; ++j) {
      const double* const column = panel + static_cast<std::size_t>(j) * height;
      if (order_.pair[front.begin + j] == 0) {
        x[j] /= column[j];
      } else {
        const InversePair pivot(column[j], column[j + 1], column[height + j + 1]);
        pivot.times(x[j], x[j + 1]);
        ++j;
      }
    }
    take_turned_times(below, width, panel + width, height, rest.data(), x);
    for (int j = width; j-- > 0;) {
      const double* const column = panel + static_cast<std::size_t>(j) * height;
      const int next = after(front, j);
      if (next < width) x[j] -= dot(width - next, column + next, x + next);
    }
  }
}

}  // namespace allnash::large
