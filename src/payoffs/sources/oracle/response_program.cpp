// A game known by best responses that an external program answers: lines of text go to copies of
// it, and lines come back, in order.
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <stdexcept>
#include <utility>

#include "allnash/error.hpp"
#include "allnash/responses.hpp"
#include "core/base/at.hpp"
#include "core/base/text.hpp"
#include "core/game/response_text.hpp"
#include "payoffs/sources/oracle/copies.hpp"

namespace allnash::sources {
namespace {

using Clock = std::chrono::steady_clock;

/// A copy of the program and its unanswered questions.
struct Answerer {
  std::deque<std::size_t> due;  // indices in the batch, in the order sent
  std::int64_t copy = 0;
  Clock::time_point since;  // when it last answered, or was first asked
  bool on_trial = true;     // a new copy, which gets one question at a time until it answers
  bool slow = false;        // its last answer took long, so it gets one question at a time
};

class ResponseProgram final : public ResponseGame {
 public:
  explicit ResponseProgram(const OracleSettings& settings)
      : settings_(settings),
        copies_(copies_of(settings.command, at(settings.workers))),
        answerers_(at(settings.workers)) {}

  std::string start(Player player) override {
    return one({ResponseQuestion::Kind::start, player}).strategy;
  }
  Rational payoff(const std::string& row, const std::string& column) override {
    return one({ResponseQuestion::Kind::payoff, Player::row, row, column}).sum;
  }
  Response respond(Player player, std::span<const WeightedStrategy> opponent) override {
    return one({ResponseQuestion::Kind::respond, player, "", "",
                std::vector(opponent.begin(), opponent.end())});
  }
  void answer(std::span<const ResponseQuestion> asked, ResponseReplies& replies) override;
  void finish() override;
  [[nodiscard]] std::string note() const override { return "oracle " + settings_.command; }

 private:
  class One;
  class Round;
  [[nodiscard]] Response one(const ResponseQuestion& question);

  void renew(std::size_t number) {
    copies_->renew(number);
    Answerer& answerer = answerers_[number];
    ++answerer.copy;
    answerer.due.clear();
    answerer.on_trial = true;
  }

  OracleSettings settings_;
  std::unique_ptr<Copies> copies_;
  std::vector<Answerer> answerers_;
  bool answered_ = false;  // by any copy
};

/// A batch of questions until its last answer.
class ResponseProgram::Round {
 public:
  Round(ResponseProgram& program, std::span<const ResponseQuestion> asked, ResponseReplies& replies)
      : program_(program), asked_(asked), replies_(replies), left_(asked.size()) {
    for (std::size_t which = 0; which < asked.size(); ++which) unsent_.push_back(which);
  }
  /// When a batch ends early its remaining questions are discarded.
  ~Round() {
    for (std::size_t number = 0; number < program_.answerers_.size(); ++number) {
      if (!program_.answerers_[number].due.empty()) program_.renew(number);
    }
  }
  Round(const Round&) = delete;
  Round& operator=(const Round&) = delete;

  void run() {
    using std::chrono::milliseconds;
    collect(milliseconds(0));  // events of idle copies
    while (left_ > 0 && !replies_.stopped()) {
      feed();
      collect(milliseconds(50));
      end_the_silent();
      report();
    }
    if (left_ > 0) collect(milliseconds(0));  // stopped: keep the answers that arrived
  }

 private:
  /// Whether the copy may get another question before it has answered: only payoffs, if it is fast.
  [[nodiscard]] bool takes_more(const Answerer& answerer) const {
    constexpr std::size_t most = 32;
    if (answerer.due.empty()) return true;
    const auto is_payoff = [&](std::size_t which) {
      return asked_[which].kind == ResponseQuestion::Kind::payoff;
    };
    const std::size_t share = unsent_.size() / (2 * program_.answerers_.size());
    return !answerer.on_trial && !answerer.slow && is_payoff(answerer.due.back()) &&
           is_payoff(unsent_.front()) && answerer.due.size() < std::min(most, share);
  }

  void feed() {
    for (std::size_t number = 0; number < program_.answerers_.size(); ++number) {
      Answerer& answerer = program_.answerers_[number];
      if (answerer.due.empty()) answerer.since = Clock::now();
      std::string lines;
      while (!unsent_.empty() && takes_more(answerer)) {
        const std::size_t which = unsent_.front();
        unsent_.pop_front();
        answerer.due.push_back(which);
        lines += game::question_text(asked_[which]) + '\n';
      }
      if (!lines.empty()) program_.copies_->ask(number, lines);
    }
  }

