// The exceptions allnash throws. Running out of budget or time is not one of them: that is a
// status of the result.
#pragma once

#include <stdexcept>

namespace allnash {

/// The caller's mistake: an option out of range, a malformed game, a method that does not fit it.
/// The message is one line that says where and what, such as `game.csv:2: 'abc' is not a number`.
struct InputError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The payoff source failed while answering; the message names the entry where there is one.
struct SourceError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace allnash
