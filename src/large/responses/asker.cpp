#include "large/responses/asker.hpp"

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "allnash/run.hpp"
#include "core/base/random.hpp"
#include "core/base/text.hpp"
#include "core/game/response_text.hpp"

namespace allnash {

namespace responses {

/// The questions that go to the game itself, without duplicates.
class Asker::Batch final : public ResponseReplies {
 public:
  explicit Batch(Asker& asker) : asker_(asker) {}

  /// The index of the question in the batch; `text` is the question as text.
  std::size_t add(const ResponseQuestion& question, const std::string& text) {
    const auto [place, fresh] = places_.try_emplace(text, asked_.size());
    if (fresh) {
      asked_.push_back(question);
      texts_.push_back(text);
    }
    return place->second;
  }
  [[nodiscard]] bool has(const std::string& text) const { return places_.contains(text); }
  void run() {
    replies_.resize(asked_.size());
    if (!asked_.empty()) asker_.game_.answer(asked_, *this);
  }
  [[nodiscard]] const std::optional<Response>& reply(std::size_t place) const {
    return replies_[place];
  }

  void take(std::size_t which, const Response& reply) override {
    if (which >= asked_.size() || replies_[which]) {
      throw std::logic_error("a question was answered twice, or none was asked");
    }
    const ResponseQuestion::Kind kind = asked_[which].kind;
    if (kind != ResponseQuestion::Kind::payoff) {
      const std::string fault = game::strategy_fault(reply.strategy);
      if (!fault.empty()) throw SourceError(printable(texts_[which], 200) + ": " + fault);
    }
    if (!keep(kind, texts_[which], reply)) return;
    if (kind == ResponseQuestion::Kind::respond) ++asker_.paid_responses_;
    asker_.count(kind, texts_[which], reply);
    replies_[which] = reply;
  }
  [[nodiscard]] bool stopped() const override {
    return asker_.stop_.stopped() || !asker_.file_fault_.empty();
  }
  void waiting(const Waiting& now) override { asker_.when_waiting(now); }

 private:
  /// A reply that cannot be recorded is not used: a later run would not find it in the file.
  bool keep(ResponseQuestion::Kind kind, const std::string& text, const Response& reply) {
    if (!asker_.file_) return true;
    if (!asker_.file_fault_.empty()) return false;
    try {
      asker_.file_->record(text, game::reply_text(kind, reply));
    } catch (const file::LedgerWriteError& error) {
      asker_.file_fault_ = error.what();
      return false;
    }
    return true;
  }

  Asker& asker_;
  std::vector<ResponseQuestion> asked_;
  std::vector<std::string> texts_;
  std::unordered_map<std::string, std::size_t> places_;
  std::vector<std::optional<Response>> replies_;
};

namespace {

/// The question behind its text in a ledger file; nothing for one that is never asked again.
std::optional<ResponseQuestion> question_in(const std::string& text) {
  using Kind = ResponseQuestion::Kind;
  const std::vector<std::string_view> words = words_in(text);
  ResponseQuestion question;
  if (words.size() == 3 && words[0] == "payoff") {
    question.kind = Kind::payoff;
    question.row = words[1];
    question.column = words[2];
    return question;
  }
  if (words.size() < 4 || words.size() % 2 != 0 || words[0] != "respond") return {};
  question.kind = Kind::respond;
  question.player = words[1] == "row" ? Player::row : Player::column;
  for (std::size_t t = 2; t < words.size(); t += 2) {
    question.opponent.push_back({std::string(words[t]), Rational::parse(words[t + 1])});
  }
  return question;
}

}  // namespace

/// Answers of the file that are asked again, as ledger/recheck.hpp does with payoffs.
class Asker::Recheck final : public ResponseReplies {
 public:
  explicit Recheck(Asker& asker) : asker_(asker) {}

  void add(const ResponseQuestion& question, const std::string& text, Response known) {
    asked_.push_back(question);
    texts_.push_back(text);
    known_.push_back(std::move(known));
  }
  void run() {
    if (!asked_.empty()) asker_.game_.answer(asked_, *this);
  }
  void take(std::size_t which, const Response& reply) override {
    const Response& before = known_.at(which);
    const bool exact = asked_[which].kind == ResponseQuestion::Kind::payoff ||
                       (before.proof == Response::Proof::exact && reply.proof == before.proof);
    if (exact && before.sum != reply.sum) {
      throw InputError(*asker_.options_.ledger + ": of another game: there the answer to " +
                       in_quotes(texts_[which]) + " is " + before.sum.to_string() +
                       ", and asked again it is " + reply.sum.to_string() +
                       "; a game that has changed needs another ledger file");
    }
    if (exact) ++*asker_.rechecked_;
  }
  [[nodiscard]] bool stopped() const override { return asker_.stop_.stopped(); }
  void waiting(const Waiting& now) override { asker_.when_waiting(now); }