  void collect(std::chrono::milliseconds longest) {
    std::vector<Crew::Event> events;
    program_.copies_->wait(longest, events);
    for (const Crew::Event& event : events) {
      Answerer& answerer = program_.answerers_[event.worker];
      if (event.copy != answerer.copy) continue;  // from a copy that was replaced
      if (event.failed) {
        fail(event.worker, event.text);
      } else if (answerer.due.empty()) {
        throw SourceError(surplus_text(event.text));
      } else {
        take_line(event.worker, event.text);
      }
    }
  }

  void take_line(std::size_t number, const std::string& line) {
    constexpr std::chrono::milliseconds long_time(1);
    Answerer& answerer = program_.answerers_[number];
    const std::size_t which = answerer.due.front();
    Response reply;
    try {
      reply = game::reply_in(asked_[which].kind, line);
    } catch (const std::invalid_argument& error) {
      fail(number, std::string("the oracle program answered: ") + error.what());
      return;
    }
    const auto now = Clock::now();
    answerer.slow = now - answerer.since > long_time;
    answerer.since = now;
    answerer.due.pop_front();
    answerer.on_trial = false;
    program_.answered_ = true;
    --left_;
    replies_.take(which, reply);
  }

  /// The first unanswered question is the one that failed. All questions of the copy go to new
  /// copies, or to any free one.
  void fail(std::size_t number, const std::string& reason) {
    const std::deque<std::size_t> due = program_.answerers_[number].due;
    program_.renew(number);
    if (due.empty()) return;
    unsent_.insert(unsent_.begin(), due.begin(), due.end());
    const Index attempts = ++attempts_[due.front()];
    if (attempts <= program_.settings_.retries) return;
    throw SourceError(printable(game::question_text(asked_[due.front()]), 200) + ": " +
                      failure_text(reason, attempts));
  }

  void end_the_silent() {
    for (std::size_t number = 0; number < program_.answerers_.size(); ++number) {
      const Answerer& answerer = program_.answerers_[number];
      const std::chrono::duration<double> silent = Clock::now() - answerer.since;
      if (answerer.due.empty() || silent.count() <= program_.settings_.timeout) continue;
      fail(number, silence_text(program_.settings_.timeout, program_.answered_));
    }
  }

  void report() {
    constexpr std::chrono::milliseconds between(100);
    const auto now = Clock::now();
    if (now < next_report_) return;
    next_report_ = now + between;
    Waiting waiting;
    std::string question;
    for (std::size_t number = 0; number < program_.answerers_.size(); ++number) {
      const Answerer& answerer = program_.answerers_[number];
      if (answerer.due.empty()) continue;
      waiting.in_flight += std::ssize(answerer.due);
      const std::chrono::duration<double> silent = now - answerer.since;
      if (waiting.busy++ > 0 && silent.count() <= waiting.seconds) continue;
      waiting.slowest = number;
      waiting.seconds = silent.count();
      question = game::question_text(asked_[answerer.due.front()]);
    }
    waiting.question = question;
    waiting.workers = program_.answerers_.size();
    waiting.answered = program_.answered_;
    replies_.waiting(waiting);
  }

  ResponseProgram& program_;
  std::span<const ResponseQuestion> asked_;
  ResponseReplies& replies_;
  Clock::time_point next_report_ = Clock::now() + std::chrono::milliseconds(100);
  std::size_t left_;                // questions without an answer
  std::deque<std::size_t> unsent_;  // questions that no copy has
  std::map<std::size_t, Index> attempts_;
};

/// The answer to a single question.
class ResponseProgram::One final : public ResponseReplies {
 public:
  void take(std::size_t /*which*/, const Response& taken) override { reply = taken; }
  [[nodiscard]] bool stopped() const override { return false; }
  Response reply;
};

Response ResponseProgram::one(const ResponseQuestion& question) {
  One result;
  answer(std::span(&question, 1), result);
  return result.reply;
}

void ResponseProgram::answer(std::span<const ResponseQuestion> asked, ResponseReplies& replies) {
  Round(*this, asked, replies).run();
}

// If the program wrote a line too many, later answers were each taken for the next question, and
// one line is left over in the end.
void ResponseProgram::finish() {
  const std::vector<std::string> lines = copies_->last_lines();
  for (Answerer& answerer : answerers_) {
    const std::int64_t next = answerer.copy + 1;
    answerer = Answerer();
    answerer.copy = next;
  }
  if (!lines.empty()) throw SourceError(surplus_text(lines.front()));
}

}  // namespace
}  // namespace allnash::sources

namespace allnash {

std::unique_ptr<ResponseGame> response_program(const OracleSettings& settings) {
  sources::check_workers(settings);
  if (settings.command.empty()) throw InputError("oracle: there is no command");
  return std::make_unique<sources::ResponseProgram>(settings);
}

}  // namespace allnash
