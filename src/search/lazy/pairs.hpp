// The search for an optimal mixture of two strategies. Of all pairs of one player's strategies,
// those that guarantee most so far are read against further opponents.
#pragma once

#include <vector>

#include "search/lazy/block.hpp"
#include "search/run.hpp"

namespace allnash::methods {

/// What two strategies of a player earn against one opponent strategy.
struct Earned {
  double first = 0;
  double second = 0;
  [[nodiscard]] double mixed(double share) const { return second + share * (first - second); }
  [[nodiscard]] double slope() const { return first - second; }
};

struct PairMixture {
  double guarantee = 0;
  std::size_t rising = 0;  ///< the opponents that bind it, by position
  std::size_t falling = 0;
};

/// The mixture of the two that guarantees most. Requires an opponent.
[[nodiscard]] PairMixture best_mixture(const std::vector<Earned>& against);

/// What comes out is a guess, in floating point.
class Pairs {
 public:
  Pairs(Run& run, Player player);

  /// True for games with few enough pairs to go through.
  [[nodiscard]] static bool suit(const game::Known& known);

  /// Takes the payoffs against one more opponent strategy.
  void learn(const std::vector<double>& line);
  [[nodiscard]] std::size_t learned() const { return payoffs_.front().size(); }  ///< lines

  enum class Chase {
    won,   ///< a pair has stood against many
    none,  ///< no pair earns as much as was asked
    lost,  ///< neither the allowance nor the best of many showed one
    ended  ///< the run must end
  };
  /// Reads the pairs that do best on what was learned against further opponents, best first, while
  /// one may earn `least`, for up to `allowance` queries.
  [[nodiscard]] Chase pursue(double least, std::int64_t allowance);

  /// After a chase that was won.
  [[nodiscard]] Lines best() const;
  /// The opponents that bind the best pair. Requires that it is known against all.
  [[nodiscard]] Lines binding() const;

 private:
  /// Two strategies, and the most that a mixture of them guarantees for all that is known.
  struct Couple {
    double bound = 0;
    Index first = 0;
    Index second = 0;
    std::size_t depth = 0;  ///< further opponents in a row that both are known against
    bool operator<(const Couple& other) const;
  };

  [[nodiscard]] Earned earned(const Couple& pair, Index opponent) const;
  [[nodiscard]] bool may_reach(double bar, Index first, Index second) const;
  void weigh(Couple& pair) const;
  void note_failures(double bar, std::size_t first, std::vector<std::uint64_t>& fails) const;
  void rank(double least);
  [[nodiscard]] bool read_on();

  Run& run_;
  View view_;
  std::vector<std::vector<double>> payoffs_;  // of each strategy against what was learned
  std::vector<Couple> pairs_;
};

}  // namespace allnash::methods
