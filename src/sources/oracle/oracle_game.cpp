// A game answered by a crew of workers: who is sent what, how far ahead, and what happens when a
// worker fails.
//
// A worker is kept a few requests ahead, more when its answers come fast, so that it never waits
// for us; but never more than half its share of what is left, so that near the end of a batch no
// payoff waits behind a slow one while another worker has nothing to do.
#include <algorithm>
#include <deque>
#include <stdexcept>
#include <unordered_map>
#include <utility>

#include "allnash/error.hpp"
#include "allnash/oracle.hpp"
#include "sources/table.hpp"
#include "sources/text.hpp"

namespace allnash::sources {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr double few_ahead = 4;
constexpr double most_ahead = 4096;
// All plays that a copy has before it are lost when it fails, or the run ends.
constexpr double few_plays_ahead = 1;
constexpr double most_plays_ahead = 64;
constexpr double seconds_ahead = 0.002;  // hides the way there and back, and a commit of the ledger
constexpr milliseconds pause(50);        // until the stop token is looked at again
constexpr milliseconds between_reports(100);

double seconds_between(Clock::time_point from, Clock::time_point to) {
  return std::chrono::duration<double>(to - from).count();
}

/// What we know of a worker. It outlives a batch: a worker's pace is worth remembering.
struct Worker {
  std::deque<std::size_t> due;  // which entries of the batch it has been asked, in order
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
        left_(asked.size()) {}
  /// What is still asked of a worker when a batch ends early would be mistaken for answers to the
  /// next one.
  ~Dispatch() {
    for (std::size_t number = 0; number < workers_.size(); ++number) {
      if (!workers_[number].due.empty()) team_.renew(number);
    }
  }
  Dispatch(const Dispatch&) = delete;
  Dispatch& operator=(const Dispatch&) = delete;

  void run() {
    collect(milliseconds(0));  // what happened to idle workers
    while (left_ > 0 && !answers_.stopped()) {
      feed();
      collect(pause);
      end_the_silent();
      throw_fault();
      report();
    }
    if (left_ > 0) collect(milliseconds(0));  // stopped: what has been answered is kept
    throw_fault();
  }

 private:
  [[nodiscard]] std::size_t unsent() const { return returned_.size() + asked_.size() - next_; }

  [[nodiscard]] std::size_t window(const Worker& worker) {
    if (worker.on_trial) return 1;
    const std::size_t share = std::max<std::size_t>(1, unsent() / (2 * workers_.size()));
    const double ahead = worker.pace > 0 ? seconds_ahead / worker.pace : 0;
    const double few = team_.settings.random ? few_plays_ahead : few_ahead;
    const double most = team_.settings.random ? most_plays_ahead : most_ahead;
    return std::min(share, static_cast<std::size_t>(std::clamp(ahead, few, most)));
  }

  void feed() {
    std::vector<std::pair<std::size_t, std::vector<std::size_t>>> all;  // by worker
    std::vector<std::size_t> handed_out;
    for (std::size_t number = 0; number < workers_.size() && unsent() > 0; ++number) {
      const Worker& worker = workers_[number];
      const std::size_t most = window(worker);
      if (worker.due.size() > most / 2) continue;
      std::vector<std::size_t> which;
      while (unsent() > 0 && worker.due.size() + which.size() < most)
        which.push_back(take_unsent());
      handed_out.insert(handed_out.end(), which.begin(), which.end());
      all.emplace_back(number, std::move(which));
    }
    if (all.empty()) return;
    answers_.handing_out(handed_out);
    if (answers_.stopped()) return;
    for (const auto& [number, which] : all) send(number, which);
  }

  std::size_t take_unsent() {
    if (returned_.empty()) return next_++;
    const std::size_t which = returned_.back();
    returned_.pop_back();
    return which;
  }

