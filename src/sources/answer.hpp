// One call of a source, spread over several threads where the source allows it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "allnash/source.hpp"

namespace allnash::sources {

/// Asks `source.answer`. Where the source is concurrent and the batch large, asks `payoffs` from
/// several threads instead, as many as allowed; the answers are the same. What a thread throws
/// comes out here.
void answer(Source& source, std::span<const Question> asked, Answers& answers,
            std::optional<std::int64_t> threads);

/// The message for an entry that was asked twice and had two payoffs.
std::string two_payoffs(Entry entry, const Rational& first, const Rational& second);

}  // namespace allnash::sources
