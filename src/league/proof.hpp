// What is behind an answer: all that a certificate shows.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "allnash/rank.hpp"
#include "chance/attempt.hpp"
#include "chance/bernstein.hpp"

namespace allnash::league {

/// What a frozen mixture showed against one opponent: by whole rounds, or where strata are there,
/// by them.
struct Trial {
  std::int64_t rounds = 0;
  std::int64_t plays = 0;  ///< planned; what did not take place counts as lost
  std::int64_t wins = 0;
  std::int64_t lambda = 0;
  std::vector<chance::Stratum> strata;  ///< of the strategies played, the opponent itself left out
  Rational shown;  ///< on the mean of the rounds; on what the strata earn in all
  Rational bound;  ///< on what the mixture earns, as a share of the range
};

/// One player's frozen mixture: strategy i is played `weights[i] / denominator`.
struct FrozenMixture {
  std::vector<std::int64_t> weights;
  std::int64_t denominator = 1;
  std::vector<Trial> trials;  ///< of every opponent
};

/// The interval of a pairing that met: shares of the range, multiples of 10^-4.
struct Interval {
  Entry entry;
  std::int64_t plays = 0;
  Rational least_sum;  ///< of its plays; two where only a rounded mean is known
  Rational most_sum;
  Rational low;
  Rational high;
};

/// A cap, and the mixture of the opponent that shows it.
struct CapProof {
  Cap cap;
  MixedStrategy mixture;
};

struct Proof {
  /// Of a league in a ledger, and then nothing else.
  std::optional<chance::Attempt> attempt;
  Rational guarantee_level;  ///< of each frozen mixture
  Rational box_level;        ///< of the box
  // None where the box is behind the guarantee.
  std::optional<FrozenMixture> row_mixture;
  std::optional<FrozenMixture> column_mixture;
  std::vector<Interval> box;
  std::vector<CapProof> row_caps;
  std::vector<CapProof> column_caps;  ///< none in a symmetric game

  static const Proof& of(const Ranking& ranking) { return *ranking.proof_; }
  static void put(Ranking& ranking, std::shared_ptr<const Proof> proof) {
    ranking.proof_ = std::move(proof);
  }
};

}  // namespace allnash::league
