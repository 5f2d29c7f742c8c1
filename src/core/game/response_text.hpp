// Questions to a game known by best responses, and their answers, as lines of text: what an oracle
// program reads and writes, what a ledger file keeps, and what messages quote.
#pragma once

#include <string>
#include <string_view>

#include "allnash/large.hpp"

namespace allnash::game {

/// "row" or "column".
[[nodiscard]] const char* name_of(Player player);

/// `start row`, `payoff S T` or `respond row S1 w1 S2 w2 ...`.
[[nodiscard]] std::string question_text(const ResponseQuestion& question);

/// The fault of a strategy's name, or empty: it must be printable text without blanks.
[[nodiscard]] std::string strategy_fault(std::string_view strategy);

/// The line that answers a question of this kind: `S`, a number, or `S number`, `S bound number`,
/// `S unproved`.
[[nodiscard]] std::string reply_text(ResponseQuestion::Kind kind, const Response& reply);
/// Reads such a line; `S value number` is accepted for `S number`. Throws std::invalid_argument
/// with the reason.
[[nodiscard]] Response reply_in(ResponseQuestion::Kind kind, std::string_view line);

}  // namespace allnash::game
