// Which matches to play next, and about how many it takes until a question is settled.
//
// The question is put as weights of comparisons: W_ik says how fast the risk of a wrong order of
// the scores of i and k falls with the variance s^2 of their difference,
//
//   W = phi(u) u / (2 s^2),   u = (|m_i - m_k| + zone) / s,
//
// since the order is wrong by more than the zone with probability 1 - Phi(u). `top` compares the
// leader with everybody, `order` all pairs. What to bring to a field, and what to play in a cyclic
// league, is `top` with another field. The gain of a match is then the decrease of
// trace(L cov(t)), with L the Laplacian of W and cov(t) as in normal_league.hpp; with
//
//   C = B S,  K = L C,  G = C' K,  d = e_a - e_b,  u = w_b e_a - w_a e_b,  q = u' L u,
//
// with i the information of the match, kappa = i / (1 + i r), and h and D the changes of slope and
// deviation of the pair, it is
//
//   kappa d'G d - 2 h (1 - kappa r) u'K d - h^2 r (1 - kappa r) q - D q,
//
// exactly what a refit of the normal league gives. The first term is what skills learn, the last
// one what the pair itself does. Matches are chosen one after another, and S, K and G change by
// tables of rank one, O(n^2) a match. Each scan takes disjoint pairs that gain at least 0.3 of the
// best, so that a batch is spread out. A pair has at most a fifth of a batch, and fewer among many
// players. Players below ten matches come first, each against the opponent that gains most.
//
// The naive rule, always the most uncertain pair, was tried and dropped: in many leagues it is
// worse than a round robin, since the most uncertain pairs are ties that do not matter.
//
// The forecast of how many more matches it takes plays the planner's own batches, each twice as
// long as all before and shorter ones near the end, at expected rates, and asks after each how
// likely the order is right. It is no promise, nor is `settled` in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/stop_token.hpp"
#include "league/estimate/normal_league.hpp"

namespace allnash::league {

struct PlanQuestion {
  bool whole_order = false;   ///< otherwise who scores most
  double zone = 0.02;         ///< scores closer than this need not be told apart
  std::vector<double> field;  ///< shares of the opponents, 1 in all
  /// The field by which the question is settled; empty: the same. What to play is settled against
  /// the mixture alone, and planned against one that has a little of everybody.
  std::vector<double> judges = {};
};

/// Matches of a pair, by the players' places.
struct PlannedPair {
  std::size_t a = 0;
  std::size_t b = 0;
  std::int64_t matches = 1;
};

/// Probability with which a question counts as settled.
inline constexpr double settled_at = 0.95;
/// Players with fewer matches come first.
inline constexpr double least_matches = 10;

class Planner {
 public:
  /// The order is judged by these scores. Requires two players.
  Planner(NormalLeague league, PlanQuestion question, std::vector<double> scores);

  /// The next matches, most useful first. The planner goes on as if they had been played.
  [[nodiscard]] std::vector<PlannedPair> batch(std::int64_t count);
  /// The same with so many matches of a pair at a time.
  [[nodiscard]] std::vector<PlannedPair> batch(std::int64_t count, std::int64_t at_a_time);

  /// The decrease of the weighted variance by so many matches of a pair.
  [[nodiscard]] double gain(std::size_t a, std::size_t b, double matches) const;
  /// trace(L cov(t)) with the weights as they are now.
  [[nodiscard]] double weighted_variance() const;
  /// Takes weights and tables anew from the league as it is now.
  void refresh();
  void play(std::size_t a, std::size_t b, double matches);

  /// The probability that the question is answered right up to the zone, by normal draws.
  [[nodiscard]] double probability() const;
  /// The pairs most likely in wrong order by more than the zone, at most so many.
  [[nodiscard]] std::vector<std::pair<std::size_t, std::size_t>> doubtful(std::size_t most) const;

  [[nodiscard]] const NormalLeague& league() const { return league_; }
  [[nodiscard]] std::size_t leader() const { return leader_; }

 private:
  struct Pick;
  struct Terms;
  [[nodiscard]] Terms terms(std::size_t a, std::size_t b, double matches) const;
  void weigh();
  [[nodiscard]] std::vector<Pick> newcomers(std::int64_t cap) const;
  [[nodiscard]] std::vector<Pick> most_useful(std::int64_t cap, std::int64_t at_a_time);
  [[nodiscard]] double score_gap(std::size_t i, std::size_t k) const {
    return scores_[i] > scores_[k] ? scores_[i] - scores_[k] : scores_[k] - scores_[i];
  }

  NormalLeague league_;
  PlanQuestion question_;
  std::vector<double> scores_;
  std::size_t leader_ = 0;
  std::vector<bool> matters_;                              // who has a weight, perhaps
  Table slopes_;                                           // B
  Table responses_;                                        // C at the last refresh
  Table laplacian_;                                        // L
  Table weighted_;                                         // K
  Table gains_;                                            // G
  std::vector<std::int64_t> planned_;                      // matches of each pair in this batch
  double fresh_until_ = 0;                                 // number of matches
  std::vector<std::pair<std::size_t, std::size_t>> pool_;  // pairs that are looked at
  double pooled_from_ = 0;                                 // no other pair gained as much
};

/// A forecast of how many more matches a question takes.
struct MatchesNeeded {
  bool settled = false;              ///< by the normal league
  std::optional<std::int64_t> more;  ///< none: more than fifty times the matches there are
  std::vector<std::pair<std::size_t, std::size_t>> never;  ///< then the pairs that are too close
};
/// Nothing when stopped.
[[nodiscard]] std::optional<MatchesNeeded> forecast_of(Planner planner, const StopToken& stop);

/// The part of the draws in which the leader by `means` is within the zone of the best, or in which
/// no pair is in wrong order by more than the zone.
[[nodiscard]] double settled_in(const std::vector<std::vector<double>>& draws,
                                const std::vector<double>& means, const PlanQuestion& question);

}  // namespace allnash::league
