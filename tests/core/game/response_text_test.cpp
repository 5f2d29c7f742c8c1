// Questions and answers of games known by best responses, as text and back.
#include "core/game/response_text.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

namespace allnash::response_text_test {
namespace {

using Kind = ResponseQuestion::Kind;
using Proof = Response::Proof;

TEST(ResponseText, SaysQuestions) {
  EXPECT_EQ(game::question_text({Kind::start, Player::column}), "start column");
  EXPECT_EQ(game::question_text({Kind::payoff, Player::row, "a", "b"}), "payoff a b");
  EXPECT_EQ(game::question_text({Kind::respond, Player::row, "", "", {{"x", 3}, {"y,z", 14}}}),
            "respond row x 3 y,z 14");
}

TEST(ResponseText, AnswersComeBack) {
  for (const char* text : {"a 3", "a -1/3", "a bound 7", "a unproved", "bound 1", "unproved 2",
                           "1 2", "value 5", "bound bound 1", "unproved unproved"}) {
    const Response reply = game::reply_in(Kind::respond, text);
    EXPECT_EQ(game::reply_text(Kind::respond, reply), text);
  }
  EXPECT_EQ(game::reply_text(Kind::payoff, game::reply_in(Kind::payoff, " 0.5 ")), "1/2");
  EXPECT_EQ(game::reply_text(Kind::start, game::reply_in(Kind::start, "\tS\r")), "S");
}

TEST(ResponseText, TakesTheWordValue) {
  const Response reply = game::reply_in(Kind::respond, "a value 3/4");
  EXPECT_EQ(reply.strategy, "a");
  EXPECT_EQ(reply.sum, Rational(3, 4));
  EXPECT_EQ(reply.proof, Proof::exact);
}

TEST(ResponseText, RefusesWhatIsNoAnswer) {
  for (const char* text : {"", " ", "a", "a b", "a bound", "a bound b", "a 1 2", "a bound 1 2",
                           "a unproved 1", "a nan", "a inf", "a value", "\x01 1", "\xff 1"}) {
    EXPECT_THROW((void)game::reply_in(Kind::respond, text), std::invalid_argument) << text;
  }
  for (const char* text : {"", "a", "1 2", "1/0"}) {
    EXPECT_THROW((void)game::reply_in(Kind::payoff, text), std::invalid_argument) << text;
  }
  for (const char* text : {"", "a b"}) {
    EXPECT_THROW((void)game::reply_in(Kind::start, text), std::invalid_argument) << text;
  }
  EXPECT_THROW((void)game::reply_in(Kind::start, std::string(10001, 'a')), std::invalid_argument);
  EXPECT_NO_THROW((void)game::reply_in(Kind::start, std::string(10000, 'a')));
}

}  // namespace
}  // namespace allnash::response_text_test
