// Which questions each worker gets, how far ahead, and what happens when a worker fails.
//
// A worker is kept a few requests ahead, more when its answers come fast, so that it never waits
// for us. But it never has more than half its share of what is left, so that near the end of a
// batch no answer waits behind a slow one while another worker is idle.
//
// With `hedge`, idle workers get a second copy of a question whose worker has been silent for long:
// 2.5 times the median time of an answer. Where an execution is slow by chance, as on a busy
// machine, the copy is quicker. A question has one copy at most, the first answer counts, and a
// second one must be the same.
//
// What is asked and answered is a type `Work`:
// - Question and Reply; Crew, which asks workers as allnash::Crew does; Answers, which takes
// replies
//   as allnash::Answers does, with `next_ahead`, `take_ahead`, `failed_ahead`, and in `waiting`
//   also the question that has been out longest, if any;
// - read(question, line): the reply in a line, or throws std::invalid_argument;
// - name(question), for messages;
// - queues(question): whether it may wait behind others of which this is true;
// - difference(question, first, second): the message if two replies to it differ, or empty;
// - Key and key(question), by which a question that was sent ahead is found again.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "allnash/oracle.hpp"
#include "allnash/run.hpp"

namespace allnash::sources {

// Error messages about oracle programs, and the check of their settings.

/// For a program that has not answered for this long, or not at all.
std::string silence_text(double seconds, bool answered);
/// Why a request failed, and how often it was tried.
std::string failure_text(const std::string& reason, Index attempts);
/// For a program that wrote a line that nobody asked for.
std::string surplus_text(const std::string& line);

/// Throws InputError, naming the setting, for workers, timeout or retries out of range.
void check_workers(const OracleSettings& settings);

namespace oracle {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

inline constexpr double few_ahead = 4;
// Seconds an answer takes: then sending the next question takes little beside it, and none is
// queued.
inline constexpr double slow = 0.01;
inline constexpr double most_ahead = 4096;
// Queued plays are lost when a copy fails or the run ends.
inline constexpr double most_plays_ahead = 64;
inline constexpr double seconds_ahead = 0.002;  // covers the round trip and a commit of the ledger
inline constexpr milliseconds pause(50);        // between checks of the stop token
inline constexpr milliseconds between_reports(100);
// A question is sent to a second worker after this many median times, taken over the last answers,
// if there are enough of them.
inline constexpr double long_out = 2.5;
inline constexpr std::size_t answers_remembered = 1001;
inline constexpr std::size_t few_answers = 5;
// A worker that vanished with its machine may not have failed because of its question: so the
// question is tried again at least this often.
inline constexpr Index retries_elsewhere = 2;

inline double seconds_between(Clock::time_point from, Clock::time_point to) {
  return std::chrono::duration<double>(to - from).count();
}

/// A question that a worker has not answered yet.
template <typename Work>
struct Due {
  enum class Purpose : std::uint8_t {
    batch,
    ahead,    ///< outside the batch; a later batch may ask it
    compare,  ///< answered by another worker; the answers must agree
  };
  typename Work::Question question;
  Purpose purpose = Purpose::ahead;
  std::size_t which = 0;             ///< index in the batch
  typename Work::Reply answer = {};  ///< the other worker's, for `compare`
  [[nodiscard]] bool is_of_batch() const { return purpose == Purpose::batch; }
};

/// The state of a worker. It outlives a batch, since its pace and the questions sent ahead remain
/// useful.
template <typename Work>
struct Worker {
  std::deque<Due<Work>> due;  // in the order sent
  std::int64_t copy = 0;
  Clock::time_point since;                           // when it last answered, or was first asked
  double pace = 0;                                   // seconds an answer takes; 0 if not known
  std::size_t answered = 0;                          // answers not yet counted in its pace
  std::optional<typename Work::Question> last = {};  // answered
  bool on_trial = true;  // a new copy, which gets one question at a time until it answers
};

/// The workers of a game; kept between batches.
template <typename Work>
struct Team {
  Team(const OracleSettings& how, std::unique_ptr<typename Work::Crew> who)
      : settings(how), crew(std::move(who)), workers(crew->size()) {}
  /// Discards questions that are still being answered.
  ~Team() {
    for (std::size_t number = 0; number < workers.size(); ++number) {
      if (!workers[number].due.empty()) crew->renew(number);
    }
  }
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  void renew(std::size_t number) {
    crew->renew(number);
    Worker<Work>& worker = workers[number];
    ++worker.copy;
    worker.due.clear();
    worker.on_trial = true;
    worker.answered = 0;
  }

