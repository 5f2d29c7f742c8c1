// Which question the matches are to answer, whether they are enough for it, and which to play next.
// Estimates and forecasts, no guarantees.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "allnash/rank.hpp"
#include "core/base/stop_token.hpp"
#include "league/estimate/estimate.hpp"
#include "league/reading/record.hpp"

namespace allnash::league {

/// A question, by the word for it; of two players also who they are.
struct PlanPurpose {
  Purpose purpose = Purpose::top;
  std::optional<Entry> pair = {};
};
/// What the option `for` asks. Throws OptionError.
[[nodiscard]] PlanPurpose asked_by(const std::string& text, const reading::Record& record);
/// What is asked where nobody says so: who is best, or in a cyclic league what to play.
[[nodiscard]] PlanPurpose usual_question(const EstimateWithReasons& known);

struct Planned {
  std::vector<Enough> enough;  ///< for the question, then for another
  std::vector<Entry> next;     ///< so many matches, the most useful first
  std::vector<Entry> soon;     ///< likewise, ten
};

/// What there is to know besides the matches.
struct PlanSettings {
  PlanPurpose asked;
  std::vector<double> field;  ///< shares of all players; empty: equal
  double zone = 0.02;
  double delta = 0.05;  ///< for a question about two players
  std::int64_t matches = 0;
};
/// Requires a symmetric game with drawn leagues, and matches whose number is known. Nothing when
/// stopped.
[[nodiscard]] std::optional<Planned> planned_for(const PairingSums& sums,
                                                 const EstimateWithReasons& known,
                                                 const PlanSettings& settings,
                                                 const StopToken& stop);

}  // namespace allnash::league
