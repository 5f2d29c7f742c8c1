// Strategies of a league that have left it, and what that ends.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "chance/evidence/freeze.hpp"
#include "league/board/update.hpp"
#include "league/reading/absence.hpp"

namespace allnash::league {

/// The strategies that were dropped before and have not played since.
[[nodiscard]] std::vector<std::string> still_gone(const Update& update,
                                                  const std::vector<std::string>& before,
                                                  std::int64_t recalled,
                                                  std::vector<std::string>& notes);
/// Saves which strategies are dropped, and returns whether that changes anything.
[[nodiscard]] bool remember_gone(reading::Intake& intake, const reading::Absence& absence);
/// Notes the attempts that ended because a strategy of their mixture has left.
void note_ended_attempts(const Update& update, const file::Past& past,
                         const reading::Absence& absence, std::vector<std::string>& notes);
/// Takes absent strategies and their plays out.
void leave_out(const reading::Absence& absence, file::Past& past);

}  // namespace allnash::league
