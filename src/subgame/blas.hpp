// What has to be settled with BLAS before its calls are made from threads of ours.
#pragma once

#include <cstddef>

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
