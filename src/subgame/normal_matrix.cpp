#include "subgame/normal_matrix.hpp"

#include <cblas.h>

#include <algorithm>
#include <atomic>
#include <cmath>

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

}  // namespace

std::vector<double> product(const Table& table, const std::vector<double>& right) {
  std::vector<double> left(table.rows);
  cblas_dgemv(CblasRowMajor, CblasNoTrans, static_cast<int>(table.rows),
              static_cast<int>(table.columns), 1, table.values.data(),
              static_cast<int>(table.columns), right.data(), 1, 0, left.data(), 1);
  return left;
}

std::vector<double> turned_product(const Table& table, const std::vector<double>& right) {
  std::vector<double> left(table.columns);
  cblas_dgemv(CblasRowMajor, CblasTrans, static_cast<int>(table.rows),
              static_cast<int>(table.columns), 1, table.values.data(),
              static_cast<int>(table.columns), right.data(), 1, 0, left.data(), 1);
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

bool NormalMatrix::set(const Table& table, const std::vector<double>& weights,
                       const std::vector<double>& diagonal) {
  std::fill(values_.begin(), values_.end(), 0);
  for (std::size_t i = 0; i < size_; ++i) *at(i, i) = diagonal[i];
  std::vector<double> roots(weights.size());
  std::transform(weights.begin(), weights.end(), roots.begin(),
                 [](double weight) { return std::sqrt(weight); });
  const std::vector<Tile> tiles = tiles_from(0);
  std::vector<double> part(size_ * std::min(depth, table.columns));
  for (std::size_t first = 0; first < table.columns; first += depth) {
    const std::size_t width = std::min(depth, table.columns - first);
    for (std::size_t i = 0; i < size_; ++i) {
      std::transform(table.row(i) + first, table.row(i) + first + width, roots.begin() + first,
                     part.begin() + i * width, [](double a, double b) { return a * b; });
    }
    const bool done = for_each(tiles.size(), [&](std::size_t t) {
      add_product(tiles[t], &part[tiles[t].row * width], &part[tiles[t].column * width], width,
                  width, 1);
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
    const std::size_t below = (size_ - next + tile - 1) / tile;
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
