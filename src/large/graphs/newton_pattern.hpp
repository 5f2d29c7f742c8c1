// The structure of the Newton system of a game on flows, without its numbers: its unknowns, which
// of them are coupled, and the order in which they are eliminated.
//
// The unknowns are the worth of each node to its player and, for the paired player
// (form.hpp), what each feature earns and how much of it is played. Let D be the matrix that
// subtracts from a feature its base, K the payoffs and z the amounts of features. The system has
// the differences S = D K in place of K, and u with z = D' u in place of z. So dense payoffs leave
// it sparse.
//
// An arc couples its tail with all its heads, and these with each other. At the root of a tree that
// would be a head for each card: all of them coupled, through the whole elimination. But an arc
// that every strategy takes has a fixed flow. It couples nothing, and the worth of its tail follows
// from the rest.
//
// Late on the path some arcs have slacks so small that their terms drown the rest in rounding
// errors. `defaults_apart` makes the change of flow through the heaviest arc of each node, its
// default, an unknown of its own beside the node's worth. Its term is then a small number and not a
// large one, but the system is larger.
#pragma once

#include <array>
#include <exception>
#include <span>
#include <vector>

#include "core/base/pace.hpp"
#include "core/base/stop_token.hpp"
#include "large/graphs/factor.hpp"
#include "large/graphs/form.hpp"

namespace allnash::large {

/// The couplings would take more memory than a machine should be asked for.
class TooLarge : public std::exception {
 public:
  [[nodiscard]] const char* what() const noexcept override { return "too many couplings"; }
};

class NewtonPattern {
 public:
  /// Throws TooLarge, and Stopped by the token.
  explicit NewtonPattern(const Form& form, bool defaults_apart = false, const StopToken& stop = {});

  struct Incidence {
    int arc;
    int sign;  // 1 at the tail, -1 at a head
    int slot;  // of the node and the arc's feature in `Side::feature_of`; -1 without a feature
  };
  struct Touch {
    int node;
    int slot;
  };
  struct Side {
    std::vector<int> first;  // index of each node's first incidence
    std::vector<Incidence> incidences;
    std::vector<int> slot_first;   // index of each node's first slot
    std::vector<int> feature_of;   // of each slot
    std::vector<int> touch_first;  // index of each feature's first touch
    std::vector<Touch> touches;
    /// Nodes without a choice that every strategy reaches; their only arcs are fixed. Ascending.
    std::vector<int> settled;
    std::vector<char> fixed;  ///< of each arc
  };

  const Form& form;
  bool defaults_apart = false;
  int paired;
  std::array<Side, 2> side;
  const std::vector<int>& base;       ///< of each feature of the paired player; -1 for none
  const std::array<Lines, 2>& lines;  ///< S, by the features of each player
  Elimination order;

  [[nodiscard]] int vertex_of_node(int player, int node) const {
    return player == paired ? node : form.side[paired].nodes + node;
  }
  [[nodiscard]] int vertex_of_feature(int feature) const {
    return form.side[0].nodes + form.side[1].nodes + feature;
  }
  /// The features that have this one as base.
  [[nodiscard]] std::span<const int> built_on(int feature) const {
    return std::span(built_on_).subspan(built_on_first_[feature],
                                        built_on_first_[feature + 1] - built_on_first_[feature]);
  }

 private:
  void list_built();
  [[nodiscard]] VertexGraph meetings(Pace& pace) const;
  [[nodiscard]] std::vector<int> by_level() const;

  std::vector<int> built_on_first_;
  std::vector<int> built_on_;
};

}  // namespace allnash::large
