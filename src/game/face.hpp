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
#include "base/stop_token.hpp"
#include "exact/linear_system.hpp"
#include "exact/matrix.hpp"

namespace allnash::game {

struct ExtremePoints {
  std::vector<MixedStrategy> points;  ///< sorted by dense_less
  bool complete = true;
};

/// How a list of extreme strategies is proved complete: a cone that contains all optimal
/// strategies, and the order in which it is cut down to them (docs/research/vertices.md).
struct ListProof {
  /// A quantity that is at least 0 for every optimal strategy: the probability of one of the
  /// player's own strategies, or what is earned above the value against one of the opponent's.
  struct Constraint {
    bool own = true;
    Index index = 0;
  };
  std::vector<Constraint> start;
  std::vector<MixedStrategy> vectors;  ///< of the start; integers, some perhaps below 0
  std::vector<Constraint> cuts;

  /// That of a set for which `list_proved` holds.
  static const ListProof& of(const OptimalSet& set) { return *set.list_proof_; }
  static void put(OptimalSet& set, std::shared_ptr<const ListProof> proof) {
    set.list_proof_ = std::move(proof);
  }
};

class Face {
 public:
  /// `tight` has a line a row and a support strategy a column. `interior` is a point of the
  /// polytope that is positive on the whole support and strictly above v on every loose line: the
  /// player's half of a strictly complementary pair.
  Face(std::vector<Index> support, const exact::Matrix& tight, Rational value,
       const MixedStrategy& interior, const StopToken& stop = {});

  /// The same where it is known to be the one point; without lines it has no proof.
  Face(std::vector<Index> support, const MixedStrategy& only);

  /// Nothing when `stop` came before it was known.
  [[nodiscard]] std::optional<Index> dimension() const noexcept { return dimension_; }

  /// Up to `limit` extreme points; `complete` tells whether they are all. `loose` has a line a row.
  /// When there are more than `limit` the first ones in order are listed; when there are so many
  /// that not even the work bound allows for all, some: which ones may then depend on `interior`.
  /// Ends early, with what it has, when `stop` says so.
  [[nodiscard]] ExtremePoints extreme_points(const exact::Matrix& loose, std::int64_t limit,
                                             const StopToken& stop) const;

  /// Proves that there are these many extreme points. `lines` has a name for each row of `loose`.
  /// Nothing where that would take too long to check, or `stop` says so.
  [[nodiscard]] std::shared_ptr<const ListProof> proof(const exact::Matrix& loose,
                                                       std::span<const Index> lines,
                                                       std::size_t points,
                                                       const StopToken& stop) const;

 private:
  std::vector<Index> support_;
  Rational value_;
  std::vector<Rational> interior_;  // dense on the support
  exact::IntegerMatrix constant_;   // lines that are constant on the face; none of a point
  std::optional<Index> dimension_;
};

}  // namespace allnash::game
