// One player's search for better responses to the opponent's mix in the block.
#pragma once

#include <unordered_map>
#include <vector>

#include "matrix/lazy/lazy.hpp"
#include "matrix/lazy/mix_payoffs.hpp"
#include "matrix/run/block.hpp"
#include "payoffs/asking/priced.hpp"

namespace allnash::matrix {

/// The task of one look for better responses: against which mix, and what to read.
struct SearchTask {
  const FloatMix& mix;   ///< the opponent's
  double value = 0;      ///< of the block to the player; more is better
  double reach = 0;      ///< half the range of the block's payoffs
  double tolerance = 0;  ///< smaller gains count as none
  enum class Read {
    promising,  ///< payoffs of strategies whose forecast lies above the value
    rest,       ///< if nothing is promising: all lines of the mix, most promising first
    lines,      ///< all lines of the mix, without forecasts
  } read = Read::promising;
};

/// The result of a look.
struct Findings {
  Lines better;               ///< responses known to gain, best first
  Lines close;                ///< responses too close to the value for floating point to tell
  std::vector<Entry> wanted;  ///< payoffs to read next
  Lines chosen;               ///< the responses whose payoffs are wanted
  double gain = 0;            ///< of the best response
  double most = 0;            ///< upper bound on the best response's payoff, or infinity
  bool quiet = false;         ///< no unread payoff is likely to show a gain
  bool complete = false;      ///< every payoff against the mix is read, or is not needed
  bool fresh = true;          ///< `chosen` was chosen anew, not continued
};

/// Searches for better responses. Payoffs are doubles here: they decide what to read next, never
/// what is true. Between looks the responder remembers which part of its strategies it considers,
/// how many it chooses in a round, and which of them it has begun to read.
class Responder {
 public:
  Responder(const View& view, Draw draw, const asking::Priced& prices);

  [[nodiscard]] const View& view() const noexcept { return view_; }
  /// The player's strategies in the block, in the order in which they were added.
  [[nodiscard]] const Lines& working() const noexcept { return working_; }
  void add(Index s);
  void learned(const Entry& entry);

  [[nodiscard]] Findings look(const SearchTask& task);
  /// Considers more of the player's strategies; false if all were considered.
  bool see_more();

  /// After a round that found nothing: choose more strategies, or continue with the chosen ones.
  void widen(const Findings& findings);
  /// Forgets the chosen strategies after the mix has changed.
  void start_over(bool found);

 private:
  struct Line {
    Opposition::Line payoffs;
    Index read = 0;      // how many payoffs
    double largest = 0;  // absolute payoff
    void note(double payoff);
  };
  struct Candidate;
  struct Survey;

  const Line& line(Index opponent);
  [[nodiscard]] Lines features(const FloatMix& mix) const;
  [[nodiscard]] Opposition opposition(const SearchTask& task);
  void drop_idle_lines(const Lines& in_use);
  void sample_from(const Opposition& opposition);
  void judge_all(Survey& survey);
  void judge_known(Index s, double sum, Survey& survey) const;
  void judge_unknown(Index s, Survey& survey);
  void choose(Survey& survey) const;
  void keep_promising(std::vector<Candidate>& candidates, Findings& findings, bool carry_on) const;
  void weigh_costs(Survey& survey) const;
  [[nodiscard]] std::vector<std::size_t> by_worth(std::vector<std::size_t> opponents, Index own,
                                                  const Opposition& opposition) const;
  void want(const Candidate& candidate, Survey& survey) const;
  void want_to_settle(const Candidate& candidate, Survey& survey) const;

  View view_;
  Draw draw_;
  const asking::Priced& prices_;
  Lines working_;
  std::vector<bool> is_working_;
  double in_sight_ = 1;                      // part of the strategies that are considered
  std::unordered_map<Index, Line> lines_;    // by opponent strategy
  std::vector<bool> is_sampled_;             // in the random sample or in the block
  std::vector<std::vector<double>> sample_;  // payoffs of the sample, by strategy
  Lines sampled_against_;                    // empty if the sample must be made again
  MixPayoffs mix_payoffs_;
  double effort_ = 1;  // how many strategies are chosen, as a multiple of the usual number
  Lines chosen_;       // strategies begun, sorted
};

}  // namespace allnash::matrix
