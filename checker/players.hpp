// Claims about single players of a symmetric league, from counts of matches: what each scores at
// least, which pairings have a favourite, who scores more than whom against the same opponents, and
// who is not first. docs/certificate_format.md says what must hold, and src/league/certify/ why the
// claims then hold together with probability 1 - delta. That results did not decide who met whom,
// where orders are claimed, and in which order players joined, is the word of whoever made the
// certificate.
#pragma once

#include <optional>
#include <vector>

#include "claim.hpp"

namespace checker {

/// What one player is sure to have earned in matches against another.
struct Earned {
  Index plays = 0;
  Index wins = 0;
  Index draws = 0;
  [[nodiscard]] Index losses() const { return plays - wins - draws; }
  [[nodiscard]] Index twice() const { return 2 * wins + draws; }
};

/// New matches of a pairing.
struct NewMatches {
  Index first = 0;
  Index second = 0;
  Earned own;     // of the first
  Earned theirs;  // of the second
};

/// Two players, the better one first. What is not proved counts among large e-values.
struct Finding {
  std::size_t line = 0;
  Index above = 0;
  Index below = 0;
  bool proved = false;
};

struct Look {
  std::vector<NewMatches> fresh;
  std::vector<Finding> favourites;
  std::vector<Finding> orders;
};

struct OwnScore {
  std::size_t line = 0;
  Index player = 0;
  Fraction low;
};

struct Excluded {
  std::size_t line = 0;
  Index player = 0;
  std::vector<Index> by;
};

struct Players {
  std::size_t all = 0;  // players, also those without matches
  bool compared = false;
  std::vector<Index> joined;
  std::vector<Look> looks;   // none: nothing is claimed
  std::optional<Look> rest;  // since the last look, without orders
  std::vector<OwnScore> own_scores;
  std::vector<Excluded> excluded;
};

/// Reads these claims, if the next line begins them.
Players read_players(Lines& lines, const Claim& claim);
void check_players(const Players& players, const Fraction& delta);

}  // namespace checker
