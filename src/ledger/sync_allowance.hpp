// When to wait for the disk.
#pragma once

#include <algorithm>
#include <chrono>

namespace allnash::ledger {

// A commit has reached the operating system, and so survives the process, once it returns. Having
// the disk itself confirm it, so that it survives the machine, takes milliseconds: this says when
// that is in proportion. Payoffs that took long to get are always worth it.
class SyncAllowance {
 public:
  [[nodiscard]] bool allows() {
    const auto now = Clock::now();
    credit_ = std::min<Clock::duration>(credit_ + (now - last_) / share, largest);
    last_ = now;
    return credit_ > Clock::duration::zero();
  }
  template <typename Commit>
  void spend(const Commit& commit) {
    const auto start = Clock::now();
    commit();
    credit_ -= Clock::now() - start;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr int share = 20;  // of the time, one part
  static constexpr Clock::duration largest = std::chrono::seconds(1);
  Clock::time_point last_ = Clock::now();
  Clock::duration credit_ = std::chrono::milliseconds(100);
};

}  // namespace allnash::ledger
