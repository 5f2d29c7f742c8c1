// What the results of all runs have, of games whose payoffs are fixed and of games of chance.
#pragma once

#include <string>

#include "allnash/result.hpp"
#include "answer/solve/setting.hpp"
#include "core/game/known.hpp"
#include "matrix/run/base.hpp"

namespace allnash {

/// The result before there is an answer: it has only the question.
Result question_of(const Source& game, const Options& options);
/// The first and the last event of a run.
void tell_start(const matrix::RunBase& run, const Result& result);
void tell_outcome(const matrix::RunBase& run, const Result& result);
/// Why a run ended before it had an answer; `reason` is why the method gave up, or empty.
Stop stop_of(const matrix::RunBase& run, const std::string& reason);
/// The bounds on the value, and the strategies that attain them.
void add_bounds(Result& result, const matrix::RunBase& run, const game::Known& known);
void add_counts(Result& result, const matrix::RunBase& run);
/// What came from the ledger file, if there is one; and what is told of the source is kept there,
/// once what the file had of it is rechecked or was not used.
void add_recalled(Result& result, const Setting& setting);

}  // namespace allnash
