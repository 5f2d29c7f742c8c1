// Factors the sparse symmetric systems of interior points for games on flows as L D L', by dense
// fronts (Duff, Reid 1983), with the unknowns in an order of minimum degree.
//
// The matrix is [A B'; B -D] with A and D positive semidefinite. Vertices are single unknowns, or
// pairs of one unknown of each half that are coupled. A pair is eliminated at once, by a pivot of 2
// x 2, since either diagonal alone may be 0. No other pivoting is needed (quasidefinite matrices,
// Vanderbei 1995).
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "core/base/pace.hpp"
#include "core/base/stop_token.hpp"

namespace allnash::large {

/// The coupling of unknowns: each vertex lists its neighbours, without itself.
struct VertexGraph {
  std::vector<int> first;
  std::vector<int> neighbour;
  std::vector<char> pair;  ///< whether the vertex is two unknowns
};

/// The order of elimination and the nonzero pattern of the factor.
struct Elimination {
  struct Front {
    int begin = 0;  ///< its own unknowns are at places begin .. end - 1
    int end = 0;
    int rows_begin = 0;  ///< its later unknowns, ascending, are rows[rows_begin] and on
    int rows_end = 0;
    int parent = -1;
    std::size_t panel = 0;  ///< start of its columns in the storage of all
    [[nodiscard]] int width() const { return end - begin; }
    [[nodiscard]] int below() const { return rows_end - rows_begin; }
  };
  std::vector<Front> fronts;  ///< children before parents
  std::vector<int> rows;
  std::vector<int> place;   ///< of the first unknown of each vertex
  std::vector<int> vertex;  ///< of the unknown at each place
  std::vector<char> pair;   ///< by place: first unknown of a pair
  std::size_t panels = 0;   ///< entries of all columns, including those above the diagonal
  double operations = 0;    ///< multiplications of a factorisation
  double entries = 0;       ///< of the factor
};
/// In the given order of vertices, or in a minimum degree order if that is cheaper. Throws Stopped.
Elimination eliminate(const VertexGraph& graph, const std::vector<int>& given_order,
                      const StopToken& stop = {});

class Factor {
 public:
  /// Adds to entry (row, column) of the matrix, given by places; entries above the diagonal are
  /// ignored.
  struct Column {
    const int* local;
    double* values;
    int least;
    void add(int row, double value) const {
      if (row >= least) values[local[row]] += value;
    }
  };
  /// Fills in the column of a place.
  using Fill = std::function<void(int place, const Column& column)>;

  explicit Factor(const Elimination& order) : order_(order) {}

  /// False when stopped.
  bool compute(const Fill& fill, const StopToken& stop);
  /// Replaces the right side by the solution, both by place.
  void solve(std::vector<double>& right) const;

 private:
  bool eliminate_front(int number, double* rest, const StopToken& stop);

  const Elimination& order_;
  std::vector<double> panels_;  // the columns of L of each front, and D
  std::vector<double> stack_;   // updates of later unknowns
  std::vector<double> scaled_;
};

}  // namespace allnash::large
