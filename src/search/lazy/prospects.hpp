// The search for a support in noise one strategy after the other: a payoff at a time is asked of
// the strategies that are most likely to belong to it.
#pragma once

#include <cstdint>
#include <vector>

#include "search/lazy/block.hpp"
#include "search/lazy/few_against_many.hpp"
#include "search/run.hpp"

namespace allnash::methods {

/// What comes out is a guess, in floating point.
class Prospects {
 public:
  explicit Prospects(Run& run);

  /// True for games that are neither small nor so large that going through all strategies over and
  /// over takes long.
  [[nodiscard]] static bool suit(const game::Known& known);

  enum class Chase {
    won,   ///< a mixture of those found has stood against many
    lost,  ///< none has for what may be spent
    ended  ///< the run must end
  };
  [[nodiscard]] Chase pursue();

  /// The strategies that were found, known whole, and when the chase was won what binds them.
  [[nodiscard]] const Block& found() const { return found_; }

 private:
  /// What is known of a strategy: the logarithm of how much likelier it is to be in a support, by
  /// the payoffs that were seen.
  struct Prospect {
    double before = 0;   // from payoffs against opponents that were chosen otherwise
    double sum = 0;      // of the others, in standard deviations above the mean
    int count = 0;       // of these
    double beyond = 0;   // from payoffs above all that noise has shown
    double evidence = 0;  // of all
    std::size_t next = 0;  // in the order of opponents
    bool is_done = false;  // found, or read whole in vain
  };
  struct Side {
    View view;
    Lines places = {};  // the strategies, shuffled
    std::vector<Prospect> prospects = {};
  };

  void gauge();
  void note(Player player, Index own, Index other);
  [[nodiscard]] Lines likeliest(Player player, std::size_t count) const;
  [[nodiscard]] bool is_sure(Player player, Index strategy) const;
  [[nodiscard]] Chase find_first();
  [[nodiscard]] Chase find_next();
  [[nodiscard]] Chase take(Player player, Index strategy);
  [[nodiscard]] Chase try_answer();
  void order_opponents();
  [[nodiscard]] Side& side(Player player) { return sides_.of(player); }
  [[nodiscard]] const Side& side(Player player) const { return sides_.of(player); }
  [[nodiscard]] bool has_queries_left() const { return run_.ledger.queries() < limit_; }

  Run& run_;
  Both<Side> sides_;
  Player player_ = Player::row;  // whose support is looked for, once one of it was found
  double mean_ = 0;              // of payoffs, the row player's
  double deviation_ = 0;
  Both<double> most_;     // that noise has shown, as the player sees it
  double seen_ = 0;       // payoffs that show it
  std::int64_t limit_ = 0;
  FewAgainstMany game_;
  double guarantee_ = 0;  // of the strategies found
  std::vector<std::vector<double>> lines_;  // their payoffs
  Lines opponents_;       // those against which they do worst first
  Block found_;
};

}  // namespace allnash::methods
