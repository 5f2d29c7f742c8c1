// Work that falls into independent pieces, on all cores.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "exact/access.hpp"

namespace allnash::exact {

/// Calls piece(t) for t = 0 .. count - 1, each once, from several threads. A piece may not depend
/// on another, so that the outcome is the same on any number of cores. The first exception comes
/// back.
template <typename Piece>
void side_by_side(std::size_t count, const Piece& piece) {
  std::atomic<std::size_t> next{0};
  std::mutex guard;
  std::exception_ptr fault;
  const auto work = [&] {
    try {
      for (std::size_t t = next++; t < count; t = next++) piece(t);
    } catch (...) {
      const std::scoped_lock lock(guard);
      if (!fault) fault = std::current_exception();
      next = count;
    }
  };
  const std::size_t cores =
      count < 2 ? 1
                : std::min<std::size_t>(count, std::max(1U, std::thread::hardware_concurrency()));
  {
    std::vector<std::jthread> threads;
    for (std::size_t t = 1; t < cores; ++t) {
      threads.emplace_back([&] {
        work();
        release_spare_numbers();
      });
    }
    work();
  }
  if (fault) std::rethrow_exception(fault);
}

}  // namespace allnash::exact
