// One call of a source, spread over threads where the source allows it.
#pragma once

#include <span>

#include "allnash/payoff_source.hpp"

namespace allnash::payoffs {

/// Fills `answers` as `source.payoffs` does. Large batches of a concurrent source are shared among
/// the cores; the answers are the same. What a thread throws comes out here.
void answer(PayoffSource& source, std::span<const Entry> asked, std::span<Rational> answers);

}  // namespace allnash::payoffs
