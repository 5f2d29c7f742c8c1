// What the ledger remembers, without the ledger.
#pragma once

#include <memory>

#include "allnash/known_payoffs.hpp"
#include "payoffs/seen.hpp"

namespace allnash::payoffs {

[[nodiscard]] std::unique_ptr<const KnownPayoffs> known_payoffs(Seen seen, bool symmetric);

}  // namespace allnash::payoffs
