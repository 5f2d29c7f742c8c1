// The first screen of a ranking with a leaderboard: who is best, how sure that is, and the table.
#pragma once

#include <string>

#include "allnash/rank.hpp"
#include "answer.hpp"

namespace allnash::cli {

/// Whom the answer names first, who else may be first, and how much of the order holds.
std::string board_head(const Ranking& ranking, Style style);

/// What the first place hangs on, and what changed.
std::string hanging_text(const Ranking& ranking, bool all);

/// A line for each player, the best first; without `all` at most the first twenty. Below it what
/// the columns mean.
std::string board_table(const Ranking& ranking, bool all);

/// A mixture as a list of names with shares, the largest first.
std::string mixture_line(const MixedStrategy& strategy, const std::vector<std::string>& labels);

/// Whether payoffs are win rates, which are shown as shares of the matches; others are shown as
/// they are.
bool has_win_rates(const Ranking& ranking);
/// A win rate as a share of the matches.
double share_of(const Ranking& ranking, double payoff);

}  // namespace allnash::cli
