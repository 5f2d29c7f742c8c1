// Linear programs over a polytope that is given in coordinates of its own, in exact arithmetic:
//
//   { t >= 0 : every row of constant + sum of factors * t is at least 0 }
//
// The variables of a program are the coordinates and, after them, the rows. The program keeps a
// vertex, at which each next search begins: searches for the least and the most of many variables
// take a few pivots each.
//
// Claim: a search ends at a vertex that is optimal, and its multipliers prove it. They are
// nonnegative numbers, one for each variable, with
//
//   objective + sum of multiplier * variable = its most,   as functions of the coordinates
//
// (G. B. Dantzig, Linear Programming and Extensions, 1963). Pivots divide without remainder, so
// that numbers are no longer than determinants of the rows.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "allnash/rational.hpp"
#include "core/base/stop_token.hpp"
#include "core/exact/access.hpp"
#include "core/lp/dictionary.hpp"

namespace allnash::lp {

/// constant + sum of factor * coordinate, in whole numbers.
struct WholeRow {
  exact::Integer constant;
  std::vector<std::pair<int, exact::Integer>> terms;  ///< coordinates ascending, factors not 0
};

struct Polyhedron {
  int coordinates = 0;
  std::vector<WholeRow> rows;
  std::vector<Rational> point;  ///< inside or on the boundary

  [[nodiscard]] int variables() const { return coordinates + static_cast<int>(rows.size()); }
};

/// A sum of weighted variables.
using Objective = std::vector<std::pair<int, exact::Integer>>;

class PolyhedronProgram {
 public:
  /// Begins at a vertex that is found from the point of the polyhedron. Nothing when stopped.
  static std::optional<PolyhedronProgram> of(const Polyhedron& polyhedron, const StopToken& stop);

  /// Moves to a vertex at which the objective is largest; the search is over the whole polytope, or
  /// over what earlier calls of `fix` left of it. Throws std::logic_error if there is no largest
  /// value. False when stopped; the program is then unusable.
  [[nodiscard]] bool maximise(const Objective& objective, const StopToken& stop);
  /// Restricts later searches to the points at which this objective is as large as it is here.
  /// Requires that `maximise` has just found its most.
  void fix(const Objective& objective);
  /// Whether the restrictions surely leave this vertex alone.
  [[nodiscard]] bool is_point() const;
  /// Takes all restrictions back.
  void free() { barred_.assign(barred_.size(), 0); }

  // At the vertex.
  [[nodiscard]] Rational value(int variable) const;
  [[nodiscard]] bool is_zero(int variable) const;
  [[nodiscard]] Rational value(const Objective& objective) const;
  /// The coordinates.
  [[nodiscard]] std::vector<Rational> point() const;
  /// For each variable the negated reduced cost of the objective.
  [[nodiscard]] std::vector<std::pair<int, Rational>> multipliers(const Objective& objective) const;
  /// The number of searches and of pivots so far.
  [[nodiscard]] long searches() const { return searches_; }
  [[nodiscard]] long pivots() const { return pivots_; }

 private:
  explicit PolyhedronProgram(const Polyhedron& polyhedron);
  [[nodiscard]] bool begin(const Polyhedron& polyhedron, const StopToken& stop);
  [[nodiscard]] std::vector<exact::Integer> costs(const Objective& objective) const;
  [[nodiscard]] slong leaving(slong column) const;
  [[nodiscard]] bool pivot(slong row, slong column, const StopToken& stop);

  int coordinates_ = 0;
  Dictionary dictionary_;
  std::vector<slong> place_;  // by variable: its row, or -1 - its column
  std::vector<char> barred_;  // by variable: it stays 0
  long searches_ = 0;
  long pivots_ = 0;
};

}  // namespace allnash::lp