 private:
  Asker& asker_;
  std::vector<ResponseQuestion> asked_;
  std::vector<std::string> texts_;
  std::vector<Response> known_;
};

/// Once a run, before it asks for anything new.
void Asker::recheck() {
  constexpr std::size_t payoffs = 4;
  constexpr std::size_t responses = 2;
  if (!file_ || recalled_ == 0 || rechecked_ || !game_.anonymous() || !options_.game_id.empty()) {
    return;
  }
  rechecked_ = 0;
  std::vector<std::pair<std::uint64_t, const std::string*>> lots;
  for (const auto& [text, answer] : file_->answers()) {
    Hash hash;
    hash.add(std::string_view(text));
    lots.emplace_back(hash.value(), &text);
  }
  std::ranges::sort(lots, {}, [](const auto& one) { return std::tie(one.first, *one.second); });
  Recheck recheck(*this);
  for (const auto& [kind, most] : {std::pair(ResponseQuestion::Kind::payoff, payoffs),
                                   std::pair(ResponseQuestion::Kind::respond, responses)}) {
    std::size_t added = 0;
    for (auto lot = lots.begin(); lot != lots.end() && added < most; ++lot) {
      const std::string& text = *lot->second;
      const auto question = question_in(text);
      if (!question || question->kind != kind) continue;
      recheck.add(*question, text, game::reply_in(kind, file_->answers().at(text)));
      ++added;
    }
  }
  recheck.run();
}

Asker::Asker(ResponseGame& game, const ResponseOptions& options, const StopToken& stop)
    : game_(game), options_(options), stop_(stop) {
  if (options.ledger) file_.emplace(*options.ledger, options.game_id, game.note());
}

void Asker::count(ResponseQuestion::Kind kind, const std::string& text, const Response& reply) {
  if (kind == ResponseQuestion::Kind::payoff) ++payoffs_;
  if (kind != ResponseQuestion::Kind::respond) return;
  ++responses_;
  known_.emplace(text, reply);
}

/// The answer in the ledger file.
std::optional<Response> Asker::recalled(ResponseQuestion::Kind kind, const std::string& text) {
  const auto line = file_ ? file_->recall(text) : std::nullopt;
  if (!line) return {};
  try {
    Response reply = game::reply_in(kind, *line);
    if (kind != ResponseQuestion::Kind::start) ++recalled_;
    count(kind, text, reply);
    return reply;
  } catch (const std::invalid_argument&) {
    file_->refuse_answer(text);
  }
}

std::vector<std::optional<Response>> Asker::ask(const std::vector<ResponseQuestion>& questions) {
  std::vector<std::optional<Response>> all(questions.size());
  std::vector<std::optional<std::size_t>> places(questions.size());
  Batch batch(*this);
  std::int64_t calls = paid_responses_;
  for (std::size_t t = 0; t < questions.size(); ++t) {
    const std::string text = game::question_text(questions[t]);
    if (const auto known = known_.find(text); known != known_.end()) {
      all[t] = known->second;
      continue;
    }
    if (auto reply = recalled(questions[t].kind, text)) {
      all[t] = std::move(reply);
      continue;
    }
    if (questions[t].kind == ResponseQuestion::Kind::respond && !batch.has(text)) {
      if (options_.budget && calls >= *options_.budget) {
        out_of_budget_ = true;
        continue;
      }
      ++calls;
    }
    places[t] = batch.add(questions[t], text);
  }
  recheck();
  batch.run();
  for (std::size_t t = 0; t < questions.size(); ++t) {
    if (places[t]) all[t] = batch.reply(*places[t]);
  }
  return all;
}

Stop Asker::stop_reached() const {
  if (stop_.interrupted()) return {StopReason::interrupted, "interrupt"};
  if (!file_fault_.empty()) return {StopReason::ledger_file, "ledger file: " + file_fault_};
  if (stop_.out_of_time()) return {StopReason::time_limit, "time limit"};
  if (out_of_budget_) return {StopReason::budget, "budget"};
  return {StopReason::no_answer, "the game, which did not answer"};
}

}  // namespace responses
}  // namespace allnash
