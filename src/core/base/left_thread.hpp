// Runs work of other libraries that look at no stop token.
#pragma once

#include <chrono>
#include <future>
#include <optional>
#include <thread>
#include <type_traits>
#include <utility>

#include "core/base/stop_token.hpp"

namespace allnash {

/// Does the work on a thread of its own and returns its result; nothing as soon as the token says
/// stop. The thread is left then and ends by itself, so that the work may only use what it owns.
template <typename Work>
std::optional<std::invoke_result_t<Work&>> left_when_stopped(Work work, const StopToken& stop) {
  std::packaged_task<std::invoke_result_t<Work&>()> task(std::move(work));
  auto result = task.get_future();
  std::thread(std::move(task)).detach();
  constexpr std::chrono::milliseconds between_looks(5);
  while (result.wait_for(between_looks) != std::future_status::ready) {
    if (stop.stopped()) return {};
  }
  return result.get();
}

}  // namespace allnash
