// What has to be settled with BLAS before its calls are made from threads of ours.
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

/// While one lives, BLAS starts no threads.
class SingleThreadedBlas {
 public:
  SingleThreadedBlas();
  ~SingleThreadedBlas();
  SingleThreadedBlas(const SingleThreadedBlas&) = delete;
  SingleThreadedBlas& operator=(const SingleThreadedBlas&) = delete;
};

/// How many of these threads there is memory for in BLAS, at least one; else throws std::bad_alloc.
std::size_t threads_with_memory(std::size_t threads);

}  // namespace allnash::subgame
