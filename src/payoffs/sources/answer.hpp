// One call of a source, spread over several threads where the source allows it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "allnash/source.hpp"

namespace allnash::sources {

/// Calls `source.answer`. If the source is concurrent and the batch large, calls `payoffs` from
/// several threads, at most `threads`, with the same answers. Rethrows what a thread throws.
void answer(Source& source, std::span<const Question> asked, Answers& answers,
            std::optional<std::int64_t> threads);

/// The message for an entry that was asked twice and had two payoffs.
std::string two_payoffs(Entry entry, const Rational& first, const Rational& second);

}  // namespace allnash::sources
