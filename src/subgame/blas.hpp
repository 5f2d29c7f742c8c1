// Calls BLAS from several of our threads. BLAS must then start no threads of its own, and must have
// its memory before the calls.
#pragma once

#include <cstddef>

// What is used of LAPACK, whose own interface has no header of its own.
extern "C" {
void dgetrf_(const int* rows, const int* columns, double* matrix, const int* stride, int* pivots,
             int* info);
void dgetrs_(const char* turned, const int* size, const int* count, const double* matrix,
             const int* stride, const int* pivots, double* right, const int* right_stride,
             int* info);
void dlaswp_(const int* columns, double* matrix, const int* stride, const int* first,
             const int* last, const int* pivots, const int* step);
void spotrf_(const char* half, const int* size, float* matrix, const int* stride, int* info);
void dpotrf_(const char* half, const int* size, double* matrix, const int* stride, int* info);
}

namespace allnash::subgame {

/// A permit to call BLAS from up to so many threads at once: every call is made while one lives.
/// BLAS itself starts no threads then. The memory that its calls take is there; without it BLAS
/// would wait for ever. Throws std::bad_alloc where there is none.
class SingleThreadedBlas {
 public:
  explicit SingleThreadedBlas(std::size_t threads = 1);
  ~SingleThreadedBlas();
  SingleThreadedBlas(const SingleThreadedBlas&) = delete;
  SingleThreadedBlas& operator=(const SingleThreadedBlas&) = delete;

  /// At least one, and fewer than asked for where there is no memory for more.
  [[nodiscard]] std::size_t threads() const { return threads_; }

 private:
  std::size_t threads_;
};

}  // namespace allnash::subgame
