#include "core/game/response_text.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "core/base/text.hpp"

namespace allnash::game {

namespace {

using Kind = ResponseQuestion::Kind;

constexpr std::size_t longest_strategy = 10000;

std::string strategy_in(std::string_view word) {
  const std::string fault = strategy_fault(word);
  if (!fault.empty()) throw std::invalid_argument(fault);
  return std::string(word);
}

[[noreturn]] void refuse_reply(std::string_view line, const char* wanted) {
  throw std::invalid_argument(in_quotes(line) + " is not " + wanted);
}

Response response_in(std::string_view line, const std::vector<std::string_view>& words) {
  constexpr const char* wanted =
      "a strategy and its sum, `STRATEGY bound NUMBER` or `STRATEGY unproved`";
  const std::size_t count = words.size();
  if (count < 2) refuse_reply(line, wanted);
  Response reply{strategy_in(words[0]), {}, Response::Proof::exact};
  if (count == 2 && words[1] == "unproved") {
    reply.proof = Response::Proof::none;
    return reply;
  }
  if (count == 3 && words[1] == "bound") {
    reply.proof = Response::Proof::bound;
  } else if (count != 2 && !(count == 3 && words[1] == "value")) {
    refuse_reply(line, wanted);
  }
  reply.sum = Rational::parse(words.back());
  return reply;
}

}  // namespace

const char* name_of(Player player) { return player == Player::row ? "row" : "column"; }

std::string question_text(const ResponseQuestion& question) {
  if (question.kind == Kind::payoff) return "payoff " + question.row + " " + question.column;
  const std::string player = name_of(question.player);
  if (question.kind == Kind::start) return "start " + player;
  std::string text = "respond " + player;
  for (const auto& [strategy, weight] : question.opponent) {
    text += " " + strategy + " " + weight.to_string();
  }
  return text;
}

std::string strategy_fault(std::string_view strategy) {
  if (strategy.empty()) return "a strategy's name is empty";
  const auto spoils = [](char c) { return c == ' ' || is_control(c); };
  if (std::ranges::any_of(strategy, spoils)) {
    return in_quotes(strategy) + " is no name of a strategy: it has a blank in it";
  }
  if (!is_utf8(strategy)) return in_quotes(strategy) + " is no name of a strategy: it is no UTF-8";
  if (strategy.size() > longest_strategy) {
    return in_quotes(strategy) + " is no name of a strategy: it has over " +
           std::to_string(longest_strategy) + " characters";
  }
  return {};
}

std::string reply_text(Kind kind, const Response& reply) {
  if (kind == Kind::start) return reply.strategy;
  if (kind == Kind::payoff) return reply.sum.to_string();
  switch (reply.proof) {
    case Response::Proof::exact:
      return reply.strategy + " " + reply.sum.to_string();
    case Response::Proof::bound:
      return reply.strategy + " bound " + reply.sum.to_string();
    case Response::Proof::none:
      break;
  }
  return reply.strategy + " unproved";
}

Response reply_in(Kind kind, std::string_view line) {
  const std::vector<std::string_view> words = words_in(line);
  if (kind == Kind::respond) return response_in(line, words);
  if (words.size() != 1) {
    refuse_reply(line, kind == Kind::payoff ? "a number" : "a strategy's name without blanks");
  }
  Response reply;
  if (kind == Kind::payoff) {
    reply.sum = Rational::parse(words[0]);
  } else {
    reply.strategy = strategy_in(words[0]);
  }
  return reply;
}

}  // namespace allnash::game
