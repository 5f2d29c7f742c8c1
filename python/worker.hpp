// A thread that takes one job after another. Starting a new thread costs more than a small game:
// FLINT sets up some thousand numbers for each thread, and frees them with it.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

namespace allnash::python {

class Worker {
 public:
  using Job = std::function<void()>;
  using Clock = std::chrono::steady_clock;

  Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;
  /// Requires that it has no job.
  ~Worker();

  /// Requires that it has no job, and that the job throws nothing.
  void begin(Job job);
  /// Returns when the job is done, and says how long it took.
  Clock::duration wait();

 private:
  void work();

  std::mutex mutex_;
  std::condition_variable changed_;
  Job job_;
  Clock::duration took_{};
  bool over_ = false;
  std::thread thread_;  // last, since it uses the rest
};

/// Keeps one worker between short runs; what a long one leaves behind goes with its thread.
class IdleWorkers {
 public:
  IdleWorkers();
  IdleWorkers(const IdleWorkers&) = delete;
  IdleWorkers& operator=(const IdleWorkers&) = delete;
  ~IdleWorkers();
  [[nodiscard]] std::unique_ptr<Worker> take();
  /// Waits for its job first.
  void take_back(std::unique_ptr<Worker> worker);

 private:
  void forget_if_forked();

  std::mutex mutex_;
  std::unique_ptr<Worker> idle_;
  int process_;  // a forked child has none of its parent's threads
};

IdleWorkers& idle_workers();

}  // namespace allnash::python
