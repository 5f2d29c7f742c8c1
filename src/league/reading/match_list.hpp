// Lists of payoffs and of plays: the form of exports, and of data that people have.
#pragma once

#include <cstdint>
#include <deque>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "allnash/ledger.hpp"
#include "allnash/rational.hpp"
#include "allnash/source.hpp"
#include "core/base/text.hpp"
#include "payoffs/file/play_table.hpp"

namespace allnash::reading {

/// The content of each line of a list; the first line of the list may state it.
enum class ListKind {
  payoffs,   ///< row,column,payoff
  averages,  ///< row,column,payoff,plays; plays is empty if the payoff is no average
  outcomes,  ///< row,column,outcome: a line a play
  plays,     ///< row,column,seed,payoff
};
const char* header_of(ListKind kind);

/// The word in place of the payoff of a play that never returned.
inline constexpr const char* lost_word = "lost";

struct MatchLine {
  Entry entry;                          ///< indices of words
  std::optional<Rational> payoff = {};  ///< nothing for a lost play
  std::int64_t line = 0;                ///< in the file
  /// The number of plays that the payoff averages, or adds up in a list that is averaged; otherwise
  /// 0.
  std::int64_t plays = 0;
  std::int64_t seed = 0;
};

struct MatchList {
  NameTable rows;
  NameTable columns;  ///< in a symmetric game those of `rows`
  std::deque<MatchLine> lines;
  ListKind kind = ListKind::payoffs;
};

/// The seed of a play in lists. A match from a log has -1 less its number, which no play has as
/// seed.
std::int64_t listed_seed(const file::KeptPlay& play);
/// The play of a line with this seed; seed 0 is a payoff.
file::KeptPlay with_listed_seed(Entry entry, std::int64_t seed);

/// Whether each line is one play and the mean of an entry's plays is its payoff.
inline bool is_averaged(ListKind kind, std::optional<Repeats> wanted) {
  return wanted.value_or(kind == ListKind::outcomes ? Repeats::average : Repeats::agree) ==
         Repeats::average;
}

/// Reads a list for a ledger of plays, or of payoffs. Throws InputError, `name:line: what`. In a
/// symmetric game rows and columns share their words. If a list of payoffs is averaged, equal
/// pairings become one line, the first, with their sum, since such lists are long.
MatchList read_match_list(std::istream& in, const std::string& name, bool symmetric, bool by_play,
                          std::optional<Repeats> repeats);

}  // namespace allnash::reading
