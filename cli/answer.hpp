// Prints the answer for people to read.
#pragma once

#include <optional>
#include <string>

#include "allnash/choice.hpp"
#include "allnash/rank.hpp"
#include "allnash/result.hpp"

namespace allnash::cli {

struct Style {
  bool bold = false;
  /// Bold headings on a terminal, unless NO_COLOR is set.
  static Style of_standard_output();
  [[nodiscard]] std::string heading(const std::string& text) const;
};

/// Short for games of any size: long lists are cut, and say so.
/// `sensible` has what to play where there is a choice.
std::string answer_text(const Result& result, Style style = {},
                        const SensibleStrategies& sensible = {});

/// Words for a player and its strategies; the plural adds an s.
struct PlayerNames {
  const char* heading;
  const char* strategy;
};
inline constexpr PlayerNames row_player{"Row player, the maximiser", "row"};
inline constexpr PlayerNames column_player{"Column player, the minimiser", "column"};

/// The part about the two optimal sets.
std::string equilibria_text(const Result& result, Style style, const PlayerNames& row = row_player,
                            const PlayerNames& column = column_player,
                            const SensibleStrategies& sensible = {});

// A ranking as people read it.
/// First who is best, or what to play, and how sure that is, then one line for each strategy. What
/// is weak is folded, unless all is asked for.
std::string ranking_text(const Ranking& ranking, Style style = {}, bool all = false);
/// The paragraph on what is certified, about this player first; without one about whoever has the
/// highest certified score. Empty if nothing can be certified.
std::string certified_text(const Ranking& ranking, std::optional<Index> leader = {});
/// All that is certified, as lists by name.
std::string certified_lists(const Ranking& ranking);

}  // namespace allnash::cli
