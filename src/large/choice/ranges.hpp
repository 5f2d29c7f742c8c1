// The least and the most of flows and probabilities over all optimal flows of a player.
//
// Claims (docs/research/all_equilibria.md). Each search is a linear program on one block of the
// face. Its multipliers are amounts on the opponent's arcs, which prove the bound without the face
// (theorem R). A probability, the part x_a / x_s that an arc has of what leaves its tail, attains
// its ends at vertices (lemma B); Dinkelbach's steps find them: maximise x_a - p x_s, with p the
// ratio at the best vertex so far, until nothing is above 0.
//
// W. Dinkelbach, On nonlinear fractional programming, Management Science 13 (1967), 492-498.
#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "allnash/choice.hpp"
#include "core/base/stop_token.hpp"
#include "core/lp/guessed_program.hpp"
#include "core/lp/polyhedron.hpp"
#include "large/choice/face.hpp"

namespace allnash::large {

/// A bound on what optimal flows play of an arc, and why it holds.
struct Bound {
  int arc = 0;
  bool share = false;  ///< of the part that the arc has in what leaves its tail
  bool most = false;
  Rational value;
  std::vector<std::pair<int, Rational>> multipliers = {};  ///< by variable of the face
  std::optional<std::size_t> witness = {};                 ///< the point that attains it
};

class RangeSearch {
 public:
  /// Blocks that are too large for exact pivoting are guessed in floating point and then checked,
  /// which takes about `work` multiplications of long numbers in all, at most.
  RangeSearch(const Form& form, const OptimalFace& face, const StopToken& stop,
              std::int64_t work = most_work);
  /// What finding all ranges of a game may take, in seconds about a tenth of these billions.
  static constexpr std::int64_t most_work = 20'000'000'000;

  /// The range of an arc that optimal flows play.
  [[nodiscard]] Range flow(int arc);
  /// Of an arc whose tail is not node 0.
  [[nodiscard]] Range share(int arc);
  /// The bounds behind the exact ranges so far, in no order.
  [[nodiscard]] const std::vector<Bound>& bounds() const { return bounds_; }
  /// The points of the face that attain bounds.
  [[nodiscard]] const std::vector<std::vector<Rational>>& witnesses() const { return witnesses_; }
  /// Widens what is known to be reached in an open range by some of these points.
  void widen(int arc, Range& range) const;

 private:
  /// What is known of one end of a range.
  struct End {
    Rational value;
    std::vector<std::pair<int, Rational>> multipliers;
    std::size_t witness = 0;
  };
  /// A linear function of the coordinates, as variables of blocks.
  struct Goal {
    Rational constant;
    std::map<int, std::vector<std::pair<int, Rational>>> of_block;
  };
  [[nodiscard]] Goal goal_of(int arc) const;
  [[nodiscard]] Goal goal_of(const Affine& affine) const;
  [[nodiscard]] std::optional<End> search(const Goal& goal, bool turned);
  [[nodiscard]] std::optional<End> search_share(int arc, bool turned);
  [[nodiscard]] lp::PolyhedronProgram* program(int block);
  [[nodiscard]] bool search_guessed(int block, const std::vector<std::pair<int, Rational>>& terms,
                                    bool turned, End& end,
                                    std::map<int, std::vector<Rational>>& points);
  [[nodiscard]] std::size_t witness_of(const std::map<int, std::vector<Rational>>& points);
  void note_zeros(int block);
  [[nodiscard]] int variable_of_face(int block, int variable) const;
  [[nodiscard]] Range open_range(const Affine& affine) const;
  void keep(int arc, bool share, bool upper, const End& end);

  const Form& form_;
  const OptimalFace& face_;
  StopToken stop_;
  std::vector<std::optional<lp::PolyhedronProgram>> programs_;
  std::vector<char> too_large_;
  std::vector<std::optional<lp::GuessedProgram>> guesses_;  // of blocks that are
  std::int64_t work_left_;
  std::vector<std::vector<std::optional<std::size_t>>>
      zero_at_;                   // by block, by variable: a witness
  std::vector<int> row_place_;    // by row of the face
  std::vector<Affine> arriving_;  // by node of the player
  std::vector<Rational> base_;    // a point of the face
  std::vector<std::vector<Rational>> witnesses_;
  std::map<std::vector<Rational>, std::size_t> known_;
  std::vector<Bound> bounds_;
};

}  // namespace allnash::large
