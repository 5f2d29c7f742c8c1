// The optimal strategies of one player, as a polytope, from the supports that the proof gives.
//
//   X* = { x on the support : sum x = 1, x >= 0,
//          x.a = v for each tight line a (an opponent strategy in the other support),
//          x.a >= v for each loose line a (every other opponent strategy) }
//
// The row player's lines are the columns of the game; the column player's are the rows of -A, with
// value -v. Dimension needs the tight lines alone; extreme points need the loose ones too.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "allnash/result.hpp"
#include "core/base/stop_token.hpp"
#include "core/exact/linear_system.hpp"
#include "core/exact/matrix.hpp"

namespace allnash::game {

struct ExtremePoints {
  std::vector<MixedStrategy> points;  ///< sorted by dense_less
  bool complete = true;
};

/// The proof that a list of extreme strategies is complete: a cone that contains all optimal
/// strategies, and the order in which it is cut down to them (docs/research/vertices.md).
struct ListProof : Inner {
  /// A quantity that is nonnegative for every optimal strategy: the probability of one of the
  /// player's strategies, or the payoff above the value against one of the opponent's.
  struct Constraint {
    bool own = true;
    Index index = 0;
  };
  std::vector<Constraint> start;
  std::vector<MixedStrategy> vectors;  ///< extreme rays of the start; integers, possibly negative
  std::vector<Constraint> cuts;

  /// The proof of a set for which `list_proved` holds.
  static const ListProof& of(const OptimalSet& set) {
    return static_cast<const ListProof&>(*set.inner);
  }
  static void put(OptimalSet& set, std::shared_ptr<const ListProof> proof) {
    set.inner = std::move(proof);
  }
};

class Face {
 public:
  /// `tight` has a row for each line and a column for each support strategy. `interior` is the
  /// player's half of a strictly complementary pair: positive on the whole support and strictly
  /// above v on every loose line.
  Face(std::vector<Index> support, const exact::Matrix& tight, Rational value,
       const MixedStrategy& interior, const StopToken& stop = {});

  /// The same for a set that is known to be a single point; without lines it has no proof.
  Face(std::vector<Index> support, const MixedStrategy& only);

  /// Nothing when stopped before it was known.
  [[nodiscard]] std::optional<Index> dimension() const noexcept { return dimension_; }

  /// Up to `limit` extreme points; `complete` tells whether these are all. `loose` has a row for
  /// each line. If there are more than `limit`, the first ones in order; if even the work bound
  /// does not allow for all, some, which may depend on `interior`. When stopped, those found so
  /// far.
  [[nodiscard]] ExtremePoints extreme_points(const exact::Matrix& loose, std::int64_t limit,
                                             const StopToken& stop) const;

  /// Proves that there are exactly this many extreme points. `lines` names the rows of `loose`.
  /// Nothing when stopped, or if the proof would take too long to check.
  [[nodiscard]] std::shared_ptr<const ListProof> proof(const exact::Matrix& loose,
                                                       std::span<const Index> lines,
                                                       std::size_t points,
                                                       const StopToken& stop) const;

 private:
  std::vector<Index> support_;
  Rational value_;
  std::vector<Rational> interior_;  // dense on the support
  exact::IntegerMatrix constant_;   // constant on the face; empty for a single point
  std::optional<Index> dimension_;
};

}  // namespace allnash::game
