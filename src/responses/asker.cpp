#include "responses/asker.hpp"

#include <cstddef>
#include <stdexcept>
#include <utility>

#include "allnash/error.hpp"
#include "base/text.hpp"
#include "game/response_text.hpp"

namespace allnash {

void ResponseGame::answer(std::span<const ResponseQuestion> asked, ResponseReplies& replies) {
  using Kind = ResponseQuestion::Kind;
  for (std::size_t which = 0; which < asked.size() && !replies.stopped(); ++which) {
    const ResponseQuestion& question = asked[which];
    Response reply;
    if (question.kind == Kind::start) {
      reply.strategy = start(question.player);
    } else if (question.kind == Kind::payoff) {
      reply.sum = payoff(question.row, question.column);
    } else {
      reply = respond(question.player, question.opponent);
    }
    replies.take(which, reply);
  }
}

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
    } catch (const store::LedgerWriteError& error) {
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
  batch.run();
  for (std::size_t t = 0; t < questions.size(); ++t) {
    if (places[t]) all[t] = batch.reply(*places[t]);
  }
  return all;
}

std::string Asker::stopped_by() const {
  if (stop_.interrupted()) return "interrupt";
  if (!file_fault_.empty()) return "ledger file: " + file_fault_;
  if (stop_.out_of_time()) return "time limit";
  return out_of_budget_ ? "budget" : "the game, which did not answer";
}

}  // namespace responses
}  // namespace allnash
