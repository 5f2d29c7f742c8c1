#include "subgame/normal_matrix.hpp"

#include <cblas.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <type_traits>

#include "exact/side_by_side.hpp"
#include "subgame/blas.hpp"

extern "C" {
// LAPACK's own interface has no header of its own.
void dpotrf_(const char* half, const int* size, double* matrix, const int* stride, int* info);
}

namespace allnash::subgame {

namespace {

constexpr std::size_t tile = 256;           // lines; a tile's product is a few milliseconds
constexpr std::size_t depth = 512;          // columns of the table taken at a time
constexpr std::size_t worth_threads = 192;  // lines; below, starting threads costs more
constexpr std::size_t entries_worth_threads = 500'000;  // of a table that is gone through once

std::size_t tiles_in(std::size_t lines) { return (lines + tile - 1) / tile; }

std::size_t threads_worth(const Table& table, std::size_t threads) {
  return table.values.size() < entries_worth_threads ? 1 : threads;
}

}  // namespace

std::vector<double> product(const Table& table, const std::vector<double>& right,
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

std::vector<double> turned_product(const Table& table, const std::vector<double>& right,
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

NormalMatrix::NormalMatrix(std::size_t size, std::size_t threads, const StopToken& stop)
    : size_(size),
      values_(size * size),
      threads_(threads_with_memory(size < worth_threads ? 1 : threads)),
      stop_(stop) {}

std::size_t NormalMatrix::tile_size(std::size_t first) const {
  return std::min(tile, size_ - first);
}

std::vector<NormalMatrix::Tile> NormalMatrix::tiles_from(std::size_t first) const {
  std::vector<Tile> tiles;
  for (std::size_t row = first; row < size_; row += tile) {
    for (std::size_t column = first; column <= row; column += tile) tiles.push_back({row, column});
  }
  return tiles;
}

template <typename Piece>
bool NormalMatrix::for_each(std::size_t count, const Piece& piece) const {
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

// tile += sign * left * right^T, the lower half of it on the diagonal.
void NormalMatrix::add_product(Tile place, const double* left, const double* right,
                               std::size_t width, std::size_t stride, double sign) {
  const int rows = static_cast<int>(tile_size(place.row));
  const int columns = static_cast<int>(tile_size(place.column));
  const int step = static_cast<int>(stride);
  if (place.row == place.column) {
    cblas_dsyrk(CblasRowMajor, CblasLower, CblasNoTrans, rows, static_cast<int>(width), sign, left,
                step, 1, at(place.row, place.column), static_cast<int>(size_));
  } else {
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, rows, columns, static_cast<int>(width),
                sign, left, step, right, step, 1, at(place.row, place.column),
                static_cast<int>(size_));
  }
}

// The same of floats; tiles are added up as doubles.
void NormalMatrix::add_rough_product(Tile place, const float* left, const float* right,
                                     std::size_t width) {
  const std::size_t rows = tile_size(place.row);
  const std::size_t columns = tile_size(place.column);
  const int step = static_cast<int>(width);
  std::vector<float> sums(rows * columns);
  if (place.row == place.column) {
    cblas_ssyrk(CblasRowMajor, CblasLower, CblasNoTrans, static_cast<int>(rows), step, 1, left,
                step, 0, sums.data(), static_cast<int>(columns));
  } else {
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, static_cast<int>(rows),
                static_cast<int>(columns), step, 1, left, step, right, step, 0, sums.data(),
                static_cast<int>(columns));
  }
  for (std::size_t i = 0; i < rows; ++i) {
    std::transform(&sums[i * columns], &sums[i * columns] + columns,
                   at(place.row + i, place.column), at(place.row + i, place.column),
                   std::plus<double>());
  }
}

bool NormalMatrix::set(const Table& table, const std::vector<double>& weights,
                       const std::vector<double>& diagonal, Precision precision) {
  std::fill(values_.begin(), values_.end(), 0);
  for (std::size_t i = 0; i < size_; ++i) *at(i, i) = diagonal[i];
  std::vector<double> roots(weights.size());
  std::transform(weights.begin(), weights.end(), roots.begin(),
                 [](double weight) { return std::sqrt(weight); });
  return precision == Precision::rough ? add_weighted<float>(table, roots)
                                       : add_weighted<double>(table, roots);
}

template <typename Real>
bool NormalMatrix::add_weighted(const Table& table, const std::vector<double>& roots) {
  const std::vector<Tile> tiles = tiles_from(0);
  std::vector<Real> part(size_ * std::min(depth, table.columns));
  for (std::size_t first = 0; first < table.columns; first += depth) {
    const std::size_t width = std::min(depth, table.columns - first);
    for (std::size_t i = 0; i < size_; ++i) {
      std::transform(table.row(i) + first, table.row(i) + first + width, roots.begin() + first,
                     part.begin() + i * width,
                     [](double a, double b) { return static_cast<Real>(a * b); });
    }
    const bool done = for_each(tiles.size(), [&](std::size_t t) {
      const Real* left = &part[tiles[t].row * width];
      const Real* right = &part[tiles[t].column * width];
      if constexpr (std::is_same_v<Real, float>) {
        add_rough_product(tiles[t], left, right, width);
      } else {
        add_product(tiles[t], left, right, width, width, 1);
      }
    });
    if (!done) return false;
  }
  return true;
}

// Tile by tile, each column of tiles taken away from those right of it.
bool NormalMatrix::factor() {
  const int stride = static_cast<int>(size_);
  for (std::size_t first = 0; first < size_; first += tile) {
    const int width = static_cast<int>(tile_size(first));
    int info = 0;
    dpotrf_("U", &width, at(first, first), &stride, &info);  // by columns the lower is the upper
    if (info != 0 || stop_.stopped()) return false;
    const std::size_t next = first + tile;
    if (next >= size_) return true;
    const std::size_t below = tiles_in(size_ - next);
    bool done = for_each(below, [&](std::size_t t) {
      const std::size_t row = next + t * tile;
      cblas_dtrsm(CblasRowMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit,
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

void NormalMatrix::solve(std::vector<double>& right) const {
  const int size = static_cast<int>(size_);
  for (const auto turned : {CblasNoTrans, CblasTrans}) {
    cblas_dtrsv(CblasRowMajor, CblasLower, turned, CblasNonUnit, size, values_.data(), size,
                right.data(), 1);
  }
}

}  // namespace allnash::subgame
