// One player's search for better responses to the opponent's mix in the block.
#pragma once

#include <unordered_map>
#include <vector>

#include "ledger/priced.hpp"
#include "search/lazy/block.hpp"
#include "search/lazy/lazy.hpp"
#include "search/lazy/reckoning.hpp"

namespace allnash::methods {

/// One look for better responses: against which mix, and what to read.
struct Look {
  const FloatMix& mix;   ///< what the opponent plays
  double value = 0;      ///< what the player gets from the block, more being better
  double reach = 0;      ///< half the range of the block's payoffs
  double tolerance = 0;  ///< gains up to this count as none
  enum class Read {
    promising,  ///< of the strategies whose forecast lies above the value
    rest,       ///< nothing promising is left: all of the mix's lines, likeliest first
    lines,      ///< all of the mix's lines: forecasts are of no use here
  } read = Read::promising;
};

/// What a look found.
struct Findings {
  Lines better;               ///< responses known to gain, best first
  Lines close;                ///< responses too close to the value for floating point to tell
  std::vector<Entry> wanted;  ///< what to read next
  Lines chosen;               ///< the responses that `wanted` is about
  double gain = 0;            ///< of the best
  double most = 0;            ///< what the best response of all earns at most, or infinity
  bool quiet = false;         ///< no unread payoff is likely to show a gain
  bool complete = false;      ///< every payoff against the mix is read, or need not be
  bool fresh = true;          ///< `chosen` was picked anew, not carried on with
};

/// Payoffs are doubles here: they decide what to read next, never what is true. Between looks the
/// responder remembers the share of its strategies that it considers, how many it chooses in a
/// round, and which of them it has begun to read.
class Responder {
 public:
  Responder(const View& view, Draw draw, const ledger::Priced& prices);

  [[nodiscard]] const View& view() const noexcept { return view_; }
  /// The player's strategies in the block, in the order they came.
  [[nodiscard]] const Lines& working() const noexcept { return working_; }
  void add(Index s);
  void learned(const Entry& entry);

  [[nodiscard]] Findings look(const Look& look);
  /// Lets the player see more of its strategies; false when it saw all of them.
  bool see_more();

  /// After a round that found nothing: look at more, or carry on with what was chosen.
  void widen(const Findings& findings);
  /// After the mix has changed.
  void start_over(bool found);

 private:
  struct Line {
    Opposition::Line payoffs;
    Index read = 0;      // how many of them
    double largest = 0;  // in size
    void note(double payoff);
  };
  struct Candidate;
  struct Survey;

  const Line& line(Index opponent);
  [[nodiscard]] Lines features(const FloatMix& mix) const;
  [[nodiscard]] Opposition opposition(const Look& look);
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
  const ledger::Priced& prices_;
  Lines working_;
  std::vector<bool> is_working_;
  double in_sight_ = 1;                      // share of the strategies that the player sees
  std::unordered_map<Index, Line> lines_;    // by opponent strategy
  std::vector<bool> is_sampled_;             // drawn or in the block
  std::vector<std::vector<double>> sample_;  // what is known of those against all of some lines
  Lines sampled_against_;                    // these; none when it has to be made again
  Reckoning reckoning_;
  double effort_ = 1;  // how many strategies are chosen, in shares
  Lines chosen_;       // begun, sorted
};

}  // namespace allnash::methods
