// The exceptions allnash throws. Running out of budget or time is not one of them: that is a
// status of the result.
//
// Beside the classes below there are
//   std::invalid_argument, std::domain_error   a Rational from bad text, NaN or x/0
//   std::logic_error        a call whose requirement was not met, and a fault of the library itself
//   std::bad_alloc          no memory
//   whatever the caller's own Source, Observer, Crew or stream throws
// No answer is returned then.
// An error names options as `Options` and `option_table` do, without the dashes of a command line.
// Within a message a name stands in backticks, with its argument: `game-id NAME`.
#pragma once

#include <stdexcept>

#include "allnash/export.hpp"

namespace allnash {

/// The caller's mistake: an option out of range, a malformed game, a method that does not fit it.
/// The message is one line that says where and what, such as `game.csv:2: 'abc' is not a number`.
struct ALLNASH_EXPORT InputError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A ledger file that another run has open, or has changed meanwhile. Nothing was done; the call
/// may be repeated.
struct ALLNASH_EXPORT InUseError : InputError {
  using InputError::InputError;
};

/// An option out of range, or at odds with the game or another option. The message begins with its
/// name: `delta: 2 is not in (0, 1)`.
struct ALLNASH_EXPORT OptionError : InputError {
  using InputError::InputError;
};

/// The payoff source failed while answering; the message names the entry if there is one.
struct ALLNASH_EXPORT SourceError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A part of a result was asked for that only a proof gives. The message names it and the status.
struct ALLNASH_EXPORT NotProved : std::logic_error {
  using std::logic_error::logic_error;
};

}  // namespace allnash
