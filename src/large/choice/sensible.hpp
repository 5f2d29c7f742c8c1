// The optimal flow that one should play, of all that are optimal.
//
// Dresher's choice, for tables: the one that earns most against the opponent's cheapest mistake,
// among those the one that earns most against the next, and so on. All such flows earn the same
// against every strategy of the opponent (M. Dresher, The Mathematics of Games of Strategy, 1961;
// E. van Damme, Stability and Perfection of Nash Equilibria, 1991: the proper equilibria).
//
// The slip order, for trees and path games: the flow against which an opponent loses most if at one
// of his sets, all equally, he picks an action at random that no equilibrium takes and plays
// perfectly afterwards; ties are broken by what he loses by going astray again at the next move,
// and so on (docs/research/all_equilibria.md, theorem S).
//
// Of flows that either leaves, the mean of those that play one arc most, over the arcs; in blocks
// too large for that an extreme point.
#pragma once

#include <optional>
#include <vector>

#include "allnash/rational.hpp"
#include "core/base/stop_token.hpp"
#include "large/choice/face.hpp"

namespace allnash::large {

/// A point of the face.
struct ChosenPoint {
  std::vector<Rational> point;
  bool only = true;  ///< whether the order leaves no other flow, as far as it was seen
  /// Of the slip order: what the opponent loses by his first slip, his second, ..., on the whole;
  /// and the amounts on his arcs that prove it, by slip.
  std::vector<Rational> lost = {};
  std::vector<std::vector<Rational>> proof = {};
};

/// Nothing when stopped, or if the face has too many rows.
std::optional<ChosenPoint> dresher_point(const Form& form, const OptimalFace& face,
                                         const StopToken& stop);
std::optional<ChosenPoint> slip_point(const Form& form, const OptimalFace& face,
                                      const StopToken& stop);

/// The slips: for each arc of the opponent that no equilibrium takes how many of them lead there,
/// and its weight; 0 for the other arcs.
struct Slips {
  std::vector<int> order;
  std::vector<Rational> weight;
  int most = 0;
};
Slips slips_of(const Graph& theirs, const std::vector<char>& played);

}  // namespace allnash::large
