// Questions of a run that computes on a thread of its own, answered by the thread that drives it.
//
// What the driver has to say reaches the run in the order in which it was said, on the run's own
// thread: answers, and acts that the run shall do, such as recording what is handed out. The run's
// thread never touches Python, so the driver may hold or release the interpreter lock freely.
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <iterator>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "allnash/large.hpp"
#include "allnash/run.hpp"
#include "allnash/source.hpp"

namespace allnash::python {

inline void take_all(Answers& replies, const std::vector<std::size_t>& which,
                     const std::vector<Rational>& payoffs) {
  replies.take(which, payoffs);
}
inline void take_all(ResponseReplies& replies, const std::vector<std::size_t>& which,
                     const std::vector<Response>& answers) {
  for (std::size_t t = 0; t < which.size(); ++t) replies.take(which[t], answers[t]);
}

/// Replies is what the run takes answers with, and tells by `stopped` when it needs no more.
template <typename Question, typename Answer, typename Replies>
class Exchange {
 public:
  using Act = std::function<void(Replies&)>;

  // Called by the run.
  /// Waits for the driver to answer `asked`; returns early when it has let go.
  void answer(std::span<const Question> asked, Replies& replies) {
    Lock lock(mutex_);
    if (let_go_) return;
    asked_ = asked;
    open_ = asked.size();
    to_driver_.notify_all();
    while (open_ > 0 || !said_.empty()) {
      if (said_.empty()) {
        stopping_ = stopping_ || replies.stopped();
        to_run_.wait_for(lock, tick, [this] { return open_ == 0 || !said_.empty(); });
        continue;
      }
      const Said said = std::move(said_.front());
      said_.pop_front();
      doing_ = true;
      lock.unlock();
      std::visit([&](const auto& one) { pass(one, replies); }, said);
      const bool stopped = replies.stopped();
      lock.lock();
      doing_ = false;
      stopping_ = stopping_ || stopped;
      to_driver_.notify_all();
    }
    asked_ = {};
  }
  void note(const Progress& now) {
    const Lock lock(mutex_);
    report_ = {now, std::string(now.stage)};
    report_.now.stage = {};
    report_.now.known = nullptr;  // belongs to the run
  }
  void finish() {
    const Lock lock(mutex_);
    finished_ = true;
    open_ = 0;
    asked_ = {};
    to_driver_.notify_all();
  }

  // Called by the driver.
  /// "working", "asking" while some questions are neither answered nor dropped, or "finished".
  const char* wait(std::chrono::duration<double> longest) {
    Lock lock(mutex_);
    to_driver_.wait_for(lock, longest, [this] { return finished_ || open_ > 0 || awaited(); });
    return finished_ ? "finished" : open_ > 0 ? "asking" : "working";
  }
  [[nodiscard]] std::vector<Question> asked() const {
    const Lock lock(mutex_);
    return {asked_.begin(), asked_.end()};
  }
  /// The answers of asked()[which[t]], for every t. Requires state asking, and questions that were
  /// not answered before.
  void deliver(const std::vector<std::size_t>& which, std::vector<Answer> answers) {
    const Lock lock(mutex_);
    if (open_ == 0) return;
    open_ -= which.size();
    // Those that wait are passed on together, since each time may take a commit.
    if (said_.empty() || !std::holds_alternative<Delivery>(said_.back())) {
      said_.emplace_back(Delivery());
    }
    auto& delivery = std::get<Delivery>(said_.back());
    delivery.which.insert(delivery.which.end(), which.begin(), which.end());
    std::ranges::move(answers, std::back_inserter(delivery.answers));
    to_run_.notify_all();
  }
  /// The run does this before what is said later, when it next asks if it asks nothing now.
  void say(Act act) {
    const Lock lock(mutex_);
    said_.emplace_back(std::move(act));
    to_run_.notify_all();
  }
  /// The same; ignored unless asking.
  void say_if_asking(Act act) {
    if (is_asking()) say(std::move(act));
  }
  /// Returns once the run has done this; false if it has not, since it asks nothing or has ended.
  bool ask_to(const Act& act) {
    Lock lock(mutex_);
    if (open_ == 0 || finished_) return false;
    bool done = false;
    said_.emplace_back(Act([&](Replies& replies) {
      act(replies);
      done = true;  // the driver reads it after `doing_` is reset
    }));
    to_run_.notify_all();
    to_driver_.wait(lock, [this] { return finished_ || (said_.empty() && !doing_); });
    return done;
  }
  /// asked()[which] needs no answer any more.
  void drop_one() {
    const Lock lock(mutex_);
    if (open_ > 0) --open_;
    to_run_.notify_all();
  }
  /// Returns when all that was said is done, in the ledger file, too, or the run is over.
  void wait_until_done() {
    Lock lock(mutex_);
    to_driver_.wait(lock, [this] { return finished_ || (said_.empty() && !doing_); });
  }
  /// Drops all questions, present and future: no more answers will come.
  void let_go() {
    const Lock lock(mutex_);
    let_go_ = true;
    open_ = 0;
    to_run_.notify_all();
  }
  /// True once answers are no longer needed; those already available are still accepted.
  [[nodiscard]] bool stopping() const {
    const Lock lock(mutex_);
    return stopping_ || finished_;
  }
  struct Report {
    Progress now;
    std::string stage;  ///< a copy, since the view in `now` may be invalid
  };
  [[nodiscard]] Report report() const {
    const Lock lock(mutex_);
    return report_;
  }

 protected:
  using Lock = std::unique_lock<std::mutex>;
  ~Exchange() = default;
  [[nodiscard]] bool is_asking() const {
    const Lock lock(mutex_);
    return open_ > 0;
  }
  /// Whether the run waits for something else. Called with the mutex held.
  [[nodiscard]] virtual bool awaited() const { return false; }

  mutable std::mutex mutex_;
  std::condition_variable to_run_;
  std::condition_variable to_driver_;

 private:
  struct Delivery {
    std::vector<std::size_t> which;
    std::vector<Answer> answers;
  };
  using Said = std::variant<Delivery, Act>;
  // The interval at which a waiting run checks whether it was stopped.
  static constexpr std::chrono::milliseconds tick{20};

  static void pass(const Delivery& delivery, Replies& replies) {
    take_all(replies, delivery.which, delivery.answers);
  }
  static void pass(const Act& act, Replies& replies) { act(replies); }

  std::span<const Question> asked_;
  std::size_t open_ = 0;   // questions that are neither answered nor dropped
  std::deque<Said> said_;  // by the driver; not yet passed on
  bool doing_ = false;     // the run does what was said
  bool stopping_ = false;
  bool let_go_ = false;
  bool finished_ = false;
  Report report_;
};

}  // namespace allnash::python
