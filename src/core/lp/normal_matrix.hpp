// The symmetric positive definite systems of the interior point, on BLAS and LAPACK.
//
// The matrix is cut into tiles of one size, which several threads work on. Each tile is computed by
// BLAS on a single thread. So the results are the same for any number of threads, and the stop
// token is looked at between tiles.
#pragma once

#include <cstddef>
#include <vector>

#include "core/base/stop_token.hpp"
#include "core/lp/blas.hpp"

namespace allnash::lp {

/// A dense table of doubles, row by row.
struct FloatTable {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<double> values;

  double* row(std::size_t i) { return values.data() + i * columns; }
  [[nodiscard]] const double* row(std::size_t i) const { return values.data() + i * columns; }
};

/// How many of `threads` threads speed up the work on a table and its normal matrix.
std::size_t threads_busy(const FloatTable& table, std::size_t threads);

/// table * right, and the same for the transposed table.
std::vector<double> product(const FloatTable& table, const std::vector<double>& right,
                            std::size_t threads);
std::vector<double> turned_product(const FloatTable& table, const std::vector<double>& right,
                                   std::size_t threads);

/// The normal matrix in doubles, or in floats, which take half the time.
template <typename Real>
class NormalMatrix {
 public:
  NormalMatrix(std::size_t size, std::size_t threads, const StopToken& stop);

  /// Sets it to  table * diag(weights) * table^T + diag(diagonal).  False when stopped.
  bool set(const FloatTable& table, const std::vector<double>& weights,
           const std::vector<double>& diagonal);

  /// Replaces it by its Cholesky factor. False when stopped, or if rounding made it indefinite.
  bool factor();

  /// Replaces the right side by the solution. Requires `factor`.
  void solve(std::vector<double>& right) const;

 private:
  struct Tile {
    std::size_t row;
    std::size_t column;
  };
  [[nodiscard]] std::size_t tile_size(std::size_t first) const;
  Real* at(std::size_t row, std::size_t column) { return values_.data() + row * size_ + column; }
  [[nodiscard]] std::vector<Tile> tiles_from(std::size_t first) const;
  template <typename Piece>
  bool for_each(std::size_t count, const Piece& piece) const;
  void add_product(Tile tile, const Real* left, const Real* right, std::size_t depth,
                   std::size_t stride, Real sign);

  std::size_t size_;
  std::vector<Real> values_;  // only the lower half is used
  std::size_t threads_;
  StopToken stop_;
};

extern template class NormalMatrix<float>;
extern template class NormalMatrix<double>;

}  // namespace allnash::lp
