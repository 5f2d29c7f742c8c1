// A game whose payoffs a crew of workers answers.
#include <fmt/core.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <utility>

#include "allnash/oracle.hpp"
#include "allnash/run.hpp"
#include "core/base/random.hpp"
#include "core/base/text.hpp"
#include "core/game/seen.hpp"
#include "payoffs/sources/answer.hpp"
#include "payoffs/sources/oracle/copies.hpp"
#include "payoffs/sources/oracle/dispatch.hpp"
#include "payoffs/sources/table.hpp"

namespace allnash::sources {
namespace {

/// The message for a question that was asked twice and had two answers.
std::string two_answers(const Question& question, const Rational& first, const Rational& second) {
  if (question.seed == 0) return two_payoffs(question.entry, first, second);
  return entry_name(question.entry) + ": the play of seed " + std::to_string(question.seed) +
         " paid " + first.to_string() + ", and " + second.to_string() +
         " when it was played again: the program does not draw all its chances from the seed, so "
         "neither `seeded` nor `hedge` fits it";
}

/// Passes what a dispatch says on to the ledger.
class LedgerAnswers {
 public:
  LedgerAnswers(std::span<const Question> asked, Answers& to) : asked_(asked), to_(to) {}

  void take(std::span<const std::size_t> which, std::span<const Rational> payoffs) {
    to_.take(which, payoffs);
  }
  [[nodiscard]] bool stopped() const { return to_.stopped(); }
  void handing_out(std::span<const std::size_t> which) { to_.handing_out(which); }
  void failed(std::span<const std::size_t> which) { to_.failed(which); }
  [[nodiscard]] bool do_without(std::size_t which, std::string& why) {
    return asked_[which].seed == 0 && to_.do_without(which, why);
  }
  void hedged(std::int64_t count) { to_.hedged(count); }
  void waiting(Waiting now, const Question* slowest) {
    if (slowest != nullptr) now.entry = slowest->entry;
    to_.waiting(now);
  }
  [[nodiscard]] std::vector<Question> next_ahead(std::size_t most) {
    AskAhead* const ahead = to_.ahead();
    return ahead == nullptr ? std::vector<Question>() : ahead->next(most);
  }
  void take_ahead(std::span<const Question> which, std::span<const Rational> payoffs) {
    if (AskAhead* const ahead = to_.ahead()) ahead->take(which, payoffs);
  }
  void failed_ahead(std::span<const Question> which) {
    if (AskAhead* const ahead = to_.ahead()) ahead->failed(which);
  }

 private:
  std::span<const Question> asked_;
  Answers& to_;
};

/// Payoffs and plays, as oracle/dispatch.hpp hands them out.
struct PayoffWork {
  using Question = allnash::Question;
  using Reply = Rational;
  using Crew = allnash::Crew;
  using Answers = LedgerAnswers;
  using Key = std::pair<Entry, std::uint64_t>;

  static Key key(const Question& question) { return {question.entry, question.seed}; }
  static Rational read(const Question& /*question*/, const std::string& line) {
    return Rational::parse(trimmed(line));
  }
  static std::string name(const Question& question) { return entry_name(question.entry); }
  static bool queues(const Question& /*question*/) { return true; }
  static std::string difference(const Question& question, const Rational& first,
                                const Rational& second) {
    return first == second ? std::string() : two_answers(question, first, second);
  }
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
    LedgerAnswers to(asked, answers);
    oracle::Dispatch<PayoffWork>(*team_, asked, to).run();
  }

 private:
  OracleSettings settings_;
  std::optional<oracle::Team<PayoffWork>> team_;
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
