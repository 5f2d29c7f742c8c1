// Calls BLAS from several of our threads. BLAS must then start no threads of its own, and must have
// its memory before the calls.
#pragma once

#include <cstddef>

// LAPACK has no header for its Fortran interface; these are the functions that we call.
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

namespace allnash::lp {

/// A permit to call BLAS from up to `threads` threads at once; calls are allowed only while one
/// exists. BLAS starts no threads of its own then, and the memory of its calls is allocated:
/// without memory a call would wait for ever. Throws std::bad_alloc if there is none.
class SingleThreadedBlas {
 public:
  explicit SingleThreadedBlas(std::size_t threads = 1);
  ~SingleThreadedBlas();
  SingleThreadedBlas(const SingleThreadedBlas&) = delete;
  SingleThreadedBlas& operator=(const SingleThreadedBlas&) = delete;

  /// At least one; fewer than requested if there is no memory for more.
  [[nodiscard]] std::size_t threads() const { return threads_; }

 private:
  std::size_t threads_;
};

}  // namespace allnash::lp
