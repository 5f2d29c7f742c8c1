// Many statements with one error budget: closed testing by means.
//
// Claim. m null hypotheses have e-values, each of mean at most 1 if its hypothesis is true, under
// any dependence; m does not depend on results. Let r be the number of e-values of at least 1/d.
// Reject those with e >= (m - r + 1)/d. With probability at least 1 - d no true one is rejected; if
// the e-values are processes that are valid at any moment, at all moments together.
//
// Proof. Let T be the true hypotheses, and e_i be rejected, i in T. Those in T with an e-value
// below 1/d are at most m - r. So the sum over T of (e - 1/d) is at least
// e_i - 1/d - (m - r)/d >= 0: the mean of the e-values over T, which has a mean of at most 1,
// reaches 1/d. Markov's inequality; Ville's for processes. QED. It is the closed test by weighted
// means (Vovk and Wang 2021) with equal weights and e-values below 1/d taken as 0, which costs 1 %
// of the threshold at most and leaves r alone to be recounted.
#pragma once

#include <cstdint>

#include "allnash/rational.hpp"

namespace allnash::league {

/// The least e-value that is rejected.
inline Rational closed_threshold(std::int64_t hypotheses, std::int64_t large,
                                 const Rational& level) {
  return Rational(hypotheses - large + 1) / level;
}

}  // namespace allnash::league
