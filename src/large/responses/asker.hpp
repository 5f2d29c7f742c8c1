// The one place that asks a game known by best responses. It asks each question once, counts it,
// keeps to the budget, and takes the answer from the ledger file where that has it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "allnash/large.hpp"
#include "core/base/stop_token.hpp"
#include "payoffs/file/answer_file.hpp"

namespace allnash::responses {

class Asker {
 public:
  /// Opens the ledger file, if the options name one. Throws InputError. Game and options must
  /// outlive it.
  Asker(ResponseGame& game, const ResponseOptions& options, const StopToken& stop);
  /// Called while the run waits for the game.
  std::function<void(const Waiting&)> when_waiting = [](const Waiting&) {};

  /// Answers in the order of the questions; nothing where the run ended before. Throws SourceError
  /// for an invalid answer.
  [[nodiscard]] std::vector<std::optional<Response>> ask(
      const std::vector<ResponseQuestion>& questions);

  /// Tells the game that no more questions follow.
  void finish() { game_.finish(); }

  /// Why the run must end: `budget`, `time limit`, `interrupt`, `ledger file: ...`, or empty.
  [[nodiscard]] Stop stop_reached() const;

  [[nodiscard]] std::int64_t responses() const { return responses_; }
  [[nodiscard]] std::int64_t payoffs() const { return payoffs_; }
  [[nodiscard]] std::optional<std::int64_t> recalled() const {
    return options_.ledger ? std::optional(recalled_) : std::nullopt;
  }

  /// Answers of the file that were asked again, and agreed; nothing if none had to be.
  [[nodiscard]] std::optional<std::int64_t> rechecked() const { return rechecked_; }

 private:
  class Batch;
  class Recheck;
  void recheck();
  [[nodiscard]] std::optional<Response> recalled(ResponseQuestion::Kind kind,
                                                 const std::string& text);
  void count(ResponseQuestion::Kind kind, const std::string& text, const Response& reply);

  // Answers to mixtures, by question: a mixture may be the equilibrium of several restricted games.
  std::unordered_map<std::string, Response> known_;
  std::optional<file::AnswerFile> file_;
  std::string file_fault_;  // why writing to it failed
  ResponseGame& game_;
  const ResponseOptions& options_;
  StopToken stop_;
  std::int64_t responses_ = 0;
  std::int64_t payoffs_ = 0;
  std::int64_t recalled_ = 0;
  std::optional<std::int64_t> rechecked_;
  std::int64_t paid_responses_ = 0;  // without those from the ledger file
  bool out_of_budget_ = false;
};

}  // namespace allnash::responses
