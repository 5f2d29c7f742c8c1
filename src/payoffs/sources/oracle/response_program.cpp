// A game known by best responses that an external program answers: lines of text go to copies of
// it, and lines come back, in order.
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <utility>

#include "allnash/large.hpp"
#include "allnash/run.hpp"
#include "core/base/at.hpp"
#include "core/base/text.hpp"
#include "core/game/response_text.hpp"
#include "payoffs/sources/oracle/copies.hpp"
#include "payoffs/sources/oracle/dispatch.hpp"

namespace allnash::sources {
namespace {

/// Copies of the program as a crew: questions are written as lines.
class ResponseCrew {
 public:
  ResponseCrew(const std::string& command, std::size_t workers)
      : workers_(workers), copies_(copies_of(command, workers)) {}

  [[nodiscard]] std::size_t size() const { return workers_; }
  void ask(std::size_t worker, std::span<const ResponseQuestion> questions) {
    std::string lines;
    for (const ResponseQuestion& one : questions) lines += game::question_text(one) + '\n';
    copies_->ask(worker, lines);
  }
  void renew(std::size_t worker) { copies_->renew(worker); }
  [[nodiscard]] bool present(std::size_t /*worker*/) const { return true; }
  void wait(std::chrono::microseconds longest, std::vector<Crew::Event>& events) {
    copies_->wait(longest, events);
  }
  [[nodiscard]] std::vector<std::string> last_lines() { return copies_->last_lines(); }

 private:
  std::size_t workers_;
  std::unique_ptr<Copies> copies_;
};

/// Passes what a dispatch says on to the run. Nothing is asked ahead or twice.
class RunReplies {
 public:
  explicit RunReplies(ResponseReplies& to) : to_(to) {}

  void take(std::span<const std::size_t> which, std::span<const Response> replies) {
    for (std::size_t t = 0; t < which.size(); ++t) to_.take(which[t], replies[t]);
  }
  [[nodiscard]] bool stopped() const { return to_.stopped(); }
  void waiting(Waiting now, const ResponseQuestion* slowest) {
    const std::string question = slowest == nullptr ? "" : game::question_text(*slowest);
    now.question = question;
    to_.waiting(now);
  }
  void handing_out(std::span<const std::size_t> /*which*/) {}
  void failed(std::span<const std::size_t> /*which*/) {}
  static bool do_without(std::size_t /*which*/, const std::string& /*why*/) { return false; }
  void hedged(std::int64_t /*count*/) {}
  static std::vector<ResponseQuestion> next_ahead(std::size_t /*most*/) { return {}; }
  void take_ahead(std::span<const ResponseQuestion> /*which*/,
                  std::span<const Response> /*replies*/) {}
  void failed_ahead(std::span<const ResponseQuestion> /*which*/) {}

 private:
  ResponseReplies& to_;
};

/// Responses and payoffs, as oracle/dispatch.hpp hands them out. Only payoffs queue: a response may
/// take long.
struct ResponseWork {
  using Question = ResponseQuestion;
  using Reply = Response;
  using Crew = ResponseCrew;
  using Answers = RunReplies;
  using Key = std::string;

  static Key key(const Question& question) { return game::question_text(question); }
  static Response read(const Question& question, const std::string& line) {
    return game::reply_in(question.kind, line);
  }
  static std::string name(const Question& question) {
    return printable(game::question_text(question), 200);
  }
  static bool queues(const Question& question) {
    return question.kind == ResponseQuestion::Kind::payoff;
  }
  static std::string difference(const Question& /*question*/, const Response& /*first*/,
                                const Response& /*second*/) {
    return {};
  }
};

class ResponseProgram final : public ResponseGame {
 public:
  explicit ResponseProgram(const OracleSettings& settings) : settings_(settings) {
    settings_.hedge = settings_.random = false;
    begin();
  }

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
  void answer(std::span<const ResponseQuestion> asked, ResponseReplies& replies) override {
    RunReplies to(replies);
    oracle::Dispatch<ResponseWork>(*team_, asked, to).run();
  }
  /// If the program wrote a line too many, later answers were each taken for the next question, and
  /// one line is left over in the end.
  void finish() override {
    const std::vector<std::string> lines = team_->crew->last_lines();
    begin();
    if (!lines.empty()) throw SourceError(surplus_text(lines.front()));
  }
  [[nodiscard]] std::string note() const override { return "oracle " + settings_.command; }

 private:
  class One;
  [[nodiscard]] Response one(const ResponseQuestion& question);
  void begin() {
    team_.emplace(settings_,
                  std::make_unique<ResponseCrew>(settings_.command, at(settings_.workers)));
  }

  OracleSettings settings_;
  std::optional<oracle::Team<ResponseWork>> team_;
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

}  // namespace
}  // namespace allnash::sources

namespace allnash {

std::unique_ptr<ResponseGame> response_program(const OracleSettings& settings) {
  sources::check_workers(settings);
  if (settings.command.empty()) throw InputError("oracle: there is no command");
  return std::make_unique<sources::ResponseProgram>(settings);
}

}  // namespace allnash
