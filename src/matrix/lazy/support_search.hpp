// The search for a support in noise one strategy after the other: a payoff at a time is asked of
// the strategies that are most likely to belong to it.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "matrix/lazy/few_against_many.hpp"
#include "matrix/lazy/steadiness.hpp"
#include "matrix/run/block.hpp"
#include "matrix/run/run.hpp"

namespace allnash::matrix {

/// What comes out is a guess, in floating point.
class SupportSearch {
 public:
  explicit SupportSearch(Run& run);

  /// True for games that are neither small nor so large that keeping all strategies takes too much
  /// memory.
  [[nodiscard]] static bool suits(const game::Known& known);

  enum class End {
    found,      ///< a mixture of those found has stood against many
    not_found,  ///< none has for what may be spent
    stopped     ///< the run must end
  };
  [[nodiscard]] End run();

  /// The strategies that were found, which are known whole; when a support was found those of one
  /// player, and the opponents that bind them.
  [[nodiscard]] const Block& found() const { return found_; }

 private:
  /// A sum of payoffs, in standard deviations above the mean of those seen at first.
  struct StandardizedSum {
    double sum = 0;
    int count = 0;
    [[nodiscard]] double evidence(double mean_of_all) const;
  };
  /// A strategy that may be in a support: the logarithm of how much likelier it is to be in a
  /// support, by the payoffs that were seen.
  struct SupportCandidate {
    StandardizedSum plain;  // against opponents that were chosen for themselves
    StandardizedSum aimed;  // against those that the strategies found do worst against
    NoiseBand band;         // of those in `plain`
    double before = 0;      // the same, of strategies found before the last one
    double evidence = 0;    // of all these, when the last payoff came
    int beyond = 0;         // payoffs above all that were seen at first
    std::size_t next = 0;   // in the order of opponents
    std::size_t place = 0;  // in the order shuffled
    bool is_done = false;   // read whole
  };
  /// One player's strategies.
  struct Side {
    View view;
    Lines places = {};      // shuffled
    std::size_t place = 0;  // of the opponents, that was last asked about
    std::vector<SupportCandidate> candidates = {};
    /// Minus the evidence and the place of each strategy that is not read whole.
    std::set<std::pair<double, std::size_t>> ranking = {};
    NoiseRanks noise = {};  // payoffs that were seen at first
    double mean = 0;        // of them
    double most = 0;        // that was seen at first
    double sum = 0;         // of all payoffs, standardized as above
    double seen = 0;        // payoffs
    double beyond = 0;      // of them, those above that
    Lines found = {};
    std::vector<std::vector<double>> lines = {};  // their payoffs
    FewAgainstMany game = {};                     // of these
    double guarantee = 0;                         // of the best mixture of them
    Lines opponents = {};                         // those against which it does worst first
  };
  enum class Aim { plain, aimed };

  void measure_spread();
  void note(Side& side, Index own, Index other, Aim aim);
  double add(const Side& side, SupportCandidate& candidate, double payoff, Aim aim) const;
  [[nodiscard]] static double evidence(const Side& side, const SupportCandidate& candidate);
  [[nodiscard]] static Lines likeliest(Side& side);
  static void rank(Side& side, SupportCandidate& candidate);
  [[nodiscard]] std::optional<Index> unknown_to(Side& side, Index strategy);
  [[nodiscard]] bool ask_plainly();
  [[nodiscard]] bool ask_aimed(Side& side);
  [[nodiscard]] End take(Side& side, Index strategy);
  [[nodiscard]] End try_answer(const Side& side);
  static void aim(Side& side);

  Run& run_;
  Both<Side> sides_;
  double deviation_ = 0;  // of payoffs
  Block found_;
};

}  // namespace allnash::matrix
