// The search for an optimal mixture of three to five strategies: sets of a player's strategies,
// those that guarantee most read on.
#pragma once

#include <set>
#include <span>
#include <vector>

#include "base/random.hpp"
#include "search/lazy/block.hpp"
#include "search/lazy/few_against_many.hpp"
#include "search/lazy/outlook.hpp"
#include "search/run.hpp"

namespace allnash::methods {

/// What comes out is a guess, in floating point.
class Supports {
 public:
  Supports(Run& run, Player player);

  /// True for games that are not small and in which going through all strategies over and over
  /// takes little time.
  [[nodiscard]] static bool suit(const game::Known& known);

  enum class Chase {
    won,   ///< a set has stood against many
    lost,  ///< none has, so far
    ended  ///< the run must end
  };
  /// Looks for sets that do well against the lines of the player's outlook, from some drawn at
  /// random and from the first of the likely strategies, and reads them on against further
  /// opponents while they may earn `least`, for up to `allowance` queries.
  [[nodiscard]] Chase pursue(Outlook& outlook, const Lines& likely, double least,
                             std::int64_t allowance);

  /// After a chase that was won; rising.
  [[nodiscard]] const Lines& best() const { return best_; }
  /// The opponents that bind it. Requires that it is known against all.
  [[nodiscard]] Lines binding();

  /// Takes the outlook as it is now. `pursue` does so by itself.
  void learn(Outlook& outlook);
  /// Replaces one strategy after the other, by the best in its place, until no replacement
  /// guarantees more against what was learned, and returns what the set guarantees then.
  double improve(Lines& strategies);

 private:
  /// Some strategies, rising, and the most that a mixture of them guarantees for all that is known.
  struct Candidate {
    Lines strategies;
    double bound = 0;
    Index depth = 0;  ///< further opponents in a row that all are known against
  };
  /// A strategy, and what it earns against an answer of the opponent's.
  struct Answered {
    Index strategy = 0;
    double earned = 0;
  };

  [[nodiscard]] Lines drawn(Lines first, std::size_t size);
  bool replace(Lines& strategies, std::size_t place, double& bound);
  void answer_all();
  void answer_those_left();
  void look_for(std::size_t size, const Lines& likely, double least);
  void weigh(Candidate& candidate);
  void settle_on(Candidate candidate);
  [[nodiscard]] bool read_on();
  [[nodiscard]] std::span<const double> earned_by(Index s) const {
    return {payoffs_.data() + at(s) * learned_, learned_};
  }
  [[nodiscard]] EarnedBySome earned_by(const Lines& strategies) const;

  Run& run_;
  View view_;
  Random random_;
  FewAgainstMany game_;
  std::size_t learned_ = 0;                             // lines
  const std::vector<std::vector<double>>* lines_ = {};  // of the outlook
  std::vector<double> payoffs_;                         // the same, by strategy
  std::vector<double> chances_;                         // of being drawn, added up
  std::vector<Answered> left_;                          // what may still do better in a place
  std::vector<Candidate> candidates_;
  std::set<Lines> tried_;
  Lines best_;
};

}  // namespace allnash::methods
