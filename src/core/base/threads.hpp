// Runs independent pieces of work on several threads: the one place that starts threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <vector>

namespace allnash {

/// The number of threads asked for, or of cores, which are counted once, since that reads a system
/// file.
inline std::size_t threads_for(const std::optional<std::int64_t>& asked) {
  if (asked) return static_cast<std::size_t>(*asked);
  static const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
  return cores;
}

/// Calls piece(t) for t = 0 .. count - 1, each once, from up to `threads` threads. A piece may not
/// depend on another, so that the outcome is the same on any number of threads. Pieces are begun in
/// order; after an exception no more are begun, and the exception of the earliest piece is thrown.
/// Each thread that was started ends with `at_end`.
template <typename Piece, typename AtEnd>
void side_by_side(std::size_t threads, std::size_t count, const Piece& piece, const AtEnd& at_end) {
  std::atomic<std::size_t> next{0};
  std::mutex guard;
  std::exception_ptr fault;
  std::size_t faulty = count;
  const auto work = [&] {
    for (std::size_t t = next++; t < count; t = next++) {
      try {
        piece(t);
      } catch (...) {
        const std::scoped_lock lock(guard);
        if (t < faulty) fault = std::current_exception();
        faulty = std::min(faulty, t);
        next = count;
      }
    }
  };
  {
    std::vector<std::jthread> others;
    try {
      for (std::size_t t = 1; t < std::min(threads, count); ++t) {
        others.emplace_back([&] {
          work();
          at_end();
        });
      }
    } catch (const std::system_error&) {
      // The system gives no more threads: the present ones do all pieces.
    }
    work();
  }
  if (fault) std::rethrow_exception(fault);
}

}  // namespace allnash
