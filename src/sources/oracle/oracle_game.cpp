// A game answered by a crew of workers: who is sent what, how far ahead, and what happens when a
// worker fails.
//
// A worker is kept a few requests ahead, more when its answers come fast, so that it never waits
// for us; but never more than half its share of what is left, so that near the end of a batch no
// payoff waits behind a slow one while another worker has nothing to do.
#include <algorithm>
#include <deque>
#include <limits>
#include <map>
#include <stdexcept>
#include <unordered_map>
#include <utility>

#include "allnash/error.hpp"
#include "allnash/oracle.hpp"
#include "base/text.hpp"
#include "game/seen.hpp"
#include "sources/oracle/messages.hpp"
#include "sources/table.hpp"

namespace allnash::sources {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr double few_ahead = 4;
// Seconds an answer takes: handing the next one over is little beside it, and none waits for it.
constexpr double slow = 0.01;
constexpr double most_ahead = 4096;
// All plays that a copy has before it are lost when it fails, or the run ends.
constexpr double most_plays_ahead = 64;
constexpr double seconds_ahead = 0.002;  // hides the way there and back, and a commit of the ledger
constexpr milliseconds pause(50);        // until the stop token is looked at again
constexpr milliseconds between_reports(100);

double seconds_between(Clock::time_point from, Clock::time_point to) {
  return std::chrono::duration<double>(to - from).count();
}

/// What a worker has been asked and has not answered.
struct Due {
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
  Question question;
  std::size_t which = none;  // of the batch; none for what was asked ahead of it
};

/// What we know of a worker. It outlives a batch: a worker's pace is worth remembering, and so is
/// what it was asked ahead.
struct Worker {
  std::deque<Due> due;  // in order
  std::int64_t copy = 0;
  Clock::time_point since;   // when it last answered, or was first asked
  double pace = 0;           // seconds an answer takes; 0 while that is not known
  std::size_t answered = 0;  // of late, not yet in its pace
  Entry last;                // answered
  bool on_trial = true;      // a fresh copy: one request at a time until it has answered one
};

/// The workers of a game, from batch to batch.
struct Team {
  Team(const OracleSettings& how, std::unique_ptr<Crew> who)
      : settings(how), crew(std::move(who)), workers(crew->size()) {}

  void renew(std::size_t number) {
    crew->renew(number);
    Worker& worker = workers[number];
    ++worker.copy;
    worker.due.clear();
    worker.on_trial = true;
    worker.answered = 0;
  }

  OracleSettings settings;
  std::unique_ptr<Crew> crew;
  std::vector<Worker> workers;
  bool answered = false;  // at all, by any worker
};

class Dispatch {
 public:
  Dispatch(Team& team, std::span<const Question> asked, Answers& answers)
      : team_(team),
        workers_(team.workers),
        asked_(asked),
        answers_(answers),
        left_(asked.size()),
        unsent_(asked.size()),
        sent_(asked.size()) {}
  /// When a batch ends early nobody waits for the rest of it.
  ~Dispatch() {
    const auto of_batch = [](const Due& due) { return due.which != Due::none; };
    for (std::size_t number = 0; number < workers_.size(); ++number) {
      std::deque<Due>& due = workers_[number].due;
      if (std::ranges::any_of(due, of_batch)) team_.renew(number);
    }
  }
  Dispatch(const Dispatch&) = delete;
  Dispatch& operator=(const Dispatch&) = delete;

  void run() {
    adopt();
    collect(milliseconds(0));  // what happened to idle workers
    while (left_ > 0 && !answers_.stopped()) {
      feed();
      feed_ahead();
      collect(pause);
      end_the_silent();
      throw_fault();
      report();
    }
    if (left_ > 0) collect(milliseconds(0));  // stopped: what has been answered is kept
    throw_fault();
  }

 private:
  /// What was asked ahead and is asked now is part of the batch.
  void adopt() {
    std::multimap<std::pair<Entry, std::uint64_t>, Due*> ahead;
    for (Worker& worker : workers_) {
      for (Due& due : worker.due)
        ahead.emplace(std::pair(due.question.entry, due.question.seed), &due);
    }
    for (std::size_t which = 0; which < asked_.size() && !ahead.empty(); ++which) {
      const auto found = ahead.find({asked_[which].entry, asked_[which].seed});
      if (found == ahead.end()) continue;
      found->second->which = which;
      ahead.erase(found);
      sent_[which] = true;
      --unsent_;
    }
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
      if (worker.due.size() > most / 2) continue;
      std::vector<std::size_t> which;
      while (unsent_ > 0 && worker.due.size() + which.size() < most) which.push_back(take_unsent());
      handed_out.insert(handed_out.end(), which.begin(), which.end());
      all.emplace_back(number, std::move(which));
    }
    if (all.empty()) return;
    answers_.handing_out(handed_out);
    if (answers_.stopped()) return;
    for (const auto& [number, which] : all) send(number, which);
  }

