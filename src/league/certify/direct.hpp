// Who wins more than half of the matches of a pairing: an e-value of counts.
//
// Claim. Let H say that the first player's expected score against the second is at most 1/2, and
// let it have won W of their matches and lost L, draws aside. Then
//   E = 2^(W+L+1) B(W+3, L+3) / B(3,3) P(Beta(W+3, L+3) > 1/2)
// is, as matches come, a nonnegative process of mean at most 1 under H at any moment, whatever
// decided who met whom and when somebody looked: P(E ever reaches 1/d) <= d.
//
// Proof. E is the mean, over q with density q^2 (1-q)^2 on [1/2, 1], of the product of
// 1 + (2q - 1)(2X - 1) over the matches: 2q for a win, 2(1 - q) for a loss, 1 for a draw. Under H
// the mean of such a factor, given all that was before it, is at most 1, so each product is a
// supermartingale, and their mean is one. Ville's inequality. QED. (Robbins 1970 mixes likewise.)
//
// It is a finite sum: with N = W + L + 5 and K = W + 2,
//   E = 15/8 / (N - K) times the sum over j = 0 ... K of r_j,
//   r_0 = 1, r_(j+1) = r_j (K - j) / (N - K + j + 1),
// since P(Beta(a, b) > 1/2) is the probability of fewer than a heads among a + b - 1 fair coins.
//
// Tried and dropped: a mean over finitely many q, which is one mechanism with same_field.hpp but
// costs 1.5 nats more where matches are few; lots for draws, which the box of older versions drew.
#pragma once

#include "league/certify/counts.hpp"
#include "league/certify/least.hpp"

namespace allnash::league {

/// The e-value of "wins more than half", at least by rounding. `score` is the first player's.
[[nodiscard]] Least direct_evidence(const Score& score);

}  // namespace allnash::league