  [[nodiscard]] bool is_idle(std::size_t number) const {
    return workers[number].due.empty() && crew->present(number);
  }
  [[nodiscard]] std::size_t present() const {
    std::size_t count = 0;
    for (std::size_t number = 0; number < workers.size(); ++number) {
      count += crew->present(number) ? 1 : 0;
    }
    return count;
  }

  /// Records that `answers` answers took `seconds` each.
  void remember(double seconds, std::size_t answers) {
    for (std::size_t t = 0; t < std::min(answers, answers_remembered); ++t) {
      if (took.size() < answers_remembered) took.push_back(seconds);
      took[oldest] = seconds;
      oldest = (oldest + 1) % answers_remembered;
    }
  }
  /// The median time of the last answers; nothing if there are too few.
  [[nodiscard]] std::optional<double> median() const {
    if (took.size() < few_answers) return {};
    std::vector<double> sorted = took;
    const auto middle = sorted.begin() + std::ssize(sorted) / 2;
    std::ranges::nth_element(sorted, middle);
    return *middle;
  }

  /// Adds to the total time of workers, and to their busy time.
  void note_time(Clock::time_point now) {
    const double seconds = last_note ? seconds_between(*last_note, now) : 0;
    last_note = now;
    for (std::size_t number = 0; number < workers.size(); ++number) {
      if (!crew->present(number)) continue;
      there += seconds;
      busy += workers[number].due.empty() ? 0 : seconds;
    }
  }

  OracleSettings settings;
  std::unique_ptr<typename Work::Crew> crew;
  std::vector<Worker<Work>> workers;
  bool answered = false;     // by any worker
  std::vector<double> took;  // seconds of each of the last answers
  std::size_t oldest = 0;    // index of the oldest in `took`
  std::optional<Clock::time_point> last_note;
  double there = 0;  // total seconds of workers since the first question
  double busy = 0;   // part of `there` in which they were busy
};

/// Hands out a batch until its last answer. Many members: one state of who has which question since
/// when, on which retries, stragglers and lost plays all depend.
template <typename Work>
class Dispatch {
 public:
  using Question = typename Work::Question;
  using Reply = typename Work::Reply;
  using Due = oracle::Due<Work>;
  using Worker = oracle::Worker<Work>;

  Dispatch(Team<Work>& team, std::span<const Question> asked, typename Work::Answers& answers)
      : team_(team),
        workers_(team.workers),
        asked_(asked),
        answers_(answers),
        left_(asked.size()),
        unsent_(asked.size()),
        sent_(asked.size()) {}
  /// When a batch ends early its remaining questions are discarded.
  ~Dispatch() {
    for (std::size_t number = 0; number < workers_.size(); ++number) {
      if (std::ranges::any_of(workers_[number].due, &Due::is_of_batch)) team_.renew(number);
    }
  }
  Dispatch(const Dispatch&) = delete;
  Dispatch& operator=(const Dispatch&) = delete;

  void run() {
    team_.note_time(now_);
    adopt();
    collect(milliseconds(0));  // events of idle workers
    while (left_ > 0 && !answers_.stopped()) {
      feed();
      feed_ahead();
      hedge();
      report();
      collect(pause);
      end_the_silent();
      throw_fault();
    }
    // Answers that have arrived are kept where the run was stopped, and compared with those of
    // copies.
    if (left_ > 0 || comparing()) collect(milliseconds(0));
    throw_fault();
  }

 private:
  /// Questions of this batch that were sent ahead before become part of it.
  void adopt() {
    std::multimap<typename Work::Key, Due*> ahead;
    for (Worker& worker : workers_) {
      for (Due& due : worker.due) {
        if (due.purpose == Due::Purpose::ahead) ahead.emplace(Work::key(due.question), &due);
      }
    }
    for (std::size_t which = 0; which < asked_.size() && !ahead.empty(); ++which) {
      const auto found = ahead.find(Work::key(asked_[which]));
      if (found == ahead.end()) continue;
      found->second->purpose = Due::Purpose::batch;
      found->second->which = which;
      ahead.erase(found);
      sent_[which] = true;
      --unsent_;
    }
  }

