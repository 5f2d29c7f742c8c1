// All that is certified of a symmetric league: own scores, comparisons over the same opponents,
// pairings that have a favourite, and who may be first.
//
// Claim. With probability at least 1 - delta all of these hold together, those of all looks at a
// ledger, whenever somebody looks.
//
// How delta is shared. A half is for comparisons over the same opponents, a quarter for own scores,
// an eighth for pairings with a favourite, an eighth for who may be first.
//
// A log or a table of counts is the first look of a ledger; another one comes when the matches have
// grown by a tenth since the last. What was played since then waits for the next. Comparisons and
// who may be first are computed anew at look r, from all matches, with 1/(r (r+1)) of their part;
// these sum to 1 over all looks. What was stated stays stated, and is found again from the matches
// that there were. So when somebody looks, and who joins, must not be decided by results for these
// two.
//
// Own scores and favourites hold at any moment (own_score.hpp, direct.hpp), so that looks cost them
// nothing, and results may decide who joins. Players stand in the order in which they joined: those
// of the first look, n0 of them, are block 0, and block b are the next ones up to n0 2^b. Block b
// has 2^-(b+1) of a part, shared equally by its players, or by the ordered pairs whose later player
// it has. The pairs of block 0 are fixed beforehand, and tested together (closed_testing.hpp). Of
// later ones the set of true hypotheses may follow from results: each has a level v of its own and
// is stated when its e-value reaches 1/v, which by Ville's inequality from its joining on fails
// with probability at most v. Nobody present pays for who comes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "allnash/rational.hpp"
#include "core/base/stop_token.hpp"
#include "league/certify/counts.hpp"

namespace allnash::league {

/// The matches of a league at each look.
struct Looks {
  std::vector<Counts> fresh;  ///< of each look those that it brought; the first look has some
  Counts rest;                ///< since the last look
  std::vector<Index> joined;  ///< the players with matches, in the order of their first ones
  bool compared = true;       ///< whether the schedule bears comparisons over the same opponents
};

/// Two players, the better one first. What is not proved only counts among large e-values.
struct Finding {
  Index above = 0;
  Index below = 0;
  bool proved = false;
};

/// What is certified, with all that a recount needs.
struct LeagueClaim {
  Rational delta;
  Looks looks;
  /// What each look finds, by above, then below.
  std::vector<std::vector<Finding>> same_field;
  std::vector<std::vector<Finding>> direct;  ///< perhaps one more, with the rest
  struct OwnScore {
    Index player = 0;
    std::int64_t thousandths = 0;  ///< of what it scores at least
  };
  std::vector<OwnScore> own_scores;  ///< above 0, from all matches
  struct Excluded {
    Index player = 0;
    std::vector<Index> by;  ///< players whose evidence of scoring more suffices
  };
  std::vector<Excluded> excluded;  ///< from those who may be first, at the last look
};

/// Fewer statements when stopped.
[[nodiscard]] LeagueClaim certify_counts(Looks looks, const Rational& delta, const StopToken& stop);

/// Its lines in a certificate: docs/certificate_format.md.
[[nodiscard]] std::string text_of(const LeagueClaim& claim);

/// The players who may be first, by number; all, where nothing was compared.
[[nodiscard]] std::vector<Index> may_be_first(const LeagueClaim& claim);

}  // namespace allnash::league
