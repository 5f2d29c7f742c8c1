// What the ledger remembers, without the ledger.
#pragma once

#include <memory>

#include "allnash/known_payoffs.hpp"
#include "ledger/seen.hpp"

namespace allnash::ledger {

/// `sum`: of the two payoffs of a match, in a symmetric game.
[[nodiscard]] std::unique_ptr<const KnownPayoffs> known_payoffs(Seen seen, bool symmetric,
                                                                Rational sum);

}  // namespace allnash::ledger
