// Whether results seem to have decided who met whom, in a log that is said to be in order.
//
// Comparisons over the same opponents (same_field.hpp) are proved for schedules that results did
// not decide. In a Swiss tournament or a knockout winners meet winners. What shows it: the
// standardized residuals of two players who meet (what each scored so far less what was expected of
// its strength, divided by the standard deviation) are then positively correlated. Strengths are
// fitted to the whole log, with a normal prior of variance 1 on the scale of log odds. With r that
// correlation over M matches the answer is yes if r sqrt(M) > 2.5.
//
// This is noticed, not proved: a warning, in floating point, that withholds statements. Simulated,
// it is below 2.5 for random pairings, round robins and divisions of like strength, and above for
// most Swiss tournaments. Long runs of one pairing make it negative, since the two residuals
// mirror each other. It says nothing against schedules that stop at a lead, for instance; so the
// answer names the assumption in any case.
#pragma once

#include "league/certify/counts.hpp"
#include "league/reading/record.hpp"

namespace allnash::league {

/// Requires a symmetric record of matches in order, and its counts.
[[nodiscard]] bool seems_led_by_results(const reading::Record& record, const Counts& counts);

}  // namespace allnash::league
