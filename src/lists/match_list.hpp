// Lists of payoffs and of plays: the form of exports, and of data that people have.
#pragma once

#include <cstdint>
#include <deque>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "allnash/index.hpp"
#include "allnash/ledger.hpp"
#include "allnash/rational.hpp"
#include "base/text.hpp"
#include "store/play_table.hpp"

namespace allnash::lists {

/// What each line of a list holds; the first line of the list may say it.
enum class ListKind {
  payoffs,   ///< row,column,payoff
  averages,  ///< row,column,payoff,plays, with nothing for plays where a payoff is no average
  outcomes,  ///< row,column,outcome: a line a play
  plays,     ///< row,column,seed,payoff
};
const char* header_of(ListKind kind);

/// The word in place of the payoff of a play that will never come back.
inline constexpr const char* lost_word = "lost";

struct MatchLine {
  Entry entry;                          ///< of words
  std::optional<Rational> payoff = {};  ///< none of a play that is lost
  std::int64_t line = 0;                ///< of the file
  /// The number of plays that the payoff is the average of, or the sum of in a list that is
  /// averaged; otherwise 0.
  std::int64_t plays = 0;
  std::int64_t seed = 0;
};

struct MatchList {
  NameTable rows;
  NameTable columns;  ///< of a symmetric game those of `rows`
  std::deque<MatchLine> lines;
  ListKind kind = ListKind::payoffs;
};

/// The seed of a play as lists have it. That of a match of a log is below 0: -1 less its number, a
/// whole number that no play has.
std::int64_t listed_seed(const store::KeptPlay& play);
/// The play that a line with this seed is of; the seed 0 is a payoff.
store::KeptPlay with_listed_seed(Entry entry, std::int64_t seed);

/// Whether each line of a list is one play, and the mean of the plays of an entry is its payoff.
inline bool is_averaged(ListKind kind, std::optional<Repeats> wanted) {
  return wanted.value_or(kind == ListKind::outcomes ? Repeats::average : Repeats::agree) ==
         Repeats::average;
}

/// A list for a ledger of plays, or of payoffs. Throws InputError, `name:line: what`. In a
/// symmetric game rows and columns share their words. A list for a ledger of payoffs that is
/// averaged has one line for all that are written alike, the first, with their sum: such lists are
/// long.
MatchList read_match_list(std::istream& in, const std::string& name, bool symmetric, bool by_play,
                          std::optional<Repeats> repeats);

}  // namespace allnash::lists
