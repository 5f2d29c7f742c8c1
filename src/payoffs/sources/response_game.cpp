// A game known by best responses that answers one question at a time.
#include <cstddef>

#include "allnash/large.hpp"

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

}  // namespace allnash
