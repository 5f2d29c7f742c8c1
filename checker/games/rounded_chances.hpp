// Probabilities of chance that were rounded. A decimal of at least six places stands for the
// numbers within half a unit of its last place, and at least within 2^-50 of it, relatively. Where
// those of a chance move do not add up to 1, the fractions of least denominator in these ranges are
// meant, if they do, and equal parts of 1 where all are written alike and these are within range.
#pragma once

#include "../exact.hpp"

namespace checker {

/// Replaces probabilities, none below 0, by what they were rounded from; false if that does not add
/// up to 1.
bool unrounded(const std::vector<string_view>& words, std::vector<Fraction>& chances);

}  // namespace checker
