#include "core/lp/normal_matrix.hpp"

#include <cblas.h>

#include <algorithm>
#include <atomic>
#include <cmath>

#include "core/exact/memory.hpp"
#include "core/lp/blas.hpp"
#include "core/lp/float_game.hpp"

namespace allnash::lp {

namespace {

constexpr std::size_t tile = 256;                       // rows; a tile takes a few milliseconds
constexpr std::size_t depth = 512;                      // columns of the table multiplied at a time
constexpr std::size_t worth_threads = 192;              // rows; with fewer, threads do not pay
constexpr std::size_t entries_worth_threads = 500'000;  // of a table that is read once

std::size_t tiles_in(std::size_t lines) { return (lines + tile - 1) / tile; }

// The functions of BLAS and LAPACK for floats and for doubles.
template <typename Real>
struct Blas;

template <>
struct Blas<float> {
  static constexpr auto potrf = spotrf_;
  static constexpr auto syrk = cblas_ssyrk;
  static constexpr auto gemm = cblas_sgemm;
  static constexpr auto trsm = cblas_strsm;
  static constexpr auto trsv = cblas_strsv;
};

template <>
struct Blas<double> {
  static constexpr auto potrf = dpotrf_;
  static constexpr auto syrk = cblas_dsyrk;
  static constexpr auto gemm = cblas_dgemm;
  static constexpr auto trsm = cblas_dtrsm;
  static constexpr auto trsv = cblas_dtrsv;
};

std::size_t threads_worth(const FloatTable& table, std::size_t threads) {
  return table.values.size() < entries_worth_threads ? 1 : threads;
}

}  // namespace

std::size_t threads_busy(const FloatTable& table, std::size_t threads) {
  return table.rows < worth_threads ? threads_worth(table, threads) : threads;
}

std::vector<double> product(const FloatTable& table, const std::vector<double>& right,
                            std::size_t threads) {
  std::vector<double> left(table.rows);
  exact::side_by_side(threads_worth(table, threads), tiles_in(table.rows), [&](std::size_t t) {
    const std::size_t first = t * tile;
    cblas_dgemv(CblasRowMajor, CblasNoTrans, static_cast<int>(std::min(tile, table.rows - first)),
                static_cast<int>(table.columns), 1, table.row(first),
                static_cast<int>(table.columns), right.data(), 1, 0, &left[first], 1);
  });
  return left;
}

std::vector<double> turned_product(const FloatTable& table, const std::vector<double>& right,
                                   std::size_t threads) {
  std::vector<double> left(table.columns);
  exact::side_by_side(threads_worth(table, threads), tiles_in(table.columns), [&](std::size_t t) {
    const std::size_t first = t * tile;
    cblas_dgemv(CblasRowMajor, CblasTrans, static_cast<int>(table.rows),
                static_cast<int>(std::min(tile, table.columns - first)), 1,
                table.values.data() + first, static_cast<int>(table.columns), right.data(), 1, 0,
                &left[first], 1);
  });
  return left;
}

template <typename Real>
NormalMatrix<Real>::NormalMatrix(std::size_t size, std::size_t threads, const StopToken& stop)
    : size_(size),
      values_(size * size),
      threads_(size < worth_threads ? 1 : threads),
      stop_(stop) {}

template <typename Real>
std::size_t NormalMatrix<Real>::tile_size(std::size_t first) const {
  return std::min(tile, size_ - first);
}

template <typename Real>
std::vector<typename NormalMatrix<Real>::Tile> NormalMatrix<Real>::tiles_from(
    std::size_t first) const {
  std::vector<Tile> tiles;
  for (std::size_t row = first; row < size_; row += tile) {
    for (std::size_t column = first; column <= row; column += tile) tiles.push_back({row, column});
  }
  return tiles;
}

template <typename Real>
template <typename Piece>
bool NormalMatrix<Real>::for_each(std::size_t count, const Piece& piece) const {
  std::atomic<bool> stopped = false;
  exact::side_by_side(threads_, count, [&](std::size_t t) {
    if (stopped || stop_.stopped()) {
      stopped = true;
    } else {
      piece(t);
    }
  });
  return !stopped;
}

// tile += sign * left * right^T; on the diagonal only the lower half.
template <typename Real>
void NormalMatrix<Real>::add_product(Tile place, const Real* left, const Real* right,
                                     std::size_t width, std::size_t stride, Real sign) {
  const int rows = static_cast<int>(tile_size(place.row));
  const int columns = static_cast<int>(tile_size(place.column));
  const int step = static_cast<int>(stride);
  if (place.row == place.column) {
    Blas<Real>::syrk(CblasRowMajor, CblasLower, CblasNoTrans, rows, static_cast<int>(width), sign,
                     left, step, 1, at(place.row, place.column), static_cast<int>(size_));
  } else {
    Blas<Real>::gemm(CblasRowMajor, CblasNoTrans, CblasTrans, rows, columns,
                     static_cast<int>(width), sign, left, step, right, step, 1,
                     at(place.row, place.column), static_cast<int>(size_));
  }
}

template <typename Real>
bool NormalMatrix<Real>::set(const FloatTable& table, const std::vector<double>& weights,
                             const std::vector<double>& diagonal) {
  std::fill(values_.begin(), values_.end(), Real{0});
  std::vector<double> roots(weights.size());
  std::transform(weights.begin(), weights.end(), roots.begin(),
                 [](double weight) { return std::sqrt(weight); });
  const std::vector<Tile> tiles = tiles_from(0);
  std::vector<Real> part(size_ * std::min(depth, table.columns));
  for (std::size_t first = 0; first < table.columns; first += depth) {
    const std::size_t width = std::min(depth, table.columns - first);
    bool done = for_each(tiles_in(size_), [&](std::size_t t) {
      for (std::size_t i = t * tile; i < t * tile + tile_size(t * tile); ++i) {
        std::transform(table.row(i) + first, table.row(i) + first + width, roots.data() + first,
                       part.data() + i * width,
                       [](double a, double b) { return static_cast<Real>(a * b); });
      }
    });
    if (!done) return false;
    done = for_each(tiles.size(), [&](std::size_t t) {
      add_product(tiles[t], &part[tiles[t].row * width], &part[tiles[t].column * width], width,
                  width, 1);
    });
    if (!done) return false;
  }
  for (std::size_t i = 0; i < size_; ++i) *at(i, i) += static_cast<Real>(diagonal[i]);
  return true;
}

// Blocked Cholesky factorisation: each column of tiles is factored and subtracted from those to its
// right.
template <typename Real>
bool NormalMatrix<Real>::factor() {
  const int stride = static_cast<int>(size_);
  for (std::size_t first = 0; first < size_; first += tile) {
    const int width = static_cast<int>(tile_size(first));
    int info = 0;
    // LAPACK stores by columns, so that our lower half is its upper one.
    Blas<Real>::potrf("U", &width, at(first, first), &stride, &info);
    if (info != 0 || stop_.stopped()) return false;
    const std::size_t next = first + tile;
    if (next >= size_) return true;
    const std::size_t below = tiles_in(size_ - next);
    bool done = for_each(below, [&](std::size_t t) {
      const std::size_t row = next + t * tile;
      Blas<Real>::trsm(CblasRowMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit,
                       static_cast<int>(tile_size(row)), width, 1, at(first, first), stride,
                       at(row, first), stride);
    });
    if (!done) return false;
    const std::vector<Tile> tiles = tiles_from(next);
    done = for_each(tiles.size(), [&](std::size_t t) {
      add_product(tiles[t], at(tiles[t].row, first), at(tiles[t].column, first), tile, size_, -1);
    });
    if (!done) return false;
  }
  return true;
}

// The right side is scaled by its largest entry first, which might not fit into a float.
template <typename Real>
void NormalMatrix<Real>::solve(std::vector<double>& right) const {
  const double unit = largest_of(right);
  if (unit == 0) return;
  std::vector<Real> scaled(size_);
  std::transform(right.begin(), right.end(), scaled.begin(),
                 [&](double entry) { return static_cast<Real>(entry / unit); });
  const int size = static_cast<int>(size_);
  for (const auto turned : {CblasNoTrans, CblasTrans}) {
    Blas<Real>::trsv(CblasRowMajor, CblasLower, turned, CblasNonUnit, size, values_.data(), size,
                     scaled.data(), 1);
  }
  std::transform(scaled.begin(), scaled.end(), right.begin(),
                 [&](Real entry) { return static_cast<double>(entry) * unit; });
}

template class NormalMatrix<float>;
template class NormalMatrix<double>;

}  // namespace allnash::lp
