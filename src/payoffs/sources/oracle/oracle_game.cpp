// A game answered by a crew of workers: which questions each worker gets, how far ahead, and what
// happens when a worker fails.
//
// A worker is kept a few requests ahead, more when its answers come fast, so that it never waits
// for us. But it never has more than half its share of what is left, so that near the end of a
// batch no payoff waits behind a slow one while another worker is idle.
//
// With `hedge`, idle workers get a second copy of a question whose worker has been silent for long:
// 2.5 times the median time of an answer. Where an execution is slow by chance, as on a busy
// machine, the copy is quicker. A question has one copy at most, the first answer counts, and a
// second one must be the same.
#include <fmt/core.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <stdexcept>
#include <unordered_map>
#include <utility>

#include "allnash/error.hpp"
#include "allnash/oracle.hpp"
#include "core/base/random.hpp"
#include "core/base/text.hpp"
#include "core/game/seen.hpp"
#include "payoffs/sources/answer.hpp"
#include "payoffs/sources/oracle/copies.hpp"
#include "payoffs/sources/table.hpp"

namespace allnash::sources {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr double few_ahead = 4;
// Seconds an answer takes: then sending the next question takes little beside it, and none is
// queued.
constexpr double slow = 0.01;
constexpr double most_ahead = 4096;
// Queued plays are lost when a copy fails or the run ends.
constexpr double most_plays_ahead = 64;
constexpr double seconds_ahead = 0.002;  // covers the round trip and a commit of the ledger
constexpr milliseconds pause(50);        // between checks of the stop token
constexpr milliseconds between_reports(100);
// A question is sent to a second worker after this many median times, taken over the last answers,
// if there are enough of them.
constexpr double long_out = 2.5;
constexpr std::size_t answers_remembered = 1001;
constexpr std::size_t few_answers = 5;
// A worker that vanished with its machine may not have failed because of its question: so the
// question is tried again at least this often.
constexpr Index retries_elsewhere = 2;

double seconds_between(Clock::time_point from, Clock::time_point to) {
  return std::chrono::duration<double>(to - from).count();
}

/// A question that a worker has not answered yet.
struct Due {
  enum class Purpose : std::uint8_t {
    batch,
    ahead,    ///< outside the batch; a later batch may ask it
    compare,  ///< answered by another worker; the answers must agree
  };
  Question question;
  Purpose purpose = Purpose::ahead;
  std::size_t which = 0;  ///< index in the batch
  Rational paid = {};     ///< the other worker's answer, for `compare`
  [[nodiscard]] bool is_of_batch() const { return purpose == Purpose::batch; }
};

/// The state of a worker. It outlives a batch, since its pace and the questions sent ahead remain
/// useful.
struct Worker {
  std::deque<Due> due;  // in the order sent
  std::int64_t copy = 0;
  Clock::time_point since;   // when it last answered, or was first asked
  double pace = 0;           // seconds an answer takes; 0 if not known
  std::size_t answered = 0;  // answers not yet counted in its pace
  Entry last;                // entry last answered
  bool on_trial = true;      // a new copy, which gets one question at a time until it answers
};

/// The workers of a game; kept between batches.
struct Team {
  Team(const OracleSettings& how, std::unique_ptr<Crew> who)
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
    Worker& worker = workers[number];
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
  std::unique_ptr<Crew> crew;
  std::vector<Worker> workers;
  bool answered = false;     // by any worker
  std::vector<double> took;  // seconds of each of the last answers
  std::size_t oldest = 0;    // index of the oldest in `took`
  std::optional<Clock::time_point> last_note;
  double there = 0;  // total seconds of workers since the first question
  double busy = 0;   // part of `there` in which they were busy
};

/// The message for a question that was asked twice and had two answers.
std::string two_answers(const Question& question, const Rational& first, const Rational& second) {
  if (question.seed == 0) return two_payoffs(question.entry, first, second);
  return entry_name(question.entry) + ": the play of seed " + std::to_string(question.seed) +
         " paid " + first.to_string() + ", and " + second.to_string() +
         " when it was played again: the program does not draw all its chances from the seed, so "
         "neither `seeded` nor `hedge` fits it";
}

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
    if (left_ > 0) collect(milliseconds(0));  // stopped: keep the answers that arrived
    throw_fault();
  }

 private:
  /// Questions of this batch that were sent ahead before become part of it.
  void adopt() {
    std::multimap<std::pair<Entry, std::uint64_t>, Due*> ahead;
    for (Worker& worker : workers_) {
      for (Due& due : worker.due) {
        if (due.purpose != Due::Purpose::ahead) continue;
        ahead.emplace(std::pair(due.question.entry, due.question.seed), &due);
      }
    }
    for (std::size_t which = 0; which < asked_.size() && !ahead.empty(); ++which) {
      const auto found = ahead.find({asked_[which].entry, asked_[which].seed});
      if (found == ahead.end()) continue;
      found->second->purpose = Due::Purpose::batch;
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
      if (worker.due.size() > most / 2 || !team_.crew->present(number)) continue;
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

  /// Sends idle workers questions that may come next, once the batch has no more for them.
  void feed_ahead() {
    AskAhead* const ahead = answers_.ahead();
    if (unsent_ > 0 || ahead == nullptr) return;
    const std::vector<std::size_t> idle = idle_workers();
    if (idle.empty()) return;
    std::size_t next = 0;
    for (const Question& one : ahead->next(idle.size())) {
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
  void settle(const Due& answered, std::size_t number, const Rational& payoff) {
    const auto other = other_with(answered.which, number);
    if (!other) return;
    for (Due& due : workers_[*other].due) {
      if (!due.is_of_batch() || due.which != answered.which) continue;
      due.purpose = Due::Purpose::compare;
      due.paid = payoff;
    }
    twice_[answered.which] = {};
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
    if (event.copy != worker.copy) return;  // from a copy that was replaced
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
    Rational payoff;
    try {
      payoff = Rational::parse(trimmed(line));
    } catch (const std::invalid_argument& error) {
      fail(number, std::string("the oracle program answered: ") + error.what());
      return;
    }
    if (due.purpose == Due::Purpose::compare) {
      if (payoff != due.paid) fault_ = two_answers(due.question, due.paid, payoff);
    } else if (due.purpose == Due::Purpose::ahead) {
      ahead_.push_back(due.question);
      ahead_payoffs_.push_back(std::move(payoff));
    } else {
      settle(due, number, payoff);
      which_.push_back(due.which);
      payoffs_.push_back(std::move(payoff));
    }
    worker.last = due.question.entry;
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
    if (AskAhead* const ahead = answers_.ahead(); ahead != nullptr && !lost_ahead.empty()) {
      ahead->failed(lost_ahead);
    }
    if (!lost.empty()) answers_.failed(lost);
    const bool there = team_.crew->present(number);
    if (!lost.empty() && due.front().is_of_batch() && due.front().which == lost.front()) {
      const std::size_t failed = lost.front();
      const Index attempts = ++attempts_[failed];
      const Index retries = team_.settings.retries;
      if (attempts > (there ? retries : std::max(retries, retries_elsewhere))) {
        std::string why = entry_name(asked_[failed].entry) + ": " + failure_text(reason, attempts);
        if (team_.settings.random && !team_.answered) {
          why += "; with `noisy` it is sent lines `row column seed`";
        }
        if (asked_[failed].seed == 0 && answers_.do_without(failed, why)) {
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
    waiting.workers = team_.present();
    waiting.share = team_.there > 0 ? team_.busy / team_.there : 0;
    waiting.answered = team_.answered;
    answers_.waiting(waiting);
  }

  Team& team_;
  std::vector<Worker>& workers_;
  std::span<const Question> asked_;
  Answers& answers_;
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
  std::vector<Rational> payoffs_;
  std::vector<Question> ahead_;  // answered questions outside the batch
  std::vector<Rational> ahead_payoffs_;
  std::string fault_;
  Clock::time_point now_ = Clock::now();
  Clock::time_point next_report_ = now_ + between_reports;
};

/// The words of a command that are names of files, with hashes of their length and their first 64
/// KiB, where a program has its build number: "sim.py 1f0c2a9b". A script that was edited is seen
/// by this; what it reads is not.
std::string files_named_in(const std::string& command) {
  std::string all;
  for (std::string_view word : words_in(command)) {
    while (!word.empty() && std::string_view("'\"();&|<>").find(word.front()) != word.npos)
      word.remove_prefix(1);
    while (!word.empty() && std::string_view("'\"();&|<>").find(word.back()) != word.npos)
      word.remove_suffix(1);
    const std::filesystem::path path{word};
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error)) continue;
    const std::uintmax_t length = std::filesystem::file_size(path, error);
    if (error) continue;
    std::string begin(std::size_t{1} << 16U, '\0');
    std::ifstream in(path, std::ios::binary);
    in.read(begin.data(), std::ssize(begin));
    begin.resize(static_cast<std::size_t>(in.gcount()));
    Hash hash;
    hash.add(static_cast<std::uint64_t>(length));
    hash.add(std::string_view(begin));
    all += (all.empty() ? "" : ", ") + printable(word, 200) +
           fmt::format(" {:08x}", hash.value() >> 32U);
  }
  return all;
}

class OracleGame final : public Source {
 public:
  /// Without a crew only the shape is known.
  OracleGame(const OracleSettings& settings, std::unique_ptr<Crew> crew)
      : Source(settings.rows, settings.columns, {},
               {.may_vary = crew && !settings.random,
                .random = settings.random,
                .seeded = settings.seeded,
                .lost_by_chance = settings.lost_by_chance,
                .tells_what_goes_out = true,
                .asks_ahead = crew != nullptr}),
        settings_(settings) {
    if (crew) team_.emplace(settings, std::move(crew));
  }

  /// The command is all that can be compared, and the files that it names are a hint: we do not
  /// know what the program computes.
  [[nodiscard]] GameIdentity identity() const override {
    if (settings_.command.empty()) return {};
    return {"", "oracle " + settings_.command, files_named_in(settings_.command)};
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
  if (!(settings.silence > 0)) throw InputError("rank-timeout: not a number of seconds above 0");
  if (settings.hedge && settings.random && !settings.seeded) {
    throw InputError(
        "hedge: only plays that draw from their seeds (seeded) can be asked twice: of two others "
        "the quicker one would count, and what a play pays may make it quick");
  }
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