  /// While workers are idle, since the batch has nothing more for them: what may come next.
  void feed_ahead() {
    AskAhead* const ahead = answers_.ahead();
    if (unsent_ > 0 || ahead == nullptr) return;
    std::vector<std::size_t> idle;
    for (std::size_t number = 0; number < workers_.size(); ++number) {
      if (workers_[number].due.empty()) idle.push_back(number);
    }
    if (idle.empty()) return;
    std::size_t next = 0;
    for (const Question& one : ahead->next(idle.size())) {
      hand(idle[next++], {{one, Due::none}});
    }
  }

  std::size_t take_unsent() {
    --unsent_;
    while (returned_.empty()) {
      const std::size_t which = next_++;
      if (!sent_[which]) return which;
    }
    const std::size_t which = returned_.back();
    returned_.pop_back();
    return which;
  }

  void send(std::size_t number, const std::vector<std::size_t>& which) {
    std::vector<Due> some;
    for (const std::size_t one : which) some.push_back({asked_[one], one});
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

  /// Waits for news, and hands answers over.
  void collect(milliseconds longest) {
    events_.clear();
    team_.crew->wait(longest, events_);
    now_ = Clock::now();
    for (const Crew::Event& event : events_) handle(event);
    for (Worker& worker : workers_) note_pace(worker);
    if (!which_.empty()) answers_.take(which_, payoffs_);
    left_ -= which_.size();
    which_.clear();
    payoffs_.clear();
    if (AskAhead* const ahead = answers_.ahead(); ahead != nullptr && !ahead_.empty()) {
      ahead->take(ahead_, ahead_payoffs_);
    }
    ahead_.clear();
    ahead_payoffs_.clear();
  }

  void handle(const Crew::Event& event) {
    Worker& worker = workers_[event.worker];
    if (event.copy != worker.copy) return;  // from a copy that was given up
    if (event.failed) {
      fail(event.worker, event.text);
    } else if (worker.due.empty()) {
      fault_ = "after " + entry_name(worker.last) + ": " + surplus_text(event.text);
    } else {
      take_line(event.worker, event.text);
    }
  }

  void take_line(std::size_t number, const std::string& line) {
    Worker& worker = workers_[number];
    const Due due = worker.due.front();
    const bool ahead = due.which == Due::none;
    try {
      (ahead ? ahead_payoffs_ : payoffs_).push_back(Rational::parse(trimmed(line)));
    } catch (const std::invalid_argument& error) {
      fail(number, std::string("the oracle program answered: ") + error.what());
      return;
    }
    if (ahead) {
      ahead_.push_back(due.question);
    } else {
      which_.push_back(due.which);
    }
    worker.last = due.question.entry;
    worker.due.pop_front();
    worker.on_trial = false;
    team_.answered = true;
    ++worker.answered;
  }

  void note_pace(Worker& worker) const {
    if (worker.answered == 0) return;
    const double pace = seconds_between(worker.since, now_) / static_cast<double>(worker.answered);
    worker.pace = worker.pace > 0 ? (3 * worker.pace + pace) / 4 : pace;
    worker.answered = 0;
    worker.since = now_;
  }

  /// The first entry that is due is the one that failed. It is tried again, alone, on a fresh copy;
  /// the others go to whoever is free. What was asked ahead is not tried again until it is asked.
  void fail(std::size_t number, const std::string& reason) {
    const std::deque<Due> due = workers_[number].due;
    team_.renew(number);
    std::vector<std::size_t> lost;  // of the batch
    std::vector<Question> lost_ahead;
    for (const Due& one : due) {
      if (one.which != Due::none) {
        lost.push_back(one.which);
      } else {
        lost_ahead.push_back(one.question);
      }
    }
    if (AskAhead* const ahead = answers_.ahead(); ahead != nullptr && !lost_ahead.empty()) {
      ahead->failed(lost_ahead);
    }
    if (lost.empty()) return;
    answers_.failed(lost);
    const std::size_t failed = due.front().which;
    if (failed != Due::none) lost.erase(lost.begin());
    returned_.insert(returned_.end(), lost.rbegin(), lost.rend());
    unsent_ += lost.size();
    if (failed == Due::none) return;
    const Index attempts = ++attempts_[failed];
    if (attempts > team_.settings.retries) {
      fault_ = entry_name(asked_[failed].entry) + ": " + failure_text(reason, attempts);
    } else {
      send(number, {failed});
    }
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
    for (std::size_t number = 0; number < workers_.size(); ++number) {
      const Worker& worker = workers_[number];
      if (worker.due.empty()) continue;
      waiting.in_flight += static_cast<std::int64_t>(worker.due.size());
      const double seconds = seconds_between(worker.since, now_);
      if (waiting.busy++ > 0 && seconds <= waiting.seconds) continue;
      waiting.slowest = number;
      waiting.entry = worker.due.front().question.entry;
      waiting.seconds = seconds;
    }
    waiting.workers = workers_.size();
    waiting.answered = team_.answered;
    answers_.waiting(waiting);
  }

  Team& team_;
  std::vector<Worker>& workers_;
  std::span<const Question> asked_;
  Answers& answers_;
  std::size_t left_;                   // entries without an answer
  std::size_t unsent_;                 // entries that no worker has
  std::vector<bool> sent_;             // before the batch began
  std::size_t next_ = 0;               // the first that has never been sent
  std::vector<std::size_t> returned_;  // sent to a copy that failed before it came to them
  std::unordered_map<std::size_t, Index> attempts_;
  std::vector<Crew::Event> events_;
  std::vector<std::size_t> which_;
  std::vector<Rational> payoffs_;
  std::vector<Question> ahead_;  // answered, and not of the batch
  std::vector<Rational> ahead_payoffs_;
  std::string fault_;
  Clock::time_point now_ = Clock::now();
  Clock::time_point next_report_ = now_ + between_reports;
};

class OracleGame final : public Source {
 public:
  /// Without a crew nothing but the shape is known.
  OracleGame(const OracleSettings& settings, std::unique_ptr<Crew> crew)
      : Source(settings.rows, settings.columns, {},
               {.may_vary = crew && !settings.random,
                .random = settings.random,
                .seeded = settings.seeded,
                .tells_what_goes_out = true,
                .asks_ahead = crew != nullptr}),
        settings_(settings) {
    if (crew) team_.emplace(settings, std::move(crew));
  }

