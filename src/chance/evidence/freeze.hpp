// The text of an attempt, which is written down before its first play and read back by later runs.
// It uses the file's numbers of the strategies, which do not change when others join or leave.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "allnash/rational.hpp"
#include "chance/evidence/attempt.hpp"
#include "payoffs/asking/kept.hpp"

namespace allnash::chance {

/// The settings of the run that made the attempt. No bound depends on them.
struct RunSettings {
  Rational epsilon;  ///< as a share of the range
  std::uint64_t seed = 1;
};

std::string frozen_text(const Attempt& attempt, const RunSettings& settings,
                        const asking::Past& numbers);
/// The text that records the last group of newcomers.
std::string joined_text(const Attempt& attempt, const asking::Past& numbers);

/// Reads an attempt of an earlier run. It has no arms for strategies that have left, and arms of
/// strategies that have not joined it have level 0.
///
/// Nothing if a strategy of its mixture has left, which ends it, or if its text cannot be read.
std::optional<Attempt> read_attempt(const asking::Past& past, std::int64_t number,
                                    const Rational& delta, bool symmetric);

/// The error budget of these attempts.
ErrorBudget budget_of(const Rational& delta, const std::vector<asking::Freeze>& frozen);

}  // namespace allnash::chance
