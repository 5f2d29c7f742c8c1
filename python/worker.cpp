#include "worker.hpp"

#include <unistd.h>

#include <utility>

namespace allnash::python {

Worker::Worker() : thread_([this] { work(); }) {}

Worker::~Worker() {
  {
    const std::scoped_lock lock(mutex_);
    over_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void Worker::begin(Job job) {
  {
    const std::scoped_lock lock(mutex_);
    job_ = std::move(job);
  }
  changed_.notify_all();
}

Worker::Clock::duration Worker::wait() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !job_; });
  return took_;
}

void Worker::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return over_ || job_; });
    if (!job_) return;
    lock.unlock();
    const auto start = Clock::now();
    job_();
    lock.lock();
    took_ = Clock::now() - start;
    job_ = nullptr;
    changed_.notify_all();
  }
}

IdleWorkers::IdleWorkers() : process_(::getpid()) {}

IdleWorkers::~IdleWorkers() { forget_if_forked(); }

std::unique_ptr<Worker> IdleWorkers::take() {
  const std::scoped_lock lock(mutex_);
  forget_if_forked();
  return idle_ ? std::move(idle_) : std::make_unique<Worker>();
}

void IdleWorkers::take_back(std::unique_ptr<Worker> worker) {
  constexpr std::chrono::milliseconds a_short_run{100};
  if (worker->wait() > a_short_run) return;
  const std::scoped_lock lock(mutex_);
  forget_if_forked();
  if (!idle_) idle_ = std::move(worker);
}

void IdleWorkers::forget_if_forked() {
  if (process_ == ::getpid()) return;
  static_cast<void>(idle_.release());
  process_ = ::getpid();
}

IdleWorkers& idle_workers() {
  static IdleWorkers workers;
  return workers;
}

}  // namespace allnash::python