  /// What it computes only its user knows: the command is all there is to compare.
  [[nodiscard]] GameIdentity identity() const override {
    return {"", settings_.command.empty() ? "" : "oracle " + settings_.command};
  }
  void answer(std::span<const Question> asked, Answers& answers) override {
    if (asked.empty()) return;
    if (!team_) {
      throw SourceError(entry_name(asked.front().entry) + ": there is no oracle program to ask");
    }
    Dispatch(*team_, asked, answers).run();
  }

 private:
  OracleSettings settings_;
  std::optional<Team> team_;
};

void check_oracle(const OracleSettings& settings) {
  check_shape("oracle", settings.rows, settings.columns);
  check_workers(settings);
}

}  // namespace

std::string silence_text(double seconds, bool answered) {
  std::string text = std::to_string(seconds);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return "the oracle program was silent for over " + text + " s" +
         (answered ? "" : "; does it flush its output after each line?");
}

std::string failure_text(const std::string& reason, Index attempts) {
  return reason + (attempts == 1 ? "" : " (tried " + std::to_string(attempts) + " times)");
}

std::string surplus_text(const std::string& line) {
  return "the oracle program wrote " + in_quotes(line) +
         ", a line more than it was asked for: its answers can no longer be matched to requests";
}

void check_workers(const OracleSettings& settings) {
  if (settings.workers < 1 || settings.workers > 10000) {
    throw InputError("workers: " + std::to_string(settings.workers) + " is not in 1 to 10000");
  }
  if (!(settings.timeout > 0)) throw InputError("oracle-timeout: not a number of seconds above 0");
  if (settings.retries < 0) throw InputError("oracle-retries: not a whole number of 0 or more");
}

}  // namespace allnash::sources

namespace allnash {

std::unique_ptr<Source> oracle_game(const OracleSettings& settings, std::unique_ptr<Crew> crew) {
  sources::check_oracle(settings);
  return std::make_unique<sources::OracleGame>(settings, std::move(crew));
}

std::unique_ptr<Source> oracle_game(const OracleSettings& settings) {
  sources::check_oracle(settings);
  std::unique_ptr<Crew> crew;
  if (!settings.command.empty()) crew = local_crew(settings.command, at(settings.workers));
  return oracle_game(settings, std::move(crew));
}

}  // namespace allnash