  /// Whether a question that was answered is still out with another worker.
  [[nodiscard]] bool comparing() const {
    return std::ranges::any_of(workers_, [](const Worker& worker) {
      return std::ranges::any_of(
          worker.due, [](const Due& due) { return due.purpose == Due::Purpose::compare; });
    });
  }

  [[nodiscard]] std::size_t window(const Worker& worker) {
    if (worker.on_trial) return 1;
    const std::size_t share = std::max<std::size_t>(1, unsent_ / (2 * workers_.size()));
    const double ahead = worker.pace > 0 ? seconds_ahead / worker.pace : 0;
    const bool alone = team_.settings.random || worker.pace > slow;
    const double few = alone ? 1 : few_ahead;
    const double most = team_.settings.random ? most_plays_ahead : most_ahead;
    return std::min(share, static_cast<std::size_t>(std::clamp(ahead, few, most)));
  }

  void feed() {
    std::vector<std::pair<std::size_t, std::vector<std::size_t>>> all;  // by worker
    std::vector<std::size_t> handed_out;
    for (std::size_t number = 0; number < workers_.size() && unsent_ > 0; ++number) {
      const Worker& worker = workers_[number];
      const std::size_t most = window(worker);
      if (worker.due.size() > most / 2 || !team_.crew->present(number)) continue;
      std::vector<std::size_t> which;
      while (unsent_ > 0 && worker.due.size() + which.size() < most) {
        const std::size_t next = next_unsent();
        const bool first = worker.due.empty() && which.empty();
        if (!first && !(Work::queues(asked_[next]) && queues_behind(worker, which))) break;
        which.push_back(take_unsent());
      }
      if (which.empty()) continue;
      handed_out.insert(handed_out.end(), which.begin(), which.end());
      all.emplace_back(number, std::move(which));
    }
    if (all.empty()) return;
    answers_.handing_out(handed_out);
    if (answers_.stopped()) return;
    for (const auto& [number, which] : all) send(number, which);
  }

  /// Whether a question may wait behind the last that the worker has, with these.
  [[nodiscard]] bool queues_behind(const Worker& worker,
                                   const std::vector<std::size_t>& more) const {
    return Work::queues(more.empty() ? worker.due.back().question : asked_[more.back()]);
  }

  /// Sends idle workers questions that may come next, once the batch has no more for them.
  void feed_ahead() {
    if (unsent_ > 0) return;
    const std::vector<std::size_t> idle = idle_workers();
    if (idle.empty()) return;
    std::size_t next = 0;
    for (const Question& one : answers_.next_ahead(idle.size())) {
      hand(idle[next++], {{one, Due::Purpose::ahead}});
    }
  }

  [[nodiscard]] std::vector<std::size_t> idle_workers() const {
    std::vector<std::size_t> idle;
    for (std::size_t number = 0; number < workers_.size(); ++number) {
      if (team_.is_idle(number)) idle.push_back(number);
    }
    return idle;
  }

  /// Sends workers that are still idle copies of questions that others have had longest.
  void hedge() {
    if (!team_.settings.hedge || unsent_ > 0) return;
    const std::vector<std::size_t> idle = idle_workers();
    const std::optional<double> typical = idle.empty() ? std::nullopt : team_.median();
    if (!typical) return;
    std::vector<std::pair<Clock::time_point, std::size_t>> silent;
    for (std::size_t number = 0; number < workers_.size(); ++number) {
      const Worker& worker = workers_[number];
      const bool is_slow = seconds_between(worker.since, now_) > long_out * *typical;
      if (!worker.due.empty() && is_slow) silent.emplace_back(worker.since, number);
    }
    std::ranges::sort(silent);
    std::size_t next = 0;
    for (const auto& [since, number] : silent) {
      // A copy, since `hand` may move the original.
      const std::deque<Due> due = workers_[number].due;
      for (const Due& one : due) {
        if (!one.is_of_batch() || twice_.contains(one.which)) continue;
        if (next == idle.size()) return answers_.hedged(std::ssize(idle));
        twice_[one.which] = {number, idle[next]};
        hand(idle[next++], {one});
      }
    }
    answers_.hedged(static_cast<std::int64_t>(next));
  }

