// Waiting for a ledger file that another process has open.
#pragma once

#include <unistd.h>

#include <chrono>
#include <thread>

#include "allnash/error.hpp"
#include "allnash/stop.hpp"

namespace allnash::cli {

/// Calls what uses a ledger file, all or nothing, again and again while it is in use, for so many
/// seconds. Then, or when stopped, InUseError says so.
template <typename Use>
auto patiently(double seconds, const Use& use, const StopFlag* stop = nullptr) {
  using Clock = std::chrono::steady_clock;
  const auto begun = Clock::now();
  for (;;) {
    try {
      return use();
    } catch (const InUseError&) {
      const std::chrono::duration<double> waited = Clock::now() - begun;
      if (waited.count() >= seconds || (stop != nullptr && stop->raised())) throw;
    }
    // Many that wait look at moments that differ.
    std::this_thread::sleep_for(std::chrono::milliseconds(10 + ::getpid() % 20));
  }
}

}  // namespace allnash::cli
