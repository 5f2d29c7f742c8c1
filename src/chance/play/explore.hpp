// Exploration finds the strategies that look cheapest to certify, and chooses the cells to play for
// that. Its plays enter no bound.
//
// Cells are played in proportion to the arms of the strategy that looks cheapest now, and most
// where the uncertainty about an arm makes it expensive. Exploration ends when the uncertainty
// costs no more than the certification itself. In a large game only some strategies are candidates,
// and opponents that do well against these join.
#pragma once

#include <functional>
#include <vector>

#include "chance/play/cheapest.hpp"
#include "chance/play/play_statistics.hpp"
#include "chance/play/run.hpp"
#include "core/base/random.hpp"

namespace allnash::chance {

inline constexpr double caution = 1;  ///< standard errors by which means are lowered
inline constexpr double doubt = 2;    ///< largest ratio to the cost without caution at the end

/// One player in exploration: the problem, and which cells its arms are.
struct ExploringPlayer {
  CertifyingSide side;
  bool is_row = true;

  [[nodiscard]] Entry cell(Index own, Index arm) const {
    return is_row ? Entry{own, arm} : Entry{arm, own};
  }
};

/// Draws candidates with probabilities near their weights: multiples of 1/denominator, without
/// small ones. For exploration only.
class Lottery {
 public:
  Lottery(const std::vector<Index>& candidates, const std::vector<double>& weights);
  [[nodiscard]] Index draw(Random& random) const;

 private:
  std::vector<Index> strategies_;
  std::vector<std::int64_t> upto_;  // cumulative sums
};

/// The results that have come back, of plays that may follow a round.
asking::Arrived peek_at(const std::vector<Entry>& plays, const asking::Peek& peek);
/// Whether enough has come back to forecast the round after it.
bool most_came(const asking::Arrived& arrived);

/// Epsilon as a double for estimates, bounded below: nobody can play for a finer one, and powers of
/// a far finer one would underflow.
double guessable_epsilon(const Rational& share);

class Explorer {
 public:
  /// Epsilon is relative to the width of the range.
  Explorer(Run& run, double epsilon);
  /// Continues for another epsilon, with all that was learned.
  void aim_at(double epsilon);

  /// Learns from a play that is known.
  void learn(Entry entry, const asking::Paid& paid);
  /// Learns from the results of a round that have arrived.
  void learn(const std::vector<Entry>& wanted, const asking::Arrived& arrived);
  /// Plays every cell a few times, or a few of each row and column, except plays that are known.
  /// False when the run has ended.
  bool start(double log_level);
  /// Plays until the players' weights are ready to be frozen, for an attempt whose arms have this
  /// log(1/alpha). False when the run has ended.
  bool explore(double log_level);
  /// Plays these entries, in this order, and learns from them; `next` forecasts the plays after
  /// them. False when the run has ended.
  bool play(const std::vector<Entry>& wanted, const asking::NextPlays& next = {});
  /// The estimated plays of a new attempt.
  [[nodiscard]] double cost_of_new(double log_level);

  /// The estimated mean of a cell, as the player sees it.
  [[nodiscard]] MeanGuess guess(const ExploringPlayer& player, Index own, Index arm) const;
  /// The number of arms of both players.
  [[nodiscard]] double arms() const;

  ExploringPlayer row;
  ExploringPlayer column;  ///< unused in a symmetric game
  /// Called with every play and a number that is at most the play's own: attempts frozen before
  /// that number count it.
  std::function<void(Entry, const asking::Paid&, std::int64_t)> on_play = {};
  double least = 0;  ///< smaller gaps count as this

 private:
  [[nodiscard]] std::vector<ExploringPlayer*> players();
  [[nodiscard]] double total_cost(double how_cautious, double log_level);
  void choose_candidates(ExploringPlayer& player);
  void gather(ExploringPlayer& player);
  void refit();
  void improve_weights();
  [[nodiscard]] bool falls_short();
  void let_join(const ExploringPlayer& against, ExploringPlayer& joining);
  void let_all_join();
  [[nodiscard]] bool is_enough(double feared, double log_level);
  [[nodiscard]] std::vector<Entry> draw_doubts();
  [[nodiscard]] std::vector<Entry> forecast_plays(const std::vector<Entry>& wanted,
                                                  const asking::Arrived& arrived,
                                                  const asking::Peek& peek, double log_level) const;

  Run* run_;
  bool symmetric_;
  double epsilon_;
  Random random_;
  PlayStatistics statistics_;
  bool whole_ = true;  // every cell may be played
};

}  // namespace allnash::chance