  /// The other worker that has the same question; nothing if there is none any more.
  [[nodiscard]] std::optional<std::size_t> other_with(std::size_t which, std::size_t number) const {
    const auto found = twice_.find(which);
    if (found == twice_.end() || !found->second) return {};
    const auto& [first, second] = *found->second;
    return number == first ? second : first;
  }

  /// Marks the other worker's copy of an answered question for comparison.
  void settle(const Due& answered, std::size_t number, const Reply& reply) {
    const auto other = other_with(answered.which, number);
    if (!other) return;
    for (Due& due : workers_[*other].due) {
      if (!due.is_of_batch() || due.which != answered.which) continue;
      due.purpose = Due::Purpose::compare;
      due.answer = reply;
    }
    twice_[answered.which] = {};
  }

  /// The question that is sent next. Requires one that no worker has.
  [[nodiscard]] std::size_t next_unsent() {
    if (!returned_.empty()) return returned_.back();
    while (sent_[next_]) ++next_;
    return next_;
  }
  std::size_t take_unsent() {
    const std::size_t which = next_unsent();
    --unsent_;
    if (returned_.empty()) {
      ++next_;
    } else {
      returned_.pop_back();
    }
    return which;
  }

  void send(std::size_t number, const std::vector<std::size_t>& which) {
    std::vector<Due> some;
    for (const std::size_t one : which) {
      some.push_back({asked_[one], Due::Purpose::batch, one});
    }
    hand(number, some);
  }

  void hand(std::size_t number, const std::vector<Due>& some) {
    Worker& worker = workers_[number];
    if (worker.due.empty()) worker.since = Clock::now();
    worker.due.insert(worker.due.end(), some.begin(), some.end());
    std::vector<Question> questions;
    for (const Due& due : some) questions.push_back(due.question);
    team_.crew->ask(number, questions);
  }

  /// Waits for events and passes answers on.
  void collect(milliseconds longest) {
    events_.clear();
    team_.crew->wait(longest, events_);
    now_ = Clock::now();
    team_.note_time(now_);
    for (const Crew::Event& event : events_) handle(event);
    for (Worker& worker : workers_) note_pace(worker);
    if (!which_.empty()) answers_.take(which_, replies_);
    left_ -= which_.size();
    which_.clear();
    replies_.clear();
    if (!ahead_.empty()) answers_.take_ahead(ahead_, ahead_replies_);
    ahead_.clear();
    ahead_replies_.clear();
  }

  void handle(const Crew::Event& event) {
    Worker& worker = workers_[event.worker];
    if (event.copy != worker.copy) return;  // from a copy that was replaced
    if (event.failed) {
      fail(event.worker, event.text);
    } else if (worker.due.empty()) {
      fault_ = (worker.last ? "after " + Work::name(*worker.last) + ": " : "") +
               surplus_text(event.text);
    } else {
      take_line(event.worker, event.text);
    }
  }

  void take_line(std::size_t number, const std::string& line) {
    Worker& worker = workers_[number];
    const Due due = worker.due.front();
    Reply reply;
    try {
      reply = Work::read(due.question, line);
    } catch (const std::invalid_argument& error) {
      fail(number, std::string("the oracle program answered: ") + error.what());
      return;
    }
    if (due.purpose == Due::Purpose::compare) {
      if (fault_.empty()) fault_ = Work::difference(due.question, due.answer, reply);
    } else if (due.purpose == Due::Purpose::ahead) {
      ahead_.push_back(due.question);
      ahead_replies_.push_back(std::move(reply));
    } else {
      settle(due, number, reply);
      which_.push_back(due.which);
      replies_.push_back(std::move(reply));
    }
    worker.last = due.question;
    worker.due.pop_front();
    worker.on_trial = false;
    team_.answered = true;
    ++worker.answered;
  }

  void note_pace(Worker& worker) {
    if (worker.answered == 0) return;
    const double pace = seconds_between(worker.since, now_) / static_cast<double>(worker.answered);
    worker.pace = worker.pace > 0 ? (3 * worker.pace + pace) / 4 : pace;
    team_.remember(pace, worker.answered);
    worker.answered = 0;
    worker.since = now_;
  }

