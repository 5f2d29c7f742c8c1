// Who scores more against the same opponents: an e-value of counts, for schedules that results did
// not decide.
//
// Claim. Players A and B met the opponents j that they have in common n_Aj and n_Bj times, and each
// other n times. Let m_j = n_Aj + n_Bj and h_j = n_Aj n_Bj / m_j. Let a_j, b_j and d be their mean
// expected scores in these matches, d that of A against B, and let H say that
//   sum over j of h_j (a_j - b_j) + n (d - 1/2) <= 0.
// If results decided neither who met whom nor how often, the mean over the bets l of
//   E_l = prod over j of [ prod over A's matches with j of (1 + l (n_Bj / m_j) (X - q_j))
//                          prod over B's matches with j of (1 + l (n_Aj / m_j) (q_j - Y)) ]
//         prod over their own matches of (1 + l (X - 1/2))
// has a mean of at most 1 under H, for any q_j in [1/4, 3/4] that the matches of others decide.
//
// Proof. Given the counts and the results of all others, the matches in E_l are independent, and
// the q_j are constants. No factor is negative: l < 4/3. So E_l has the mean
//   prod (1 + l (n_B/m) (a - q)) prod (1 + l (n_A/m) (q - b)) prod (1 + l (d - 1/2))
// over the same matches with their own expected scores in place of X and Y, and by 1 + x <= e^x
// that is at most exp(l [sum_j h_j (a_j - q_j + q_j - b_j) + n (d - 1/2)]) <= 1. QED.
// No model and no order is assumed, and players who never met are compared.
//
// The shares n_B/m and n_A/m must be exact, since the q_j cancel only if n_A times the one is n_B
// times the other: they are kept as quotients of whole numbers. Only q_j is rounded, to c/1024: it
// is (S + 1)/(N + 2) rounded down, where all but A and B earned S in N matches against j.
//
// Family. Statements are made of the ordered pairs whose comparison rests on at least `enough`
// matches, min(n_Aj, n_Bj) summed over j and n. With fewer none could reach 80. The schedule alone
// decides who these are.
//
// Cost: the common opponents, once, of all pairs that met or have one; then 11 bets for pairs whose
// scores differ enough. With s the sum of all terms that are multiplied by l, E <= exp(l_max s)
// where s > 0, by 1 + x <= e^x again: a pair with too small an s cannot reach what is wanted.
//
// Tried and dropped: bets rounded to 2^-10, with which the q_j do not cancel; chains over an order
// of the players, which need that there is one; random couples of matches, which need lots.
#pragma once

#include <cstdint>
#include <vector>

#include "allnash/rational.hpp"
#include "core/base/stop_token.hpp"
#include "league/certify/counts.hpp"
#include "league/certify/least.hpp"

namespace allnash::league {

/// Evidence that one player scores more than another against the same opponents.
struct Comparison {
  Index above = 0;
  Index below = 0;
  Least evidence;
};

struct Comparisons {
  std::int64_t family = 0;  ///< ordered pairs with enough matches
  std::vector<Comparison>
      shown;  ///< those whose evidence is at least `least`, by above, then below
};

/// Compares all pairs of the family. None when stopped.
[[nodiscard]] Comparisons compare_all(const Counts& counts, const Rational& least,
                                      const StopToken& stop);

}  // namespace allnash::league
