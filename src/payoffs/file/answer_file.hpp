// A ledger file of a game known by best responses. It keeps every question that was answered and
// its answer, each as a line of text. It is laid out like every ledger file, but holds no plays.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/base/text.hpp"
#include "payoffs/file/store.hpp"

namespace allnash::file {

class AnswerFile {
 public:
  /// Opens the file, or creates it, and verifies all of it. `note` says where answers come from,
  /// `game_id` is the name that the user gave the game, if any. Throws InputError: another game's
  /// file, a file in use or damaged, or one that cannot be created.
  AnswerFile(const std::string& path, const std::string& game_id, const std::string& note) {
    LedgerGame wanted;
    wanted.identity = identity_of(game_id, {});
    wanted.note = note;
    file_.remedy = "";
    file_.open(path, true, [&] { begin(wanted); });
  }

  AnswerFile(const AnswerFile&) = delete;
  AnswerFile& operator=(const AnswerFile&) = delete;

  /// The recorded answer, if any.
  [[nodiscard]] std::optional<std::string> recall(const std::string& question) const {
    const auto found = answers_.find(question);
    if (found == answers_.end()) return {};
    return found->second;
  }

  /// All recorded answers, by question.
  [[nodiscard]] const std::unordered_map<std::string, std::string>& answers() const {
    return answers_;
  }

  /// Requires a question without a recorded answer. Once it returns, the answer survives the end of
  /// the process. Throws LedgerWriteError.
  void record(const std::string& question, const std::string& answer) {
    if (!file_.writable) throw LedgerWriteError(file_.shown + ": may only be read");
    try {
      file_.writing([&] {
        file_.begin();
        facts_->put(FactTable::answer, std::ssize(answers_), question, answer);
        file_.commit();
      });
    } catch (const LedgerWriteError&) {
      file_.roll_back();
      throw;
    }
    answers_.emplace(question, answer);
  }

  /// Throws InputError for recorded text that is not an answer.
  [[noreturn]] void refuse_answer(const std::string& question) const {
    file_.refuse_damage("what it answers to " + in_quotes(question) + " is no answer");
  }

 private:
  void begin(const LedgerGame& wanted) {
    const bool created = !file_.is_laid_out(Store::layout());
    if (created && !file_.writable) file_.refuse("an empty file that cannot be written to");
    if (file_.writable) file_.begin_exclusive(false);
    if (created) file_.lay_out(Store::layout());
    facts_.emplace(file_);
    if (!created) {
      file_.check_pages();
      file_.read_totals();
      facts_->verify();
    }
    agree_on(wanted, created);
    read_answers();
    if (file_.writable) file_.commit();
  }

  void agree_on(const LedgerGame& wanted, bool created) {
    if (!created) {
      const Facts facts = facts_->all(FactTable::responses);
      if (facts.empty()) file_.refuse("a ledger of payoffs by number, not of a game of responses");
      LedgerGame there;
      there.identity = fact(facts, "identity");
      there.note = fact(facts, "note");
      if (const auto fault = other_identity(there, wanted, false)) file_.refuse(*fault);
      if (there.identity == wanted.identity) return;
    }
    if (!file_.writable) return;
    facts_->put(FactTable::responses, {{"identity", *wanted.identity}, {"note", wanted.note}});
  }

  void read_answers() {
    answers_.clear();
    facts_->for_each(FactTable::answer, [&](std::int64_t place, std::string_view question,
                                            std::string_view answer) {
      const bool fresh = answers_.try_emplace(std::string(question), answer).second;
      if (!fresh || place + 1 != std::ssize(answers_)) {
        file_.refuse_damage("its answers do not follow one another");
      }
    });
  }

  DatabaseFile file_;
  std::optional<FactTable> facts_;
  std::unordered_map<std::string, std::string> answers_;
};

}  // namespace allnash::file
