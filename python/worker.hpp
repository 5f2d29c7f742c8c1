// A thread that runs one job after another. Starting a new thread takes longer than a small game:
// FLINT allocates some thousand numbers for each thread, and frees them at its end.
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
  /// Requires that no job is running.
  ~Worker();

  /// Requires that no job is running, and a job that does not throw.
  void begin(Job job);
  /// Waits for the end of the job and returns its duration.
  Clock::duration wait();

 private:
  void work();

  std::mutex mutex_;
  std::condition_variable changed_;
  Job job_;
  Clock::duration took_{};
  bool over_ = false;
  std::thread thread_;  // last, since it uses the other members
};

/// Keeps one worker between short runs. After a long run its thread ends, which frees its memory.
class IdleWorkers {
 public:
  IdleWorkers();
  IdleWorkers(const IdleWorkers&) = delete;
  IdleWorkers& operator=(const IdleWorkers&) = delete;
  ~IdleWorkers();
  [[nodiscard]] std::unique_ptr<Worker> take();
  /// Waits for the worker's job first.
  void take_back(std::unique_ptr<Worker> worker);

 private:
  void forget_if_forked();

  std::mutex mutex_;
  std::unique_ptr<Worker> idle_;
  int process_;  // process id: a forked child has no threads of its parent
};

IdleWorkers& idle_workers();

}  // namespace allnash::python
