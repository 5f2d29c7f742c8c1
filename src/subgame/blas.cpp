#include "subgame/blas.hpp"

#include <sys/mman.h>

#include <mutex>
#include <new>

extern "C" {
// OpenBLAS has threads of its own; other libraries lack these two.
__attribute__((weak)) int openblas_get_num_threads();
__attribute__((weak)) void openblas_set_num_threads(int count);
}

namespace allnash::subgame {

namespace {

// OpenBLAS takes a buffer a thread, up to this many bytes, and waits for ever for one that it
// cannot have. So that much is asked for, and given back untouched, before it is: the threads that
// there is memory for, at least one. Not by malloc, which a compiler may leave out together with
// its free.
constexpr std::size_t blas_buffer = std::size_t{128} << 20;

// The number of threads is the whole process's: the first that wants one thread sets it, and the
// last gives back what was there.
struct BlasThreads {
  std::mutex guard;
  int users = 0;
  int before = 0;
};

BlasThreads& blas_threads() {
  static BlasThreads only;
  return only;
}

}  // namespace

SingleThreadedBlas::SingleThreadedBlas() {
  BlasThreads& threads = blas_threads();
  const std::scoped_lock lock(threads.guard);
  if (threads.users++ > 0 || openblas_get_num_threads == nullptr) return;
  threads.before = openblas_get_num_threads();
  if (threads.before != 1) openblas_set_num_threads(1);
}

SingleThreadedBlas::~SingleThreadedBlas() {
  BlasThreads& threads = blas_threads();
  const std::scoped_lock lock(threads.guard);
  if (--threads.users > 0 || openblas_set_num_threads == nullptr) return;
  if (threads.before != 1) openblas_set_num_threads(threads.before);
}

std::size_t threads_with_memory(std::size_t threads) {
  for (;; --threads) {
    const std::size_t size = threads * blas_buffer;
    void* const room =
        mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (room != MAP_FAILED) {
      munmap(room, size);
      return threads;
    }
    if (threads == 1) throw std::bad_alloc();
  }
}

}  // namespace allnash::subgame