  /// The first unanswered question is the one that failed. It is tried again, alone, on a new copy;
  /// the others, and the first if the worker is gone, go to any free worker. Questions that another
  /// worker also has are left to that worker. Questions sent ahead are not repeated until asked.
  void fail(std::size_t number, const std::string& reason) {
    const std::deque<Due> due = workers_[number].due;
    team_.renew(number);
    std::vector<std::size_t> lost;  // indices in the batch
    std::vector<Question> lost_ahead;
    for (const Due& one : due) {
      if (one.purpose == Due::Purpose::ahead) lost_ahead.push_back(one.question);
      if (!one.is_of_batch()) continue;
      if (other_with(one.which, number)) {
        twice_[one.which] = {};
      } else {
        lost.push_back(one.which);
      }
    }
    if (!lost_ahead.empty()) answers_.failed_ahead(lost_ahead);
    if (!lost.empty()) answers_.failed(lost);
    const bool there = team_.crew->present(number);
    if (!lost.empty() && due.front().is_of_batch() && due.front().which == lost.front()) {
      const std::size_t failed = lost.front();
      const Index attempts = ++attempts_[failed];
      const Index retries = team_.settings.retries;
      if (attempts > (there ? retries : std::max(retries, retries_elsewhere))) {
        std::string why = Work::name(asked_[failed]) + ": " + failure_text(reason, attempts);
        if (team_.settings.random && !team_.answered) {
          why += "; with `noisy` it is sent lines `row column seed`";
        }
        if (answers_.do_without(failed, why)) {
          lost.erase(lost.begin());
          --left_;
        } else {
          fault_ = std::move(why);
        }
      } else if (there) {
        lost.erase(lost.begin());
        send(number, {failed});
      }
    }
    returned_.insert(returned_.end(), lost.rbegin(), lost.rend());
    unsent_ += lost.size();
    if (!there && team_.present() == 0) fault_ = reason + ", and no other worker is left";
  }

  void end_the_silent() {
    for (std::size_t number = 0; number < workers_.size(); ++number) {
      const Worker& worker = workers_[number];
      if (worker.due.empty() || seconds_between(worker.since, now_) <= team_.settings.timeout)
        continue;
      fail(number, silence_text(team_.settings.timeout, team_.answered));
    }
  }

  void throw_fault() const {
    if (!fault_.empty()) throw SourceError(fault_);
  }

  void report() {
    if (now_ < next_report_) return;
    next_report_ = now_ + between_reports;
    Waiting waiting;
    const Question* slowest = nullptr;
    for (std::size_t number = 0; number < workers_.size(); ++number) {
      const Worker& worker = workers_[number];
      if (worker.due.empty()) continue;
      waiting.in_flight += static_cast<std::int64_t>(worker.due.size());
      const double seconds = seconds_between(worker.since, now_);
      if (waiting.busy++ > 0 && seconds <= waiting.seconds) continue;
      waiting.slowest = number;
      slowest = &worker.due.front().question;
      waiting.seconds = seconds;
    }
    waiting.workers = team_.present();
    waiting.share = team_.there > 0 ? team_.busy / team_.there : 0;
    waiting.answered = team_.answered;
    answers_.waiting(waiting, slowest);
  }

  Team<Work>& team_;
  std::vector<Worker>& workers_;
  std::span<const Question> asked_;
  typename Work::Answers& answers_;
  std::size_t left_;                   // questions without an answer
  std::size_t unsent_;                 // questions that no worker has
  std::vector<bool> sent_;             // already sent before the batch began
  std::size_t next_ = 0;               // the first one never sent
  std::vector<std::size_t> returned_;  // to be sent again, since their copy failed
  std::unordered_map<std::size_t, Index> attempts_;
  // Questions sent twice, and the two workers that have them; nothing once one of them has not.
  std::unordered_map<std::size_t, std::optional<std::pair<std::size_t, std::size_t>>> twice_;
  std::vector<Crew::Event> events_;
  std::vector<std::size_t> which_;
  std::vector<Reply> replies_;
  std::vector<Question> ahead_;  // answered questions outside the batch
  std::vector<Reply> ahead_replies_;
  std::string fault_;
  Clock::time_point now_ = Clock::now();
  Clock::time_point next_report_ = now_ + between_reports;
};

}  // namespace oracle
}  // namespace allnash::sources
