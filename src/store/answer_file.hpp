// A ledger file of a game known by best responses. It keeps every question that was answered and
// its answer, each as a line of text. It is laid out like every ledger file, but holds no plays.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "store/database_file.hpp"
#include "store/fact_table.hpp"
#include "store/ledger_game.hpp"

namespace allnash::store {

class AnswerFile {
 public:
  /// Opens the file, or makes it when it is not there. All of it is verified then. `note` says
  /// where answers come from, `game_id` is the name that the user gave the game, if any. Throws
  /// InputError: another game's file, a file in use, damaged, or one that cannot be made.
  AnswerFile(const std::string& path, const std::string& game_id, const std::string& note);
  AnswerFile(const AnswerFile&) = delete;
  AnswerFile& operator=(const AnswerFile&) = delete;

  /// The answer, if the file has it.
  [[nodiscard]] std::optional<std::string> recall(const std::string& question) const;
  /// Requires a question that it does not have. When it returns the answer survives the death of
  /// the process. Throws LedgerWriteError.
  void record(const std::string& question, const std::string& answer);
  /// Throws InputError: the file says something that is no answer.
  [[noreturn]] void refuse_answer(const std::string& question) const;

 private:
  void begin(const LedgerGame& wanted);
  void agree_on(const LedgerGame& wanted, bool created);
  void read_answers();

  DatabaseFile file_;
  std::optional<FactTable> facts_;
  std::unordered_map<std::string, std::string> answers_;
};

}  // namespace allnash::store
