#include "core/lp/blas.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <mutex>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "allnash/solve.hpp"

extern "C" {
// Weak symbols: only OpenBLAS has these functions, for its threads, its buffers and its kernels;
// the last three only one that holds kernels for several processors.
__attribute__((weak)) int openblas_get_num_threads();
__attribute__((weak)) void openblas_set_num_threads(int count);
__attribute__((weak)) void* blas_memory_alloc(int purpose);
__attribute__((weak)) void blas_memory_free(void* buffer);
__attribute__((weak)) char* gotoblas_corename();
__attribute__((weak)) void gotoblas_dynamic_init();
__attribute__((weak)) void gotoblas_dynamic_quit();
void daxpy_(const int* count, const double* factor, const double* added, const int* added_step,
            double* sum, const int* sum_step);
}

namespace allnash::lp {

namespace {

// Whether memory for `buffers` buffers of OpenBLAS is free: maps it and unmaps it untouched. A
// compiler could optimise away a malloc that is followed by free.
bool has_room_for(std::size_t buffers) {
  constexpr std::size_t blas_buffer = std::size_t{128} << 20;
  constexpr std::size_t margin = std::size_t{1} << 20;
  const std::size_t size = buffers * blas_buffer + margin;
  void* const room =
      mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (room == MAP_FAILED) return false;
  munmap(room, size);
  return true;
}

// Returns when every thread of OpenBLAS has started. A starting thread takes a buffer and keeps it,
// which must not be one that was reserved. A vector of 20,000 numbers is divided among all threads.
// Without memory for their buffers a thread might never start.
void wait_for_workers() {
  const int workers = openblas_get_num_threads();
  if (workers < 2 || !has_room_for(static_cast<std::size_t>(workers))) return;
  constexpr int count = 20'000;
  constexpr int step = 1;
  constexpr double factor = 1;
  const std::vector<double> ones(count, 1.0);
  std::vector<double> sums(count);
  daxpy_(&count, &factor, ones.data(), &step, sums.data(), &step);
}

// The state of OpenBLAS, shared by the whole process. Its number of threads: the first user sets it
// to one, and the last user restores it. Its buffers: each call takes a free one, and if none is
// free OpenBLAS asks the system for memory until it gets it, endlessly. So the buffers are
// allocated beforehand, while there is memory.
class SharedBlas {
 public:
  std::size_t enter(std::size_t threads) {
    const std::scoped_lock lock(guard_);
    const std::size_t granted = reserve(threads);
    calls_ += granted;
    if (users_++ > 0 || openblas_get_num_threads == nullptr) return granted;
    before_ = openblas_get_num_threads();
    if (before_ != 1) openblas_set_num_threads(1);
    return granted;
  }

  void leave(std::size_t threads) {
    const std::scoped_lock lock(guard_);
    calls_ -= threads;
    if (--users_ > 0 || openblas_set_num_threads == nullptr) return;
    if (before_ != 1) openblas_set_num_threads(before_);
  }

 private:
  // OpenBLAS has a fixed maximum of some hundreds of buffers.
  static constexpr std::size_t most_buffers = 64;

  std::size_t reserve(std::size_t threads) {
    if (openblas_get_num_threads == nullptr) return threads;
    if (blas_memory_alloc == nullptr || blas_memory_free == nullptr) return with_room(threads);
    if (buffers_.empty()) wait_for_workers();
    const std::size_t wanted = std::min(calls_ + threads, most_buffers);
    while (buffers_.size() < wanted && has_room_for(1)) take_another();
    if (buffers_.size() <= calls_) throw std::bad_alloc();
    return std::min(threads, buffers_.size() - calls_);
  }

  // For an OpenBLAS that cannot allocate buffers beforehand: checks that memory is free now.
  static std::size_t with_room(std::size_t threads) {
    while (!has_room_for(threads)) {
      if (--threads == 0) throw std::bad_alloc();
    }
    return threads;
  }

  // OpenBLAS hands out free buffers first, so we hold all of them until it allocates a new one.
  void take_another() {
    buffers_.reserve(buffers_.size() + 1);
    std::vector<void*> held;
    held.reserve(buffers_.size() + 1);
    do {
      held.push_back(blas_memory_alloc(1));
    } while (std::ranges::find(buffers_, held.back()) != buffers_.end());
    buffers_.push_back(held.back());
    for (void* buffer : held) blas_memory_free(buffer);
  }

  std::mutex guard_;
  int users_ = 0;
  int before_ = 0;
  std::size_t calls_ = 0;       // permitted at the same time
  std::vector<void*> buffers_;  // allocated by OpenBLAS
};

SharedBlas& shared_blas() {
  static SharedBlas only;
  return only;
}

// The kernels that OpenBLAS falls back to on an x86 processor that it does not know.
constexpr std::string_view fallback = "Prescott";

// The kernels that the processor and the system can run, the fastest first, as OpenBLAS names them.
// On other architectures its fallback is recent enough.
std::vector<const char*> runnable_kernels() {
  std::vector<const char*> names;
#if defined(__x86_64__)
  __builtin_cpu_init();
  const bool wide =
      __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512cd") != 0 &&
      __builtin_cpu_supports("avx512bw") != 0 && __builtin_cpu_supports("avx512dq") != 0 &&
      __builtin_cpu_supports("avx512vl") != 0;
  const bool fused = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0;
  if (wide && fused) names.push_back("SkylakeX");
  if (fused) names.push_back("Haswell");
  if (__builtin_cpu_supports("avx") != 0) names.push_back("Sandybridge");
  if (__builtin_cpu_supports("sse4.2") != 0) names.push_back("Nehalem");
#endif
  return names;
}

bool fell_back() { return gotoblas_corename() == fallback; }

}  // namespace

SingleThreadedBlas::SingleThreadedBlas(std::size_t threads)
    : threads_(shared_blas().enter(std::max<std::size_t>(threads, 1))) {}

SingleThreadedBlas::~SingleThreadedBlas() { shared_blas().leave(threads_); }

}  // namespace allnash::lp

namespace allnash {

// OpenBLAS chooses when it is loaded, before any code of ours in a shared library or a module. So
// it is told to choose again, with the variable that names the kernels set meanwhile. It may have
// been built without some of them, and then falls back once more.
void choose_blas_kernels() {
  constexpr const char* named = "OPENBLAS_CORETYPE";
  if (gotoblas_corename == nullptr || gotoblas_dynamic_init == nullptr ||
      gotoblas_dynamic_quit == nullptr) {
    return;
  }
  if (std::getenv(named) != nullptr) return;
  for (const char* kernels : lp::runnable_kernels()) {
    if (!lp::fell_back()) break;
    setenv(named, kernels, 1);
    gotoblas_dynamic_quit();
    gotoblas_dynamic_init();
  }
  unsetenv(named);
}

std::string blas_kernels() {
  if (gotoblas_corename != nullptr) return std::string("OpenBLAS, kernels ") + gotoblas_corename();
  if (openblas_get_num_threads != nullptr) return "OpenBLAS, built for one processor";
  return "not OpenBLAS";
}

}  // namespace allnash