  void send(std::size_t number, const std::vector<std::size_t>& which) {
    Worker& worker = workers_[number];
    if (worker.due.empty()) worker.since = Clock::now();
    worker.due.insert(worker.due.end(), which.begin(), which.end());
    std::vector<Question> questions;
    for (const std::size_t one : which) questions.push_back(asked_[one]);
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
  }

  void handle(const Crew::Event& event) {
    Worker& worker = workers_[event.worker];
    if (event.copy != worker.copy) return;  // from a copy that was given up
    if (event.failed) {
      fail(event.worker, event.text);
    } else if (worker.due.empty()) {
      fault_ =
          "after " + entry_name(worker.last) + ": the oracle program wrote " +
          in_quotes(event.text) +
          ", a line more than it was asked for: its answers can no longer be matched to requests";
    } else {
      take_line(event.worker, event.text);
    }
  }

  void take_line(std::size_t number, const std::string& line) {
    Worker& worker = workers_[number];
    try {
      payoffs_.push_back(Rational::parse(trimmed(line)));
    } catch (const std::invalid_argument& error) {
      fail(number, std::string("the oracle program answered: ") + error.what());
      return;
    }
    which_.push_back(worker.due.front());
    worker.last = asked_[worker.due.front()].entry;
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
  /// the others go to whoever is free.
  void fail(std::size_t number, const std::string& reason) {
    Worker& worker = workers_[number];
    const std::deque<std::size_t> due = worker.due;
    team_.renew(number);
    if (due.empty()) return;
    answers_.failed(std::vector<std::size_t>(due.begin(), due.end()));
    const std::size_t failed = due.front();
    returned_.insert(returned_.end(), due.rbegin(), due.rend() - 1);
    const Index attempts = ++attempts_[failed];
    if (attempts > team_.settings.retries) {
      const std::string tried =
          attempts == 1 ? "" : " (tried " + std::to_string(attempts) + " times)";
      fault_ = entry_name(asked_[failed].entry) + ": " + reason + tried;
    } else {
      send(number, {failed});
    }
  }

  void end_the_silent() {
    for (std::size_t number = 0; number < workers_.size(); ++number) {
      const Worker& worker = workers_[number];
      if (worker.due.empty() || seconds_between(worker.since, now_) <= team_.settings.timeout)
        continue;
      fail(number, "the oracle program was silent for over " + short_text(team_.settings.timeout) +
                       " s" +
                       (team_.answered ? "" : "; does it flush its output after each line?"));
    }
  }

  static std::string short_text(double seconds) {
    std::string text = std::to_string(seconds);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text;
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
      waiting.entry = asked_[worker.due.front()].entry;
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
  std::size_t next_ = 0;               // the first that has never been sent
  std::vector<std::size_t> returned_;  // sent to a copy that failed before it came to them
  std::unordered_map<std::size_t, Index> attempts_;
  std::vector<Crew::Event> events_;
  std::vector<std::size_t> which_;
  std::vector<Rational> payoffs_;
  std::string fault_;
  Clock::time_point now_ = Clock::now();
  Clock::time_point next_report_ = now_ + between_reports;
};

class OracleGame final : public Source {
 public:
  /// Without a crew nothing but the shape is known.
  OracleGame(const OracleSettings& settings, std::unique_ptr<Crew> crew)
      : Source(settings.rows, settings.columns), settings_(settings) {
    if (crew) team_.emplace(settings, std::move(crew));
  }

  [[nodiscard]] bool may_vary() const override { return team_ && !random(); }
  [[nodiscard]] bool random() const override { return settings_.random; }
  [[nodiscard]] bool seeded() const override { return settings_.seeded; }
  [[nodiscard]] bool tells_what_goes_out() const override { return true; }
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
  if (settings.workers < 1 || settings.workers > 10000) {
    throw InputError("workers: " + std::to_string(settings.workers) + " is not in 1 to 10000");
  }
  if (!(settings.timeout > 0)) throw InputError("oracle-timeout: not a number of seconds above 0");
  if (settings.retries < 0) throw InputError("oracle-retries: not a whole number of 0 or more");
}

}  // namespace
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
